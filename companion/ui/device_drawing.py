"""The parts of a device as they look: a button, a lamp, a knob. For trying them out on the screen."""

from __future__ import annotations

from math import cos, pi, sin

from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from companion.engine.sums import number
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable

DETENTS = 20
"""Steps of a common knob in one turn."""


class KeyDrawing(Drawn):
    """A push button: `down` while it is pressed, a tick and how often once it was; `word` or a seat's symbol on it."""

    word = StringProperty("")
    seat = StringProperty("")
    down = BooleanProperty(False)
    count = NumericProperty(0)

    shows = ("word", "seat", "down", "count")

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "gold" if self.down else "surface", theme.RADIUS["button"])
        r = min(26.0, (pen.h - 42) / 2)
        x, y = pen.w / 2, (pen.h + 26) / 2
        ink = "gold_ink" if self.down else "sand"
        look = fit.label(self.word, pen.w - 12, True, pen.frame, (20, 18, 16))
        pen.text(self.word, x, 17, look.style, ink, "center", pen.w - 12)
        if self.seat:
            pen.seat_disc(self.seat, x, y, r)
        else:
            pen.disc(x, y, r, "raised", ink, 3)
            if self.down:
                pen.disc(x, y, r - 8, ink)
        if self.count:
            tick = "gold_ink" if self.down else "good"
            pen.icon("check", 18, pen.h - 16, 18, tick)
            pen.text(number(int(self.count)), pen.w - 8, pen.h - 14, "small", ink, "right", 44)


class LampDrawing(Touchable):
    """A lamp: filled where it is on, a ring with a dot where it blinks, an empty ring where it is off. Tap changes."""

    lamp = OptionProperty("off", options=("off", "on", "blink"))

    shows = ("lamp",)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "raised" if self.pressed else "surface", theme.RADIUS["button"])
        x, y = pen.w / 2, pen.h / 2
        if self.lamp == "on":
            pen.disc(x, y, 15, "gold")
            return
        pen.disc(x, y, 15, "night", "gold" if self.lamp == "blink" else "line_strong", 3)
        if self.lamp == "blink":
            pen.disc(x, y, 6, "gold")


class KnobDrawing(Drawn):
    """A knob with a notch that stands where `steps` brought it, and the steps as a number."""

    steps = NumericProperty(0)
    down = BooleanProperty(False)
    tried = BooleanProperty(False)
    turned = BooleanProperty(False)

    shows = ("steps", "down", "tried", "turned")

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "gold" if self.down else "surface", theme.RADIUS["button"])
        ink = "gold_ink" if self.down else "sand"
        r = min(34.0, pen.h / 2 - 12, pen.w * 0.22)
        x, y = r + pen.w * 0.1, pen.h / 2
        pen.disc(x, y, r, "raised", ink, 3)
        angle = 2 * pi * self.steps / DETENTS
        notch = [(x + out * sin(angle), y - out * cos(angle)) for out in (r - 14, r - 5)]
        pen.line(notch, "sand", 5, rounded=True)
        room = pen.w - x - r - 14
        words = number(int(self.steps))
        pen.text(words, x + r + 10, y, fit.label(words, room, True, pen.frame, (24, 20, 18, 16)).style, ink,
                 max_width=room)  # fmt: skip
        if self.tried and self.turned:
            pen.icon("check", pen.w - 16, 17, 18, "gold_ink" if self.down else "good")
