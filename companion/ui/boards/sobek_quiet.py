"""Boards of Sobek to look at only: the smaller one of History, and the sets that a scoring counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.engine.sums import number
from companion.engine.text import TN, T, Text
from companion.games.sobek.catalogue import FACE_DOWN
from companion.games.sobek.state import EMPTY, Sobek
from companion.ui import fit, theme
from companion.ui.boards import sobek_cards as cards
from companion.ui.boards import sobek_panels
from companion.ui.boards import sobek_reading as reading
from companion.ui.boards.base import Area, BoardView
from companion.ui.boards.sobek_reading import SetFace
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle

NAME = TypeStyle("name", 20, True, 24)
POINTS = TypeStyle("points", 20, True, 24)


class QuaySmall(BoardView):
    """The quay in a row, and below it a line a seat: sets, cards in hand, points."""

    def __init__(self, frame: Frame, say: Callable[[Text | str], str]) -> None:
        area = Area(0, 56, 480, 384) if frame.portrait else Area(0, 56, 372, 328)
        super().__init__(frame, area, say)

    def places(self) -> Mapping[str, Area]:
        return {}

    def draw_moving(self, pen: Pen) -> None:
        state: Sobek = self.state
        area = self.area
        pitch = (area.w - 16) / len(state.quay)
        for i, card in enumerate(state.quay):
            self._card(pen, f"quay:{i + 1}", card, Area(area.x + 8 + pitch * i, area.y + 10, pitch - 3, 62))
        told = TN("{n} card in the deck", "{n} cards in the deck", state.deck)
        pen.text(self.say(told), area.x + 8, area.y + 90, "small", "sand_2", max_width=area.w - 16)
        top = area.y + 106
        each = min((area.y + area.h - top) / len(state.seats), 64)
        for i, who in enumerate(state.seats):
            self._seat(pen, state, who, Area(area.x + 8, top + each * i, area.w - 16, each - 4))

    def _card(self, pen: Pen, target: str, card: str, cell: Area) -> None:
        fresh = target in self.signs.fresh
        if card == EMPTY:
            pen.dashed_box(*cell, 5, "sand" if fresh else "line", 1.5)
            return
        pen.box(*cell, "surface", 5, "sand" if fresh else "line", 2 if fresh else 1)
        cx = cell.x + cell.w / 2
        if card == FACE_DOWN:
            cards.back(pen, Area(cell.x + 5, cell.y + 6, cell.w - 10, cell.h - 12))
            return
        cards.sign(pen, cards.family_of(card), cx, cell.y + 24, min(14, cell.w * 0.36))
        r = 4 if cards.scarabs_of(card) < 3 else 3.2
        cards.dots(pen, cards.scarabs_of(card), cx, cell.y + 48, r)

    def _seat(self, pen: Pen, state: Sobek, who: str, row: Area) -> None:
        side = state.sides[who]
        pen.box(*row, "surface", 6)
        pen.seat_disc(who, row.x + 20, row.y + row.h / 2, 12)
        right = row.x + row.w - 8
        wide = pen.text(number(side.points), right, row.y + row.h / 2, NAME, "sand", "right")
        cards.outline(pen, row.x + 46, row.y + row.h / 2, 20, "sand_2")
        pen.text(str(side.hand.n), row.x + 58, row.y + row.h / 2, cards.BOLD, "sand")
        faces = reading.sets_of(state, who)
        left, room = row.x + 84, right - wide - 10 - (row.x + 84)
        if not faces:
            return
        pitch = min(room / len(faces), 74.0)
        for i, face in enumerate(faces):
            x, y = left + pitch * i, row.y + row.h / 2
            target = f"set:{who}:{i}"
            if target in self.signs.fresh:
                pen.box(x - 2, row.y + 2, pitch - 2, row.h - 4, None, 6, "sand", 2)
            if pitch >= 58:
                cards.sign(pen, face.family, x + 14, y, 11)
                pen.text(number(face.points), x + 28, y, POINTS, "sand", max_width=pitch - 30)
            else:
                cards.sign(pen, face.family, x + pitch / 2, y - 10, 9)
                pen.text(number(face.points), x + pitch / 2, y + 12, cards.BOLD, "sand", "center")


class CountView(BoardView):
    """Beside the walk-through: the sets and the corruption of the seat that is counted; else all corruption."""

    def __init__(
        self, frame: Frame, say: Callable[[Text | str], str], name: Callable[[str], str], before: Sobek | None
    ) -> None:  # fmt: skip
        area = Area(0, 130, 480, 340) if frame.portrait else Area(0, 94, 434, 386)
        super().__init__(frame, area, say)
        self.name, self.before = name, before

    def places(self) -> Mapping[str, Area]:
        return {}

    def _counted(self) -> Sobek:
        """The position that is counted: after a round the sets are off the table already."""
        now: Sobek = self.state
        if self.before is None or any(side.sets for side in now.sides.values()):
            return now
        return self.before

    def draw_moving(self, pen: Pen) -> None:
        state = self._counted()
        counted = sorted(self.signs.counted)
        who = next((target.split(":")[1] for target in counted), "")
        if who not in state.sides:
            self._piles(pen, state, Area(*self.area.inset(8)))
            return
        area = self.area.inset(8)
        self._head(pen, who, area)
        faces = reading.sets_of(state, who)
        foot = 56.0
        room = Area(area.x, area.y + 48, area.w, area.h - 48 - foot)
        self._rows(pen, who, faces, room)
        self._pile(pen, state, who, Area(area.x, area.y + area.h - foot + 6, area.w, foot - 6))

    def _head(self, pen: Pen, who: str, area: Area) -> None:
        pen.box(area.x, area.y, area.w, 42, "surface", theme.RADIUS["button"])
        pen.seat_disc(who, area.x + 24, area.y + 21, 14)
        pen.text(self.name(who), area.x + 48, area.y + 21, NAME, theme.seat(who).text, max_width=area.w - 60,
                 may_cut=True)  # fmt: skip

    def _rows(self, pen: Pen, who: str, faces: Sequence[SetFace], room: Area) -> None:
        if not faces:
            words = self.say(T("No set in this round."))
            pen.text(words, room.x + room.w / 2, room.y + 30, "label", "sand_3", "center", room.w)
            return
        pitch = min(room.h / len(faces), 56.0)
        for i, face in enumerate(faces):
            self._row(pen, f"set:{who}:{i}", face, Area(room.x, room.y + pitch * i, room.w, pitch - 4))

    def _row(self, pen: Pen, target: str, face: SetFace, row: Area) -> None:
        now = target in self.signs.counted
        pen.box(*row, "lapis_soft" if now else "night", 6, "lit" if now else None, 2)
        middle = row.y + row.h / 2
        cards.sign(pen, face.family, row.x + 22, middle, min(14, row.h / 2 - 3), faded=not now)
        told = self.say(face.sum)
        style = fit.label(told, row.w * 0.46, now, pen.frame, (20, 18, 16)).style
        wide = pen.text(told, row.x + row.w - 10, middle, style, "sand" if now else "sand_3", "right", row.w * 0.5)
        sobek_panels.members(pen, face, row.x + 46, middle, row.w - 70 - wide, min(row.h - 6, 36))

    def _pile(self, pen: Pen, state: Sobek, who: str, row: Area) -> None:
        now = f"pile:{who}" in self.signs.counted
        pen.box(*row, "lapis_soft" if now else "night", 6, "lit" if now else None, 2)
        side, y = state.sides[who], row.y + row.h / 2
        cards.tile(pen, row.x + 24, y, 20, "sand" if now else "sand_3")
        ink = "sand" if now else "sand_3"
        known = side.pile.n >= 0
        told = TN("{n} corruption card", "{n} corruption cards", max(side.pile.n, 0)) if known else T("hidden")
        at = row.x + 46 + pen.text(self.say(told), row.x + 46, y, "label", ink, max_width=row.w - 110)
        if side.curses:
            pen.icon("warn", at + 20, y, 20, "warn")
            pen.text(f"×{side.curses}", at + 34, y, cards.BOLD, "warn")

    def _piles(self, pen: Pen, state: Sobek, area: Area) -> None:
        """Nobody is counted alone: what lies under every tile."""
        for i, who in enumerate(state.seats):
            row = Area(area.x, area.y + 60 * i, area.w, 54)
            pen.box(*row, "surface", 6)
            pen.seat_disc(who, row.x + 26, row.y + 27, 14)
            self._pile(pen, state, who, Area(row.x + 50, row.y + 4, row.w - 54, 46))
