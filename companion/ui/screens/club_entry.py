"""Something typed exactly as it is, for the way to the club: an address, a user, a password, where a file lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from companion.engine.text import Text
from companion.language import LANGUAGES
from companion.ui import fit
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.top_bar import TopBar


class ClubEntryScreen(Screen):
    """`done` gets what was typed, perhaps nothing, and goes on itself; the way back keeps what was.

    `hint` says what is meant. `hidden`: dots stand for it; `value`, what stands there already, is then empty.
    """

    name: ClassVar[str] = "club_entry"

    def enter(
        self, title: Text, hint: Text, done: Callable[[str], None], value: str = "", longest: int = 255,
        hidden: bool = False,
    ) -> None:  # fmt: skip
        self.title, self.hint, self.done, self.typed = title, hint, done, value
        self.longest, self.hidden = longest, hidden

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(self.title))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        # Addresses and users are mostly in Latin letters, whatever the language of the table.
        layouts = ("en", *(code for code in LANGUAGES if code != "en"))
        words = self.say(self.hint)
        said = fit.wrapped(words, "label", frame.w - 32, None, frame)
        self.put(Caption(words, "label", lines=len(said.lines)), 16, 62, frame.w - 32, said.height)
        lines = 1 if self.hidden else 2
        self.keyboard = Keyboard(
            layouts, text=self.typed, exact=True, hidden=self.hidden, shift=False, longest=self.longest, lines=lines
        )
        self.keyboard.bind(text=lambda _, text: setattr(self, "typed", text))
        self.keyboard.bind(on_confirm=lambda _, text: self.done(text))
        height = min(frame.h - 66 - said.height, 420.0 if not frame.portrait else 560.0)
        self.put(self.keyboard, 0, frame.h - height, frame.w, height)
