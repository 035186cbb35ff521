"""Whether the board in a picture is the one that was calibrated: the mat tells the game, never the edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.sight import EMPTY, Seen
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
_MANY, _KNOWN = 20, 0.15
"""Of so many places that show no piece that part at least is surely empty: at most 0.07 on other boards."""


def lies_alone(field: Any, empty: Any) -> bool:
    """Whether the field (BGR uint8 at `SCALE`) is the board of the `empty` picture, with little on it."""
    return field.shape == empty.shape and bool((shading_of(field, empty, SCALE).bare > _SHOWS).mean() >= _ALONE)


def is_another(seen: Sequence[Seen]) -> bool:
    """Whether the places for pieces look like those of another board: next to none is bare as it was.

    What seems to be sure there is as wrong as the rest, apart from pieces, whose colours are their own.
    """
    bare = sum(one.sure and one.label == EMPTY for one in seen)
    doubtful = sum(not one.sure for one in seen)
    return bare + doubtful >= _MANY and bare < _KNOWN * (bare + doubtful)
