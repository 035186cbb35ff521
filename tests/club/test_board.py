"""What a board makes of the messages it hears, whatever they are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.club import board as boards
from companion.club.board import Board, Table
from companion.club.collector import _Ear
from companion.club.evening import evening_of
from companion.club.messages import Finished, OnlineSent, Placed, ResultsSent, Seat, State, StateSent, encode
from companion.club.topics import Kind, level, place_of, topic
from companion.engine.errors import InputError
from companion.language import Language

NOW = datetime.now().astimezone().replace(hour=20, minute=0)
ENDED = NOW.astimezone(UTC).isoformat()
ONE, OTHER = f"{1:032x}", f"{2:032x}"


def at(table: str, kind: Kind) -> str:
    return topic("Club", table, kind)


def shows(points: int, table: str = ONE, boot: int = 1, n: int = 1, name: str = "Table 1") -> bytes:
    state = State(status="playing", at=ENDED, seats=(Seat(seat="red", name="Anna", points=points),))
    return encode(StateSent(table=table, name=name, boot=boot, n=n, state=state))


def online(table: str, yes: bool, n: int, boot: int = 1) -> bytes:
    return encode(OnlineSent(table=table, name="Table 1", boot=boot, n=n, online=yes))


def ended(table: str, *records: str, n: int = 1, when: str = ENDED) -> bytes:
    players = (Placed(seat="red", name="Anna", place=1, won=True), Placed(seat="blue", name="Béla", place=2))
    games = tuple(Finished(record=record, game="quarry", ended=when, players=players) for record in records)
    return encode(ResultsSent(table=table, boot=1, n=n, games=games))


@pytest.fixture
def board() -> Board:
    return Board("club", lambda: NOW)


def rows(board: Board) -> dict[str, Table]:
    return {row.id: row for row in board.evening().tables}


def points(board: Board, table: str = ONE) -> int:
    state = rows(board)[table].state
    assert state is not None
    return state.seats[0].points


def test_the_newest_counts_and_what_is_stale_or_comes_again_does_not(board: Board) -> None:
    assert board.take(at(ONE, "state"), shows(1, boot=3, n=5))
    for boot, n in ((3, 5), (3, 4), (2, 99)):
        assert not board.take(at(ONE, "state"), shows(2, boot=boot, n=n))
    assert points(board) == 1
    assert board.take(at(ONE, "state"), shows(7, boot=3, n=6))
    # After a start the numbers begin anew.
    assert board.take(at(ONE, "state"), shows(8, boot=4, n=1))
    assert points(board) == 8


def test_after_a_new_connection_nobody_is_there_who_does_not_say_so(board: Board) -> None:
    ear = _Ear(board)
    ear.heard(at(ONE, "state"), shows(1), False)
    ear.heard(at(ONE, "online"), online(ONE, True, 2), False)
    before = ear.changed
    asked: list[tuple[str, int]] = []
    client: Any = SimpleNamespace(subscribe=lambda name, qos: asked.append((name, qos)))
    ear.greet(client)
    assert asked == [("cartouche/1/club/+/+", 1)] and ear.changed > before
    assert not rows(board)[ONE].online
    # What the broker keeps comes again, the same as before: it counts as news now.
    ear.heard(at(ONE, "online"), online(ONE, True, 2), False)
    assert rows(board)[ONE].online


def test_a_table_goes_by_the_name_it_told_last_in_whatever_message(board: Board) -> None:
    board.take(at(ONE, "state"), shows(1, n=2, name="By the window"))
    board.take(at(ONE, "online"), online(ONE, True, 1))
    assert rows(board)[ONE].name == "By the window"
    board.take(at(ONE, "online"), online(ONE, True, 3))
    assert rows(board)[ONE].name == "Table 1"


def test_a_table_that_comes_back_is_there_and_a_will_that_comes_late_does_not_take_it_away(board: Board) -> None:
    board.take(at(ONE, "online"), online(ONE, True, 1))
    board.take(at(ONE, "online"), online(ONE, False, 2))
    assert rows(board) == {}
    board.take(at(ONE, "online"), online(ONE, True, 3))
    assert not board.take(at(ONE, "online"), online(ONE, False, 2))
    assert rows(board)[ONE].online
    # With a new connection to the broker it has to be heard anew.
    board.take(at(ONE, "state"), shows(1))
    board.listen_anew()
    assert not rows(board)[ONE].online


def changed(payload: bytes, **fields: Any) -> bytes:
    return msgspec.json.encode({**msgspec.json.decode(payload), **fields})


GOOD = shows(5, n=9)
SEATS = msgspec.json.decode(GOOD)["state"]
RUBBISH = {
    "nothing": (b"\x00", "This is not JSON"),
    "not utf-8": (b"\xff\xfe{}", "It is not text in UTF-8."),
    "a list": (b"[]", "It is not one JSON object in braces."),
    "ten million bytes": (b" " * 10_000_000, "The message has 10000000 bytes; at most 262144 are read."),
    "deep": (b'{"v":1,"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "The brackets are nested deeper"),
    "a field twice": (GOOD.replace(b'"v":1', b'"v":1,"v":1'), "The field “v” stands twice."),
    "half a letter": (GOOD.replace(b"Table 1", b"\\ud800"), "A text holds half a letter"),
    "no number": (GOOD.replace(b'"n":9', b'"n":NaN'), "NaN is not a number in JSON."),
    "no version": (changed(GOOD, v=None), "It does not say its version."),
    "version as a word": (changed(GOOD, v="1"), "It does not say its version."),
    "version yes": (changed(GOOD, v=True), "It does not say its version."),
    "negative order": (changed(GOOD, n=-1), "It can't be read: “n” must be at least 0."),
    "endless order": (GOOD.replace(b'"n":9', b'"n":' + b"9" * 400), "The number 999999999999… is far too large."),
    "another table": (changed(GOOD, table=OTHER), "It is about another table than its topic. No table was changed."),
    "no table": (changed(GOOD, table="../etc"), "It can't be read"),
    "points beyond all": (GOOD.replace(b'"points":5', b'"points":-9999999'), "It can't be read"),
    "a hundred seats": (changed(GOOD, state={**SEATS, "seats": SEATS["seats"] * 100}), "It can't be read"),
    "points as words": (GOOD.replace(b'"points":5', b'"points":"5"'), "It can't be read"),
    "status unheard of": (GOOD.replace(b'"playing"', b'"burning"'), "It can't be read"),
    "no state": (changed(GOOD, state=None), "It can't be read"),
}


@pytest.mark.parametrize("what", RUBBISH)
def test_rubbish_is_told_and_changes_no_row_but_what_is_said_of_it(board: Board, what: str) -> None:
    payload, begins = RUBBISH[what]
    board.take(at(ONE, "state"), shows(1))
    board.take(at(OTHER, "state"), shows(2, table=OTHER))
    before = rows(board)
    assert board.take(at(ONE, "state"), payload)
    assert not board.take(at(ONE, "state"), payload)
    after = rows(board)
    assert after[OTHER] == before[OTHER]
    assert msgspec.structs.replace(after[ONE], told=None) == before[ONE]
    told = after[ONE].told
    assert told is not None and Language().say(told).startswith(begins)
    assert board.take(at(ONE, "state"), shows(3, n=2)) and rows(board)[ONE].told is None


def test_another_version_is_shown_as_such_until_the_table_speaks_ours_again(board: Board) -> None:
    board.take(at(ONE, "online"), online(ONE, True, 1))
    assert board.take(at(ONE, "state"), changed(GOOD, v=2))
    board.take(at(ONE, "results"), b"rubbish")
    # What it says well on another topic does not make up for it.
    board.take(at(ONE, "online"), online(ONE, True, 3))
    row = rows(board)[ONE]
    assert (row.speaks, row.state, row.online) == (2, None, True)
    assert row.told is not None and Language().say(row.told) == "It speaks version 2; this board knows 1."
    assert changed(GOOD, v=10**9) and board.take(at(ONE, "state"), changed(GOOD, v=10**9))
    board.take(at(ONE, "state"), GOOD)
    assert rows(board)[ONE].speaks is None


def test_a_field_of_a_later_cartouche_is_passed_over(board: Board) -> None:
    board.take(at(ONE, "state"), changed(GOOD, weather="fine"))
    assert points(board) == 5 and rows(board)[ONE].told is None


def test_strange_letters_are_not_shown(board: Board) -> None:
    strange = "\u202eevil\x1b[2J\n\x07  name" + "x" * 100
    state = State(
        at=ENDED, title=strange[:60], seats=(Seat(seat="red", name=strange), Seat(seat="blue", name="\u200b"))
    )
    board.take(at(ONE, "state"), encode(StateSent(table=ONE, name=strange, boot=1, n=1, state=state)))
    row = rows(board)[ONE]
    assert row.state is not None
    assert row.name == "evil[2J name" + "x" * 27 + "…"
    assert row.state.seats[0].name == row.name
    assert row.state.seats[1].name == "–"
    assert row.state.title.startswith("evil[2J namexxx")


@pytest.mark.parametrize(
    "name",
    [
        f"cartouche/1/other/{ONE}/state",
        f"cartouche/2/club/{ONE}/state",
        f"cartouche/1/club/{ONE}/secret",
        f"cartouche/1/club/{ONE}/state/more",
        "cartouche/1/club/table/state",
        f"cartouche/1/club/{ONE.upper().replace('0', 'A')}/state",
        f"x/cartouche/1/club/{ONE}/state",
        "",
    ],
)
def test_what_comes_on_no_topic_of_the_club_is_not_even_read(board: Board, name: str) -> None:
    assert not board.take(name, GOOD)
    assert board.evening().tables == ()


def test_no_more_than_two_hundred_tables_and_rubbish_keeps_nobody_out(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "MOST_TABLES", 3)
    for k in range(3):
        board.take(at(f"{k:032x}", "state"), b"rubbish" if k == 1 else shows(k, table=f"{k:032x}"))
    board.take(at(f"{7:032x}", "state"), shows(7, table=f"{7:032x}"))
    assert set(rows(board)) == {f"{k:032x}" for k in (0, 2, 7)}
    assert not board.take(at(f"{8:032x}", "state"), shows(8, table=f"{8:032x}"))
    board.take(at(f"{9:032x}", "state"), b"rubbish")
    assert set(rows(board)) == {f"{k:032x}" for k in (0, 2, 7)}
    assert board.evening().left_out == 2
    assert boards.MOST_TABLES == 3


def test_an_empty_message_takes_a_table_away(board: Board) -> None:
    board.take(at(ONE, "state"), shows(1))
    assert board.take(at(ONE, "state"), b"") and rows(board) == {}
    assert not board.take(at(ONE, "state"), b"")


def test_results_count_once_however_often_and_by_whom_they_are_told(board: Board) -> None:
    for n in (1, 2, 2):
        board.take(at(ONE, "results"), ended(ONE, "a", "b", n=n))
    board.take(at(OTHER, "results"), ended(OTHER, "b", "c"))
    standings = board.evening().standings
    assert (standings.games, standings.twice) == (3, ())
    assert [(row.name, row.games) for row in standings.rows] == [("Anna", 3), ("Béla", 3)]


def test_only_games_of_this_evening_count_and_tables_of_another_are_not_shown(board: Board) -> None:
    begun = evening_of(NOW)
    board.take(at(ONE, "results"), ended(ONE, "yesterday", when=(begun - timedelta(seconds=1)).isoformat()))
    assert rows(board) == {}
    board.take(at(ONE, "results"), ended(ONE, "today", when=begun.isoformat(), n=2))
    assert [game.record for game in rows(board)[ONE].games] == ["today"]
    board.take(at(ONE, "results"), ended(ONE, "when?", when="soon", n=3))
    assert rows(board) == {}


def test_an_evening_begins_at_six_in_the_morning() -> None:
    day = NOW.replace(hour=6, minute=0, second=0, microsecond=0)
    assert evening_of(day) == day
    assert evening_of(day - timedelta(seconds=1)) == day - timedelta(days=1)
    assert evening_of(day + timedelta(hours=23)) == day


def test_tables_stand_by_name_with_two_before_ten(board: Board) -> None:
    for k, name in enumerate(("Table 10", "Table 2", "Bar", "")):
        board.take(at(f"{k:032x}", "state"), shows(k, table=f"{k:032x}", name=name))
    assert [row.label for row in board.evening().tables] == ["000000", "Bar", "Table 2", "Table 10"]


def test_a_clubs_name_is_one_level_of_a_topic_whatever_is_typed() -> None:
    assert level("  Thursday   CLUB ") == level("thursday club") == "thursday-club"
    assert level("Általános/klub+#$") == "általánosklub"
    assert place_of("Клуб", topic("клуб", ONE, "state")) == (ONE, "state")
    for name in ("", " ", "/+#", "\u202e", "x" * 41):
        with pytest.raises(InputError):
            level(name)


def clocked(minutes: int, n: int, kind: Kind = "state", yes: bool = True) -> bytes:
    sent = (NOW + timedelta(minutes=minutes)).isoformat()
    if kind == "online":
        return encode(OnlineSent(table=ONE, boot=1, n=n, online=yes, sent=sent))
    return encode(StateSent(table=ONE, boot=1, n=n, state=State(at=ENDED), sent=sent))


def test_a_clock_that_is_wrong_by_hours_is_told_of_and_an_old_message_proves_nothing(board: Board) -> None:
    def hears(payload: bytes, kind: Kind = "state", kept: bool = False) -> float:
        assert board.take(at(ONE, kind), payload, kept)
        return rows(board)[ONE].clock_off_s / 3600

    assert hears(clocked(-300, 5, "online"), "online", kept=True) == 0
    assert hears(clocked(-400, 3)) == 0, "written before the table came, and sent anew"
    assert hears(clocked(-300, 6)) == -5
    assert hears(clocked(-20, 7)) == 0
    assert hears(clocked(180, 8), kept=True) == 3, "nothing was written tomorrow"
    assert hears(clocked(1, 9), kept=True) == 0
    assert hears(clocked(-300, 10, "online", False), "online") == 0, "a last will lay with the broker for hours"


def test_a_game_of_tomorrow_counts_on_no_evening_before(board: Board) -> None:
    board.take(at(ONE, "results"), ended(ONE, "a", when=(NOW + timedelta(days=1)).astimezone(UTC).isoformat()))
    board.take(at(OTHER, "results"), ended(OTHER, "b", when=(NOW + timedelta(hours=5)).astimezone(UTC).isoformat()))
    assert board.evening().standings.games == 1


def test_an_empty_message_takes_away_what_was_heard_and_what_could_not_be_read(board: Board) -> None:
    board.take(at(ONE, "state"), shows(1))
    board.take(at(ONE, "state"), b"rubbish")
    assert board.take(at(ONE, "state"), b"") and rows(board) == {}


def test_two_tables_of_one_name_are_told_apart(board: Board) -> None:
    for k, name in (("a", "Table 1"), ("b", "TABLE 1")):
        board.take(at(k * 32, "state"), shows(1, table=k * 32, name=name))
    assert [row.label for row in board.evening().tables] == ["aaaa · Table 1", "bbbb · TABLE 1"]
    board.take(at("b" * 32, "state"), shows(1, table="b" * 32, name="Table 2", n=2))
    assert [row.label for row in board.evening().tables] == ["Table 1", "Table 2"]
