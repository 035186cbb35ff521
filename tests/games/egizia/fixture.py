"""The invented board of spec egizia 8 for the worked examples, and positions on it. Printed nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.game import Event
from companion.games.egizia import GAME
from companion.games.egizia.components import OPEN_CARDS
from companion.games.egizia.setup import EgiziaSetup
from companion.games.egizia.state import Egizia

SEATS = ("blue", "red", "green", "yellow")
F20 = [
    "N1", "EDFU", "N2", "THEBES", "N3", "SITE_A", "N4", "SELINON", "N5", "BENI_HASAN", "N6", "SITE_B", "N7",
    "PASSALON", "N8", "ALYI", "N9", "SITE_C", "N10", "HELIOPOLIS",
]  # fmt: skip


def line(*values: int) -> dict[str, Any]:
    """A whole line of a monument as a box keeps it."""
    return {"values": list(values), "whole": True}


FIXTURE: dict[str, Any] = {
    "river.order": F20,
    "grain.count": 4,
    "grain.rows": [3, 2, 1, 1],
    "stone.rows": 4,
    "obelisk": {"spaces": [{"row": n, "value": n} for n in range(1, 10)], "whole": True},
    "pyramid": {"rows": [line(1, 1, 1, 1), line(2, 2, 2), line(3, 3), line(4)], "whole": True},
    "temple": {
        "pillar_left": line(1, 2),
        "pillar_right": line(1, 2),
        "column_left": line(3),
        "column_right": line(3),
        "top": line(4, 5),
    },
    "pair.THEBES": "c1+c2",
    "pair.SELINON": "c1+c3",
    "pair.BENI_HASAN": "c2+c3",
}
ROW = ("field:brown:7", "field:brown:6", "field_upgrade", "quarry:3", "track_two:grain", "crew_plus_one",
       "field:yellow:5", "stones_as_grain", "crew_boost", "grain")  # fmt: skip
"""A first row that was laid out in a reported game (spec 2.11.1)."""


def box(**more: Any) -> Box:
    """The fixture board, with other facts by key ("__" for a point)."""
    return GAME.box.with_overrides(FIXTURE | {key.replace("__", "."): value for key, value in more.items()})


def start(seats: Sequence[str] = SEATS, options: Mapping[str, Any] | None = None, known: Box | None = None) -> Egizia:
    """The position before the first grave tile is told; chip 1 for the first seat."""
    setup = EgiziaSetup(chips=tuple(seats))
    return GAME.new(tuple(seats), GAME.resolve(options or {}), setup, known or box())


def merged(now: Any, changes: Any) -> Any:
    """`now` with `changes` in it: objects entry by entry, everything else replaced."""
    if isinstance(now, dict) and isinstance(changes, dict):
        return now | {key: merged(now.get(key), value) for key, value in changes.items()}
    return changes


def put(state: Egizia, position: Mapping[str, Any]) -> Egizia:
    """The position with other values, by the names of the state."""
    return msgspec.convert(merged(msgspec.to_builtins(state), dict(position)), Egizia)


def play(state: Egizia, data: Mapping[str, Any]) -> tuple[Egizia, list[Event]]:
    """The position after a move, which must have been offered, and what it caused."""
    move = GAME.decode_move(dict(data))
    prints = state.fingerprint()
    assert move in [*GAME.legal_moves(state), *(c.move for c in GAME.incidents(state))], move
    played = GAME.play(state, move)
    assert state.fingerprint() == prints
    return played.state, list(played.events)


def lay(state: Egizia, stop: str, card: str) -> Egizia:
    """The position after a card was told: whole, or its kind first and then what is printed on it."""
    opened = next((known for known in OPEN_CARDS if card.startswith(f"{known}:")), card)
    state, _ = play(state, {"move": "reveal", "by": "table", "stop": stop, "card": opened})
    return state if opened == card else play(state, {"move": "face", "by": "table", "card": card})[0]


def laid_out(
    seats: Sequence[str] = SEATS, row: Sequence[str] = ROW, known: Box | None = None, **options: Any
) -> Egizia:
    """The first ship of round 1: four graves told as 5, 2, 3, 6, and ten cards on the river."""
    state = start(seats, options, known)
    for value in (5, 2, 3, 6):
        state, _ = play(state, {"move": "grave", "by": "table", "value": value})
    for n, card in enumerate(row, 1):
        state = lay(state, f"N{n}", card)
    return play(state, {"move": "revealed", "by": "table"})[0]
