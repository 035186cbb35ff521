"""Rectified pictures: a part of the table seen straight from above, at so many pixels a millimetre."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.vision.calibration import SCALE
from companion.vision.pose import Pose

_GRID = 16
"""The map is worked out at every 16th pixel and runs straight between: a lens bends less than that shows."""


def rectify(picture: Any, pose: Pose, area: tuple[float, float, float, float], scale: float = SCALE) -> Any:
    """The part `area` (left, top, right, bottom, mm; it may reach out of the field) of the table seen from above.

    BGR uint8 of round((right - left) * scale) by as many px (at least 1 each); pixel (0, 0) begins at (left, top). What
    the camera does not see is black. A picture of one channel gives one of one channel.
    """
    left, top, _, _ = area
    width, height = extent(area, scale)
    columns, rows = -(-width // _GRID) + 2, -(-height // _GRID) + 2
    xs = left + np.arange(columns) * _GRID / scale
    ys = top + np.arange(rows) * _GRID / scale
    places = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    coarse = pose.to_px(places).reshape(rows, columns, 2).astype(np.float32)
    # The middle of pixel i is i + 0.5 px from the left.
    across = (np.arange(width, dtype=np.float32) + 0.5) / _GRID
    down = (np.arange(height, dtype=np.float32) + 0.5) / _GRID
    px = _between(_between(coarse, down, 0), across, 1)
    across_map, down_map = np.ascontiguousarray(px[..., 0], np.float32), np.ascontiguousarray(px[..., 1], np.float32)
    return cv2.remap(
        picture, across_map, down_map, interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0.0
    )


def extent(area: tuple[float, float, float, float], scale: float = SCALE) -> tuple[int, int]:
    """Width and height in px of the rectified picture of `area` (mm)."""
    left, top, right, bottom = area
    return max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))


def _between(values: Any, places: Any, axis: int) -> Any:
    """Values between the rows (axis 0) or columns (axis 1) of a grid, at fractional `places`."""
    whole = np.floor(places).astype(np.int32)
    part = places - whole
    part = part[:, None, None] if axis == 0 else part[None, :, None]
    first = np.take(values, whole, axis=axis)
    return first + (np.take(values, whole + 1, axis=axis) - first) * part
