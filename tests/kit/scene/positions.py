"""What lies on the table: by chance within what a plan and its counts allow, and records that it contradicts."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.engine.sight import EMPTY, Plan, Spot


def chance_laid(plan: Plan, counts: Mapping[tuple[str, str], int], rng: np.random.Generator) -> dict[str, str]:
    """A label for each place that is not empty. Groups are filled to a degree of their own, one after another; no label
    of a group comes more often than its count, and no thing lies where another lies already."""
    left = dict(counts)
    degree = {group: rng.uniform(0.1, 0.95) for group in sorted({spot.group for spot in plan.spots})}
    laid: dict[str, str] = {}
    taken: list[Spot] = []
    for kind in ("cover", "card", "tile", "piece"):
        spots = [spot for spot in plan.spots if spot.kind == kind]
        order = spots if kind == "tile" else [spots[n] for n in rng.permutation(len(spots))]
        for spot in order:
            if rng.random() > degree[spot.group] and kind != "tile":
                continue
            labels = [one for one in spot.labels if left.get((spot.group, one), 1) > 0]
            if not labels or any(_touch(spot, other) for other in taken):
                continue
            label = str(rng.choice(labels))
            laid[spot.id] = label
            if (spot.group, label) in left:
                left[spot.group, label] -= 1
            taken.append(spot)
    return laid


def record_beside(plan: Plan, laid: Mapping[str, str], rng: np.random.Generator) -> dict[str, str]:
    """What a record expects that differs from `laid` in one to three places where pieces, cards or covers lie."""
    spots = [spot for spot in plan.spots if spot.kind != "tile"]
    wrong: dict[str, str] = {}
    for index in rng.permutation(len(spots))[: int(rng.integers(1, 4))] if spots else ():
        spot = spots[int(index)]
        others = [one for one in (EMPTY, *spot.labels) if one != laid.get(spot.id, EMPTY)]
        wrong[spot.id] = str(rng.choice(others))
    return wrong


def _touch(spot: Spot, other: Spot) -> bool:
    """Whether two things could not lie in both places."""
    if spot.kind == other.kind:
        return False
    return all(abs(spot.at[n] - other.at[n]) < (spot.at[n + 2] + other.at[n + 2]) / 2 - 1 for n in (0, 1))
