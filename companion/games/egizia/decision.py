"""Who is asked what now, and what may be done beside it (spec egizia 4)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import Choice, Decision
from companion.engine.text import T
from companion.games.egizia import asking_finish, asking_river, asking_sites, graves, leaving
from companion.games.egizia.interrupts import between, strengthenings
from companion.games.egizia.state import Egizia, Stage

ASKED: dict[Stage, Callable[[Egizia], Decision]] = {
    **asking_river.ASKED,
    **asking_sites.ASKED,
    **asking_finish.ASKED,
}


def decision(s: Egizia) -> Decision:
    """Who is asked what now."""
    if s.end:
        return Decision("over", T("The game is over."), rule="over")
    return ASKED[s.stage](s)


def incidents(s: Egizia) -> tuple[Choice, ...]:
    """What the menu offers beside the decision: others' stronger crews, a tile seen too early, somebody leaves."""
    if s.end:
        return ()
    found: list[Choice] = []
    if between(s):
        for who in s.playing:
            if who != s.turn:
                found += [asking_river.choice(s, move) for move in strengthenings(s, who)]
    return (*found, *graves.incidents(s), *leaving.incidents(s))
