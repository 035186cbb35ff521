"""A page with an errand under way: meanwhile it says so, with a bar, and there is no way back."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.engine.text import Text
from companion.ui.errand import Errand
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.progress import Progress

SHARE_S = 0.5
"""Seconds between two looks at how far it is."""


class AtWork(Screen):
    """`errand` is the one under way, or the last one; who ends it draws the page anew."""

    errand: Errand | None = None
    bar: Progress
    _clock: Any = None

    @property
    def busy(self) -> bool:
        """Whether the errand is still under way."""
        return self.errand is not None and self.errand.running

    def working(self, words: Text) -> None:
        """Fill the page below its top bar with what is being done and how far it is."""
        width = self.frame.w - 48
        self.put(Caption(self.say(words), "explain", "sand", lines=3), 24, 80, width, 90)
        self.bar = self.put(Progress(of=100), 24, 180, width, 16)
        self._clock = self._clock or Clock.schedule_interval(self.show_share, SHARE_S)

    def show_share(self, _: float = 0.0) -> None:
        """Let the bar say how far it is."""
        if self.errand is not None:
            self.bar.done = int(100 * self.errand.share)

    def leave(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
