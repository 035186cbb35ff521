"""Health: the signs of the doctor on the screen. What calls for a person comes first, with what helps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from companion.doctor import AREAS, PACKAGES, examine
from companion.engine.text import TN, T, Text
from companion.running import Running
from companion.signs import Sign
from companion.table.storage import JOURNAL
from companion.ui import fit, self_facts, theme
from companion.ui.errand import Errand
from companion.ui.pen import Pen
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

Line = tuple[str, str, str]
"""Words, their style and their colour."""
MARKS: dict[str, tuple[Text, str]] = {
    "fault": (T("Fault"), "bad"),
    "attention": (T("Look here"), "warn"),
    "ok": (T("Good"), "good"),
}
WORST_FIRST = ("fault", "attention")
BUTTON_W = 220.0
GAP = 3.0


class SignRow(Drawn):
    """Lines to read, one under another, beside a bar in the colour of their verdict."""

    def __init__(self, lines: Sequence[Line], mark: str, **more: Any) -> None:
        self.lines = lines
        self.mark = mark
        super().__init__(**more)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width (the scroll bar's room is left aside)."""
        return sum(text.height + GAP for text, _ in self._fitted(width - 12)) - GAP + 20

    def _fitted(self, width: float) -> list[tuple[fit.Fitted, str]]:
        return [(fit.wrapped(words, style, width - 38, None, self.frame), ink) for words, style, ink in self.lines]

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["button"])
        pen.box(8, 8, 6, pen.h - 16, self.mark, 3)
        y = 10.0
        for text, ink in self._fitted(pen.w):
            y += pen.lines(text, 24, y, ink) + GAP


class DoctorScreen(Screen):
    """The looks run in a thread of their own, once when the page is opened and whenever it is asked for."""

    name: ClassVar[str] = "doctor"

    def enter(self) -> None:
        self.offset = 0.0
        self.signs: list[Sign] = []
        self.why: Text | None = None
        self.looking = False
        self._look()

    def leave(self) -> None:
        self.offset = self.list.offset

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Health")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        room = frame.w - 32 - BUTTON_W
        words, colour = self._summary()
        said = self.say(words)
        lines = fit.wrapped(said, "body", room - 16, 2, frame)
        self.put(Caption(said, "body", colour, lines=2), 16, 64 + (56 - lines.height) / 2, room - 16, lines.height)
        self.again = PushButton(text=self.say(T("Look again")), kind="off" if self.looking else "plain", guard=True)
        self.again.bind(on_release=lambda _: self._again())
        self.put(self.again, frame.w - 16 - BUTTON_W, 64, BUTTON_W, 56)
        self.list = self.put(ScrollList(gap=6, reads=True), 8, 128, frame.w - 16, frame.h - 136)
        self.rows = self._rows()
        self.list.set_rows([(row, row.height_for(frame.w - 16)) for row in self.rows])
        self.list.offset = min(self.offset, self.list.reach)

    def _summary(self) -> tuple[Text, str]:
        if self.looking:
            return T("One moment …"), "sand_2"
        if self.why is not None:
            return self.why, "bad"
        n = sum(1 for sign in self.signs if sign.verdict != "ok")
        if n == 0:
            return T("Nothing wrong was found."), "good"
        return TN("{n} thing needs a look.", "{n} things need a look.", n), "warn"

    # rows

    def _rows(self) -> list[SignRow]:
        made = [self._due(sign) for verdict in WORST_FIRST for sign in self.signs if sign.verdict == verdict]
        for area, title in AREAS.items():
            good = [sign for sign in self.signs if sign.area == area and sign.verdict == "ok"]
            if good:
                lines: list[Line] = [(self.say(title), "label", "sand")]
                lines += [(words, "small", "sand_2") for words in self._together(good)]
                made.append(SignRow(lines, MARKS["ok"][1]))
        return made

    def _due(self, sign: Sign) -> SignRow:
        word, colour = MARKS[sign.verdict]
        lines: list[Line] = [
            (self.say(T("{area}: {verdict}", area=AREAS[sign.area], verdict=word)), "label", colour),
            (self.say(sign.text), "body", "sand"),
        ]
        if sign.remedy is not None:
            lines.append((self.say(sign.remedy), "label", "sand_2"))
        return SignRow(lines, colour)

    def _together(self, signs: Sequence[Sign]) -> list[str]:
        """The words of what is good; all packages in one line."""
        words: list[str] = []
        packages = [self.say(sign.text) for sign in signs if sign.id in PACKAGES]
        for sign in signs:
            if sign.id not in PACKAGES:
                text = sign.text if sign.remedy is None else T("{what} {remedy}", what=sign.text, remedy=sign.remedy)
                words.append(self.say(text))
        return [*words, ", ".join(packages)] if packages else words

    # looking

    def _again(self) -> None:
        if not self.looking:
            self.offset = self.list.offset
            self._look()
            self.relayout()

    def _look(self) -> None:
        self.looking = True
        data, ours = self.context.stage.data, Running(**self_facts.facts(self.context.root))
        Errand(lambda _: examine(data, data / JOURNAL, running=ours), self._found, self._failed)

    def _found(self, signs: list[Sign]) -> None:
        self.signs, self.why = signs, None
        self._looked()

    def _failed(self, why: Text) -> None:
        self.why = why
        self._looked()

    def _looked(self) -> None:
        self.looking = False
        if self.context.screen is self:
            self.offset = self.list.offset
            self.relayout()
