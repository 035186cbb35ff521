"""How far a survey or a set-up has come: pips up to twelve, else a bar; the words stand beneath."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty

from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

MOST_PIPS = 12


class Progress(Drawn):
    """`done` of `of`; `words` ("5 of 9 done") are drawn under it where there is height for them (44)."""

    done = NumericProperty(0)
    of = NumericProperty(1)
    words = StringProperty("")

    shows = ("done", "of", "words")

    def paint(self, pen: Pen) -> None:
        n = int(self.of)
        if 0 < n <= MOST_PIPS:
            pitch = min(pen.w / n, 30.0)
            for i in range(n):
                width = pitch - 4
                if i < self.done:
                    pen.box(i * pitch, 2, width, 10, "gold", 5)
                else:
                    pen.box(i * pitch, 2, width, 10, None, 5, "line_strong", 1.5)
        else:
            pen.box(0, 3, pen.w, 8, "night", 4)
            share = min(max(self.done / n, 0.0), 1.0) if n else 0.0
            if share > 0:
                pen.box(0, 3, max(pen.w * share, 8), 8, "good", 4)
        if self.words:
            pen.text(self.words, 0, 26, "small", "sand_2", max_width=pen.w)
