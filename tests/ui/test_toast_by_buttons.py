"""The toast of what a device did: the newest words alone, for six seconds in all, its undo for its own move only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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


@pytest.mark.parametrize("does", [lambda hands: hands.press("seat1"), lambda hands: hands.read("04A1B2")])
def test_what_is_for_the_table_is_answered_on_any_other_screen_of_the_game(
    table: Sitting, hands: Hands, does: Callable[[Hands], None]
) -> None:
    table.context.go("settings")
    hands.heard()
    does(hands)
    (toast,) = toasts(table)
    assert toast.text == "First finish what is on the screen. Nothing has changed."
    assert hands.heard() == ["refused"] and table.session.n == 0
    does(hands)
    assert len(toasts(table)) == 1
    table.ui.wait(6.5)
    assert toasts(table) == []


def test_where_no_game_is_on_nothing_is_said(table: Sitting, hands: Hands) -> None:
    table.context.home()
    hands.heard()
    hands.press("seat1")
    hands.read("04A1B2")
    assert toasts(table) == [] and hands.heard() == []
