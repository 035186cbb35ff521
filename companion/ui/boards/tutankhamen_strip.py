"""The strip under the path: what lies in front of the seat that acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.text import T
from companion.ui import theme
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.boards.tutankhamen_desk import acting, holdings
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import ASIDE, Touchable

if TYPE_CHECKING:
    from companion.ui.boards.tutankhamen_view import PathView

WORDS = TypeStyle("slot", 16, False, 19)
COUNT = TypeStyle("count", 18, True, 22)
SHOWN = 6
"""Kinds that fit the strip."""


class Strip(Touchable):
    """What lies in front of one seat, the first kinds of it; a tap opens everything."""

    ring_rank = ASIDE

    def __init__(self, view: PathView) -> None:
        self.view = view
        super().__init__(frame=view.frame, guard=True)

    def paint(self, pen: Pen) -> None:
        state = self.view.state
        if state is None:
            return
        seat = acting(state)
        held = holdings(state, seat)
        middle = pen.h / 2
        pen.box(0, 0, pen.w, pen.h, "raised" if self.pressed else "surface", theme.RADIUS["card"])
        pen.seat_disc(seat, 32, middle, 14)
        words = self.view.say(T("holds")) if held else self.view.say(T("holds nothing"))
        wide = pen.text(words, 50, middle, WORDS, "sand_2", max_width=pen.w - 60)
        left = 50 + wide + 12
        pitch = min(70.0, (pen.w - left - 18) / SHOWN)
        r = 16 if pitch >= 62 else 14
        for i, (tile, n) in enumerate(held[:SHOWN]):
            x = left + pitch * i + r
            tiles.draw(pen, self.view.looks[tile], x, middle, r)
            pen.text(f"×{n}", x + r + 3, middle, COUNT if pitch >= 62 else tiles.small_style(True), "sand")
        if len(held) > SHOWN:
            pen.icon("next", pen.w - 12, middle, 18, "sand_2")
