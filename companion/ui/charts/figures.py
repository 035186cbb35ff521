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
    """`items`: a value and its words each, as many in a line as have room, all lines alike."""

    def __init__(self, items: Sequence[tuple[str, str]], **more: Any) -> None:
        self.items = tuple(items)
        super().__init__(**more)

    def _across(self, width: float) -> int:
        n = max(len(self.items), 1)
        most = max(min(n, int(width // LEAST)), 1)
        lines = -(-n // most)
        return -(-n // lines)

    def _words(self, width: float) -> list[fit.Fitted]:
        each = width / self._across(width) - 20
        return [fit.wrapped(words, "small", each, 3, self.frame) for _, words in self.items]

    def _line(self, width: float) -> float:
        return 52.0 + max((words.height for words in self._words(width)), default=0) + 12

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        return -(-len(self.items) // self._across(width)) * self._line(width)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"])
        across, high, words = self._across(pen.w), self._line(pen.w), self._words(pen.w)
        each = pen.w / across
        for i, (value, _) in enumerate(self.items):
            x, y = each * (i % across) + each / 2, high * (i // across)
            look = fit.label(value, each - 12, True, pen.frame, SIZES)
            pen.text(value, x, y + 32, look.style, "sand", "center", each - 12)
            pen.lines(words[i], x, y + 54, "sand_2", "center")
