"""What a file would change in the owner's values of a box, before it does."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine import owner_file
from companion.engine.box import Fact
from companion.engine.box_words import value_lines
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.text import TN, T, Text
from companion.table.box_files import Found
from companion.ui.lettering import strange
from companion.ui.rows import Caption, FactRow
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar


class BoxChangesScreen(Screen):
    """A row a fact that would change: before and after. The gold button takes all over; values not in it stay."""

    name: ClassVar[str] = "box_changes"

    def enter(self, game: Game[Any], found: Found, file: str) -> None:
        self.game, self.found, self.file = game, found, file
        self.box = self.context.box(game)
        self.changes = owner_file.changes(self.box, self.box.with_overrides(found.values))

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("What would change?")), note=self.file if not frame.portrait else "")
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        n = len(self.changes)
        words = T("Nothing: your values are the same.")
        if n:
            words = TN("{n} value would be another one.", "{n} values would be other ones.", n)
        self.put(Caption(self.say(words), "body", "sand"), 16, 60, frame.w - 32, 34)
        rows: list[FactRow] = []
        if self.found.edition:
            other = T("The file is about another edition: {edition}.", edition=strange(self.found.edition))
            rows.append(FactRow(title=self.say(other), note=self.say(T("unusual")), note_colour="warn"))
        for fault in self.found.warnings:
            rows.append(FactRow(title=self.say(fault.text), note=self.say(T("unusual")), note_colour="warn"))
        for change in self.changes:
            label = self.say(Text(change.after.label))
            before, after = self._value(change.before), self._value(change.after)
            detail = T("So far: {before}. Then: {after}", before=before, after=after)
            rows.append(FactRow(title=label, detail=self.say(detail)))
        listed = self.put(ScrollList(gap=6), 8, 98, frame.w - 16, frame.h - 98 - 80)
        listed.set_rows([(row, row.height_for(frame.w - 16)) for row in rows])
        half = (frame.w - 24) / 2
        self.leave_it = PushButton(text=self.say(T("Leave it as it is")), guard=True, wraps=True, leads_back=True)
        self.leave_it.bind(on_release=lambda _: self.context.back())
        self.put(self.leave_it, 8, frame.h - 72, half, 60)
        self.take = PushButton(text=self.say(T("Take it over")), kind="primary" if n else "off", guard=True, wraps=True)
        self.take.bind(on_release=lambda _: self._take())
        self.put(self.take, 16 + half, frame.h - 72, half, 60)

    def _value(self, fact: Fact) -> Text:
        lines, value = value_lines(fact), fact.value
        if isinstance(value, list | tuple) and any(isinstance(part, list | tuple | dict) for part in value):
            return TN("{n} entry", "{n} entries", len(value))
        return lines[0] if len(lines) == 1 else T("{list}", list=tuple(lines))

    def _take(self) -> None:
        try:
            self.context.own(self.game, self.found.values)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.back()
