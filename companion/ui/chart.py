"""The score over time: a line a seat, each with its own dashes, and the seat's symbol just past its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.ui import outline, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

DASHES: Mapping[str, tuple[float, ...]] = {
    "red": (10, 5),
    "blue": (11, 4, 3, 4),
    "green": (),
    "yellow": (3, 5),
    "black": (18, 6),
    "violet": (6, 3, 3, 3, 3, 3),
}
"""Lengths of stroke and gap by seat, so that lines are told apart without their colour; empty: unbroken."""
DISC = 12.0
APART = 27.0
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)

Series = Sequence[tuple[int, Mapping[str, int]]]
"""Move number and points by seat, in order."""


def scale(low: int, high: int) -> tuple[int, int, int]:
    """Lowest and highest line of the grid and their distance: round numbers, at most four steps."""
    low, high = min(low, 0), max(high, low + 1, 1)
    for step in STEPS:
        bottom = -(-abs(low) // step) * -step if low < 0 else 0
        top = -(-high // step) * step
        if (top - bottom) // step <= 4:
            return bottom, top, step
    step = 10 ** len(str(high - low))
    return (-step if low < 0 else 0), step, step


def spread(heights: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """`heights` pushed apart to at least `apart`, each as near to its own as can be, between `top` and `bottom`."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed: list[float] = []
    for i in order:
        y = max(heights[i], placed[-1] + apart if placed else top)
        placed.append(y)
    over = placed[-1] - bottom if placed else 0.0
    if over > 0:
        limit = bottom
        for k in range(len(placed) - 1, -1, -1):
            placed[k] = min(placed[k], limit)
            limit = placed[k] - apart
    found = [0.0] * len(heights)
    for i, y in zip(order, placed, strict=True):
        found[i] = y
    return found


def pattern(points: Sequence[tuple[float, float]], lengths: Sequence[float]) -> list[list[tuple[float, float]]]:
    """The strokes of a broken line through `points`, with stroke and gap `lengths` in turn."""
    if not lengths:
        return [list(points)]
    found: list[list[tuple[float, float]]] = []
    k, left, drawing = 0, lengths[0], True
    current = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        at = 0.0
        while length - at > left:
            at += left
            point = (ax + (bx - ax) * at / length, ay + (by - ay) * at / length)
            if drawing:
                found.append([*current, point])
            drawing = not drawing
            current = [point]
            k = (k + 1) % len(lengths)
            left = lengths[k]
        left -= length - at
        if drawing:
            current.append((bx, by))
    if drawing and len(current) > 1:
        found.append(current)
    return found


def ticks(spots: Sequence[float], apart: float) -> list[int]:
    """Which of the labels at `spots` (from left to right) can stand: the last one, and others at even distances."""
    if len(spots) < 2:
        return list(range(len(spots)))
    every = next(k for k in range(1, len(spots) + 1) if k == len(spots) or spots[k] - spots[0] >= apart)
    fitting = [i for i in range(every - 1, len(spots) - 1, every) if spots[-1] - spots[i] >= apart]
    return [*fitting, len(spots) - 1]


class Chart(Drawn):
    """Points over the game. `winners` get the thicker line; `words` is what stands under the axis.

    labels: what stands under each number of the series but the first; empty: nothing.
    """

    def __init__(
        self, series: Series, seats: Sequence[str], winners: Sequence[str], words: str, labels: Sequence[str] = (),
        **more: Any,
    ) -> None:  # fmt: skip
        self.series = list(series) or [(0, dict.fromkeys(seats, 0))]
        self.seats = tuple(seats)
        self.winners = frozenset(winners)
        self.words = words
        self.labels = tuple(labels)
        super().__init__(**more)

    def paint_base(self, pen: Pen) -> None:
        values = [points.get(seat, 0) for _, points in self.series for seat in self.seats]
        low, high, step = scale(min(values), max(values))
        marks = {value: str(value).replace("-", "−") for value in range(low, high + 1, step)}
        left = max(36.0, 12 + max(pen.measure(mark, "small") for mark in marks.values()))
        right, top, bottom = pen.w - 20.0, 12.0, pen.h - (56.0 if self.labels else 34.0)
        last = max(self.series[-1][0], 1)

        def height(points: int) -> float:
            return bottom - (bottom - top) * (points - low) / (high - low)

        for value, mark in marks.items():
            y = height(value)
            pen.line([(left, y), (right, y)], "line", 1.5)
            pen.text(mark, left - 8, y, "small", "sand_3", "right")
        pen.text(self.words, (left + right) / 2, pen.h - 12, "small", "sand_2", "center", right - left)
        spots = [left + (right - left) * n / last for n, _ in self.series[1:]] if self.labels else []
        widest = max((pen.measure(label, "small") for label in self.labels), default=0.0)
        for i in ticks(spots, widest + 12):
            pen.text(self.labels[i], spots[i], bottom + 17, "small", "sand_3", "center")
        ends = []
        for seat in sorted(self.seats, key=lambda s: s in self.winners):
            points = self._points(seat, left, right, last, height)
            colour = theme.seat(seat).text
            for stroke in pattern(points, DASHES.get(seat, ())):
                clean = outline_points(stroke)
                if len(clean) > 1:
                    pen.line(clean, colour, 4 if seat in self.winners else 3)
            ends.append((seat, points[-1][1]))
        heights = spread([y for _, y in ends], APART, top, bottom)
        for (seat, _), y in zip(ends, heights, strict=True):
            pen.seat_disc(seat, right + 6, y, DISC)

    def _points(self, seat: str, left: float, right: float, last: int, height: Any) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        for n, points in self.series:
            spot = (left + (right - left) * n / last, height(points.get(seat, 0)))
            # Long games have more moves than the chart has pixels; a level stretch needs its ends only.
            if len(found) > 1 and found[-1][1] == found[-2][1] == spot[1]:
                found[-1] = spot
            else:
                found.append(spot)
        return found if len(found) > 1 else [*found, (right, found[0][1])]


def outline_points(points: Sequence[tuple[float, float]]) -> list[outline.Point]:
    """`points` without those that lie on the one before."""
    clean: list[outline.Point] = []
    for point in points:
        if not clean or abs(point[0] - clean[-1][0]) + abs(point[1] - clean[-1][1]) > 0.05:
            clean.append(point)
    return clean
