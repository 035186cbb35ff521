"""Times and endurance of the reader: one thread, 1280 × 720; times are of the thread on its core."""

from __future__ import annotations

import gc
import resource
import statistics
import time
from pathlib import Path
from typing import Any

import cv2

from companion.engine.errors import InputError
from companion.vision.gate import Gate
from tests.kit.scene.games import game_of
from tests.kit.scene.measure import Table, at_720, shot_of, table_of
from tests.kit.scene.tiers import FROZEN, TIERS, WORLDS

TIMED = 60
"""Pictures that are timed in a tier."""
CYCLE, WARM = 40, 200


def times(game_id: str, tier_name: str) -> dict[str, list[float]]:
    """Milliseconds of each reading and of each picture through the gate."""
    cv2.setNumThreads(1)
    table = _table(game_id, tier_name)
    pictures = [shot_of(table, seed)[0].picture for seed in FROZEN[tier_name][-TIMED:]]
    gate = Gate()
    found: dict[str, list[float]] = {"ms": [], "gate": []}
    table.reader.read(pictures[0])
    for number, picture in enumerate(pictures):
        started = time.thread_time()
        gate.feed(picture, number / 10)
        between = time.thread_time()
        table.reader.read(picture)
        found["gate"].append((between - started) * 1000)
        found["ms"].append((time.thread_time() - between) * 1000)
    return found


def soak(game_id: str, frames: int) -> dict[str, Any]:
    """Read `frames` pictures in a row: how the memory grew, and how much slower the last were."""
    cv2.setNumThreads(1)
    table = _table(game_id, "normal")
    pictures = [shot_of(table, seed)[0].picture for seed in FROZEN["normal"][-CYCLE:]]
    gate = Gate()
    taken: list[float] = []
    before = 0
    for number in range(frames + WARM):
        if number == WARM:
            gc.collect()
            before = _memory()
        started = time.thread_time()
        gate.feed(pictures[number % CYCLE], number / 10)
        table.reader.read(pictures[number % CYCLE])
        taken.append(time.thread_time() - started)
    gc.collect()
    part = max(CYCLE, frames // 10 // CYCLE * CYCLE)
    first, last = statistics.median(taken[WARM : WARM + part]), statistics.median(taken[-part:])
    grown, drift = (_memory() - before) / 1e6, last / first - 1
    return {
        "frames": frames, "memory_growth_mb": round(grown, 2), "memory_met": grown <= 5,
        "time_drift": round(drift, 4), "drift_met": drift <= 0.10,
        "highest_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000,
    }  # fmt: skip


def _table(game_id: str, tier_name: str) -> Table:
    """The first table of a tier that can be calibrated, with a camera of 1280 × 720."""
    for number in range(WORLDS):
        try:
            return table_of(game_of(game_id), at_720(TIERS[tier_name]), number)
        except InputError as error:
            why = error
    raise why


def _memory() -> int:
    """Bytes of memory in use by this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()
