"""What is another in one picture than in an earlier one of the same table, at a quarter of its size.

Light may become brighter or darker, all over or in a part; that alone is no change of what lies there.
"""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np

QUARTER = 4
CELL = 8
"""Side of a cell in quarter pixels: about 16 mm on the table."""
AROUND = 41
"""Quarter pixels over which light is taken as even."""
LEAST = 9.0
"""Grey levels below which nothing counts as a change, however quiet the picture."""
NOISE, MOST_NOISE = 5.0, 5.0
"""How many times the noise of a picture a change must be, and the most grey levels of noise that are believed."""
IN_CELL = 5
"""Pixels of a cell (of 64) that must have changed: less is a speck."""
LIT = 0.12
"""By how many stops a place must be brighter or darker to have been lit otherwise."""
PART_LIT = 0.6
"""Part of the picture that is lit otherwise when a lamp was switched."""
TEXTURED = 7.0
"""Spread of grey levels from which on it can be told whether a cell still shows the same."""
SAME = 0.6
"""Correlation from which on it does."""
SHADOWS = 0.06
"""The part of a picture that edges of shadows change at most when a lamp is switched."""


class Small(msgspec.Struct, frozen=True):
    """A picture made small: grey levels as float32, what is around each pixel on average, and its true size."""

    grey: Any
    around: Any
    size: tuple[int, int]


class Change(msgspec.Struct, frozen=True):
    """`cells`: which cells show something else (bool, rows x columns). `lit`: a lamp was switched, or nearly so.

    `part`: the part of the cells with anything to see in them that show something else, 0 to 1.
    """

    cells: Any
    lit: bool
    part: float


def small(picture: Any) -> Small | None:
    """A picture made small, its edges filled up to whole cells; None for what is no picture."""
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8 or picture.ndim not in (2, 3):
        return None
    height, width = picture.shape[:2]
    if min(height, width) < QUARTER * CELL or (picture.ndim == 3 and picture.shape[2] != 3):
        return None
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    less = cv2.resize(grey, (width // QUARTER, height // QUARTER), interpolation=cv2.INTER_AREA)
    down, right = -less.shape[0] % CELL, -less.shape[1] % CELL
    whole = cv2.copyMakeBorder(less, 0, down, 0, right, cv2.BORDER_REPLICATE)
    levels = cv2.GaussianBlur(whole.astype(np.float32), (3, 3), 0)
    return Small(levels, cv2.blur(levels, (AROUND, AROUND)) + 1.0, (width, height))


def compare(before: Small, now: Small, here: Any) -> Change:
    """What is another in `now`, in the cells that count (`here`, bool). Both pictures are of one size."""
    ratio = before.around / now.around
    # What is brighter or darker together with all that is around it is only lit otherwise; and what is as it was is no
    # change, whatever lies beside it.
    rest = cv2.absdiff(now.grey * np.clip(ratio, 0.25, 4.0), before.grey)
    rest = cv2.min(rest, cv2.absdiff(now.grey, before.grey))
    # Where most of the picture is another, most of it is no noise.
    noise = min(1.48 * float(np.median(rest[::4, ::4])), MOST_NOISE)
    changed = (rest > max(LEAST, NOISE * noise)).astype(np.float32)
    # What was filled up would count its last line many times.
    changed[now.size[1] // QUARTER :] = 0
    changed[:, now.size[0] // QUARTER :] = 0
    cells = here & (_cells(changed) * CELL * CELL >= IN_CELL)
    otherwise = here & (np.abs(np.log2(_cells(ratio))) > LIT)
    lit = _count(otherwise) >= PART_LIT * max(1, _count(here))
    shows = here & (_spread(before.grey) >= TEXTURED)
    if lit:
        # Shadows and gloss move with a lamp; the same things lie there where their pattern is the same.
        cells &= shows & (_alike(before.grey, now.grey) < SAME)
    part = _count(cells & shows) / max(1, _count(shows))
    if lit and part < SHADOWS:
        cells[:] = False
    return Change(cells, lit, part)


def grid(size: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns of cells of a picture of this size (width, height)."""
    return -(-(size[1] // QUARTER) // CELL), -(-(size[0] // QUARTER) // CELL)


def _count(cells: Any) -> int:
    return int(np.count_nonzero(cells))


def _cells(levels: Any) -> Any:
    """The mean of each cell."""
    rows, columns = levels.shape[0] // CELL, levels.shape[1] // CELL
    return cv2.resize(levels, (columns, rows), interpolation=cv2.INTER_AREA)


def _spread(levels: Any) -> Any:
    mean = _cells(levels)
    return np.sqrt(np.maximum(_cells(levels * levels) - mean * mean, 0.0))


def _alike(before: Any, now: Any) -> Any:
    """How alike the patterns of two pictures are in each cell: their correlation, -1 to 1."""
    common = _cells(before * now) - _cells(before) * _cells(now)
    return common / np.maximum(_spread(before) * _spread(now), 1.0)
