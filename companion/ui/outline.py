"""Outlines as lists of points: arcs, rounded rectangles, and SVG path strings. Pure geometry.

Path strings keep their own axes (y downwards in the kit's 24 x 24 signs); nothing here knows a screen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float]
Points = tuple[Point, ...]


class Stroke(NamedTuple):
    """One subpath: its points, and whether the last joins the first."""

    points: Points
    closed: bool


def segments(radius: float) -> int:
    """How many straight pieces make a circle of this radius (pixels) look round."""
    return max(12, min(96, math.ceil(math.pi / math.acos(1 - min(0.12 / max(radius, 0.2), 0.9)))))


def arc(cx: float, cy: float, r: float, start: float, end: float, pieces: int) -> Iterator[Point]:
    """Points on a circle from angle `start` to `end` (radians), both ends included."""
    for i in range(pieces + 1):
        angle = start + (end - start) * i / pieces
        yield cx + r * math.cos(angle), cy + r * math.sin(angle)


@lru_cache(maxsize=256)
def circle(r: float) -> Points:
    """A circle about the origin, counter-clockwise."""
    n = segments(r)
    return tuple(arc(0, 0, r, 0, 2 * math.pi * (n - 1) / n, n - 1))


@lru_cache(maxsize=512)
def rounded(w: float, h: float, r: float) -> Points:
    """A rectangle 0, 0 to w, h with corners of radius `r`, counter-clockwise; `r` is cut to half the shorter side."""
    r = min(r, w / 2, h / 2)
    if r < 0.5:
        return (0.0, 0.0), (w, 0.0), (w, h), (0.0, h)
    n = max(3, math.ceil(segments(r) / 4))
    quarter = math.pi / 2
    corners = ((w - r, r, -quarter), (w - r, h - r, 0.0), (r, h - r, quarter), (r, r, math.pi))
    points = [p for cx, cy, start in corners for p in arc(cx, cy, r, start, start + quarter, n)]
    return tuple(p for i, p in enumerate(points) if math.dist(p, points[i - 1]) > 1e-6)


def dashes(points: Sequence[Point], closed: bool, dash: float, gap: float) -> list[Points]:
    """The outline cut into pieces `dash` long, `gap` apart; the gap is stretched so that a closed outline ends even."""
    line = [*points, points[0]] if closed else list(points)
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    total = sum(lengths)
    count = max(1, round(total / (dash + gap)))
    step = total / count
    return [_between(line, lengths, i * step, i * step + step * dash / (dash + gap)) for i in range(count)]


def _between(line: Sequence[Point], lengths: Sequence[float], start: float, end: float) -> Points:
    found: list[Point] = []
    walked = 0.0
    for (ax, ay), (bx, by), length in zip(line, line[1:], lengths, strict=False):
        if length and walked + length >= start and walked <= end:
            for at in (max(start, walked), min(end, walked + length)):
                t = (at - walked) / length
                point = (ax + (bx - ax) * t, ay + (by - ay) * t)
                if not found or math.dist(found[-1], point) > 1e-6:
                    found.append(point)
        walked += length
    return tuple(found)


_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "S": 4}
_COMMAND_OR_NUMBER = re.compile(r"([MmLlHhVvCcSsAaZz])|(-?(?:\d+\.\d*|\.\d+|\d+))")


@lru_cache(maxsize=256)
def path(text: str, steps: int = 10) -> tuple[Stroke, ...]:
    """Flatten an SVG path (M L H V C S A Z, relative ones in small letters); curves become `steps` pieces.

    Arcs with two flag digits run together are not read; ValueError names what could not be read.
    """
    left = _COMMAND_OR_NUMBER.sub("", text).strip(" ,\n")
    if left:
        raise ValueError(f"cannot read {left!r} in the path {text!r}")
    return tuple(_PathReader(steps).read(_COMMAND_OR_NUMBER.findall(text)))


class _PathReader:
    """Walks over the tokens of one path, keeping the pen's place."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.at: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.control: Point | None = None
        self.points: list[Point] = []
        self.done: list[Stroke] = []

    def read(self, tokens: list[tuple[str, str]]) -> list[Stroke]:
        command = ""
        numbers: list[float] = []
        for letter, number in tokens:
            if letter:
                if numbers:
                    raise ValueError(f"{command} has {len(numbers)} numbers too many")
                command = letter
                if letter in "Zz":
                    self._finish(closed=True)
                continue
            if command.upper() not in _TAKES:
                raise ValueError(f"a number follows {command or 'nothing'}")
            numbers.append(float(number))
            if len(numbers) == _TAKES[command.upper()]:
                self._apply(command, numbers)
                numbers = []
                command = {"M": "L", "m": "l"}.get(command, command)
        if numbers:
            raise ValueError(f"{command} lacks numbers")
        self._finish(closed=False)
        return self.done

    def _finish(self, closed: bool) -> None:
        if len(self.points) > 1:
            points = self.points
            if closed and math.dist(points[0], points[-1]) < 0.05:
                points = points[:-1]
            self.done.append(Stroke(tuple(points), closed))
        self.points = []
        if closed:
            self.at = self.start

    def _apply(self, command: str, numbers: list[float]) -> None:
        ox, oy = self.at if command.islower() else (0.0, 0.0)
        kind = command.upper()
        control: Point | None = None
        if kind == "M":
            self._finish(closed=False)
            self.at = self.start = (ox + numbers[0], oy + numbers[1])
            self.points = [self.at]
        elif kind == "L":
            self._to((ox + numbers[0], oy + numbers[1]))
        elif kind == "H":
            self._to((ox + numbers[0], self.at[1]))
        elif kind == "V":
            self._to((self.at[0], oy + numbers[0]))
        elif kind == "A":
            self._arc(numbers, (ox + numbers[5], oy + numbers[6]))
        else:
            pairs = [(ox + x, oy + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if kind == "S":
                ax, ay = self.at
                first = (2 * ax - self.control[0], 2 * ay - self.control[1]) if self.control else self.at
                pairs.insert(0, first)
            self._curve(*pairs)
            control = pairs[1]
        self.control = control

    def _to(self, point: Point) -> None:
        if not self.points:
            self.points = [self.at]
        self.points.append(point)
        self.at = point

    def _curve(self, c1: Point, c2: Point, end: Point) -> None:
        start = self.at
        for i in range(1, self.steps + 1):
            t = i / self.steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            self._to(
                (
                    a * start[0] + b * c1[0] + c * c2[0] + d * end[0],
                    a * start[1] + b * c1[1] + c * c2[1] + d * end[1],
                )
            )

    def _arc(self, numbers: list[float], end: Point) -> None:
        """An arc of a circle (rx = ry in all our signs), by the end-point form of SVG 1.1, appendix F.6."""
        radius, large, sweep = abs(numbers[0]), bool(numbers[3]), bool(numbers[4])
        (x1, y1), (x2, y2) = self.at, end
        half = math.dist((x1, y1), (x2, y2)) / 2
        if half == 0:
            return
        radius = max(radius, half)
        distance = math.sqrt(max(radius * radius - half * half, 0.0))
        side = -1.0 if large == sweep else 1.0
        nx, ny = -(y2 - y1) / (2 * half), (x2 - x1) / (2 * half)
        cx, cy = (x1 + x2) / 2 + side * distance * nx, (y1 + y2) / 2 + side * distance * ny
        start, stop = math.atan2(y1 - cy, x1 - cx), math.atan2(y2 - cy, x2 - cx)
        if sweep and stop < start:
            stop += 2 * math.pi
        elif not sweep and stop > start:
            stop -= 2 * math.pi
        pieces = max(4, math.ceil(abs(stop - start) * self.steps / 2))
        for point in list(arc(cx, cy, radius, start, stop, pieces))[1:]:
            self._to(point)
