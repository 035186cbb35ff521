"""A note on a move or on a whole game, typed on our own keyboard."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.language import LANGUAGES
from companion.table.shelf import MOST_LETTERS, Note, Shelf
from companion.ui.screens.base import Screen
from companion.ui.widgets.dialog import HoldButton
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.top_bar import TopBar


class NoteEntryScreen(Screen):
    """A new note on move `n` (0: the whole game) of a record, or other words for `note`. The way back keeps all."""

    name: ClassVar[str] = "note_entry"

    def enter(self, record: str, n: int, note: Note | None = None) -> None:
        self.record, self.n, self.note = record, n, note
        self.typed = note.text if note is not None else ""

    def build(self) -> None:
        frame = self.frame
        title = T("Note on the whole game") if self.n == 0 else T("Note on move {n}", n=self.n)
        taken = 0.0
        if self.note is not None:
            words = self.say(T("Hold: remove"))
            taken = 176.0
            self.remove_key = HoldButton(text=words, kind="bad", holdable=True, wraps=True)
            self.remove_key.bind(on_hold=lambda _: self._remove())
        bar = TopBar(title=self.say(title), taken=taken)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        if self.note is not None:
            self.put(self.remove_key, frame.w - taken, 4, taken - 8, 48)
        here = self.context.settings.language
        layouts = (here, *(code for code in LANGUAGES if code != here))
        hint = self.say(T("What should be remembered?"))
        lines = 4 if not frame.portrait else 9
        self.keyboard = Keyboard(layouts, text=self.typed, hint=hint, prose=True, lines=lines, longest=MOST_LETTERS)
        self.keyboard.shift = not self.typed
        self.keyboard.bind(text=lambda _, text: setattr(self, "typed", text))
        self.keyboard.bind(on_confirm=lambda _, text: self._confirmed(text))
        height = min(frame.h - 60.0, 420.0 if not frame.portrait else 700.0)
        self.put(self.keyboard, 0, frame.h - height, frame.w, height)

    def _confirmed(self, text: str) -> None:
        kept = Shelf.load(self.context.journal.path.parent)
        try:
            if self.note is None:
                kept.add_note(self.record, self.n, text)
            else:
                kept.change_note(self.record, self.note, text)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.back()

    def _remove(self) -> None:
        if self.note is None:
            return
        try:
            Shelf.load(self.context.journal.path.parent).remove_note(self.record, self.note)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.back()
