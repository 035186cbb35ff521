"""In every game, at the points with the most to choose or to say: the ring, the question and the toast."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import all_games
from companion.ui.table.which import WhichPanel
from tests.kit.desk import Desk, desk
from tests.kit.hand_shots import Points, read
from tests.kit.ui import UI

GAMES = [game.id for game in all_games()]


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        yield opened


def points_of(table: Desk, game_id: str) -> Points:
    return Points(table.context.journal, next(game for game in all_games() if game.id == game_id))


@pytest.mark.parametrize("game_id", GAMES)
def test_the_ring_stands_on_the_first_candidate_wherever_it_is_asked_which_one(table: Desk, game_id: str) -> None:
    points = points_of(table, game_id)
    asked = 0
    for name, found in points.found.items():
        if name.startswith("which"):
            points.standing(found, read(found.reading))(table)
            assert isinstance(table.screen.panel, WhichPanel), name
            assert table.context.root.focus.spot is not None, f"{game_id}: {name}"
            asked += 1
    assert asked
