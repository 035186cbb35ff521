"""The sheets in the place of the panel: every set with its holders and what it pays now, and what each seat holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from companion.engine.text import TN, T, Text
from companion.games.tutankhamen import position
from companion.games.tutankhamen.state import Tutankhamen
from companion.ui import fit, theme
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.boards.tutankhamen_desk import holdings
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

Say = Callable[[Text | str], str]
BOLD = TypeStyle("bold", 16, True, 19)
NAME = TypeStyle("name", 18, True, 22)
HOLDER = 76.0
"""Width of one holder: disc, count, points now."""
TILE = 58.0
"""Width of one kind among the holdings: plate and count."""


class SetRow(Drawn):
    """One set: plate, name, what is left, and each holder with tiles and the points it would pay now."""

    def __init__(self, frame: Frame, state: Tutankhamen, kind: str, points: Mapping[str, int], say: Say) -> None:
        self.state, self.kind, self.points, self.say = state, kind, points, say
        super().__init__(frame=frame)

    @property
    def holders(self) -> list[str]:
        """Seats with a tile of the set, the one with most first."""
        held = self.state.held
        return sorted((s for s in self.state.seats if held[s][self.kind]), key=lambda s: -held[s][self.kind])

    @staticmethod
    def room_for(holders: int, width: float) -> float:
        """How high a row of `width` is for so many holders."""
        columns = max(int((width - 50) // HOLDER), 1)
        return 28 + 24 * max(-(-holders // columns), 0 if not holders else 1) + (8 if holders else 10)

    def paint(self, pen: Pen) -> None:
        state, done = self.state, self.kind in self.state.scored
        pen.box(0, 0, pen.w, pen.h, "surface" if not done else "night", theme.RADIUS["cell"])
        look = tiles.looks(state.match.kinds)[self.kind]
        tiles.draw(pen, look, 22, 19, 15, faded=done)
        left = T("done") if done else TN("{n} left", "{n} left", state.left[self.kind])
        wide = pen.text(self.say(left), pen.w - 10, 15, BOLD, "sand_3" if done else "sand_2", "right")
        title = self.say(state.match.kind[self.kind].title)
        pen.text(title, 44, 15, "label", "sand_3" if done else "sand", max_width=pen.w - wide - 62, may_cut=True)
        columns = max(int((pen.w - 50) // HOLDER), 1)
        pitch = (pen.w - 50) / columns
        for i, seat in enumerate(self.holders):
            x, y = 44 + pitch * (i % columns), 40 + 24 * (i // columns)
            pen.seat_disc(seat, x + 10, y, 10)
            at = x + 24 + pen.text(f"×{state.held[seat][self.kind]}", x + 24, y, BOLD, "sand") + 6
            gain = self.points.get(seat, 0)
            pen.text(f"+{gain}" if gain else "–", at, y, BOLD, "good" if gain else "sand_3")


class SeatRow(Drawn):
    """One seat: its name, and everything that lies in front of it."""

    def __init__(self, frame: Frame, state: Tutankhamen, seat: str, say: Say, name: Callable[[str], str]) -> None:
        self.state, self.seat, self.say, self.name = state, seat, say, name
        super().__init__(frame=frame)

    @staticmethod
    def room_for(held: int, width: float) -> float:
        """How high a row of `width` is for so many kinds."""
        columns = max(int((width - 16) // TILE), 1)
        return 40 + 36 * max(-(-held // columns), 1)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["cell"])
        pen.seat_disc(self.seat, 22, 20, 12)
        room = pen.w - 50
        pen.text(fit.short_name(self.name(self.seat)), 42, 20, NAME, theme.seat(self.seat).text, "left", room, True)
        held = holdings(self.state, self.seat)
        looks = tiles.looks(self.state.match.kinds)
        columns = max(int((pen.w - 16) // TILE), 1)
        pitch = (pen.w - 16) / columns
        for i, (tile, n) in enumerate(held):
            x, y = 8 + pitch * (i % columns), 54 + 36 * (i // columns)
            tiles.draw(pen, looks[tile], x + 16, y, 14)
            pen.text(f"×{n}", x + 33, y, BOLD, "sand")
        if not held:
            pen.text(self.say(T("holds nothing")), 14, 54, tiles.small_style(), "sand_2", max_width=pen.w - 20)


class Sheet(Drawn):
    """A title with the way back, and a list that scrolls."""

    heading: ClassVar[Text] = T("Sets")

    def __init__(self, frame: Frame, state: Tutankhamen, say: Say, name: Callable[[str], str], about: str,
                 close: Callable[[], None]) -> None:  # fmt: skip
        self.state, self.say, self.name, self.about = state, say, name, about
        self.list = ScrollList(frame=frame)
        self.back = PushButton(frame=frame, text=say(self.heading), icon="back", align="left", guard=True, wraps=True)
        self.back.leads_back = True
        self.back.bind(on_release=lambda *_: close())
        self._filled = 0.0
        super().__init__(frame=frame)

    def fill(self, width: float) -> list[tuple[Drawn, float]]:
        """The rows for a list of this width, with their heights."""
        raise NotImplementedError

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.back, 4, 4, w - 8, 48)
        self.put(self.list, 4, 58, w - 8, h - 60)
        if self._filled != w:
            self._filled = w
            self.list.set_rows(self.fill(w - 20))

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night")


class SetsSheet(Sheet):
    """All sets: what each is worth to whom now, and so who would win it."""

    heading = T("Sets: tiles, points now")

    def fill(self, width: float) -> list[tuple[Drawn, float]]:
        state = self.state
        now = {line.category: line.points for line in position.scores(state).lines}
        kinds = sorted(state.match.kinds, key=lambda kind: kind.id in state.scored)
        rows: list[tuple[Drawn, float]] = []
        for kind in kinds:
            row = SetRow(self.frame, state, kind.id, now.get(kind.id, {}), self.say)
            holders = 0 if kind.id in state.scored else len(row.holders)
            rows.append((row, SetRow.room_for(holders, width)))
        return rows


class HoldingsSheet(Sheet):
    """What lies in front of everybody, the seat it was opened for first."""

    heading = T("Tiles of everybody")

    def fill(self, width: float) -> list[tuple[Drawn, float]]:
        state = self.state
        first = self.about if self.about in state.seats else state.turn
        return [
            (SeatRow(self.frame, state, seat, self.say, self.name), SeatRow.room_for(len(holdings(state, seat)), width))
            for seat in state.clockwise(first)
        ]
