"""Phase 1: the first graves, and ten Nile cards onto the river, one stop after the other (spec egizia 3, 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.engine.game import Event, Move
from companion.engine.text import T
from companion.games.egizia import graves
from companion.games.egizia.catalogue import deck_whole
from companion.games.egizia.components import CARD_STOPS, DECKS, OPEN_CARDS
from companion.games.egizia.growing import with_card
from companion.games.egizia.moves import Clear, Face, Reveal, Revealed
from companion.games.egizia.names import card_name, place_name
from companion.games.egizia.state import Egizia, Phase

Events = list[Event]


def deck_of(s: Egizia) -> str:
    """The Nile deck of this round (spec 4)."""
    return DECKS[(s.round - 1) // 2]


def due_stop(s: Egizia) -> str:
    """The card stop that is told next, "" when all ten are."""
    return next((stop for stop in CARD_STOPS if not s.stops[stop]), "")


def cards_left(s: Egizia) -> Mapping[str, int] | None:
    """Copies by card that may still lie on the river, where the owner has entered the whole deck; else None."""
    deck = deck_of(s)
    if not deck_whole(s.printed, deck):
        return None
    shown = s.shown.get(deck, {})
    return {card: n - shown.get(card, 0) for card, n in s.printed.nile[deck].items() if n > shown.get(card, 0)}


def begin_round(s: Egizia, n: int, events: Events) -> None:
    """The next round: crews face up, cards of one use a round ready again, an empty river (spec 4 P1)."""
    s.round = n
    for who in s.seats:
        side = s.side(who)
        side.down, side.last, side.out, side.spent, side.fresh = (), "", False, (), ()
    s.worked, s.builders, s.everyone = {}, 0, False
    s.stops = dict.fromkeys(CARD_STOPS, "")
    s.enter("reveal")
    events.append(Event("round", T("Round {n}: turn all crews face up", n=n), s.playing, show=True))


def _setup(s: Egizia, events: Events) -> bool:
    if not graves.fill(s):
        s.enter("reveal")
    return True


def _reveal(s: Egizia, events: Events) -> bool:
    """Wait for the table; what the app has drawn lies there at once."""
    if s.stock is not None and s.stock.rows and due_stop(s) == CARD_STOPS[0]:
        row = s.stock.rows[0]
        s.stock = msgspec.structs.replace(s.stock, rows=s.stock.rows[1:])
        for stop, card in zip(CARD_STOPS, row, strict=True):
            lay(s, stop, card, events)
    return s.wait("face" if s.telling[0] else "reveal")


def lay(s: Egizia, stop: str, card: str, events: Events) -> None:
    """A card lies on a stop from now on."""
    _count(s, card, 1)
    s.stops = {**s.stops, stop: card}
    text = T("{stop}: {card}", stop=place_name(stop), card=card_name(card, s.facts))
    events.append(Event("reveal", text, (), (f"stop:{stop}",)))


def _count(s: Egizia, card: str, n: int) -> None:
    deck = deck_of(s)
    shown = dict(s.shown.get(deck, {}))
    shown[card] = shown.get(card, 0) + n
    if not shown[card]:
        del shown[card]
    s.shown = {**s.shown, deck: shown}


def _told(s: Egizia, move: Reveal, events: Events) -> None:
    if move.card in OPEN_CARDS:
        s.telling = (move.stop, move.card)
    else:
        lay(s, move.stop, move.card, events)


def _face(s: Egizia, move: Face, events: Events) -> None:
    stop, s.telling = s.telling[0], ("", "")
    lay(s, stop, move.card, events)


def _clear(s: Egizia, move: Clear, events: Events) -> None:
    card = s.stops[move.stop]
    _count(s, card, -1)
    s.stops = {**s.stops, move.stop: ""}
    text = T("{stop} is told again", stop=place_name(move.stop))
    events.append(Event("clear", text, (), (f"stop:{move.stop}",)))


def _revealed(s: Egizia, move: Revealed, events: Events) -> None:
    """The cards are as told; the app learns how many copies there are at least."""
    deck = deck_of(s)
    for card, n in s.shown.get(deck, {}).items():
        s.facts, s.told = with_card(s.facts, s.told, deck, card, n)
    s.enter("ships", s.playing)
    events.append(Event("ships", T("Ten cards lie on the river; the ships set off"), ()))


STEPS: dict[Phase, Callable[[Egizia, Events], bool]] = {"setup": _setup, "reveal": _reveal}
ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {
    Reveal: _told, Face: _face, Clear: _clear, Revealed: _revealed,
}  # fmt: skip
