"""Who began, and where every point came from: over truthful games of every game, number of players, ruleset and box."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.engine.game import Game, State
from companion.engine.parts import CORRECTIONS, DURING_PLAY
from companion.games import find_game, game_ids
from companion.table import ending
from companion.table.log import Step
from companion.table.scorekeeper import scorekeeper_of
from tests.generic.tables import ONLY, SOAK, TABLES, Table
from tests.kit.many_games import Evening, truthful

GAMES = SOAK or 2
EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


PLAYED: dict[str, list[Evening]] = {}


def evenings(table: Table) -> list[Evening]:
    """A few truthful games at a table, played once for all tests."""
    if table.name not in PLAYED:
        every = range(GAMES)
        PLAYED[table.name] = [truthful(table.game, table.seats, table.options, f"parts {n}", table.box) for n in every]
    return PLAYED[table.name]


def points(game: Game[Any], state: State) -> Counter[str]:
    """Points by seat as the table sees them."""
    return Counter({standing.seat: standing.points for standing in game.standings(state)})


def told(step: Step) -> Counter[str]:
    """Points by seat that the events of a step tell."""
    found: Counter[str] = Counter()
    for event in step.played.events:
        found.update(event.points if event.scoring is None else {})
        for line in event.scoring.lines if event.scoring else ():
            found.update(line.points)
    return found


@EVERY
def test_the_parts_of_the_points_make_up_every_final_score(table: Table) -> None:
    for evening in evenings(table):
        parts = ending.parts(table.game, evening.steps, evening.outcome)
        assert len({part.category for part in parts}) == len(parts)
        for seat, score in evening.outcome.scores.items():
            assert sum(part.points.get(seat, 0) for part in parts) == score, (evening.header.id, seat)
        assert all(any(part.points.values()) for part in parts)


@pytest.mark.parametrize("table", [t for t in TABLES if t.game.id in game_ids()], ids=lambda table: table.name)
def test_events_tell_of_every_point_that_a_move_brings(table: Table) -> None:
    """Without this the parts would add up all the same, with what is not told in the part for everything else."""
    for evening in evenings(table):
        before = points(table.game, evening.first)
        assert not +before
        for step in evening.steps:
            after = points(table.game, step.played.state)
            kind = step.line.move.__struct_config__.tag
            if kind not in ("correct", "leave"):
                told_by = told(step)
                change = {seat: after[seat] - before[seat] for seat in table.seats}
                assert change == {seat: told_by[seat] for seat in table.seats}, (evening.header.id, step.line.n)
            before = after
        assert before == Counter(evening.outcome.scores)


@EVERY
def test_the_seats_begin_in_an_order_that_is_settled_once(table: Table) -> None:
    evening = evenings(table)[0]
    order = ending.order(table.game, evening.first, evening.steps)
    assert order == () or sorted(order) == sorted(table.seats)
    # What was drawn before play tells who begins, in one way or the other; where it does not, all begin at once.
    drawn = evening.header.setup
    if table.game.id in game_ids():
        assert (
            (list(order) == drawn["chips"])
            if "chips" in drawn
            else order[:1] == tuple(filter(None, [drawn.get("first")]))
        )
    else:
        assert order == ()


@pytest.mark.parametrize("game", [find_game(game_id) for game_id in game_ids()], ids=lambda game: game.id)
def test_a_correction_can_be_told_from_other_moves(game: Game[Any]) -> None:
    """By its tag; what it changes stands in a part of its own."""
    for rules in (game, scorekeeper_of(game)):
        assert "correct" in {kind.__struct_config__.tag for kind in rules.move_types}
    assert CORRECTIONS[0] != DURING_PLAY[0]


def test_every_game_is_looked_at() -> None:
    assert {table.game.id for table in TABLES} >= set(game_ids()) or ONLY
