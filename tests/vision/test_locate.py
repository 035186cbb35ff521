"""Where the mat lies: any five markers, lens and all; and a sentence for every way in which that can't be told."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.engine.sight import Plan
from companion.vision.calibration import Calibration, Lens
from companion.vision.locate import locate
from companion.vision.mat import mat_of
from companion.vision.pose import Pose, bent, pose_from, unbent
from companion.vision.rectify import extent, rectify
from tests.kit.mat_scene import FIELD, MAT, PLAN, SIZE, TO_PX, blurred, mat_picture, seen, sheet

GRID = np.array([(x, y) for x in (0.0, 105.0, 210.0, 420.0) for y in (0.0, 150.0, 300.0)])

OTHER = mat_of(Plan(mat=4, field=FIELD, board=PLAN.board, known=True, spots=(), looks=()))


def _calibration(**more: Any) -> Calibration:
    return Calibration(game="toy", camera="c", made="2026-01-01T00:00:00Z", size=SIZE, field=FIELD, **more)


def _off(pose: Pose | None, view: Any = None) -> float:
    assert pose is not None
    true = TO_PX(GRID) if view is None else TO_PX(GRID, view)
    return float(np.linalg.norm(pose.to_mm(true) - GRID, axis=1).max())


def _without(picture: Any, *markers: int) -> Any:
    covered = picture.copy()
    for index in markers:
        x, y = TO_PX(np.array([(MAT.markers[index].x, MAT.markers[index].y)]))[0]
        cv2.circle(covered, (round(x), round(y)), 36, (60, 80, 130), -1)
    return covered


def test_the_field_is_located_to_a_third_of_a_millimetre() -> None:
    located = locate(mat_picture(), MAT)
    assert located.trouble is None and located.remarks == ()
    assert located.markers == tuple(marker.id for marker in MAT.markers)
    assert _off(located.pose) < 0.35
    assert located.off_mm < 0.5


def test_any_five_markers_are_enough_and_four_are_not() -> None:
    located = locate(_without(mat_picture(), 0, 3, 6), MAT)
    assert len(located.markers) == 5
    assert _off(located.pose) < 1.0
    four = locate(_without(mat_picture(), 0, 3, 4, 6), MAT)
    assert four.pose is None and four.trouble is not None
    assert four.trouble.params["n"] == 4


def test_a_marker_that_was_moved_is_left_out() -> None:
    paper = sheet()
    # The middle marker of the left side is cut out and laid 8 mm further down.
    x, y = MAT.markers[3].x, MAT.markers[3].y
    left, top = int((x - 16 + 40) * 4), int((y - 16 + 40) * 4)
    piece = paper[top : top + 128, left : left + 128].copy()
    paper[top : top + 128, left : left + 128] = 238
    paper[top + 32 : top + 160, left : left + 128] = piece
    located = locate(seen(paper), MAT)
    assert MAT.markers[3].id not in located.markers and len(located.markers) == 7
    assert _off(located.pose) < 0.35


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_just_works(turns: int) -> None:
    located = locate(np.ascontiguousarray(np.rot90(mat_picture(), turns)), MAT)
    assert located.trouble is None and len(located.markers) == 8


def test_a_bent_picture_is_straightened_by_its_markers_alone() -> None:
    """A barrel of k1 = -0.1 puts a plain homography off by millimetres."""
    true = Lens(SIZE, (1100.0, 1100.0), (639.5, 359.5), (-0.1, 0.0, 0.0, 0.0, 0.0))
    straight = Lens(SIZE, (1100.0, 1100.0), (639.5, 359.5), (0.0,) * 5)
    mm = np.array([corner for marker in MAT.markers for corner in marker.corners()])

    def through(points: Any) -> Any:
        return bent(unbent(TO_PX(points), straight), true)

    for lens in (None, true):
        pose = pose_from(mm, through(mm), FIELD, SIZE, lens)
        assert pose is not None
        assert np.linalg.norm(pose.to_mm(through(GRID)) - GRID, axis=1).max() < 0.25
    flat, _ = cv2.findHomography(mm, through(mm))
    plain = cv2.perspectiveTransform(GRID[:, None], flat)[:, 0] - through(GRID)
    assert np.abs(plain).max() > 1.5  # px, at about 1.5 px a mm


def test_the_camera_is_found_where_it_stands() -> None:
    focal, tilt = 1150.0, np.radians(25)
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    shift = np.array([0, 0, 760.0]) - turn @ np.array([210.0, 150.0, 0.0])
    lens = Lens(SIZE, (focal, focal), (639.5, 359.5), (0.0,) * 5)
    true = Pose(np.column_stack([turn[:, 0], turn[:, 1], shift]), lens, SIZE, FIELD, True)
    mm = np.array([corner for marker in MAT.markers for corner in marker.corners()])
    place = -turn.T @ shift
    for known in (lens, None):
        pose = pose_from(mm, true.to_px(mm), FIELD, SIZE, known)
        assert pose is not None
        assert np.allclose(pose.eye(), (place[0], place[1], -place[2]), atol=6.0)
        assert np.allclose(pose.to_px(pose.to_mm(true.to_px(GRID))), true.to_px(GRID), atol=0.05)


def test_few_markers_on_one_side_say_how_far_off_the_other_side_may_be() -> None:
    rng = np.random.default_rng(2)

    def doubt(markers: tuple[int, ...]) -> float:
        mm = np.array([corner for index in markers for corner in MAT.markers[index].corners()])
        pose = pose_from(mm, TO_PX(mm) + rng.normal(0, 0.3, mm.shape), FIELD, SIZE, None)
        assert pose is not None
        return float(pose.doubt_mm(GRID).max())

    assert doubt((0, 1, 2)) > 4 * doubt(tuple(range(8)))


def test_blur_that_hides_markers_is_met_with_a_closer_look() -> None:
    picture = blurred(mat_picture(), 2.7)
    assert len(locate(picture, MAT, careful=False).markers) < 5
    assert _off(locate(picture, MAT).pose) < 1.0


def _message(picture: Any, mat: Any = MAT, calibration: Calibration | None = None) -> str:
    located = locate(picture, mat, calibration)
    assert located.pose is None and located.trouble is not None
    return located.trouble.message


def test_every_useless_picture_is_told_in_its_own_words() -> None:
    picture = mat_picture()
    black, white = np.zeros_like(picture), np.full_like(picture, 255)
    noise = np.random.default_rng(1).integers(0, 256, picture.shape).astype(np.uint8)
    told = {
        "dark": _message(black),
        "white": _message(white),
        "grey": _message(np.full_like(picture, 128)),
        "none": _message(noise),
        "small": _message(cv2.resize(picture, (480, 270), interpolation=cv2.INTER_AREA)),
        "mirror": _message(np.ascontiguousarray(picture[:, ::-1])),
        "other": _message(picture, OTHER),
    }  # fmt: skip
    for word, sentence in {"dark": "dark", "white": "white", "grey": "hardly", "none": "No marker", "small": "small",
                           "mirror": "mirrored", "other": "number {number}"}.items():  # fmt: skip
        assert sentence in told[word], (word, told[word])
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize(
    "thing",
    [None, "picture", 5, np.zeros((0, 0, 3), np.uint8), np.zeros((1, 1, 3), np.uint8), np.zeros((720, 1280), np.uint8),
     np.zeros((720, 1280, 3), np.float32), np.zeros((720, 1280, 4), np.uint8)],
    ids=["none", "text", "number", "empty", "dot", "grey", "floats", "four channels"],
)  # fmt: skip
def test_what_is_no_picture_is_refused_and_nothing_breaks(thing: Any) -> None:
    located = locate(thing, MAT)
    assert located.pose is None and located.trouble is not None


def test_the_same_mat_twice_is_told() -> None:
    half = cv2.resize(mat_picture(), (1280, 720))
    twice = np.concatenate([half, half], axis=1)
    assert "twice" in _message(twice)


def test_another_mat_beside_is_a_remark_only() -> None:
    both = np.concatenate([mat_picture(), mat_picture(OTHER)], axis=1)
    located = locate(both, MAT)
    assert located.pose is not None and located.mats == (4,)
    assert located.remarks[0].params["number"] == 5


def test_corners_set_by_hand_need_no_marker() -> None:
    around = np.array([(0.0, 0.0), (FIELD[0], 0.0), FIELD, (0.0, FIELD[1])])
    corners = tuple((float(x), float(y)) for x, y in TO_PX(around))
    bare = _without(mat_picture(), *range(8))
    located = locate(bare, MAT, _calibration(corners=corners))
    assert located.markers == () and _off(located.pose) < 0.01
    # The same corners in a picture of twice the size.
    double = cv2.resize(bare, (2560, 1440), interpolation=cv2.INTER_LINEAR)
    larger = locate(double, MAT, _calibration(corners=corners))
    assert larger.pose is not None
    assert np.abs((larger.pose.to_px(GRID) + 0.5) / 2 - 0.5 - TO_PX(GRID)).max() < 0.01
    assert "another shape" in _message(bare[:, :900], MAT, _calibration(corners=corners))
    folded = (corners[0], corners[2], corners[1], corners[3])
    assert "do not enclose" in _message(bare, MAT, _calibration(corners=folded))
    assert "dark" in _message(np.zeros_like(bare), MAT, _calibration(corners=corners))


def test_a_rectified_picture_shows_the_table_from_above() -> None:
    located = locate(mat_picture(), MAT)
    assert located.pose is not None
    marker = MAT.markers[0]
    area = (marker.x - 12.5, marker.y - 12.5, marker.x + 12.5, marker.y + 12.5)
    assert extent(area, 4.0) == (100, 100)
    above = rectify(mat_picture(), located.pose, area, 4.0)
    truth = sheet()[int((marker.y - 12.5 + 40) * 4) :, int((marker.x - 12.5 + 40) * 4) :][:100, :100]
    alike = np.corrcoef(above.ravel().astype(float), truth.ravel().astype(float))[0, 1]
    assert above.shape == (100, 100, 3) and alike > 0.93
    # Beyond the picture's edge it is black.
    assert rectify(mat_picture(), located.pose, (5000.0, 5000.0, 5004.0, 5004.0)).max() == 0
