"""A month, stepped one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.text import Text
from companion.ui import fit, theme
from companion.ui.dates import month_text
from companion.ui.pen import Pen
from companion.ui.widgets.stepper import Stepper


class MonthStepper(Stepper):
    """As a Stepper, 240 wide or more; `value` counts months from the year 0 (year × 12 + month − 1)."""

    def __init__(self, say: Callable[[Text | str], str], **properties: Any) -> None:
        self.say = say
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["button"])
        year, month = divmod(int(self.value), 12)
        words = self.say(month_text(year, month + 1))
        look = fit.label(words, pen.w - 108, True, pen.frame, (20, 18, 16))
        pen.text(words, pen.w / 2, pen.h / 2, look.style, "sand", "center", pen.w - 104)
