"""Trouble: what went wrong in the headline, in the form of a refusal, and one way on."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from companion.engine.text import T, Text
from companion.ui import fit
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.headline import Headline


class TroubleScreen(Screen):
    """`text` says what happened; the button does `then` (by default: back to where one was)."""

    name: ClassVar[str] = "trouble"

    def enter(self, text: Text, button: Text | None = None, then: Callable[[], None] | None = None) -> None:
        self.text = text
        self.label = button or T("Go on")
        self.then = then

    def build(self) -> None:
        frame = self.frame
        said = self.say(self.text)
        first, rest = split(said)
        height = 96 if frame.portrait else 64
        self.put(Headline(sentence=first, refusal=True, show_menu=False, tag=self.tag), 0, 0, frame.w, height)
        width = frame.w - 48
        if rest:
            lines = fit.wrapped(rest, "explain", width, 8, frame)
            self.put(Caption(rest, "explain", "sand", lines=8), 24, height + 32, width, lines.height)
        self.button = PushButton(text=self.say(self.label), kind="primary", guard=True, leads_back=True)
        self.button.bind(on_release=lambda _: self._go_on())
        wide = min(frame.w - 32, 380)
        self.put(self.button, frame.w - 16 - wide, frame.h - 16 - 60, wide, 60)

    def _go_on(self) -> None:
        if self.then is not None:
            self.then()
        else:
            self.context.back()


def split(said: str) -> tuple[str, str]:
    """The first sentence for the headline, and the rest."""
    for end in (". ", "! ", "? "):
        first, dot, rest = said.partition(end)
        if dot and rest:
            return first + end.strip(), rest
    return said, ""
