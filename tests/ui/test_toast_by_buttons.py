"""The toast of what a device did: the newest words alone, for six seconds in all, its undo for its own move only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.aton import GAME
from companion.games.aton.moves import Ready, Unready
from companion.ui.widgets.toast import Toast
from tests.kit.aton_games import SEATS
from tests.kit.fake_box import Hands
from tests.kit.sitting import Sitting
from tests.kit.ui import UI


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(ui, tmp_path)
    sitting.start(GAME, list(SEATS))
    yield sitting
    sitting.close()


@pytest.fixture
def hands(table: Sitting) -> Hands:
    return Hands(table.ui, table.context)


def toasts(table: Sitting) -> list[Any]:
    """The toasts that lie on the table."""
    return [child for child in table.screen.children if isinstance(child, Toast)]


def test_the_newest_words_take_the_place_of_those_before(table: Sitting, hands: Hands) -> None:
    hands.press("seat6")
    (before,) = toasts(table)
    hands.press("seat1")
    (now,) = toasts(table)
    assert now.text != before.text
    assert now.text == table.screen.say(GAME.say_move(table.session.views[0], Ready("red")))


def test_a_toast_that_was_covered_comes_back_for_the_rest_of_its_time(table: Sitting, hands: Hands) -> None:
    hands.press("seat1")
    table.ui.wait(4.0)
    table.tap_tool("log")
    table.screen.dismiss()
    table.ui.frames(2)
    assert len(toasts(table)) == 1
    table.ui.wait(2.5)
    assert toasts(table) == []


def test_a_toast_whose_time_is_over_is_not_shown_again(
    table: Sitting, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.press("seat1")
    table.ui.wait(6.5)
    made: list[str] = []
    monkeypatch.setattr("companion.ui.table.toasting.Toast", lambda **more: made.append(more["text"]))
    table.screen.refresh()
    table.ui.frames(3)
    assert made == []


def test_the_undo_of_a_toast_takes_no_other_move_back(table: Sitting, hands: Hands) -> None:
    hands.press("seat1")
    (shown,) = toasts(table)
    table.session.play(Unready("red"), expected=table.session.n + 1)
    shown.dispatch("on_undo")
    assert [line.move for line in table.session.lines] == [Ready("red"), Unready("red")]


def test_the_toast_lies_above_everything_when_the_table_was_drawn_anew(table: Sitting, hands: Hands) -> None:
    hands.press("seat1")
    (shown,) = toasts(table)
    table.screen.add_widget(type(shown)(text="over it", seconds=60))
    table.screen.refresh()
    table.ui.frames(3)
    assert table.screen.children[0] is shown
