"""The stand-in board of Nefertiti: a plain drawing of our own, with the squares as far as the box knows them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.sight import Shape
from companion.games.nefertiti.components import HALVES, MARKETS, PLACES, Catalogue
from companion.games.nefertiti.sight_places import BOARD, block_place, gift_place, half_place, seal_place, square_places

GROUND, INK, CARD, SEAL = "#e9dcc0", "#3b3226", "#f3ecdc", "#d8c9a8"
HALF = {"L": "#b9cbb4", "R": "#b4c4d2"}
SQUARE = "#f6f1e4"
WATER = "#8fb3c4"


def drawing(facts: Catalogue) -> tuple[Shape, ...]:
    """Every stroke, the lowest first."""
    shapes = [Shape("box", BOARD, WATER, INK)]
    for market in MARKETS:
        shapes.append(Shape("box", block_place(market), GROUND, INK))
        shapes += [Shape("box", gift_place(market, place), CARD, INK) for place in PLACES]
        shapes.append(Shape("disc", seal_place(market), SEAL, INK))
    for half in HALVES:
        shapes += _half(half, facts)
    return tuple(shapes)


def _half(half: str, facts: Catalogue) -> Iterable[Shape]:
    yield Shape("box", half_place(half), HALF[half[-1]], INK)
    squares = facts.halves[half].squares
    bids = {square.id: square.bid for square in squares}
    for square, at in square_places(half, squares).items():
        yield Shape("box", at, SQUARE, INK, str(bids[square]))
