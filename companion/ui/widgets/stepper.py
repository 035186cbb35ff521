"""A small count: minus, the number, plus. Holding repeats."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty

from companion.engine.sums import number
from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Turned
from companion.ui.widgets.key import Key

REPEAT_S = 0.2


class Stepper(Turned, Drawn):
    """`value` between `low` and `high`, 144 x 48 or wider. Event `on_step(value)` follows people, not the program."""

    value = NumericProperty(0)
    low = NumericProperty(0)
    high = NumericProperty(20)

    shows = ("value", "low", "high")
    __events__ = ("on_step",)

    def __init__(self, **properties: Any) -> None:
        self._repeat: Any = None
        self._minus = self._end("minus", -1)
        self._plus = self._end("plus", 1)
        super().__init__(**properties)

    def _end(self, icon: str, step: int) -> Key:
        key = Key(icon=icon, kind="digit", holdable=True)
        key.bind(
            on_release=lambda *_: self._step(step),
            on_hold=lambda *_: self._start(key, step),
            on_touch_up=lambda _, touch: self._stop(),
        )
        return key

    @property
    def minus_key(self) -> Key:
        return self._minus

    @property
    def plus_key(self) -> Key:
        return self._plus

    @property
    def turns(self) -> bool:
        return not self.disabled and bool(self.low < self.high)

    def turn(self, steps: int) -> None:
        for _ in range(abs(steps)):
            self._step(1 if steps > 0 else -1)

    def _start(self, key: Key, step: int) -> None:
        self._step(step)
        self._repeat = Clock.schedule_interval(lambda _: self._step(step), REPEAT_S)

    def _stop(self) -> None:
        if self._repeat is not None:
            self._repeat.cancel()
            self._repeat = None

    def _step(self, step: int) -> None:
        value = min(max(self.value + step, self.low), self.high)
        if value == self.value:
            self._stop()
            return
        self.value = value
        self.dispatch("on_step", value)

    def arrange(self) -> None:
        w, h = self.logical_size
        self._minus.kind = "off" if self.value <= self.low else "digit"
        self._plus.kind = "off" if self.value >= self.high else "digit"
        self.put(self._minus, 0, 0, 48, h)
        self.put(self._plus, w - 48, 0, 48, h)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["button"])
        pen.text(number(int(self.value)), pen.w / 2, pen.h / 2, "decision2", "sand", "center", pen.w - 100)

    def on_step(self, value: int) -> None:
        """A finger or the knob changed the value."""
