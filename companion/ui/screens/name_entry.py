"""A player's name, or that of a group, typed on our own keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from companion.engine.errors import InputError
from companion.engine.header import clean_name
from companion.engine.text import T, Text
from companion.language import LANGUAGES
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.keyboard import LONGEST, Keyboard
from companion.ui.widgets.top_bar import TopBar

PLAYER = T("Name of the player")


class NameEntryScreen(Screen):
    """`done` gets the cleaned name and goes on itself; the way back keeps the old one."""

    name: ClassVar[str] = "name_entry"

    def enter(
        self, done: Callable[[str], None], name: str = "", practice: bool = False, title: Text = PLAYER,
        longest: int = LONGEST,
    ) -> None:  # fmt: skip
        """`title`: whose name is typed, of at most `longest` letters. `practice`: for a game on the practice board that
        has not begun yet.
        """
        self.title, self.longest = title, longest
        self.typed = name
        self.done = done
        self.on_practice = practice

    @property
    def practice(self) -> bool:
        return self.on_practice or super().practice

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(self.title), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        here = self.context.settings.language
        layouts = (here, *(code for code in LANGUAGES if code != here))
        self.keyboard = Keyboard(
            layouts, text=self.typed, hint=self.say(T("Name")), shift=not self.typed, longest=self.longest
        )
        self.keyboard.bind(text=lambda _, text: setattr(self, "typed", text))
        self.keyboard.bind(on_confirm=lambda _, text: self._confirmed(text))
        height = min(frame.h - 64, 416 if not frame.portrait else 480)
        if frame.portrait:
            hint = self.say(T("As it should be read on the screen. Up to twelve letters are shown everywhere."))
            self.put(Caption(hint, "body", lines=3), 16, 72, frame.w - 32, 80)
        self.put(self.keyboard, 0, frame.h - height, frame.w, height)

    def _confirmed(self, text: str) -> None:
        try:
            name = clean_name(text)
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.done(name)
