"""The light told by patches that are covered, blank, exchanged in a part, or cut off; blur in one direction only."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.vision.light import SOFTISH, blur_mm, check, linear, screen, stray_light
from companion.vision.locate import locate
from companion.vision.pose import Pose
from tests.kit.mat_scene import MAT, mat_picture, seen, sheet


def _pose(picture: Any) -> Pose:
    pose = locate(picture, MAT).pose
    assert pose is not None
    return pose


def _veiled(picture: Any, veil: float) -> Any:
    return np.round(screen(np.clip(linear(picture) + veil, 0, 1))).astype(np.uint8)


def test_colours_that_are_exchanged_are_refused_in_a_half_of_the_picture_as_well() -> None:
    picture = mat_picture()
    pose = _pose(picture)
    for part in (np.s_[:], np.s_[:330], np.s_[330:]):
        other = picture.copy()
        other[part] = picture[part][..., ::-1]
        trouble, _ = check(other, pose, MAT)
        assert trouble is not None and "colours in the picture are exchanged" in trouble.message


def test_black_patches_that_were_printed_blank_are_remarked() -> None:
    paper = sheet()
    left, top = MAT.outer[:2]
    for patch in MAT.patches:
        if patch.neutral and patch.rgb[0] <= 65:
            x, y, wide, high = patch.at
            ends = [round(one * 4) for one in (x - wide / 2 - left, y - high / 2 - top, wide, high)]
            paper[ends[1] : ends[1] + ends[3] + 1, ends[0] : ends[0] + ends[2] + 1] = 238
    trouble, remarks = check(seen(paper), _pose(mat_picture()), MAT)
    assert trouble is None and ["dark patches of the mat are blank" in one.message for one in remarks] == [True]


def test_blur_in_one_direction_counts_whichever_that_is() -> None:
    """A camera that moved blurs what lies across its way only."""
    pose = _pose(mat_picture())
    sharp = blur_mm(mat_picture(), pose, MAT)
    assert sharp is not None
    for size in ((15, 1), (1, 15)):
        moved = blur_mm(cv2.blur(mat_picture(), size), pose, MAT)
        assert moved is not None and moved > max(SOFTISH, 1.8 * sharp)


def test_stray_light_is_no_more_than_the_darkest_of_the_picture_shows() -> None:
    """A mat printed in pale ink has no black; what is darker than its ink says that this is no stray light."""
    paper = np.maximum(sheet(), 100)
    inside = np.s_[200:1300, 200:1900]
    paper[inside] = np.minimum(paper[inside], 6)
    picture = seen(paper)
    assert stray_light(picture, _pose(mat_picture()), MAT).max() < 0.006
    paper[inside] = 140
    assert stray_light(seen(paper), _pose(mat_picture()), MAT).max() > 0.03


def test_markers_that_the_picture_cuts_off_do_not_hide_stray_light() -> None:
    veiled = _veiled(mat_picture(), 0.03)
    for cut in (np.s_[:, :1000], np.s_[:, 330:], np.s_[:600, :]):
        part = np.ascontiguousarray(veiled[cut])
        assert np.abs(stray_light(part, _pose(part), MAT) - 0.03).max() < 0.01
