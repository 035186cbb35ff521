"""Level bars: what each of several things counts, one row each, and two of them compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.rows import EmblemPaint
from companion.ui.theme import Colour
from companion.ui.widgets.base import Drawn, Touchable

INSET = 12.0
BAR = 8.0
TICK = 20.0
NAME_SIZES = (20, 18, 16)


class Span(NamedTuple):
    """The range that bars of one chart share; 0 always lies in it."""

    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Span:
        """From the least to the greatest of `values`, 0 included; never empty."""
        found = [0.0, *values]
        low, high = min(found), max(found)
        return cls(low, high if high > low else low + 1)

    def at(self, value: float) -> float:
        """Where `value` lies, 0 (left) to 1 (right)."""
        return (value - self.low) / (self.high - self.low)


def bar(
    pen: Pen, x: float, y: float, w: float, value: float, span: Span, fill: Colour,
    line: Colour | None = None, height: float = BAR,
) -> None:  # fmt: skip
    """A track of width `w` with its bar from 0 to `value`; a value that is not 0 is seen however small it is."""
    pen.box(x, y, w, height, "night", height / 2)
    zero, end = x + w * span.at(0), x + w * span.at(value)
    if value:
        left, right = min(zero, end), max(zero, end)
        pen.box(left, y, max(right - left, height), height, fill, height / 2, line, 1.5)
    if span.low < 0:
        pen.line([(zero, y - 3), (zero, y + height + 3)], "line_strong", 1.5)


class BarRow(Touchable):
    """A name over its bar, a value at the right, perhaps small words below; a chevron where it leads on.

    seat: the seat whose symbol stands before it and whose colour the bar has; emblem: a game's, likewise.
    span None: without a bar. A name (`named`) may be cut, other words break into lines. won: a tick before the value.
    """

    def __init__(
        self, title: str, value: str, amount: float = 0.0, span: Span | None = None, detail: str = "", seat: str = "",
        emblem: EmblemPaint | None = None, leads: bool = False, named: bool = False, won: bool = False,
        **more: Any,
    ) -> None:  # fmt: skip
        self.title, self.value, self.amount, self.span, self.detail = title, value, amount, span, detail
        self.seat, self.emblem, self.leads, self.named, self.won = seat, emblem, leads, named, won
        self.fill: Colour = "lapis"
        if emblem is not None and emblem.emblem is not None:
            self.fill = emblem.emblem.colour
        super().__init__(guard=True, **more)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        title, detail, _ = self._parts(width)
        height = title.height + (BAR + 6 if self.span else 0) + (detail.height + 2 if detail else 0) + 14
        return max(height, 52.0 if self.leads else 34.0)

    @property
    def _left(self) -> float:
        return 54.0 if self.seat or self.emblem else INSET

    @property
    def _taken(self) -> float:
        """The room of the value, its tick included, and of the gap before it."""
        return fit.measure(self.value, "action", self.frame) + (TICK + 8 if self.won else 0) + 12

    def _parts(self, width: float) -> tuple[fit.Fitted, fit.Fitted | None, float]:
        """Title, detail, and the right edge of what is written."""
        right = width - (38.0 if self.leads else INSET)
        room = right - self._left - self._taken
        title = fit.label(self.title, room, False, self.frame, NAME_SIZES)
        if not title.fits and not self.named:
            title = fit.wrapped(self.title, "small", room, 3, self.frame)
        detail = fit.wrapped(self.detail, "small", right - self._left, 4, self.frame) if self.detail else None
        return title, detail, right

    def paint(self, pen: Pen) -> None:
        title, detail, right = self._parts(pen.w)
        if self.pressed and self.leads:
            pen.box(0, 0, pen.w, pen.h, "raised", theme.RADIUS["button"])
        if self.seat:
            pen.seat_disc(self.seat, 29, pen.h / 2, 15)
        elif self.emblem is not None:
            self.emblem.paint(pen, 29, pen.h / 2, 17)
        if self.leads:
            pen.icon("next", pen.w - 18, pen.h / 2, 18, "sand_3")
        left = self._left
        y = (pen.h - self.height_inside(title, detail)) / 2
        taken = pen.text(self.value, right, y + title.height / 2, "action", "sand", "right")
        if self.won:
            pen.icon("check", right - taken - 6 - TICK / 2, y + title.height / 2, TICK, "good")
        if self.named:
            room = right - left - self._taken
            pen.text(self.title, left, y + title.height / 2, title.style, "sand", max_width=room, may_cut=True)
        else:
            pen.lines(title, left, y, "sand")
        y += title.height + 3
        if self.span is not None:
            look = theme.seat(self.seat) if self.seat else None
            fill, line = (look.fill, look.ring) if look else (self.fill, None)
            bar(pen, left, y, right - left, self.amount, self.span, fill, line)
            y += BAR + 3
        if detail is not None:
            pen.lines(detail, left, y, "sand_2")

    def height_inside(self, title: fit.Fitted, detail: fit.Fitted | None) -> float:
        """The height of all that is drawn."""
        return title.height + (BAR + 6 if self.span else 0) + (detail.height + 2 if detail else 0)


class PairRow(Drawn):
    """Two amounts of one thing on one scale: those who won (the thick bar) and the others; small words below."""

    def __init__(
        self, title: str, first: tuple[float, str], second: tuple[float, str], span: Span, detail: str = "",
        **more: Any,
    ) -> None:  # fmt: skip
        self.title, self.first, self.second, self.span, self.detail = title, first, second, span, detail
        super().__init__(**more)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        title, detail = self._parts(width)
        return title.height + 46 + (detail.height if detail else 0) + 10

    def _parts(self, width: float) -> tuple[fit.Fitted, fit.Fitted | None]:
        room = width - 2 * INSET
        title = fit.label(self.title, room, False, self.frame, NAME_SIZES)
        if not title.fits:
            title = fit.wrapped(self.title, "small", room, 3, self.frame)
        return title, fit.wrapped(self.detail, "small", room, 3, self.frame) if self.detail else None

    def paint_base(self, pen: Pen) -> None:
        title, detail = self._parts(pen.w)
        y = 4 + pen.lines(title, INSET, 4, "sand")
        taken = max(pen.measure(self.first[1], "action"), pen.measure(self.second[1], "label"), 40) + 10
        room = pen.w - 2 * INSET - taken
        bar(pen, INSET, y + 7, room, self.first[0], self.span, "good", height=10)
        pen.text(self.first[1], pen.w - INSET, y + 12, "action", "sand", "right")
        bar(pen, INSET, y + 31, room, self.second[0], self.span, "sand_3", height=5)
        pen.text(self.second[1], pen.w - INSET, y + 34, "label", "sand_2", "right")
        if detail is not None:
            pen.lines(detail, INSET, y + 46, "sand_2")


class Legend(Drawn):
    """What the two bars of the rows below stand for."""

    def __init__(self, first: str, second: str, **more: Any) -> None:
        self.first, self.second = first, second
        super().__init__(**more)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        return 30.0 if self._one_line(width) else 54.0

    def _one_line(self, width: float) -> bool:
        return sum(fit.measure(words, "small", self.frame) for words in (self.first, self.second)) < width - 110

    def paint_base(self, pen: Pen) -> None:
        pen.box(INSET, 10, 24, 10, "good", 5)
        taken = pen.text(self.first, INSET + 32, 15, "small", "sand_2", max_width=pen.w - INSET - 44)
        x, y = (INSET + 32 + taken + 22, 15.0) if self._one_line(pen.w) else (INSET, 39.0)
        pen.box(x, y - 2.5, 24, 5, "sand_3", 2.5)
        pen.text(self.second, x + 32, y, "small", "sand_2", max_width=pen.w - x - 44)
