"""Phase 2: ships on the Nile, one after the other, and the cards that nobody took (spec egizia 5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Event, Move
from companion.engine.text import T, seat
from companion.games.egizia.components import CARD_STOPS, ROUND_SPACES
from companion.games.egizia.effects import round_space, take
from companion.games.egizia.growing import with_river_pair
from companion.games.egizia.interrupts import discard, mark
from companion.games.egizia.moves import Below, Enough, Pass, Pick, Place
from companion.games.egizia.names import place_name
from companion.games.egizia.riverbed import relation
from companion.games.egizia.rules_river import may_go_on, open_places, picks
from companion.games.egizia.state import Egizia, Phase, Todo

Events = list[Event]


def stop_of(place: str) -> str:
    """The stop of a place ("SITE_B" of "SITE_B:2")."""
    return place.partition(":")[0]


def _ships(s: Egizia, events: Events) -> bool:
    """Whose turn it is: chips ascending, round and round, without those who are out (spec 5.1)."""
    while s.queue:
        who = s.queue[0]
        side = s.sides[who]
        if side.gone or side.out:
            s.queue, s.placed = s.queue[1:], False
        elif s.placed:
            if may_go_on(s, who):
                return s.wait("more", who)
            _next(s)
        elif not side.ships:
            _out(s, who, events, "ships")
        elif s.facts.river and not open_places(s, who):
            _out(s, who, events, "stops")
        else:
            return s.wait("ship", who)
    if s.rules.leftover_timing == "round":
        _ships_home(s)
        s.enter("feed", s.front)
    else:
        begin_leftover(s)
    return True


def _next(s: Egizia) -> None:
    s.queue, s.placed = (*s.queue[1:], s.queue[0]), False


def _out(s: Egizia, who: str, events: Events, why: str) -> None:
    """Places no more in this round (spec 5.1)."""
    s.side(who).out = True
    if why == "ships":
        text = T("{who} has no ship left and is out of this phase", who=seat(who))
    elif why == "stops":
        text = T("{who} can reach no free stop and is out of this phase", who=seat(who))
    else:
        text = T("{who} passes for this round", who=seat(who))
    kind = "pass" if why == "pass" else f"out.{why}"
    events.append(Event(kind, text, (who,), (f"seat:{who}",), show=why != "pass"))


def _placed(s: Egizia, move: Place, events: Events) -> None:
    who, stop = move.by, stop_of(move.place)
    if relation(s.facts, s.sides[who].last, stop) is None:
        s.todo = (Todo("below", who, move.place, int(move.double)),)
        return
    put(s, who, move.place, move.double, events)


def put(s: Egizia, who: str, place: str, double: bool, events: Events) -> None:
    """The ship stands there; cards that allowed it are used; then the stop does what it does (spec 5.1)."""
    stop = stop_of(place)
    text = T("{who} places a ship: {place}", who=seat(who), place=place_name(place))
    target = f"slot:{place}" if stop != place else f"stop:{place}"
    events.append(Event("place", text, (who,), (target,)))
    if relation(s.facts, s.sides[who].last, stop) is False:
        _by_card(s, who, "upstream", T("{who} goes upstream with a card", who=seat(who)), events)
    if stop in ROUND_SPACES and s.ships.get(stop):
        _by_card(s, who, "reuse_round", T("{who} uses an occupied round space with a card", who=seat(who)), events)
    side = s.side(who)
    side.ships, side.last = side.ships - 1, stop
    s.placed = True
    if stop != place:
        _stand(s, who, stop, place.partition(":")[2])
        return
    s.ships = {**s.ships, stop: (*s.ships.get(stop, ()), who)}
    if stop in CARD_STOPS:
        _take(s, who, stop, events)
        return
    if double:
        discard(s, who, "double_round")
        text = T("{who} plays a card: the space counts double", who=seat(who))
        events.append(Event("use.double_round", text, (who,), (f"seat:{who}",)))
    round_space(s, who, stop, 2 if double else 1, events)


def _by_card(s: Egizia, who: str, card: str, text: Any, events: Events) -> None:
    mark(s, who, card)
    events.append(Event(f"use.{card}", text, (who,), (f"card:{who}:{card}",)))


def _stand(s: Egizia, who: str, site: str, slot: str) -> None:
    if slot == "reserve":
        s.reserve = {**s.reserve, site: who}
        return
    slots = list(s.slots[site])
    slots[int(slot) - 1] = who
    s.slots = {**s.slots, site: tuple(slots)}


def _take(s: Egizia, who: str, stop: str, events: Events) -> None:
    card = s.stops[stop]
    s.stops = {**s.stops, stop: ""}
    take(s, who, card, events)


def _below(s: Egizia, move: Below, events: Events) -> None:
    """The answer is kept; without a card that leads upstream the ship is taken back (spec 2.13)."""
    todo, s.todo = s.todo[0], s.todo[1:]
    who, place, stop = todo.who, todo.what, stop_of(todo.what)
    last = s.sides[who].last
    upper, lower = (last, stop) if move.yes else (stop, last)
    s.facts, s.told = with_river_pair(s.facts, s.told, upper, lower)
    if move.yes or s.sides[who].unused("upstream") > 0:
        put(s, who, place, bool(todo.number), events)
        return
    text = T("{place} lies upstream of the last ship: {who} takes the ship back", place=place_name(stop), who=seat(who))
    events.append(Event("place.back", text, (who,), (f"stop:{stop}",)))


def _pass(s: Egizia, move: Pass, events: Events) -> None:
    _out(s, move.by, events, "pass")
    s.queue = s.queue[1:]


def _enough(s: Egizia, move: Enough, events: Events) -> None:
    """No further ship, no leftover card, nothing before the stones come, nothing before the round ends."""
    if s.stage == "more":
        _next(s)
        return
    who, s.queue = s.queue[0], s.queue[1:]
    if s.stage == "leftover":
        events.append(Event("leftover.none", T("{who} takes no leftover card", who=seat(who)), (who,)))
    elif s.stage == "produce":
        s.due(Todo("produce", who))


# the end of phase 2


def begin_leftover(s: Egizia) -> None:
    """Owners of the card may take what nobody took, by chips ascending (spec 5.2)."""
    s.enter("leftover", s.playing)


def _leftover(s: Egizia, events: Events) -> bool:
    """Owners of the card are asked by chips; then the river is empty (spec 5.2)."""
    while s.queue:
        who = s.queue[0]
        if not s.sides[who].gone and picks(s.sides[who]) > 0 and any(s.stops.values()):
            return s.wait("leftover", who)
        s.queue = s.queue[1:]
    if any(s.stops.values()):
        s.stops = dict.fromkeys(CARD_STOPS, "")
        events.append(Event("sweep", T("The cards that nobody took go into the box")))
    if s.rules.leftover_timing == "round":
        s.enter("last", s.front)
    else:
        _ships_home(s)
        s.enter("feed", s.front)
    return True


def _ships_home(s: Egizia) -> None:
    """Ships on the river go home; those at the sites stay (spec 5.2)."""
    for owners in s.ships.values():
        for who in owners:
            s.side(who).ships += 1
    s.ships = {}


def _picked(s: Egizia, move: Pick, events: Events) -> None:
    """As if taken by ship; another such card got in this way works from the next round (spec 5.2)."""
    who, card = move.by, s.stops[move.stop]
    mark(s, who, "leftover_pick")
    text = T("{who} takes a leftover card", who=seat(who))
    events.append(Event("use.leftover_pick", text, (who,), (f"card:{who}:leftover_pick",)))
    if card == "leftover_pick":
        side = s.side(who)
        side.fresh = (*side.fresh, card)
    _take(s, who, move.stop, events)


STEPS: dict[Phase, Callable[[Egizia, Events], bool]] = {"ships": _ships, "leftover": _leftover}
RESOLVE: dict[str, Callable[[Egizia, Events], bool]] = {"below": lambda s, events: s.wait("below")}
ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {
    Place: _placed, Below: _below, Pass: _pass, Enough: _enough, Pick: _picked,
}  # fmt: skip
