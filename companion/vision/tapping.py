"""Places that are tapped in: where a board lies that nobody published the measures of.

Points are mm of the field. After a few taps the rest of a group is proposed, by the order the stand-in board has them
in; a proposal is shown to the person, and only what that person agrees to is kept.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from companion.engine.errors import InputError
from companion.engine.sight import At, Plan, Spot
from companion.engine.text import T
from companion.vision.calibration import Calibrated, check_apart, place_fault, places

Point = tuple[float, float]


def tapped(calibrated: Calibrated, plan: Plan, taps: Mapping[str, Sequence[float]]) -> Calibrated:
    """With places where they were tapped: by id the centre (x, y), or centre and size (x, y, width, height), in mm.

    A centre alone gets the size the plan has for it. Raises InputError: a place the game has not, one outside the
    field, or two on each other.
    """
    calibration = calibrated.calibration
    spots: dict[str, At] = dict(calibration.spots)
    for spot_id, values in taps.items():
        spot = plan.spot(spot_id)
        if spot is None:
            raise InputError(T("The game has no place “{place}”. Take the ids of its places.", place=spot_id[:60]))
        if len(values) not in (2, 4):
            raise InputError(T("{place}: give its centre, or its centre and its size.", place=spot.title))
        x, y, width, height = (*values, *spot.at[2:])[:4]
        at = (float(x), float(y), float(width), float(height))
        if (why := place_fault(at, calibration.field)) is not None:
            raise InputError(T("{place}: {why}", place=spot.title, why=why))
        spots[spot_id] = at
    new = msgspec.structs.replace(calibration, spots=spots)
    check_apart([spot for spot in places(new, plan) if spot.kind != "tile"], set(taps))
    return msgspec.structs.replace(calibrated, calibration=new)


def groups(plan: Plan) -> dict[str, tuple[Spot, ...]]:
    """The places that are tapped in together, by group, in the plan's order; tiles along a path are never tapped."""
    found: dict[str, tuple[Spot, ...]] = {}
    for spot in plan.spots:
        if spot.kind != "tile":
            found[spot.group] = (*found.get(spot.group, ()), spot)
    return found


def proposed(plan: Plan, group: str, taps: Mapping[str, Point]) -> dict[str, At]:
    """Where the places of a group lie, if they lie as on the stand-in board: moved by one tap, turned and stretched
    evenly by two, and unevenly by three or more that lie on no line.

    Those that were tapped are at their tap. Places with neighbours nearer than their size are made smaller. Nothing of
    the group tapped: nothing proposed.
    """
    spots = groups(plan).get(group, ())
    known = [spot for spot in spots if spot.id in taps]
    if not known:
        return {}
    source = np.array([spot.at[:2] for spot in known], np.float64)
    aim = np.array([taps[spot.id][:2] for spot in known], np.float64)
    matrix, shift = _fit(source, aim)
    stretch = math.sqrt(abs(float(np.linalg.det(matrix))))
    turned = abs(matrix[0, 1]) + abs(matrix[1, 0]) > abs(matrix[0, 0]) + abs(matrix[1, 1])
    found: dict[str, At] = {}
    for spot in spots:
        x, y = taps[spot.id][:2] if spot.id in taps else matrix @ spot.at[:2] + shift
        width, height = (spot.at[3], spot.at[2]) if turned else spot.at[2:]
        found[spot.id] = (float(x), float(y), width * stretch, height * stretch)
    return {spot_id: _narrowed(spot_id, found) for spot_id in found}


def _fit(source: Any, aim: Any) -> tuple[Any, Any]:
    """The map (2, 2) and shift (2,) that bring points (n, 2) onto others best, no freer than so many points tell."""
    middle, target = source.mean(axis=0), aim.mean(axis=0)
    a, b = source - middle, aim - target
    spread = np.linalg.svd(a, compute_uv=False) if len(a) > 1 else np.zeros(2)
    if spread[0] < 1e-6:
        matrix = np.eye(2)
    elif len(a) < 3 or spread[1] < 0.15 * spread[0]:
        # On a line, nothing is told of what lies beside it: turned and stretched evenly.
        real = float((a * b).sum()) / float((a * a).sum())
        turn = float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()) / float((a * a).sum())
        matrix = np.array([[real, -turn], [turn, real]])
    else:
        matrix = np.linalg.lstsq(a, b, rcond=None)[0].T
    return matrix, target - matrix @ middle


def _narrowed(spot_id: str, found: Mapping[str, At]) -> At:
    """A place no larger than the way to its nearest neighbour."""
    x, y, width, height = found[spot_id]
    near = min((math.hypot(x - a, y - b) for key, (a, b, *_) in found.items() if key != spot_id), default=math.inf)
    longest = max(width, height)
    share = min(1.0, near / longest) if longest > 0 and near > 0 else 1.0
    return x, y, width * share, height * share
