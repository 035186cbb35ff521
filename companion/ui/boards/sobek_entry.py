"""Setup of Sobek: all that is drawn is who begins, and the table may have settled that already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.game import Setup
from companion.engine.text import T, Text, seat
from companion.games.sobek.setup import SobekSetup
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.seat_chip import SeatChip

BIG = TypeStyle("asked", 24, True, 28)
NAME = TypeStyle("name", 28, True, 34)


class StarterForm(Drawn):
    """A chip for each seat: a tap names the starting player, and `done` gets the setup."""

    def __init__(self, context: Any, seats: Sequence[str], done: Callable[[Setup], None]) -> None:
        self.say: Callable[[Text | str], str] = context.say
        self.done = done
        self.chips: dict[str, SeatChip] = {}
        for who in seats:
            chip = SeatChip(seat=who, name=self.say(T("{who}", who=seat(who))), guard=True)
            chip.bind(on_release=lambda chip: self.done(SobekSetup(first=chip.seat)))
            self.chips[who] = chip
        super().__init__()

    def arrange(self) -> None:
        w, h = self.logical_size
        columns = 1 if h > w else 2
        width = (w - 24 - 8 * (columns - 1)) / columns
        for i, chip in enumerate(self.chips.values()):
            self.put(chip, 12 + (i % columns) * (width + 8), 72 + (i // columns) * 80, width, 72)

    def paint(self, pen: Pen) -> None:
        words = self.say(T("Who begins the first round?"))
        line = fit.label(words, pen.w - 24, True, pen.frame, (24, 20, 18))
        pen.text(words, 12, 34, line.style, "sand", max_width=pen.w - 24)


class Starter(Drawn):
    """What was drawn: the starting player."""

    def __init__(self, context: Any, who: str) -> None:
        self.who = who
        self.name = str(context.say(T("{who}", who=seat(who))))
        self.begins = str(context.say(T("begins the first round")))
        super().__init__()

    def paint(self, pen: Pen) -> None:
        r = min(pen.h / 3, pen.w / 6, 44)
        upright = pen.w < 4 * r + 160
        x, y = (pen.w / 2, r + 8) if upright else (r + 16, pen.h / 2)
        pen.seat_disc(self.who, x, y, r)
        left, align, room = (pen.w / 2, "center", pen.w - 16) if upright else (2 * r + 32, "left", pen.w - 2 * r - 40)
        top = y + r + 24 if upright else y - 16
        pen.text(self.name, left, top, NAME, theme.seat(self.who).text, align, room, True)
        line = fit.balanced(self.begins, "label", room, 2, pen.frame)
        pen.lines(line, left, top + 20, "sand_2", align, room)
