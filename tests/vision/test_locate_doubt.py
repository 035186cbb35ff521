"""Where markers mislead: lookalikes, foreign ones, too few of them; and the rest of a mat, looked for by its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from companion.engine.sight import Plan
from companion.vision import locate as locating
from companion.vision.calibration import Calibration
from companion.vision.guided import more_markers
from companion.vision.locate import locate
from companion.vision.markers import Found
from companion.vision.mat import mat_of
from tests.kit.mat_scene import FIELD, MAT, PLAN, SIZE, TO_PX, mat_picture, seen, sheet

OTHER = mat_of(Plan(mat=4, field=FIELD, board=PLAN.board, known=True, spots=(), looks=()))
IDS = tuple(marker.id for marker in MAT.markers)


def _found(number: int, shift: tuple[float, float] = (0.0, 0.0)) -> Found:
    """A marker where it is, or so many px beside."""
    corners = TO_PX(np.array(MAT.markers[number].corners())) + np.array(shift)
    return Found(MAT.markers[number].id, corners.astype(np.float32))


def _covered(picture: Any, numbers: Sequence[int], left: float = 0.0) -> Any:
    covered = picture.copy()
    for number in numbers:
        x, y = TO_PX(np.array([(MAT.markers[number].x, MAT.markers[number].y)]))[0]
        cv2.circle(covered, (round(x + left), round(y)), 36, (60, 80, 130), -1)
    return covered


def _locate_by(monkeypatch: pytest.MonkeyPatch, found: Sequence[Found]) -> locating.Located:
    monkeypatch.setattr(locating, "find_markers", lambda grey, careful=False, search=None: tuple(found))
    return locate(mat_picture(), MAT)


def test_a_marker_that_was_found_twice_in_one_place_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    located = _locate_by(monkeypatch, [*(_found(n) for n in range(8)), _found(3, (0.3, 0.2))])
    assert located.markers == IDS


def test_of_two_lookalikes_the_one_that_lies_better_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for pair in ([_found(3, (1.5, 0.0)), _found(3)], [_found(3), _found(3, (1.5, 0.0))]):
        located = _locate_by(monkeypatch, [*pair, *(_found(n) for n in range(8) if n != 3)])
        assert located.markers == IDS and located.off_mm < 0.1


def test_markers_that_tell_too_little_of_the_other_side_are_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    five = [_found(n) for n in range(5)]
    rough = [Found(one.id, one.corners + rng.normal(0, 2.5, (4, 2)).astype(np.float32)) for one in five]
    located = _locate_by(monkeypatch, rough)
    assert located.pose is None and located.trouble is not None
    assert "too close together" in located.trouble.message


def test_one_marker_of_another_mat_is_a_lookalike_and_not_worth_a_word() -> None:
    both = np.concatenate([mat_picture(), _covered(mat_picture(OTHER), range(7))], axis=1)
    located = locate(both, MAT)
    assert located.pose is not None and located.mats == () and located.remarks == ()


def test_where_some_of_our_markers_lie_there_too_it_is_not_the_other_mat_that_is_wrong() -> None:
    located = locate(np.concatenate([_covered(mat_picture(), range(5)), mat_picture(OTHER)], axis=1), MAT)
    assert located.trouble is not None and located.trouble.params == {"n": 3}
    alone = locate(mat_picture(OTHER), MAT)
    assert alone.trouble is not None and alone.trouble.params == {"number": 5, "mine": 3}


def test_corners_as_no_camera_sees_a_board_are_refused() -> None:
    """A board that ends so much smaller than it begins was never seen: a corner was dragged amiss."""
    corners = ((565.0, 300.0), (715.0, 300.0), (1270.0, 710.0), (10.0, 710.0))
    calibration = Calibration(
        game="toy", camera="c", made="2026-01-01T00:00:00Z", size=SIZE, field=FIELD, corners=corners
    )
    trouble = locate(mat_picture(), MAT, calibration).trouble
    assert trouble is not None and "do not enclose the board" in trouble.message


GREY = cv2.cvtColor(mat_picture(), cv2.COLOR_BGR2GRAY)


def test_the_other_markers_are_found_where_they_are_though_the_known_ones_were_found_beside() -> None:
    known = [_found(n, (4.0, -1.5)) for n in (0, 2, 5, 7)]
    more = more_markers(GREY, known, MAT, None)
    assert sorted(one.id for one in more) == [IDS[n] for n in (1, 3, 4, 6)]
    for one in more:
        assert np.abs(one.corners - _found(IDS.index(one.id)).corners).max() < 1.0


def test_two_markers_or_a_lookalike_lead_to_no_others() -> None:
    assert more_markers(GREY, [_found(0), _found(7)], MAT, None) == ()
    assert more_markers(GREY, [_found(n) for n in (0, 2, 7)], MAT, None) != ()
    assert more_markers(GREY, [*(_found(n) for n in (0, 2, 7)), _found(2, (200.0, 50.0))], MAT, None) == ()


def _with(number: int, change: Any) -> Any:
    """The mat, grey, its marker `number` repainted: 4 px a mm, `change` of the square of 25 mm."""
    paper = sheet()
    marker = MAT.markers[number]
    left, top = (round((one - 12.5 + 40) * 4) for one in (marker.x, marker.y))
    paper[top : top + 100, left : left + 100] = change(paper[top : top + 100, left : left + 100])
    return cv2.cvtColor(seen(paper), cv2.COLOR_BGR2GRAY)


def test_another_marker_in_the_place_of_one_is_not_it() -> None:
    paper = sheet()
    left, top = (round((one - 12.5 + 40) * 4) for one in (MAT.markers[4].x, MAT.markers[4].y))
    stranger = paper[top : top + 100, left : left + 100].copy()
    known = [_found(n) for n in (0, 2, 5, 7)]
    found = {one.id for one in more_markers(_with(1, lambda square: stranger), known, MAT, None)}
    assert found == {IDS[n] for n in (3, 4, 6)}


def test_a_marker_without_its_border_is_none() -> None:
    def bare(square: Any) -> Any:
        made = np.full_like(square, 238)
        made[14:86, 14:86] = square[14:86, 14:86]
        return made

    found = {one.id for one in more_markers(_with(1, bare), [_found(n) for n in (0, 2, 5, 7)], MAT, None)}
    assert found == {IDS[n] for n in (3, 4, 6)}
