"""What was told of the box during a game: kept for the next games, or left."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.table.session import Session
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.table.keeping import in_words, open_values
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


class LearnedScreen(Screen):
    """Every fact of `session` that is not kept yet, in words."""

    name: ClassVar[str] = "learned"

    def enter(self, session: Session) -> None:
        self.session = session
        self.values = open_values(self.context, session)

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Keep this for the next games?")), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        rows: list[tuple[Any, float]] = []
        for key, value in self.values.items():
            row = FactRow(title=self.say(in_words(self.session.box, key, value)))
            rows.append((row, row.height_for(frame.w - 16)))
        listed = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 64 - 80)
        listed.set_rows(rows)
        half = (frame.w - 24) / 2
        self.not_now = PushButton(text=self.say(T("Only this game")), kind="quiet", guard=True)
        self.not_now.bind(on_release=lambda _: self.context.back())
        self.put(self.not_now, 8, frame.h - 72, half, 60)
        self.keep = PushButton(text=self.say(T("Keep")), kind="primary", guard=True)
        self.keep.bind(on_release=lambda _: self._keep())
        self.put(self.keep, 16 + half, frame.h - 72, half, 60)

    def _keep(self) -> None:
        try:
            self.context.own(self.session.game, self.values)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.back()
