"""A seat wherever it is named: disc with symbol, and the name in the seat's own colour."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Touchable


class SeatChip(Touchable):
    """`seat` is a colour, `name` a player's name. Without a seat it is an empty place: dashed, plus sign, `name`."""

    seat = StringProperty("")
    name = StringProperty("")
    chosen = BooleanProperty(False)

    shows = ("seat", "name", "chosen")

    def paint(self, pen: Pen) -> None:
        middle = pen.h / 2
        r = min(20.0, pen.h / 2 - 6)
        left = min(8 + r, pen.h / 2)
        if not self.seat:
            pen.dashed_box(0, 0, pen.w, pen.h, theme.RADIUS["pill"])
            pen.icon("plus", left - 2, middle, 22, "sand_2")
            pen.text(self.name, left + r - 2, middle, "label", "sand_2", max_width=pen.w - left - r - 6)
            return
        fill = "surface" if self.pressed else "raised"
        line = "gold" if self.chosen else None
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["pill"], line, theme.STROKE["strong"])
        pen.seat_disc(self.seat, left, middle, r)
        room = pen.w - left - r - 4 - 6
        name = fit.short_name(self.name)
        look = fit.label(name, room, True, pen.frame, (20, 18, 16))
        pen.text(name, left + r + 4, middle, look.style, theme.seat(self.seat).text, max_width=room, may_cut=True)
