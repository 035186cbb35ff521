"""What stands beside a question: the drawn hint, what is known so far, and why it is asked."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.rows import EmblemPaint
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn

LINES = (TypeStyle("so_far", 18, False, 22), TypeStyle("so_far", 16, False, 19))


class Emblem(Drawn):
    """The emblem of the game, where a question has no drawing of its own."""

    def __init__(self, game_id: str, title: str, **properties: Any) -> None:
        self.emblem = EmblemPaint(game_id, title)
        super().__init__(**properties)

    def paint_base(self, pen: Pen) -> None:
        self.emblem.paint(pen, pen.w / 2, pen.h / 2, min(pen.w, pen.h, 80) / 2)


class SoFar(Drawn):
    """`known` (what is given, by what authority), then `why`; a `fault` or a `warning` comes before both."""

    known = StringProperty("")
    why = StringProperty("")
    fault = StringProperty("")

    shows = ("known", "why", "fault")

    def paint(self, pen: Pen) -> None:
        parts = [(self.fault, "bad"), (self.known, "sand"), (self.why, "lapis_light")]
        shown = [(text, colour) for text, colour in parts if text]
        for style in LINES:
            wrapped = [(fit.wrapped(text, style, pen.w, None, pen.frame), colour) for text, colour in shown]
            if sum(one.height + 8 for one, _ in wrapped) <= pen.h + 8:
                break
        y = 0.0
        for one, colour in wrapped:
            y += pen.lines(one, 0, y, colour) + 8


class SurveyProgress(Drawn):
    """The section at the left, a pip a question up to twelve (else a bar), how many are answered at the right."""

    def __init__(self, section: str, at: int, done: list[bool], words: str, **properties: Any) -> None:
        self.section, self.at, self.done, self.words = section, at, done, words
        super().__init__(**properties)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night")
        y, n = pen.h / 2, len(self.done)
        bold = TypeStyle("progress", 18, True, 22)
        right = pen.text(self.words, pen.w - 12, y, bold, "gold", "right")
        label = theme.normal(theme.style("label"))
        room = pen.w * (0.3 if not pen.frame.portrait else 0.42)
        look = fit.label(self.section, room, False, pen.frame, (18, 16))
        used = pen.text(self.section, 16, y, look.style if look.fits else label, "sand_2", max_width=room, may_cut=True)
        left, width = 16 + used + 20, pen.w - 12 - right - 20 - (16 + used + 20)
        if n > 12 or width / n < 22:
            pen.box(left, y - 5, width, 10, "surface", 5)
            share = sum(self.done) / n
            if share > 0:
                pen.box(left, y - 5, max(width * share, 10), 10, "gold", 5)
            return
        pitch = min(width / n, 60.0)
        for i, done in enumerate(self.done):
            x = left + i * pitch
            line = "lit" if i == self.at else "line_strong"
            pen.box(x, y - 6, pitch - 6, 12, "gold" if done else None, 6, None if done and i != self.at else line, 2)
