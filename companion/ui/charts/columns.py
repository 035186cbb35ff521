"""Upright columns: games by month, and how often scores fell where."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.theme import Colour
from companion.ui.widgets.base import Drawn

WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST = 8
INSET = 14.0
APART = 6.0


def bins(values: Sequence[int], most: int = MOST) -> tuple[tuple[int, int, int], ...]:
    """Neighbouring ranges of one round width, `most` at most, from the least to the greatest of `values` (not empty).

    First and last number of each range, and how many of `values` lie in it.
    """
    low, high = min(values), max(values)
    wide = next((w for w in WIDTHS if high // w - low // w < most), high - low + 1)
    return tuple(
        (n * wide, n * wide + wide - 1, sum(1 for value in values if value // wide == n))
        for n in range(low // wide, high // wide + 1)
    )


class Columns(Drawn):
    """A column for each of `items` (words beneath, amount); amounts above 0 are written over their columns.

    The last label is always there; where all of them lack room, each second or third is. No words: none beneath.
    """

    def __init__(
        self, items: Sequence[tuple[str, int]], fill: Colour = "lapis", high: float = 150, **more: Any
    ) -> None:  # fmt: skip
        self.items, self.fill, self.high = tuple(items), fill, high
        super().__init__(**more)

    def height_for(self, _: float) -> float:
        """The logical height."""
        return self.high

    def paint_base(self, pen: Pen) -> None:
        if not self.items:
            return
        small = theme.normal(theme.style("small"))
        pitch = (pen.w - 2 * INSET) / len(self.items)
        bottom, top = pen.h - 30.0, 26.0
        most = max(max(amount for _, amount in self.items), 1)
        pen.line([(INSET, bottom), (pen.w - INSET, bottom)], "line_strong", 1.5)
        shown = self._labelled(pitch, small, pen)
        for i, (words, amount) in enumerate(self.items):
            x, wide = INSET + pitch * i, min(pitch - 4, 56.0)
            middle = x + pitch / 2
            if amount:
                height = max((bottom - top) * amount / most, 4.0)
                pen.box(middle - wide / 2, bottom - height, wide, height, self.fill, theme.RADIUS["tag"])
                pen.text(str(amount), middle, bottom - height - 12, small, "sand", "center")
            if i in shown:
                half = pen.measure(words, small) / 2
                at = min(max(middle, half + 4), pen.w - half - 4)
                pen.text(words, at, bottom + 15, small, "sand_2", "center")

    def _labelled(self, pitch: float, style: theme.TypeStyle, pen: Pen) -> frozenset[int]:
        """Which columns have words beneath: as many as there is room for, counted back from the last."""
        widths = [fit.measure(words, style, pen.frame) for words, _ in self.items]
        for step in range(1, len(widths) + 1):
            chosen = list(range(len(widths) - 1, -1, -step))
            if all((widths[a] + widths[b]) / 2 + APART <= pitch * step for a, b in pairwise(chosen)):
                return frozenset(chosen)
        return frozenset({len(widths) - 1})
