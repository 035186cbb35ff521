"""A player leaves: the others play on around the ghost, or the game is over (spec egizia 5.13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Choice, Event, Move
from companion.engine.text import T, seat
from companion.games.egizia.components import SITES
from companion.games.egizia.moves import Leave
from companion.games.egizia.state import BETWEEN, Egizia

Events = list[Event]


def may_leave(s: Egizia) -> bool:
    """Whether somebody may leave now: between two events, not inside a build, not while the end is scored.

    Nothing is due then, but for the question to the owners of a first position before a site begins.
    """
    return not s.end and s.stage in BETWEEN and s.team is None and (not s.todo or s.stage == "first")


def incidents(s: Egizia) -> tuple[Choice, ...]:
    """Who may leave now, for the menu."""
    if not may_leave(s):
        return ()
    return tuple(Choice(Leave(who), T("{who} leaves the game", who=seat(who))) for who in s.playing)


def leave(s: Egizia, move: Leave, events: Events) -> None:
    """`move.by` leaves: ships at the sites go back, the highest number chip is theirs; what is due goes to the next.

    Ships on the river stay where they are until all go home. Own stones stay on the monuments.
    """
    who = move.by
    events.append(Event("leave", T("{who} leaves the game", who=seat(who)), (who,), (f"seat:{who}",), show=True))
    side = s.side(who)
    side.gone, side.out = True, True
    s.chips = (*(other for other in s.chips if other != who), who)
    if s.rules.player_leaves == "end":
        _over(s, "left", events)
        return
    if len(s.playing) == 1:
        _over(s, "alone", events)
        return
    _clear_sites(s, who)
    s.queue = tuple(other for other in s.queue if other != who)
    s.todo = tuple(todo for todo in s.todo if todo.who != who)
    if s.turn == who and s.phase == "ships":
        s.placed = False


def _over(s: Egizia, why: str, events: Events) -> None:
    s.end, s.todo, s.queue = why, (), ()
    text = T("The game is over as it stands")
    if why == "alone":
        text = T("Only {who} is left: the game is over", who=seat(s.playing[0]))
    events.append(Event(f"end.{why}", text, s.playing, show=True))


def _clear_sites(s: Egizia, who: str) -> None:
    """The ghost withdraws its ships from the sites (spec 5.13)."""
    side = s.side(who)
    for site in SITES:
        if who in s.slots[site]:
            s.slots = {**s.slots, site: tuple("" if there == who else there for there in s.slots[site])}
            side.ships += 1
        if s.reserve[site] == who:
            s.reserve = {**s.reserve, site: ""}
            side.ships += 1


ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {Leave: leave}
