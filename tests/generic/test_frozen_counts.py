"""The number of ways to play on from fixed positions stays as it is, and two ways of counting agree (P22)."""

from __future__ import annotations

import pytest

from tests.generic.counting import counts, frozen, pool_of, tried_out
from tests.generic.tables import TABLES, Table, nodes, walk

COUNTED = [table for table in TABLES if not table.name.startswith("scorekeeper")]
EVERY = pytest.mark.parametrize("table", COUNTED, ids=lambda table: table.name)


@EVERY
def test_the_number_of_ways_to_play_on_is_as_frozen(table: Table) -> None:
    assert counts(table) == frozen()[table.name]


@EVERY
def test_trying_every_move_finds_the_same_moves(table: Table) -> None:
    of, pool = walk(table), pool_of(table)
    for n in nodes(of, 8):
        assert tried_out(table, of.states[n], pool) == set(table.game.legal_moves(of.states[n])) & pool
        assert set(table.game.legal_moves(of.states[n])) <= pool
