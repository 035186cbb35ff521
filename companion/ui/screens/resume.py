"""Resume: how the table should look, before an unfinished game goes on."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table.session import Session
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.check_row import CheckRow, check_height
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


class ResumeScreen(Screen):
    """The check-list of the position; "All there" opens the Table screen. Raises InputError in `enter`.

    Who only looks and goes back leaves the game as it lay: put away stays put away.
    """

    name: ClassVar[str] = "resume"

    def enter(self, record: str) -> None:
        self.session = Session.look_at(self.context.journal, record)
        self.lines: tuple[Text, ...] = self.session.game.lay_out(self.session.view)
        self.done = [False] * len(self.lines)

    @property
    def practice(self) -> bool:
        return self.session.header.practice

    def build(self) -> None:
        frame = self.frame
        names = self.context.names_of(self.session.header)
        title = self.say(T("{game}: does the table look like this?", game=self.session.game.title))
        bar = TopBar(title=title, tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        bottom = frame.h - 72
        self.rows: list[CheckRow] = []
        rows: list[tuple[Any, float]] = []
        for i, line in enumerate(self.lines):
            row = CheckRow(text=self.context.say(line, names), done=self.done[i])
            row.bind(on_release=lambda _, i=i: self._ticked(i))
            self.rows.append(row)
            rows.append((row, check_height(row.text, frame.w - 16, frame, 54)))
        checks = self.put(ScrollList(), 8, 64, frame.w - 16, bottom - 72)
        checks.set_rows(rows)
        hint = self.say(T("If a piece lies elsewhere, put it right, or correct the position later."))
        if not frame.portrait:
            self.put(Caption(hint, "small", lines=2), 16, bottom + 8, frame.w - 320, 44)
        wide = frame.w - 32 if frame.portrait else 272
        self.go_on = PushButton(text=self.say(T("All there")), kind="primary", guard=True)
        self.go_on.bind(on_release=lambda _: self._go_on())
        self.put(self.go_on, frame.w - 16 - wide, bottom, wide, 60)
        self._light()

    def _go_on(self) -> None:
        try:
            self.session.take_up()
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.play(self.session)

    def _ticked(self, i: int) -> None:
        self.done[i] = self.rows[i].done
        self._light()

    def _light(self) -> None:
        first = next((i for i, done in enumerate(self.done) if not done), None)
        for i, row in enumerate(self.rows):
            row.next_up = i == first
