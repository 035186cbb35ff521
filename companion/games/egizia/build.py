"""A build at the obelisk and graves or at the pyramid and temple (spec egizia 5.5, 5.7, 5.8).

Crews are sent first and fixed with the first stone or tile. A stone lies on its space at once; stones are paid and
points scored when the build is done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.engine.game import Event, Move
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.egizia import gains, graves, monuments
from companion.games.egizia.moves import Boost, Build, Crew, Done, Market, Worth
from companion.games.egizia.names import crew_name, space_name
from companion.games.egizia.state import Egizia, Team, Todo
from companion.games.egizia.team import finish, left, put_down, strength, worked

Events = list[Event]


def _crew(s: Egizia, move: Crew, events: Events) -> None:
    team = s.team or Team()
    s.team = msgspec.structs.replace(team, crews=(*team.crews, move.crew))
    _sent(s, move.by, move.crew, "crew", events)


def _boost(s: Egizia, move: Boost, events: Events) -> None:
    team = s.team or Team()
    s.team = msgspec.structs.replace(team, boosts=(*team.boosts, move.crew))
    _sent(s, move.by, move.crew, "boost", events)


def _sent(s: Egizia, who: str, crew: str, kind: str, events: Events) -> None:
    n = strength(s, who, s.team or Team())
    name = crew_name(crew, s.facts)
    text = T("{who} sends to work: {crew} (strength {n})", who=seat(who), crew=name, n=n)
    if kind == "boost":
        text = T("{who} makes stronger for this build: {crew} (strength {n})", who=seat(who), crew=name, n=n)
    events.append(Event(kind, text, (who,), (f"crew:{who}:{crew}",)))


def _build(s: Egizia, move: Build, events: Events) -> None:
    """A stone, a tile, or a space that the table must tell about first."""
    who, space = move.by, move.space
    value = monuments.worth(s, space)
    if value is None:
        s.due(Todo("worth", who, space))
        return
    _put(s, who, space, value, events)


def _put(s: Egizia, who: str, space: str, value: int, events: Events) -> None:
    """An own stone lies on the space; after a taken tile the next one is turned up (spec 5.7)."""
    team = s.team or Team()
    s.team = msgspec.structs.replace(team, works=(*team.works, space), value=team.value + value)
    s.built = {**s.built, space: who}
    text = T("{who} builds: {space}, value {n}", who=seat(who), space=space_name(space), n=value)
    events.append(Event(f"put.{space.partition(':')[0]}", text, (who,), (f"space:{space}",)))
    if space.startswith("grave:"):
        s.early = max(0, s.early - 1)
        graves.fill(s)
    elif not space.startswith("obelisk:") and monuments.asks_whole(s, monuments.line_of(space)):
        s.due(Todo("whole", who, monuments.line_of(space)))


def _ask_worth(s: Egizia, events: Events) -> bool:
    s.asked_space = s.todo[0].what
    return s.wait("worth")


def _worth(s: Egizia, move: Worth, events: Events) -> None:
    """The space is known from now on; a stone that it is too dear for comes back and nothing else has changed."""
    due, s.todo, s.asked_space = s.todo[0], s.todo[1:], ""
    space = monuments.tell_space(s, due.what, move.value)
    power, stones = left(s, due.who)
    if move.value <= min(power, stones):
        _put(s, due.who, space, move.value, events)
        return
    text = T("{space} is worth {n}: too much for strength {power} and stones {stones}, the stone comes back",
             space=space_name(space), n=move.value, power=power, stones=stones)  # fmt: skip
    events.append(Event("too_dear", text, (due.who,), (f"space:{space}",), show=True))


def _done(s: Egizia, move: Done, events: Events) -> None:
    """Pay, score, turn the crews down; rows that are complete score; at B a marker moves (spec 5.5, 5.7, 5.8)."""
    who, team, site = move.by, s.team or Team(), s.phase
    gains.stones(s, who, -team.value)
    spaces = tuple(f"space:{space}" for space in team.works)
    gains.award(s, events, "build", told(s, who, team), who, team.value, spaces)
    put_down(s, who, events)
    worked(s, who)
    finish(s)
    for row in monuments.rows_completed(s, team.works):
        score_row(s, row, events)
    if site == "site_b":
        s.due(Todo("market", who))


def told(s: Egizia, who: str, team: Team) -> Text:
    """What a build is worth as a sentence with its sum."""
    values = [monuments.worth(s, space) or 0 for space in team.works]
    if len(values) == 1:
        return TN("{who} builds for {n}: −{n} stone, +{n}", "{who} builds for {n}: −{n} stones, +{n}", team.value,
                  who=seat(who))  # fmt: skip
    terms: Value = " + ".join(map(str, values))
    return T("{who} builds {sum} = {n}: −{n} stones, +{n}", who=seat(who), sum=terms, n=team.value)


def score_row(s: Egizia, row: int, events: Events) -> None:
    """A complete pyramid row scores for whoever has most stones in it, a leaver's for nobody (spec 5.8, 5.13)."""
    who, n = monuments.row_winner(s, row)
    spaces = tuple(f"space:{space}" for space in monuments.spaces_of(s, f"pyramid:{row}"))
    if not who or s.sides[who].gone:
        text = T("Pyramid row {row} is complete; its points go to nobody", row=row)
        events.append(Event("row.nobody", text, (), spaces, show=True))
        return
    text = T("Pyramid row {row} is complete: {who} has {n} of its stones, +{n}", row=row, who=seat(who), n=n)
    gains.award(s, events, "row.complete", text, who, n, spaces, show=True)


def _ask_market(s: Egizia, events: Events) -> bool:
    return s.wait("market", s.todo[0].who)


def _market(s: Egizia, move: Market, events: Events) -> None:
    s.todo = s.todo[1:]
    gains.step(s, move.by, move.track, events)


RESOLVE: dict[str, Callable[[Egizia, Events], bool]] = {"worth": _ask_worth, "market": _ask_market}
ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {
    Crew: _crew, Boost: _boost, Build: _build, Worth: _worth, Done: _done, Market: _market,
}  # fmt: skip
