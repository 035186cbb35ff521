"""The order of tiles that lie in one winding line: each touches the one before it and the one after it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TOUCHING = 1.75
"""Tiles whose middles are nearer than so many tiles' sides may be neighbours."""


class Chain(NamedTuple):
    """`order`: indices from the start on. `sound`: so many from the start on are surely in this order."""

    order: tuple[int, ...]
    sound: int


def chained(places: Sequence[tuple[float, float]], side: float, start: tuple[float, float]) -> Chain:
    """The order in which tiles at `places` (mm) follow each other, from the end of the line that is nearer to `start`.

    `side`: of a tile, in mm. Where two tiles could both be the next one, or the next lies apart, the line is sound up
    to there only; it is not sound at all where both ends are about as near to `start`.
    """
    points = np.array(places, np.float64).reshape(-1, 2)
    if len(points) < 2:
        return Chain(tuple(range(len(points))), len(points))
    gaps = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    line = _untangled(_joined(gaps), gaps)
    away = np.hypot(*(points - np.array(start)).T)
    if away[line[-1]] < away[line[0]]:
        line.reverse()
    near, far = float(away[line[0]]), float(away[line[-1]])
    if far - near < 0.75 * side:
        return Chain(tuple(line), 0)
    return Chain(tuple(line), _sound(line, gaps, side))


def _joined(gaps: NDArray[np.float64]) -> list[int]:
    """One line through all, the shortest steps first."""
    count = len(gaps)
    parts = {k: [k] for k in range(count)}
    of = list(range(count))
    rows, columns = np.triu_indices(count, 1)
    for edge in np.argsort(gaps[rows, columns], kind="stable"):
        a, b = int(rows[edge]), int(columns[edge])
        if of[a] == of[b]:
            continue
        one, other = parts[of[a]], parts[of[b]]
        if a not in (one[0], one[-1]) or b not in (other[0], other[-1]):
            continue
        if one[-1] != a:
            one.reverse()
        if other[0] != b:
            other.reverse()
        gone = of[b]
        one.extend(other)
        for k in other:
            of[k] = of[a]
        del parts[gone]
    return next(iter(parts.values()))


def _untangled(line: list[int], gaps: NDArray[np.float64]) -> list[int]:
    """The line with parts of it turned round as long as that makes it shorter."""
    count = len(line)
    for _ in range(20):
        better = False
        for i in range(count - 1):
            for j in range(i + 1, count):
                before = gaps[line[i - 1], line[i]] if i else 0.0
                after = gaps[line[j], line[j + 1]] if j + 1 < count else 0.0
                new_before = gaps[line[i - 1], line[j]] if i else 0.0
                new_after = gaps[line[i], line[j + 1]] if j + 1 < count else 0.0
                if new_before + new_after < before + after - 1e-6:
                    line[i : j + 1] = line[i : j + 1][::-1]
                    better = True
        if not better:
            return line
    return line


def _sound(line: list[int], gaps: NDArray[np.float64], side: float) -> int:
    """How many tiles from the start on follow each other without a doubt."""
    place = {tile: k for k, tile in enumerate(line)}
    for k, (one, other) in enumerate(pairwise(line)):
        step = float(gaps[one, other])
        if step > TOUCHING * side:
            return k + 1
        rivals = [
            float(gaps[one, third])
            for third in line
            if abs(place[third] - k) > 1 and third != other and place[third] != k
        ]
        if min(rivals, default=np.inf) < 0.97 * step:
            return k + 1
    return len(line)
