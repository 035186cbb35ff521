"""Something that is asked for, to be taken away by a tap."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from companion.ui import fit, theme
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Touchable

LOOK = TypeStyle("chip", 18, False, 22)
MARGIN, CROSS = 14.0, 30.0
HEIGHT = 48.0
WIDEST = 300.0


def chip_width(words: str, frame: Frame) -> float:
    """How wide a chip with these words is, in logical pixels."""
    return min(MARGIN + fit.measure(words, LOOK, frame) + CROSS + 10, WIDEST)


class Chip(Touchable):
    """Words with a cross behind them; `chip_width` wide and HEIGHT high. `value` tells what it stands for."""

    text = StringProperty("")

    shows = ("text",)

    def __init__(self, value: str, **properties: Any) -> None:
        self.value = value
        super().__init__(guard=True, **properties)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 3, pen.w, pen.h - 6, "lapis_press" if self.pressed else "lapis", theme.RADIUS["pill"])
        room = pen.w - MARGIN - CROSS - 4
        pen.text(self.text, MARGIN, pen.h / 2, LOOK, "lapis_ink", max_width=room, may_cut=True)
        pen.icon("cross", pen.w - CROSS / 2 - 4, pen.h / 2, 18, "lapis_ink")
