"""Drawn hints of the box survey: the tile a question asks for, without the number that is asked; the people at it."""

from __future__ import annotations

from companion.ui.boards.tutankhamen_tiles import Look, draw
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn


class TileHint(Drawn):
    """One tile, or the sign of people where a question is about how many play (`look` None)."""

    def __init__(self, look: Look | None, numbered: bool) -> None:
        self.look, self.numbered = look, numbered
        super().__init__()

    def paint(self, pen: Pen) -> None:
        r = min(pen.w, pen.h) * 0.34
        if self.look is None:
            pen.icon("people", pen.w / 2, pen.h / 2, 1.6 * r, "sand_2")
        else:
            draw(pen, self.look, pen.w / 2, pen.h / 2, r, numbered=self.numbered)
