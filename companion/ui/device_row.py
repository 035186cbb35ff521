"""A row of the Devices screen: sign, name, what the device last did, its state, and one button."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.device_sign import DeviceSign

BUTTON = (112.0, 50.0)
STATE_X, STATE_W = 380.0, 134.0
LEAST = 62.0
MOST_LINES = 8


class DeviceRow(Touchable):
    """640 x 62 where the line is short, else higher; a tap beside the button leads on where `leads`.

    In portrait the state stands under the name. Without an `act` there is no button.
    """

    icon = StringProperty("")
    name = StringProperty("")
    line = StringProperty("")
    act = StringProperty("")
    leads = BooleanProperty(True)

    shows = ("icon", "name", "line", "act", "leads")

    def __init__(self, **properties: Any) -> None:
        self.sign = DeviceSign()
        self.button = PushButton(guard=True)
        self.button.text_size_limit = 18
        super().__init__(guard=True, **properties)

    def tell(self, state: str, word: str, line: str) -> None:
        """Show another state and line."""
        self.sign.state, self.sign.word, self.line = state, word, line

    def height_for(self, width: float) -> float:
        """The logical height for a logical width (the scroll bar's room is left aside)."""
        narrow = width < 600
        lines = self._lines(width - 12)
        return max(LEAST, lines.height + (62 if narrow else 40))

    def _lines(self, width: float) -> fit.Fitted:
        room = width - 68 - (12 if not self.act else BUTTON[0] + 18)
        return fit.wrapped(self.line, "small", room, MOST_LINES, self.frame)

    def arrange(self) -> None:
        w, h = self.logical_size
        narrow = w < 600
        if narrow:
            self.put(self.sign, 68, 32, w - 68 - BUTTON[0] - 12, 26)
        else:
            self.put(self.sign, w - (640 - STATE_X), 6, STATE_W, 30)
        if self.act:
            self.put(self.button, w - BUTTON[0] - 8, (h - BUTTON[1]) / 2, *BUTTON)
            self.button.text = self.act
        elif self.button.parent is not None:
            self.remove_widget(self.button)

    def paint(self, pen: Pen) -> None:
        down = self.pressed and self.leads
        pen.box(0, 0, pen.w, pen.h, "raised" if down else "surface", theme.RADIUS["button"])
        pen.icon(self.icon, 34, pen.h / 2, 30, "sand" if self.sign.state != "absent" else "sand_3")
        narrow = pen.w < 600
        room = (pen.w - BUTTON[0] - 12 if narrow else pen.w - (640 - STATE_X) - 8) - 68
        look = fit.label(self.name, room, True, pen.frame, (20, 18, 16))
        pen.text(self.name, 68, 19, look.style, "sand", max_width=room)
        lines = self._lines(pen.w)
        top = 58.0 if narrow else 34.0
        pen.lines(lines, 68, top + (pen.h - top - 6 - lines.height) / 2, "sand_2")
