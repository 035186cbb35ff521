"""What the camera sees of Nefertiti: servants, gifts, seals, plates, the tile of the closed market (spec 9).

What players own lies before them, off the mat. Deben on a reserve are stacked, and where the prestige track has its
spaces no source tells: both are left to the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine.box import Box
from companion.engine.game import TABLE, Move
from companion.engine.sight import EMPTY, Look, Plan, Sight, Spot
from companion.engine.text import T, Text
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.components import (
    GIFT_NAMES,
    GIFTS,
    HALVES,
    MARKET_NAMES,
    MARKETS,
    PLACES,
    Catalogue,
    half_name,
    type_of,
)
from companion.games.nefertiti.flow import due
from companion.games.nefertiti.labels import PLACE_NAMES
from companion.games.nefertiti.moves import Lay
from companion.games.nefertiti.sight_drawing import drawing
from companion.games.nefertiti.sight_places import BOARD, FIELD, gift_place, half_place, seal_place, square_places
from companion.games.nefertiti.state import AKHENATON, Nefertiti

COLOURS = ("green", "red", "blue", "black")
SEAL, PLATE, CLOSED = "seal", "plate", "closed"
SQUARES, GIFT_CARDS, SEALS, COVERS = "squares", "gifts", "seals", "covers"
AKHENATON_CARD = f"gift:{AKHENATON}"
CARDS = (*(f"gift:{gift}" for gift in GIFTS), AKHENATON_CARD)

SERVANTS: dict[str, Text] = {
    "green": T("Green servant"),
    "red": T("Red servant"),
    "blue": T("Blue servant"),
    "black": T("Black servant"),
}
# Whether a double senet is drawn otherwise than a single one, apart from showing two sets, no source tells.
LOOKS = (
    *(Look(colour, title, "piece") for colour, title in SERVANTS.items()),
    Look(SEAL, T("Royal seal"), "piece"),
    *(
        Look(f"gift:{gift}", T("Gift card: {gift}", gift=GIFT_NAMES[gift]), "card", f"gift:{type_of(gift)}")
        for gift in GIFTS
    ),
    Look(AKHENATON_CARD, T("Akhenaton"), "card"),
    Look(PLATE, T("Reserve plate"), "cover"),
    Look(CLOSED, T("“Market closed” tile"), "cover"),
)


def half_spot(half: str) -> str:
    """The place of a half as a whole: the market's target, and the side."""
    return f"market:{half[:3]}:{half[-1]}"


class NefertitiSight(Sight[Nefertiti]):
    """What the camera looks at in a game of Nefertiti, and what it makes of it."""

    def plan(self, box: Box) -> Plan:
        facts = read_catalogue(box)
        return Plan(
            mat=2,
            field=FIELD,
            board=BOARD,
            known=False,
            spots=(*_square_spots(facts), *_gift_spots(), *_seal_spots(), *_half_spots()),
            looks=LOOKS,
            shapes=drawing(facts),
        )

    def shows(self, state: Nefertiti) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for market in MARKETS:
            found.update(_gifts(state, market))
            if market in state.open or not state.akhenaton:
                found.update(_halves(state, market))
                found.update(_squares(state, market))
        return found

    def counts(self, box: Box) -> Mapping[tuple[str, str], int]:
        facts = read_catalogue(box)
        found = {(SQUARES, colour): facts.servants for colour in COLOURS}
        found.update({(GIFT_CARDS, f"gift:{gift}"): n for gift, n in facts.gifts.items()})
        found.update(
            {
                (GIFT_CARDS, AKHENATON_CARD): facts.akhenaton,
                (SEALS, SEAL): facts.seals,
                (COVERS, PLATE): len(MARKETS),
                (COVERS, CLOSED): 1,
            }
        )
        return found

    def moves(self, state: Nefertiti, seen: Mapping[str, str]) -> tuple[Move, ...]:
        """The next card of a refill, as it lies on the place that is due."""
        place = due(state) if state.stage == "lay" else None
        if place is None:
            return ()
        card = seen.get(f"gift:{state.laying[0]}:{place}", EMPTY)
        if card == EMPTY or (card == AKHENATON_CARD and state.akhenaton):
            return ()
        return (Lay(TABLE, card.removeprefix("gift:")),)

    def laid(self, seen: Mapping[str, str], box: Box) -> Mapping[str, Any]:
        """The open half of each market: its other half has the plate on it (spec nefertiti 3.1)."""
        sides: list[str] = []
        for market in MARKETS:
            covered = [side for side in "LR" if seen.get(f"market:{market}:{side}") == PLATE]
            bare = [side for side in "LR" if seen.get(f"market:{market}:{side}", PLATE) != PLATE]
            if len(covered) != 1 or len(bare) != 1:
                return {}
            sides.append(f"{market}-{bare[0]}")
        return {"sides": sides, "laid_by": "table"}

    def start(self, box: Box, seats: Sequence[str]) -> Mapping[str, str]:
        """Two servants of each colour as far apart as the squares allow, and two seals."""
        facts = read_catalogue(box)
        squares = [spot.id for spot in _square_spots(facts)]
        found = {f"seal:{market}": SEAL for market in (MARKETS[0], MARKETS[-1])}
        wanted = [colour for _ in range(2) for colour in seats if colour in COLOURS]
        if len(squares) >= len(wanted):
            step = len(squares) / len(wanted)
            found.update({squares[int(step * i)]: colour for i, colour in enumerate(wanted)})
        return found


def _gifts(state: Nefertiti, market: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    for place, gift in zip(PLACES, state.places[market], strict=True):
        # Akhenaton may lie where a gift was due when it came up; nobody has to take it away.
        bare = (EMPTY, AKHENATON_CARD) if state.akhenaton else (EMPTY,)
        yield f"gift:{market}:{place}", (f"gift:{gift}",) if gift else bare
    yield f"seal:{market}", (SEAL if market in state.seals_at else EMPTY,)


def _halves(state: Nefertiti, market: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """A market that has closed after Akhenaton came is left as it was: whether its plate slid is up to the table."""
    for side in "LR":
        half = f"{market}-{side}"
        label = PLATE if half != state.visible[market] else CLOSED if market == state.tile else EMPTY
        yield half_spot(half), (label,)


def _squares(state: Nefertiti, market: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The squares of the half that can be seen; servants that have had their turn may have gone home already."""
    if market == state.tile:
        return
    taken = {servant.square: servant for servant in state.standing(market)}
    closing = state.closing if state.closing is not None and state.closing.market == market else None
    for square in state.match.of_half[state.visible[market]]:
        servant = taken.get(square)
        if servant is None:
            yield f"square:{square}", (EMPTY,)
        elif closing is None or servant == closing.now or servant in closing.left:
            yield f"square:{square}", (servant.seat,)
        else:
            yield f"square:{square}", (servant.seat, EMPTY)


# the places


def _square_spots(facts: Catalogue) -> Iterable[Spot]:
    for half in HALVES:
        squares = facts.halves[half].squares
        bids = {square.id: square.bid for square in squares}
        for square, at in square_places(half, squares).items():
            title = T("{half}: square with {bid}", half=half_name(half), bid=bids[square])
            yield Spot(f"square:{half}:{square}", title, "piece", COLOURS, at, SQUARES)


def _gift_spots() -> Iterable[Spot]:
    for market in MARKETS:
        for place in PLACES:
            title = T("{market}: gift {place}", market=MARKET_NAMES[market], place=PLACE_NAMES[place])
            yield Spot(f"gift:{market}:{place}", title, "card", CARDS, gift_place(market, place), GIFT_CARDS)


def _seal_spots() -> Iterable[Spot]:
    for market in MARKETS:
        title = T("{market}: seal", market=MARKET_NAMES[market])
        yield Spot(f"seal:{market}", title, "piece", (SEAL,), seal_place(market), SEALS)


def _half_spots() -> Iterable[Spot]:
    for half in HALVES:
        yield Spot(half_spot(half), half_name(half), "cover", (PLATE, CLOSED), half_place(half), COVERS)
