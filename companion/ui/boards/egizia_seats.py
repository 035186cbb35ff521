"""A seat in a row: its tableau, collapsed (design 4.6, 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.engine.sums import number
from companion.engine.text import T, Text
from companion.games.egizia.state import Egizia
from companion.ui import fit, theme
from companion.ui.boards import egizia_drawing as drawing
from companion.ui.boards.egizia_drawing import BARE, Worn
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.widgets.base import ASIDE, Touchable

Say = Callable[[Text | str], str]


class SeatLook(NamedTuple):
    """What a collapsed tableau says; chip 0: the seat has left."""

    seat: str
    score: int
    stones: int
    grain: int
    need: int
    ships: int
    chip: int
    out: bool


def seat_look(state: Egizia, seat: str) -> SeatLook:
    """How a seat stands."""
    side = state.sides[seat]
    chip = 0 if side.gone else state.chips.index(seat) + 1
    return SeatLook(seat, side.score, side.stones, side.grain(state.ring), side.need, side.ships, chip, side.out)


class SeatRow(Touchable):
    """A seat: name, score, stones, grain of need, ships left, number chip. Low rows leave the name away."""

    ring_rank = ASIDE

    def __init__(self, frame: Frame, name: Callable[[str], str], say: Say) -> None:
        self.name, self.say = name, say
        self.look: SeatLook | None = None
        self.active = False
        self.worn = BARE
        super().__init__(frame=frame, guard=True)

    def set(self, look: SeatLook, active: bool, worn: Worn) -> None:
        """Show a seat; active: it decides now."""
        if (look, active, worn) != (self.look, self.active, self.worn):
            self.look, self.active, self.worn = look, active, worn
            self.redraw()

    def paint(self, pen: Pen) -> None:
        look = self.look
        if look is None:
            return
        radius = theme.RADIUS["button"]
        pen.box(0, 0, pen.w, pen.h, "raised" if self.active or self.pressed else "surface", radius)
        pen.box(0, 0, 6, pen.h, theme.seat(look.seat).fill, 3)
        if self.worn.reason or self.worn.lit or self.worn.counted or self.worn.selected:
            ink = "bad" if self.worn.reason else "gold" if self.worn.selected else "lit"
            pen.box(0, 0, pen.w, pen.h, None, radius, ink, 3)
        if pen.h >= 56 and pen.w >= 180:
            self._tall(pen, look)
        elif pen.w >= 180:
            self._low(pen, look)
        else:
            self._narrow(pen, look)

    def _tall(self, pen: Pen, look: SeatLook) -> None:
        pen.seat_disc(look.seat, 24, 20, 13)
        wide = pen.text(number(look.score), pen.w - 8, 22, drawing.SCORE, "sand", "right")
        if look.chip:
            words = self.say(T("no. {n}", n=look.chip))
            pen.text(words, pen.w - 8, 46, drawing.SMALL, "sand_2", "right")
        room = pen.w - wide - 56
        name = fit.short_name(self.name(look.seat))
        style = drawing.short(pen, name, room, True)
        pen.text(name, 43, 20, style, drawing.seat_ink(look.seat), max_width=room, may_cut=True)
        self._means(pen, look, 14, 46, pen.w - 60)

    def _low(self, pen: Pen, look: SeatLook) -> None:
        y = pen.h / 2
        pen.seat_disc(look.seat, 22, y, min(12.0, y - 3))
        wide = pen.text(number(look.score), pen.w - 8, y, drawing.NUMBER, "sand", "right")
        self._means(pen, look, 38, y, pen.w - wide - 46)

    def _narrow(self, pen: Pen, look: SeatLook) -> None:
        y = pen.h / 2
        pen.seat_disc(look.seat, 20, y, 10)
        pen.icon("stone", 41, y, 16, "sand_2")
        pen.text(str(look.stones), 51, y, drawing.LABEL_BOLD, "sand")
        pen.text(number(look.score), pen.w - 6, y, drawing.LABEL_BOLD, "sand", "right")

    def _means(self, pen: Pen, look: SeatLook, x: float, y: float, room: float) -> None:
        """Stones, grain of need, ships left, as far as there is room."""
        grain = f"{look.grain}/{look.need}"
        wide = pen.measure(grain, drawing.LABEL_BOLD)
        gap = max(min((room - 16 * 3 - 20 - wide - 24) / 2, 16.0), 4.0)
        pen.icon("stone", x + 8, y, 17, "sand_2")
        x += 18 + pen.text(str(look.stones), x + 18, y, drawing.LABEL_BOLD, "sand") + gap
        ink = "bad" if look.grain < look.need else "sand"
        pen.icon("grain", x + 8, y, 17, "bad" if look.grain < look.need else "sand_2")
        x += 17 + pen.text(grain, x + 17, y, drawing.LABEL_BOLD, ink) + gap
        if room < 110:
            return
        pen.icon("ship", x + 8, y, 17, "sand_3" if look.out else "sand_2")
        pen.text(str(look.ships), x + 19, y, drawing.LABEL_BOLD, "sand_3" if look.out else "sand")
