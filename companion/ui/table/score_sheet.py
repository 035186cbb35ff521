"""The lines of a scoring as a table: title, sum, points of each seat, what it adds up to (design 4.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty

from companion.engine.game import ScoreLine, Scores
from companion.engine.sums import number
from companion.engine.text import T, Text
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn

PITCH = {1: 68, 2: 68, 3: 54, 4: 44}


class ScoreSheet(Drawn):
    """Place it at 434, 94 with 366 x 326 (or wider, or in portrait lower). `current` is the line it stands at.

    `to_go`: by seat, what was still to be scored before the first line, where people count down; else None.
    """

    scores = ObjectProperty(None)
    current = NumericProperty(0)
    to_go = ObjectProperty(None, allownone=True)

    shows = ("scores", "current", "to_go")

    def __init__(self, say: Callable[[Text | str], str], **properties: Any) -> None:
        self.say = say
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        scores: Scores = self.scores
        seats = list(scores.before)
        tall = pen.frame.portrait
        usual = 36 if not tall else 40
        pitch = PITCH.get(len(seats), 36)
        columns = {seat: pen.w - 37 - pitch * (len(seats) - 1 - i) for i, seat in enumerate(seats)}
        first = min(columns.values()) - pitch / 2
        pen.box(0, 0, pen.w, pen.h, "night")
        for seat, x in columns.items():
            pen.seat_disc(seat, x, 20, 14 if pitch >= 44 else 12)
        foot = pen.h - 66
        # Where not all lines have room they come a little closer, and then scroll with the current one.
        step = min(usual, max((foot - 40) / len(scores.lines), 28))
        room = max(int((foot - 40) // step), 1)
        start = min(max(int(self.current) - room + 2, 0), max(len(scores.lines) - room, 0))
        for row, line in enumerate(scores.lines[start : start + room]):
            self._line(pen, line, start + row, 40 + step * row, step - 2, first, columns)
        self._totals(pen, scores, foot, columns, first)

    def _line(
        self, pen: Pen, line: ScoreLine, index: int, y: float, h: float, first: float, columns: dict[str, float]
    ) -> None:  # fmt: skip
        now, come = index == self.current, index > self.current
        middle = y + h / 2
        if now:
            pen.box(6, y, pen.w - 12, h, "lapis_soft", theme.RADIUS["tag"])
            pen.box(6, y, 5, h, "lit", 2)
        bold = TypeStyle("line", 20, now, 24)
        title = self.say(line.title)
        ink = "sand_3" if come else "sand"
        sum_style = theme.style("label")
        words = "" if come else self.say(line.sum)
        needed = pen.measure(words, sum_style) + 14 if words else 0
        room = first - 16 - 8
        shown = needed and needed + pen.measure(title, bold) <= room
        look = fit.label(title, room - (needed if shown else 0), now, pen.frame, (20, 18, 16))
        # Beside six columns a long name may lose its end: the headline says the line in whole words.
        used = pen.text(title, 16, middle, look.style, ink, max_width=room, may_cut=len(columns) > 4)
        if shown:
            pen.text(words, max(16 + used + 14, min(116, first - needed)), middle, sum_style, "sand_2")
        if come:
            return
        for seat, x in columns.items():
            points = line.points.get(seat, 0)
            style = theme.style("decision2")
            if points:
                pen.text(number(points), x, middle, style, "sand", "center")
            else:
                pen.text("–", x, middle, TypeStyle("none", 20, True, 24), "sand_3", "center")

    def _totals(self, pen: Pen, scores: Scores, y: float, columns: dict[str, float], first: float) -> None:
        pen.line([(12, y), (pen.w - 12, y)], "line", 2)
        pen.text(self.say(T("So far")), 16, y + 22, "body", "sand_2", max_width=first - 20)
        under = T("score with it") if self.to_go is None else T("still to go")
        pen.text(self.say(under), 16, y + 48, "small", "sand_2", max_width=first - 20)
        done = scores.lines[: int(self.current) + 1]
        for seat, x in columns.items():
            so_far = sum(line.points.get(seat, 0) for line in done)
            style = theme.style("title") if len(columns) <= 4 else theme.style("decision2")
            pen.text(number(so_far), x, y + 22, style, "sand", "center")
            then = scores.before[seat] + so_far if self.to_go is None else self.to_go[seat] - so_far
            pen.text(number(then), x, y + 48, "body", "sand_2", "center")
