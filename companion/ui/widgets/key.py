"""One key of the keypad or the keyboard."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.theme import Colour
from companion.ui.widgets.base import Touchable

KINDS = ("digit", "sign", "back", "confirm", "off")
LOOKS: dict[str, tuple[Colour, Colour, Colour]] = {
    "digit": ("raised", "surface", "sand"),
    "sign": ("lapis", "lapis_press", "lapis_ink"),
    "back": ("raised", "surface", "sand_2"),
    "confirm": ("gold", "gold_press", "gold_ink"),
    "off": ("surface", "surface", "disabled"),
}


class Key(Touchable):
    """`text` (or `icon`) in one of four kinds, or "off". `value` is what it types, `letter` the size of its text."""

    text = StringProperty("")
    icon = StringProperty("")
    value = StringProperty("")
    kind = OptionProperty("digit", options=KINDS)
    letter = NumericProperty(36)
    lit = BooleanProperty(False)

    shows = ("text", "icon", "kind", "letter", "lit")

    @property
    def answers(self) -> bool:
        return self.kind != "off" and super().answers

    @property
    def gold(self) -> bool:
        return bool(self.kind == "confirm")

    def on_touch_down(self, touch: Any) -> bool:
        if self.kind == "off" and self.accepts(touch):
            return True
        return super().on_touch_down(touch)

    def paint(self, pen: Pen) -> None:
        idle, down, ink = LOOKS[self.kind]
        outline = "lapis_light" if self.lit else None
        pen.box(0, 0, pen.w, pen.h, down if self.pressed else idle, theme.RADIUS["button"], outline, 3)
        if self.icon:
            size = min(40.0, pen.h * 0.5, pen.w * 0.6) if self.kind == "confirm" else min(32.0, pen.h * 0.5)
            beside = 10 + pen.measure(self.text, "small") if self.text else 0.0
            pen.icon(self.icon, pen.w / 2 - beside / 2, pen.h / 2, size, ink)
            if self.text:
                style = theme.TypeStyle("key", 16, True, 19)
                pen.text(self.text, pen.w / 2 + size / 2 + 5 - beside / 2 + beside / 2, pen.h / 2, style, ink, "center")
            return
        sizes = tuple(s for s in (36, 28, 24, 20, 18, 16) if s <= self.letter)
        fitted = fit.label(self.text, pen.w - 8, True, pen.frame, sizes)
        pen.text(self.text, pen.w / 2, pen.h / 2, fitted.style, ink, "center", pen.w - 8)
