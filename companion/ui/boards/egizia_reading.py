"""What a tap on a place that is not lit means, so that the rules can say why not."""

from __future__ import annotations

from companion.engine.game import TABLE, Decision, Move
from companion.games.egizia.moves import (
    Build,
    Clear,
    Crew,
    DrawCards,
    Grow,
    Keep,
    Pick,
    Place,
    Ring,
)
from companion.games.egizia.state import Egizia


def meant(state: Egizia, decision: Decision, target: str) -> Move | None:
    """The move that a tap on `target` stands for at this stage, None if it means none."""
    kind, _, what = target.partition(":")
    who = decision.seats[0] if decision.seats else state.turn
    stage = decision.id
    if kind == "stop" and stage in ("reveal", "face"):
        return Clear(TABLE, what) if state.stops.get(what) else None
    if not who:
        return None
    if kind in ("stop", "slot"):
        return Pick(who, what) if stage == "leftover" else Place(who, what)
    if kind == "space" and state.phase in ("site_b", "site_c"):
        return Build(who, what)
    if kind == "crew":
        owner, _, crew = what.partition(":")
        if owner == who:
            return Grow(who, crew) if stage == "grow" else Crew(who, crew)
    if kind == "ring":
        return Ring(who, what)
    if kind == "draw" and what.isdigit():
        return DrawCards(who, int(what))
    if kind == "keep" and what.isdigit():
        return Keep(who, int(what))
    return None
