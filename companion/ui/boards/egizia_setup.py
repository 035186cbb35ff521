"""Setup of Egizia: who has which number chip, and with it how many stones and which place on the score track."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.engine.game import Setup
from companion.engine.text import T, Text, seat
from companion.games.egizia.setup import START_STONES, EgiziaSetup
from companion.ui import fit
from companion.ui.boards import egizia_drawing as drawing
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.seat_chip import SeatChip

Say = Callable[[Text | str], str]


def picture(context: Any, setup: Setup) -> Widget | None:
    """What was drawn: the seats by number chip with their stones, the first one begins."""
    return ChipsPicture(setup.chips, context.say) if isinstance(setup, EgiziaSetup) else None


def draw_chip(pen: Pen, n: int, cx: float, cy: float, r: float, lit: bool = False) -> None:
    """A number chip."""
    pen.disc(cx, cy, r, "raised", "lit" if lit else "gold", 2.5)
    pen.text(str(n), cx, cy, drawing.COUNT, "sand", "center")


class ChipsPicture(Drawn):
    """A row for each chip: the number, the seat, its stones."""

    def __init__(self, chips: Sequence[str], say: Say) -> None:
        self.chips, self.say = tuple(chips), say
        super().__init__()

    def paint(self, pen: Pen) -> None:
        pitch = min((pen.h - 4) / len(self.chips), 60.0)
        for i, who in enumerate(self.chips):
            y = pitch * (i + 0.5)
            draw_chip(pen, i + 1, 20, y, 15)
            pen.seat_disc(who, 56, y, 14)
            stones = str(START_STONES[i])
            wide = pen.text(stones, pen.w - 6, y, drawing.LABEL_BOLD, "sand", "right")
            pen.icon("stone", pen.w - wide - 20, y, 18, "sand_2")
            room = pen.w - wide - 34 - 78
            name = fit.short_name(self.say(T("{who}", who=seat(who))))
            style = drawing.short(pen, name, room, True)
            pen.text(name, 78, y, style, drawing.seat_ink(who), max_width=room, may_cut=True)


class ChipsForm(Drawn):
    """Tap the players in the order of their chips: who has 1, who has 2. `done` gets the setup."""

    def __init__(self, context: Any, seats: Sequence[str], done: Callable[[Setup], None]) -> None:
        self.say: Say = context.say
        self.seats, self.done = tuple(seats), done
        self.chosen: list[str] = []
        self.chips: dict[str, SeatChip] = {}
        for who in self.seats:
            chip = SeatChip(seat=who, name=self.say(T("{who}", who=seat(who))), guard=True)
            chip.bind(on_release=lambda chip: self.choose(chip.seat))
            self.chips[who] = chip
        self.again = PushButton(text=self.say(T("Begin again")), icon="undo", kind="quiet", guard=True)
        self.again.bind(on_release=lambda *_: self.clear())
        super().__init__()

    def kept(self) -> list[str]:
        """The seats told so far."""
        return list(self.chosen)

    def keep(self, chosen: list[str]) -> None:
        """Go on with what another form was told."""
        self.chosen = list(chosen)
        self.redraw()

    def choose(self, who: str) -> None:
        """`who` has the next chip; the last one follows by itself, and the form is complete."""
        if who in self.chosen:
            return
        self.chosen.append(who)
        left = [other for other in self.seats if other not in self.chosen]
        self.redraw()
        if len(left) <= 1:
            self.done(EgiziaSetup(chips=(*self.chosen, *left)))
            self.chosen = []

    def clear(self) -> None:
        """Tell the chips from the first one again."""
        self.chosen = []
        self.redraw()

    def _columns(self) -> int:
        w, h = self.logical_size
        return 1 if h > w else 2

    def _area(self, i: int) -> tuple[float, float, float, float]:
        w, _ = self.logical_size
        columns = self._columns()
        width = (w - 24 - 8 * (columns - 1)) / columns
        return 12 + (i % columns) * (width + 8), 72 + (i // columns) * 80, width, 72

    def arrange(self) -> None:
        for i, (who, chip) in enumerate(self.chips.items()):
            x, y, w, h = self._area(i)
            self.put(chip, x + 44, y, w - 44, h)
            chip.chosen = who in self.chosen
        rows = -(-len(self.chips) // self._columns())
        self.put(self.again, 12, 72 + rows * 80, 240, 52)
        self.again.kind = "quiet" if self.chosen else "off"

    def paint(self, pen: Pen) -> None:
        n = len(self.chosen) + 1
        words = self.say(T("Who has number chip {n}?", n=n))
        line = fit.label(words, pen.w - 24, True, pen.frame, (24, 20, 18))
        pen.text(words, 12, 34, line.style, "sand", max_width=pen.w - 24)
        for i, who in enumerate(self.chips):
            x, y, _, h = self._area(i)
            if who in self.chosen:
                draw_chip(pen, self.chosen.index(who) + 1, x + 20, y + h / 2, 17)
            else:
                pen.dashed_disc(x + 20, y + h / 2, 17, "line_strong", 1.5)
