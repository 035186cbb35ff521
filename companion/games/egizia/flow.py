"""The course of a game: what is due is carried out until somebody must answer (spec egizia 4).

Every part brings two tables: `STEPS`, what a phase does next, and `RESOLVE`, how something due is carried out. A
function of either returns True if something happened and the course goes on, False if it stopped to ask
(`Egizia.wait`). A resolver takes its entry off `todo` itself, before it puts others there.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import Event
from companion.games.egizia import bonus, build, effects, feeding, finish, graves, monuments, reveal, river, sites
from companion.games.egizia.state import Egizia, Phase

Events = list[Event]
Step = Callable[[Egizia, Events], bool]

STEPS: dict[Phase, Step] = {
    **reveal.STEPS,  # setup, reveal
    **river.STEPS,  # ships, leftover
    **feeding.STEPS,  # feed, produce
    **sites.STEPS,  # site_a, site_b, site_c
    **bonus.STEPS,  # bonus, last
    **finish.STEPS,  # final
}
RESOLVE: dict[str, Step] = {
    **river.RESOLVE,
    **effects.RESOLVE,
    **feeding.RESOLVE,
    **sites.RESOLVE,
    **build.RESOLVE,
    **graves.RESOLVE,
    **monuments.RESOLVE,
    **finish.RESOLVE,
}


def run_on(s: Egizia, events: Events) -> None:
    """Go on until somebody must answer or the game is over. Only for a position that is a fresh twin."""
    while not s.end:
        act = RESOLVE[s.todo[0].kind] if s.todo else STEPS[s.phase]
        if not act(s, events):
            return
    s.phase, s.stage, s.turn = "over", "over", ""
