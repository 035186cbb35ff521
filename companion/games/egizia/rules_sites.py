"""Every move that is possible at the sites and around them (generator; spec egizia 5.5 to 5.9)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import TABLE, Move
from companion.games.egizia import graves, monuments, sphinx
from companion.games.egizia.bonus import last_moves
from companion.games.egizia.components import MOST_DRAWN, MOST_VALUE, ORDINARY, TRACKS
from companion.games.egizia.interrupts import own, strengthenings
from companion.games.egizia.moves import (
    Boost,
    Build,
    Crew,
    Done,
    DrawCards,
    Enough,
    First,
    Grave,
    Keep,
    Market,
    Stay,
    Whole,
    Withdraw,
    Worth,
)
from companion.games.egizia.possible import can_go_on, free_now
from companion.games.egizia.state import Egizia, Stage, Team
from companion.games.egizia.team import boosters, left, ordinary, room, unused


def _grave(s: Egizia) -> list[Move]:
    return [Grave(TABLE, value) for value in graves.tiles_left(s)]


def _first(s: Egizia) -> list[Move]:
    return [First(s.turn), Stay(s.turn), *strengthenings(s, s.turn)]


def joining(s: Egizia, who: str) -> list[str]:
    """Crews that may join the build now: the joker only an ordinary one, and nobody who can't help to build."""
    team, site = s.team or Team(), s.phase.upper()
    found = []
    for crew in unused(s, who, team):
        fits = room(s, who, team) > 0 if crew in ORDINARY else ordinary(team) > 0
        if fits and can_go_on(s, who, site, Team((*team.crews, crew), team.boosts)):
            found.append(crew)
    return found


def _build(s: Egizia) -> list[Move]:
    who, site, team = s.turn, s.phase.upper(), s.team
    found: list[Move] = []
    if team is None or not team.works:
        found += [Crew(who, crew) for crew in joining(s, who)]
        if team is not None and boosters(s, who, team):
            found += [Boost(who, crew) for crew in team.crews if crew not in team.boosts]
    power, stones = left(s, who)
    if site == "SITE_A":
        cards = range(1, MOST_DRAWN + 1)
        found += [DrawCards(who, n) for n in cards if sphinx.drawable(s, who, n, power, stones)]
    elif team is not None and ordinary(team):
        found += [Build(who, space) for space in free_now(s, site, power, stones)]
    if team is None:
        found += own(s, who)
    if team is not None and team.works:
        found.append(Done(who))
    else:
        found.append(Withdraw(who))
    return found


def _worth(s: Egizia) -> list[Move]:
    return [Worth(TABLE, value) for value in range(monuments.least_worth(s, s.asked_space), MOST_VALUE + 1)]


def _whole(s: Egizia) -> list[Move]:
    return [Whole(TABLE, True), Whole(TABLE, False)]


def _keep(s: Egizia) -> list[Move]:
    return [Keep(s.turn, n) for n in range(sphinx.most_kept(s, s.turn) + 1)]


def _market(s: Egizia) -> list[Move]:
    return [Market(s.turn, track) for track in TRACKS]


def _last(s: Egizia) -> list[Move]:
    return [*last_moves(s, s.turn), Enough(s.turn)]


GENERATORS: dict[Stage, Callable[[Egizia], list[Move]]] = {
    "grave": _grave,
    "first": _first,
    "build": _build,
    "worth": _worth,
    "whole": _whole,
    "keep": _keep,
    "market": _market,
    "last": _last,
}
