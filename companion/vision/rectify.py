"""Rectified pictures: a part of the table seen straight from above, at so many pixels a millimetre."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from companion.vision.calibration import SCALE
from companion.vision.pose import Pose

Area = tuple[float, float, float, float]
"""Left, top, right and bottom in mm; it may reach out of the field."""
_GRID = 16
"""The map is worked out at every 16th pixel and runs straight between: a lens bends less than that shows."""


def rectify(picture: Any, pose: Pose, area: Area, scale: float = SCALE) -> Any:
    """The part `area` of the table seen from above.

    BGR uint8 of round((right - left) * scale) by as many px (at least 1 each); pixel (0, 0) begins at (left, top). What
    the camera does not see is black. A picture of one channel gives one of one channel.
    """
    left, top, _, _ = area
    width, height = extent(area, scale)
    columns, rows = -(-width // _GRID) + 2, -(-height // _GRID) + 2
    # One point for each 16 pixels, in their middle, and one more all round: so they are spread by one resize.
    xs = left + (np.arange(columns) - 0.5) * _GRID / scale
    ys = top + (np.arange(rows) - 0.5) * _GRID / scale
    places = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    coarse = pose.to_px(places).reshape(rows, columns, 2).astype(np.float32)
    spread = cv2.resize(coarse, (columns * _GRID, rows * _GRID), interpolation=cv2.INTER_LINEAR)
    return _taken(picture, spread[_GRID : _GRID + height, _GRID : _GRID + width])


def rectify_all(picture: Any, pose: Pose, areas: Sequence[Area], scale: float = SCALE) -> Any:
    """Many small areas of one size at once, each as `rectify` gives it: (n, height, width[, 3]) uint8."""
    corners = np.asarray(areas, np.float64).reshape(-1, 4)
    if not len(corners):
        return np.zeros((0, 1, 1, *picture.shape[2:]), picture.dtype)
    first = corners[0]
    width, height = extent((float(first[0]), float(first[1]), float(first[2]), float(first[3])), scale)
    across, down = _shares(width), _shares(height)
    xs = corners[:, :1] + np.arange(across.shape[1]) * _GRID / scale
    ys = corners[:, 1:2] + np.arange(down.shape[1]) * _GRID / scale
    shape = (len(corners), down.shape[1], across.shape[1])
    places = np.stack([np.broadcast_to(xs[:, None], shape), np.broadcast_to(ys[..., None], shape)], axis=-1)
    coarse = pose.to_px(places.reshape(-1, 2)).reshape(*shape, 2).astype(np.float32)
    # Straight lines between the points of the grid, down and across, are two products of matrices.
    px = np.stack([down @ coarse[..., axis] @ across.T for axis in (0, 1)], axis=-1)
    taken = _taken(picture, px.reshape(len(corners) * height, width, 2))
    return taken.reshape(len(corners), height, width, *picture.shape[2:])


def extent(area: Area, scale: float = SCALE) -> tuple[int, int]:
    """Width and height in px of the rectified picture of `area` (mm)."""
    left, top, right, bottom = area
    return max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))


@lru_cache(maxsize=32)
def _shares(length: int) -> Any:
    """What each point of the grid counts for the middle of each of `length` pixels: (length, points) float32."""
    # The middle of pixel i is i + 0.5 px from the left.
    places = (np.arange(length) + 0.5) / _GRID
    return np.maximum(0.0, 1.0 - np.abs(places[:, None] - np.arange(-(-length // _GRID) + 1))).astype(np.float32)


def _taken(picture: Any, px: Any) -> Any:
    """What the picture shows at pixels (h, w, 2) float32."""
    # Both coordinates stand in one map, which OpenCV takes as it is.
    second: Any = None
    return cv2.remap(
        picture, px, second, interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0.0
    )
