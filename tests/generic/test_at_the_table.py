"""What people do at the table: undo, toss, correct, look away (P16, P18, P20, P21)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.simulate import check_census, check_decision
from companion.engine.wrong_moves import other_value
from companion.language import Language
from companion.table.errors import UndoRefused
from companion.table.journal import Journal
from companion.table.session import Session
from tests.generic.tables import ONLY, TABLES, Table, nodes, walk

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
TWO_WAYS = [table for table in TABLES if table.seats == table.game.colours[: table.game.seat_range[0]]]
SHORT = 60
"""So many moves of a game are played through the journal; each is a commit to the disk."""


@pytest.mark.parametrize("table", TWO_WAYS, ids=lambda table: table.name)
def test_undo_gives_the_state_before_or_says_why_not(table: Table, tmp_path: Path) -> None:  # P18
    of, game = walk(table), table.game
    with Journal.open(tmp_path / "journal.db") as journal:
        session = Session.start(journal, game, of.record.header)
        for n, move in enumerate(of.moves[:SHORT]):
            session.play(move, n + 1)
            assert session.state.fingerprint() == of.prints[n + 1]
            barrier = game.barrier(of.states[n], move)
            if shows_something(table, of.states[n], of.states[n + 1]):
                assert barrier is not None
            if n % 3 == 2 and session.undo_refused() is None:
                assert barrier is None
                session.undo()
                assert session.n == n
                assert session.state.fingerprint() == of.prints[n]
                session.play(move)
            elif barrier is not None:
                assert session.undo_refused() is not None
                with pytest.raises(UndoRefused):
                    session.undo()
        kept = session.state.fingerprint()
    with Journal.open(tmp_path / "journal.db") as journal:
        again = Session.resume(journal, of.record.header.id, lambda _: game)
        assert again.state.fingerprint() == kept
        agreed = again.rewind(again.n // 2, table.seats)
        assert again.state.fingerprint() == of.prints[min(len(of.moves), SHORT) // 2]
        assert all(Language("en").say(text) for text in agreed)


def shows_something(table: Table, before: Any, after: Any) -> bool:
    """Whether a move told by chance what nobody knew, or ended a step in which people had chosen unseen."""
    asked, then = table.game.decision(before), table.game.decision(after)
    return asked.chance or (asked.secret and not then.secret)


@pytest.mark.parametrize("table", TWO_WAYS, ids=lambda table: table.name)
def test_a_toss_draws_what_is_still_possible(table: Table, tmp_path: Path) -> None:  # P20
    game, of = table.game, walk(table)
    chances = [n for n, state in enumerate(of.states) if game.decision(state).chance][:3]
    for n in chances:
        with Journal.open(tmp_path / f"{n}.db") as journal:
            session = Session.start(journal, game, of.record.header)
            for move in of.moves[:n]:
                session.play(move)
            possible = set(game.legal_moves(session.state))
            session.toss()
            assert session.lines[-1].move in possible


@EVERY
def test_what_came_up_was_offered(table: Table) -> None:  # P20
    game, of = table.game, walk(table)
    for state, move in zip(of.states, of.moves, strict=False):
        legal = game.legal_moves(state)
        # A typed sum is one of many ways to write a number, and they are not all listed.
        typed = bool(getattr(move, "sum", "")) and type(move) in map(type, legal)
        beside = move in [choice.move for choice in game.incidents(state)]
        # People put the position right without being asked.
        corrected = type(move).__struct_config__.tag == "correct"
        assert move in legal or typed or beside or corrected, move


@EVERY
def test_corrections_lead_only_to_sound_positions(table: Table) -> None:  # P21
    game, of, said = table.game, walk(table), Language("en")
    draw = Draw(f"correct {table.name}")
    accepted = 0
    for n in nodes(of, 16):
        state = of.states[n]
        edits = game.edits(state)
        for _ in range(6 if edits else 0):
            chosen = draw.shuffled(edits)[: 1 + draw.below(3)]
            move = game.correction(state, {edit.id: other_value(edit, draw) for edit in chosen})
            assert move.by == "table"
            refusal = game.refuse(state, move)
            if refusal is not None:
                assert said.say(game.say_refusal(refusal))
                continue
            accepted += 1
            after = game.play(state, move).state
            assert said.say(game.say_move(state, move))
            assert [fault.code for fault in game.audit(after) if not fault.warning] == []
            assert check_decision(game, after, game.decision(after), game.legal_moves(after)) == []
            assert check_census(game, after) == []
            play_on(table, after, draw)
        assert state.fingerprint() == of.prints[n]
    assert accepted > 0


def play_on(table: Table, state: Any, draw: Draw) -> None:
    """After a correction the game can be played on."""
    game = table.game
    for _ in range(5):
        legal = game.legal_moves(state)
        assert bool(legal) is (game.outcome(state) is None)
        if not legal:
            return
        state = game.play(state, draw.pick(legal)).state
        assert check_census(game, state) == []


@EVERY
def test_what_people_choose_unseen_never_reaches_a_state(table: Table) -> None:  # P16
    """A state knows what its moves say: while people choose unseen, every move says who acts and no more."""
    game = table.game
    for state in walk(table).states:
        if game.decision(state).secret:
            told = {name for move in game.legal_moves(state) for name in move.__struct_fields__}
            assert told == {"by"}


def test_there_is_a_game_with_unseen_choices() -> None:
    secret = {t.game.id for t in TABLES for state in walk(t).states if t.game.decision(state).secret}
    assert secret or ONLY
