"""Positions in the final scoring of the invented board, and its questions answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.box import Box
from companion.engine.game import Event
from companion.games.egizia.flow import run_on
from companion.games.egizia.state import Egizia
from companion.language import Language
from tests.games.egizia.fixture import laid_out, play, put

SAID = Language("en")
NAMED = ("blue", "red", "green", "yellow")


def final(
    sides: Mapping[str, Any],
    more: Mapping[str, Any] | None = None,
    known: Box | None = None,
    seats: Sequence[str] = ("blue", "red"),
    **options: Any,
) -> tuple[Egizia, list[Event]]:
    """The first question of the final scoring; nobody has a stone, a card or a Sphinx card but by `sides`."""
    state = laid_out(seats, known=known, **options)
    bare = {who: {"stones": 0, "sphinx": 0} | dict(sides.get(who, {})) for who in seats}
    state = put(state, {"sides": bare, "phase": "final", "queue": list(reversed(state.chips)), **(more or {})})
    events: list[Event] = []
    run_on(state, events)
    return state, events


def declare(state: Egizia, *cards: str) -> tuple[Egizia, list[Event]]:
    """The seat to move names its cards one after the other."""
    events: list[Event] = []
    for card in cards:
        state, more = play(state, {"move": "declare", "by": state.turn, "card": card})
        events += more
    return state, events


def points(events: Sequence[Event], kind: str) -> int:
    """What the scoring line of this category gave."""
    found = [line for event in events if event.scoring for line in event.scoring.lines if line.category == kind]
    assert len(found) == 1, kind
    return sum(found[0].points.values())
