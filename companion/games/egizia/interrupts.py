"""Cards used at any moment of the round, and anytime cards on the own turn (spec egizia 4 interrupts, 5.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from companion.engine.game import Event, Move
from companion.engine.text import TN, T, seat
from companion.games.egizia.components import COLOURS, CREWS, SOLD_AT_TEN, STONE_CAP, STONES_CARD
from companion.games.egizia.gains import award, gain_stones, grow, stones
from companion.games.egizia.moves import Attach, SellTen, Strengthen, Use
from companion.games.egizia.names import card_name, crew_name
from companion.games.egizia.state import BETWEEN, Egizia, Side

Events = list[Event]

STRENGTHENERS = ("crew_plus_one", "stones_to_crew")
TO_CREW_STONES = 2


def between(s: Egizia) -> bool:
    """Whether the game waits between two events, not inside one (spec 4)."""
    return s.stage in BETWEEN and s.team is None and not s.end


@lru_cache(maxsize=256)
def _strengthen(who: str, card: str, crew: str) -> Strengthen:
    return Strengthen(who, card, crew)


def strengthenings(s: Egizia, who: str) -> list[Move]:
    """What a seat may do now with the cards that make a crew stronger once a round."""
    side = s.sides[who]
    if not side.cards or side.gone or not between(s):
        return []
    found: list[Move] = []
    for card in STRENGTHENERS:
        if side.unused(card) <= 0 or (card == "stones_to_crew" and side.stones < TO_CREW_STONES):
            continue
        found += [_strengthen(who, card, crew) for crew in CREWS if side.crews[crew] < s.facts.most(crew)]
    return found


def improvable(side: Side) -> Iterator[int]:
    """Numbers of the fields that an upgrade would still improve (spec 5.12)."""
    return (i for i, field in enumerate(side.fields) if field.grade != COLOURS[0])


def own(s: Egizia, who: str) -> list[Move]:
    """What a seat may do on its own turn beside what it is asked: anytime cards, a waiting upgrade, a stronger crew."""
    side = s.sides[who]
    if not side.cards:
        return []
    found: list[Move] = []
    if "stones" in side.cards and side.stones < STONE_CAP:
        found.append(Use(who, "stones"))
    if "sell_ten" in side.cards and s.facts.kind("sell_ten") == "anytime":
        found += [SellTen(who, n) for n in range(1, min(SOLD_AT_TEN, side.stones) + 1)]
    if "field_upgrade" in side.cards:
        found += [Attach(who, i) for i in improvable(side)]
    return found + strengthenings(s, who)


def discard(s: Egizia, who: str, card: str) -> None:
    """A card that was used up goes back into the box."""
    side = s.side(who)
    at = side.cards.index(card)
    side.cards = side.cards[:at] + side.cards[at + 1 :]


def mark(s: Egizia, who: str, card: str) -> None:
    """A card of one use a round was used."""
    side = s.side(who)
    side.spent = (*side.spent, card)


def _strengthened(s: Egizia, move: Strengthen, events: Events) -> None:
    who = move.by
    mark(s, who, move.card)
    if move.card == "stones_to_crew":
        stones(s, who, -TO_CREW_STONES)
        text = T("{who} pays {n} stones: {crew} +1", who=seat(who), n=TO_CREW_STONES,
                 crew=crew_name(move.crew, s.facts))  # fmt: skip
    else:
        text = T("{who} uses “{card}”: {crew} +1", who=seat(who), card=card_name(move.card, s.facts),
                 crew=crew_name(move.crew, s.facts))  # fmt: skip
    events.append(Event(f"use.{move.card}", text, (who,), (f"card:{who}:{move.card}",)))
    grow(s, who, move.crew, 1, events)


def _used(s: Egizia, move: Use, events: Events) -> None:
    who = move.by
    discard(s, who, move.card)
    text = T("{who} plays “{card}”", who=seat(who), card=card_name(move.card, s.facts))
    events.append(Event(f"use.{move.card}", text, (who,), (f"seat:{who}",)))
    if move.card == "stones":
        gain_stones(s, events, "stones", who, STONES_CARD)
    else:  # One more ship: it is placed before the next player's turn.
        s.placed = False


def _sold(s: Egizia, move: SellTen, events: Events) -> None:
    who = move.by
    discard(s, who, "sell_ten")
    stones(s, who, -move.stones)
    text = TN("{who} sells {n} stone: +{n}", "{who} sells {n} stones: +{n}", move.stones, who=seat(who))
    award(s, events, "use.sell_ten", text, who, move.stones)


ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {
    Strengthen: _strengthened, Use: _used, SellTen: _sold,
}  # fmt: skip
