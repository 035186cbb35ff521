"""Small drawn parts of the decision panel."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, OptionProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn

READING = (TypeStyle("read24", 24, False, 29), TypeStyle("read20", 20, False, 24), TypeStyle("read18", 18, False, 22))


class Paragraph(Drawn):
    """Words filled into their box from the top: 24 px, or smaller if they would not fit otherwise.

    `sizes` limits how small: 1 keeps 24 px, 2 allows 20, 3 allows 18. middle: they stand in the middle of its height.
    """

    text = StringProperty("")
    colour = StringProperty("sand")
    align = OptionProperty("left", options=("left", "center"))
    sizes = NumericProperty(3)
    middle = BooleanProperty(False)

    shows = ("text", "colour", "align", "sizes", "middle")

    def paint(self, pen: Pen) -> None:
        for style in READING[: int(self.sizes)]:
            lines = max(int(pen.h // style.line), 1)
            fitted = fit.wrapped(self.text, style, pen.w, lines, pen.frame)
            if fitted.fits:
                break
        x = pen.w / 2 if self.align == "center" else 0
        pen.lines(fitted, x, (pen.h - fitted.height) / 2 if self.middle else 0, self.colour, self.align)


class Line(Drawn):
    """One line of words in its box, cut only if `may_cut` would be honest (a name)."""

    text = StringProperty("")
    style = StringProperty("small")
    colour = StringProperty("sand_2")
    align = OptionProperty("left", options=("left", "center", "right"))

    shows = ("text", "style", "colour", "align")

    def paint(self, pen: Pen) -> None:
        x = 0 if self.align == "left" else pen.w / 2 if self.align == "center" else pen.w
        wanted = theme.style(self.style)
        sizes = tuple(size for size in (wanted.size, 20, 18, 16) if size <= wanted.size)
        look = fit.label(self.text, pen.w, wanted.bold, pen.frame, sizes)
        pen.text(self.text, x, pen.h / 2, look.style, self.colour, self.align, pen.w)


class Owed(Drawn):
    """What is still owed ("2 to place") and one disc or ring for each act: discs of `seat` done, rings to come."""

    text = StringProperty("")
    seat = StringProperty("")
    done = NumericProperty(0)
    owed = NumericProperty(0)

    shows = ("text", "seat", "done", "owed")

    def paint(self, pen: Pen) -> None:
        look = fit.label(self.text, pen.w, True, pen.frame, (24, 20, 18))
        pen.text(self.text, pen.w / 2, 17, look.style, "lit", "center", pen.w)
        count = int(self.done + self.owed)
        if not 0 < count <= 12:
            return
        pitch = min(32.0, pen.w / count)
        radius = min(11.0, pitch * 0.36)
        left = pen.w / 2 - pitch * (count - 1) / 2
        for i in range(count):
            if i < self.done and self.seat:
                pen.seat_disc(self.seat, left + pitch * i, 52, radius)
            else:
                pen.disc(left + pitch * i, 52, radius, None, "lit", 2)


class SeatHead(Drawn):
    """A seat's disc and name over its own buttons."""

    seat = StringProperty("red")
    name = StringProperty("")

    shows = ("seat", "name")

    def paint(self, pen: Pen) -> None:
        look = theme.seat(self.seat)
        style = TypeStyle("seat_head", 18, True, 22)
        name = fit.short_name(self.name)
        room = pen.w - 34
        width = min(pen.measure(name, style), room)
        left = (pen.w - width - 34) / 2
        pen.seat_disc(self.seat, left + 13, pen.h / 2, 12)
        pen.text(name, left + 34, pen.h / 2, style, look.text, max_width=room, may_cut=True)


class Gains(Drawn):
    """Points of an event: one disc and a signed number a seat."""

    points = ListProperty([])
    """Pairs of seat and words ("+4")."""

    shows = ("points",)

    def paint(self, pen: Pen) -> None:
        style = TypeStyle("gain", 24, True, 29)
        pitch = pen.w / max(len(self.points), 1)
        for i, (seat, words) in enumerate(self.points):
            x = pitch * i + pitch / 2
            pen.seat_disc(seat, x - 24, pen.h / 2, 14)
            pen.text(words, x - 2, pen.h / 2, style, "bad" if words.startswith("−") else "good", max_width=pitch / 2)


class Words(Drawn):
    """Running text of one style filled into its box, for rows of a list."""

    text = StringProperty("")
    style = StringProperty("label")
    colour = StringProperty("sand_2")

    shows = ("text", "style", "colour")

    def paint(self, pen: Pen) -> None:
        fitted = fit.wrapped(self.text, self.style, pen.w, None, pen.frame)
        pen.lines(fitted, 0, (pen.h - fitted.height) / 2, self.colour)


class Cover(Drawn):
    """The ground of the panel. It takes the touches that nothing on it wants, so that none reaches the board below."""

    hides = True
    colour = StringProperty("night")

    shows = ("colour",)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, self.colour)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))
