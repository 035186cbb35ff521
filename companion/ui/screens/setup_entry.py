"""A form of the game's own board: to enter what lies on the table, or what a box holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from companion.engine.text import Text
from companion.ui.layout import place
from companion.ui.screens.base import Screen
from companion.ui.widgets.top_bar import TopBar


class SetupEntryScreen(Screen):
    """`form` makes the board's widget anew for each size; it calls back itself when it is complete.

    A form with `kept()` and `keep(...)` hands what was tapped in on to the one that takes its place.
    """

    name: ClassVar[str] = "setup_entry"

    def enter(self, title: Text, form: Callable[[], Any], practice: bool = False) -> None:
        self.title = title
        self.on_practice = practice
        self.make = form
        self.form: Any = None

    @property
    def practice(self) -> bool:
        return self.on_practice or super().practice

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(self.title), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        before, self.form = self.form, self.make()
        if hasattr(before, "kept"):
            self.form.keep(before.kept())
        place(self.form, frame.rect(0, 56, frame.w, frame.h - 56))
        self.add_widget(self.form)
