"""What is shown while a camera is pointed: the mat found, what is missing, and nothing of what lies beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.calibrating import check_picture
from companion.vision.calibration import Calibration
from companion.vision.live import AROUND, WIDEST, mats_in, shown, smaller
from companion.vision.mat import mat_of
from tests.kit.table_camera import picture_of, table_of


@pytest.fixture(scope="module")
def aton() -> tuple[np.ndarray, object]:
    return picture_of("aton", False, (("space:1.01", "red"),), 1_000_000), table_of("aton").mat


def pixel(shown_picture: np.ndarray, point: tuple[float, float]) -> int:
    height, width = shown_picture.shape[:2]
    return int(shown_picture[int(point[1] * height), int(point[0] * width)].max())


def test_all_markers_of_the_mat_are_found_and_the_field_outlined(aton) -> None:  # type: ignore[no-untyped-def]
    picture, mat = aton
    seen = shown(picture, mat)
    assert (seen.markers, len(seen.found), seen.missing, seen.trouble) == (8, 8, (), None)
    assert seen.size == (1280, 720) and max(seen.picture.shape[:2]) == WIDEST
    pose = check_picture(picture, mat).located.pose
    corner = pose.to_px([(0.0, 0.0)])[0]  # type: ignore[union-attr]
    assert seen.outline is not None
    assert seen.outline[0] == pytest.approx(((corner[0] + 0.5) / 1280, (corner[1] + 0.5) / 720))
    assert seen.blur is not None and seen.blur < 1.0 and 1.0 < seen.px_per_mm < 2.5


def test_all_outside_of_the_mat_is_black(aton) -> None:  # type: ignore[no-untyped-def]
    picture, mat = aton
    bright = np.maximum(picture, 40)
    seen = shown(bright, mat)
    pose = check_picture(bright, mat).located.pose
    assert pose is not None
    left, top, right, bottom = mat.outer
    beyond = pose.to_px([(left - 3 * AROUND, (top + bottom) / 2), ((left + right) / 2, (top + bottom) / 2)])
    outside, inside = (((x + 0.5) / 1280, (y + 0.5) / 720) for x, y in beyond)
    assert pixel(seen.picture, outside) == 0 and pixel(seen.picture, inside) >= 40


def test_a_marker_that_is_covered_is_shown_where_it_must_be(aton) -> None:  # type: ignore[no-untyped-def]
    picture, mat = aton
    whole = shown(picture, mat)
    covered = picture.copy()
    quad = np.array(whole.found[0]) * (1280, 720)
    (left, top), (right, bottom) = quad.min(axis=0).astype(int) - 8, quad.max(axis=0).astype(int) + 8
    covered[max(top, 0) : bottom, max(left, 0) : right] = 90
    seen = shown(covered, mat)
    assert seen.markers == 7 and len(seen.missing) == 1
    assert np.abs(np.array(seen.missing[0]) * (1280, 720) - quad).max() < 6


def test_a_place_is_told_and_a_hidden_one_black(aton) -> None:  # type: ignore[no-untyped-def]
    picture, mat = aton
    plan = table_of("aton").plan
    spot, other = plan.spot("cartouche:red:1"), plan.spot("space:1.01")
    assert spot is not None and other is not None
    bright = np.maximum(picture, 40)
    seen = shown(bright, mat, None, spot.at, (spot.at,))
    assert seen.place is not None
    middle = (sum(x for x, _ in seen.place) / 4, sum(y for _, y in seen.place) / 4)
    assert pixel(seen.picture, middle) == 0
    there = shown(bright, mat, None, other.at, (spot.at,))
    assert there.place is not None
    assert pixel(there.picture, (sum(x for x, _ in there.place) / 4, sum(y for _, y in there.place) / 4)) >= 40


def test_nothing_is_shown_where_it_can_not_be_told_where_the_hidden_lies(aton) -> None:  # type: ignore[no-untyped-def]
    _, mat = aton
    picture = np.full((720, 1280, 3), 120, np.uint8)
    assert int(shown(picture, mat, hidden=((10.0, 10.0, 20.0, 20.0),)).picture.max()) == 0
    seen = shown(picture, mat)
    assert int(seen.picture.min()) == 120 and seen.trouble is not None and seen.markers == 0


@pytest.mark.parametrize("thing", [None, "picture", np.zeros((0, 0, 3), np.uint8), np.zeros((4, 4)), 7])
def test_what_is_no_picture_is_told_and_not_raised(thing: object, aton) -> None:  # type: ignore[no-untyped-def]
    _, mat = aton
    assert shown(thing, mat).trouble is not None
    assert mats_in(thing) == ()


def test_the_mat_with_most_markers_comes_first(aton) -> None:  # type: ignore[no-untyped-def]
    picture, mat = aton
    assert mats_in(picture) == (mat.number,)
    other = table_of("egizia")
    assert mat_of(other.plan).number != mat.number
    assert mats_in(picture_of("egizia", False, (), 1_000_000)) == (other.mat.number,)


def test_a_small_picture_is_a_copy_that_may_be_drawn_into() -> None:
    picture = np.zeros((10, 20, 3), np.uint8)
    picture.flags.writeable = False
    copy = smaller(picture)
    copy[0, 0] = 255
    assert copy.shape == picture.shape and int(picture.max()) == 0


@pytest.mark.parametrize("level", [15, 253])
def test_a_board_without_a_mat_is_not_judged_by_the_table_around_it(aton, level: int) -> None:  # type: ignore[no-untyped-def]
    picture, mat = aton
    pose = check_picture(picture, mat).located.pose
    assert pose is not None
    wide, high = mat.field
    corners = pose.to_px([(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)])
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(inside, [corners.astype(np.int32)], 255)
    bare = np.where(inside[..., None] > 0, picture, level).astype(np.uint8)
    calibration = Calibration(
        game="aton", camera="", made="", size=(1280, 720), field=mat.field, corners=tuple(map(tuple, corners.tolist()))
    )
    seen = shown(bare, mat, calibration)
    assert seen.trouble is None and seen.outline is not None
    assert shown(bare, mat).trouble is not None
