"""Outlines as triangles with soft edges, so that a flat fill looks smooth without multisampling. Pure geometry.

Every shape is a core at full strength and a rim one pixel wide fading to nothing. Edges on whole pixels stay crisp.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from companion.ui.outline import Point, Points, circle

SOLID, CLEAR = 0.25, 0.75
"""Texture coordinates of the two texels of the ramp: full strength and nothing."""
MITRE_LIMIT = 4.0
ROUND_FROM = math.radians(25)


class Patch(NamedTuple):
    """Triangles: points as (x, y, strength coordinate), and indices in threes."""

    points: tuple[tuple[float, float, float], ...]
    indices: tuple[int, ...]


def joined(patches: Sequence[Patch]) -> Patch:
    """Several patches as one."""
    points: list[tuple[float, float, float]] = []
    indices: list[int] = []
    for patch in patches:
        base = len(points)
        points.extend(patch.points)
        indices.extend(base + i for i in patch.indices)
    return Patch(tuple(points), tuple(indices))


def area(points: Sequence[Point]) -> float:
    """Signed area; positive when the outline runs counter-clockwise (y upwards)."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True)) / 2


def normals(points: Sequence[Point], closed: bool) -> list[Point]:
    """For each point the mitre to the right of the way: added once it moves both neighbouring edges by one pixel."""
    n = len(points)
    edges: list[Point] = []
    for i in range(n if closed else n - 1):
        (ax, ay), (bx, by) = points[i], points[(i + 1) % n]
        length = math.hypot(bx - ax, by - ay) or 1.0
        edges.append(((by - ay) / length, (ax - bx) / length))
    found: list[Point] = []
    for i in range(n):
        before = edges[i - 1] if closed or i > 0 else edges[0]
        after = edges[i] if closed or i < n - 1 else edges[-1]
        x, y = before[0] + after[0], before[1] + after[1]
        square = x * x + y * y
        scale = 2 / square if square > 4 / MITRE_LIMIT**2 else MITRE_LIMIT / math.sqrt(square or 1.0)
        found.append((x * scale, y * scale))
    return found


def fill(points: Sequence[Point]) -> Patch:
    """A simple polygon, convex or not, filled."""
    outline = tuple(points) if area(points) > 0 else tuple(reversed(points))
    out = normals(outline, closed=True)
    n = len(outline)
    inner = [(x - dx / 2, y - dy / 2, SOLID) for (x, y), (dx, dy) in zip(outline, out, strict=True)]
    outer = [(x + dx / 2, y + dy / 2, CLEAR) for (x, y), (dx, dy) in zip(outline, out, strict=True)]
    indices = list(triangles(outline))
    for i in range(n):
        j = (i + 1) % n
        indices += (i, j, n + i, j, n + j, n + i)
    return Patch((*inner, *outer), tuple(indices))


def triangles(points: Points) -> list[int]:
    """Cut a counter-clockwise simple polygon into triangles (ears; a fan where it is convex)."""
    n = len(points)
    if all(_turn(points[i - 1], points[i], points[(i + 1) % n]) >= -1e-9 for i in range(n)):
        return [i for k in range(1, n - 1) for i in (0, k, k + 1)]
    left = list(range(n))
    found: list[int] = []
    while len(left) > 3:
        ear = next((k for k in range(len(left)) if _is_ear(points, left, k)), None)
        if ear is None:
            # Only points on one line or doubled remain: any corner will do.
            ear = 0
        found += (left[ear - 1], left[ear], left[(ear + 1) % len(left)])
        del left[ear]
    return found + left


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _is_ear(points: Points, left: list[int], k: int) -> bool:
    a, b, c = points[left[k - 1]], points[left[k]], points[left[(k + 1) % len(left)]]
    if _turn(a, b, c) <= 1e-12:
        return False
    for i in left:
        p = points[i]
        if p in (a, b, c):
            continue
        if _turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0:
            return False
    return True


def ring(points: Sequence[Point], width: float) -> Patch:
    """A closed outline stroked `width` wide, half of it on either side."""
    return _band(points, width, closed=True)


def _band(points: Sequence[Point], width: float, closed: bool) -> Patch:
    out = normals(points, closed)
    half = width / 2
    core = max(half - 0.5, 0.0)
    reach = half + 0.5
    n = len(points)
    made: list[tuple[float, float, float]] = []
    for offset, strength in ((-reach, CLEAR), (-core, SOLID), (core, SOLID), (reach, CLEAR)):
        made += [(x + dx * offset, y + dy * offset, strength) for (x, y), (dx, dy) in zip(points, out, strict=True)]
    indices: list[int] = []
    for i in range(n if closed else n - 1):
        j = (i + 1) % n
        for a, b in ((0, n), (n, 2 * n), (2 * n, 3 * n)):
            indices += (a + i, a + j, b + i, a + j, b + j, b + i)
    return Patch(tuple(made), tuple(indices))


def stroke(points: Sequence[Point], width: float) -> Patch:
    """An open line with mitred corners and flat ends."""
    out = normals(points, closed=False)
    half = width / 2
    one = [(x + dx * half, y + dy * half) for (x, y), (dx, dy) in zip(points, out, strict=True)]
    other = [(x - dx * half, y - dy * half) for (x, y), (dx, dy) in zip(points, out, strict=True)]
    return fill((*one, *reversed(other)))


def round_stroke(points: Sequence[Point], width: float, closed: bool) -> Patch:
    """A line with round ends and corners; gentle bends are mitred, which looks the same."""
    line = (*points, points[0], points[1]) if closed else tuple(points)
    runs: list[list[Point]] = [[line[0]]]
    for before, at, after in zip(line, line[1:], line[2:], strict=False):
        runs[-1].append(at)
        if abs(_angle(before, at, after)) > ROUND_FROM:
            runs.append([at])
    if not closed:
        runs[-1].append(line[-1])
    elif len(runs) == 1:
        return ring(points, width)
    dot = circle(width / 2)
    patches: list[Patch] = []
    for run in runs:
        if len(run) > 1:
            patches.append(_band(run, width, closed=False))
        for x, y in (run[0], run[-1]):
            patches.append(fill([(x + dx, y + dy) for dx, dy in dot]))
    return joined(patches)


def _angle(a: Point, b: Point, c: Point) -> float:
    before, after = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    return (after - before + math.pi) % (2 * math.pi) - math.pi
