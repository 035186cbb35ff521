"""Moving pictures through the motion gate: the table is read when it rests, and never under a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from companion.vision.gate import Gate, GateState
from tests.kit.scene import TIERS, TUNING, World, trial_plan, world_of
from tests.kit.scene.sequence import REST, Frame, sequence

PLAN = trial_plan()
BEFORE = {"space:1.01": "red", "space:2.05": "blue", "space:3.07": "red"}
AFTER = {**BEFORE, "space:4.06": "blue"}


@lru_cache(maxsize=1)
def table() -> World:
    return world_of(PLAN, TIERS["clean"], 100)


def watched(script: Any) -> list[tuple[Frame, GateState]]:
    """Each picture of a script and what the gate made of it, told where the mat lies."""
    gate = Gate()
    found = []
    for frame in sequence(table(), BEFORE, AFTER, TUNING[400], script):
        if frame.number == 0:
            left, top, right, bottom = table().mat.outer
            gate.within(frame.shot.to_px([(left, top), (right, top), (right, bottom), (left, bottom)]))
        found.append((frame, gate.feed(frame.shot.picture, frame.at)))
    return found


def test_a_moved_piece_is_read_once_the_hand_is_gone() -> None:
    frames = watched("move")
    reads = [frame for frame, state in frames if state.changed]
    assert len(reads) == 2
    assert reads[0].laid == BEFORE
    assert reads[1].laid == AFTER
    assert all(share > 0.9 for frame in reads for share in frame.shot.visible.values())
    last = max(frame.number for frame, _ in frames if frame.moving)
    assert reads[1].number - last <= 8, "0.6 s of rest, and a hand may still be drawn back beside the mat"


@pytest.mark.parametrize(("script", "reads"), [("lamp", 2), ("camera bump", 2)])
def test_a_table_is_read_again_when_it_looks_otherwise(script: str, reads: int) -> None:
    states = [state for _, state in watched(script)]
    changed = [number for number, state in enumerate(states) if state.changed]
    assert len(changed) == reads
    assert changed[0] < REST
    assert any(state.bumped for state in states) == (script == "camera bump")
