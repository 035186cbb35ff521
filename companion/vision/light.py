"""What the mat's patches tell of the light: whether there is too much or too little of it, and the stray light.

Stray light (a bright window on the lens, a dim room through glass) lifts black more than white. It is taken off every
picture of the field before colours are compared: else a dark red piece looks grey.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.engine.text import T, Text
from companion.vision.mat import CELLS, MARKER, PATCH, Mat, Patch
from companion.vision.pose import Pose
from companion.vision.rectify import rectify

DARK, DIM = 45.0, 80.0
"""Level of the brightest patch under which nothing is read, and under which it becomes less certain."""
_FULL = 250.0
"""A level that is as good as saturated."""
_SOFT, _SOFTISH = 2.6, 1.3
"""Millimetres of blur (one standard deviation) over which nothing is read, and over which it becomes less certain."""
_HEART = 0.4
"""The part of a patch, across, that is looked at: its rim has run into the paper."""
_BLACKEST = 65
"""Patches up to this level tell of stray light."""
_PAPER = 0.9
"""Linear reflectance of the paper round a patch."""


def check(picture: Any, pose: Pose, mat: Mat) -> tuple[Text | None, tuple[Text, ...]]:
    """Whether `picture`, BGR uint8 (h, w, 3), is light and sharp enough to be read: why not, and what makes it worse.

    Without patches in sight (no mat, all of them covered) nothing is said of the light.
    """
    seen = _patches(picture, pose, mat)
    remarks: list[Text] = []
    bright = [levels for patch, levels in seen if patch.neutral and patch.rgb[0] >= 190]
    if bright:
        top = float(np.median([levels.max() for levels in bright]))
        middles = [levels for patch, levels in seen if patch.neutral and 105 <= patch.rgb[0] <= 145]
        if top < DARK:
            return T("The picture is too dark. Turn a lamp on, or let the camera take longer exposures."), ()
        if middles and float(np.median([levels.max() for levels in middles])) >= _FULL:
            return T("The picture is too bright. Dim the light, or let the camera take shorter exposures."), ()
        if top < DIM:
            remarks.append(T("The picture is dark. With more light more of it can be read."))
        elif float(np.median([levels.min() for levels in bright])) >= _FULL:
            remarks.append(T("The picture is very bright. With less light more of it can be read."))
    softness = blur_mm(picture, pose, mat)
    if softness is not None and softness > _SOFT:
        return T("The picture is blurred. Focus the camera on the board, and keep it still."), ()
    if softness is not None and softness > _SOFTISH:
        remarks.append(T("The picture is a little blurred. Focus the camera on the board, and keep it still."))
    return None, tuple(remarks)


def blur_mm(picture: Any, pose: Pose, mat: Mat) -> float | None:
    """How blurred the edges of the markers are in `picture`, BGR uint8: one standard deviation in mm; None: none seen.

    The widest side counts: motion blurs in one direction only.
    """
    found = []
    for marker in mat.markers:
        for dx, dy in ((1, 0), (0, 1)):
            widths = []
            for way in (-1, 1):
                # A strip across the outer edge: paper, the edge, the black border of the marker.
                x, y = marker.x + way * dx * MARKER / 2, marker.y + way * dy * MARKER / 2
                half = (3.4, 8.0) if dx else (8.0, 3.4)
                if not _in_sight(picture, pose, (x - 4, y - 4, x + 4, y + 4)):
                    continue
                strip = rectify(picture, pose, (x - half[0], y - half[1], x + half[0], y + half[1]), 4.0)
                levels = strip.astype(np.float64).mean(axis=(2, 0 if dx else 1))
                width = _edge_width(levels if way > 0 else levels[::-1])
                if width is not None:
                    widths.append(width / 4.0)
            if widths:
                found.append((dx, float(np.median(widths))))
    sides = [float(np.median([width for one, width in found if one == dx])) for dx in {dx for dx, _ in found}]
    return max(sides) if sides else None


def _edge_width(levels: Any) -> float | None:
    """The standard deviation in samples of the step up in `levels`; None: there is no clear step."""
    steps = np.maximum(np.diff(levels), 0.0)
    total = float(steps.sum())
    if total < 20.0 or total < 0.8 * float(levels.max() - levels.min()):
        return None
    places = np.arange(len(steps))
    middle = float((steps * places).sum()) / total
    return float(np.sqrt((steps * (places - middle) ** 2).sum() / total))


def stray_light(picture: Any, pose: Pose, mat: Mat) -> Any:
    """The stray light in `picture`, BGR uint8: (3,) linear light, blue green red, 0 where none is to be told.

    Each black patch is held against the paper round it, which lies in the same light.
    """
    found = []
    for patch, levels in _patches(picture, pose, mat):
        if patch.neutral and patch.rgb[0] <= _BLACKEST:
            found.append(_lifted(picture, pose, patch.at[:2], PATCH, levels, float(patch.rgb[0])))
    for marker in mat.markers:
        # The black border of a marker is narrow: blur lifts it, and then the patches are the darker ones.
        middle = MARKER / 2 - MARKER / CELLS / 2
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            x, y = marker.x + dx * middle, marker.y + dy * middle
            half = (0.5, 7.0) if dx else (7.0, 0.5)
            area = (x - half[0], y - half[1], x + half[0], y + half[1])
            if _in_sight(picture, pose, area):
                levels = rectify(picture, pose, area, 2.0).reshape(-1, 3).mean(axis=0)
                found.append(_lifted(picture, pose, (marker.x, marker.y), MARKER, levels, 0.0))
                break
    if not found:
        return np.zeros(3)
    # What is too light there lies over the patch; nothing makes it darker, and no part of the picture is darker.
    small = cv2.resize(picture, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    least = _linear(np.percentile(small, 0.5, axis=0))
    return np.clip(np.minimum(np.min(found, axis=0), least), 0.0, 0.12)


def _lifted(picture: Any, pose: Pose, place: tuple[float, float], side: float, levels: Any, grey: float) -> Any:
    """By how much linear light, (3,), something printed in `grey` is lifted, held against the paper round it."""
    x, y = place
    reach = side / 2 + 5.0
    around = rectify(picture, pose, (x - reach, y - reach, x + reach, y + reach), 1.0).reshape(-1, 3)
    paper = _linear(np.percentile(around, 85, axis=0))
    share = float(_linear(np.array([max(grey, 12.0)]))[0]) / _PAPER
    return (_linear(levels) - share * paper) / (1 - share)


def field_picture(picture: Any, pose: Pose, mat: Mat, printed: bool = True) -> Any:
    """The whole field of `picture` at `SCALE`, BGR uint8, its stray light taken off.

    `printed`: the mat lies there (with corners set by hand there is none). All that is compared with each other must
    come from here: the empty picture, the start picture, what is taught and what is read.
    """
    field = rectify(picture, pose, (0.0, 0.0, *mat.field))
    if not printed:
        return field
    stray = stray_light(picture, pose, mat)
    levels = _linear(np.arange(256.0))
    table = np.stack([_screen(np.maximum(levels - one, 0.0)) for one in stray], axis=-1)
    return cv2.LUT(field, np.clip(np.round(table), 0, 255).astype(np.uint8)[None])


def _patches(picture: Any, pose: Pose, mat: Mat) -> list[tuple[Patch, Any]]:
    """The patches in sight, and the mean level of the heart of each, (3,) BGR."""
    found = []
    half = PATCH * _HEART / 2
    for patch in mat.patches:
        x, y = patch.at[:2]
        area = (x - half, y - half, x + half, y + half)
        if _in_sight(picture, pose, area):
            found.append((patch, rectify(picture, pose, area, 2.0).reshape(-1, 3).mean(axis=0)))
    return found


def _in_sight(picture: Any, pose: Pose, area: tuple[float, float, float, float]) -> bool:
    """Whether an area of the table (mm) lies within the picture."""
    left, top, right, bottom = area
    px = pose.to_px(np.array([(left, top), (right, top), (right, bottom), (left, bottom)]))
    height, width = picture.shape[:2]
    return bool((px >= 1).all() and (px[:, 0] < width - 2).all() and (px[:, 1] < height - 2).all())


def _linear(levels: Any) -> Any:
    """Levels of sRGB, 0 to 255, as linear light, 0 to 1."""
    part = np.asarray(levels, np.float64) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def _screen(light: Any) -> Any:
    """Linear light, 0 to 1, as levels of sRGB, 0 to 255."""
    return 255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 0.0) ** (1 / 2.4) - 0.055)
