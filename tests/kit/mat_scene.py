"""A mat drawn flat and seen through a plain camera: for trying what finds it, without a board or pieces."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.engine.sight import Plan
from companion.vision.mat import BAND, CELLS, MARKER, Mat, mat_of
from companion.vision.pose import Pose, plain_lens

FIELD = (420.0, 300.0)
PLAN = Plan(mat=2, field=FIELD, board=(210, 150, 420, 300), known=True, spots=(), looks=())
MAT = mat_of(PLAN)
SIZE = (1280, 720)
_FINE = 4
"""Pixels a mm of the sheet."""
_VIEW = np.array([[1.55, 0.16, 260.0], [-0.12, 1.5, 140.0], [1.2e-4, 0.9e-4, 1.0]])


def TO_PX(points: Any, view: Any = _VIEW) -> Any:
    """Where points (n, 2) mm are in the picture that `mat_picture` gives."""
    flat = np.column_stack([points, np.ones(len(points))]) @ view.T
    return flat[:, :2] / flat[:, 2:]


def sheet(mat: Mat = MAT) -> Any:
    """The mat and its field from above, `_FINE` px a mm, BGR."""
    left, top, right, bottom = mat.outer
    paper = np.full((int((bottom - top) * _FINE), int((right - left) * _FINE), 3), 238, np.uint8)
    inside = int(BAND * _FINE)
    paper[inside:-inside, inside:-inside] = (120, 150, 170)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    draw = cv2.aruco.generateImageMarker if hasattr(cv2.aruco, "generateImageMarker") else cv2.aruco.drawMarker
    side = int(MARKER * _FINE)
    for marker in mat.markers:
        x, y = (round((one - MARKER / 2 + BAND) * _FINE) for one in (marker.x, marker.y))
        cells = cv2.resize(draw(dictionary, marker.id, CELLS), (side, side), interpolation=cv2.INTER_NEAREST)
        paper[y : y + side, x : x + side] = np.clip(cells, 22, 238)[..., None]
    for patch in mat.patches:
        x, y, width, height = ((one + add) * _FINE for one, add in zip(patch.at, (BAND, BAND, 0, 0), strict=True))
        ends = [round(one) for one in (x - width / 2, y - height / 2, x + width / 2, y + height / 2)]
        paper[ends[1] : ends[3], ends[0] : ends[2]] = patch.rgb[::-1]
    return paper


def seen(paper: Any, view: Any = _VIEW, size: tuple[int, int] = SIZE) -> Any:
    """A sheet as a camera sees it: BGR uint8; a table of another grey lies round it."""
    half = 0.5 / _FINE
    to_mm = np.array([[1 / _FINE, 0, half - BAND], [0, 1 / _FINE, half - BAND], [0, 0, 1]])
    soft = cv2.GaussianBlur(paper, (0, 0), 1.2)
    return cv2.warpPerspective(soft, view @ to_mm, size, flags=cv2.INTER_LINEAR, borderValue=(90, 96, 100))


def mat_picture(mat: Mat = MAT, view: Any = _VIEW) -> Any:
    """The whole mat on a table, 1280 by 720 px."""
    return seen(sheet(mat), view)


def blurred(picture: Any, sigma: float) -> Any:
    """A picture out of focus."""
    return cv2.GaussianBlur(picture, (0, 0), sigma)


def true_pose(view: Any = _VIEW) -> Pose:
    """The pose that `mat_picture` was drawn with."""
    lens = plain_lens(SIZE)
    inner = np.array([[lens.focal[0], 0, lens.centre[0]], [0, lens.focal[1], lens.centre[1]], [0, 0, 1]])
    return Pose(np.linalg.inv(inner) @ view, lens, SIZE, FIELD)
