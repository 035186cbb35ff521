"""The state of a device by shape and colour: ready dot, starting ring, lost cross, absent empty ring."""

from __future__ import annotations

from kivy.properties import OptionProperty, StringProperty

from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

STATES = {"ready": "good", "starting": "warn", "lost": "bad", "absent": "sand_3"}


class DeviceSign(Drawn):
    """`state` with its `word` beside it; with an `icon` it stands at the corner of that sign (Home, without a word)."""

    state = OptionProperty("absent", options=tuple(STATES))
    word = StringProperty("")
    icon = StringProperty("")

    shows = ("state", "word", "icon")

    def paint(self, pen: Pen) -> None:
        colour = STATES[self.state]
        x, y, r = 8.0, pen.h / 2, 7.0
        if self.icon:
            pen.icon(self.icon, 13, y, 26, colour)
            # At the lower right corner of the sign, cut out of it.
            x, y, r = 25.0, y + 10, 5.0
            pen.disc(x, y, r + 2, "surface")
        if self.state == "ready":
            pen.disc(x, y, r, colour)
        elif self.state == "lost":
            arm = r * 0.7
            pen.line([(x - arm, y - arm), (x + arm, y + arm)], colour, r / 2, rounded=True)
            pen.line([(x - arm, y + arm), (x + arm, y - arm)], colour, r / 2, rounded=True)
        else:
            pen.disc(x, y, r, None, colour, 3 if self.state == "starting" else 2)
        if self.word:
            style = theme.TypeStyle("device", 18, True, 22)
            pen.text(self.word, 24, pen.h / 2, style, colour, max_width=pen.w - 24)
