"""Search in the history: what is typed is looked for at once, and how much is found is said beside it."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.text import TN, T
from companion.language import LANGUAGES
from companion.ui.game_row import title_text
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.screens.history import HistoryScreen
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.top_bar import TopBar


class HistorySearchScreen(Screen):
    """The keyboard, how many games fit, and the newest of them. Whatever is typed stands when one goes back."""

    name: ClassVar[str] = "history_search"

    def enter(self, history: HistoryScreen) -> None:
        self.history = history

    def build(self) -> None:
        frame = self.frame
        bar = TopBar(title=self.say(T("Search in History")))
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        here = self.context.settings.language
        layouts = (here, *(code for code in LANGUAGES if code != here))
        hint = self.say(T("A game, a player, a day, a note"))
        text = self.history.wanted.text
        self.keyboard = Keyboard(layouts, text=text, hint=hint, shift=False, bare=True, longest=40)
        self.keyboard.bind(text=lambda _, text: self._typed(text))
        self.keyboard.bind(on_confirm=lambda *_: self.context.back())
        height = min(frame.h - 64, 352 if not frame.portrait else 480)
        self.put(self.keyboard, 0, frame.h - height, frame.w, height)
        self.told: list[Caption] = []
        self._tell()

    def _typed(self, text: str) -> None:
        self.history.ask(text=" ".join(text.split()))
        self._tell()

    def _tell(self) -> None:
        frame = self.frame
        for caption in self.told:
            self.remove_widget(caption)
        found = self.history.count(self.history.wanted)
        count = self.say(TN("{n} game", "{n} games", len(found)) if found else T("No game fits."))
        rest = frame.h - 64 - self.keyboard.height / frame.unit
        lines = 1 if not frame.portrait else max(int((rest - 60) // 24), 1)
        newest = [self.say(title_text(summary, self.history.known)) for summary in found[:lines]]
        if not frame.portrait:
            if newest:
                count = self.say(T("{games}, the last: {title}", games=count, title=newest[0]))
            newest = []
        self.told = [self.put(Caption(count, "decision2", "sand"), 16, 64, frame.w - 32, 56)]
        for i, words in enumerate(newest):
            self.told.append(self.put(Caption(words, "label"), 16, 116 + 24 * i, frame.w - 32, 24))
