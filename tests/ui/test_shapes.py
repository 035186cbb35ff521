"""Outlines and their triangles: pure geometry, no screen."""

from __future__ import annotations

import math
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

import companion.ui
from companion.ui import ink, outline
from companion.ui.ink import CLEAR, Patch

DATA = tomllib.loads((Path(companion.ui.__file__).parent / "data" / "shapes.toml").read_text(encoding="utf-8"))


def solid_area(patch: Patch) -> float:
    """Area of the triangles that are not part of the soft rim."""
    total = 0.0
    for i in range(0, len(patch.indices), 3):
        a, b, c = (patch.points[k] for k in patch.indices[i : i + 3])
        if CLEAR not in (a[2], b[2], c[2]):
            total += abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2
    return total


def test_straight_commands_absolute_and_relative() -> None:
    (stroke,) = outline.path("M4 12h16V4l-2 3z")
    assert stroke.points == ((4, 12), (20, 12), (20, 4), (18, 7))
    assert stroke.closed


def test_numbers_after_a_move_are_lines() -> None:
    (stroke,) = outline.path("M9 14 4 9l5-5")
    assert stroke.points == ((9, 14), (4, 9), (9, 4))
    assert not stroke.closed


def test_an_arc_runs_on_its_circle() -> None:
    (stroke,) = outline.path("M4 9h10a6 6 0 0 1 0 12h-3")
    assert stroke.points[-1] == (11, 21)
    bow = stroke.points[1:-1]
    assert max(x for x, _ in bow) == pytest.approx(20, abs=0.05)
    assert all(math.dist(p, (14, 15)) == pytest.approx(6, abs=1e-6) for p in bow)


@pytest.mark.parametrize(
    ("flags", "centre", "share"),
    [("0 0", (0, 0), 0.25), ("1 1", (0, 0), 0.75), ("0 1", (10, 10), 0.25), ("1 0", (10, 10), 0.75)],
)
def test_the_flags_of_an_arc_choose_among_its_four_ways(flags: str, centre: tuple[int, int], share: float) -> None:
    (stroke,) = outline.path(f"M0 10A10 10 0 {flags} 10 0", steps=40)
    assert all(math.dist(p, centre) == pytest.approx(10) for p in stroke.points)
    length = sum(math.dist(a, b) for a, b in pairwise(stroke.points))
    assert length == pytest.approx(2 * math.pi * 10 * share, rel=0.01)


def test_a_nearly_whole_circle_closes() -> None:
    (stroke,) = outline.path("M12 4a8 8 0 1 0 .01 0z")
    assert stroke.closed
    assert all(math.dist(p, (12, 12)) == pytest.approx(8, abs=0.02) for p in stroke.points)
    assert abs(ink.area(stroke.points)) == pytest.approx(math.pi * 64, rel=0.02)


def test_curves_end_where_they_say_and_s_is_smooth() -> None:
    (stroke,) = outline.path("M2 12c3-5 6.5-7 10-7s7 2 10 7")
    assert stroke.points[0] == (2, 12)
    assert stroke.points[10] == pytest.approx((12, 5))
    assert stroke.points[-1] == pytest.approx((22, 12))
    before, at, after = stroke.points[9], stroke.points[10], stroke.points[11]
    assert (at[1] - before[1]) / (at[0] - before[0]) == pytest.approx((after[1] - at[1]) / (after[0] - at[0]), abs=0.2)


@pytest.mark.parametrize("broken", ["M1 2 3", "5 5", "M1 1 Q2 2 3 3", "M1 1 L2"])
def test_what_is_no_path_is_refused(broken: str) -> None:
    with pytest.raises(ValueError):
        outline.path(broken)


@pytest.mark.parametrize("name", sorted(DATA["icon"]))
def test_every_sign_can_be_read_and_stays_on_its_grid(name: str) -> None:
    strokes = outline.path(DATA["icon"][name])
    assert strokes
    for stroke in strokes:
        assert all(0 <= x <= 24 and 0 <= y <= 24 for x, y in stroke.points), name
        assert ink.round_stroke(stroke.points, 2.4, stroke.closed).indices


def test_a_filled_square_keeps_its_area() -> None:
    square = ((0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 30.0))
    assert solid_area(ink.fill(square)) == pytest.approx(39 * 29)
    assert solid_area(ink.fill(tuple(reversed(square)))) == pytest.approx(39 * 29)


@pytest.mark.parametrize("name", ["moon", "star", "leaf", "pyramid"])
def test_triangles_fill_symbols_exactly_even_concave_ones(name: str) -> None:
    numbers = next(part["poly"] for part in DATA["symbol"][name]["parts"] if "poly" in part)
    points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    if ink.area(points) < 0:
        points = tuple(reversed(points))
    indices = ink.triangles(points)
    pieces = [
        ink.area([points[i] for i in indices[k : k + 3]]) for k in range(0, len(indices), 3)
    ]  # fmt: skip
    assert len(pieces) == len(points) - 2
    assert all(piece > -1e-9 for piece in pieces)
    assert sum(pieces) == pytest.approx(ink.area(points))


def test_a_ring_is_as_wide_as_asked() -> None:
    patch = ink.ring(outline.circle(20.0), 4)
    radii = {round(math.hypot(x, y), 1) for x, y, _ in patch.points}
    assert min(radii) == pytest.approx(17.5, abs=0.2)
    assert max(radii) == pytest.approx(22.5, abs=0.2)


def test_a_pill_ends_in_half_circles() -> None:
    points = outline.rounded(100.0, 40.0, 999.0)
    assert ink.area(points) == pytest.approx(60 * 40 + math.pi * 400, rel=0.01)
    assert max(x for x, _ in points) == pytest.approx(100)


def test_dashes_cover_their_share_and_close_evenly() -> None:
    pieces = outline.dashes(outline.rounded(60.0, 40.0, 0.0), True, 7, 5)
    drawn = sum(math.dist(a, b) for piece in pieces for a, b in pairwise(piece))
    assert drawn == pytest.approx(200 * 7 / 12, rel=0.01)
    assert len(pieces) == round(200 / 12)
