"""Logical pixels on real screens: the table of design section 2."""

from __future__ import annotations

import pytest

from companion.ui.layout import Frame, Rect

SCREENS = [
    # width, height, unit, logical size, extra
    (800, 480, 1.0, (800, 480), 0),
    (1024, 600, 1.25, (819, 480), 19),
    (1280, 720, 1.5, (853, 480), 53),
    (720, 1280, 1.5, (480, 853), 0),
    (480, 800, 1.0, (480, 800), -53),
]


@pytest.mark.parametrize(("width", "height", "unit", "logical", "extra"), SCREENS)
def test_the_screens_of_the_design(width: int, height: int, unit: float, logical: tuple[int, int], extra: int) -> None:
    frame = Frame(width, height)
    assert frame.unit == pytest.approx(unit)
    assert frame.logical == logical
    assert frame.extra == extra
    assert frame.portrait == (height > width)


def test_origin_is_at_the_top_left_and_kivys_at_the_bottom() -> None:
    assert Frame(800, 480).rect(0, 0, 800, 64) == Rect(0, 416, 800, 64)
    assert Frame(800, 480).rect(540, 94, 260, 386) == Rect(540, 0, 260, 386)
    assert Frame(1280, 720).rect(8, 115, 50, 76) == Rect(12, 720 - round(191 * 1.5), 75, 114)


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720), (720, 1280), (1366, 768), (480, 800)])
def test_neighbours_stay_neighbours_and_the_far_edge_is_the_screens(size: tuple[int, int]) -> None:
    frame = Frame(*size)
    for x in range(0, 460, 7):
        left, right = frame.rect(x, 10, 7, 9), frame.rect(x + 7, 10, 7, 9)
        assert left.right == right.x
    whole = frame.rect(0, 0, *frame.logical)
    assert whole == Rect(0, 0, *size)


def test_a_squarer_screen_gets_even_margins() -> None:
    frame = Frame(1024, 768)
    assert frame.unit == pytest.approx(1.28)
    assert frame.logical == (800, 480)
    top = frame.rect(0, 0, 800, 64)
    bottom = frame.rect(0, 416, 800, 64)
    assert 768 - top.top == bottom.y == 77


def test_points_come_back() -> None:
    for frame in (Frame(1280, 720), Frame(1024, 768), Frame(600, 800)):
        for x, y in ((0, 0), (100, 50), frame.logical):
            back = frame.logical_point(*frame.point(x, y))
            assert back == pytest.approx((x, y), abs=0.5)


def test_a_quarter_turn_swaps_the_sides() -> None:
    assert Frame(800, 480).turned().logical == (480, 800)


def test_no_length_vanishes() -> None:
    assert Frame(800, 480).px(0.2) == 1
    assert Frame(800, 480).px(0) == 0
