"""The places that the camera looks at, and the looks of what may lie there (spec egizia 2, 9)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.box import Box
from companion.engine.sight import BACK, At, Look, Spot
from companion.engine.text import T, Text
from companion.games.egizia import sight_places as at
from companion.games.egizia.components import (
    CARD_STOPS,
    CIRCLES,
    LAST_SPACE,
    ROUND_SPACES,
    SITES,
    TRACKS,
    Catalogue,
    family_of,
)
from companion.games.egizia.names import CIRCLE_NAMES, STOP_NAMES, TRACK_NAMES, place_name, space_name
from companion.games.egizia.things import KIND_OF, cards_of, things

PIECES: dict[str, Text] = {
    "blue": T("Blue ship or stone"),
    "red": T("Red ship or stone"),
    "green": T("Green ship or stone"),
    "yellow": T("Yellow ship or stone"),
}
"""Ships and stones by the players' colours, which is all that tells them apart from above."""
COLOURS = tuple(PIECES)


def places_there(stop: str) -> tuple[str, ...]:
    """The places for ships on a round space: one, and another where a card lets somebody use it once more."""
    return (f"stop:{stop}",) if stop == LAST_SPACE else (f"stop:{stop}", f"stop:{stop}:2")


def looks_of(box: Box) -> Iterable[Look]:
    """Pieces by their colour, the ring, the tiles whose values are known, the cards that the box tells apart.

    Cards of one kind differ by what is printed on them only ("quarry:3"), tiles by their number.
    """
    for colour, title in PIECES.items():
        yield Look(colour, title, "piece")
    yield Look("ring", T("Water ring"), "cover")
    for thing in things(box):
        name = thing.id.partition(":")[2]
        art = "grave" if thing.id.startswith("grave:") else KIND_OF.get(name, family_of(name))
        # An open field is told by its colour, so its kind is more than its family.
        yield Look(thing.id, thing.label, "card", art=name if name.startswith("field:") and art == "field" else art)
    yield Look(BACK, T("Grave tile face down"), "card")


def spots_of(facts: Catalogue) -> Iterable[Spot]:
    """Every place of the board that is looked at."""
    cards = tuple(f"card:{card}" for card in cards_of(facts))
    tiles = (BACK, *(f"grave:{value}" for value in sorted(set(facts.tiles))))
    for stop in CARD_STOPS:
        yield Spot(f"stop:{stop}", STOP_NAMES[stop], "card", cards, at.card_place(stop), "nile")
        yield _ship(f"stop:{stop}:ship", stop, at.card_ship(stop), "ships")
    for stop in ROUND_SPACES:
        places = places_there(stop)
        for n, place in enumerate(places, 1):
            yield _ship(place, stop, at.round_ship(stop, n, len(places)), f"stop:{stop}")
    for site in SITES:
        for slot in at.SLOTS:
            place, where = f"{site}:{slot}", at.slot_place(site, slot)
            yield Spot(f"slot:{place}", place_name(place), "piece", COLOURS, where, f"slot:{site}")
    for circle in CIRCLES:
        yield Spot(f"ring:{circle}", CIRCLE_NAMES[circle], "cover", ("ring",), at.ring_place(circle), "ring")
    for n in at.GRAVES:
        grave = space_name(f"grave:{n}")
        title = T("{place}, the tile", place=grave)
        yield Spot(f"space:grave:{n}:tile", title, "card", tiles, at.tile_place(n), "graves")
        title = T("{place}, the stone", place=grave)
        yield Spot(f"space:grave:{n}", title, "piece", COLOURS, at.grave_place(n), "stones")
    for space, where in at.monument_places(facts).items():
        yield Spot(f"space:{space}", space_name(space), "piece", COLOURS, where, "stones")
    for track in TRACKS:
        yield from _markers(facts, track)


def _ship(spot: str, stop: str, where: At, group: str) -> Spot:
    return Spot(spot, T("{place}, the ship", place=STOP_NAMES[stop]), "piece", COLOURS, where, group)


def _markers(facts: Catalogue, track: str) -> Iterable[Spot]:
    rows = facts.rows(track) or 0
    for row in range(1, rows + 1):
        for n in range(1, at.MARKERS + 1):
            title = T("{market}: row {n}", market=TRACK_NAMES[track], n=row)
            where = at.marker_place(track, row, n, rows)
            yield Spot(f"market:{track}:{row}:{n}", title, "piece", COLOURS, where, f"market:{track}")
