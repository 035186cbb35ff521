"""What was left on the board when it was taken empty: such a piece would be taken for the board from then on."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.engine.sight import Plan, Spot
from companion.engine.text import T, Text
from companion.vision.axes import axes
from companion.vision.calibration import SCALE, Calibrated, places

_LIKE = 0.2
"""How far (axes) the top of a piece lies from its taught colour at the most."""
_HEART, _RIM = 0.3, 0.62
"""Radii of a disc inside a piece and of a ring around it, as parts of its place."""
_ASIDE = 0.35
"""How far from the middle of its place it may lie, as a part of the place."""
_MUCH, _LITTLE = 0.35, 0.25
"""Least part of the disc that has its colour, and the most of the ring: a coloured print has no such end."""


def left_on(calibrated: Calibrated, plan: Plan) -> tuple[Spot, ...]:
    """The places where the empty picture shows what looks like a piece of a taught colour, in the plan's order."""
    known = [spot for spot in places(calibrated.calibration, plan) if spot.kind == "piece"]
    colours = calibrated.calibration.colours
    # Colours are taught where a piece's top was looked at, softened as there.
    print_ = axes(cv2.GaussianBlur(np.asarray(calibrated.empty, np.uint8), (0, 0), 0.8 * SCALE).astype(np.float32))
    lying: set[str] = set()
    for look_id, colour in colours.items():
        like = (np.linalg.norm(print_ - np.asarray(colour, np.float32), axis=2) < _LIKE).astype(np.float32)
        if not like.any():
            continue
        for side in sorted({round(min(spot.at[2:])) for spot in known}):
            found = _ends(like, side * SCALE)
            for spot in known:
                if round(min(spot.at[2:])) == side and look_id in spot.labels and _near(found, spot, side):
                    lying.add(spot.id)
    return tuple(spot for spot in known if spot.id in lying)


def left_words(calibrated: Calibrated, plan: Plan) -> Text | None:
    """What to do where something may have been left on the empty board; None: nothing seems to have been."""
    spots = left_on(calibrated, plan)
    if not spots:
        return None
    return T(
        "When the board was taken empty, a piece seems to have lain on {places}. If so, take that picture anew with "
        "nothing on the board.",
        places=tuple(spot.title for spot in spots),
    )


def _ends(like: Any, side: float) -> Any:
    """Where a disc of the colour ends as a piece does, (h, w) bool: the middles of such discs."""
    reach = int(np.ceil(_RIM * side)) + 1
    far = np.hypot(*np.mgrid[-reach : reach + 1, -reach : reach + 1])
    heart = (far <= _HEART * side).astype(np.float32)
    rim = (np.abs(far - _RIM * side) <= 1.0).astype(np.float32)
    inside, around = (
        cv2.filter2D(like, cv2.CV_32F, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT) for kernel in (heart, rim)
    )
    return (inside > _MUCH) & (around < _LITTLE)


def _near(found: Any, spot: Spot, side: float) -> bool:
    """Whether one of the discs found lies in a place."""
    x, y = spot.at[:2]
    rows, columns = found.shape
    left, top = (max(0, round((at - _ASIDE * side) * SCALE)) for at in (x, y))
    right = min(columns, round((x + _ASIDE * side) * SCALE) + 1)
    bottom = min(rows, round((y + _ASIDE * side) * SCALE) + 1)
    return bool(found[top:bottom, left:right].any())
