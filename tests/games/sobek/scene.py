"""Positions for tests, laid out card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.box import Box
from companion.engine.game import Event, Move
from companion.engine.knowledge import Hidden
from companion.games.sobek import GAME
from companion.games.sobek.flow import deal
from companion.games.sobek.setup import SobekSetup, new
from companion.games.sobek.state import EMPTY, LaidSet, Side, Sobek

CARDS = 63
FACE_DOWN = "CHA"


def start(*seats: str, box: Box | None = None, first: str | None = None, **options: Any) -> Sobek:
    """A game before its first delivery."""
    seats = seats or ("red", "blue", "green")
    return new(seats, GAME.resolve(options), SobekSetup(first=first or seats[0]), box or GAME.practice)


def hidden(cards: Sequence[str] | int) -> Hidden:
    """Cards in a hand or pile: ids, "?" for any, "GREEN", "CHA"; or a number of unknown ones."""
    if isinstance(cards, int):
        return Hidden().unknown(cards)
    slots = dict(Counter(cards))
    return Hidden(len(cards), slots) if cards else Hidden()


def laid(words: str) -> LaidSet:
    """A set as "WHE WHE1 WHE0 AMU", with "flat" and "blessed" where it is so."""
    family, *cards = words.split()
    members = tuple(card for card in cards if card not in ("flat", "blessed"))
    return LaidSet(family, members, cards.count("blessed"), "flat" in cards)


def scene(given: Mapping[str, Any]) -> Sobek:
    """A position from the table of a worked example; what is not given is empty. The cards not named are in the box."""
    seats = tuple(given.get("seats", ("red", "blue", "green")))
    box = GAME.box if given.get("box") == "shipped" else GAME.practice
    s = start(*seats, box=box, **given.get("options", {}))
    deal(s)
    for who in seats:
        s.sides[who] = Side(
            points=given.get("points", {}).get(who, 0),
            hand=hidden(given.get("hands", {}).get(who, [])),
            pile=hidden(given.get("piles", {}).get(who, [])),
            curses=given.get("curses", {}).get(who, 0),
            sets=tuple(map(laid, given.get("sets", {}).get(who, []))),
        )
    quay = list(given.get("quay", ["WHE1", "MAR0", "AMU", "CHA", "FIS1", "WHE0", "IVO3", "EBO0", "CAT0"]))
    s.quay = tuple(quay + [EMPTY] * (9 - len(quay)))
    s.seen = {card: n for card, n in Counter(quay).items() if card}
    s.stage, s.turn = given.get("stage", "turn"), given.get("turn", seats[0])
    s.round, s.delivery = given.get("round", 1), given.get("delivery", 2)
    s.finished = s.round - 1
    s.deck, s.left, s.used = given.get("deck", 27), given.get("left", 5), dict(given.get("used", {}))
    s.start = {who: side.points for who, side in s.sides.items()}
    s.discard = dict(given.get("discard", {}))
    for side in s.sides.values():
        side.done = s.stage == "last" and side.hand.n < 3
    s.boxed = 0
    s.boxed = s.under_tiles - sum(side.pile.n for side in s.sides.values())
    return s


def move_of(data: Mapping[str, Any]) -> Move:
    """A move from a table of an example; who makes it stands first: {by, move, ...}."""
    return GAME.decode_move({key: value for key, value in data.items() if key != "refused"})


def play(state: Sobek, *moves: Move) -> Sobek:
    """Play moves one after the other."""
    for move in moves:
        state = GAME.play(state, move).state
    return state


def code(state: Sobek, move: Move) -> str | None:
    """The refusal of a move, or None."""
    refusal = GAME.refuse(state, move)
    return None if refusal is None else refusal.code


def events_of(state: Sobek, *moves: Move) -> list[Event]:
    """What the moves cause."""
    found: list[Event] = []
    for move in moves:
        played = GAME.play(state, move)
        found += played.events
        state = played.state
    return found
