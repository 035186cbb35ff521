"""Playing through a session: accepted only when it is durable, taken back by its rules, resumed as it was."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.engine.game import IllegalMove
from companion.engine.record import dump, examine
from companion.engine.text import seat
from companion.table.errors import StaleMove, UndoRefused
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.quarry_table import header, journal_path, play_on, started


def stake(game: Any, by: str, stones: int) -> Any:
    return game.decode_move({"move": "stake", "by": by, "stones": stones})


def take(game: Any, by: str, pit: int) -> Any:
    return game.decode_move({"move": "take", "by": by, "pit": pit})


def both_staked(journal: Journal, game: Any, **options: Any) -> Session:
    session = started(journal, game, **options)
    session.play(stake(game, "red", 2))
    session.play(stake(game, "blue", 1))
    return session


def kinds(session: Session) -> list[str]:
    return [entry.kind for entry in session.journal.entries(session.header.id)]


def print_of(session: Session) -> tuple[object, ...]:
    """Everything a session shows, to see that nothing has changed."""
    return (session.n, session.state.fingerprint(), session.lines, session.log(), session.decision, session.status)


def test_a_move_gets_its_number_and_is_in_the_journal(journal: Journal, game: Any) -> None:
    session = started(journal, game)
    accepted = session.play(stake(game, "red", 2), expected=1)
    assert (accepted.n, session.n, session.lines[0].n) == (1, 1, 1)
    assert session.journal.entries("first")[1].data == '{"move":"stake","by":"red","stones":2}'
    assert session.results[0].state == session.state


def test_an_illegal_move_changes_nothing(journal: Journal, game: Any) -> None:
    session = started(journal, game)
    before, entries = print_of(session), journal.entries("first")
    with pytest.raises(IllegalMove):
        session.play(stake(game, "red", 9))
    assert (print_of(session), journal.entries("first")) == (before, entries)


def test_a_second_tap_of_the_same_move_is_stale_and_harmless(journal: Journal, game: Any) -> None:
    session = started(journal, game)
    session.play(stake(game, "red", 2), expected=1)
    before = print_of(session)
    with pytest.raises(StaleMove) as stale:
        session.play(stake(game, "blue", 2), expected=1)
    assert (stale.value.expected, stale.value.due) == (1, 2)
    assert print_of(session) == before


def test_a_seat_that_does_not_play_is_refused(journal: Journal, game: Any) -> None:
    session = started(journal, game)
    with pytest.raises(InputError) as refused:
        session.play(stake(game, "yellow", 1))
    assert refused.value.text.params == {"seat": "yellow"}
    assert session.n == 0


def test_the_last_act_is_taken_back_with_what_to_put_back(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game, tokens=False)
    before = session.state
    session.play(take(game, "red", 0))
    after = session.state
    assert session.undo() == game.put_back(after, before)
    assert session.state.fingerprint() == before.fingerprint()
    assert kinds(session) == ["start", "move", "move", "move", "undo"]


def test_a_run_of_undos_does_not_cross_into_another_seats_act(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game)
    session.undo()
    refused = session.undo_refused()
    assert refused is not None
    assert refused.params == {"who": seat("red")}
    with pytest.raises(UndoRefused):
        session.undo()
    assert session.n == 1


def test_the_run_is_known_after_a_restart_too(tmp_path: Path, game: Any) -> None:
    with Journal.open(journal_path(tmp_path)) as first:
        both_staked(first, game).undo()
    with Journal.open(journal_path(tmp_path)) as second:
        session = Session.resume(second, "first")
        assert session.undo_refused() is not None
        session.play(stake(game, "blue", 3))
        assert session.undo_refused() is None


def test_nothing_is_taken_back_over_what_was_revealed(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game)
    session.play(take(game, "red", 0))
    before = session.state
    flip = game.legal_moves(session.state)[0]
    session.play(flip)
    assert session.undo_refused() == game.barrier(before, flip)
    with pytest.raises(UndoRefused):
        session.undo()
    assert session.n == 4


def test_before_the_first_move_there_is_nothing_to_take_back(journal: Journal, game: Any) -> None:
    with pytest.raises(UndoRefused):
        started(journal, game).undo()


def test_going_back_needs_every_seat(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game)
    play_on(session, 2, random.Random(3))
    with pytest.raises(UndoRefused) as refused:
        session.rewind(1, ("red",))
    assert refused.value.text.params == {"who": (seat("blue"),)}
    now = session.state
    expected = session.results[0].state
    assert session.rewind(1, ("red", "blue")) == game.put_back(now, expected)
    assert (session.n, session.state) == (1, expected)
    assert kinds(session) == ["start", *["move"] * 4, "correct"]


@pytest.mark.parametrize("n", [-1, 2, 99])
def test_going_back_goes_to_a_move_that_stands(journal: Journal, game: Any, n: int) -> None:
    session = both_staked(journal, game)
    with pytest.raises(UndoRefused):
        session.rewind(n, ("red", "blue"))
    assert session.n == 2


def test_a_finished_game_is_finished_until_its_last_move_is_taken_back(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game, tokens=False)
    play_on(session, 9, random.Random(1))
    assert session.outcome is not None
    assert session.status == "finished"
    assert kinds(session)[-2:] == ["move", "finished"]
    with pytest.raises(IllegalMove):
        session.play(take(game, "red", 0))
    session.undo()
    assert (session.outcome, session.status) == (None, "playing")
    assert play_on(session, 9, random.Random(1)) == 1
    assert session.status == "finished"


@pytest.mark.parametrize("seed", range(6))
def test_a_resumed_game_is_the_game_as_it_was(tmp_path: Path, game: Any, seed: int) -> None:
    rng = random.Random(seed)
    with Journal.open(journal_path(tmp_path)) as first:
        session = started(first, game, ruleset="LONG")
        for _ in range(20):
            if session.n and rng.random() < 0.3 and session.undo_refused() is None:
                session.undo()
            elif session.n > 2 and rng.random() < 0.15:
                session.rewind(rng.randrange(session.n), ("red", "blue"))
            else:
                play_on(session, 1, rng)
        before, series = print_of(session), session.series()
    with Journal.open(journal_path(tmp_path)) as second:
        again = Session.resume(second, "first")
        assert print_of(again) == before
        assert again.series() == series


def test_the_record_of_a_session_reads_back_whole(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game)
    play_on(session, 20, random.Random(2))
    session.rewind(5, ("red", "blue"))
    record, _, results, faults = examine(dump(session.record()).encode(), lambda _: game)
    assert faults == []
    assert record == session.record()
    assert results[-1].state.fingerprint() == session.state.fingerprint()


def test_the_log_tells_moves_events_and_every_taking_back(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game)
    session.undo()
    session.play(stake(game, "blue", 3))
    session.rewind(0, ("red", "blue"))
    session.play(stake(game, "red", 0))
    told = [(entry.kind, entry.n, entry.by) for entry in session.log() if entry.kind != "event"]
    assert told == [("undo", 1, "blue"), ("correct", 0, "table"), ("move", 1, "red")]


def test_the_chart_has_a_point_before_and_after_every_move(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game, tokens=False)
    session.play(take(game, "red", 0))
    series = session.series()
    assert [n for n, _ in series] == [0, 1, 2, 3]
    assert series[0][1] == {"red": 0, "blue": 0}
    assert series[3][1] == {s.seat: s.points for s in game.standings(session.state)}


def test_a_game_put_away_waits_until_it_is_resumed(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game)
    session.put_away()
    with pytest.raises(InputError):
        session.play(take(game, "red", 0))
    assert session.undo_refused() is not None
    assert Session.look_at(journal, "first").status == "put_away"
    assert kinds(session)[-1] == "put_away"
    again = Session.resume(journal, "first")
    again.play(take(game, "red", 0))
    assert kinds(again)[-3:] == ["put_away", "resumed", "move"]


def test_the_table_may_let_the_seed_draw_what_is_left_to_chance(journal: Journal, game: Any) -> None:
    session = both_staked(journal, game)
    with pytest.raises(InputError):
        session.toss()
    session.play(take(game, "red", 0))
    session.toss()
    drawn = session.lines[-1].move
    session.rewind(3, ("red", "blue"))
    session.toss()
    assert session.lines[-1].move == drawn


def test_a_clock_that_jumps_back_does_not_turn_a_record_round(tmp_path: Path, game: Any) -> None:
    now = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
    times = iter([now, now + timedelta(minutes=5), now - timedelta(days=400), now + timedelta(minutes=6)])
    with Journal.open(journal_path(tmp_path), clock=lambda: next(times)) as journal:
        session = both_staked(journal, game)
        session.play(take(game, "red", 0))
        assert [line.at for line in session.lines] == [
            "2026-05-01T18:05:00Z",
            "2026-05-01T18:05:00Z",
            "2026-05-01T18:06:00Z",
        ]


def test_a_header_that_does_not_fit_begins_no_game(journal: Journal, game: Any) -> None:
    with pytest.raises(InputError):
        Session.start(journal, game, header(game, "first", ("red",)))
    assert journal.listed() == ()


def test_rules_that_do_not_allow_an_accepted_move_say_which(journal: Journal, game: Any) -> None:
    started(journal, game)
    journal.append("first", [("move", '{"move":"stake","by":"red","stones":8}')])
    with pytest.raises(InputError) as refused:
        Session.resume(journal, "first")
    assert refused.value.text.params["n"] == 1
    assert len(journal.entries("first")) == 2
