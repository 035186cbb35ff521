"""The strip in large letters on Home and New game while the disk under the data forgets, takes nothing or is full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.table.storage import standing
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Touchable

if TYPE_CHECKING:
    from companion.ui.screens.base import Screen

SIZES = (28, 26, 24, 22, 20, 18)
LOOK_S = 20.0
"""Seconds between two looks at the disk while the strip could be shown."""


class StandingStrip(Touchable):
    """What is wrong with the disk, as large as it fits in two lines; a tap says what to do."""

    text = StringProperty("")

    shows = ("text",)

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "raised" if self.pressed else "night", theme.RADIUS["button"], "bad", 3)
        pen.icon("warn", 30, pen.h / 2, 32, "bad")
        room = pen.w - 56 - 12
        fitted = fit.largest(self.text, (SIZES[-1],), True, room, 3, pen.frame)
        for size in SIZES:
            tried = fit.largest(self.text, (size,), True, room, 2, pen.frame)
            if tried.fits and tried.height <= pen.h - 4:
                fitted = tried
                break
        pen.lines(fitted, 56, (pen.h - fitted.height) / 2, "sand", max_width=room)


class Watch:
    """Looks at the disk for a screen that keeps room for the strip; the screen is drawn anew when that changes."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.found = standing(screen.context.stage.data)
        self._clock: Any = None

    @property
    def needed(self) -> bool:
        """Whether there is something to warn of."""
        return self.found.headline is not None

    def look(self) -> None:
        """Look now; `Screen.build` does."""
        self.found = standing(self.screen.context.stage.data)
        if self._clock is None:
            self._clock = Clock.schedule_interval(self._again, LOOK_S)

    def rest(self) -> None:
        """Stop looking; `Screen.leave` does."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _again(self, _: float) -> None:
        if self.screen.get_root_window() is None:
            # The app has ended; nobody looks at this screen any more.
            self.rest()
            return
        before = self.found.headline
        self.found = standing(self.screen.context.stage.data)
        if self.found.headline != before:
            self.screen.relayout()

    def strip(self) -> StandingStrip:
        """The strip for what was found."""
        headline, warning = self.found.headline, self.found.warning
        if headline is None or warning is None:
            raise LookupError("the disk is well")
        strip = StandingStrip(text=self.screen.say(headline), guard=True)
        strip.bind(on_release=lambda _: self.screen.context.trouble(warning))
        return strip
