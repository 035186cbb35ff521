"""In every game, at the points with the most to choose or to say: the ring, the question and the toast."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import all_games
from companion.ui.table.proposing import TELLING
from companion.ui.table.which import WhichPanel
from tests.kit import inspect
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


@pytest.mark.parametrize("game_id", GAMES)
def test_the_longest_refusal_leaves_the_tools_and_the_sentence_free(table: Desk, game_id: str) -> None:
    points = points_of(table, game_id)
    table.context.change(language="ru", text_size="large")
    seen = 0
    for name, found in points.found.items():
        if name.startswith(("refused", "played")):
            points.standing(found, read(found.reading))(table)
            toast = table.screen.proposals.toasts.toast
            assert toast is not None, name
            tools = table.screen.tools
            assert toast.y >= tools.top or not tools.parent, f"{game_id}: {name}"
            assert toast.top <= table.screen.headline.y
            assert not inspect.problems(), f"{game_id}: {name}"
            seen += 1
    assert seen >= 2


def test_a_tap_takes_the_toast_away_and_presses_nothing_under_it(table: Desk) -> None:
    points = points_of(table, "aton")
    found = points.found["refused-thing"]
    points.standing(found, read(found.reading))(table)
    screen = table.screen
    panel, toast = screen.panel, screen.proposals.toasts.toast
    table.ui.tap(toast)
    table.ui.frames(3)
    assert screen.panel is panel and toast.parent is None
    screen.refresh()
    table.ui.frames(3)
    assert screen.proposals.toasts.toast is None, "it does not come back"


def test_a_toast_does_not_cover_the_beginning_of_what_is_to_be_read(table: Desk) -> None:
    points = points_of(table, "nefertiti")
    found = points.found["refused-thing"]
    points.standing(found, read(found.reading))(table)
    screen = table.screen
    gold = next(one for one in screen.children if getattr(one, "gold", False))
    toast = screen.proposals.toasts.toast
    assert isinstance(screen.panel, TELLING)
    assert gold.top < toast.y < gold.top + 12
    assert toast.top < screen.headline.y - 60
