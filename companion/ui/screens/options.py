"""The switches of a game's rules, one row each with its value and its line of explanation."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.options import Option, OptionValue
from companion.engine.text import T, Text
from companion.ui.draft import Draft
from companion.ui.rows import FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


def value_text(option: Option, value: OptionValue) -> Text:
    """A value in words."""
    for known, words in option.values:
        if known == value and type(known) is type(value):
            return words
    if value is None:
        return T("not set")
    return T("{n}", n=value if isinstance(value, (int, str)) else str(value))


class OptionsScreen(Screen):
    """All switches; a changed one wears its value in gold. Tap a row to choose."""

    name: ClassVar[str] = "options"

    def enter(self, draft: Draft) -> None:
        self.draft = draft
        self.offset = 0.0

    def leave(self) -> None:
        self.offset = self.list.offset

    @property
    def practice(self) -> bool:
        return self.draft.practice

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Switches: {game}", game=self.draft.game.title)), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        values, changed = self.draft.options, self.draft.changed
        rows = []
        self.rows: dict[str, FactRow] = {}
        for option in self.draft.switches:
            row = FactRow(
                title=self.say(option.title),
                detail=self.say(option.explain),
                note=self.say(value_text(option, values[option.key])),
                note_colour="gold" if option in changed else "sand_2",
                leads=True,
                guard=True,
            )
            row.bind(on_release=lambda _, option=option: self.context.go("option", draft=self.draft, option=option))
            self.rows[option.key] = row
            rows.append((row, row.height_for(frame.w - 16)))
        self.list = self.put(ScrollList(gap=6), 8, 64, frame.w - 16, frame.h - 72)
        self.list.set_rows(rows)
        self.list.offset = min(self.offset, self.list.reach)
