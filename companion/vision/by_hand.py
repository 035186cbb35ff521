"""A board without a mat: its corners are set in a picture by hand, and tell where the field lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from companion.engine.sight import Plan

Corners = tuple[tuple[float, float], ...]


def field_corners(board: Sequence[Sequence[float]], plan: Plan) -> Corners:
    """The corners of the field in the picture (px) from those of the board, clockwise from its top left one.

    They may lie outside of the picture. Raises ValueError where the four make no area.
    """
    x, y, width, height = plan.board
    left, top, right, bottom = x - width / 2, y - height / 2, x + width / 2, y + height / 2
    source = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)
    return _mapped(source, board, (0.0, 0.0, *plan.field))


def board_corners(field: Sequence[Sequence[float]], plan: Plan) -> Corners:
    """The other way round: the corners of the board from those of the field."""
    x, y, width, height = plan.board
    wide, high = plan.field
    source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    return _mapped(source, field, (x - width / 2, y - height / 2, x + width / 2, y + height / 2))


def _mapped(source: Any, target: Sequence[Sequence[float]], area: tuple[float, float, float, float]) -> Corners:
    aim = np.array([tuple(corner)[:2] for corner in target], np.float32)
    matrix = cv2.getPerspectiveTransform(source, aim)
    if not np.isfinite(matrix).all() or abs(float(np.linalg.det(matrix))) < 1e-9:
        raise ValueError("the corners make no area")
    left, top, right, bottom = area
    points = np.array([[(left, top), (right, top), (right, bottom), (left, bottom)]], np.float64)
    found = cv2.perspectiveTransform(points, matrix)[0]
    return tuple((float(a), float(b)) for a, b in found)
