"""Levelling: a picture of the field in the light of the empty picture, so that both can be compared pixel by pixel.

Most of a field lies open, and what lies open shows how the light has changed since the empty picture was made. Only the
smooth part of that change is taken over; a sharp edge stays a difference (anchors 2.6: the local reference is the best).
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""BGR, (height, width, 3)."""
Reals = NDArray[np.float32]
"""Any array of float32."""

CELL = 8
"""Side of a cell in px: 4 mm at `SCALE`."""
_RANGE = ((10.0,) * 3, (246.0,) * 3)
_HUE_SPREAD = 0.10
"""By how much (log) a cell's colour may differ from the common change of colour and still lie open."""
_FALL = 0.22
"""By how much (log) a cell's brightness may differ from the smooth light: a soft shadow, no more."""


class Levels:
    """How the light of one picture of the field differs from that of the empty one: a smooth gain in each channel.

    `trusted`: share of the cells that show the bare field, 0 to 1. With next to none of them nothing is levelled.
    """

    def __init__(self, field: Picture, empty: Picture) -> None:
        """`field` and `empty`: of the same size, both rectified."""
        height, width = field.shape[:2]
        size = (max(2, width // CELL), max(2, height // CELL))
        here = cv2.resize(field, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        bare = cv2.resize(empty, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        usable = (cv2.inRange(here, *_RANGE) > 0) & (cv2.inRange(bare, *_RANGE) > 0)
        logs = np.log((here + 1.0) / (bare + 1.0))
        open_cells, shift = _common(logs, usable)
        self.trusted = float(open_cells.mean())
        self._shape = (height, width)
        self._gains: Reals = _smooth(logs, open_cells, shift)

    def level(self, field: Picture, box: tuple[int, int, int, int]) -> Picture:
        """The part `box` (left, top, right, bottom px, within the picture) of `field` in the empty picture's light."""
        left, top, right, bottom = box
        rows, columns = self._gains.shape[:2]
        height, width = self._shape
        xs = (np.arange(left, right, dtype=np.float32) + 0.5) * (columns / width) - 0.5
        ys = (np.arange(top, bottom, dtype=np.float32) + 0.5) * (rows / height) - 0.5
        map_x = np.broadcast_to(xs, (len(ys), len(xs))).astype(np.float32)
        map_y = np.broadcast_to(ys[:, None], (len(ys), len(xs))).astype(np.float32)
        gain = cv2.remap(self._gains, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        levelled: Any = cv2.multiply(field[top:bottom, left:right], np.ascontiguousarray(gain), dtype=cv2.CV_8U)
        return np.asarray(levelled, dtype=np.uint8)


def _common(logs: Reals, usable: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Reals]:
    """Cells that show the bare field, and the change of colour (log, three channels) that most of them share."""
    cells = logs[usable]
    if len(cells) < 12:
        return np.zeros(usable.shape, dtype=bool), np.zeros(3, dtype=np.float32)
    hues = np.stack([cells[:, 0] - cells[:, 1], cells[:, 2] - cells[:, 1]], axis=1)
    tried = hues[:: max(1, len(hues) // 48)]
    near = (np.abs(hues[None, :, 0] - tried[:, None, 0]) < _HUE_SPREAD) & (
        np.abs(hues[None, :, 1] - tried[:, None, 1]) < _HUE_SPREAD
    )
    best = int(near.sum(axis=1).argmax())
    hue = np.median(hues[near[best]], axis=0)
    close = usable & (np.abs(logs[..., 0] - logs[..., 1] - hue[0]) < _HUE_SPREAD)
    close &= np.abs(logs[..., 2] - logs[..., 1] - hue[1]) < _HUE_SPREAD
    return _even(logs[..., 1], close), np.array([hue[0], 0.0, hue[1]], dtype=np.float32)


def _even(brightness: Reals, close: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of the cells `close` those whose brightness follows a smooth surface (a paraboloid, fitted again and again)."""
    rows, columns = brightness.shape
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x, y = x / max(1, columns - 1) - 0.5, y / max(1, rows - 1) - 0.5
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=2)
    inside = close
    middle = float(np.median(brightness[close])) if close.any() else 0.0
    fall = 0.6
    fitted = np.full_like(brightness, middle)
    for _ in range(4):
        inside = close & (np.abs(brightness - fitted) < fall)
        if inside.sum() < 24:
            return inside
        # A light touch of the flat surface keeps a few far cells from bending it where nothing lies open.
        a = terms[inside]
        normal = a.T @ a + np.diag([0.0, 1.0, 1.0, 1.0, 1.0, 1.0]) * 0.02 * len(a)
        fitted = (terms @ np.linalg.solve(normal, a.T @ brightness[inside])).astype(np.float32)
        fall = max(_FALL, fall * 0.6)
    return inside


def _smooth(logs: Reals, open_cells: NDArray[np.bool_], shift: Reals) -> Reals:
    """Gains that bring a picture into the empty one's light: near what lies open as there, elsewhere as around it."""
    if open_cells.sum() < 6:
        return np.ones_like(logs)
    weight = open_cells.astype(np.float32)
    level = float(np.median(logs[..., 1][open_cells]))
    total = np.full(weight.shape, 0.02, dtype=np.float32)
    light = np.full(weight.shape, 0.02 * level, dtype=np.float32)
    for sigma, share in ((2.0, 1.0), (6.0, 0.25), (18.0, 0.05)):
        total += share * cv2.GaussianBlur(weight, (0, 0), sigma)
        light += share * cv2.GaussianBlur(weight * logs[..., 1], (0, 0), sigma)
    gains = np.exp(-((light / total)[..., None] + shift[None, None, :]))
    return np.clip(gains, 0.2, 6.0).astype(np.float32)
