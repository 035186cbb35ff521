"""The colours of wooden pieces, measured where they were laid out to be taught."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from companion.engine.errors import InputError
from companion.engine.sight import Plan, Spot
from companion.engine.text import T
from companion.vision.board import board_of
from companion.vision.level import Picture
from companion.vision.pieces import HEIGHT, displaced
from companion.vision.pose import Pose

Colour = tuple[float, float, float]
_BARE = 4.5
"""A pixel that lies nearer to the bare board (square, in usual distances) shows no piece."""
_STRAYS = 0.45
"""So far (brightness and colour, logarithms) may pieces of one colour lie apart."""
_TELLS = 0.16
"""Colours that lie nearer to each other can't be told apart."""


def colours_of(
    field: Picture,
    empty: Picture,
    pose: Pose,
    laid: Sequence[tuple[Spot, str]],
    plan: Plan,
    former: Mapping[str, Colour],
) -> dict[str, Colour]:
    """The colour of each look in `laid` (place, look), as `axes` gives it in the empty picture's light.

    `former`: what was taught before, to be told from. Raises InputError: a place is empty or of another colour than its
    fellows, or two colours are too alike.
    """
    board = board_of(field, empty, 2.0)
    eye = pose.eye()
    found: dict[str, list[tuple[Spot, Colour]]] = {}
    for spot, look_id in laid:
        x, y, w, h = spot.at
        side = min(w, h)
        # The top of the piece is what is looked at later on; it need not stand in the middle.
        steps = np.arange(-0.5, 0.51, 0.05) * side
        grid = np.stack(np.meshgrid(x + steps, y + steps), axis=-1).reshape(-1, 2)
        tops = displaced(grid, eye, HEIGHT)
        px = np.round(tops * board.scale - 0.5).astype(int)
        height, width = board.off.shape
        px[:, 0], px[:, 1] = np.clip(px[:, 0], 0, width - 1), np.clip(px[:, 1], 0, height - 1)
        like, off = board.like[px[:, 1], px[:, 0]], board.off[px[:, 1], px[:, 0]]
        solid = off > _BARE
        if solid.mean() < 0.12:
            raise InputError(
                T(
                    "{place} looks empty. Lay the pieces as shown; if one does lie there, take the picture of the "
                    "empty board anew, with nothing on it.",
                    place=spot.title,
                )
            )
        # The middle of what differs from the board: its rim is shadow and side wall.
        middle = np.median(grid[solid], axis=0)
        core = solid & (np.hypot(*(grid - middle).T) < 0.22 * side)
        colour = np.median(like[core] if core.any() else like[solid], axis=0)
        found.setdefault(look_id, []).append((spot, (float(colour[0]), float(colour[1]), float(colour[2]))))
    return _told(found, plan, former)


def _told(
    found: Mapping[str, list[tuple[Spot, Colour]]], plan: Plan, former: Mapping[str, Colour]
) -> dict[str, Colour]:
    """One colour for each look, once none of its pieces strays and no two looks are alike."""
    colours: dict[str, Colour] = {}
    titles = {one.id: one.title for one in plan.looks}
    for look_id, pieces in found.items():
        middle = np.median([colour for _, colour in pieces], axis=0)
        spot, worst = max(pieces, key=lambda one: float(np.linalg.norm(np.array(one[1]) - middle)))
        if float(np.linalg.norm(np.array(worst) - middle)) > _STRAYS:
            raise InputError(
                T(
                    "What lies on {place} is not like the other pieces of {look}. Lay the pieces as shown.",
                    place=spot.title,
                    look=titles[look_id],
                )
            )
        colours[look_id] = (round(float(middle[0]), 4), round(float(middle[1]), 4), round(float(middle[2]), 4))
    for one, other in combinations({**former, **colours}.items(), 2):
        if one[0] in titles and other[0] in titles and np.linalg.norm(np.subtract(one[1], other[1])) < _TELLS:
            raise InputError(
                T(
                    "{one} and {other} look the same here and can't be told apart. Give the table more light, or lay "
                    "them as shown.",
                    one=titles[one[0]],
                    other=titles[other[0]],
                )
            )
    return colours
