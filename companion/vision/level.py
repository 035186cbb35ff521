"""A part of the field in the empty picture's light, so that both can be compared pixel by pixel."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.shading import Shading

Picture = NDArray[np.uint8]
"""BGR, (height, width, 3)."""
Reals = NDArray[np.float32]
"""Any array of float32."""
PxBox = tuple[int, int, int, int]
"""Left, top, right and bottom in px, within the picture."""


def reals(values: Any) -> Reals:
    """What OpenCV gives back, as float32."""
    return np.asarray(values, np.float32)


def levelled(field: Picture, shading: Shading, box: PxBox | None = None) -> Picture:
    """The part `box` (all of it) of `field` in the empty picture's light, BGR uint8."""
    height, width = field.shape[:2]
    left, top, right, bottom = box or (0, 0, width, height)
    rows, columns = shading.gains.shape[:2]
    xs = (np.arange(left, right, dtype=np.float32) + 0.5) * (columns / width) - 0.5
    ys = (np.arange(top, bottom, dtype=np.float32) + 0.5) * (rows / height) - 0.5
    across, down = np.meshgrid(xs, ys)
    gains = cv2.remap(shading.gains, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.multiply(field[top:bottom, left:right], gains, dtype=cv2.CV_8U), np.uint8)
