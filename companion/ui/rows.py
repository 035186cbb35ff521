"""Rows and captions that several screens share."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.shapes import game_emblem
from companion.ui.widgets.base import Drawn, Touchable


class EmblemPaint:
    """Paints a game's emblem, or a ring with the first letter of its title where it brings none."""

    def __init__(self, game_id: str, title: str) -> None:
        self.emblem = game_emblem(game_id)
        self.initial = title[:1]

    def paint(self, pen: Pen, cx: float, cy: float, r: float) -> None:
        pen.emblem(self.emblem, cx, cy, r, "night")
        if self.emblem is None:
            pen.text(self.initial, cx, cy, "title" if r < 48 else "display", "sand", "center")


class Caption(Drawn):
    """A quiet heading of one line, or running text filled into its box."""

    def __init__(
        self, text: str, style: str = "body", colour: str = "sand_2", align: str = "left", lines: int = 1, **more: Any
    ) -> None:
        self.text = text
        self.style = style
        self.colour = colour
        self.align = align
        self.lines = lines
        super().__init__(**more)

    def paint_base(self, pen: Pen) -> None:
        x = {"left": 0.0, "center": pen.w / 2, "right": pen.w}[self.align]
        if self.lines > 1:
            pen.paragraph(self.text, x, 0, pen.w, self.style, self.colour, self.lines, self.align)
        else:
            pen.text(self.text, x, pen.h / 2, self.style, self.colour, self.align, pen.w)


class Ground(Drawn):
    """A plain area behind other widgets."""

    def __init__(self, colour: str, **more: Any) -> None:
        self.colour = colour
        super().__init__(**more)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, self.colour)


class WayRow(Touchable):
    """A row that leads on: small title over a value, or a value alone; a chevron where `leads`."""

    title = StringProperty("")
    value = StringProperty("")
    icon = StringProperty("")
    leads = BooleanProperty(True)

    shows = ("title", "value", "icon", "leads")

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "raised" if self.pressed and self.leads else "surface", theme.RADIUS["button"])
        left = 12.0
        if self.icon:
            pen.icon(self.icon, 34, pen.h / 2, 28, "sand")
            left = 68.0
        room = pen.w - left - (36 if self.leads else 12)
        if self.leads:
            pen.icon("next", pen.w - 18, pen.h / 2, 18, "sand_3")
        middle = pen.h / 2
        if self.title:
            pen.text(self.title, left, middle - 11, "small", "sand_2", max_width=room)
            look = fit.label(self.value, room, False, pen.frame, (20, 18, 16))
            pen.text(self.value, left, middle + 11, look.style, "sand", max_width=room)
        else:
            look = fit.label(self.value, room, False, pen.frame, (20, 18, 16))
            pen.text(self.value, left, middle, look.style, "sand", max_width=room)


class FactRow(Touchable):
    """A row of a list: a heading of 20 over up to two small lines, and a word at the right in `note_colour`."""

    title = StringProperty("")
    detail = StringProperty("")
    note = StringProperty("")
    note_colour = StringProperty("sand_2")
    icon = StringProperty("")
    leads = BooleanProperty(False)
    chosen = BooleanProperty(False)

    shows = ("title", "detail", "note", "note_colour", "icon", "leads", "chosen")

    def paint(self, pen: Pen) -> None:
        fill = "lapis" if self.chosen else "raised" if self.pressed and self.leads else "surface"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"])
        left, right = 16.0, pen.w - 16
        if self.icon:
            pen.icon(self.icon, 34, pen.h / 2, 28, "sand")
            left = 68.0
        if self.leads:
            pen.icon("next", pen.w - 20, pen.h / 2, 18, "sand_3")
            right -= 22
        if self.note:
            room = (right - left) * 0.45
            width = pen.text(self.note, right, pen.h / 2, "label", self.note_colour, "right", room)
            right -= width + 12
        room = right - left
        look = fit.label(self.title, room, True, pen.frame, (20, 18, 16))
        if not self.detail:
            two = look if look.fits else fit.wrapped(self.title, "label", room, 2, pen.frame)
            pen.lines(two, left, (pen.h - two.height) / 2, "sand")
            return
        detail = fit.wrapped(self.detail, "small", room, 2, pen.frame)
        top = (pen.h - 24 - detail.height) / 2
        pen.text(self.title, left, top + 12, look.style, "sand", max_width=room)
        pen.lines(detail, left, top + 24, "sand_2")


def fact_height(detail: str, width: float, frame: Any) -> float:
    """The logical height a FactRow of logical `width` needs for its detail: 62, or more for two lines."""
    lines = fit.wrapped(detail, "small", width, 2, frame).lines
    return 62.0 if len(lines) < 2 else 74.0
