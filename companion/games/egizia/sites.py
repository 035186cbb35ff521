"""The three building sites: in which order ships build there, and which ones go back (spec egizia 2.4, 5.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Event, Move
from companion.engine.text import T, Text, seat
from companion.games.egizia.moves import First, Stay, Withdraw
from companion.games.egizia.names import STOP_NAMES
from companion.games.egizia.possible import can_build, can_go_on
from companion.games.egizia.state import SITE_PHASES, Egizia, Phase, Todo
from companion.games.egizia.team import use_up

Events = list[Event]

FIRST = "first_position"


def begin(s: Egizia, phase: Phase, events: Events) -> None:
    """Building at a site begins: ships by the distance of their slots, then the reserve ship (spec 5.5)."""
    site = phase.upper()
    ships = [who for who in (*s.slots.get(site, ()), s.reserve.get(site, "")) if who and not s.sides[who].gone]
    s.enter(phase, tuple(ships))
    s.builders, s.everyone = 0, False
    s.due(*(Todo("first", who) for who in s.playing if who in ships and FIRST in s.sides[who].cards))


def in_reserve(s: Egizia, who: str) -> bool:
    """Whether the seat's ship lies in reserve at the site of now."""
    return s.reserve.get(s.phase.upper()) == who


def may_build(s: Egizia, who: str) -> bool:
    """A ship in reserve may build only if fewer ships have built than there are slots (spec 5.5)."""
    return not in_reserve(s, who) or s.everyone or s.builders < len(s.slots[s.phase.upper()])


def take_back(s: Egizia, who: str) -> None:
    """The ship goes from the site of now back to its owner; a slot becomes free."""
    site = s.phase.upper()
    s.slots = {**s.slots, site: tuple("" if ship == who else ship for ship in s.slots[site])}
    if s.reserve.get(site) == who:
        s.reserve = {**s.reserve, site: ""}
    s.side(who).ships += 1
    s.queue, s.team = s.queue[1:], None


def why_nothing(s: Egizia, who: str) -> Text:
    """Why a seat can build nothing at the site of now."""
    side, site = s.sides[who], s.phase.upper()
    if all(crew in side.down for crew in ("c1", "c2", "c3")):
        return T("no ordinary crew is unused")
    if not side.stones:
        return T("no stones are left")
    if site == "SITE_A" and not s.deck:
        return T("the deck is empty")
    return T("nothing there is cheap enough")


def _site(s: Egizia, events: Events) -> bool:
    """The ship that is due builds or withdraws; when all have, the next site or the bonus follows."""
    if not s.queue:
        at = SITE_PHASES.index(s.phase)
        if at + 1 < len(SITE_PHASES):
            begin(s, SITE_PHASES[at + 1], events)
        else:
            s.enter("bonus", s.front)
        return True
    who, site = s.queue[0], s.phase.upper()
    if s.sides[who].gone:
        s.queue, s.team = s.queue[1:], None
        return True
    if s.drawn:
        return s.wait("keep", who)
    ship = (f"slot:{site}:reserve",)
    if not may_build(s, who):
        s.queue = s.queue[1:]
        text = T("{who} can’t build from the reserve: {site}", who=seat(who), site=STOP_NAMES[site])
        events.append(Event("reserve", text, (who,), ship, show=True))
        return True
    if s.team is not None and not s.team.works and not can_go_on(s, who, site, s.team):
        s.team = None
        text = T("{who} can build nothing with these crews; they stay unused", who=seat(who))
        events.append(Event("crews_back", text, (who,), (), show=True))
    if s.team is None and not can_build(s, who, site):
        text = T("{who} must take the ship back ({site}): {why}", who=seat(who), site=STOP_NAMES[site],
                 why=why_nothing(s, who))  # fmt: skip
        events.append(Event("withdraw.must", text, (who,), (f"site:{site}",), show=True))
        take_back(s, who)
        return True
    return s.wait("build", who)


def _ask_first(s: Egizia, events: Events) -> bool:
    """An owner whose ship is not in front already may move it there (spec 5.12)."""
    who = s.todo[0].who
    if who not in s.queue[1:] or s.sides[who].gone or FIRST not in s.sides[who].cards:
        s.todo = s.todo[1:]
        return True
    return s.wait("first", who)


def _first(s: Egizia, move: First, events: Events) -> None:
    """The others keep their order behind it, and every ship of the site may build."""
    who, s.todo = move.by, s.todo[1:]
    use_up(s, who, FIRST, events)
    s.queue = (who, *(other for other in s.queue if other != who))
    s.everyone = True


def _stay(s: Egizia, move: Stay, events: Events) -> None:
    s.todo = s.todo[1:]


def _withdraw(s: Egizia, move: Withdraw, events: Events) -> None:
    site = s.phase.upper()
    text = T("{who} takes the ship back: {site}", who=seat(move.by), site=STOP_NAMES[site])
    events.append(Event("withdraw", text, (move.by,), (f"site:{site}",)))
    take_back(s, move.by)


STEPS: dict[Phase, Callable[[Egizia, Events], bool]] = dict.fromkeys(SITE_PHASES, _site)
RESOLVE: dict[str, Callable[[Egizia, Events], bool]] = {"first": _ask_first}
ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {First: _first, Stay: _stay, Withdraw: _withdraw}
