"""What was learned of one camera over one mat with one box, and where it is kept.

A calibration is a folder: `calibration.json` (the struct below), `empty.png` (the field with nothing on it) and
`looks/ID.N.png` (what was shown to be taught). Pictures are rectified to the field at `SCALE` pixels a mm.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.sight import At

SCALE = 2.0
"""Pixels a mm of a rectified picture."""


class Lens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A camera's lens for pictures of `size` (width, height): focal lengths and centre in px, bends k1 k2 p1 p2 k3."""

    size: tuple[int, int]
    focal: tuple[float, float]
    centre: tuple[float, float]
    bends: tuple[float, float, float, float, float]


class Calibration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`calibration.json`. `size`: of the camera's pictures it was made from (width, height).

    `stand_in`: the printed stand-in board lies there, not the published one. `corners`: the field's corners in the
    picture, clockwise from the top left, set by hand where no mat is used (None: the mat's markers tell). `spots`:
    where places lie that were tapped in. `colours`: each taught piece, its colour relative to the empty place (Lab).
    """

    calibration: int = 1
    game: str
    camera: str
    made: str
    size: tuple[int, int]
    field: tuple[float, float]
    stand_in: bool = False
    corners: tuple[tuple[float, float], ...] | None = None
    lens: Lens | None = None
    spots: Mapping[str, At] = {}
    colours: Mapping[str, tuple[float, float, float]] = {}


class Calibrated(msgspec.Struct, frozen=True, kw_only=True):
    """A calibration with its pictures, BGR uint8 arrays (height, width, 3).

    `empty`: the rectified field with nothing on it. `looks`: the taught pictures by look id, upright, at `SCALE`.
    """

    calibration: Calibration
    empty: Any
    looks: Mapping[str, tuple[Any, ...]] = {}
