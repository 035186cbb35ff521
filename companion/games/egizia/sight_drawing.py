"""The stand-in board: a plain drawing of our own with everything in its place. The printed values are the owner's."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.sight import At, Shape
from companion.games.egizia import sight_places as at
from companion.games.egizia.components import (
    CARD_STOPS,
    CIRCLES,
    COLOURS,
    LAST_SPACE,
    ROUND_SPACES,
    SITES,
    TRACKS,
    Catalogue,
)

SAND, PLACE, INK, NILE, STONE = "#e0d3b4", "#c3b490", "#3b3226", "#b9cdd2", "#b5ac9c"
"""A place for pieces is never white: a cup or a sheet of paper that lies over it is to be seen."""
SLATE = "#7d8d94"
"""Where cards and tiles lie: their rims are mostly light, and are to stand out from it."""
WATERED = {"green": "#b7cf9f", "yellow": "#d6d79b", "brown": "#d3b48f"}
"""The colour of field that each circle of the ring adds (spec 2.6)."""
ROUND_WIDTH = 51.0


def drawing(facts: Catalogue) -> tuple[Shape, ...]:
    """Every stroke, the lowest first."""
    return (
        Shape("box", at.BOARD, SAND, INK),
        Shape("box", (269, 103, 528, 50), NILE),
        *_cards(),
        *_rounds(),
        *_ring(),
        *_sites(),
        *_graves(),
        *_monuments(facts),
        *(shape for track in TRACKS for shape in _market(facts, track)),
    )


def _cards() -> Iterable[Shape]:
    for stop in CARD_STOPS:
        x, y, w, h = at.card_place(stop)
        yield Shape("box", (x, y, w, h), SLATE, INK)
        yield Shape("text", (x, y, 24, 16), line=INK, text=stop)
        yield Shape("disc", at.card_ship(stop), PLACE, INK)


def _rounds() -> Iterable[Shape]:
    for stop in ROUND_SPACES:
        places = 1 if stop == LAST_SPACE else at.SHIPS_THERE
        spots = [at.round_ship(stop, n, places) for n in range(1, places + 1)]
        middle = sum(spot[0] for spot in spots) / places
        yield Shape("text", (middle, 103, ROUND_WIDTH, 6), line=INK, text=stop.replace("_", " "))
        yield from (Shape("disc", spot, STONE, INK) for spot in spots)


def _ring() -> Iterable[Shape]:
    for circle, colour in zip(CIRCLES, COLOURS, strict=True):
        x, y, w, h = at.ring_place(circle)
        yield Shape("disc", (x, y, w, h), SLATE, INK)
        yield Shape("disc", (x, y, w / 3, h / 3), WATERED[colour], INK)


def _sites() -> Iterable[Shape]:
    for site in SITES:
        x, y, _, h = at.slot_place(site, at.SLOTS[0])
        yield Shape("text", (x - 22, y, 16, h), line=INK, text=site[-1])
        for slot in at.SLOTS:
            number = slot if slot.isdigit() else ""
            yield Shape("disc", at.slot_place(site, slot), PLACE if number else SAND, INK, number)


def _graves() -> Iterable[Shape]:
    for n in at.GRAVES:
        yield Shape("box", at.tile_place(n), SLATE, INK, str(n))
        yield Shape("disc", at.grave_place(n), PLACE, INK)


def _monuments(facts: Catalogue) -> Iterable[Shape]:
    places = at.monument_places(facts)
    for space, where in places.items():
        yield Shape("box", _around(where), STONE, INK, _value(facts, space))


def _value(facts: Catalogue, space: str) -> str:
    """The number printed on a space of a monument."""
    monument, *line, last = space.split(":")
    index = int(last) - 1
    if monument == "obelisk":
        return str(facts.obelisk[index].value)
    values = facts.pyramid[int(line[0]) - 1].values if monument == "pyramid" else facts.temple[line[0]].values
    return str(values[index])


def _around(where: At) -> At:
    """The box round a stone's place: the places of a line touch."""
    x, y, w, h = where
    return (x, y, w / at.STONE, h / at.STONE)


def _market(facts: Catalogue, track: str) -> Iterable[Shape]:
    """Its rows from the top; on the grain market what a missing grain costs there, where that is told."""
    rows = facts.rows(track) or 0
    left, top, right, bottom = at.MARKETS[track]
    for row in range(1, rows + 1):
        high = (bottom - top) / rows
        yield Shape("box", ((left + right) / 2, top + high * (row - 0.5), right - left, high), PLACE, INK)
        cost = facts.penalty(row) if track == "grain" else None
        if cost is not None:
            yield Shape("text", (left - 2.5, top + high * (row - 0.5), 5, 5), line=INK, text=str(cost))
