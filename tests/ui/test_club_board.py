"""The club's board on a television: pages, words, what is known of lost tables, and how it is closed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.club.board import CLOCK, Evening, Table
from companion.club.messages import Finished, Placed, Seat, State
from companion.club.standings import Standing, Standings
from companion.engine.text import T, Text
from companion.language import Language
from companion.ui import club_board
from companion.ui.club_board.app import BoardApp
from companion.ui.club_board.card import CardView
from companion.ui.club_board.standings_view import StandingsView
from companion.ui.club_board.words import Card, SeatLine, card_of
from tests.kit import inspect
from tests.kit.club_evening import CLUB, board_of
from tests.kit.ui import UI

NOW = datetime(2026, 3, 14, 20, 30, 10, tzinfo=UTC)
LOST = T("The connection to {host} is lost. It is tried again.", host="club.local")
ENGLISH = Language("en")


class SpareEar:
    """What is heard of an evening, without a network."""

    club = CLUB

    def __init__(self, evening: Evening) -> None:
        self.changed, self.state = 1, "ready"
        self.trouble: Text | None = None
        self.heard, self.asked = evening, 0

    def evening(self) -> Evening:
        self.asked += 1
        return self.heard


class Television:
    """The board in the test window, with a clock of its own."""

    def __init__(self, ui: UI, tables: int) -> None:
        self.ui, self.now = ui, NOW
        self.ear = SpareEar(board_of(tables, NOW).evening())
        self.app = BoardApp(self.ear, ENGLISH, lambda: self.now)
        self.ended = 0
        self.app.stop = self.end  # type: ignore[method-assign]
        self.face = ui.show(self.app.build())

    def end(self, *_: Any) -> None:
        self.ended += 1

    def texts(self) -> str:
        """All words on it."""
        self.ui.frames(2)
        return "\n".join(inspect.texts())

    def names(self) -> list[str]:
        """The tables that are shown."""
        self.ui.frames(2)
        return [card.card.title for card in self.face.cards]


@pytest.fixture
def forty(ui: UI) -> Iterator[Television]:
    """A board of forty tables on a wide screen."""
    ui.resize(1280, 720)
    shown = Television(ui, 40)
    yield shown
    shown.app.on_stop()
    ui.clear()
    ui.resize(800, 480)


def test_forty_tables_are_shown_page_by_page_every_twelve_seconds(forty: Television) -> None:
    names = [table.label for table in forty.ear.heard.tables]
    assert len(names) == 40 and forty.face.pages == 7
    assert forty.names() == names[:6]
    forty.ui.until(lambda: forty.face.step, 13)
    seen = forty.names()
    assert seen == names[6:12]
    forty.ui.wait(10)
    assert forty.names() == seen, "nothing moves in between"
    for step in range(2, 8):
        forty.ui.until(lambda step=step: forty.face.step == step, 13)
        seen += forty.names()
    assert seen == names[6:] + names[:6], "after the last page comes the first"


def test_where_tables_have_gone_the_page_that_is_shown_has_some(forty: Television) -> None:
    for _ in range(5):
        forty.face.turn()
    told = forty.texts()
    # The tournament table has pages of its own, and stands on one of them.
    assert all(int(n) <= int(of) for n, of in re.findall(r"^(\d+) / (\d+)$", told, re.MULTILINE))
    assert "6 / 7" in told
    forty.ear.heard, forty.ear.changed = board_of(10, NOW).evening(), 2
    forty.ui.wait(0.6)
    assert forty.face.pages == 2 and forty.names()
    forty.ear.heard, forty.ear.changed = Evening(), 3
    forty.ear.state, forty.ear.trouble = "lost", LOST
    forty.ui.wait(0.6)
    told = forty.texts()
    assert "The connection to club.local is lost." in told and "What was known then" not in told
    for state, words in (("starting", "The broker is being called …"), ("ready", "No table has told anything")):
        forty.ear.state, forty.ear.trouble = state, None
        forty.ui.wait(0.6)
        assert words in forty.texts().replace("\n", " ")


def test_what_is_not_changed_is_not_asked_for_again(forty: Television) -> None:
    asked = forty.ear.asked
    forty.ui.wait(3)
    assert forty.ear.asked == asked
    forty.ear.changed += 1
    forty.ui.wait(0.6)
    assert forty.ear.asked == asked + 1
    forty.now += timedelta(minutes=1)
    forty.ui.wait(0.6)
    assert forty.ear.asked == asked + 2, "the clock and the ages go on"


def test_a_lost_broker_is_told_and_what_was_known_stays_greyed_with_its_age(forty: Television) -> None:
    before = forty.names()
    assert "Tables here: 36 of 40 · 1 / 7" in forty.texts()
    forty.ear.state, forty.ear.trouble = "lost", LOST
    forty.ui.wait(0.6)
    since = f"{NOW.astimezone():%H:%M}"
    told = forty.texts()
    assert f"No connection since {since}. What was known then is shown." in told
    assert "The connection to club.local is lost." in told
    assert "Tables here" not in told, "nobody knows that now"
    assert forty.names() == before and all(card.card.quiet for card in forty.face.cards)
    forty.ear.trouble = T("Its certificate has expired.")
    forty.ui.wait(0.6)
    assert "Its certificate has expired." in forty.texts()
    forty.now += timedelta(minutes=5)
    forty.ui.wait(0.6)
    told = forty.texts()
    assert "5 min ago" in told and f"No connection since {since}." in told
    forty.ear.state, forty.ear.trouble = "ready", None
    forty.ui.wait(0.6)
    assert "No connection" not in forty.texts()
    assert [card.card.quiet for card in forty.face.cards].count(True) == 1, "the one table that is not there"


def test_escape_q_and_a_tap_on_the_cross_close_it(forty: Television) -> None:
    forty.ui.window.dispatch("on_key_down", 27, 41, None, [])
    forty.ui.window.dispatch("on_key_down", ord("q"), 20, "q", [])
    forty.ui.window.dispatch("on_key_down", ord("w"), 26, "w", [])
    assert forty.ended == 2
    finger = forty.ui.down(forty.face.cross)
    forty.face.turn()
    forty.ui.up(finger)
    assert forty.ended == 3, "also where the page turns under the finger"


# words


def test_a_card_says_how_a_table_stands() -> None:
    tables = {table.label: table for table in board_of(10, NOW).evening().tables}
    cards = {name: card_of(table, ENGLISH, False, NOW) for name, table in tables.items()}
    one = cards["Table 1"]
    assert (one.round, one.short, one.quiet) == ("Round 1", "Now: Anna", False)
    assert (one.seats[0].name, one.seats[0].acts) == ("Anna", True)
    won = cards["Table 4"]
    assert won.over and won.sign == "finished" and sum(seat.won for seat in won.seats) == 1
    assert cards["Table 6"].sign == "not there, 5 min ago" and cards["Table 6"].quiet
    assert cards["Table 7"].sign == "no game"
    assert cards["Table 8"].sign == "speaks another version" and not cards["Table 8"].seats
    assert cards["Table 9"].sign == "put away"
    assert cards["Table 10"].sign == "can’t be read"


def test_a_free_table_tells_who_won_last_and_an_age_below_a_minute_is_now() -> None:
    players = (Placed(seat="red", name="Anna", place=1, won=True), Placed(seat="blue", name="Béla", place=2))
    game = Finished(record="one", game="pit", title="The Pit", ended="2026-03-14T20:00:00Z", players=players)
    table = Table(id="0" * 32, online=True, state=State(), games=(game,))
    assert card_of(table, ENGLISH, False, NOW).line == "Last: The Pit, won by Anna"
    nobody = msgspec.structs.replace(game, players=(Placed(seat="red", name="Anna", place=1),))
    last = msgspec.structs.replace(table, games=(game, nobody))
    assert card_of(last, ENGLISH, False, NOW).line == "Last: The Pit, nobody won"
    playing = State(status="playing", practice=True, at=f"{NOW:%Y-%m-%dT%H:%M:%SZ}")
    tried = Table(id="0" * 32, online=True, state=playing)
    assert card_of(tried, ENGLISH, False, NOW).sign == "practice"
    ahead = msgspec.structs.replace(tried, clock_off_s=900)
    assert card_of(ahead, ENGLISH, False, NOW).sign == ENGLISH.say(CLOCK)
    ended = State(status="finished", seats=(Seat(seat="red", name="Ann", points=1),))
    assert card_of(Table(id="0" * 32, online=True, state=ended), ENGLISH, False, NOW).line == "Nobody won"
    for seconds, told in ((59, "just now"), (60, "1 min ago")):
        state = State(status="playing", at=f"{NOW - timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%SZ}")
        assert card_of(Table(id="0" * 32, online=True, state=state), ENGLISH, True, NOW).sign == told
    over = Table(id="0" * 32, online=True, state=State(status="finished", round={"en": "Round 5"}, at="never"))
    assert card_of(over, ENGLISH, False, NOW).round == "", "how it ended says enough"


def test_the_tournament_table_has_pages_and_each_figure_in_its_column(ui: UI) -> None:
    rows = tuple(Standing(n, False, f"P{n:02}", n + 40, Fraction(n, 2), Fraction(n + 100)) for n in range(1, 31))

    def seen(page: int) -> list[str]:
        view = StandingsView(ENGLISH, standings=Standings(rows, 30), page=page, pos=(0, 0), size=(258, 400))
        ui.show(view)
        found = inspect.texts()
        ui.clear()
        return found

    first, last = seen(0), seen(2)
    assert "1 / 3" in first and "P01" in first and "P30" not in first
    assert "3 / 3" in last and "P30" in last and "P01" not in last
    assert last[last.index("P30") :][1:4] == ["70", "15", "130"]
    assert seen(3) == first, "after the last page comes the first"


def test_whoever_must_act_and_whoever_has_won_stand_out_while_that_is_known() -> None:
    def boxes(quiet: bool = False, **more: bool) -> list[Any]:
        found: list[Any] = []
        words: Any = lambda *_, **__: 10.0  # noqa: E731
        pen: Any = SimpleNamespace(
            box=lambda *said: found.append(said[4:7]), seat_disc=words, disc=words, text=words, measure=words
        )
        one = SeatLine("red", "Anna", "3", **more)
        CardView._seat(pen, Card("Table 1", quiet=quiet), one, 0, 0, 200, 30, 1.0)
        return found

    assert boxes(acts=True) == [("lapis", 6)] and boxes(acts=True, quiet=True) == []
    assert boxes(won=True) == [(None, 6, "gold")] and boxes(won=True, quiet=True) == [(None, 6, "sand_3")]
    assert boxes() == []


def test_what_another_table_makes_up_is_drawn_as_it_can_be() -> None:
    state = State(
        status="playing",
        game="../../secret",
        title="Gåme \U0001f600",
        at="never",
        turn=("red",),
        seats=(Seat(seat="plaid", name="\U0001f600", points=-7), Seat(seat="red", name="Ann", points=1, left=40)),
        prompt={"xx": "\u2190 \U0001f600 go"},
    )
    card = card_of(Table(id="0" * 32, online=True, state=state), ENGLISH, False, NOW)
    assert (card.game, card.title_of_game) == ("", "Gåme ?")
    assert card.line == "? ? go"
    assert card.seats == (("", "?", "−7", False, False), ("red", "Ann", "40", True, False))


def test_the_language_is_the_chosen_one_else_that_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion import config

    monkeypatch.delenv("CARTOUCHE_LANG", raising=False)
    assert club_board.language_of(tmp_path).code == "en"
    config.save(config.changed(config.Settings(), language="hu"), tmp_path)
    assert club_board.language_of(tmp_path).code == "hu"
    monkeypatch.setenv("CARTOUCHE_LANG", "ru")
    assert club_board.language_of(tmp_path).code == "ru"
    assert club_board.language_of(tmp_path, "en").code == "en"


def test_the_command_opens_it_in_its_language_and_says_where_there_is_no_display(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.club import way
    from companion.ui import app, boot
    from tests.kit.commands import run

    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path))
    monkeypatch.setattr(boot, "prepare", lambda **_: None)
    monkeypatch.setattr(boot, "has_display", lambda: False)
    way.change(tmp_path, host="club.local")
    before = (tmp_path / "club.json").read_bytes()
    done = run("club", "board", "--lang", "hu")
    assert done.code == app.NO_DISPLAY
    assert "Itt nincs kijelző." in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["club.json"]
    assert (tmp_path / "club.json").read_bytes() == before


def test_the_ear_is_let_go_when_the_board_is_closed_or_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.club.collector import Collector
    from companion.ui import app, boot
    from companion.ui.club_board import app as board_app

    monkeypatch.setattr(boot, "prepare", lambda **_: None)
    monkeypatch.setattr(boot, "has_display", lambda: True)
    monkeypatch.setattr(app, "no_window", lambda: None)
    ended: list[str] = []
    ear = SimpleNamespace(stop=lambda: ended.append("ear"))
    monkeypatch.setattr(Collector, "from_settings", lambda _: ear)

    def shown(heard: Any, said: Language) -> Any:
        assert heard is ear
        return SimpleNamespace(run=lambda: ended.append(said.code))

    monkeypatch.setattr(board_app, "BoardApp", shown)
    assert club_board.run(tmp_path, "hu") == 0 and ended == ["hu", "ear"]
    monkeypatch.setattr(board_app, "BoardApp", lambda *_: SimpleNamespace(run=lambda: 1 // 0))
    with pytest.raises(ZeroDivisionError):
        club_board.run(tmp_path)
    assert ended == ["hu", "ear", "ear"]
