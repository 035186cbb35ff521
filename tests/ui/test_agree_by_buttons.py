"""Agreement: every seat taps its name or holds its button; only when all do so, something is done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.config import Tagged
from companion.games.aton import GAME
from companion.games.aton.moves import Ready
from companion.ui.table import undoing
from companion.ui.table.agree import Agreement
from tests.kit import inspect
from tests.kit.aton_games import SEATS, laid, row
from tests.kit.fake_box import Hands
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

HOLD = "holds their own button down until all do."


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(ui, tmp_path)
    sitting.start(GAME, list(SEATS), row((1, 2, 3, 4), (4, 3, 2, 1))[:3])
    yield sitting
    sitting.close()


@pytest.fixture
def hands(table: Sitting) -> Hands:
    return Hands(table.ui, table.context)


def asked(table: Sitting) -> Agreement:
    """The dialog that asks whether the last move is taken back."""
    undoing.undo_together(table.screen)
    table.ui.frames(4)
    found: Agreement = table.context.root.uppermost()
    assert isinstance(found, Agreement)
    return found


def is_open(table: Sitting) -> bool:
    return isinstance(table.context.root.uppermost(), Agreement)


def test_it_is_done_when_all_buttons_are_down_together(table: Sitting, hands: Hands) -> None:
    asked(table)
    hands.down("seat1")
    assert is_open(table) and table.session.n == 3
    hands.down("seat2")
    assert not is_open(table)
    assert [line.move for line in table.session.lines] == [Ready("red"), Ready("blue")]


def test_one_after_the_other_is_not_together(table: Sitting, hands: Hands) -> None:
    dialog = asked(table)
    hands.press("seat1")
    assert dialog.missing == ["red", "blue"] and not dialog.chips["red"].chosen
    hands.press("seat2")
    assert is_open(table) and table.session.n == 3


def test_one_taps_and_the_other_holds(table: Sitting, hands: Hands) -> None:
    dialog = asked(table)
    table.ui.tap(dialog.chips["blue"])
    assert dialog.missing == ["red"]
    hands.down("seat1")
    assert not is_open(table) and table.session.n == 2


def test_a_button_that_was_down_before_the_question_says_nothing(table: Sitting, hands: Hands) -> None:
    table.context.devices.rested()
    hands.down("seat1")
    dialog = asked(table)
    assert dialog.missing == ["red", "blue"]
    hands.up("seat1")
    assert dialog.missing == ["red", "blue"]


def test_a_box_that_is_lost_agrees_to_nothing(table: Sitting, hands: Hands) -> None:
    dialog = asked(table)
    hands.down("seat1")
    hands.lose()
    assert dialog.missing == ["red", "blue"]
    other = Hands(table.ui, table.context, "serial:other")
    other.down("seat2")
    assert is_open(table) and table.session.n == 3


def test_a_button_that_two_boxes_hold_is_down_until_both_let_go(table: Sitting, hands: Hands) -> None:
    other = Hands(table.ui, table.context, "serial:other")
    dialog = asked(table)
    hands.down("seat1")
    other.down("seat1")
    hands.up("seat1")
    assert dialog.missing == ["blue"]
    other.up("seat1")
    assert dialog.missing == ["red", "blue"]


def test_the_tag_of_a_seat_agrees_like_a_tap(table: Sitting, hands: Hands) -> None:
    table.context.change(tags={"anna": Tagged(seat="red")})
    dialog = asked(table)
    hands.read("anna")
    assert dialog.missing == ["blue"]
    hands.read("anna")
    assert dialog.missing == ["red", "blue"]


def test_a_tag_of_nobody_here_agrees_to_nothing(table: Sitting, hands: Hands) -> None:
    table.context.change(tags={"carl": Tagged(seat="green"), "card": Tagged(game="aton", thing="card:red:1")})
    dialog = asked(table)
    for tag in ("carl", "card", "nobody's"):
        hands.read(tag)
    assert dialog.missing == ["red", "blue"] and dialog.tapped == set()


def test_the_buttons_of_the_table_leave_it_and_ring_the_names(table: Sitting, hands: Hands) -> None:
    dialog = asked(table)
    hands.press("next")
    assert table.context.root.focus.spot.widget is dialog.chips["red"]
    hands.press("confirm")
    assert dialog.missing == ["blue"]
    hands.press("undo")
    assert not is_open(table) and table.session.n == 3


def test_who_left_the_question_agrees_to_nothing_any_more(table: Sitting, hands: Hands) -> None:
    dialog = asked(table)
    table.ui.tap(dialog.chips["red"])
    dialog.close()
    dialog._pressed("blue")
    assert dialog.missing == [] and table.session.n == 3


def test_of_buttons_it_speaks_only_where_a_device_with_seat_buttons_is_ready(table: Sitting) -> None:
    assert HOLD not in asked(table).hint
    table.context.root.uppermost().close()
    hands = Hands(table.ui, table.context)
    assert HOLD in asked(table).hint
    hands.lose()
    assert HOLD not in table.context.root.uppermost().hint


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)], ids=str)
@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_the_words_of_the_dialog_have_room(table: Sitting, hands: Hands, size: tuple[int, int], language: str) -> None:
    table.context.change(language=language)
    table.ui.resize(*size)
    table.ui.frames(3)
    dialog: Any = asked(table)
    assert inspect.problems(dialog) == []


def test_a_position_is_put_right_by_buttons_held_together(table: Sitting, hands: Hands) -> None:
    table.start(GAME, list(SEATS), [laid({"1.01": "blue"})])
    table.screen.open_correct()
    table.ui.frames(4)
    screen = table.screen
    table.ui.tap(screen.board.rect_of("space:2.02"))
    wanted = screen.value("space:2.02")
    table.tap_text("All agree")
    table.ui.frames(4)
    hands.down("seat2")
    assert is_open(table) and table.session.n == 1
    hands.down("seat1")
    assert table.session.n == 2 and table.session.state.owner("2.02") == wanted
