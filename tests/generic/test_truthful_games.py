"""Many truthful random games at every table: never refused, equal to the oracle, nothing lost, an end (P8 to P13)."""

from __future__ import annotations

import pytest

from companion.engine.simulate import simulate
from companion.games import game_ids
from tests.generic.tables import FEW, SOAK, TABLES, Table

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
EACH = 200
"""Truthful games of each game and number of players at least, its rulesets and boxes together."""


def games_at(table: Table) -> int:
    """How many truthful games are played at a table."""
    shared = [other for other in TABLES if (other.game.id, other.seats) == (table.game.id, table.seats)]
    return SOAK or (-(-EACH // len(shared)) if table.game.id in game_ids() else FEW)


@EVERY
def test_truthful_games_agree_with_the_oracle(table: Table) -> None:
    for seed in range(1, games_at(table) + 1):
        simulated = simulate(table.game, table.seats, table.options, f"{table.name}.{seed}", table.box)
        assert simulated.problems == (), simulated.record.header.seed
        assert simulated.outcome is not None
        assert simulated.moves <= table.game.longest
