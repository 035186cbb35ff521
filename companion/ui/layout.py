"""Logical pixels: one design for every screen size. Pure, no Kivy.

The design is drawn at 800 x 480 (landscape) and 480 x 853 (portrait), origin at the top left. A `Frame` turns such
rectangles into Kivy's pixels (origin at the bottom left), rounding final edges so that neighbours stay neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

N = TypeVar("N")


class Rect(NamedTuple):
    """A rectangle in Kivy pixels: left, bottom, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def top(self) -> int:
        return self.y + self.h

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether the point lies inside, edges included."""
        return self.x <= x <= self.right and self.y <= y <= self.top


@dataclass(frozen=True)
class Frame:
    """A screen of `width` x `height` pixels, measured in logical pixels.

    Landscape: `h` is 480 and `w` 800 or more. Portrait: `w` is 480 and `h` 800 or more. A screen squarer than the
    design gets an even margin on both sides.
    """

    width: int
    height: int

    @property
    def portrait(self) -> bool:
        return self.height > self.width

    @cached_property
    def unit(self) -> float:
        """Pixels in one logical pixel."""
        short, long = sorted((self.width, self.height))
        return min(short / 480, long / 800)

    @property
    def w(self) -> int:
        """Logical width of the design area: 480 in portrait."""
        return 480 if self.portrait else int(self.width / self.unit)

    @property
    def h(self) -> int:
        """Logical height of the design area: 480 in landscape."""
        return int(self.height / self.unit) if self.portrait else 480

    @property
    def logical(self) -> tuple[int, int]:
        return self.w, self.h

    @property
    def short(self) -> bool:
        """Whether the picture is upright and lacks the lowest 53 of the design (480 x 800)."""
        return self.portrait and self.h < 840

    @property
    def extra(self) -> int:
        """What the screen has over the drawn design: width over 800, or height over 853 (−53 when turned 800 x 480)."""
        return self.h - 853 if self.portrait else self.w - 800

    @cached_property
    def _margins(self) -> tuple[int, int]:
        across = round((self.width - 480 * self.unit) / 2) if self.portrait else 0
        down = 0 if self.portrait else round((self.height - 480 * self.unit) / 2)
        return across, down

    def px(self, length: float) -> int:
        """A logical length in whole pixels, at least 1 for any length above 0."""
        return max(round(length * self.unit), 1 if length > 0 else 0)

    def x(self, x: float) -> int:
        """A logical distance from the left edge as a Kivy x."""
        return self._margins[0] + round(x * self.unit)

    def y(self, y: float) -> int:
        """A logical distance from the top edge as a Kivy y."""
        return self.height - self._margins[1] - round(y * self.unit)

    def rect(self, x: float, y: float, w: float, h: float) -> Rect:
        """The logical rectangle (origin top left) in Kivy pixels; an edge at the design's far edge ends there."""
        across, down = self._margins
        left, top = self.x(x), self.y(y)
        right = self.width - across if x + w >= self.w else self.x(x + w)
        bottom = down if y + h >= self.h else self.y(y + h)
        return Rect(left, bottom, right - left, top - bottom)

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A logical point in Kivy pixels."""
        return self.x(x), self.y(y)

    def logical_point(self, x: float, y: float) -> tuple[float, float]:
        """A Kivy point in logical pixels from the top left."""
        across, down = self._margins
        return (x - across) / self.unit, (self.height - down - y) / self.unit

    def turned(self) -> Frame:
        """The same screen turned a quarter."""
        return Frame(self.height, self.width)


_current = Frame(800, 480)


def current() -> Frame:
    """The frame all widgets measure by, unless they were given their own."""
    return _current


def use(frame: Frame) -> Frame:
    """Make `frame` the current one; screens are laid out anew by whoever changes it. Returns it."""
    global _current
    _current = frame
    return frame


def place(widget: Any, rect: Rect) -> Any:
    """Put a Kivy widget at exactly `rect`; returns the widget."""
    widget.size_hint = (None, None)
    widget.size = (rect.w, rect.h)
    widget.pos = (rect.x, rect.y)
    return widget


def in_reading_order(things: Iterable[N], area: Callable[[N], tuple[float, float, float, float]]) -> list[N]:
    """Line by line from the top left. `area` gives left, top edge counted downwards, width and height of one."""
    lines: list[list[N]] = []
    for thing in sorted(things, key=lambda one: area(one)[1] + area(one)[3] / 2):
        _, y, _, h = area(thing)
        if lines:
            _, top, _, high = area(lines[-1][0])
            if abs((y + h / 2) - (top + high / 2)) < min(h, high) / 2:
                lines[-1].append(thing)
                continue
        lines.append([thing])
    return [thing for line in lines for thing in sorted(line, key=lambda one: area(one)[0])]
