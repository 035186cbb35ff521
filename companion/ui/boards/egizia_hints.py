"""Drawn hints of the box survey: a market, a round space with two crews, a crew's skirt, a card, a number row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Question
from companion.engine.text import Text
from companion.games.egizia.components import CREWS, ORDINARY
from companion.games.egizia.names import FAMILY_NAMES, STOP_NAMES
from companion.ui import fit, theme
from companion.ui.boards.base import Area
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn

Say = Callable[[Text | str], str]
FIELD_FILLS = {"green": "#78AB4C", "yellow": "#C9BE4A", "brown": "#8A5A34"}
"""The three colours of fields, the best first."""
FIELD_INKS = {"green": "#1B1407", "yellow": "#1B1407", "brown": "#FFF3DC"}
SMALL = TypeStyle("small", 16, False, 19)
BOLD = TypeStyle("small", 16, True, 19)
BIG = TypeStyle("hint", 24, True, 28)
KINDS = ("pair", "label", "stone", "grain", "crew", "joker", "kind", "extra", "sphinx", "points", "lastrow", "own_each")


class Hint(Drawn):
    """A small drawing of what a question is about."""

    def __init__(self, kind: str, about: str, say: Say) -> None:
        self.kind, self.about, self.say = kind, about, say
        super().__init__()

    def paint(self, pen: Pen) -> None:
        if self.kind == "pair":
            self._pair(pen)
        elif self.kind == "label":
            self._crews(pen, CREWS.index(self.about) if self.about in CREWS else -1)
        elif self.kind in ("stone", "grain"):
            self._market(pen)
        elif self.kind in ("crew", "joker"):
            self._strengths(pen)
        elif self.kind == "lastrow":
            self._by_players(pen)
        else:
            self._card(pen)

    def _crew(self, pen: Pen, cx: float, cy: float, r: float, skirt: str, line: str = "line_strong") -> None:
        """A round crew piece: head, body, a skirt in its colour."""
        pen.disc(cx, cy, r, "surface", line, 2.5)
        pen.disc(cx, cy - r * 0.46, r * 0.2, "sand_2")
        pen.box(cx - r * 0.14, cy - r * 0.28, r * 0.28, r * 0.4, "sand_2", 2)
        pen.polygon(
            [(cx - r * 0.2, cy), (cx + r * 0.2, cy), (cx + r * 0.44, cy + r * 0.58), (cx - r * 0.44, cy + r * 0.58)],
            skirt,
        )

    def _pair(self, pen: Pen) -> None:
        """A round space with two crews on it; which ones, is asked."""
        r = min(pen.h / 2 - 14, pen.w / 3, 56)
        cx, cy = pen.w / 2, r + 4
        pen.disc(cx, cy, r, "raised", "lit", 3)
        for dx in (-r * 0.44, r * 0.44):
            self._crew(pen, cx + dx, cy, r * 0.4, "sand_3")
        pen.text(self.say(STOP_NAMES[self.about]), cx, pen.h - 12, BOLD, "sand_2", "center", pen.w)

    def _crews(self, pen: Pen, asked: int) -> None:
        """The four crews; the one whose skirt is asked for has a question mark, the joker wears white."""
        pitch = min(pen.w / 4, pen.h, 60)
        left = (pen.w - pitch * 4) / 2
        for i in range(4):
            cx, now = left + pitch * (i + 0.5), i == asked
            self._crew(pen, cx, pen.h / 2, pitch * 0.44, "sand" if i == 3 else "line_strong", "lit" if now else "line")
            if now:
                pen.text("?", cx, pen.h / 2 + pitch * 0.12, BIG, "lit", "center")

    def _market(self, pen: Pen) -> None:
        """A column of rows with a marker on the topmost and the last one lit."""
        rows, width = 5, min(pen.w * 0.5, 120)
        step = min((pen.h - 8) / rows, 26)
        left, top = (pen.w - width) / 2, (pen.h - step * rows) / 2
        for i in range(rows):
            last = i == rows - 1
            pen.box(left, top + step * i + 1.5, width, step - 3, "surface", 5, "lit" if last else "line_strong", 2)
        pen.box(left + 10, top + step * 0.2, step * 0.6, step * 0.6, theme.seat("red").fill, 3)
        if self.kind == "grain":
            for i in range(rows):
                mark = "1" if i >= rows - 2 else "?"
                pen.text(mark, left + width - 16, top + step * (i + 0.5), BOLD, "sand", "center")
        else:
            pen.text("?", left + width + 20, pen.h / 2, BIG, "lit", "center")

    def _strengths(self, pen: Pen) -> None:
        """A row of strengths; its end is asked for."""
        marks = ("1", "2", "3", "…", "?")
        pitch = min((pen.w - 8) / len(marks), 48)
        left, y = (pen.w - pitch * len(marks)) / 2, pen.h / 2 + (14 if pen.h > 80 else 0)
        ordinary = self.kind == "crew"
        for i, mark in enumerate(marks):
            last = mark == "?"
            area = Area(left + pitch * i + 2, y - pitch / 2, pitch - 4, pitch - 4)
            pen.box(*area, "surface", 6, "lit" if last else "line_strong", 2)
            pen.text(mark, area.x + area.w / 2, area.y + area.h / 2, BIG, "lit" if last else "sand_2", "center")
        if y - pitch / 2 > 34:
            for i in range(len(ORDINARY) if ordinary else 1):
                skirt = "line_strong" if ordinary else "sand"
                self._crew(pen, left + 18 + 36 * i, y - pitch / 2 - 20, 16, skirt)

    def _by_players(self, pen: Pen) -> None:
        """A card with a table: points by how many players have come to the last row."""
        area = self._blank(pen)
        step = (area.h - 16) / 5
        for n in range(5):
            y = area.y + 8 + step * (n + 0.5)
            pen.text(str(n), area.x + 18, y, SMALL, "sand_2", "center")
            pen.icon("people", area.x + 38, y, min(step, 18), "sand_2")
            pen.text("?", area.x + area.w - 18, y, BOLD, "lit", "center")

    def _blank(self, pen: Pen) -> Area:
        h = min(pen.h - 4, pen.w, 130.0)
        area = Area((pen.w - h * 0.8) / 2, (pen.h - h) / 2, h * 0.8, h)
        pen.box(*area, "surface", 8, "line_strong", 2)
        return area

    def _card(self, pen: Pen) -> None:
        """A card: its sign, and where to look for what is asked."""
        area = self._blank(pen)
        cx, cy = area.x + area.w / 2, area.y + area.h / 2
        if self.kind == "extra":
            pen.box(cx - 24, cy - 34, 48, 40, FIELD_FILLS["brown"], 6)
            pen.text(self.about, cx, cy - 14, BIG, FIELD_INKS["brown"], "center")
        elif self.kind == "kind" and self.about in FAMILY_NAMES:
            words = fit.largest(self.say(FAMILY_NAMES[self.about]), (16,), False, area.w - 8, 3, pen.frame)
            if words.fits:
                pen.lines(words, cx, area.y + 10, "sand_2", "center", area.w - 6)
        elif self.kind == "own_each":
            pen.icon("people", cx, cy - 16, 34, "sand_2")
        else:
            pen.icon("eye", cx, cy - 16, 40, "sand_2")
        if self.kind == "sphinx":
            for i in (1, 2):
                pen.box(area.x + 6 * i, area.y - 5 * i, area.w, area.h, None, 8, "line", 1.5)
            pen.text("×?", cx, area.y + area.h - 24, BIG, "lit", "center")
        else:
            pen.text("?", cx, area.y + area.h - 24, BIG, "lit", "center")


def survey_hint(context: Any, question: Question) -> Drawn | None:
    """The drawing for a question, or None where its form is the drawing."""
    kind, _, about = question.key.partition(".")
    return Hint(kind, about, context.say) if kind in KINDS else None
