"""Carrying out a move that the validator has let through (spec egizia 4, 5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Event, Move, Played
from companion.games.egizia import (
    bonus,
    build,
    correcting,
    effects,
    feeding,
    finish,
    graves,
    interrupts,
    leaving,
    monuments,
    reveal,
    river,
    sites,
    sphinx,
)
from companion.games.egizia.flow import run_on
from companion.games.egizia.state import Egizia

Events = list[Event]

ACTS: dict[type[Move], Callable[[Egizia, Any, Events], None]] = {}
for _room in (reveal, river, effects, feeding, interrupts, sites, build, sphinx, monuments, graves, bonus, finish,
              leaving, correcting):  # fmt: skip
    ACTS.update(getattr(_room, "ACTS", {}))


def apply(state: Egizia, move: Move) -> Played[Egizia]:
    """The position after `move` and what it caused."""
    events: Events = []
    s = state.twin()
    s.n += 1
    ACTS[type(move)](s, move, events)
    run_on(s, events)
    return Played(s, tuple(events))
