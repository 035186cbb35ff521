"""Brightness and colour as the eye of the reader has them: logarithms, in which a change of light is a sum."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

SOFT = 48.0
"""Added to a level before its logarithm is taken: what is much darker than that is noise and stray light."""
_MIX = np.array([[1 / 3, 1 / 3, 1 / 3], [1, -1, 0], [0, -1, 1]], np.float32)
"""From the logarithms of blue, green and red to the mean, blue against green and red against green."""


def axes(levels: Any) -> Any:
    """Brightness and two colour axes of BGR levels (..., 3), 0 to 255, as logarithms: (..., 3) float32."""
    given = np.asarray(levels, np.float32)
    # OpenCV takes logarithms and mixes channels in a third of the time, but of pictures only.
    picture = given if given.ndim == 3 else given.reshape(-1, 1, 3)
    logs = cv2.log(np.maximum(picture, np.float32(0.0)) + np.float32(SOFT))
    return np.asarray(cv2.transform(logs, _MIX), np.float32).reshape(given.shape)
