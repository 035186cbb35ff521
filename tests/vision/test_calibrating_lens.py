"""The lens is measured from pictures of the mat, or it is said why it can't be."""

from __future__ import annotations

import numpy as np
import pytest

from companion.engine.errors import InputError
from companion.vision.calibration import lens_fault
from companion.vision.lens import lens_from
from companion.vision.locate import locate
from companion.vision.mat import Mat, mat_of
from tests.kit.calibrated import PLAN, made
from tests.kit.mat_photo import Camera, photo, seen_at

BARREL = (-0.16, 0.05)
VIEWS = [
    Camera(tilt=tilt, turn=turn, distance=420, focal=1100, bends=BARREL, aside=aside)
    for tilt, turn, aside in [
        (8, 0, (0, 0)), (30, 20, (30, 10)), (-28, -40, (-40, 0)), (26, 100, (20, -20)), (33, 180, (-10, 15)),
        (-24, 240, (30, 20)),
    ]
]  # fmt: skip


@pytest.fixture(scope="module")
def mat() -> Mat:
    return mat_of(PLAN)


@pytest.fixture(scope="module")
def pictures(mat: Mat) -> list[np.ndarray]:
    return [photo(mat, view, seed=n) for n, view in enumerate(VIEWS)]


def said(pictures: list[np.ndarray], mat: Mat) -> str:
    with pytest.raises(InputError) as caught:
        lens_from(pictures, mat)
    return caught.value.text.message


def test_a_lens_that_bends_is_measured_from_six_pictures(pictures: list[np.ndarray], mat: Mat) -> None:
    measured = lens_from(pictures, mat)
    assert measured.pictures == 6
    assert measured.off_px < 0.3
    assert measured.lens.size == (1280, 720)
    assert measured.lens.focal[0] == pytest.approx(1100, rel=0.02)
    assert measured.lens.centre == pytest.approx((639.5, 359.5), abs=15)
    assert lens_fault(measured.lens, (1280, 720)) is None


def test_with_its_lens_a_field_is_located_to_a_fraction_of_a_millimetre(pictures: list[np.ndarray], mat: Mat) -> None:
    view = VIEWS[1]
    lens = lens_from(pictures, mat).lens
    pose = locate(photo(mat, view), mat, made(lens=lens, corners=None).calibration).pose
    assert pose is not None and pose.measured
    points = [(x, y) for x in (5.0, 60.0, 115.0) for y in (5.0, 40.0, 75.0)]
    off = np.linalg.norm(pose.to_mm(seen_at(view, mat.field, points)) - points, axis=1)
    assert off.max() < 0.3


@pytest.mark.parametrize("tilt", [0, 8])
def test_pictures_from_one_side_tell_too_little(mat: Mat, tilt: int) -> None:
    same = [photo(mat, VIEWS[0]._replace(tilt=tilt, distance=420 + n), seed=n) for n in range(4)]
    assert "tell too little" in said(same, mat)


def test_too_few_pictures_or_ones_of_different_sizes_are_refused(pictures: list[np.ndarray], mat: Mat) -> None:
    assert "pictures or more" in said(pictures[:3], mat)
    assert "different sizes" in said([*pictures[:4], np.ascontiguousarray(pictures[4][:700])], mat)


def test_a_picture_without_the_mat_is_named_by_its_number(pictures: list[np.ndarray], mat: Mat) -> None:
    blank = np.full((720, 1280, 3), 90, np.uint8)
    with pytest.raises(InputError) as caught:
        lens_from([*pictures[:2], blank, *pictures[2:]], mat)
    assert caught.value.text.params["k"] == 3 and caught.value.text.params["n"] == 0


def test_a_mat_of_another_size_explains_no_picture(pictures: list[np.ndarray]) -> None:
    assert "With no lens" in said(pictures, mat_of(PLAN, (150.0, 80.0)))
