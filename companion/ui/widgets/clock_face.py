"""The clock beside the sentence: a time in digits, and whether it stands still. A tap pauses it."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import HEAD, Touchable

SIZES = (30, 28, 26, 24, 22, 20, 18)


class ClockFace(Touchable):
    """`digits` of whoever decides; "": nobody's time is counted now, and the sign of a clock stands alone.

    `runs`: whether it counts now. `over`: whether the time is used up; it goes on below zero, and nothing else happens.
    """

    ring_rank = HEAD

    digits = StringProperty("")
    runs = BooleanProperty(False)
    paused = BooleanProperty(False)
    over = BooleanProperty(False)

    shows = ("digits", "runs", "paused", "over")

    def paint(self, pen: Pen) -> None:
        if self.pressed:
            pen.box(0, 0, pen.w, pen.h, "raised", theme.RADIUS["button"])
        middle = pen.h / 2
        colour = "warn" if self.over else "sand" if self.runs else "sand_3"
        if not self.digits:
            pen.icon("pause" if self.paused else "clock", pen.w / 2, middle, 28, "gold" if self.paused else "sand_3")
            return
        room = pen.w - 12
        styles = [TypeStyle(f"clock{size}", size, True, size + 4) for size in SIZES]
        style = next((look for look in styles if fit.measure(self.digits, look, pen.frame) <= room), styles[-1])
        if self.paused:
            low = pen.h < 56
            pen.icon("pause", pen.w / 2, middle - 13, 18 if low else 24, "gold")
            middle += 8 if low else 13
            style = next(look for look in styles if look.size <= min(style.size, 22 if low else 26))
            colour = "warn" if self.over else "sand_2"
        pen.text(self.digits, pen.w / 2, middle, style, colour, "center")
