"""A number that is asked for, on the keypad, with the reason for asking."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from companion.engine.text import T, Text
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.headline import Headline
from companion.ui.widgets.keypad import Keypad


class NumberScreen(Screen):
    """`title` is what is asked, `reason` why; a result from `low` to `high` goes to `done`, which goes on itself.

    `value` stands there already, to be confirmed or typed over.
    """

    name: ClassVar[str] = "number"

    def enter(
        self, title: Text, reason: Text, low: int, high: int, done: Callable[[int], None], value: int | None = None
    ) -> None:
        self.value = value
        self.title = title
        self.reason = reason
        self.bounds = (low, high)
        self.done = done

    def build(self) -> None:
        frame = self.frame
        low, high = self.bounds
        top = 96 if frame.portrait else 64
        self.put(
            Headline(sentence=self.say(self.title), sign="edit", show_menu=False, tag=self.tag), 0, 0, frame.w, top
        )
        self.keypad = Keypad(
            low=low,
            high=high,
            bounds=self.say(T("Allowed: {low} to {high}.", low=low, high=high)),
            cancel_label=self.say(T("Cancel")),
        )
        if self.value is not None:
            self.keypad.offer(self.value)
        self.keypad.bind(
            on_confirm=lambda _, value, __: self.done(value), on_cancel=lambda *_: self.context.back()
        )  # fmt: skip
        self.put(self.keypad, 0, top, frame.w, frame.h - top)
        if frame.portrait:
            self.put(Caption(self.say(self.reason), "label", lines=3), 16, top + 152, 448, 72)
        else:
            self.put(Caption(self.say(self.reason), "label", lines=6), 16, top + 176, frame.w - 464, 136)
