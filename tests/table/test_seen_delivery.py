"""A row of cards that was just laid out is told card by card, however many there are."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.sight import BACK
from companion.table.seen import Moves, Several, explain
from tests.generic.tables import TABLES, Table, Walk, walk
from tests.kit.readings import doubted, reading_of

LAID = ("Lay", "Laid", "Reveal", "Face", "Grave", "Revealed")
LONG = 9
"""More moves than are ever put together where people could have made others."""


def deliveries(of: Walk) -> list[tuple[int, int]]:
    """Where a row is laid out, no place of it told twice: the first move of it, and the one after the last."""
    kinds = [type(move).__name__ for move in of.moves]
    found, i = [], 0
    while i < len(kinds):
        j = i
        while j < len(kinds) and kinds[j] in LAID:
            j += 1
        places = [getattr(move, "place", None) or getattr(move, "stop", n) for n, move in enumerate(of.moves[i:j], 100)]
        if j - i > LONG and len(set(places)) == len(places):
            found.append((i, j))
        i = max(j, i + 1)
    return found


TABLES_WITH_ROWS = [table for table in TABLES if table.name in ("sobek-3", "egizia-2-practice", "egizia-3-practice")]


@pytest.mark.parametrize("table", TABLES_WITH_ROWS, ids=lambda table: table.name)
def test_a_row_just_laid_out_is_one_explanation(table: Table) -> None:
    of = walk(table)
    rows = deliveries(of)
    assert rows
    for i, j in rows:
        reading = reading_of(table.game, of.states[j], table.box)
        explained = explain(table.game, of.states[i], reading, box=table.box)
        assert isinstance(explained, Moves)
        assert len(explained.moves) > LONG and explained.state == of.states[j]


def test_a_doubtful_card_in_the_row_is_not_told() -> None:
    table = next(table for table in TABLES if table.name == "sobek-3")
    of = walk(table)
    i, j = deliveries(of)[0]
    reading = reading_of(table.game, of.states[j], table.box)
    explained: Any = explain(table.game, of.states[i], doubted(reading, ["quay:4"], BACK, 0.5), box=table.box)
    assert isinstance(explained, Moves | Several)
    way = explained.way if isinstance(explained, Moves) else explained.ways[0]
    assert {move.place for move in way.moves} == {1, 2, 3, 5, 6, 7, 8, 9}
