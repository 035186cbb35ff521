"""What stops of the river do: the round spaces and the 24 families of Nile cards (spec egizia 2.3, 2.11, 5.12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Event, Move
from companion.engine.text import TN, T, seat
from companion.games.egizia.components import (
    CIRCLES,
    JOKER,
    PAIR_SPACES,
    RING_SPACES,
    family_of,
    number_of,
)
from companion.games.egizia.gains import award, gain_stones, grow, last_row, step
from companion.games.egizia.growing import with_pair, with_row
from companion.games.egizia.interrupts import discard, improvable
from companion.games.egizia.moves import Attach, Flex, Grow, LastRow, Pair, Ring
from companion.games.egizia.names import CIRCLE_NAMES, FIELD_NAMES, buildings_name, card_name, place_name
from companion.games.egizia.state import Egizia, Field, Todo

Events = list[Event]

ALYI_STONES = 2
EXTRA_POINTS, EXTRA_STONES = 3, 4
"""What the brown fields 8 and 9 give once, at taking (spec 2.11.1)."""
BUILT = {"obelisk": "obelisk:", "graves": "grave:", "pyramid": "pyramid:", "temple": "temple:"}
"""How the places of each building begin."""


def round_space(s: Egizia, who: str, space: str, times: int, events: Events) -> None:
    """The effect of a round space, carried out `times` times (spec 2.3)."""
    text = T("{who} uses {space}", who=seat(who), space=place_name(space))
    if times > 1:
        text = T("{who} uses {space} twice", who=seat(who), space=place_name(space))
    events.append(Event(f"space.{space}", text, (who,), (f"stop:{space}",)))
    if space == "EDFU":
        s.due(*(Todo("steps", who, track, 1) for _ in range(times) for track in ("stone", "grain")))
    elif space in PAIR_SPACES:
        crews = s.facts.pairs.get(space)
        if crews is None:
            s.due(Todo("pair", who, space, times))
        else:
            _both(s, who, crews, times, events)
    elif space in RING_SPACES:
        grow(s, who, JOKER, times, events)
        s.due(Todo("ring", who, space, times))
    else:
        s.due(*(part for _ in range(times) for part in (Todo("any_crew", who), Todo("stones", who, "", ALYI_STONES))))


def _both(s: Egizia, who: str, crews: str, n: int, events: Events) -> None:
    for crew in crews.split("+"):
        grow(s, who, crew, n, events)


def take(s: Egizia, who: str, card: str, events: Events) -> None:
    """A Nile card is taken: laid open, or resolved completely at once (spec 5.1)."""
    family = family_of(card)
    text = T("{who} takes {card}", who=seat(who), card=card_name(card, s.facts))
    events.append(Event(f"card.{family}", text, (who,), (f"seat:{who}",)))
    if family == "quarry":
        side = s.side(who)
        side.quarries = (*side.quarries, number_of(card))
    elif family == "field":
        _field(s, who, card)
    elif s.facts.kind(card) == "immediate":
        _immediate(s, who, card, events)
    else:
        side = s.side(who)
        side.cards = (*side.cards, card)
        if card == "field_upgrade" and next(improvable(side), None) is not None:
            s.due(Todo("attach", who))


def _field(s: Egizia, who: str, card: str) -> None:
    """A field with its extra at taking, which only the brown ones have (spec 2.11.1)."""
    _, colour, value = card.split(":")
    side = s.side(who)
    side.fields = (*side.fields, Field(colour, int(value)))
    if colour != "brown":
        return
    if value in s.facts.extras:
        s.due(Todo("steps", who, s.facts.extras[value], 1))
    elif value == "8":
        s.due(Todo("points", who, "", EXTRA_POINTS))
    elif value == "9":
        s.due(Todo("stones", who, "", EXTRA_STONES))


def _immediate(s: Egizia, who: str, card: str, events: Events) -> None:
    family, _, printed = card.partition(":")
    if family == "track_two":
        s.due(Todo("steps", who, printed, 2))
    elif family == "crew_flex":
        s.due(Todo("flex", who))
    elif family == "crew_pair":
        _both(s, who, printed, 1, events)
    else:
        n = own_stones(s, who, printed)
        text = TN("{who}: {n} own stone on {buildings}, +{n}", "{who}: {n} own stones on {buildings}, +{n}", n,
                  who=seat(who), buildings=buildings_name(printed))  # fmt: skip
        award(s, events, "points_per_stone", text, who, n)


def own_stones(s: Egizia, who: str, buildings: str) -> int:
    """Own stones on some buildings, joined by "+"; markers do not count (spec 5.12)."""
    begins = tuple(BUILT[building] for building in buildings.split("+"))
    return sum(owner == who and space.startswith(begins) for space, owner in s.built.items())


# what is due


def _take_off(s: Egizia) -> Todo:
    todo, s.todo = s.todo[0], s.todo[1:]
    return todo


def _grow(s: Egizia, events: Events) -> bool:
    todo = _take_off(s)
    grow(s, todo.who, todo.what, todo.number, events)
    return True


def _steps(s: Egizia, events: Events) -> bool:
    todo = _take_off(s)
    if todo.number > 1:
        s.due(Todo("steps", todo.who, todo.what, todo.number - 1))
    step(s, todo.who, todo.what, events)
    return True


def _points(s: Egizia, events: Events) -> bool:
    todo = _take_off(s)
    award(s, events, "points", T("{who}: +{n}", who=seat(todo.who), n=todo.number), todo.who, todo.number)
    return True


def _stones(s: Egizia, events: Events) -> bool:
    todo = _take_off(s)
    gain_stones(s, events, "stones", todo.who, todo.number)
    return True


def _attach(s: Egizia, events: Events) -> bool:
    """An upgrade is attached at once; the owner chooses only where several fields can get better (spec 5.12)."""
    who = s.todo[0].who
    fields = list(improvable(s.sides[who]))
    if len(fields) > 1:
        return s.wait("attach", who)
    _take_off(s)
    if fields:
        attach(s, who, fields[0], events)
    return True


def attach(s: Egizia, who: str, i: int, events: Events) -> None:
    """The upgrade lies on the field with this number for the rest of the game."""
    discard(s, who, "field_upgrade")
    side = s.side(who)
    old = side.fields[i]
    new = Field(old.colour, old.value, old.upgrades + 1)
    side.fields = (*side.fields[:i], new, *side.fields[i + 1 :])
    text = T("{who}: the field of {n} is a {colour} now", who=seat(who), n=old.value, colour=FIELD_NAMES[new.grade])
    events.append(Event("attach", text, (who,), (f"field:{who}:{i}",)))


RESOLVE: dict[str, Callable[[Egizia, Events], bool]] = {
    "grow": _grow,
    "any_crew": lambda s, events: s.wait("grow", s.todo[0].who),
    "ring": lambda s, events: s.wait("ring", s.todo[0].who),
    "flex": lambda s, events: s.wait("flex", s.todo[0].who),
    "steps": _steps,
    "points": _points,
    "stones": _stones,
    "attach": _attach,
    "pair": lambda s, events: s.wait("pair"),
    "row": lambda s, events: s.wait("last_row"),
}


# the answers


def _ring(s: Egizia, move: Ring, events: Events) -> None:
    who = _take_off(s).who
    if move.circle == s.ring:
        text = T("{who} leaves the water ring where it is", who=seat(who))
        events.append(Event("ring.stay", text, (who,), (f"ring:{s.ring}",)))
        return
    s.ring = move.circle
    text = T("{who} moves the water ring: {circle}", who=seat(who), circle=CIRCLE_NAMES[move.circle])
    events.append(Event("ring", text, (who,), (f"ring:{s.ring}",)))


def reach(ring: str, moves: int) -> tuple[str, ...]:
    """Circles on which the ring can lie after up to so many moves of one circle each (spec 2.6)."""
    at = CIRCLES.index(ring)
    return tuple(circle for i, circle in enumerate(CIRCLES) if abs(i - at) <= moves)


def _grown(s: Egizia, move: Grow, events: Events) -> None:
    grow(s, _take_off(s).who, move.crew, 1, events)


def _flexed(s: Egizia, move: Flex, events: Events) -> None:
    who = _take_off(s).who
    one, two = move.crews.split("+")
    for crew, n in ((one, 2),) if one == two else ((one, 1), (two, 1)):
        grow(s, who, crew, n, events)


def _attached(s: Egizia, move: Attach, events: Events) -> None:
    if s.todo:
        _take_off(s)
    attach(s, move.by, move.field, events)


def _pair(s: Egizia, move: Pair, events: Events) -> None:
    todo = _take_off(s)
    s.facts, s.told = with_pair(s.facts, s.told, todo.what, move.crews)
    _both(s, todo.who, move.crews, todo.number, events)


def _row(s: Egizia, move: LastRow, events: Events) -> None:
    todo = _take_off(s)
    row = s.sides[todo.who].row(todo.what)
    if move.yes:
        s.facts, s.told = with_row(s.facts, s.told, todo.what, row)
        last_row(s, todo.who, todo.what, events)
        return
    s.answers = {**s.answers, f"rows.{todo.what}": row + 1}


ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {
    Ring: _ring, Grow: _grown, Flex: _flexed, Attach: _attached, Pair: _pair, LastRow: _row,
}  # fmt: skip
