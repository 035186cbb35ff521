"""What was learned of one camera over one mat with one box: the struct, and which places and looks it knows.

It is kept as a folder (`companion.vision.keeping`): `calibration.json` (the struct below), `empty.png` (the field with
nothing on it) and `looks/ID.N.png` (what was shown to be taught). Pictures are rectified to the field at `SCALE` pixels
a mm.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Annotated, Any

import msgspec

from companion.engine.errors import InputError
from companion.engine.sight import BACK, At, Plan, Spot
from companion.engine.text import T, Text

SCALE = 2.0
"""Pixels a mm of a rectified picture."""
VERSION = 1
LEAST_FIELD, MOST_FIELD = 40.0, 2000.0
"""Sides of a field in mm."""
LEAST_SPOT = 2.0
MOST_COLOUR = 1000.0
"""No axis of a colour is larger than that."""
MOST_BEND = 10.0
"""A lens that bends more than that is none."""
OVER = 2.0
"""mm a place may reach over the edge of the field: nobody taps to the tenth of a mm."""
NEAREST = 0.5
"""Centres of two places are at least so far apart, in sides of the smaller: else one was tapped for the other."""
ALIKE = 0.05
"""Colours of pieces nearer to each other than that (axes) are one and the same."""
MOST_PX = 16_384
"""Pixels on a side of a camera's pictures."""


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
    where places lie that were tapped in. `colours`: of each taught piece the axes (`vision.pieces`) of its top in the
    light of the empty picture.
    """

    calibration: int = VERSION
    game: Annotated[str, msgspec.Meta(max_length=40)]
    camera: Annotated[str, msgspec.Meta(max_length=200)]
    made: Annotated[str, msgspec.Meta(max_length=40)]
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


def empty_size(field: tuple[float, float]) -> tuple[int, int]:
    """Width and height in pixels of the picture of a field (mm)."""
    return round(field[0] * SCALE), round(field[1] * SCALE)


def places(calibration: Calibration, plan: Plan) -> tuple[Spot, ...]:
    """The places that can be looked at, each with where it really lies.

    One that was tapped in lies where it was tapped. The others lie where the plan says only if that is the board that
    lies there: the stand-in, or a published one whose places are known; else they are left out. Tiles along a path
    need no tapping: their path is where they lie.
    """
    there = calibration.stand_in or plan.known
    found = []
    for spot in plan.spots:
        if (at := calibration.spots.get(spot.id)) is not None:
            found.append(msgspec.structs.replace(spot, at=at))
        elif there or (spot.kind == "tile" and plan.path is not None):
            found.append(spot)
    return tuple(found)


def missing_places(calibration: Calibration, plan: Plan) -> tuple[Spot, ...]:
    """The places of the plan that are to be tapped in before they can be looked at."""
    have = {spot.id for spot in places(calibration, plan)}
    return tuple(spot for spot in plan.spots if spot.id not in have)


def missing_looks(calibrated: Calibrated, plan: Plan) -> tuple[str, ...]:
    """The looks of the plan that were never shown: pieces without a colour, cards and tiles without a picture."""
    colours, pictures = calibrated.calibration.colours, calibrated.looks
    return tuple(
        look.id for look in plan.looks if not (look.id in colours if look.kind == "piece" else pictures.get(look.id))
    )


def check(calibration: Calibration, plan: Plan, game_id: str) -> None:
    """Whether it can be used with this game. Raises InputError: what does not fit, and what to do."""
    if calibration.calibration != VERSION:
        raise InputError(T("It is of version {n}, which is not known here. Calibrate anew.", n=calibration.calibration))
    if calibration.game != game_id:
        text = T("It was made for another game, “{game}”. Choose that of this game.", game=calibration.game)
        raise InputError(text)
    for why in (
        field_fault(calibration.field),
        size_fault(calibration.size),
        lens_fault(calibration.lens, calibration.size),
        corners_fault(calibration.corners, calibration.size) if calibration.corners is not None else None,
    ):
        if why is not None:
            raise InputError(why)
    for spot_id, at in calibration.spots.items():
        if plan.spot(spot_id) is None:
            raise InputError(T("It knows a place “{place}” that the game has not. Calibrate anew.", place=spot_id[:60]))
        if (why := place_fault(at, calibration.field)) is not None:
            raise InputError(T("The place “{place}”: {why}", place=spot_id[:60], why=why))
    for look_id, colour in calibration.colours.items():
        look = plan.look(look_id)
        if look is None or look.kind != "piece":
            raise InputError(_no_look(look_id))
        if not all(math.isfinite(value) and abs(value) <= MOST_COLOUR for value in colour):
            raise InputError(T("The colour of “{look}” is none. Show the start position again.", look=look_id[:60]))
    for (one, colour), (other, its) in combinations(calibration.colours.items(), 2):
        if math.dist(colour, its) < ALIKE:
            text = T("“{one}” and “{other}” have the same colour. Show the start position again.", one=one, other=other)
            raise InputError(text)
    check_apart([spot for spot in places(calibration, plan) if spot.kind != "tile"], set(calibration.spots))


def check_apart(spots: Sequence[Spot], new: set[str]) -> None:
    """Raises InputError where a place that was tapped in, one of `new`, lies on another."""
    for spot in spots:
        if spot.id not in new:
            continue
        for other in spots:
            side = min(*spot.at[2:], *other.at[2:])
            apart = math.hypot(spot.at[0] - other.at[0], spot.at[1] - other.at[1])
            # Places may lie inside others (a card on its row); two of the same kind may not.
            if other.id != spot.id and other.kind == spot.kind and apart < NEAREST * side:
                raise InputError(
                    T("{a} and {b} lie on each other. Tap each where it is printed.", a=spot.title, b=other.title)
                )


def look_fault(look_id: str, plan: Plan) -> Text | None:
    """Why a taught picture can't be used; None where the plan knows its look. A card's back is always known."""
    look = plan.look(look_id)
    known = look_id == BACK or (look is not None and look.kind != "piece")
    return None if known else _no_look(look_id)


def _no_look(look_id: str) -> Text:
    return T("It knows a look “{look}” that the game has not. Teach the looks anew.", look=look_id[:60])


def field_fault(field: Sequence[float]) -> Text | None:
    """Why something can't be the size of a field in mm; None where it can."""
    if all(math.isfinite(side) and LEAST_FIELD <= side <= MOST_FIELD for side in field):
        return None
    return T(
        "A field has sides of {least} to {most} mm. Measure the opening of the frame.",
        least=int(LEAST_FIELD),
        most=int(MOST_FIELD),
    )


def size_fault(size: Sequence[int]) -> Text | None:
    """Why something can't be the size of a camera's pictures; None where it can."""
    if all(0 < side <= MOST_PX for side in size):
        return None
    return T("The size of the pictures is none. Calibrate anew.")


def place_fault(at: At, field: tuple[float, float]) -> Text | None:
    """Why a place (mm) can't be one of a field; None where it can."""
    x, y, width, height = at
    if not all(map(math.isfinite, at)) or min(width, height) < LEAST_SPOT:
        return T("It has no size. Tap it in again.")
    left, right = x - width / 2, x + width / 2
    top, bottom = y - height / 2, y + height / 2
    if min(left, top) < -OVER or right > field[0] + OVER or bottom > field[1] + OVER:
        return T("It lies outside the field. Tap it in again.")
    return None


def lens_fault(lens: Lens | None, size: tuple[int, int]) -> Text | None:
    """Why a lens can't be the one of a camera with pictures of `size`; None where it can (or there is none)."""
    if lens is None:
        return None
    if lens.size != size:
        return T(
            "The lens was measured with pictures of {a} × {b}, these have {c} × {d}. Measure it with these.",
            a=lens.size[0],
            b=lens.size[1],
            c=size[0],
            d=size[1],
        )
    numbers = (*lens.focal, *lens.centre, *lens.bends)
    longest = max(size)
    good = (
        all(map(math.isfinite, numbers))
        and all(0.2 * longest <= one <= 20 * longest for one in lens.focal)
        and all(0.2 * side <= one <= 0.8 * side for one, side in zip(lens.centre, size, strict=True))
        and all(abs(one) <= MOST_BEND for one in lens.bends)
    )
    return None if good else T("What is written of the lens can't be true. Measure it again, or leave it out.")


def corners_fault(corners: Sequence[Sequence[float]], size: tuple[int, int]) -> Text | None:
    """Why four points (px) can't be the corners of a field, clockwise from its top left; None where they can."""
    if len(corners) != 4 or not all(math.isfinite(value) for corner in corners for value in corner):
        return T("A field has four corners. Give all four, clockwise from the top left one.")
    width, height = size
    if not all(-width <= x <= 2 * width and -height <= y <= 2 * height for x, y in corners):
        return T("A corner lies far outside the picture. Set it again.")
    turns = []
    for index in range(4):
        (ax, ay), (bx, by), (cx, cy) = (corners[(index + step) % 4] for step in range(3))
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    least = 0.001 * width * height
    if all(turn < 0 for turn in turns):
        return T("The corners go round the wrong way. Give them clockwise from the top left one.")
    if not all(turn > least for turn in turns):
        return T("The four corners make no field. Set them clockwise from the top left one, each where it really is.")
    return None
