"""The mat: a printed frame round the board that tells a camera where the board lies and how the light falls.

Lengths are mm from the top left corner of the field, the opening of the frame; the frame itself lies outside of it, so
some of its coordinates are negative. Markers are of the dictionary 5x5_50: 25 mm, eight of them, two cells of white
round each.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.engine.sight import At, Plan

MARKER = 25.0
"""Side of a marker's black square."""
CELLS = 7
"""Cells across a marker of five by five bits, its black border included."""
BAND = 40.0
"""Width of the frame: a marker and two cells of white on each side."""
PATCH = 12.0
NEUTRALS = (235, 190, 145, 105, 65, 25)
"""Grey levels of the neutral patches, sRGB."""
TINTS: dict[str, tuple[int, int, int]] = {"red": (200, 45, 40), "green": (45, 150, 65), "blue": (35, 75, 175)}
"""The colour patches, sRGB."""

PatchSide = Literal["top", "bottom"]


class Marker(msgspec.Struct, frozen=True):
    """One marker: its id in the dictionary and its centre."""

    id: int
    x: float
    y: float

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners, clockwise from the top left one, as OpenCV lists them."""
        half = MARKER / 2
        return tuple((self.x + dx * half, self.y + dy * half) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


class Patch(msgspec.Struct, frozen=True):
    """A patch of known colour (sRGB), in the upper or the lower band."""

    side: PatchSide
    at: At
    rgb: tuple[int, int, int]

    @property
    def neutral(self) -> bool:
        """Whether it is grey."""
        return len(set(self.rgb)) == 1


class Mat(msgspec.Struct, frozen=True):
    """A whole mat. `outer`: left, top, right, bottom of the frame."""

    number: int
    field: tuple[float, float]
    markers: tuple[Marker, ...]
    patches: tuple[Patch, ...]

    @property
    def outer(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom edge of the frame."""
        return (-BAND, -BAND, self.field[0] + BAND, self.field[1] + BAND)

    def marker(self, marker_id: int) -> Marker | None:
        """The marker of this id, or None: it belongs to another mat."""
        return next((one for one in self.markers if one.id == marker_id), None)


def mat_of(plan: Plan, field: tuple[float, float] | None = None) -> Mat:
    """The mat of a game; `field` (mm): the owner's own size of the opening instead of the plan's."""
    width, height = field or plan.field
    middle = BAND / 2
    xs = (-middle, width / 2, width + middle)
    ys = (-middle, height / 2, height + middle)
    places = [(x, y) for y in ys for x in xs if (x, y) != (xs[1], ys[1])]
    first = 8 * plan.mat
    markers = tuple(Marker(first + index, x, y) for index, (x, y) in enumerate(places))
    return Mat(plan.mat, (width, height), markers, _patches(width, height))


def mat_number(marker_id: int) -> int:
    """The number of the mat that a marker belongs to."""
    return marker_id // 8


def _patches(width: float, height: float) -> tuple[Patch, ...]:
    """The patches of both bands: greys left of the middle marker, colours and the greys again right of it."""
    greys = [(level, level, level) for level in NEUTRALS]
    found: list[Patch] = []
    for side, y in (("top", -BAND / 2), ("bottom", height + BAND / 2)):
        left, right = _row(width, 0), _row(width, 1)
        found += [Patch(side, (x, y, PATCH, PATCH), rgb) for x, rgb in zip(left, greys, strict=True)]  # type: ignore[arg-type]
        tints = [*TINTS.values(), *greys[:3]]
        found += [Patch(side, (x, y, PATCH, PATCH), rgb) for x, rgb in zip(right, tints, strict=True)]  # type: ignore[arg-type]
    return tuple(found)


def _row(width: float, half: int) -> list[float]:
    """Centres of six patches between the corner marker and the middle one, in the left or the right half."""
    clear = MARKER / 2 + 2 * MARKER / CELLS
    start = half * width / 2 + (clear if half else 0.0)
    end = (half + 1) * width / 2 - (0.0 if half else clear)
    step = (end - start) / 6
    return [start + step * (index + 0.5) for index in range(6)]
