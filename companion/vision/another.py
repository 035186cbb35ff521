"""Whether the board in a picture is the one that was calibrated: the mat tells the game, never the edition."""

from __future__ import annotations

from typing import Any

from companion.engine.text import T
from companion.vision.calibration import SCALE
from companion.vision.shading import shading_of

ANOTHER = T(
    "Most of the board does not look as it did when it was calibrated. Take away what covers it, or calibrate anew."
)
_SHOWS = 0.3
_ALONE = 0.65
"""Part of the field that shows the board of the empty picture where one thing, or a few pieces, lie on it: 0.87 with
the largest plates, at most 0.6 on other boards."""


def lies_alone(field: Any, empty: Any) -> bool:
    """Whether the field (BGR uint8 at `SCALE`) is the board of the `empty` picture, with little on it."""
    return field.shape == empty.shape and bool((shading_of(field, empty, SCALE).bare > _SHOWS).mean() >= _ALONE)
