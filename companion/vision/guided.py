"""Looking for the rest of the mat's markers where those that were found put them.

Blur spoils a marker long before it can no longer be told from its fellows: where the place is about known, the picture
of the marker that must be there is laid over it and shifted until it fits best.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from companion.vision.calibration import Lens
from companion.vision.markers import Found, bits_of
from companion.vision.mat import CELLS, MARKER, Mat
from companion.vision.pose import pose_from
from companion.vision.rectify import rectify

KNOWN = 3
"""Markers that must have been found."""
_FINE = 2.0
_CELL = MARKER / CELLS
_SEARCH = 14.0
"""Millimetres to each side that a marker is looked for."""
_ALIKE = 0.55
"""Least correlation of the whole marker with its white margin,"""
_BITS_ALIKE = 0.5
"""and of its bits alone: the right one must be the best of all fifty."""


def more_markers(grey: Any, found: Sequence[Found], mat: Mat, lens: Lens | None) -> tuple[Found, ...]:
    """Markers of `mat` in `grey`, (h, w) uint8, beside those of `found`: three at least, each id once.

    Their corners are as good as a correlation: a tenth of a cell or two.
    """
    ours = [one for one in found if mat.marker(one.id) is not None]
    if len(ours) < KNOWN or len({one.id for one in ours}) < len(ours):
        return ()
    known = [(marker.corners(), one.corners) for one in ours if (marker := mat.marker(one.id)) is not None]
    mm = np.concatenate([corners for corners, _ in known])
    px = np.concatenate([corners for _, corners in known]).astype(np.float64)
    size = (int(grey.shape[1]), int(grey.shape[0]))
    pose = pose_from(mm, px, mat.field, size, lens)
    if pose is None:
        return ()
    more = []
    for marker in mat.markers:
        if any(one.id == marker.id for one in ours):
            continue
        reach = MARKER / 2 + _CELL + _SEARCH
        place = pose.to_px(np.array([(marker.x, marker.y)]))[0]
        if not (0 <= place[0] < size[0] and 0 <= place[1] < size[1]):
            continue
        seen = rectify(grey, pose, (marker.x - reach, marker.y - reach, marker.x + reach, marker.y + reach), _FINE)
        shift = _fits(seen, marker.id)
        if shift is None:
            continue
        moved = np.array(marker.corners()) + shift
        more.append(Found(marker.id, pose.to_px(moved).astype(np.float32)))
    return tuple(more)


def _fits(seen: Any, marker: int) -> Any:
    """By how many mm (x, y) a marker lies off the middle of `seen`; None: it is not to be seen there."""
    spread = cv2.matchTemplate(seen, _picture(marker), cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(spread)
    # Of a flat picture the correlation is no number.
    if not best >= _ALIKE or not (0 < x < spread.shape[1] - 1 and 0 < y < spread.shape[0] - 1):
        return None
    side = round(MARKER * _FINE)
    edge = round(_CELL * _FINE)
    inner = round(5 * _CELL * _FINE)
    left, top = x + edge + (side - inner) // 2, y + edge + (side - inner) // 2
    bits = cv2.resize(seen[top : top + inner, left : left + inner], (5, 5), interpolation=cv2.INTER_AREA)
    flat = bits.astype(np.float64).ravel()
    flat -= flat.mean()
    length = float(np.linalg.norm(flat))
    if length < 5.0:
        return None
    alike = _all_bits() @ flat / length
    if int(alike.argmax()) != marker or float(alike.max()) < _BITS_ALIKE:
        return None
    part_x = _peak(*(float(value) for value in spread[y, x - 1 : x + 2]))
    part_y = _peak(*(float(value) for value in spread[y - 1 : y + 2, x]))
    middle = ((spread.shape[1] - 1) / 2, (spread.shape[0] - 1) / 2)
    return np.array((x + part_x - middle[0], y + part_y - middle[1])) / _FINE


def _peak(before: float, here: float, after: float) -> float:
    """Where between three values the top of the parabola through them lies, from the middle one."""
    bend = before - 2 * here + after
    return 0.0 if bend >= 0 else float(np.clip((before - after) / (2 * bend), -0.5, 0.5))


@lru_cache(maxsize=64)
def _picture(marker: int) -> Any:
    """A marker with a cell of white round it at `_FINE` px a mm, as soft as a picture is."""
    side = round(MARKER * _FINE)
    edge = round(_CELL * _FINE)
    whole = np.full((side + 2 * edge, side + 2 * edge), 255, np.uint8)
    cells = np.zeros((CELLS, CELLS), np.uint8)
    cells[1:-1, 1:-1] = bits_of(marker) * 255
    whole[edge : edge + side, edge : edge + side] = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)
    return cv2.GaussianBlur(whole, (0, 0), 2.0)


@lru_cache(maxsize=1)
def _all_bits() -> Any:
    """The bits of all fifty markers, each of mean 0 and length 1: (50, 25)."""
    rows = np.stack([bits_of(marker).astype(np.float64).ravel() for marker in range(50)])
    rows -= rows.mean(axis=1, keepdims=True)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)
