"""Devices: what this machine has besides the table, as it is."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.text import T
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.device_sign import DeviceSign
from companion.ui.widgets.top_bar import TopBar


class DeviceRow(Drawn):
    """A device: its sign, name, what there is to say of it, and its state."""

    def __init__(self, icon: str, name: str, line: str, state: str, word: str, **properties: Any) -> None:
        self.icon, self.name, self.line = icon, name, line
        self.sign = DeviceSign(state=state, word=word)
        super().__init__(**properties)

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.sign, w - 150, (h - 30) / 2, 142, 30)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["button"])
        pen.icon(self.icon, 34, pen.h / 2, 30, "sand")
        room = pen.w - 68 - 158
        line = fit.wrapped(self.line, "small", room, 2, pen.frame)
        top = (pen.h - 24 - line.height) / 2
        pen.text(self.name, 68, top + 12, "action", "sand", max_width=room)
        pen.lines(line, 68, top + 24, "sand_2")


class DevicesScreen(Screen):
    """The touch panel and the backlight; nothing else is connected to, and nothing pretends to be."""

    name: ClassVar[str] = "devices"

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Devices")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        ready = self.say(T("ready"))
        touch = DeviceRow("hand", self.say(T("Touch")), self.say(T("you just used it")), "ready", ready)
        self.put(touch, 8, 64, frame.w - 16, 68)
        backlight = self.context.backlight
        line = {
            "ready": T("dims the panel itself: {name}", name=backlight.name),
            "lost": T("takes no values any more; the picture darkens instead"),
            "absent": T("none to set; the picture darkens instead"),
        }[backlight.state]
        word = {"ready": ready, "lost": self.say(T("lost")), "absent": self.say(T("absent"))}[backlight.state]
        light = DeviceRow("light", self.say(T("Backlight")), self.say(line), backlight.state, word)
        self.put(light, 8, 138, frame.w - 16, 68)
        hint = self.say(T("No other devices yet. Everything works by tap."))
        self.put(Caption(hint, "body", lines=3), 16, 222, frame.w - 32, 80)
