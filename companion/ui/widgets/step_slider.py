"""The replay's slider: it moves by whole moves, its ticks are rounds, and what lies above its line are scorings."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty

from companion.ui.layout import Rect
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Turned


class StepSlider(Turned, Drawn):
    """`value` from 0 to `steps`; `ticks` are values that get a line, `drops` such that get a drop over it and `dots`
    such that get a dot under it. 56 high to touch, any width.

    Event `on_slide(value)` follows a finger, once for every whole step, or the knob.
    """

    value = NumericProperty(0)
    steps = NumericProperty(1)
    ticks = ListProperty([])
    drops = ListProperty([])
    dots = ListProperty([])

    shows = ("value", "steps", "ticks", "drops", "dots")
    __events__ = ("on_slide",)

    def __init__(self, **properties: Any) -> None:
        self._finger: Any = None
        super().__init__(**properties)

    def targets(self) -> Any:
        """Its whole area is one target."""
        yield "StepSlider", Rect(round(self.x), round(self.y), round(self.width), round(self.height))

    def _x(self, value: float) -> float:
        return 16.0 + (self.logical_size[0] - 32) * float(value / max(self.steps, 1))

    def knob(self) -> tuple[float, float]:
        """The middle of the knob in pixels of the parent."""
        return self.x + self._x(self.value) * self.frame.unit, float(self.center_y)

    @property
    def span(self) -> int:  # type: ignore[override]
        """How many steps there are."""
        return int(self.steps)

    @property
    def turns(self) -> bool:
        return not self.disabled

    def turn(self, steps: int) -> None:
        self._slide(min(max(int(self.value) + steps, 0), int(self.steps)))

    def _follow(self, touch: Any) -> None:
        along = ((touch.x - self.x) / self.frame.unit - 16) / (self.logical_size[0] - 32)
        self._slide(round(min(max(along, 0.0), 1.0) * self.steps))

    def _slide(self, value: int) -> None:
        if value != self.value:
            self.value = value
            self.dispatch("on_slide", value)

    def on_touch_down(self, touch: Any) -> bool:
        if self.disabled or not self.collide_point(*touch.pos):
            return False
        if self._finger is None:
            touch.grab(self)
            self._finger = touch
            self._follow(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._follow(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._finger = None
        return True

    def paint(self, pen: Pen) -> None:
        y = pen.h / 2
        at = self._x(self.value)
        pen.box(16, y - 4, pen.w - 32, 8, "night", 4)
        if at > 24:
            pen.box(16, y - 4, at - 16, 8, "gold", 4)
        for tick in self.ticks:
            pen.box(self._x(tick) - 1, y - 8, 2, 16, "line_strong")
        for drop in self.drops:
            x = self._x(drop)
            pen.polygon([(x - 6, y - 27), (x + 6, y - 27), (x, y - 18)], "lit")
        for dot in self.dots:
            pen.disc(self._x(dot), y + 22, 4, "sand_2")
        pen.disc(at, y, 18, "ground")
        pen.disc(at, y, 16, "gold")

    def on_slide(self, value: int) -> None:
        """A finger or the knob moved it to this step."""
