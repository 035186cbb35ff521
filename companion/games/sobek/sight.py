"""What the camera sees of Sobek: the quay, once a delivery and whenever cards have left it (spec sobek 9).

Left out: sets in front of the players overlap, so that their scarabs can't be counted from above; hands, corruption
piles and event tokens are secret; the scoring markers are small and stand on a narrow track whose places nobody has
measured. So the camera fills in a delivery and sees which card was taken, and nothing of the scoring form.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.box import Box, read_once
from companion.engine.game import TABLE, Move
from companion.engine.sight import EMPTY, At, Look, Plan, Shape, Sight, Spot
from companion.engine.text import T
from companion.games.sobek.catalogue import FACE_DOWN, QUAY, read_catalogue
from companion.games.sobek.moves import Laid, Lay
from companion.games.sobek.rules import delivery_size
from companion.games.sobek.state import Sobek
from companion.games.sobek.things import things

FIELD = (632.0, 132.0)
"""A strip for nine cards in a line; the size of the cards is not known, so each has plenty of room."""
BOARD: At = (316.0, 66.0, 632.0, 132.0)
CARD, STEP, EDGE = (62.0, 96.0), 68.0, 44.0
"""A place, from one to the next, and the middle of the first one."""
GROUP = "quay"
SAND, SLATE, INK, NILE = "#dccfae", "#7d8d94", "#3b3226", "#a9c3cb"

PLACES = tuple(f"quay:{place}" for place in range(1, QUAY + 1))


@read_once
def _plan(box: Box) -> Plan:
    looks = tuple(Look(thing.id, thing.label, "card", art=_art(thing.id)) for thing in things(box))
    labels = tuple(look.id for look in looks)
    return Plan(
        mat=3,
        field=FIELD,
        board=BOARD,
        known=False,
        spots=tuple(
            Spot(spot, T("Place {place}", place=place), "card", labels, _at(place), GROUP)
            for place, spot in enumerate(PLACES, 1)
        ),
        looks=looks,
        shapes=_drawing(),
    )


class SobekSight(Sight[Sobek]):
    """What the camera looks at in a game of Sobek, and what it makes of it."""

    def plan(self, box: Box) -> Plan:
        return _plan(box)

    def shows(self, state: Sobek) -> Mapping[str, tuple[str, ...]]:
        return {spot: (f"card:{card}" if card else EMPTY,) for spot, card in zip(PLACES, state.quay, strict=True)}

    def counts(self, box: Box) -> Mapping[tuple[str, str], int]:
        facts = read_catalogue(box)
        return {(GROUP, f"card:{card}"): facts.most(card) for card in (*facts.goods, FACE_DOWN)}

    def moves(self, state: Sobek, seen: Mapping[str, str]) -> tuple[Move, ...]:
        """The next card of the delivery, or one that was told wrong; when all of it lies as told, that it does."""
        if state.stage != "lay":
            return ()
        size = delivery_size(state)
        lying = [seen.get(spot, EMPTY).removeprefix("card:") for spot in PLACES[:size]]
        for place, (card, told) in enumerate(zip(lying, state.quay, strict=False), 1):
            if card and card != told:
                return (Lay(TABLE, place, card),)
        return (Laid(TABLE),) if all(lying) else ()


def _art(thing: str) -> str:
    """The picture that a card shares with others: goods of a family differ by their scarabs only (spec 2.2)."""
    return thing[: len("card:IVO")]


def _at(place: int) -> At:
    return (EDGE + STEP * (place - 1), 70.0, *CARD)


def _drawing() -> tuple[Shape, ...]:
    """The stand-in board: a quay of our own on the Nile, with nine numbered places."""
    places = [(str(place), _at(place)) for place in range(1, QUAY + 1)]
    return (
        Shape("box", BOARD, SAND, INK),
        Shape("box", (316.0, 9.0, 632.0, 18.0), NILE, INK),
        *(Shape("box", at, SLATE, INK) for _, at in places),
        *(Shape("text", (at[0], at[1], 30.0, 30.0), line=INK, text=number) for number, at in places),
    )
