"""A pen in logical pixels, origin top left, that remembers what it wrote so that a check can read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kivy.graphics import InstructionGroup

from companion.ui import fit, lettering, shapes, theme
from companion.ui.layout import Frame, Rect
from companion.ui.outline import Point
from companion.ui.shapes import Shape
from companion.ui.theme import RGBA, Colour, TypeStyle


class Written(NamedTuple):
    """Words as drawn: where (pixels of the widget's own space), how large (logical), and whether they were cut."""

    text: str
    rect: Rect
    size: int
    bold: bool
    colour: RGBA
    cut: bool


class Filled(NamedTuple):
    """A filled area, the background of whatever is written on it."""

    rect: Rect
    colour: RGBA


Mark = Written | Filled


class Pen:
    """Draws into `group`. `x`, `top` are the pixels of its origin; `w`, `h` the logical size of what it draws on."""

    def __init__(
        self,
        group: InstructionGroup,
        frame: Frame,
        x: float,
        top: float,
        width: float,
        height: float,
        marks: list[Mark] | None = None,
    ) -> None:
        self.group = group
        self.frame = frame
        self.origin = (x, top)
        self.w = width / frame.unit
        self.h = height / frame.unit
        self.marks = [] if marks is None else marks

    def shifted(self, dx: float, dy: float) -> Pen:
        """The same pen with its origin moved by logical dx, dy: `shifted(-540, -94)` draws by the screen's numbers."""
        unit = self.frame.unit
        moved = Pen(self.group, self.frame, 0, 0, 0, 0, self.marks)
        moved.origin = (self.origin[0] + dx * unit, self.origin[1] - dy * unit)
        moved.w, moved.h = self.w, self.h
        return moved

    # places

    def px(self, length: float) -> int:
        """A logical length in pixels."""
        return self.frame.px(length)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """A logical point in pixels."""
        unit = self.frame.unit
        return round(self.origin[0] + x * unit), round(self.origin[1] - y * unit)

    def rect(self, x: float, y: float, w: float, h: float) -> Rect:
        """A logical rectangle in pixels."""
        left, top = self.at(x, y)
        right, bottom = self.at(x + w, y + h)
        return Rect(left, bottom, right - left, top - bottom)

    def measure(self, text: str, style: str | TypeStyle) -> float:
        """Logical width of one line."""
        return fit.measure(text, style, self.frame)

    # shapes

    def _width(self, width: float) -> float:
        return max(width * self.frame.unit, 1.0)

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Colour | None = None,
        radius: float = 0,
        line: Colour | None = None,
        width: float = 2,
    ) -> None:
        """A rectangle, rounded (radius 999 makes a pill), filled, outlined inside its edge, or both."""
        box = self.rect(x, y, w, h)
        shapes.draw_box(self.group, *box, fill, radius * self.frame.unit, line, self._width(width))
        if fill is not None:
            self.marks.append(Filled(box, theme.colour(fill)))

    def disc(
        self, cx: float, cy: float, r: float, fill: Colour | None = None, line: Colour | None = None, width: float = 2
    ) -> None:
        """A disc, a ring inside its edge, or both."""
        x, y = self.at(cx, cy)
        shapes.draw_disc(self.group, x, y, r * self.frame.unit, fill, line, self._width(width))
        if fill is not None:
            self.marks.append(Filled(self.rect(cx - r, cy - r, 2 * r, 2 * r), theme.colour(fill)))

    def dashed_box(
        self, x: float, y: float, w: float, h: float, radius: float, colour: Colour = "line_strong", width: float = 2
    ) -> None:
        """A dashed outline: an empty place."""
        unit = self.frame.unit
        box = self.rect(x, y, w, h)
        shapes.draw_dashed_box(self.group, *box, radius * unit, colour, self._width(width), 7 * unit, 5 * unit)

    def dashed_disc(self, cx: float, cy: float, r: float, colour: Colour = "line_strong", width: float = 2) -> None:
        """A dashed ring."""
        unit = self.frame.unit
        shapes.draw_dashed_disc(
            self.group, *self.at(cx, cy), r * unit, colour, self._width(width), 5 * unit, 4 * unit
        )  # fmt: skip

    def line(
        self, points: Sequence[Point], colour: Colour, width: float, closed: bool = False, rounded: bool = False
    ) -> None:
        """A line through logical points."""
        unit = self.frame.unit
        exact = [(self.origin[0] + x * unit, self.origin[1] - y * unit) for x, y in points]
        shapes.draw_line(self.group, exact, colour, self._width(width), closed, rounded)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon through logical points."""
        unit = self.frame.unit
        shapes.draw_polygon(
            self.group, [(self.origin[0] + x * unit, self.origin[1] - y * unit) for x, y in points], colour
        )  # fmt: skip

    def icon(self, name: str, cx: float, cy: float, size: float, colour: Colour) -> None:
        """A sign of the kit."""
        shapes.draw_icon(self.group, name, *self.at(cx, cy), size * self.frame.unit, colour)

    def symbol(self, seat: str, cx: float, cy: float, r: float, fill: Colour | None = None) -> None:
        """The symbol of a seat colour, for a ground of `fill` (its own colour unless given)."""
        look = theme.seat(seat)
        shapes.draw_symbol(
            self.group,
            look.symbol,
            *self.at(cx, cy),
            r * self.frame.unit,
            look.ink,
            look.fill if fill is None else fill,
        )

    def seat_disc(self, seat: str, cx: float, cy: float, r: float) -> None:
        """A seat's disc with its symbol."""
        shapes.draw_seat_disc(self.group, seat, *self.at(cx, cy), r * self.frame.unit)

    def shape(self, drawing: Shape, cx: float, cy: float, r: float, colours: Mapping[str, Colour]) -> None:
        """Any Shape; `colours` gives its roles ink, ground and fill."""
        shapes.draw_shape(self.group, drawing, *self.at(cx, cy), r * self.frame.unit, colours)

    def emblem(self, drawing: Shape | None, cx: float, cy: float, r: float, ground: Colour = "surface") -> None:
        """A game's emblem (`shapes.game_emblem`)."""
        shapes.draw_emblem(self.group, drawing, *self.at(cx, cy), r * self.frame.unit, ground)

    def plate(self, form: str, cx: float, cy: float, r: float, ink: Colour, ground: Colour) -> None:
        """A plate: disc, hexagon or square."""
        unit = self.frame.unit
        shapes.draw_plate(self.group, form, *self.at(cx, cy), r * unit, ink, ground, self._width(2.5))
        self.marks.append(Filled(self.rect(cx - r * 0.86, cy - r * 0.86, r * 1.72, r * 1.72), theme.colour(ground)))

    # words

    def text(
        self,
        text: str,
        x: float,
        y: float,
        style: str | TypeStyle,
        colour: Colour,
        align: str = "left",
        max_width: float | None = None,
        may_cut: bool = False,
    ) -> float:
        """One line with its middle at `y`; `x` is its left, centre or right. Returns its logical width.

        Cut with an ellipsis at `max_width`; that is reported as a fault unless `may_cut`, which is for names only: of
        a player, or of a thing that shows its whole name when it is selected. A sentence is never cut,
        nor is a number, which would be read as another one.
        """
        if not text:
            return 0.0
        look = theme.style(style)
        unit = self.frame.unit
        size = self.frame.px(look.size)
        shown = text
        if max_width is not None and lettering.width(text, size, look.bold) > max_width * unit:
            look = theme.normal(look)
            size = self.frame.px(look.size)
            shown = lettering.shortened(text, size, look.bold, max_width * unit)
        px, py = self.at(x, y)
        exact = TypeStyle(look.name, size, look.bold, look.line)
        box = shapes.draw_text(self.group, shown, px, py, exact, colour, align)
        cut = shown != text and (not may_cut or any(letter.isdigit() for letter in text[len(shown) - 1 :]))
        self.marks.append(Written(text, Rect(*box), look.size, look.bold, theme.colour(colour), cut))
        return box[2] / unit

    def lines(
        self,
        fitted: fit.Fitted,
        x: float,
        y: float,
        colour: Colour,
        align: str = "left",
        max_width: float | None = None,
        line_height: float | None = None,
    ) -> float:
        """Fitted lines from the top `y` downwards; returns the logical height they take."""
        step = line_height or fitted.style.line
        for i, line in enumerate(fitted.lines):
            self.text(line, x, y + step * (i + 0.5), fitted.style, colour, align, max_width)
        if not fitted.fits and fitted.lines and not any(isinstance(m, Written) and m.cut for m in self.marks):
            self._report(fitted.lines[-1])
        return step * len(fitted.lines)

    def _report(self, line: str) -> None:
        """Mark the last words as cut although every drawn line fits: some words found no place at all."""
        for i in range(len(self.marks) - 1, -1, -1):
            mark: Any = self.marks[i]
            if isinstance(mark, Written) and mark.text == line:
                self.marks[i] = mark._replace(cut=True)
                return

    def paragraph(
        self,
        text: str,
        x: float,
        y: float,
        w: float,
        style: str | TypeStyle,
        colour: Colour,
        max_lines: int | None = None,
        align: str = "left",
    ) -> float:
        """Running text filled into width `w` from the top `y`; returns the logical height it takes."""
        return self.lines(fit.wrapped(text, style, w, max_lines, self.frame), x, y, colour, align)
