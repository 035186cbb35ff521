"""Answers as keys: one of a few, or a number typed digit by digit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.key import Key
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.side_by_side import SideBySide

KEY_HEIGHT = 66
GAP = 6
WIDEST = 5
LEAST_WIDTH = 84
SHORT = 3
SHORT_WIDEST = 9
SHORT_LEAST = 48
"""Numbers of up to three digits need less: more of them are seen at once."""
SIZES = (20, 18, 16)
MOST_DIGITS = 6


def fitted(text: str, width: float, frame: Frame, bold: bool = True, lines: int = 2) -> fit.Fitted:
    """The words of a key on one line or two, as large as they fit."""
    one = fit.label(text, width, bold, frame, SIZES)
    if one.fits or lines < 2:
        return one
    for size in SIZES[1:]:
        two = fit.balanced(text, TypeStyle("answer", size, bold, size + 3), width, 2, frame)
        if two.fits:
            break
    return two


def columns_for(labels: Sequence[str], count: int, width: float, frame: Frame) -> int:
    """How many of `count` keys stand side by side: few are large, and every label can be read whole."""
    short = all(len(label) <= SHORT for label in labels)
    widest, least = (SHORT_WIDEST, SHORT_LEAST) if short else (WIDEST, LEAST_WIDTH)
    for n in range(min(widest, max(min(count, 3), -(-count // 4))), 1, -1):
        each = (width - GAP * (n - 1)) / n
        if each >= least and all(fitted(label, each - (20 if not short else 8), frame).fits for label in labels):
            return n
    return 1


class AnswerKey(Touchable):
    """A possible answer: lit; `given` (green) where it is the one in force."""

    text = StringProperty("")
    given = BooleanProperty(False)

    shows = ("text", "given")

    def paint(self, pen: Pen) -> None:
        fill = "good_soft" if self.given else "surface" if self.pressed else "raised"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], "good" if self.given else "lit", 2.5)
        words = fitted(self.text, pen.w - 12, pen.frame)
        pen.lines(words, pen.w / 2, (pen.h - words.height) / 2, "sand", "center", pen.w - 8)


def key_rows(keys: Sequence[Any], across: int) -> list[tuple[Any, float]]:
    """Keys as rows of a list."""
    return [(SideBySide(keys[i : i + across], across, GAP), KEY_HEIGHT) for i in range(0, len(keys), across)]


class AnswerGrid(ScrollList):
    """Every possible answer as a key; scrolls where there are many. `answers`: value, words; `now`: the given one."""

    def __init__(
        self, answers: Sequence[tuple[Any, str]], now: Any, width: float, chosen: Callable[[Any], None], **more: Any
    ) -> None:  # fmt: skip
        super().__init__(gap=GAP, **more)
        self.keys: list[AnswerKey] = []
        for value, words in answers:
            key = AnswerKey(text=words, given=value == now and type(value) is type(now), guard=True)
            key.bind(on_release=lambda _, value=value: chosen(value))
            self.keys.append(key)
        labels = [words for _, words in answers]
        self.set_rows(key_rows(self.keys, columns_for(labels, len(labels), width - 12, self.frame)))


class DigitKeys(Drawn):
    """A number from `low` to `high` typed by keys; `chosen` gets it. `now` stands there to be confirmed or replaced."""

    ROWS = (("1", "2", "3", "4", "5"), ("6", "7", "8", "9", "0"))

    def __init__(
        self, low: int, high: int, now: int | None, bounds: str, chosen: Callable[[int], None], **more: Any
    ) -> None:  # fmt: skip
        self.low, self.high, self.bounds, self.chosen = low, high, bounds, chosen
        self.typed = "" if now is None else str(now)
        self._fresh = True
        self.keys = {value: Key(text=value, value=value, letter=28) for row in self.ROWS for value in row}
        self.keys["back"] = Key(icon="backspace", kind="back", value="back")
        self.keys["ok"] = Key(icon="check", kind="confirm", value="ok", guard=True)
        for value, key in self.keys.items():
            key.bind(on_release=lambda _, value=value: self._type(value))
        super().__init__(**more)

    @property
    def value(self) -> int | None:
        """The number typed, if it is one that can be."""
        n = int(self.typed) if self.typed else None
        return n if n is not None and self.low <= n <= self.high else None

    def _type(self, key: str) -> None:
        if key == "ok":
            if self.value is not None:
                self.chosen(self.value)
            return
        if key == "back":
            self.typed = self.typed[:-1]
        elif len(self.typed) < MOST_DIGITS or self._fresh:
            self.typed = key if self._fresh else self.typed + key
        self._fresh = False
        self.redraw()

    def arrange(self) -> None:
        w, h = self.logical_size
        self.keys["ok"].kind = "confirm" if self.value is not None else "off"
        self.keys["back"].takes_back = bool(self.typed) and not self._fresh
        top, each, high = 74.0, (w - 4 * GAP) / 5, (h - 74 - 2 * GAP) / 3
        for r, row in enumerate(self.ROWS):
            for c, value in enumerate(row):
                self.put(self.keys[value], c * (each + GAP), top + r * (high + GAP), each, high)
        y = top + 2 * (high + GAP)
        self.put(self.keys["back"], 0, y, 2 * each + GAP, high)
        self.put(self.keys["ok"], 2 * (each + GAP), y, 3 * each + 2 * GAP, high)

    def paint(self, pen: Pen) -> None:
        wrong = bool(self.typed) and self.value is None
        pen.box(0, 0, pen.w, 66, "surface", theme.RADIUS["button"])
        used = pen.text(self.typed or "…", pen.w - 16, 33, "score", "bad" if wrong else "gold", "right")
        words = fit.balanced(self.bounds, theme.normal(theme.style("small")), pen.w - used - 48, 2, pen.frame)
        pen.lines(words, 14, 33 - words.height / 2, "bad" if wrong else "sand_2")
