"""Boards of Egizia to look at only: the smaller one of History, and the places that a scoring counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.engine.sums import number
from companion.games.egizia.components import SITES
from companion.games.egizia.state import Egizia
from companion.ui import fit, theme
from companion.ui.boards import egizia_drawing as drawing
from companion.ui.boards import egizia_river as river
from companion.ui.boards import egizia_sites as sites
from companion.ui.boards.base import Area, BoardView
from companion.ui.boards.egizia_drawing import Say, Worn
from companion.ui.boards.egizia_seats import SeatLook, seat_look
from companion.ui.layout import Frame
from companion.ui.pen import Pen

MONUMENTS = {"obelisk": "SITE_B", "grave": "SITE_B", "pyramid": "SITE_C", "temple": "SITE_C"}


def draw_line(pen: Pen, look: SeatLook, name: str, area: Area, worn: Worn) -> None:
    """A seat in one line: name, stones, grain of need, ships, score."""
    y = area.y + area.h / 2
    pen.box(*area, "surface", 6, "bad" if worn.reason else "lit" if worn.counted else None, 3)
    pen.seat_disc(look.seat, area.x + 20, y, min(13.0, area.h / 2 - 2))
    wide = pen.text(number(look.score), area.x + area.w - 8, y, drawing.COUNT, "sand", "right")
    means = 172.0
    room = area.w - means - max(wide, 34) - 52
    if room > 60:
        shown = fit.short_name(name)
        style = drawing.short(pen, shown, room, True)
        pen.text(shown, area.x + 40, y, style, drawing.seat_ink(look.seat), max_width=room, may_cut=True)
    x = area.x + area.w - max(wide, 34) - means - 8
    pen.icon("stone", x + 8, y, 16, "sand_2")
    pen.text(str(look.stones), x + 19, y, drawing.LABEL_BOLD, "sand")
    pen.icon("grain", x + 56, y, 16, "sand_2")
    pen.text(f"{look.grain}/{look.need}", x + 66, y, drawing.LABEL_BOLD, "bad" if look.grain < look.need else "sand")
    pen.icon("ship", x + 134, y, 16, "sand_2")
    pen.text(str(look.ships), x + 145, y, drawing.LABEL_BOLD, "sand")


class RiverSmall(BoardView):
    """The river with its ships, the three sites, and a line a seat."""

    def __init__(self, frame: Frame, say: Say, name: Callable[[str], str]) -> None:
        super().__init__(frame, Area(0, 66, 480, 360) if frame.portrait else Area(0, 56, 372, 330), say)
        self.name = name

    def places(self) -> Mapping[str, Area]:
        return {}

    def draw_moving(self, pen: Pen) -> None:
        state: Egizia = self.state
        x, y, w, h = self.area
        looks = river.line(state)
        pitch = (w - 32) / 19
        at = [(x + 16 + pitch * i, y + (18 if look.has_card else 44)) for i, look in enumerate(looks)]
        if river.known(state):
            pen.line([(x + 4, at[0][1]), *at, (x + w - 4, at[-1][1])], "lapis", 5)
        for spot, look in zip(at, looks, strict=True):
            self._stop(pen, spot, look)
        top = y + 66
        wide = (w - 20) / 3
        for k, site in enumerate(SITES):
            self._site(pen, state, site, Area(x + 6 + (wide + 4) * k, top, wide, 64))
        top += 70
        each = min((y + h - top) / len(state.seats), 48.0)
        for i, seat in enumerate(state.chips):
            worn = Worn.of(self.signs, f"seat:{seat}")
            area = Area(x + 6, top + each * i, w - 12, each - 4)
            draw_line(pen, seat_look(state, seat), self.name(seat), area, worn)

    def _stop(self, pen: Pen, spot: tuple[float, float], look: river.StopLook) -> None:
        x, y = spot
        fresh = f"stop:{look.stop}" in self.signs.fresh
        if look.stop in SITES:
            drawing.draw_triangle(pen, x, y, 18, 16, "gold", "gold_soft", 1.5)
        elif look.ships:
            for k, seat in enumerate(look.ships):
                pen.seat_disc(seat, x + 4 * k, y, 8.5)
        elif look.has_card:
            pen.box(
                x - 5, y - 7, 10, 14, "sand" if look.card else "ground", 2, None if look.card else "line_strong", 1.5
            )
        else:
            pen.disc(x, y, 5.5, "sand")
        if fresh:
            pen.disc(x, y, 11, None, "sand", 2)

    def _site(self, pen: Pen, state: Egizia, site: str, area: Area) -> None:
        look = sites.site_look(state, site, self.say)
        pen.box(*area, "surface", 6)
        words = self.say(sites.SHORT_TITLES[site])
        style = drawing.short(pen, words, area.w - 8, sizes=(16,))
        pen.text(words, area.x + area.w / 2, area.y + 15, style, "sand_2", "center", area.w - 6, True)
        ships = (*look.slots, *([look.reserve] if look.reserve else []))
        pitch = min(30.0, area.w / max(len(ships), 1))
        left = area.x + area.w / 2 - pitch * (len(ships) - 1) / 2
        for i, seat in enumerate(ships):
            if seat:
                pen.seat_disc(seat, left + pitch * i, area.y + 44, 11)
            else:
                pen.disc(left + pitch * i, area.y + 44, 10, None, "line_strong", 1.5)


class CountView(BoardView):
    """Beside the walk-through: the monuments, the sites or the tableaus that the line counts, and a line a seat."""

    def __init__(self, frame: Frame, say: Say, name: Callable[[str], str]) -> None:
        super().__init__(frame, Area(0, 130, 480, 400) if frame.portrait else Area(0, 94, 434, 386), say)
        self.name = name

    def places(self) -> Mapping[str, Area]:
        return {}

    @property
    def site(self) -> str:
        """The site whose monuments are counted, "" for none."""
        for target in sorted(self.signs.counted):
            kind, _, rest = target.partition(":")
            if kind == "space":
                return MONUMENTS[rest.partition(":")[0]]
        return ""

    def draw_moving(self, pen: Pen) -> None:
        state: Egizia = self.state
        x, y, w, h = self.area
        rows = 40.0 * len(state.chips)
        room = Area(x + 8, y + 6, w - 16, h - rows - 14)
        site = self.site
        if site:
            lit = self.signs.counted
            page = sites.site_page(state, site, room, False, "", lit, self.say, False, [])
            page = replace(page, back=None, ships=())
            worn = {target: Worn(counted=target in lit) for target in page.spaces}
            sites.draw_page(pen, page, room, worn, self.say)
        else:
            self._sites(pen, state, room)
        top = y + h - rows - 4
        for i, seat in enumerate(state.chips):
            area = Area(x + 8, top + 40 * i, w - 16, 36)
            counted = any(target.split(":")[1:2] == [seat] for target in self.signs.counted)
            draw_line(pen, seat_look(state, seat), self.name(seat), area, Worn(counted=counted))

    def _sites(self, pen: Pen, state: Egizia, room: Area) -> None:
        """The three sites with the seats that spent stones there in this round."""
        high = min((room.h - 8) / 3, 70.0)
        for k, site in enumerate(SITES):
            area = Area(room.x, room.y + (high + 4) * k, room.w, high)
            counted = f"site:{site}" in self.signs.counted
            pen.box(*area, "surface", theme.RADIUS["card"], "lit" if counted else None, 3)
            drawing.draw_triangle(pen, area.x + 24, area.y + high / 2, 30, 26, "gold", "gold_soft", 2)
            words = self.say(sites.SHORT_TITLES[site])
            there = [seat for seat in state.chips if site in state.worked.get(seat, ())]
            left = area.w - 56 - 36 * len(there)
            style = drawing.short(pen, words, left, True)
            ink = "sand" if counted else "sand_2"
            pen.text(words, area.x + 48, area.y + high / 2, style, ink, max_width=left, may_cut=True)
            for i, seat in enumerate(reversed(there)):
                pen.seat_disc(seat, area.x + area.w - 24 - 36 * i, area.y + high / 2, 14)
