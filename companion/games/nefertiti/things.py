"""The gift cards and the characters as pieces that can bear a tag (spec nefertiti 2.2, 2.6).

Where holdings are hidden, what is chosen among them is chosen on the covered screen: a tag means nothing there.
"""

from __future__ import annotations

from companion.engine.box import Box
from companion.engine.game import TABLE, Move, Thing
from companion.engine.text import T
from companion.games.nefertiti import moves as m
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.components import GIFT_NAMES, GIFTS, PLACES, character_name, type_of
from companion.games.nefertiti.state import AKHENATON, Nefertiti


def things(box: Box) -> tuple[Thing, ...]:
    """Every kind of gift card, Akhenaton, and the characters as far as the box knows them apart."""
    facts = read_catalogue(box)
    gifts = [Thing(f"gift:{gift}", T("Gift card: {gift}", gift=GIFT_NAMES[gift])) for gift in GIFTS]
    gifts.append(Thing(f"gift:{AKHENATON}", T("Akhenaton")))
    cards = [
        Thing(f"character:{card}", T("Character: {character}", character=character_name(facts, card)))
        for card in facts.characters
    ]
    return (*gifts, *cards)


def handles(s: Nefertiti, move: Move) -> tuple[str, ...]:
    """The gift that a move lays, takes, names or gives up; the character that is played."""
    match move:
        case m.Lay(gift=gift) | m.Known(gift=gift):
            return (f"gift:{gift}",)
        case m.Take(place=place) if s.closing is not None:
            return (f"gift:{s.gift_at(s.closing.market, place)}",)
        case m.Steal(gift=gift) | m.Swap(gift=gift) | m.Offer(gift=gift) | m.GiveUp(gift=gift):
            return (f"gift:{gift}",)
        case m.Name(gift=kind):
            return tuple(f"gift:{gift}" for gift in GIFTS if type_of(gift) == kind)
        case m.Character(card=card):
            return (f"character:{card}",)
        case m.Lift(source=source):
            return _lifted(s, source)
    return ()


def _lifted(s: Nefertiti, source: str) -> tuple[str, ...]:
    """The gift card that is moved by hand; nothing for deben, seals and points."""
    what, _, where = source.partition(":")
    first, _, second = where.partition(":")
    if what == "gift":
        return (f"gift:{s.gift_at(first, second)}",)
    return (f"gift:{second}",) if what == "holding" else ()


def attempt_with(s: Nefertiti, thing: str) -> Move | None:
    """To lay a card of which no more can come, to take a gift of the closing market, to play a character."""
    kind, _, name = thing.partition(":")
    stage = s.stage
    if kind == "character":
        return m.Character(s.turn, name) if stage in ("place", "force") else None
    if stage == "lay":
        return m.Lay(TABLE, name)
    if stage == "seen":
        return m.Known(TABLE, name)
    closing = s.closing
    if stage not in ("buy", "bid", "more") or closing is None or closing.now is None:
        return None
    row = zip(PLACES, s.places[closing.market], strict=True)
    return next((m.Take(closing.now.seat, place) for place, gift in row if gift == name), None)
