"""A PIN by touch: how many digits were typed, never which, and ten keys with one to take back and one to confirm."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion import pin
from companion.engine.sums import BACK
from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.key import Key

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", BACK, "0", "ok")
DOTS_H = 56.0
GAP = 6.0


class PinDots(Drawn):
    """A disc for each digit typed, a ring for each that is still needed at least."""

    typed = NumericProperty(0)

    shows = ("typed",)

    def paint(self, pen: Pen) -> None:
        n = max(int(self.typed), pin.SHORTEST)
        pitch = min(36.0, pen.w / n)
        left = pen.w / 2 - pitch * (n - 1) / 2
        for i in range(n):
            on = i < self.typed
            pen.disc(left + pitch * i, pen.h / 2, 10, "gold" if on else None, "gold" if on else "line_strong", 3)


class PinPad(Drawn):
    """At least 300 x 340. Event `on_confirm(pin)`; the keys do nothing while it is `shut`."""

    typed = StringProperty("")
    shut = BooleanProperty(False)

    shows = ("typed", "shut")
    __events__ = ("on_confirm",)

    def __init__(self, **properties: Any) -> None:
        self.dots = PinDots()
        self._keys = {value: self._key(value) for value in KEYS}
        super().__init__(**properties)

    def _key(self, value: str) -> Key:
        if value == BACK:
            key = Key(icon="backspace", kind="back", value=value)
        elif value == "ok":
            key = Key(icon="check", kind="off", value=value, guard=True)
        else:
            key = Key(text=value, value=value)
        key.bind(on_release=lambda *_: self._press(value))
        return key

    def key(self, value: str) -> Key:
        """The key that types `value` ("ok" confirms, BACK takes back)."""
        return self._keys[value]

    def _press(self, value: str) -> None:
        if self.shut:
            return
        if value == BACK:
            self.typed = self.typed[:-1]
        elif value != "ok":
            self.typed = (self.typed + value)[: pin.LONGEST]
        elif pin.can_be(self.typed):
            given, self.typed = self.typed, ""
            self.dispatch("on_confirm", given)

    def arrange(self) -> None:
        w, h = self.logical_size
        self.dots.typed = len(self.typed)
        self.put(self.dots, 0, 0, w, DOTS_H)
        wide = (w - 2 * GAP) / 3
        high = (h - DOTS_H - 3 * GAP) / 4
        for i, (value, key) in enumerate(self._keys.items()):
            usual = {BACK: "back", "ok": "confirm" if pin.can_be(self.typed) else "off"}.get(value, "digit")
            key.kind = "off" if self.shut else usual
            self.put(key, (wide + GAP) * (i % 3), DOTS_H + (high + GAP) * (i // 3), wide, high)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, DOTS_H - 4, "night", theme.RADIUS["button"])

    def on_confirm(self, given: str) -> None:
        """A PIN was typed and confirmed."""
