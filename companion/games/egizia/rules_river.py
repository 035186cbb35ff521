"""What is possible in phases 1 to 4: the generator of moves, apart from the validator (spec egizia 4, 5.1 to 5.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from companion.engine.game import TABLE, Move
from companion.games.egizia.components import (
    CARD_STOPS,
    CREWS,
    GRAIN_CARD,
    LAST_SPACE,
    OPEN_CARDS,
    PAIRS,
    PLAIN_CARDS,
    ROUND_SPACES,
    SITES,
    all_faces,
)
from companion.games.egizia.effects import reach
from companion.games.egizia.feeding import missing
from companion.games.egizia.interrupts import improvable, own, strengthenings
from companion.games.egizia.moves import (
    Attach,
    Below,
    Clear,
    Enough,
    Face,
    Feed,
    Flex,
    Go,
    Grow,
    LastRow,
    Pair,
    Pass,
    Penalty,
    Pick,
    Place,
    Reveal,
    Revealed,
    Ring,
    Use,
)
from companion.games.egizia.reveal import cards_left, due_stop
from companion.games.egizia.riverbed import relation
from companion.games.egizia.state import Egizia, Side, Stage

FLEXES = tuple(
    f"{one}+{two}" for i, one in enumerate(CREWS) for two in CREWS[i:]
)  # fmt: skip
"""Two different crews, or one twice (spec 2.11.1)."""
MOST_PENALTY = 3


# phase 1


def _reveal(s: Egizia) -> list[Move]:
    if s.rules.draw_nile:
        return [Revealed(TABLE)]
    stop = due_stop(s)
    found: list[Move] = []
    if stop:
        left = cards_left(s)
        cards = (*OPEN_CARDS, *PLAIN_CARDS) if left is None else tuple(left)
        found += [Reveal(TABLE, stop, card) for card in cards]
    found += [Clear(TABLE, filled) for filled in CARD_STOPS if s.stops[filled]]
    if not stop:
        found.append(Revealed(TABLE))
    return found


@lru_cache(maxsize=16)
def _faces(card: str) -> tuple[Move, ...]:
    return tuple(Face(TABLE, face) for face in all_faces(card))


# phase 2


def open_places(s: Egizia, who: str) -> list[tuple[str, bool]]:
    """Places where a ship of `who` may be put, each with whether that is certain (False: the table is asked)."""
    side = s.sides[who]
    if not side.ships:
        return []
    last, facts = side.last, s.facts
    upstream = bool(side.cards) and side.unused("upstream") > 0
    again = bool(side.cards) and side.unused("reuse_round") > 0
    found: list[tuple[str, bool]] = []

    def reached(stop: str) -> bool | None:
        below = relation(facts, last, stop)
        return None if below is False and not upstream else below is not None

    for stop, card in s.stops.items():
        if card and (sure := reached(stop)) is not None:
            found.append((stop, sure))
    for stop in ROUND_SPACES:
        if s.ships.get(stop) and (not again or stop == LAST_SPACE):
            continue
        if (sure := reached(stop)) is not None:
            found.append((stop, sure))
    for site in SITES:
        slots = s.slots[site]
        if who in slots or s.reserve[site] == who:
            continue
        sure = reached(site)
        if sure is None:
            continue
        free = [(f"{site}:{i}", sure) for i, owner in enumerate(slots, 1) if not owner]
        if free:
            found += free
        elif not s.reserve[site]:
            found.append((f"{site}:reserve", sure))
    return found


def may_go_on(s: Egizia, who: str) -> bool:
    """Whether a seat that has just placed a ship can place another one with a card (spec 5.1)."""
    return "extra_ship" in s.sides[who].cards and bool(open_places(s, who))


@lru_cache(maxsize=1024)
def _place(who: str, place: str, double: bool) -> Place:
    return Place(who, place, double)


def _ship(s: Egizia) -> list[Move]:
    who = s.turn
    places = open_places(s, who)
    found: list[Move] = [_place(who, place, False) for place, _ in places]
    if "double_round" in s.sides[who].cards:
        found += [_place(who, place, True) for place, _ in places if place in ROUND_SPACES and place != LAST_SPACE]
    if s.rules.pass_allowed or not any(sure for _, sure in places):
        found.append(Pass(who))
    return found + own(s, who)


def _more(s: Egizia) -> list[Move]:
    return [Use(s.turn, "extra_ship"), Enough(s.turn), *own(s, s.turn)]


def picks(side: Side) -> int:
    """So many leftover cards may a seat still take in this round (spec 5.2)."""
    return side.unused("leftover_pick") - side.fresh.count("leftover_pick") if side.cards else 0


def _leftover(s: Egizia) -> list[Move]:
    found: list[Move] = [Pick(s.turn, stop) for stop, card in s.stops.items() if card]
    return [*found, Enough(s.turn), *strengthenings(s, s.turn)]


# effects


def _ring(s: Egizia) -> list[Move]:
    return [Ring(s.turn, circle) for circle in reach(s.ring, s.todo[0].number)]


# phases 3 and 4


def _feed(s: Egizia) -> list[Move]:
    """No more than is missing: a card only while something is, stones up to the rest."""
    who = s.turn
    side, lacking = s.sides[who], missing(s, who)
    spendable = side.stones if "stones_as_grain" in side.cards else 0
    found: list[Move] = []
    for cards in range(side.cards.count("grain") + 1):
        if cards and (cards - 1) * GRAIN_CARD >= lacking:
            break
        rest = max(0, lacking - cards * GRAIN_CARD)
        found += [Feed(who, cards, n) for n in range(min(rest, spendable) + 1)]
    return found + own(s, who)


GENERATORS: dict[Stage, Callable[[Egizia], list[Move]]] = {
    "reveal": _reveal,
    "face": lambda s: list(_faces(s.telling[1])),
    "ship": _ship,
    "below": lambda s: [Below(TABLE, True), Below(TABLE, False)],
    "more": _more,
    "ring": _ring,
    "grow": lambda s: [Grow(s.turn, crew) for crew in CREWS],
    "flex": lambda s: [Flex(s.turn, crews) for crews in FLEXES],
    "attach": lambda s: [Attach(s.turn, i) for i in improvable(s.sides[s.turn])],
    "pair": lambda s: [Pair(TABLE, crews) for crews in PAIRS],
    "last_row": lambda s: [LastRow(TABLE, True), LastRow(TABLE, False)],
    "leftover": _leftover,
    "feeding": lambda s: [Go(TABLE)],
    "feed": _feed,
    "penalty": lambda s: [Penalty(TABLE, n) for n in range(1, MOST_PENALTY + 1)],
    "produce": lambda s: [Enough(s.turn), *own(s, s.turn)],
}
