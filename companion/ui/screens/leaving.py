"""What the machine was asked to do is on its way: what happens next, or why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from companion.engine.text import T, Text
from companion.ui import errand, fit
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.headline import Headline


class LeavingScreen(Screen):
    """Does `act` when it opens, and says `title` and `text`; a refusal takes its place."""

    name: ClassVar[str] = "leaving"

    def enter(self, title: Text, text: Text, act: Callable[[], Text | None]) -> None:
        self.title, self.text = title, text
        self.errand = errand.run(act, self._answered)

    def build(self) -> None:
        frame = self.frame
        height = 96 if frame.portrait else 64
        self.put(Headline(sentence=self.say(self.title), show_menu=False), 0, 0, frame.w, height)
        width = frame.w - 48
        words = self.say(self.text)
        lines = fit.wrapped(words, "explain", width, 8, frame)
        self.put(Caption(words, "explain", "sand", lines=8), 24, height + 32, width, lines.height)
        self.button = PushButton(text=self.say(T("Go on")), kind="quiet", guard=True, leads_back=True)
        self.button.bind(on_release=lambda _: self.context.back())
        wide = min(frame.w - 32, 380)
        self.put(self.button, frame.w - 16 - wide, frame.h - 16 - 60, wide, 60)

    def _answered(self, why: Text | None) -> None:
        if why is not None and self.context.screen is self:
            self.context.replace("trouble", text=why)
