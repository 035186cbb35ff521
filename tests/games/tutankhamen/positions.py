"""Positions of Tutankhamen with only the relevant tiles, and the layout L1 of the worked games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.game import Event, IllegalMove, Move
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.games.tutankhamen.state import Tutankhamen

KINDS = tuple(f"S{value}{letter}" for value in (8, 6, 4, 2, 1) for letter in "ABC")


def layout_l1() -> tuple[str, ...]:
    """Walk through the list again and again, laying one tile of everything that still has tiles (spec 8.4)."""
    stock = {kind: int(kind[1]) for kind in KINDS} | {"PH": 3, "CO": 3}
    laid: list[str] = []
    while any(stock.values()):
        for kind in stock:
            if stock[kind]:
                stock[kind] -= 1
                laid.append(kind)
    return tuple(laid)


def start(seats: tuple[str, ...], options: Mapping[str, Any] | None = None, light: bool = False) -> Tutankhamen:
    """The beginning of a game on L1, or with an unrecorded path; the first seat begins."""
    resolved = GAME.resolve(options or {})
    setup = TutankhamenSetup(layout=None if light else layout_l1(), first=seats[0])
    return GAME.new(seats, resolved, setup, GAME.box)


def position(case: Mapping[str, Any]) -> Tutankhamen:
    """The position a case describes; kinds it does not name have been scored, and it holds up to the audit."""
    seats = tuple(case["pos"])
    state = start(seats, case.get("options"))
    match = state.match
    path = {int(slot): tile for slot, tile in case["path"].items()}
    state.path = [path.get(slot, "") for slot in range(1, match.length + 1)]
    for who, tiles in case["held"].items():
        state.held[who].update(tiles)
    state.left = {tile: state.path.count(tile) for tile in match.ids}
    state.out = {
        tile: match.present[tile] - state.left[tile] - sum(held[tile] for held in state.held.values())
        for tile in match.ids
    }
    state.scored = tuple(kind for kind in KINDS if not state.left[kind])
    state.pos = dict(case["pos"])
    state.mask = case.get("mask_before", "pyramid")
    state.turn = case.get("turn", seats[0])
    state.points.update(case.get("before", {}))
    for who, remaining in case.get("remaining", {}).items():
        state.points[who] = match.rules.start_points - remaining
    assert [fault.text for fault in GAME.audit(state)] == []
    return state


def move_of(data: Mapping[str, Any]) -> Move:
    """A move from a case, without what is expected of it."""
    return GAME.decode_move({key: value for key, value in data.items() if key != "refused"})


def events_of(events: list[Event], kind: str) -> list[str]:
    """What the events of a kind point at first: slots cleared, sets scored."""
    return [event.targets[0].partition(":")[2] for event in events if event.kind == kind]


def played(state: Tutankhamen, *moves: Move) -> Tutankhamen:
    """The position after `moves`."""
    for move in moves:
        state = GAME.play(state, move).state
    return state


def refused(state: Tutankhamen, move: Move) -> str:
    """The code `move` is refused with; fails if it is allowed."""
    with pytest.raises(IllegalMove) as error:
        GAME.play(state, move)
    return error.value.refusal.code
