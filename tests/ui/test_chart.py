"""The chart of a result: its scale, its dashes, its discs. No screen but for Kivy's own import."""

from __future__ import annotations

import pytest

from companion.ui import chart
from tests.kit import inspect
from tests.kit.ui import UI


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 112, (0, 150, 50)), (0, 40, (0, 40, 10)), (0, 3, (0, 3, 1)), (0, 0, (0, 1, 1)), (-6, 30, (-10, 30, 10))],
)
def test_the_grid_has_round_numbers_and_at_most_four_steps(low: int, high: int, expected: tuple[int, int, int]) -> None:
    bottom, top, step = chart.scale(low, high)
    assert (bottom, top, step) == expected
    assert bottom <= low <= high <= top
    assert (top - bottom) // step <= 4


def test_discs_that_would_overlap_are_pushed_apart() -> None:
    assert chart.spread([100, 102, 300], 27, 0, 320) == [100, 127, 300]


def test_discs_stay_inside_the_chart() -> None:
    assert chart.spread([318, 319, 320], 27, 0, 320) == [266, 293, 320]


def test_a_broken_line_has_strokes_of_the_given_lengths() -> None:
    strokes = chart.pattern([(0, 0), (30, 0)], (10, 5))
    assert strokes == [[(0, 0), (10, 0)], [(15, 0), (25, 0)]]


def test_every_seat_has_a_pattern_of_its_own() -> None:
    from companion.ui import theme

    assert set(chart.DASHES) == set(theme.SEATS)
    assert len(set(chart.DASHES.values())) == len(chart.DASHES)


def test_labels_stand_at_even_distances_and_the_last_one_always() -> None:
    assert chart.ticks([10, 20, 30, 40, 50, 60], 10) == [0, 1, 2, 3, 4, 5]
    assert chart.ticks([10, 20, 30, 40, 50, 60], 20) == [1, 3, 5]
    assert chart.ticks([10, 20, 30, 40, 50], 20) == [1, 4]
    assert chart.ticks([50], 20) == [0]
    assert chart.ticks([], 20) == []


def test_the_numbers_at_the_left_have_room_however_long_they_are(ui: UI) -> None:
    ui.show(chart.Chart([(0, {"red": 0}), (3, {"red": -1200})], ["red"], [], "points", pos=(0, 100), size=(464, 200)))
    assert "−1500" in inspect.texts()
    assert inspect.problems() == []
    ui.clear()
