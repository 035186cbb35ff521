"""What is told of a finished game: ranking, who began, where the points came from, how long it took; and made again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.engine.errors import InputError
from companion.engine.event import Event
from companion.engine.parts import CORRECTIONS, DURING_PLAY
from companion.engine.position import Outcome, Standing
from companion.engine.text import T
from companion.games import find_game
from companion.table import beside, ending, history
from companion.table.errors import JournalError
from companion.table.history import Summary
from companion.table.journal import Journal
from companion.table.scorekeeper import Scorekeeper, scorekeeper_of
from companion.table.scorekeeper.position import Add, Correct, Finish, NextTurn, UseSheet
from companion.table.session import Session
from companion.table.storage import JOURNAL
from companion.table.summary import Stored, encode, read_text
from tests.kit.many_games import many
from tests.kit.sitting import header_of
from tests.kit.toy import toy_installed
from tests.table.quarry_table import started

SEATS = ("red", "blue")


class Hands:
    """A clock that goes on by hand."""

    def __init__(self) -> None:
        self.time = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def on(self, **how_long: float) -> None:
        """Let time go by."""
        self.time += timedelta(**how_long)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def journal(tmp_path: Path, hands: Hands) -> Iterator[Journal]:
    with Journal.open(tmp_path / JOURNAL, clock=hands) as opened:
        yield opened


@pytest.fixture
def keeper() -> Scorekeeper:
    """The scorekeeper of Aton, whose sheet has an example."""
    return scorekeeper_of(find_game("aton"))


def keep(journal: Journal, keeper: Scorekeeper) -> Session:
    """A game whose points are typed, just begun."""
    header = header_of(find_game("aton"), SEATS, setup={}, mode="scorekeeper")
    return Session.start(journal, keeper, header)


def only(journal: Journal) -> Summary:
    """The one game there is, as it is listed."""
    (summary,) = history.games(journal)
    return summary


def parts(summary: Summary) -> dict[str, dict[str, int]]:
    """Points by part and seat."""
    return {part.category: dict(part.points) for part in summary.parts}


def test_typed_points_and_corrections_stand_apart_and_what_was_undone_counts_nowhere(
    journal: Journal, keeper: Scorekeeper
) -> None:
    session = keep(journal, keeper)
    # red 10, blue 4; red put right to 12 (+2) and blue to 3 (−1); blue's 30 is taken back; red 5 more.
    session.play(Add("red", 10))
    session.play(Add("blue", 4))
    session.play(Correct("table", {"red": 12, "blue": 3}))
    session.play(Add("blue", 30))
    session.undo()
    session.play(Add("red", 5))
    assert (only(journal).told, only(journal).parts) == (0, ())
    session.play(Finish("table"))
    told = only(journal)
    assert told.scores == {"red": 17, "blue": 3}
    assert parts(told) == {"typed": {"red": 15, "blue": 4}, "corrections": {"red": 2, "blue": -1}}
    assert [read_text(part.title) for part in told.parts] == [T("Typed"), CORRECTIONS[1]]
    assert (told.told, told.reason, told.ranking, told.winners) == (1, "points", (("red",), ("blue",)), ("red",))
    # Who began is not known where only points are typed.
    assert told.order == ()


def test_the_lines_of_a_sheet_are_parts_as_in_the_game_itself(journal: Journal, keeper: Scorekeeper) -> None:
    session = keep(journal, keeper)
    sheet = next(iter(keeper.sheets.values()))
    board = {"red": ["1.01", "1.02", "3.04"], "blue": ["1.09", "4.08"]}
    # Temple 1: 2 − 1 = 1 for red; temple 3: 1 for red; temple 4: a blue space at 3 for blue; a bonus of 1 for red.
    session.play(UseSheet("table", sheet.id, {"board": board, "scores": {"red": 0, "blue": 0}}))
    session.play(Finish("table"))
    told = only(journal)
    assert parts(told) == {"temple1": {"red": 1}, "temple3": {"red": 1}, "temple4": {"blue": 3}, "bonus": {"red": 1}}
    assert told.scores == {"red": 3, "blue": 3}
    assert (told.winners, told.ranking) == (("red", "blue"), (("red", "blue"),))


def test_a_finished_game_that_is_taken_back_tells_nothing_until_it_ends_again(
    journal: Journal, keeper: Scorekeeper
) -> None:
    session = keep(journal, keeper)
    session.play(Add("red", 10))
    session.play(Finish("table"))
    session.undo()
    told = only(journal)
    assert (told.status, told.told, told.ranking, told.parts, told.reason) == ("playing", 0, (), (), "")
    session.play(Add("blue", 11))
    session.play(Finish("table"))
    assert parts(only(journal)) == {"typed": {"red": 10, "blue": 11}}
    assert only(journal).winners == ("blue",)


def test_points_that_no_event_tells_stand_in_a_part_of_their_own(journal: Journal) -> None:
    """Quarry tells a token only in its points, and its last scoring only at the end."""
    with toy_installed() as game:
        session = started(journal, game)
        while (outcome := session.outcome) is None:
            session.play(session.game.legal_moves(session.state)[0])
        told = only(journal)
    assert set(parts(told)) <= {"stake", DURING_PLAY[0]}
    for seat, score in outcome.scores.items():
        assert sum(points.get(seat, 0) for points in parts(told).values()) == score


@pytest.mark.parametrize(("move", "rest"), [(Correct("table", {}), CORRECTIONS), (Finish("table"), DURING_PLAY)])
def test_what_a_step_changes_beyond_its_events_is_a_correction_only_of_a_correction(move: Any, rest: Any) -> None:
    """From 1 to 6 points, of which an event tells 3; the point that stood before is told by nothing."""
    step: Any = SimpleNamespace(
        line=SimpleNamespace(move=move),
        before=1,
        played=SimpleNamespace(events=(Event("sale", T("A sale"), points={"red": 3}),), state=6),
    )
    game: Any = SimpleNamespace(
        part=lambda event: (event.kind, event.text), standings=lambda points: [Standing("red", points, points)]
    )
    told = ending.parts(game, [step], Outcome((), "end", T("Over"), (("red",),), {"red": 6}))
    expected = {"sale": {"red": 3}, DURING_PLAY[0]: {"red": 1}}
    expected[rest[0]] = {"red": expected.get(rest[0], {}).get("red", 0) + 2}
    assert {part.category: part.points for part in told} == expected


def test_corrections_stand_last(journal: Journal, keeper: Scorekeeper) -> None:
    session = keep(journal, keeper)
    session.play(Correct("table", {"red": 2, "blue": 0}))
    session.play(Add("red", 5))
    session.play(Finish("table"))
    assert list(parts(only(journal))) == ["typed", "corrections"]


def test_the_time_at_the_table_is_told_by_the_moves_where_no_clock_has_counted_it(
    journal: Journal, hands: Hands, keeper: Scorekeeper
) -> None:
    session = keep(journal, keeper)
    hands.on(minutes=3)  # Before the first move: nothing.
    session.play(Add("red", 1))
    hands.on(minutes=7)
    session.play(NextTurn("table"))
    hands.on(days=1)  # Left alone: half an hour.
    session.play(Add("blue", 1))
    hands.on(seconds=30)
    session.play(Finish("table"))
    assert only(journal).played_s == 7 * 60 + 30 * 60 + 30


def forget(journal: Journal, record_id: str, **kept: Any) -> None:
    """Store the summary as an older Cartouche did, which told less."""
    stored = msgspec.json.decode(journal.summary(record_id) or "", type=Stored)
    old = msgspec.structs.replace(stored, told=0, ranking=(), reason="", order=(), parts=(), times={}, played_s=0)
    journal.set_summary(record_id, encode(msgspec.structs.replace(old, **kept)))


def test_what_an_older_cartouche_did_not_tell_is_made_again_one_game_at_a_time(journal: Journal) -> None:
    ids = many(journal, 4, away=1, kinds=("tutankhamen",))
    whole = {one.id: one for one in history.games(journal)}
    assert history.behind(journal) == ()
    for record_id in ids:
        forget(journal, record_id)
    finished = [one.id for one in history.games(journal) if one.status == "finished"]
    # The newest first; a game that was put away has nothing to be told yet.
    assert history.behind(journal) == tuple(finished) and len(finished) == 4
    history.bring_up(journal, finished[1])
    assert history.behind(journal) == (finished[0], *finished[2:])
    again = {one.id: one for one in history.games(journal)}[finished[1]]
    for field in ("told", "ranking", "reason", "order", "parts", "scores", "winners", "n"):
        assert getattr(again, field) == getattr(whole[finished[1]], field), field
    assert again.played_s > 0


def test_times_that_were_kept_stay_when_a_game_is_made_again(journal: Journal) -> None:
    (record_id,) = many(journal, 1, kinds=("tutankhamen",))
    times = {seat.seat: 70 + n for n, seat in enumerate(only(journal).seats)}
    forget(journal, record_id, times=times, played_s=1234)
    history.bring_up(journal, record_id)
    again = only(journal)
    assert (again.told, again.times, again.played_s) == (1, times, 1234)


def test_a_game_whose_rules_are_gone_is_listed_as_before(journal: Journal) -> None:
    with toy_installed() as game:
        session = started(journal, game)
        while session.outcome is None:
            session.play(session.game.legal_moves(session.state)[0])
    forget(journal, "first")
    before = only(journal)
    with pytest.raises(InputError):
        history.bring_up(journal, "first")
    assert only(journal) == before and history.behind(journal) == ("first",)


def test_the_games_can_be_looked_at_while_the_app_has_them_open(journal: Journal) -> None:
    ids = many(journal, 3, kinds=("tutankhamen",))
    assert beside.games(journal.path) == history.games(journal)
    history.delete(journal, ids[0])
    assert [one.id for one in beside.games(journal.path)] == [ids[2], ids[1]]
    journal.set_summary(ids[1], None)
    assert [one.id for one in beside.games(journal.path)] == [ids[2]]


@pytest.mark.parametrize("summary", ["{", '{"status": 7}', b"\xff\xfe", 12])
def test_a_journal_that_makes_no_sense_is_said_to_be_looked_at(journal: Journal, summary: object) -> None:
    many(journal, 1, kinds=("tutankhamen",))
    with closing(sqlite3.connect(journal.path)) as connection, connection:
        connection.execute("UPDATE game SET summary = CAST(? AS TEXT)", (summary,))
    with pytest.raises(JournalError) as refused:
        beside.games(journal.path)
    assert refused.value.text.message.startswith("The journal is not as it should be.")
