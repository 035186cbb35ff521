"""A card: a heading over charts and rows on one surface; and how cards are laid out on a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

GAP = 8.0
ONE_COLUMN = 700.0
"""A page narrower than this has its cards one under another."""


class Part(Protocol):
    """What stands in a card or on a page: a widget that knows its height."""

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""


class Card(Drawn):
    """`title` (may be "") over `parts`; `note` are small words at the end. A `wide` one is as wide as the page."""

    def __init__(self, title: str, parts: Sequence[Part], note: str = "", wide: bool = False, **more: Any) -> None:
        self.title, self.parts, self.note, self.wide = title, tuple(parts), note, wide
        super().__init__(**more)

    def _head(self, width: float) -> fit.Fitted:
        look = theme.TypeStyle("card", 18, True, 22)
        return fit.wrapped(self.title, look, width - 24, 2, self.frame) if self.title else fit.Fitted((), look, True)

    def _foot(self, width: float) -> fit.Fitted:
        return fit.wrapped(self.note, "small", width - 24, 6, self.frame)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        foot = self._foot(width).height + 8 if self.note else 0
        head = self._head(width).height
        return (head + 14 if head else 4) + sum(part.height_for(width) for part in self.parts) + foot + 6

    def arrange(self) -> None:
        width, head = self.logical_size[0], self._head(self.logical_size[0]).height
        y = head + 14.0 if head else 4.0
        for part in self.parts:
            high = part.height_for(width)
            self.put(part, 0, y, width, high)
            y += high

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"])
        pen.lines(self._head(pen.w), 12, 10, "sand_2", max_width=pen.w - 24)
        if self.note:
            foot = self._foot(pen.w)
            pen.lines(foot, 12, pen.h - 8 - foot.height, "sand_2")


class Pair(Drawn):
    """Two columns of cards beside each other."""

    def __init__(self, columns: Sequence[Sequence[Part]], **more: Any) -> None:
        self.columns = [list(column) for column in columns]
        super().__init__(**more)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        each = self._each(width)
        return max(sum(card.height_for(each) + GAP for card in column) - GAP for column in self.columns)

    @staticmethod
    def _each(width: float) -> float:
        return (width - GAP) / 2

    def arrange(self) -> None:
        each = self._each(self.logical_size[0])
        for i, column in enumerate(self.columns):
            y = 0.0
            for card in column:
                high = card.height_for(each)
                self.put(card, i * (each + GAP), y, each, high)
                y += high + GAP


def laid_out(cards: Sequence[Any], width: float) -> list[tuple[Any, float]]:
    """Rows of a list for cards of logical `width`, each with its height: in two columns of like height where wide.

    What is no card, or is `wide`, takes the whole width, and what follows it stands below it.
    """
    if width < ONE_COLUMN:
        return [(card, card.height_for(width)) for card in cards]
    rows: list[tuple[Any, float]] = []
    waiting: list[Any] = []

    def flush() -> None:
        if len(waiting) == 1:
            rows.append((waiting[0], waiting[0].height_for(width)))
        elif waiting:
            pair = Pair(_shared(waiting, (width - GAP) / 2))
            rows.append((pair, pair.height_for(width)))
        waiting.clear()

    for card in cards:
        if isinstance(card, Card) and not card.wide:
            waiting.append(card)
        else:
            flush()
            rows.append((card, card.height_for(width)))
    flush()
    return rows


def _shared(cards: Sequence[Any], width: float) -> tuple[list[Any], list[Any]]:
    """`cards` in two columns: each goes where there is more room, the first to the left."""
    columns: tuple[list[Any], list[Any]] = ([], [])
    heights = [0.0, 0.0]
    for card in cards:
        i = 0 if heights[0] <= heights[1] else 1
        columns[i].append(card)
        heights[i] += card.height_for(width) + GAP
    return columns
