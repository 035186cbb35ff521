"""Random games of every kind, seen by a perfect camera and by one that errs in a place (every game with a sight)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.engine.sight import EMPTY, Reading, Seen
from companion.table.evidence import Evidence, changes, shown
from companion.table.seen import Doubtful, Explanation, Moves, Same, Several, Unseen, explain
from tests.generic.tables import TABLES, Table, Walk, nodes, walk
from tests.kit.readings import SURE, changed, doubted, reading_of

SEEN = [table for table in TABLES if table.game.sight is not None]
EVERY = pytest.mark.parametrize("table", SEEN, ids=lambda table: table.name)
LOOKED = 8
TRIES = 300


def evidence_of(table: Table, reading: Reading) -> Evidence:
    sight = table.game.sight
    return Evidence(sight.plan(table.box or table.game.box), reading)


def contradicts(table: Table, reading: Reading, state: Any) -> bool:
    """Whether a sure place of the reading is otherwise in `state`."""
    sight = table.game.sight
    return bool(evidence_of(table, reading).wrong(shown(sight, state)))


def same(one: Any, other: Any) -> bool:
    return bool(msgspec.structs.replace(one, n=0) == msgspec.structs.replace(other, n=0))


def ends(explained: Explanation) -> list[Any]:
    if isinstance(explained, Moves):
        return [explained.state]
    return [way.state for way in explained.ways] if isinstance(explained, Several) else []


def looks(of: Walk, at_most: int = LOOKED) -> Iterator[tuple[int, Any]]:
    """Numbers of states to look from."""
    for i in nodes(of, at_most):
        if i + 1 < len(of.states):
            yield i, of.states[i]


@EVERY
def test_a_table_that_nobody_touched_is_never_taken_for_a_move(table: Table) -> None:
    for _, state in looks(walk(table)):
        reading = reading_of(table.game, state, table.box)
        explained = explain(table.game, state, reading, box=table.box, tries=TRIES)
        told = table.game.sight.moves(state, evidence_of(table, reading).sure)
        empty = isinstance(explained, Doubtful) and not explained.spots
        assert isinstance(explained, Same | Unseen) or empty or told, explained


@pytest.mark.parametrize("game_id", sorted({table.game.id for table in SEEN}))
def test_a_true_move_that_can_be_seen_is_found_and_none_else_is_taken(game_id: str) -> None:
    found = 0
    for table in SEEN:
        if table.game.id != game_id:
            continue
        of = walk(table)
        for i, before in looks(of, 20):
            after, decision = of.states[i + 1], table.game.decision(before)
            reading = reading_of(table.game, after, table.box)
            explained = explain(table.game, before, reading, box=table.box, tries=TRIES)
            if decision.private or decision.secret:
                assert isinstance(explained, Unseen)
            elif contradicts(table, reading, before):
                assert ends(explained), explained
                assert all(not contradicts(table, reading, state) for state in ends(explained))
                if isinstance(explained, Moves):
                    assert same(explained.state, of.states[i + len(explained.moves)]), (explained.moves, of.moves[i])
                found += 1
    assert found >= 5


@EVERY
def test_what_is_found_for_several_true_moves_agrees_with_every_sure_place(table: Table) -> None:
    of = walk(table)
    for i, before in looks(of):
        for later in of.states[i + 2 : i + 4]:
            reading = reading_of(table.game, later, table.box)
            explained = explain(table.game, before, reading, box=table.box, tries=TRIES)
            assert all(not contradicts(table, reading, state) for state in ends(explained))


@EVERY
def test_a_place_that_was_read_wrong_is_never_passed_over(table: Table) -> None:
    of, draw = walk(table), random.Random(table.name)
    sight = table.game.sight
    plan = sight.plan(table.box or table.game.box)
    for i, before in looks(of):
        true = reading_of(table.game, of.states[i + 1], table.box)
        one = draw.choice(true.seen) if true.seen else None
        spot = None if one is None else plan.spot(one.spot)
        if one is None or spot is None:
            continue
        allowed = sight.shows(of.states[i + 1]).get(one.spot, ())
        wrong = [label for label in (*spot.labels, EMPTY) if label not in allowed]
        if not wrong:
            continue
        reading = changed(true, Seen(one.spot, draw.choice(wrong), SURE, True))
        explained = explain(table.game, before, reading, box=table.box, tries=TRIES)
        assert not isinstance(explained, Same) or not contradicts(table, reading, before)
        assert all(not contradicts(table, reading, state) for state in ends(explained))


@EVERY
def test_a_move_whose_every_place_is_covered_is_never_taken(table: Table) -> None:
    of = walk(table)
    for i, before in looks(of):
        after = of.states[i + 1]
        a, b = shown(table.game.sight, before), shown(table.game.sight, after)
        reading = reading_of(table.game, after, table.box)
        groups = {group for group in {*a.sums, *b.sums} if a.sums.get(group) != b.sums.get(group)}
        members = {spot for group in groups for spot in evidence_of(table, reading).groups[group]}
        spots = [one.spot for one in reading.seen if one.spot in members or one.spot in changes(a, b)]
        if any(spot in a.places for spot in spots):
            explained = explain(table.game, before, doubted(reading, spots), box=table.box, tries=TRIES)
            assert not isinstance(explained, Moves | Same), explained
