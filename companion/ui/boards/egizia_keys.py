"""Keys with a number that is printed on the board or on a card."""

from __future__ import annotations

from typing import Any

from companion.ui.boards import egizia_drawing as drawing
from companion.ui.boards.base import Area
from companion.ui.boards.egizia_drawing import Worn
from companion.ui.pen import Pen
from companion.ui.widgets.base import Touchable


class NumberKey(Touchable):
    """A key for one number ("value:5")."""

    def __init__(self, target: str, worn: Worn, **properties: Any) -> None:
        self.target, self.stands_for, self.worn = target, target, worn
        super().__init__(guard=True, **properties)

    def paint(self, pen: Pen) -> None:
        worn = self.worn._replace(lit=False, pressed=self.pressed)
        drawing.ground(pen, Area(0, 0, pen.w, pen.h), worn, "surface" if self.pressed else "raised")
        pen.text(self.target.rpartition(":")[2], pen.w / 2, pen.h / 2, drawing.NUMBER, "sand", "center")
