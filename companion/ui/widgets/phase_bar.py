"""Where in the round we are: steps done, the one now, steps to come. Never a control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kivy.properties import ListProperty, NumericProperty, StringProperty

from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn


@dataclass(frozen=True)
class Step:
    """One step: its word, and the colour of the seat that acts in it, if one does.

    `ahead`: what is selected now will lead there.
    """

    label: str
    seat: str = ""
    ahead: bool = False


class PhaseBar(Drawn):
    """`steps` is a list of Step (eight at most), `now` the index of the current one, `label` the round's words.

    Place it at 0, 64 with 800 x 30; in portrait at 0, 96 with 480 x 34, where it shows `now_label` (the step's word
    with the seat's disc where that is too long or not given) and one pip a step.
    """

    label = StringProperty("")
    steps = ListProperty([])
    now = NumericProperty(0)
    now_label = StringProperty("")

    shows = ("label", "steps", "now", "now_label")

    def set(self, label: str, steps: Sequence[Step], now: int, now_label: str = "") -> None:
        """All of it at once."""
        self.label, self.steps, self.now, self.now_label = label, list(steps), now, now_label

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night")
        if pen.frame.portrait:
            self._paint_strip(pen)
        else:
            self._paint_segments(pen)

    def _paint_segments(self, pen: Pen) -> None:
        bold = theme.TypeStyle("phase", 16, True, 19)
        used = pen.text(self.label, 12, pen.h / 2, bold, "sand_2")
        n = len(self.steps)
        if not n:
            return
        left = max(88.0, 12 + used + 12)
        width = (pen.w - left - 8 - 4 * (n - 1)) / n
        for i, step in enumerate(self.steps):
            x = left + i * (width + 4)
            done, current = i < self.now, i == self.now
            if done or current:
                pen.box(x, 3, width, 24, "lapis" if current else "raised", theme.RADIUS["cell"])
            else:
                line, thick = ("gold", "normal") if step.ahead else ("line", "hair")
                pen.box(x, 3, width, 24, None, theme.RADIUS["cell"], line, theme.STROKE[thick])
            ink = "lapis_ink" if current else "sand" if step.ahead else "sand_2" if done else "sand_3"
            style = bold if current else theme.style("small")
            if pen.measure(step.label, style) > width - (32 if step.seat else 6):
                style = theme.style("small")
            # The word comes before the disc: who acts stands in the headline as well.
            seat = step.seat if pen.measure(step.label, style) <= width - 32 else ""
            disc = 24.0 if seat else 0.0
            if seat:
                pen.seat_disc(seat, x + 15, 15, 9)
            room = width - disc - (8 if seat else 6)
            middle = x + disc + (width - disc) / 2
            text_width = pen.measure(step.label, style)
            if seat and text_width < width - 2 * disc - 8:
                middle = x + width / 2 + 8
            pen.text(step.label, middle, pen.h / 2, style, ink, "center", room)

    def _paint_strip(self, pen: Pen) -> None:
        bold = theme.TypeStyle("phase", 18, True, 22)
        small = theme.TypeStyle("phase", 16, True, 19)
        middle = pen.h / 2
        n = len(self.steps)
        pitch = min(26.0, 190 / max(n, 1))
        pips = pen.w - 14 - pitch * n + (pitch - 20)
        style = bold if pen.measure(self.label, bold) <= 92 else small
        used = pen.text(self.label, 12, middle, style, "sand_2", max_width=140)
        left = max(112.0, 12 + used + 10)
        room = pips - 12 - left
        step = self.steps[int(self.now)] if n > self.now >= 0 else Step("")
        word, seat = self.now_label, ""
        if not word or (step.seat and pen.measure(word, small) > room - 8):
            word, seat = step.label, step.seat
        if word:
            pen.box(left, 4, room, 26, "lapis", theme.RADIUS["cell"])
            beside = 24.0 if seat else 0.0
            look = bold if pen.measure(word, bold) <= room - 8 - beside else small
            start = left + (room - beside - min(pen.measure(word, look), room - 8 - beside)) / 2
            if seat:
                pen.seat_disc(seat, start + 9, middle, 9)
            pen.text(word, start + beside, middle, look, "lapis_ink", max_width=room - 8 - beside)
        for i in range(n):
            x = pips + i * pitch
            width = min(20.0, pitch - 4)
            if i <= self.now:
                pen.box(x, middle - 4, width, 8, "lapis_light" if i == self.now else "sand_2", 4)
            else:
                line = "gold" if self.steps[i].ahead else "line_strong"
                pen.box(x, middle - 4, width, 8, None, 4, line, theme.STROKE["hair"])
