"""Boards of Tutankhamen to look at only: the smaller one of History, and the set that a scoring counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine.sums import number
from companion.engine.text import T, Text
from companion.games.tutankhamen.catalogue import MASK, PHARAOH
from companion.games.tutankhamen.state import Tutankhamen
from companion.ui import fit, theme
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.boards.base import Area, BoardView
from companion.ui.boards.tutankhamen_desk import holdings
from companion.ui.boards.tutankhamen_tally import Tally
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle

PER_LINE = 14
COUNT = TypeStyle("count", 18, True, 22)
NAME = TypeStyle("name", 20, True, 24)


class PathSmall(BoardView):
    """The whole path with pawns, and below it a line a seat: what it holds, and its points."""

    def __init__(self, frame: Frame, say: Callable[[Text | str], str]) -> None:
        area = Area(0, 56, 480, 384) if frame.portrait else Area(0, 56, 372, 328)
        super().__init__(frame, area, say)

    def places(self) -> Mapping[str, Area]:
        return {}

    def draw_moving(self, pen: Pen) -> None:
        state: Tutankhamen = self.state
        area = self.area
        looks = tiles.looks(state.match.kinds)
        rest = [tile for tile in state.match.ids for _ in range(state.left[tile])]
        shown = state.path if state.match.recorded else rest
        per_line = max(PER_LINE, -(-len(shown) // 5))
        pitch = (area.w - 24) / per_line
        step = min(pitch * 1.1, 29)
        top = area.y + 22
        for i, tile in enumerate(shown):
            x, y = area.x + 12 + pitch * (i % per_line + 0.5), top + step * (i // per_line)
            if tile:
                tiles.draw(pen, looks[tile], x, y, pitch * 0.45, numbered=pitch >= 24)
            else:
                pen.disc(x, y, 2, "line_strong")
            if f"slot:{i + 1}" in self.signs.fresh and state.match.recorded:
                pen.disc(x, y, pitch * 0.48, None, "sand", 2)
        for seat in state.seats:
            slot = state.pos[seat]
            if state.match.recorded and 0 < slot <= state.match.length:
                x, y = area.x + 12 + pitch * ((slot - 1) % per_line + 0.5), top + step * ((slot - 1) // per_line)
                pen.seat_disc(seat, x, y, pitch * 0.45)
        lines = top + step * 4 + 20
        pitch_y = min((area.y + area.h - lines) / len(state.seats), 44)
        for i, seat in enumerate(state.seats):
            self._seat(pen, state, seat, lines + pitch_y * (i + 0.5), looks)

    def _seat(self, pen: Pen, state: Tutankhamen, seat: str, y: float, looks: Mapping[str, tiles.Look]) -> None:
        area = self.area
        pen.seat_disc(seat, area.x + 22, y, 11)
        if state.at_finish(seat) and seat not in state.gone:
            pen.icon("flag", area.x + 44, y, 16, "gold")
        points = number(state.remaining(seat) if state.match.rules.down else state.points[seat])
        right = area.x + area.w - 10
        wide = pen.text(points, right, y, NAME, "sand", "right")
        left, room = area.x + 58, right - wide - 12 - (area.x + 58)
        held = holdings(state, seat)
        fits = int(room // 38) if len(held) * 38 > room else len(held)
        for i, (tile, n) in enumerate(held[:fits]):
            x = left + 38 * i + 9
            tiles.draw(pen, looks[tile], x, y, 9, numbered=False)
            pen.text(str(n), x + 12, y, tiles.small_style(True), "sand")
        if len(held) > fits:
            pen.icon("more", left + 38 * fits + 8, y, 16, "sand_2")


class SetView(BoardView):
    """Beside the walk-through: the set that is counted, what each seat has of it, and what was added to it."""

    def __init__(
        self, frame: Frame, say: Callable[[Text | str], str], name: Callable[[str], str], counted: Mapping[str, Tally]
    ) -> None:  # fmt: skip
        area = Area(0, 130, 480, 400) if frame.portrait else Area(0, 94, 434, 386)
        super().__init__(frame, area, say)
        self.name, self.counted = name, counted

    def places(self) -> Mapping[str, Area]:
        return {}

    @property
    def tally(self) -> Tally | None:
        """The set that is counted now."""
        state: Tutankhamen = self.state
        kind = next((t.partition(":")[2] for t in sorted(self.signs.counted) if t.startswith("set:")), "")
        if kind in self.counted:
            return self.counted[kind]
        if kind not in state.match.kind:
            return None
        return Tally(kind, {seat: held[kind] for seat, held in state.held.items()}, {})

    def draw_moving(self, pen: Pen) -> None:
        state: Tutankhamen = self.state
        tally = self.tally
        if tally is None:
            return
        x, y, w, h = self.area
        kind = state.match.kind[tally.kind]
        look = tiles.looks(state.match.kinds)
        pen.box(x + 8, y + 8, w - 16, 76, "surface", theme.RADIUS["card"], "lit", 2)
        tiles.draw(pen, look[kind.id], x + 52, y + 46, 29)
        title = fit.label(self.say(state.match.labels[kind.id]), w - 120, True, pen.frame, (28, 24, 20))
        pen.text(title.lines[0], x + 96, y + 34, title.style, "sand", max_width=w - 120)
        gone = state.match.present[kind.id] - sum(tally.tiles.values())
        words = T("{n} out of play or in the path", n=gone) if gone else T("All of them are held.")
        pen.text(self.say(words), x + 96, y + 62, "small", "sand_2", max_width=w - 120)
        pitch = min((h - 100) / len(state.seats), 56.0)
        for i, seat in enumerate(state.seats):
            self._holder(pen, tally, seat, y + 94 + pitch * i, pitch, look)

    def _holder(
        self, pen: Pen, tally: Tally, seat: str, top: float, height: float, look: Mapping[str, tiles.Look]
    ) -> None:  # fmt: skip
        x, w = self.area.x, self.area.w
        y = top + height / 2 - 2
        n = tally.tiles.get(seat, 0)
        out = not n and tally.mask != seat
        pen.box(x + 8, top, w - 16, height - 4, "night" if out else "surface", 6)
        pen.seat_disc(seat, x + 28, y, 14)
        name = fit.short_name(self.name(seat))
        ink = "sand_3" if out else theme.seat(seat).text
        pen.text(name, x + 50, y, TypeStyle("holder", 18, True, 22), ink, max_width=112, may_cut=True)
        left = x + 168
        added = tally.pharaohs.get(seat, 0) + (1 if tally.mask == seat else 0)
        room = w - 16 - 160 - 44 - 24 * added
        pitch = min(26.0, room / max(n, 1))
        for i in range(n):
            tiles.draw(pen, look[tally.kind], left + 12 + pitch * i, y, 11, numbered=False)
        at = left + 12 + pitch * n + 6
        extras = [PHARAOH] * tally.pharaohs.get(seat, 0) + ([MASK] if tally.mask == seat else [])
        for tile in extras:
            tiles.draw(pen, look[tile], at, y, 10)
            at += 24
        pen.text(f"×{n}", x + w - 18, y, COUNT, "sand_3" if out else "sand", "right")
