"""Lists of games: what a list shows agrees with the games themselves, and nothing is replayed to show it."""

from __future__ import annotations

import random
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.table import beside, branch, history
from companion.table.errors import JournalError
from companion.table.journal import Journal
from companion.table.session import Session
from tests.kit.many_games import many
from tests.kit.toy import toy_installed
from tests.table.quarry_table import journal_path, play_on, started


def test_nothing_is_listed_before_the_first_game(journal: Journal) -> None:
    assert (history.games(journal), history.unfinished(journal)) == ((), None)


@pytest.mark.parametrize("moves", [0, 1, 2, 3, 4, 30])
def test_the_summary_agrees_with_the_game(journal: Journal, game: Any, moves: int) -> None:
    session = started(journal, game)
    play_on(session, moves, random.Random(4))
    (summary,) = history.games(journal)
    assert (summary.id, summary.game, summary.mode, summary.n) == ("first", "quarry", "referee", session.n)
    assert summary.names == {"red": "Anna", "blue": "Béla"}
    assert summary.status == session.status == ("finished" if moves == 30 else "playing")
    assert summary.round == game.phases(session.state)[0]
    assert summary.prompt == session.decision.prompt
    outcome = session.outcome
    if outcome is None:
        assert summary.scores == {s.seat: s.points for s in game.standings(session.state)}
    else:
        assert (summary.scores, summary.winners, summary.result) == (outcome.scores, outcome.winners, outcome.text)


def test_the_summary_follows_what_is_taken_back(journal: Journal, game: Any) -> None:
    session = started(journal, game, tokens=False)
    play_on(session, 30, random.Random(4))
    session.undo()
    (summary,) = history.games(journal)
    assert (summary.status, summary.n, summary.winners, summary.result) == ("playing", session.n, (), None)


def test_the_game_to_go_on_with_is_the_newest_that_nobody_ended(journal: Journal, game: Any) -> None:
    started(journal, game, "one")
    started(journal, game, "two")
    play_on(started(journal, game, "three", tokens=False), 30, random.Random(1))
    assert [summary.id for summary in history.games(journal)] == ["three", "two", "one"]
    found = history.unfinished(journal)
    assert found is not None and found.id == "two"
    history.put_away(journal, "two")
    found = history.unfinished(journal)
    assert found is not None and found.id == "one"


def test_games_come_by_when_they_were_begun_wherever_that_was(journal: Journal) -> None:
    here = many(journal, 3, away=1, kinds=("aton",), since=datetime(2026, 2, 1, tzinfo=UTC))
    elsewhere = many(journal, 3, kinds=("aton",), since=datetime(2025, 8, 1, tzinfo=UTC), seed=5)
    found = history.games(journal)
    days = [summary.started for summary in found]
    assert days == sorted(days, reverse=True) and {one.id for one in found} == {*here, *elsewhere}
    assert [one.id for one in found] != [*reversed(elsewhere), *reversed(here)], "not as they came into the journal"
    assert [one.id for one in beside.games(journal.path)] == [one.id for one in found]


def test_the_game_that_was_played_last_goes_on_not_one_that_came_from_elsewhere(tmp_path: Path, game: Any) -> None:
    now = [datetime(2026, 5, 1, 18, tzinfo=UTC)]
    with Journal.open(journal_path(tmp_path), clock=lambda: now[0]) as journal:
        ours = started(journal, game, "ours")
        started(journal, game, "theirs")
        now[0] += timedelta(hours=1)
        play_on(ours, 1, random.Random(1))
        found = history.unfinished(journal)
        assert found is not None and found.id == "ours"


def test_a_game_is_played_on_from_a_move_in_one_commit(journal: Journal, game: Any) -> None:
    old = started(journal, game)
    play_on(old, 5, random.Random(4))
    for n in (0, 3):
        fresh = Session.look_at(journal, branch.play_on(old, n))
        assert [line.move for line in fresh.lines] == [line.move for line in old.lines[:n]]
        assert (fresh.state, fresh.status) == (old.results[n - 1].state if n else old.first, "playing")
        listed = next(one for one in history.games(journal) if one.id == fresh.header.id)
        assert (listed.n, listed.prompt) == (n, fresh.decision.prompt)
        assert play_on(Session.resume(journal, fresh.header.id), 1, random.Random(2)) == 1
    assert Session.look_at(journal, "first").n == 5


def test_where_the_disk_fails_no_half_of_a_game_is_left(tmp_path: Path, game: Any) -> None:
    with Journal.open(journal_path(tmp_path)) as journal:
        old = started(journal, game)
        play_on(old, 5, random.Random(4))
        rows = len(journal.listed())
        journal._connection.set_authorizer(
            lambda act, table, *_: (
                sqlite3.SQLITE_DENY if (act, table) == (sqlite3.SQLITE_INSERT, "log") else sqlite3.SQLITE_OK
            )
        )
        with pytest.raises(JournalError):
            branch.play_on(old, 3)
        journal._connection.set_authorizer(None)
        assert len(journal.listed()) == rows


def test_putting_away_works_once_and_keeps_what_is_known(journal: Journal, game: Any) -> None:
    session = started(journal, game)
    play_on(session, 3, random.Random(1))
    before = history.games(journal)[0]
    history.put_away(journal, "first")
    history.put_away(journal, "first")
    after = history.games(journal)[0]
    assert after.status == "put_away"
    assert (after.n, after.scores, after.round) == (before.n, before.scores, before.round)
    assert [entry.kind for entry in journal.entries("first")].count("put_away") == 1
    assert Session.resume(journal, "first").status == "playing"


def test_a_game_that_is_not_installed_is_listed_all_the_same(tmp_path: Path) -> None:
    with toy_installed() as game, Journal.open(journal_path(tmp_path)) as journal:
        play_on(started(journal, game), 3, random.Random(1))
    with Journal.open(journal_path(tmp_path)) as journal:
        assert [(s.game, s.n) for s in history.games(journal)] == [("quarry", 3)]
        history.put_away(journal, "first")
        assert history.games(journal)[0].status == "put_away"


def test_a_summary_lost_in_mending_is_made_again(journal: Journal, game: Any) -> None:
    session = started(journal, game)
    play_on(session, 3, random.Random(1))
    before = history.games(journal)
    journal.set_summary("first", None)
    assert journal.listed()[0].summary is None
    assert history.games(journal) == before
    assert journal.listed()[0].summary is not None


def test_without_its_rules_a_lost_summary_still_tells_where_the_game_stands(tmp_path: Path) -> None:
    with toy_installed() as game, Journal.open(journal_path(tmp_path)) as journal:
        session = started(journal, game)
        play_on(session, 3, random.Random(1))
        session.rewind(1, ("red", "blue"))
        session.put_away()
        journal.set_summary("first", None)
    with Journal.open(journal_path(tmp_path)) as journal:
        (summary,) = history.games(journal)
        assert (summary.status, summary.n, summary.round, summary.scores) == ("put_away", 1, None, {})
