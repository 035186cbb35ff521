"""Two people compared: how often each was ahead, and how their balance went over the games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.ui import fit, theme
from companion.ui.chart import scale
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

INSET = 14.0
MOST_CORNERS = 60
NUMBER = theme.STYLES["display"]


class Balance(Drawn):
    """One bar in three parts: `first` ahead, level, `second` ahead, with the numbers and names above their ends.

    names and level_words are words as shown; nothing is drawn for a part of 0.
    """

    def __init__(
        self, names: tuple[str, str], ahead: tuple[int, int], level: int, level_words: str, **more: Any
    ) -> None:
        self.names, self.ahead, self.level, self.level_words = names, ahead, level, level_words
        super().__init__(**more)

    def height_for(self, _: float) -> float:
        """The logical height."""
        return 150.0 if self.level else 124.0

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"])
        room = pen.w / 2 - INSET - 8
        for name, n, x, align in (
            (self.names[0], self.ahead[0], INSET, "left"),
            (self.names[1], self.ahead[1], pen.w - INSET, "right"),
        ):
            look = fit.label(name, room, True, pen.frame, (20, 18))
            pen.text(name, x, 22, look.style, "sand", align, room, may_cut=True)
            pen.text(str(n), x, 62, NUMBER, "sand", align)
        self._bar(pen, 96.0)
        if self.level:
            pen.text(self.level_words, pen.w / 2, 132, "small", "sand_2", "center", pen.w - 2 * INSET)

    def _bar(self, pen: Pen, y: float) -> None:
        total = self.ahead[0] + self.level + self.ahead[1]
        wide = pen.w - 2 * INSET
        if not total:
            pen.box(INSET, y, wide, 16, "night", theme.RADIUS["tag"])
            return
        x = INSET
        for n, fill in ((self.ahead[0], "lapis"), (self.level, "line_strong"), (self.ahead[1], "sand_2")):
            if n:
                part = wide * n / total
                pen.box(x, y, max(part - 2, 2), 16, fill, theme.RADIUS["tag"])
                x += part


class Lead(Drawn):
    """A line of who has been ahead more often: up for the first, down for the second, from 0 over all games.

    steps: 1, 0 or −1 for each game, the oldest first; words: what stands beneath.
    """

    def __init__(self, steps: Sequence[int], names: tuple[str, str], words: str, **more: Any) -> None:
        self.steps, self.names, self.words = tuple(steps), names, words
        super().__init__(**more)

    def height_for(self, _: float) -> float:
        """The logical height."""
        return 176.0

    @property
    def course(self) -> tuple[int, ...]:
        """The balance before the first game (0) and after each."""
        found = [0]
        for step in self.steps:
            found.append(found[-1] + step)
        return tuple(found)

    def paint_base(self, pen: Pen) -> None:
        course = self.course
        low, high, step = scale(min(course), max(course))
        left, right, top, bottom = 52.0, pen.w - 24.0, 34.0, pen.h - 34.0

        def height(value: float) -> float:
            return bottom - (bottom - top) * (value - low) / (high - low)

        for value in range(low, high + 1, step):
            y = height(value)
            pen.line([(left, y), (right, y)], "line_strong" if value == 0 else "line", 1.5)
            # Whoever is ahead has so many more, whichever side it is on.
            pen.text(str(abs(value)), left - 8, y, "small", "sand_3", "right")
        room = right - left
        if high > 0:
            pen.text(self.names[0], left, 14, "small", "sand_2", max_width=room, may_cut=True)
        if low < 0:
            pen.text(self.names[1], left, pen.h - 12, "small", "sand_2", max_width=room / 2, may_cut=True)
        pen.text(self.words, right, pen.h - 12, "small", "sand_2", "right", room / 2 if low < 0 else room)
        # Of many games some stand for all: there is no room for a corner each, and the last one counts.
        pace = -(-len(course) // MOST_CORNERS)
        shown = [*range(0, len(course) - 1, pace), len(course) - 1]
        points = [(left + (right - left) * i / (len(course) - 1), height(course[i])) for i in shown]
        pen.line(points, "lapis_light", 3, rounded=True)
        pen.disc(points[-1][0], points[-1][1], 6, "lapis_light")
