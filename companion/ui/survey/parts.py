"""A list to fill in: its parts as cells, and the things that can stand there as keys below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.engine.box import UNKNOWN
from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.survey.keys import GAP, KEY_HEIGHT, SHORT, WIDEST, AnswerKey, columns_for, fitted, key_rows
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.scroll_list import ScrollList

CELL = 62
SHORT_KEY = 49


class PartCell(Touchable):
    """A part of the list: its name over what was given; `now` is the one that is asked."""

    part = StringProperty("")
    value = StringProperty("")
    now = BooleanProperty(False)

    shows = ("part", "value", "now")

    def paint(self, pen: Pen) -> None:
        fill = "good_soft" if self.value else "raised" if self.pressed else "surface"
        line = "lit" if self.now else "good" if self.value else "line"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], line, 3 if self.now else 1.5)
        name = fitted(self.part, pen.w - 12, pen.frame, bold=False, lines=1)
        pen.lines(name, pen.w / 2, 18 - name.height / 2, "sand" if self.now else "sand_2", "center", pen.w - 8)
        if self.value:
            words = fitted(self.value, pen.w - 12, pen.frame, lines=1)
            pen.lines(words, pen.w / 2, 43 - words.height / 2, "good", "center", pen.w - 8)
        else:
            pen.text("?", pen.w / 2, 43, TypeStyle("open", 20, True, 24), "sand_3", "center")


class PartsForm(Drawn):
    """Cells above, keys below. A key fills the cell that is asked and goes on to the next empty one.

    The last key says that this one part is not known.

    `row`: what stands in each part (None: nothing yet). `changed` gets the whole row after every tap.
    """

    def __init__(
        self, parts: Sequence[str], answers: Sequence[tuple[Any, str]], row: Sequence[Any], width: float,
        changed: Callable[[list[Any]], None], **more: Any,
    ) -> None:  # fmt: skip
        self.row = list(row)
        self.changed = changed
        answers = (*answers, (UNKNOWN, "?"))
        self.words = dict(answers)
        self.at = self._empty_after(-1)
        super().__init__(**more)
        self.cells: list[PartCell] = []
        for i, part in enumerate(parts):
            cell = PartCell(part=part)
            cell.bind(on_release=lambda _, i=i: self.go_to(i))
            self.cells.append(cell)
        shown = [*parts, *self.words.values()]
        across = max(columns_for(shown, 4 * min(len(parts), WIDEST), width - 12, self.frame), 2)
        self.list = ScrollList(gap=GAP)
        self.list.set_rows([(row, CELL) for row, _ in key_rows(self.cells, across)])
        self.keys: dict[Any, AnswerKey] = {}
        for value, words in answers:
            key = AnswerKey(text=words)
            key.bind(on_release=lambda _, value=value: self._give(value))
            self.keys[value] = key
        self.palette = ScrollList(gap=GAP)
        labels = [words for _, words in answers]
        self._across = columns_for(labels, len(labels), width - 12, self.frame)
        self._lines = -(-len(answers) // self._across)
        short = all(len(label) <= SHORT for label in labels)
        self._pitch = (SHORT_KEY if short and self._lines > 2 else KEY_HEIGHT) + GAP
        self.palette.set_rows(
            [(line, self._pitch - GAP) for line, _ in key_rows(list(self.keys.values()), self._across)]
        )
        self._show()

    @property
    def complete(self) -> bool:
        """Whether every part has its answer."""
        return None not in self.row

    @property
    def given(self) -> int:
        """How many parts have theirs."""
        return sum(value is not None for value in self.row)

    def _empty_after(self, at: int) -> int:
        n = len(self.row)
        order = [(at + 1 + i) % n for i in range(n)]
        return next((i for i in order if self.row[i] is None), min(at + 1, n - 1))

    def go_to(self, i: int) -> None:
        """Ask for part `i`."""
        self.at = i
        self._show()

    def _give(self, value: Any) -> None:
        self.row[self.at] = value
        self.at = self._empty_after(self.at)
        self._show()
        self.changed(list(self.row))

    def _show(self) -> None:
        for i, cell in enumerate(self.cells):
            value = self.row[i]
            cell.value = "" if value is None else self.words.get(value, str(value))
            cell.now = i == self.at
        for value, key in self.keys.items():
            key.given = self.row[self.at] is not None and value == self.row[self.at]
        self.list.reveal(self.list.rows[self.at // self.list.rows[0].across])

    def _keys_height(self, h: float) -> float:
        """What the keys need, as far as the cells leave it; half of the whole at least."""
        cells = len(self.list.rows) * (CELL + GAP) - GAP
        return min(self._lines * self._pitch - GAP, max(h - cells - 12, h * 0.5))

    def arrange(self) -> None:
        w, h = self.logical_size
        keys = self._keys_height(h)
        self.put(self.list, 0, 0, w, h - keys - 12)
        self.put(self.palette, 0, h - keys, w, keys)

    def paint(self, pen: Pen) -> None:
        keys = self._keys_height(pen.h)
        pen.line([(0, pen.h - keys - 6), (pen.w, pen.h - keys - 6)], "line", 2)
