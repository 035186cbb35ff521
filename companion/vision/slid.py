"""Whether the board still lies where it lay when its corners were set by hand: there are no markers to tell.

The edges of what is printed on it are laid over those of the empty picture (phase correlation); pieces and cards that
have come since hardly matter.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.engine.text import T
from companion.vision.calibration import SCALE
from companion.vision.pose import Pose
from companion.vision.rectify import rectify

FAR = 4.0
"""Millimetres from which on a board that slid is not read,"""
ASIDE = 1.0
"""and from which on none of its places is told for certain: pushed by 1.6 mm it may look pushed by 1.05."""
ALIKE = 0.1
"""How well the edges must fit for that to be told: a full board reaches 0.4, another picture 0.05."""
PUSHED = T("Camera or board seem to have been pushed, and there is no mat. See whether the corners still fit.")
UNCLEAR = T("It can't be told whether the board still lies where its corners were set. See whether they still fit.")


def slid_mm(picture: Any, pose: Pose, empty: Any) -> float | None:
    """How far (mm) the board lies from where it lay in the `empty` picture of the field (BGR at `SCALE`).

    `picture`: BGR uint8 (h, w, 3), `pose`: by the corners. None: it can't be told, the edges do not fit anywhere.
    """
    high, wide = (side / SCALE for side in empty.shape[:2])
    now = _edges(rectify(picture, pose, (0.0, 0.0, wide, high), 1.0))
    then = _edges(cv2.resize(empty, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_AREA))
    window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
    (x, y), fit = cv2.phaseCorrelate(then, now, window)
    return float(np.hypot(x, y)) if fit >= ALIKE else None


def _edges(picture: Any) -> Any:
    """How steep the levels are everywhere; the steepest no more than others, so that no lamp outweighs the print."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 1.0)
    steep = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return np.minimum(steep, np.percentile(steep, 98)).astype(np.float32)
