"""The cards of Sobek as pieces that can bear a tag (spec sobek 2, 9).

Goods lie open on the quay or are laid openly. A character lies face down there and is held hidden, so all of them are
one thing: a tag never tells which one it is. Event tokens and corruption piles are secret and bear none.
"""

from __future__ import annotations

from companion.engine.box import Box
from companion.engine.game import TABLE, Move, Thing
from companion.games.sobek.catalogue import CHARACTER_NAMES, FACE_DOWN, read_catalogue
from companion.games.sobek.moves import Add, Character, Lay, Take
from companion.games.sobek.rules import delivery_size
from companion.games.sobek.state import EMPTY, Sobek

CHARACTER = f"card:{FACE_DOWN}"


def things(box: Box) -> tuple[Thing, ...]:
    """The goods cards by family and scarabs, the amulet, and the characters as one."""
    facts = read_catalogue(box)
    return tuple(Thing(f"card:{card}", facts.card_name(card)) for card in (*facts.goods, FACE_DOWN))


def _of(card: str) -> str:
    return CHARACTER if card in CHARACTER_NAMES else f"card:{card}"


def _next_place(s: Sobek) -> int:
    """The first place of the delivery where nothing lies yet, from 1; 0: all of it lies."""
    row = s.quay[: delivery_size(s)]
    return row.index(EMPTY) + 1 if EMPTY in row else 0


def handles(s: Sobek, move: Move) -> tuple[str, ...]:
    """The card that a move lays on the next place of the quay, takes from it, plays, or adds to a set."""
    match move:
        case Lay(place=place, card=card):
            # Cards that lie already are put right by tapping: a card that is read is the next one.
            return (_of(card),) if place == _next_place(s) else ()
        case Take(place=place):
            card = s.quay[place - 1]
            return (_of(card),) if card != EMPTY else ()
        case Character():
            return (CHARACTER,)
        case Add(card=card):
            return (_of(card),)
    return ()


def attempt_with(s: Sobek, thing: str) -> Move | None:
    """To take a card from out of reach, to lay one of which no more can come, to add one that does not fit."""
    card = thing.removeprefix("card:")
    if s.stage == "lay":
        place = _next_place(s)
        return Lay(TABLE, place, card) if place else None
    if s.stage in ("turn", "merchant"):
        return Take(s.turn, s.quay.index(card) + 1) if card in s.quay else None
    laying = [who for who in s.seats if s.sides[who].draft is not None]
    return Add(laying[0], card) if len(laying) == 1 and card != FACE_DOWN else None
