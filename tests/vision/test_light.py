"""The light: too much, too little, blurred; stray light told by black patches; shading told by the bare board."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.vision.light import blur_mm, check, field_picture, stray_light
from companion.vision.locate import locate
from companion.vision.pose import Pose
from companion.vision.shading import shading_of
from tests.kit.mat_scene import FIELD, MAT, TO_PX, blurred, mat_picture


def _pose(picture: Any) -> Pose:
    pose = locate(picture, MAT).pose
    assert pose is not None
    return pose


def _lit(picture: Any, factor: float, veil: float = 0.0) -> Any:
    """The picture in `factor` of the light (linear), with stray light added."""
    part = picture.astype(np.float64) / 255
    light = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4) * factor + veil
    light = np.clip(light, 0, 1)
    return np.round(255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)).astype(
        np.uint8
    )


def test_a_good_picture_is_not_remarked_upon() -> None:
    picture = mat_picture()
    assert check(picture, _pose(picture), MAT) == (None, ())


def test_too_dark_dark_bright_and_too_bright_are_told_apart() -> None:
    pose = _pose(mat_picture())
    trouble, _ = check(_lit(mat_picture(), 0.02), pose, MAT)
    assert trouble is not None and "too dark" in trouble.message
    trouble, remarks = check(_lit(mat_picture(), 0.06), pose, MAT)
    assert trouble is None and "is dark" in remarks[0].message
    trouble, remarks = check(_lit(mat_picture(), 2.0), pose, MAT)
    assert trouble is None and "very bright" in remarks[0].message
    trouble, _ = check(_lit(mat_picture(), 8.0), pose, MAT)
    assert trouble is not None and "too bright" in trouble.message


def test_blur_is_measured_in_millimetres_and_refused_when_it_is_too_much() -> None:
    pose = _pose(mat_picture())
    measured = [blur_mm(blurred(mat_picture(), sigma), pose, MAT) for sigma in (0.1, 1.0, 2.0, 4.0)]
    assert all(one is not None for one in measured)
    assert measured == sorted(measured)  # type: ignore[type-var]
    # One pixel at about one and a half a mm, beside the softness that the sharp picture has.
    assert abs(float(measured[1] or 0) - np.hypot(1 / 1.5, float(measured[0] or 0))) < 0.1
    _, remarks = check(blurred(mat_picture(), 2.6), pose, MAT)
    assert "a little blurred" in remarks[0].message
    trouble, _ = check(blurred(mat_picture(), 7.0), pose, MAT)
    assert trouble is not None and "blurred" in trouble.message


def test_stray_light_is_told_by_what_is_black_and_taken_off() -> None:
    clear, veiled = mat_picture(), _lit(mat_picture(), 1.0, 0.03)
    pose = _pose(clear)
    assert stray_light(clear, pose, MAT).max() < 0.006
    assert np.abs(stray_light(veiled, pose, MAT) - 0.03).max() < 0.008
    middle = np.s_[200:400, 300:500]
    before = field_picture(clear, pose, MAT)[middle].mean(axis=(0, 1))
    after = field_picture(veiled, pose, MAT)[middle].mean(axis=(0, 1))
    kept = field_picture(veiled, pose, MAT, printed=False)[middle].mean(axis=(0, 1))
    assert np.abs(after - before).max() < 4 < np.abs(kept - before).max()


def test_a_hand_over_the_black_patches_is_no_stray_light() -> None:
    picture = mat_picture()
    for patch in MAT.patches:
        if patch.neutral and patch.rgb[0] <= 65:
            x, y = TO_PX(np.array([patch.at[:2]]))[0]
            cv2.circle(picture, (round(x), round(y)), 14, (150, 170, 210), -1)
    assert stray_light(picture, _pose(picture), MAT).max() < 0.01


def test_the_field_is_as_large_as_it_is_in_the_calibration() -> None:
    picture = mat_picture()
    assert field_picture(picture, _pose(picture), MAT).shape == (round(FIELD[1] * 2), round(FIELD[0] * 2), 3)


def _board() -> Any:
    """A drawn field of 200 by 150 mm at 2 px a mm, in several colours."""
    field = np.full((300, 400, 3), (150, 190, 205), np.uint8)
    rng = np.random.default_rng(4)
    for x in range(30, 380, 60):
        for y in range(30, 290, 60):
            cv2.rectangle(field, (x, y), (x + 36, y + 36), tuple(int(v) for v in rng.integers(50, 220, 3)), -1)
    return field


def test_a_slope_of_light_and_another_lamp_are_taken_back() -> None:
    empty = _board()
    slope = np.linspace(0.55, 1.1, 400)[None, :, None] * np.array([0.8, 1.0, 1.1])
    here = np.clip(empty * slope, 0, 255).astype(np.uint8)
    levelled = shading_of(here, empty, 2.0).levelled(here)
    inside = np.s_[20:-20, 20:-20]
    assert np.abs(levelled[inside] / empty[inside] - 1).mean() < 0.03
    assert np.abs(here[inside] / empty[inside] - 1).mean() > 0.15


def test_what_lies_on_the_board_does_not_bend_the_light() -> None:
    empty = _board()
    here = (empty * 0.7).astype(np.uint8)
    for x, y in ((60, 60), (180, 120), (300, 240), (120, 240), (240, 180)):
        cv2.circle(here, (x, y), 18, (30, 30, 150), -1)
    cv2.rectangle(here, (300, 0), (400, 80), (120, 140, 190), -1)
    shading = shading_of(here, empty, 2.0)
    off = np.abs(shading.gains.mean(axis=2) * 0.7 - 1)
    assert off[shading.bare > 0.3].max() < 0.05
    # Under the hand it is a guess, but no wild one.
    assert off.max() < 0.2
    bare = shading.bare_at(np.array([(350.0, 30.0), (60.0, 280.0)]), 2.0)
    assert bare[0] < 0.2 < 0.6 < bare[1]
