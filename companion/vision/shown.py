"""The one thing that is shown to the camera on the empty board, cut out upright, to be taught.

Of a tile only what lies inside of its outline is kept: the rest is exactly black, the tile itself never is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.engine.errors import InputError
from companion.engine.sight import At, Kind
from companion.engine.text import T
from companion.vision.book import Lie, lab, placing
from companion.vision.calibration import SCALE
from companion.vision.level import Picture, Reals, levelled, reals
from companion.vision.lying import Bare, Mask, apart, beyond, differs
from companion.vision.shading import shading_of

SMALLEST = 12.0
"""Nothing with a shorter side (mm) can be told by its picture."""
_ROUND = 0.11
"""By so much the sides of two things of one size may differ as they are measured."""
_SQUARE = 1.15
"""What is less oblong is taken to lie as little turned as it can."""
_SECOND = 0.2
"""What is larger than this part of the thing shown is a second thing."""
_REACH = 14.0
_RIM = 8
_RISEN = 9.0


Rectangle = tuple[float, float, float, float, float]
"""Centre x and y, width, height in px, degrees clockwise."""


class Cut(NamedTuple):
    """What was shown, upright at `SCALE`, and where it lay (mm)."""

    picture: Picture
    at: At


def cut_out(
    field: Picture,
    empty: Picture,
    kind: Kind,
    at: At | None = None,
    turned: int = 0,
    sizes: tuple[tuple[float, float], ...] = (),
    lying: tuple[Lie, tuple[float, float]] | None = None,
) -> Cut:
    """Cut the one thing that lies on the field out of it, in the empty picture's light.

    `field` and `empty`: rectified BGR uint8 of one size. `at`: the place where it lies (None: anywhere). `turned`:
    quarter turns clockwise of what lies there. `sizes`: width and height in px of what was taught of its kind before;
    a thing about as large is taken to be of that very size. `lying`: how it lies and its size, where its picture told.
    Raises InputError: what is to be laid otherwise.
    """
    shading = shading_of(field, empty, SCALE)
    light = levelled(field, shading)
    mask = differs(lab(light), Bare(empty))
    lump = _only(mask, at)
    hull = cv2.convexHull(
        max(cv2.findContours(lump, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2], key=cv2.contourArea)
    )
    if lying is None:
        lying = _upright(_rectangle(hull, kind, beyond(lab(light), lab(empty))), 90.0 * turned, sizes)
    lie, size = lying
    columns, rows = round(size[0]), round(size[1])
    matrix = placing(lie, size[0] / columns, size[1] / rows, columns, rows)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    picture = cv2.warpAffine(light, matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inside: Any = np.ones((rows, columns), bool)
    if kind == "tile":
        shape = np.zeros(mask.shape, np.uint8)
        cv2.fillPoly(shape, [hull], 255)
        laid = cv2.warpAffine(shape, matrix, (columns, rows), flags=flags)
        inside = laid > 127
    clean = np.where(inside[..., None], np.maximum(picture, 1), 0).astype(np.uint8)
    where = ((lie.x + 0.5) / SCALE, (lie.y + 0.5) / SCALE, size[0] / SCALE, size[1] / SCALE)
    return Cut(clean, where)


def _rectangle(hull: Any, kind: Kind, gap: Reals) -> Rectangle:
    """The rectangle of the thing whose outline is `hull`. `gap`: by how much the field differs from the empty one."""
    (x, y), (w, h), angle = cv2.minAreaRect(hull)
    if min(w, h) < SMALLEST * SCALE:
        raise InputError(T("What lies there is too small to be told by its picture. Lay it flat, or move the camera."))
    # Its rim may be like the board here and there: what it encloses counts.
    if kind != "tile" and cv2.contourArea(hull) < 0.9 * w * h:
        raise InputError(
            T("What lies there is no rectangle. Lay it flat on the board, all of it in sight, and take your hand away.")
        )
    # A tile's sides may be slanted: its outline tells.
    return (x, y, w, h, angle) if kind == "tile" else _trimmed(gap, (x, y, w, h, angle))


def _only(mask: Mask, at: At | None) -> Mask:
    """The lump of the one thing that lies on the field, or in the place `at`."""
    height, width = mask.shape
    if at is not None:
        x, y, w, h = (side * SCALE for side in at)
        reach = _REACH * SCALE
        window = np.zeros_like(mask)
        left, top = max(0, round(x - w / 2 - reach)), max(0, round(y - h / 2 - reach))
        window[top : round(y + h / 2 + reach), left : round(x + w / 2 + reach)] = 255
        mask = np.asarray(cv2.bitwise_and(mask, window), np.uint8)
    count, marks, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    areas = stats[:, cv2.CC_STAT_AREA].copy()
    areas[0] = 0
    best = int(areas.argmax())
    if count < 2 or areas[best] < (0.6 * SMALLEST * SCALE) ** 2:
        if at is None:
            raise InputError(T("Nothing new lies on the board. Lay one thing on it, and take the picture again."))
        raise InputError(T("Nothing lies in that place. Lay it there, and take the picture again."))
    left, top, w, h = (int(stats[best, k]) for k in (0, 1, 2, 3))
    # What reaches over the field's edge is an arm, or lies half on the mat.
    if left <= 1 or top <= 1 or left + w >= width - 1 or top + h >= height - 1:
        raise InputError(
            T("Something reaches over the edge of the board. Take your hand away, and lay the thing well inside.")
        )
    if (areas > max(_SECOND * areas[best], (0.6 * SMALLEST * SCALE) ** 2)).sum() > 1:
        raise InputError(T("More than one thing lies there. Leave only the one that is to be shown."))
    return np.where(marks == best, 255, 0).astype(np.uint8)


def _trimmed(gap: Reals, rectangle: Rectangle) -> Rectangle:
    """A rectangle with each side drawn to where the difference `gap` from the board rises."""
    x, y, w, h, angle = rectangle
    columns, rows = round(w) + 2 * _RIM, round(h) + 2 * _RIM
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = placing(Lie(x, y, angle), 1.0, 1.0, columns, rows)
    straight = reals(cv2.warpAffine(gap, matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE))
    size = np.sqrt((straight * straight).sum(axis=2))
    steps = []
    sides = (size, size[:, ::-1], size.T, size.T[:, ::-1])
    for side, spare in zip(sides, (columns - w, columns - w, rows - h, rows - h), strict=True):
        sixth = side.shape[0] // 6
        end = _rise(side[sixth:-sixth])
        steps.append(0.0 if end is None else float(np.clip(end - spare / 2, -5.0, 7.0)))
    left, right, top, bottom = steps
    turn = np.radians(angle)
    dx, dy = (left - right) / 2, (top - bottom) / 2
    x, y = float(x + np.cos(turn) * dx - np.sin(turn) * dy), float(y + np.sin(turn) * dx + np.cos(turn) * dy)
    return x, y, w - left - right, h - top - bottom, angle


def _rise(side: Reals) -> float | None:
    """How far from the left the difference from the board rises, in px; None: it never does, or from the start on.

    The rim of a card may differ less from the board than its picture does: half of what the rim rises counts.
    """
    profile = np.median(side, axis=0)
    bare = float(profile[:3].min())
    above = np.flatnonzero(profile[: 3 * _RIM] > bare + _RISEN)
    if not len(above) or above[0] == 0:
        return None
    half = (bare + float(profile[above[0] : above[0] + 4].max())) / 2
    k = int(np.flatnonzero(profile >= half)[0])
    if k == 0:
        return None
    return k - 0.5 + float((half - profile[k - 1]) / max(1e-6, float(profile[k] - profile[k - 1])))


def _upright(
    rectangle: Rectangle, upright: float, sizes: tuple[tuple[float, float], ...]
) -> tuple[Lie, tuple[float, float]]:
    """How the thing lies and its size: as one that is known, else the least turned."""
    x, y, w, h, angle = rectangle
    ways = [(w, h, angle + half) for half in (0.0, 180.0)] + [(h, w, angle + 90.0 + half) for half in (0.0, 180.0)]
    ways.sort(key=lambda way: abs(apart(way[2], upright)))
    if max(w, h) < _SQUARE * min(w, h):
        # Its sides don't tell which way up it lies.
        ways = ways[:1]
    for width, height, turn in ways:
        for known in sizes:
            if abs(width / known[0] - 1) < _ROUND and abs(height / known[1] - 1) < _ROUND:
                return Lie(x, y, turn), known
    width, height, turn = ways[0]
    return Lie(x, y, turn), (float(round(width)), float(round(height)))

