"""Rows and captions that several screens share."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.shapes import game_emblem
from companion.ui.theme import TypeStyle
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
    """A quiet heading of one line, or running text filled into its box.

    With `balance` its lines are of like length, and smaller where they would be too long.
    """

    def __init__(
        self, text: str, style: str = "body", colour: str = "sand_2", align: str = "left", lines: int = 1,
        balance: bool = False, **more: Any,
    ) -> None:  # fmt: skip
        self.text = text
        self.style = style
        self.colour = colour
        self.align = align
        self.lines = lines
        self.balance = balance
        super().__init__(**more)

    def paint_base(self, pen: Pen) -> None:
        x = {"left": 0.0, "center": pen.w / 2, "right": pen.w}[self.align]
        if self.balance:
            fitted = fit.balanced(self.text, self.style, pen.w, self.lines, pen.frame)
            if not fitted.fits:
                fitted = fit.balanced(self.text, "small", pen.w, self.lines, pen.frame)
            pen.lines(fitted, x, 0, self.colour, self.align)
        elif self.lines > 1:
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
        room = pen.w - left - (32 if self.leads else 12)
        if self.leads:
            pen.icon("next", pen.w - 18, pen.h / 2, 18, "sand_3")
        middle = pen.h / 2
        taken = pen.measure(self.value, "action") + 8
        if self.title and pen.measure(self.title, "small") > room and taken <= room / 2:
            # A long title over two lines, its short value beside it.
            two = fit.balanced(self.title, "small", room - taken, 2, pen.frame)
            if not two.fits:
                two = fit.balanced(self.title, theme.normal(theme.style("small")), room - taken, 2, pen.frame)
            pen.lines(two, left, middle - two.height / 2, "sand_2", max_width=room - taken)
            pen.text(self.value, left + room, middle, "action", "sand", "right")
        elif self.title:
            pen.text(self.title, left, middle - 11, "small", "sand_2", max_width=room)
            look = fit.label(self.value, room, False, pen.frame, (20, 18, 16))
            pen.text(self.value, left, middle + 11, look.style, "sand", max_width=room)
        else:
            look = fit.label(self.value, room, False, pen.frame, (20, 18, 16))
            pen.text(self.value, left, middle, look.style, "sand", max_width=room)


class FactRow(Touchable):
    """A row of a list: a heading of 20 over small lines, and a word in `note_colour`: at the right, below where narrow.

    `height_for` says how high it must be for a width.
    """

    title = StringProperty("")
    detail = StringProperty("")
    note = StringProperty("")
    note_colour = StringProperty("sand_2")
    icon = StringProperty("")
    leads = BooleanProperty(False)
    chosen = BooleanProperty(False)

    shows: tuple[str, ...] = ("title", "detail", "note", "note_colour", "icon", "leads", "chosen")

    def height_for(self, width: float, least: float = 62) -> float:
        """The logical height for a logical width (the scroll bar's room is left aside)."""
        return max(least, self._parts(width - 12)[-1] + 16)

    def paint_sign(self, pen: Pen) -> None:
        """Paint what stands at the left."""
        pen.icon(self.icon, 34, pen.h / 2, 28, "sand")

    def _parts(self, width: float) -> tuple[float, float, bool, fit.Fitted, fit.Fitted | None, float]:
        """Left edge, room of the lines, whether the note stands below, title, detail, and the height of all."""
        left = 68.0 if self.icon else 16.0
        room = width - left - (38 if self.leads else 16)
        note = fit.measure(self.note, "label", self.frame) if self.note else 0.0
        below = note > room * 0.45 or (note > 0 and width < 600 and note > 90)
        if note and not below:
            room -= note + 14
        title = fit.label(self.title, room, True, self.frame, (20, 18))
        if not title.fits:
            title = fit.wrapped(self.title, TypeStyle("fact", 18, True, 22), room, 5, self.frame)
        detail = fit.wrapped(self.detail, "small", room, 14, self.frame) if self.detail else None
        height = title.height + (22 if below else 0) + (detail.height if detail else 0)
        return left, room, below, title, detail, float(height)

    def paint(self, pen: Pen) -> None:
        fill = "lapis" if self.chosen else "raised" if self.pressed and self.leads else "surface"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"])
        left, room, below, title, detail, height = self._parts(pen.w)
        if self.icon:
            self.paint_sign(pen)
        if self.leads:
            pen.icon("next", pen.w - 20, pen.h / 2, 18, "sand_3")
        y = (pen.h - height) / 2
        y += pen.lines(title, left, y, "sand", max_width=room)
        # What is muted elsewhere could not be read on the colour of what is chosen.
        ink = "sand" if self.chosen and self.note_colour in ("sand_2", "sand_3") else self.note_colour
        if self.note and below:
            pen.text(self.note, left, y + 11, "label", ink, max_width=room)
            y += 22
        elif self.note:
            pen.text(self.note, pen.w - (38 if self.leads else 16), pen.h / 2, "label", ink, "right")
        if detail is not None:
            pen.lines(detail, left, y, "sand" if self.chosen else "sand_2")
