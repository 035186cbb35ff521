"""What is pointed at, asked about and marked: the small sums behind the panels and the steps of calibrating."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine.sight import EMPTY, Plan, Reading, Seen, Spot
from companion.engine.text import T
from companion.ui.screens.calibrate_points import STEP, PointStep, moved, nearest
from companion.ui.table.seen_asking import NOTHING, answer_words, likely
from companion.ui.table.seen_panel import target_of, targets_of

PLAN = Plan(mat=5, field=(90, 90), board=(45, 45, 90, 90), known=True, looks=(), spots=(
    Spot("card:1", T("Card"), "card", ("corn", "fish", "owl"), (20, 20, 9, 9)),
))  # fmt: skip


def asked(*seen: Seen, expected: tuple[str, ...] = (), spot: str = "card:1") -> tuple[str, ...]:
    return likely(PLAN, Reading(game="toy", seen=seen), spot, expected)


def test_what_may_lie_there_is_told_as_the_picture_says_then_as_the_record_then_all_there_is() -> None:
    seen = Seen("card:1", "fish", 0.5, False, (("owl", 0.3), (EMPTY, 0.2)))
    assert asked(seen) == ("fish", "owl", EMPTY, "corn")
    assert asked(Seen("card:1", None, 0.0, False), expected=("corn",)) == ("corn", EMPTY, "fish", "owl")
    assert asked() == (EMPTY, "corn", "fish", "owl")
    assert asked(seen, spot="nowhere") == (EMPTY,)
    assert answer_words(PLAN, EMPTY) is NOTHING and answer_words(PLAN, "fish") is not NOTHING


def test_a_place_of_the_picture_is_marked_at_the_longest_beginning_of_its_name_that_the_board_has() -> None:
    board: Any = SimpleNamespace(rect_of=lambda target: (0, 0, 1, 1) if target in ("stop:N1", "stop") else None)
    assert target_of(board, "stop:N1") == target_of(board, "stop:N1:ship") == "stop:N1"
    assert target_of(board, "stop:N2:ship") == "stop"
    assert target_of(board, "ring:left") is None
    assert targets_of(board, ("stop:N1:ship", "stop:N1", "ring:left")) == {"stop:N1"}


def test_a_point_is_moved_no_farther_than_the_edge_of_the_picture() -> None:
    assert moved((0.5, 0.5), 0.25, -0.25) == (0.75, 0.25)
    assert moved((0.9, 0.1), 0.2, -0.2) == (1.0, 0.0)
    assert moved((0.1, 0.9), -0.2, 0.2) == (0.0, 1.0)


def test_the_nearest_point_is_taken_hold_of_within_reach() -> None:
    view: Any = SimpleNamespace(at=lambda point: (point[0] * 100, point[1] * 100))
    points = {"near": (0.5, 0.5), "nearer": (0.55, 0.5), "far": (0.9, 0.9)}
    assert nearest(view, points, (0.56, 0.5), 26) == "nearer"
    assert nearest(view, dict(reversed(points.items())), (0.56, 0.5), 26) == "nearer"
    assert nearest(view, points, (0.5, 0.4), 10) == "near"
    assert nearest(view, points, (0.5, 0.39), 10) is None


@pytest.mark.parametrize(("size", "dx", "dy"), [((1600, 800), STEP, 2 * STEP), ((800, 1600), STEP, STEP / 2)])
def test_a_key_moves_as_far_down_as_it_moves_aside(size: tuple[int, int], dx: float, dy: float) -> None:
    told: list[tuple[float, float]] = []
    view = SimpleNamespace(texture=SimpleNamespace(size=size), redraw=lambda: None)
    step: Any = SimpleNamespace(view=view, nudged=lambda *by: told.append(by))
    PointStep._nudge(step, 1, 0)
    PointStep._nudge(step, 0, -1)
    assert told == [(dx, 0), (0, -dy)]
    view.texture = None
    PointStep._nudge(step, 1, 0)
    assert len(told) == 2


@pytest.mark.parametrize(
    ("zoomed", "seen", "follows"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_an_enlarged_picture_follows_only_a_point_that_is_out_of_sight(zoomed: bool, seen: bool, follows: bool) -> None:
    view = SimpleNamespace(inside=lambda _: seen, middle=(0.5, 0.5), redraw=lambda: None)
    step: Any = SimpleNamespace(zoomed=zoomed, view=view, middle=(0.5, 0.5))
    PointStep.look_at(step, (0.9, 0.9))
    assert step.middle == (0.9, 0.9) and (view.middle == (0.9, 0.9)) is follows
