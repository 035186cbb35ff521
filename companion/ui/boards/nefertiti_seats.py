"""The seats of Nefertiti beside the board, and the markets that are closed: drawn pieces that open sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.sums import number
from companion.engine.text import Text
from companion.ui import fit, theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.boards.nefertiti_reading import SeatLook
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.widgets.base import ASIDE, Touchable

Say = Callable[[Text | str], str]


class SeatRow(Touchable):
    """A seat: name, deben, free servants, seals, prestige. Low rows leave the name away; narrow ones keep the most."""

    ring_rank = ASIDE

    def __init__(self, frame: Frame, name: Callable[[str], str]) -> None:
        self.name = name
        self.look: SeatLook | None = None
        self.worn: tuple[bool, bool, bool, bool] = (False, False, False, False)
        super().__init__(frame=frame, guard=True)

    def set(self, look: SeatLook, worn: tuple[bool, bool, bool, bool]) -> None:
        """Show a seat; worn: its turn, lit, a reason, counted or selected."""
        if (look, worn) != (self.look, self.worn):
            self.look, self.worn = look, worn
            self.redraw()

    def paint(self, pen: Pen) -> None:
        look = self.look
        if look is None:
            return
        active, lit, reason, counted = self.worn
        pen.box(0, 0, pen.w, pen.h, "raised" if active or self.pressed else "surface", theme.RADIUS["button"])
        if reason or lit or counted:
            ink = "bad" if reason else "lit"
            pen.box(0, 0, pen.w, pen.h, None, theme.RADIUS["button"], ink, 3 if reason else 2)
        if pen.w < 140:
            self._narrow(pen, look)
        elif pen.h < 46:
            self._low(pen, look)
        else:
            self._tall(pen, look)

    def _tall(self, pen: Pen, look: SeatLook) -> None:
        pen.seat_disc(look.seat, 20, pen.h / 2, 13)
        wide = pen.text(number(look.prestige), pen.w - 10, pen.h / 2, "decision1", "sand", "right")
        room = pen.w - wide - 60
        name = fit.short_name(self.name(look.seat))
        style = pieces.short(pen, name, room)
        pen.text(name, 42, pen.h * 0.29, style, pieces.seat_ink(look.seat), max_width=room, may_cut=True)
        self._means(pen, look, 42, pen.h * 0.72, min(44.0, (pen.w - wide - 52) / 3))

    def _low(self, pen: Pen, look: SeatLook) -> None:
        y = pen.h / 2
        pen.seat_disc(look.seat, 18, y, min(12.0, y - 3))
        wide = pen.text(number(look.prestige), pen.w - 10, y, pieces.NUMBER, "sand", "right")
        self._means(pen, look, 38, y, min(46.0, (pen.w - wide - 50) / 3))

    def _narrow(self, pen: Pen, look: SeatLook) -> None:
        y = pen.h / 2
        pen.seat_disc(look.seat, 14, y, 10)
        pieces.draw_coin(pen, 36, y, 7)
        pen.text(_money(look), 46, y, pieces.LABEL_BOLD, "sand")
        pen.text(number(look.prestige), pen.w - 6, y, pieces.LABEL_BOLD, "sand_2", "right")

    def _means(self, pen: Pen, look: SeatLook, x: float, y: float, pitch: float) -> None:
        pieces.draw_coin(pen, x + 7, y, 7)
        pen.text(_money(look), x + 17, y, pieces.LABEL_BOLD, "sand")
        x += pitch
        pen.icon("servant", x + 8, y, 17, "sand_2")
        pen.text(str(look.free), x + 19, y, pieces.LABEL_BOLD, "sand")
        x += pitch
        pieces.draw_seal(pen, x + 7, y, 8)
        pen.text(str(look.seals), x + 18, y, pieces.LABEL_BOLD, "sand")


def _money(look: SeatLook) -> str:
    return "?" if look.money is None else str(look.money)


class ClosedMarkets(Touchable):
    """The markets that are closed, each with a lock and its reserve."""

    ring_rank = ASIDE

    def __init__(self, frame: Frame) -> None:
        self.markets: tuple[tuple[str, str, int], ...] = ()
        self.marked = ""
        super().__init__(frame=frame, guard=True)

    def set(self, markets: tuple[tuple[str, str, int], ...], marked: str) -> None:
        """Show markets as (id, name, reserve); `marked`: "bad" where one of them is refused or a reason."""
        if (markets, marked) != (self.markets, self.marked):
            self.markets, self.marked = markets, marked
            self.redraw()

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of the markets that are shown."""
        return tuple(market for market, _, _ in self.markets)

    def parts(self) -> Sequence[tuple[float, float, float, float]]:
        w, h = self.logical_size
        each = w / max(len(self.markets), 1)
        return [(each * i, 0, each, h) for i in range(len(self.markets))]

    @property
    def touched(self) -> str:
        """The target of the market under the last touch."""
        n = max(len(self.markets), 1)
        index = int(self.touch_point[0] / max(self.logical_size[0], 1) * n)
        return f"market:{self.markets[min(max(index, 0), n - 1)][0]}"

    def paint(self, pen: Pen) -> None:
        n = len(self.markets)
        if not n:
            return
        wide = (pen.w + 6) / n
        for i, (_, name, reserve) in enumerate(self.markets):
            x, w = wide * i, wide - 6
            pen.dashed_box(x, 0, w, pen.h, theme.RADIUS["button"], self.marked or "line_strong", 1.5)
            y = pen.h / 2
            if w < 110:
                self._short(pen, x, w, y, name, reserve)
                continue
            pen.icon("lock", x + 18, y, 16, "sand_2")
            right = x + w - 10 - pen.text(str(reserve), x + w - 10, y, pieces.LABEL_BOLD, "sand", "right")
            pieces.draw_coin(pen, right - 12, y, 7)
            room = right - 24 - (x + 32)
            style = pieces.short(pen, name, room)
            pen.text(name, x + 32, y, style, "sand_2", max_width=room, may_cut=True)

    def _short(self, pen: Pen, x: float, w: float, y: float, name: str, reserve: int) -> None:
        """Several closed markets: as much of the name as there is room for, and the reserve."""
        right = x + w - 6 - pen.text(str(reserve), x + w - 6, y, pieces.SMALL_BOLD, "sand", "right")
        pen.text(name, x + 6, y, pieces.SMALL, "sand_2", max_width=right - x - 10, may_cut=True)
