"""What the mat's patches tell of the light: whether there is too much or too little of it, and the stray light.

Stray light (a bright window on the lens, a dim room through glass) lifts black more than white. It is taken off every
picture of the field before colours are compared: else a dark red piece looks grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from companion.engine.text import T, Text
from companion.vision.mat import CELLS, MARKER, PATCH, Mat, Patch
from companion.vision.pose import Pose
from companion.vision.rectify import rectify, rectify_all

DARK, DIM = 45.0, 80.0
"""Level of the brightest patch under which nothing is read, and under which it becomes less certain."""
_FULL = 250.0
"""A level that is as good as saturated."""
SOFT, SOFTISH = 1.65, 1.25
"""Blur as `blur_mm` has it, over which nothing is read, and over which it becomes less certain: about 3 and 1.7 mm."""
_HEART = 0.4
"""The part of a patch, across, that is looked at: its rim has run into the paper."""
_COLOURLESS = 1.0
"""Mean difference between the channels of a picture under which it is one in grey."""
_EXCHANGED = -0.12
"""Agreement of the coloured patches under which their colours are others. A mat from a printer without colours: 0."""
_TINTS, _DULL = 3, 12.0
"""Coloured patches that are needed to tell, and what is added to a level before its logarithm is taken."""
_BLACKEST = 65
"""Patches up to this level tell of stray light."""
_BLANK = 0.85
"""Part of the level of the bright patches over which the black ones are not there."""
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
        black = [levels for patch, levels in seen if patch.neutral and patch.rgb[0] <= _BLACKEST]
        if black and float(np.median([levels.max() for levels in black])) > _BLANK * top:
            remarks.append(T("The dark patches of the mat are blank. Print the mat anew: they tell the light."))
    small = cv2.resize(picture, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA).astype(np.int32)
    if np.ptp(small, axis=2).mean() < _COLOURLESS:
        return T("There is no colour in the picture. Turn off what makes the camera see in black and white."), ()
    if (agree := _agreement(seen)) is not None and agree < _EXCHANGED:
        text = T(
            "The colours in the picture are exchanged, such as red for blue. Take the picture anew, and leave its "
            "colours as they are."
        )
        return text, ()
    softness = blur_mm(picture, pose, mat)
    if softness is not None and softness > SOFT:
        return T("The picture is blurred. Focus the camera on the board, and keep it still."), ()
    if softness is not None and softness > SOFTISH:
        remarks.append(T("The picture is a little blurred. Focus the camera on the board, and keep it still."))
    return None, tuple(remarks)


def _agreement(seen: Sequence[tuple[Patch, Any]]) -> float | None:
    """How well the coloured patches have the colours they were printed in: 1 quite, 0 none at all, below: others.

    That of the worse side of the mat: a damaged picture may be right in a part. None: too few coloured patches, or no
    white one, are in sight.
    """
    white = [levels for patch, levels in seen if patch.neutral and patch.rgb[0] >= 150]
    if not white:
        return None
    light = np.median(white, axis=0)
    found = []
    for side in {patch.side for patch, _ in seen}:
        tints = [one for one in seen if one[0].side == side and not one[0].neutral]
        if len(tints) < _TINTS:
            continue
        here = np.log([(levels + _DULL) / (light + _DULL) for _, levels in tints])
        told = np.log(np.array([patch.rgb[::-1] for patch, _ in tints], np.float64) + _DULL)
        here -= here.mean(axis=1, keepdims=True)
        told -= told.mean(axis=1, keepdims=True)
        found.append(float((here * told).sum() / (told * told).sum()))
    return min(found) if found else None


def blur_mm(picture: Any, pose: Pose, mat: Mat) -> float | None:
    """How blurred the edges of the markers are in `picture`, BGR uint8: one standard deviation in mm; None: none seen.

    The widest side counts: motion blurs in one direction only. No more than the border of a marker is looked at, so
    more than about 1.2 mm is told too small, but still in order.
    """
    sides = []
    for dx, dy in ((1, 0), (0, 1)):
        edges = np.array(
            [(m.x + way * dx * MARKER / 2, m.y + way * dy * MARKER / 2) for m in mat.markers for way in (-1, 1)]
        )
        seen = _in_sight(picture, pose, _areas(edges, 4.0, 4.0))
        # Strips across the outer edges: paper, the edge, the black border of the marker.
        half = (3.4, 8.0) if dx else (8.0, 3.4)
        strips = rectify_all(picture, pose, _areas(edges[seen], *half), 4.0)
        levels = strips.mean(axis=(3, 1 if dx else 2), dtype=np.float32)
        inward = np.flatnonzero(seen) % 2 == 0
        levels[inward] = levels[inward, ::-1]
        widths = np.full(len(edges), np.nan)
        widths[seen] = _edge_widths(levels) / 4.0
        both = widths.reshape(-1, 2)
        both = both[np.isfinite(both).any(axis=1)]
        if len(both):
            sides.append(float(np.median(np.nanmean(both, axis=1))))
    return max(sides) if sides else None


def _edge_widths(levels: Any) -> Any:
    """The standard deviation in samples of the step up in each row of `levels`, (n, k); nan: there is no clear step."""
    steps = np.maximum(np.diff(levels, axis=1), 0.0)
    total = steps.sum(axis=1)
    clear = (total >= 20.0) & (total >= 0.8 * np.ptp(levels, axis=1))
    places = np.arange(steps.shape[1], dtype=np.float32)
    parts = steps / np.maximum(total, 1e-6)[:, None]
    middles = parts @ places
    widths = np.sqrt((parts * (places - middles[:, None]) ** 2).sum(axis=1))
    return np.where(clear, widths, np.nan)


def stray_light(picture: Any, pose: Pose, mat: Mat) -> Any:
    """The stray light in `picture`, BGR uint8: (3,) linear light, blue green red, 0 where none is to be told.

    Each black patch is held against the paper round it, which lies in the same light.
    """
    black = [one for one in _patches(picture, pose, mat) if one[0].neutral and one[0].rgb[0] <= _BLACKEST]
    found = _lifted(
        picture,
        pose,
        [patch.at[:2] for patch, _ in black],
        PATCH,
        np.array([levels for _, levels in black]),
        np.array([patch.rgb[0] for patch, _ in black], np.float64),
    )
    markers = np.array([(marker.x, marker.y) for marker in mat.markers])
    borders = np.full((len(markers), 3), np.nan)
    # The black border of a marker is narrow: blur lifts it, and then the patches are the darker ones.
    middle = MARKER / 2 - MARKER / CELLS / 2
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        areas = _areas(markers + np.array((dx, dy)) * middle, *((0.5, 7.0) if dx else (7.0, 0.5)))
        missing = np.flatnonzero(np.isnan(borders[:, 0]))
        if len(missing):
            missing = missing[_in_sight(picture, pose, areas[missing])]
            borders[missing] = rectify_all(picture, pose, areas[missing], 2.0).mean(axis=(1, 2))
    seen = np.isfinite(borders[:, 0])
    found = np.vstack([found, _lifted(picture, pose, markers[seen], MARKER, borders[seen], np.zeros(int(seen.sum())))])
    if not len(found):
        return np.zeros(3)
    # What is too light there lies over the patch; nothing makes it darker, and no part of the picture is darker.
    small = cv2.resize(picture, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    least = linear(np.percentile(small, 0.5, axis=0))
    return np.clip(np.minimum(np.min(found, axis=0), least), 0.0, 0.12)


def _lifted(picture: Any, pose: Pose, places: Any, side: float, levels: Any, greys: Any) -> Any:
    """By how much linear light things printed in `greys` (n,) are lifted, held against the paper round them: (n, 3)."""
    if not len(greys):
        return np.zeros((0, 3))
    around = rectify_all(picture, pose, _areas(places, side / 2 + 5.0, side / 2 + 5.0), 1.0)
    paper = linear(np.percentile(around.reshape(len(greys), -1, 3), 85, axis=1))
    share = linear(np.maximum(greys, 12.0))[:, None] / _PAPER
    return (linear(levels) - share * paper) / (1 - share)


def field_picture(picture: Any, pose: Pose, mat: Mat, printed: bool = True) -> Any:
    """The whole field of `picture` at `SCALE`, BGR uint8, its stray light taken off.

    `printed`: the mat lies there (with corners set by hand there is none). All that is compared with each other must
    come from here: the empty picture, the start picture, what is taught and what is read.
    """
    field = rectify(picture, pose, (0.0, 0.0, *mat.field))
    if not printed:
        return field
    stray = stray_light(picture, pose, mat)
    levels = linear(np.arange(256.0))
    table = np.stack([screen(np.maximum(levels - one, 0.0)) for one in stray], axis=-1)
    return cv2.LUT(field, np.clip(np.round(table), 0, 255).astype(np.uint8)[None])


def _patches(picture: Any, pose: Pose, mat: Mat) -> list[tuple[Patch, Any]]:
    """The patches in sight, and the mean level of the heart of each, (3,) BGR."""
    half = PATCH * _HEART / 2
    areas = _areas([patch.at[:2] for patch in mat.patches], half, half)
    seen = _in_sight(picture, pose, areas)
    levels = rectify_all(picture, pose, areas[seen], 2.0).mean(axis=(1, 2))
    patches = [patch for patch, there in zip(mat.patches, seen, strict=True) if there]
    return list(zip(patches, levels, strict=True))


def _areas(places: Any, across: float, down: float) -> Any:
    """The areas (n, 4) mm that reach `across` and `down` mm to each side of places, (n, 2) mm."""
    middles = np.asarray(places, np.float64).reshape(-1, 2)
    reach = np.array((across, down))
    return np.hstack([middles - reach, middles + reach])


def _in_sight(picture: Any, pose: Pose, areas: Any) -> Any:
    """Whether areas of the table, (n, 4) mm, lie within the picture: (n,) bool."""
    px = pose.to_px(areas[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)).reshape(-1, 4, 2)
    height, width = picture.shape[:2]
    return ((px >= 1) & (px < (width - 2, height - 2))).all(axis=(1, 2))


def linear(levels: Any) -> Any:
    """Levels of sRGB, 0 to 255, as linear light, 0 to 1."""
    part = np.asarray(levels, np.float64) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def screen(light: Any) -> Any:
    """Linear light, 0 to 1, as levels of sRGB, 0 to 255."""
    return 255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 0.0) ** (1 / 2.4) - 0.055)
