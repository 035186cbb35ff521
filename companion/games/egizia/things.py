"""The Nile cards and the grave tiles as pieces that can bear a tag (spec egizia 2.7, 2.11, 9).

Both lie open when they are told. Sphinx cards are secret and bear none.
"""

from __future__ import annotations

from functools import lru_cache

from companion.engine.box import Box
from companion.engine.game import TABLE, Move, Thing
from companion.engine.text import T
from companion.games.egizia import moves as m
from companion.games.egizia.catalogue import deck_whole, read_catalogue
from companion.games.egizia.components import CARD_STOPS, DECKS, OPEN_CARDS, PLAIN_CARDS, Catalogue, all_faces
from companion.games.egizia.names import card_name
from companion.games.egizia.reveal import cards_left, due_stop
from companion.games.egizia.state import Egizia

KIND_OF = {face: kind for kind in OPEN_CARDS for face in all_faces(kind)}
"""By a card with something printed on it ("quarry:3"): what it is without that ("quarry")."""


def cards_of(facts: Catalogue) -> tuple[str, ...]:
    """Cards that are known to be in the box; while some are not, those with a number by their kind alone, too."""
    whole = all(deck_whole(facts, deck) for deck in DECKS)
    return _told(frozenset(card for deck in DECKS for card in facts.nile.get(deck, ())), whole)


@lru_cache(maxsize=8)
def _told(known: frozenset[str], whole: bool) -> tuple[str, ...]:
    if whole:
        return tuple(card for card in (*PLAIN_CARDS, *KIND_OF) if card in known)
    return (*PLAIN_CARDS, *(card for card in KIND_OF if card in known), *OPEN_CARDS)


@lru_cache(maxsize=512)
def _names(card: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The things among `cards` that a card is: itself, its kind, and for a kind every such card that is known."""
    names = (card, KIND_OF.get(card, ""), *(face for face in cards if KIND_OF.get(face) == card))
    return tuple(f"card:{name}" for name in names if name in cards)


def things(box: Box) -> tuple[Thing, ...]:
    """The Nile cards, as far as the box tells them apart, and the values of the grave tiles once they are known."""
    facts = read_catalogue(box)
    cards = [Thing(f"card:{card}", card_name(card, facts)) for card in cards_of(facts)]
    return (*cards, *(Thing(f"grave:{n}", T("Grave tile {n}", n=n)) for n in sorted(set(facts.tiles))))


def names_of(s: Egizia, card: str) -> tuple[str, ...]:
    """The things that a card is, as far as the box tells cards apart."""
    return _names(card, cards_of(s.printed))


def _lying(s: Egizia, stop: str) -> tuple[str, ...]:
    """The things that the card on a stop surely is; one told by its kind alone may be any of that kind, so none."""
    card = s.stops[stop]
    return tuple(thing for thing in names_of(s, card) if thing == f"card:{card}" or card in KIND_OF)


def handles(s: Egizia, move: Move) -> tuple[str, ...]:
    """The card that a move tells, takes from the river or uses; the grave tile that was turned up."""
    match move:
        case m.Grave(value=n):
            return (f"grave:{n}",) if n in s.printed.tiles else ()
        case m.Reveal(card=card) | m.Face(card=card) | m.Use(card=card) | m.Strengthen(card=card):
            return names_of(s, card)
        case m.Pick(stop=stop):
            return _lying(s, stop)
        case m.Place(place=place, double=double):
            if place in CARD_STOPS:
                return _lying(s, place)
            return names_of(s, "double_round") if double else ()
        case m.Attach():
            return names_of(s, "field_upgrade")
        case m.SellTen():
            return names_of(s, "sell_ten")
        case m.Boost():
            return names_of(s, "crew_boost")
        case m.First():
            return names_of(s, "first_position")
        case m.Feed(cards=cards, stones=stones):
            return (*(names_of(s, "grain") if cards else ()), *(names_of(s, "stones_as_grain") if stones else ()))
    return ()


def attempt_with(s: Egizia, thing: str) -> Move | None:
    """To tell a card that can't lie there, to sail to one, to take one that nobody took."""
    what, _, name = thing.partition(":")
    if what == "grave":
        return m.Grave(TABLE, int(name)) if s.stage == "grave" else None
    if s.stage == "reveal":
        stop = due_stop(s)
        if not stop:
            return None
        return m.Reveal(TABLE, stop, name if cards_left(s) is not None else KIND_OF.get(name, name))
    if s.stage == "face":
        return m.Face(TABLE, name) if name in KIND_OF else None
    stop = next((stop for stop in CARD_STOPS if thing in _lying(s, stop)), "")
    if not stop:
        return None
    if s.stage == "ship":
        return m.Place(s.turn, stop)
    return m.Pick(s.turn, stop) if s.stage == "leftover" else None
