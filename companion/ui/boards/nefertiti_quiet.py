"""Boards of Nefertiti to look at only: the smaller one of History, and the gifts that the final scoring counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine.sums import number
from companion.engine.text import TN, Text
from companion.games.nefertiti.components import GIFTS, MARKETS, TYPES, type_of
from companion.games.nefertiti.state import Nefertiti
from companion.ui import fit, theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.boards import nefertiti_reading as reading
from companion.ui.boards.base import Area, BoardView
from companion.ui.layout import Frame
from companion.ui.pen import Pen


class MarketsSmall(BoardView):
    """All four markets, two by two, and below them a line a seat."""

    def __init__(self, frame: Frame, say: Callable[[Text | str], str]) -> None:
        super().__init__(frame, Area(0, 66, 480, 360) if frame.portrait else Area(0, 56, 372, 330), say)

    def places(self) -> Mapping[str, Area]:
        return {}

    def draw_moving(self, pen: Pen) -> None:
        state: Nefertiti = self.state
        x, y, w, h = self.area
        seats = 26.0 * len(state.seats)
        wide, high = (w - 20) / 2, (h - seats - 20) / 2
        for i, market in enumerate(MARKETS):
            area = Area(x + 8 + (wide + 4) * (i % 2), y + 6 + (high + 4) * (i // 2), wide, high)
            self._market(pen, state, market, area)
        for i, seat in enumerate(state.seats):
            self._seat(pen, state, seat, y + h - seats + 26 * i + 12)

    def _market(self, pen: Pen, state: Nefertiti, market: str, area: Area) -> None:
        shut = market in reading.hidden_markets(state)
        fresh = any(market == target.partition(":")[2][:3] for target in self.signs.fresh)
        if shut:
            pen.dashed_box(*area, 8, "line_strong", 1.5)
        else:
            pen.box(*area, "surface", 8, "sand" if fresh else None, 2)
        look = reading.market_look(state, market, 6, self.say)
        top = area.y + 14
        wide = pen.text(str(look.reserve), area.x + area.w - 8, top, pieces.SMALL_BOLD, "sand", "right")
        pieces.draw_coin(pen, area.x + area.w - 18 - wide, top, 6)
        room = area.w - wide - 44
        pen.text(
            look.name, area.x + 8, top, pieces.SMALL_BOLD, "sand_2" if shut else "sand", max_width=room, may_cut=True
        )
        if shut:
            pen.icon("lock", area.x + area.w / 2, area.y + area.h / 2 + 8, 22, "sand_3")
            return
        pitch = area.w / 4
        for i, gift in enumerate(look.gifts):
            cx, cy = area.x + pitch * (i + 0.5), top + 24
            if gift:
                pieces.draw_gift(pen, gift, cx, cy, 9)
            else:
                pen.disc(cx, cy, 2, "line_strong")
            if not i and look.seal:
                pieces.draw_seal(pen, cx + 13, cy - 6, 6)
        self._squares(pen, look, Area(area.x + 6, top + 40, area.w - 12, area.y + area.h - top - 44))

    def _squares(self, pen: Pen, look: reading.MarketLook, area: Area) -> None:
        """Servants with their bids first; empty squares as small rings, as far as there is room."""
        standing = [cell for cell in look.cells if cell is not None and cell.seat]
        empty = sum(cell is not None and not cell.seat for cell in look.cells)
        across = max(int(area.w // 40), 1)
        rows = max(int(area.h // 26), 1)
        for i, cell in enumerate(standing[: across * rows]):
            x, y = area.x + 40 * (i % across) + 12, area.y + 26 * (i // across) + 13
            pen.seat_disc(cell.seat, x, y, 10)
            pen.text(cell.number, x + 12, y, pieces.SMALL_BOLD, "sand")
        if not standing and empty:
            words = self.say(TN("{n} square, nobody there", "{n} squares, nobody there", empty))
            if pen.measure(words, pieces.SMALL) > area.w:
                words = str(empty)
            pen.text(words, area.x + 4, area.y + 13, pieces.SMALL, "sand_3")

    def _seat(self, pen: Pen, state: Nefertiti, seat: str, y: float) -> None:
        x, _, w, _ = self.area
        look = reading.seat_look(state, seat)
        pen.seat_disc(seat, x + 20, y, 10)
        right = x + w - 10
        wide = pen.text(number(look.prestige), right, y, pieces.COUNT, "sand", "right")
        pieces.draw_coin(pen, x + 44, y, 6)
        pen.text("?" if look.money is None else str(look.money), x + 54, y, pieces.SMALL_BOLD, "sand")
        pieces.draw_seal(pen, x + 88, y, 7)
        pen.text(str(look.seals), x + 98, y, pieces.SMALL_BOLD, "sand")
        if seat in state.veiled:
            return
        left, room = x + 122, right - wide - 10 - (x + 122)
        held = [(gift, n) for gift in GIFTS if (n := state.held[seat].get(gift, 0))]
        fits = int(room // 36) if len(held) * 36 > room else len(held)
        for i, (gift, n) in enumerate(held[:fits]):
            pieces.draw_gift(pen, gift, left + 36 * i + 9, y, 8)
            pen.text(str(n), left + 36 * i + 19, y, pieces.SMALL_BOLD, "sand")
        if len(held) > fits:
            pen.icon("more", left + 36 * fits + 8, y, 16, "sand_2")


class CountView(BoardView):
    """Beside the walk-through: the type that is counted with its value row, and what each seat has of it."""

    def __init__(self, frame: Frame, say: Callable[[Text | str], str], name: Callable[[str], str]) -> None:
        super().__init__(frame, Area(0, 130, 480, 400) if frame.portrait else Area(0, 94, 434, 386), say)
        self.name = name

    def places(self) -> Mapping[str, Area]:
        return {}

    @property
    def kind(self) -> str:
        """What is counted now: a type of gift, "seals", or "" before the first line."""
        counted = self.signs.scoring
        return counted if counted in (*TYPES, "seals") else ""

    def draw_moving(self, pen: Pen) -> None:
        state: Nefertiti = self.state
        x, y, w, h = self.area
        kind = self.kind
        top = y + 8
        if kind in TYPES:
            self._values(pen, state, kind, Area(x + 8, top, w - 16, 76))
            top += 84
        pitch = min((y + h - top - 4) / len(state.seats), 72.0)
        for i, seat in enumerate(state.seats):
            self._holder(pen, state, seat, Area(x + 8, top + pitch * i, w - 16, pitch - 6))

    def _values(self, pen: Pen, state: Nefertiti, kind: str, area: Area) -> None:
        """The row printed on the card; the value that holds is framed."""
        pen.box(*area, "surface", theme.RADIUS["card"])
        pieces.draw_gift(pen, kind, area.x + 34, area.y + area.h / 2, 20)
        owners = state.owners(kind)
        pitch = (area.w - 70) / 4
        for i, value in enumerate(state.match.facts.types[kind].values):
            cell = Area(area.x + 66 + pitch * i, area.y + 8, pitch - 6, area.h - 16)
            if i + 1 == owners:
                pen.box(*cell, "lapis_soft", theme.RADIUS["cell"], "lit", 2)
            words = self.say(TN("{n} owner", "{n} owners", i + 1))
            style = pieces.short(pen, words, cell.w - 4, sizes=(16,))
            if pen.measure(words, style) > cell.w - 4:
                words = str(i + 1)
            pen.text(words, cell.x + cell.w / 2, cell.y + 14, style, "sand_2", "center")
            shown = "?" if value is None else number(value)
            pen.text(shown, cell.x + cell.w / 2, cell.y + 42, pieces.NUMBER, "sand", "center")

    def _holder(self, pen: Pen, state: Nefertiti, seat: str, area: Area) -> None:
        kind = self.kind
        y = area.y + area.h / 2
        held = [
            (gift, n) for gift in GIFTS if (n := state.held[seat].get(gift, 0)) and (not kind or type_of(gift) == kind)
        ]
        seals = state.seals[seat] if kind in ("seals", "") else 0
        out = not held and not seals
        pen.box(*area, "night" if out else "surface", 6)
        pen.seat_disc(seat, area.x + 20, y, 13)
        name = fit.short_name(self.name(seat))
        ink = "sand_3" if out else pieces.seat_ink(seat)
        pen.text(name, area.x + 42, y, pieces.LABEL_BOLD, ink, max_width=112, may_cut=True)
        left, room = area.x + 162, area.w - 172
        things = [*held, *([("seal", seals)] if seals else [])]
        pitch = min(52.0, room / max(len(things), 1))
        for i, (thing, n) in enumerate(things):
            cx = left + pitch * i + 12
            if thing == "seal":
                pieces.draw_seal(pen, cx, y - 6 if pitch < 46 else y, 9)
            else:
                pieces.draw_gift(pen, thing, cx, y - 6 if pitch < 46 else y, 10)
            if pitch < 46:
                pen.text(str(n), cx, y + 15, pieces.SMALL_BOLD, "sand", "center")
            else:
                pen.text(f"×{n}", cx + 13, y, pieces.SMALL_BOLD, "sand")
