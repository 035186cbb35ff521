"""Which way the picture lies: pure geometry."""

from __future__ import annotations

import pytest

from companion.ui import facing


def test_the_picture_lies_upright_unless_it_may_turn() -> None:
    assert facing.angle("off", "s", "n") == 0
    assert facing.angle("quarter", "s", None) == 0


@pytest.mark.parametrize(("side", "turn"), [("s", 0), ("w", 90), ("n", 180), ("e", 270)])
def test_quarter_turns_bring_the_lower_edge_to_every_side(side: str, turn: int) -> None:
    assert facing.angle("quarter", "s", side) == turn


@pytest.mark.parametrize(("side", "turn"), [("s", 0), ("w", 0), ("n", 180), ("e", 0)])
def test_half_turns_only_turn_over(side: str, turn: int) -> None:
    assert facing.angle("half", "s", side) == turn


def test_turns_are_counted_from_where_the_panel_lies() -> None:
    assert facing.angle("quarter", "w", "w") == 0
    assert facing.angle("quarter", "w", "e") == 180
    assert facing.angle("half", "n", "s") == 180


def test_a_quarter_turn_uses_the_other_frame() -> None:
    assert facing.turned_frame(800, 480, 90).portrait
    assert not facing.turned_frame(800, 480, 180).portrait


@pytest.mark.parametrize(
    ("turn", "left_bottom", "right_bottom"),
    [(0, (0, 0), (800, 0)), (90, (0, 480), (0, 0)), (180, (800, 480), (0, 480)), (270, (800, 0), (800, 480))],
)
def test_the_lower_edge_of_the_picture_lies_at_the_seat(
    turn: int, left_bottom: tuple[int, int], right_bottom: tuple[int, int]
) -> None:
    frame = facing.turned_frame(800, 480, turn)
    assert facing.to_panel(0, 0, turn, 800, 480) == left_bottom
    assert facing.to_panel(frame.width, 0, turn, 800, 480) == right_bottom


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_touch_finds_back_to_the_picture(turn: int) -> None:
    x, y = facing.to_panel(123, 45, turn, 800, 480)
    assert facing.to_picture(x, y, turn, 800, 480) == (123, 45)
