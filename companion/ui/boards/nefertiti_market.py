"""How one market of Nefertiti is drawn: name, gifts, bid squares, what closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.text import T
from companion.games.nefertiti.components import GIFT_NAMES, PLACES
from companion.ui import theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.boards import nefertiti_reading as reading
from companion.ui.boards.base import Area
from companion.ui.boards.nefertiti_places import Column
from companion.ui.boards.nefertiti_progress import Progress
from companion.ui.boards.nefertiti_reading import MarketLook, SquareLook
from companion.ui.pen import Pen

if TYPE_CHECKING:
    from companion.ui.boards.nefertiti_view import MarketsView


class MarketPaint:
    """Draws the markets of a view."""

    def __init__(self, view: MarketsView) -> None:
        self.view = view

    def market(self, pen: Pen, column: Column, market: str, steps: Progress) -> None:
        """An open market in its column: name, gifts, squares, and how far it is from closing."""
        look = self.view.looks[market]
        target = f"market:{market}"
        worn = self.view.worn(target)
        whole = worn["lit"] and not self.view.by_table(target)
        pen.box(*column.ground, "surface", theme.RADIUS["card"])
        if whole or worn["selected"] or worn["refused"] or worn["reasons"]:
            ink = "bad" if worn["refused"] or worn["reasons"] else "gold" if worn["selected"] else "lit"
            pen.box(*column.ground, None, theme.RADIUS["card"], ink, 4 if ink != "lit" else 2)
        if not self.view.lay.tabs:
            self.head(pen, column.head, look)
        for name, gift in zip(PLACES, look.gifts, strict=True):
            self._gift(pen, column, market, name, gift, look.seal and name == "top")
        cells, closing = self.view.cells(column, market)
        for cell, area in cells:
            if cell is not None:
                self._square(pen, cell, area)
        self._another(pen, column, market)
        self._closing(pen, column, closing, market, steps)

    def closed(self, pen: Pen, area: Area, look: tuple[str, int, bool]) -> None:
        """A market that is closed: its name, a lock, its reserve."""
        name, reserve, bad = look
        box = area.inset(1)
        pen.dashed_box(*box, theme.RADIUS["card"], "bad" if bad else "line_strong", 1.5)
        x, right, low = area.x + 10, area.x + area.w - 10, area.y + 38
        style = pieces.short(pen, name, area.w - 20, True, (20, 18, 16))
        pen.text(name, x, area.y + 17, style, "sand_2", max_width=area.w - 20, may_cut=True)
        pen.icon("lock", x + 8, low, 16, "sand_2")
        wide = pen.text(str(reserve), right, low, pieces.LABEL_BOLD, "sand", "right")
        pieces.draw_coin(pen, right - wide - 12, low, 8)

    def head(self, pen: Pen, area: Area, look: MarketLook) -> None:
        """The name of a market and its reserve."""
        y = area.y + 16
        worn = self.view.worn(f"reserve:{look.id}")
        number = str(look.reserve)
        right = area.x + area.w - 10
        wide = pen.measure(number, pieces.COUNT)
        # A reserve is too small for a finger: its choice is a button, so it is lit only where it is told.
        lit = worn["lit"] and self.view.decision is not None and self.view.decision.forced
        if worn["reasons"] or worn["refused"] or worn["fresh"] or lit:
            ink = "bad" if worn["reasons"] or worn["refused"] else "lit" if lit else "sand"
            pen.box(right - wide - 28, area.y + 2, wide + 34, 28, None, 8, ink, 2)
        pen.text(number, right, y, pieces.COUNT, "sand", "right")
        pieces.draw_coin(pen, right - wide - 14, y, 9)
        room = area.w - wide - 52
        style = pieces.short(pen, look.name, room, True, (20, 18, 16))
        pen.text(look.name, area.x + 10, y, style, "sand", max_width=room, may_cut=True)

    def _gift(self, pen: Pen, column: Column, market: str, name: str, gift: str, seal: bool) -> None:
        card = column.card(PLACES.index(name))
        w, h = card.w, card.h
        worn = self.view.worn(f"gift:{market}:{name}")
        cx, cy = card.x + w / 2, card.y + h / 2
        if f"gift:{market}:{name}" == reading.due_place(self.view.state):
            pen.box(*card, None, 8, "lit", 3)
        elif not gift and not worn["refused"] and not worn["lit"]:
            pen.dashed_box(*card, 8, "bad" if worn["reasons"] else "line_strong", 1.5)
        else:
            pieces.edge(pen, card, worn, "night" if name != "top" else "raised", 8)
            if name == "top" and not (worn["lit"] or worn["selected"] or worn["refused"]):
                pen.box(*card, None, 8, "sand_3", 1.5)
        if gift:
            r = 14 if h < 60 else 22
            pieces.draw_gift(pen, gift, cx, cy - (8 if h >= 60 else 0), r)
            if h >= 60:
                self._gift_name(pen, gift, card)
        if worn["refused"]:
            pen.icon("cross", card.x + w - 10, card.y + 10, 16, "bad")
        if seal:
            pieces.draw_seal(pen, card.x + w - 3, card.y + 5, 9)
            if self.view.worn(f"seal:{market}")["reasons"]:
                pen.disc(card.x + w - 3, card.y + 5, 12, None, "bad", 2)

    def _gift_name(self, pen: Pen, gift: str, card: Area) -> None:
        words = self.view.say(GIFT_NAMES[gift])
        room = card.w - 4
        pen.text(words, card.x + card.w / 2, card.y + card.h - 10, pieces.SMALL, "sand_2", "center", room, True)

    def _square(self, pen: Pen, cell: SquareLook, area: Area) -> None:
        worn = self.view.worn(cell.target)
        box = area.inset(1.5)
        fill = "night" if cell.seat else "raised" if worn["lit"] else "surface"
        ink = pieces.edge(pen, box, worn, fill, theme.RADIUS["cell"])
        if not cell.seat and not any(worn[name] for name in ("lit", "selected", "refused", "reasons", "counted")):
            pen.box(*box, None, theme.RADIUS["cell"], "line", 1.5)
        pieces.draw_square(pen, box, cell.number, cell.icons, cell.seat, ink if not cell.seat else "sand")
        if worn["refused"]:
            pen.icon("cross", box.x + 10, box.y + 10, 16, "bad")

    def _another(self, pen: Pen, column: Column, market: str) -> None:
        """The key for a square that the box has not told yet."""
        target = reading.new_square(self.view.state, market)
        if target not in self.view.placed:
            if not self.view.looks[market].known:
                words = self.view.say(T("Its squares are not known yet."))
                grid = column.grid
                pen.paragraph(words, grid.x + 6, grid.y + 16, grid.w - 12, "small", "sand_3", 3)
            return
        worn = self.view.worn(target)
        area = self.view.placed[target].inset(1.5)
        pieces.edge(pen, area, worn, "raised", theme.RADIUS["button"])
        if area.w < 100:
            pen.text("?", area.x + area.w / 2, area.y + area.h / 2, pieces.NUMBER, "sand", "center")
            return
        words = self.view.say(T("Which square?"))
        style = pieces.short(pen, words, area.w - 12, True, (20, 18, 16))
        pen.text(words, area.x + area.w / 2, area.y + area.h / 2, style, "sand", "center", area.w - 12)

    def _closing(self, pen: Pen, column: Column, area: Area, market: str, steps: Progress) -> None:
        """What closes the market, how far it is, and what the selected bid adds."""
        tight = area.h < 60
        left, room = area.x + 10, area.w - 20
        y = area.y + (2 if tight else 6)
        target = f"market:{market}"
        if target in self.view.signs.lit and self.view.by_table(target):
            self._closes_key(pen, area, target, steps)
            return
        if not tight:
            pen.line([(left, area.y), (left + room, area.y)], "line", 1.5)
            rule = self.view.say(steps.rule)
            style = pieces.short(pen, rule, room, sizes=(16,))
            if pen.measure(rule, style) > room and not steps.groups:
                pen.paragraph(rule, left, y + 2, room, style, "sand_2", 3)
                return
            pen.text(rule, left, y + 9, style, "sand_2", max_width=room, may_cut=True)
            y += 22
        now = self.view.say(steps.now)
        if now:
            style = pieces.short(pen, now, room, True, (18, 16))
            pen.text(now, left, y + 10, style, "warn", max_width=room, may_cut=True)
        if steps.groups:
            pieces.draw_bar(pen, Area(left, area.y + area.h - 16, room, 10), steps.groups)

    def _closes_key(self, pen: Pen, area: Area, target: str, steps: Progress) -> None:
        """ "Closes now": a quiet button in the place of the rule."""
        worn = self.view.worn(target)
        box = Area(area.x + 6, area.y + area.h - 56, area.w - 12, 50)
        if worn["selected"]:
            pen.box(*box, "gold_soft", theme.RADIUS["button"], "gold", 4)
        else:
            pen.box(*box, "surface" if worn["pressed"] else None, theme.RADIUS["button"], "line_strong", 2)
        words = self.view.say(T("Closes now"))
        style = pieces.short(pen, words, box.w - 12, sizes=(18, 16))
        pen.text(words, box.x + box.w / 2, box.y + box.h / 2, style, "sand", "center", box.w - 12)
