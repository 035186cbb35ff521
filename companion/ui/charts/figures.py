"""Key figures, large enough to be read standing, each over its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

SIZES = (36, 28, 24, 20, 18)
LEAST = 136.0
"""Logical width that a figure needs."""


class Figures(Drawn):
    """`items`: a value and its words each, as many in a line as have room."""

    def __init__(self, items: Sequence[tuple[str, str]], **more: Any) -> None:
        self.items = tuple(items)
        super().__init__(**more)

    def _lines(self, width: float) -> list[list[tuple[str, fit.Fitted]]]:
        """Values with their words, line by line, as even as can be."""
        n = max(len(self.items), 1)
        lines = -(-n // max(min(n, int(width // LEAST)), 1))
        across = -(-n // lines)
        each = width / across - 20
        made = [(value, fit.wrapped(words, "small", each, 3, self.frame)) for value, words in self.items]
        return [made[i : i + across] for i in range(0, len(made), across)]

    @staticmethod
    def _high(line: list[tuple[str, fit.Fitted]]) -> float:
        return 54.0 + max(words.height for _, words in line) + 8

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        return sum(self._high(line) for line in self._lines(width)) + 4

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"])
        y = 0.0
        for line in self._lines(pen.w):
            each = pen.w / len(line)
            for i, (value, words) in enumerate(line):
                x = each * (i + 0.5)
                look = fit.label(value, each - 12, True, pen.frame, SIZES)
                pen.text(value, x, y + 32, look.style, "sand", "center", each - 12)
                pen.lines(words, x, y + 54, "sand_2", "center")
            y += self._high(line)
