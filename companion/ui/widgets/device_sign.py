"""The state of a device by shape and colour: ready dot, starting ring, lost cross, absent empty ring."""

from __future__ import annotations

from kivy.properties import OptionProperty, StringProperty

from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

STATES = {"ready": "good", "starting": "warn", "lost": "bad", "absent": "sand_3"}


class DeviceSign(Drawn):
    """`state` with its `word` beside it; with an `icon` the device's sign comes first (as on Home, without a word)."""

    state = OptionProperty("absent", options=tuple(STATES))
    word = StringProperty("")
    icon = StringProperty("")

    shows = ("state", "word", "icon")

    def paint(self, pen: Pen) -> None:
        colour = STATES[self.state]
        y = pen.h / 2
        x = 8.0
        if self.icon:
            pen.icon(self.icon, 13, y, 26, "sand_2" if self.state != "absent" else "sand_3")
            x = 34.0
        if self.state == "ready":
            pen.disc(x, y, 7, colour)
        elif self.state == "lost":
            pen.line([(x - 5, y - 5), (x + 5, y + 5)], colour, 3.5, rounded=True)
            pen.line([(x - 5, y + 5), (x + 5, y - 5)], colour, 3.5, rounded=True)
        else:
            pen.disc(x, y, 7, None, colour, 3 if self.state == "starting" else 2)
        if self.word:
            style = theme.TypeStyle("device", 18, True, 22)
            pen.text(self.word, x + 16, y, style, colour, max_width=pen.w - x - 16)
