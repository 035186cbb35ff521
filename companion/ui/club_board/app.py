"""The window of the board: it looks twice a second whether anything is otherwise, and never waits for the broker.

`prepare` of `companion.ui.boot` must have run before.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Protocol

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from companion.club.board import Evening
from companion.engine.text import Text
from companion.language import Language
from companion.ui import layout, theme
from companion.ui.club_board.face import Face, Look
from companion.ui.layout import Frame

LOOK_S = 0.5
TURN_S = 12.0
"""A page of tables is shown so long before the next one."""
ESCAPE = 27
ENDS = ("escape", "q")


class Ear(Protocol):
    """What hears the tables; see `companion.club.collector`. Nothing of it waits."""

    @property
    def club(self) -> str:
        """The club's name."""

    @property
    def changed(self) -> int:
        """Grows with every change."""

    @property
    def state(self) -> str:
        """How the connection stands."""

    @property
    def trouble(self) -> Text | None:
        """Why it does not stand."""

    def evening(self) -> Evening:
        """All that is known."""


class BoardApp(App):
    """Shows what `ear` has heard, in `said`'s language, until it is closed."""

    title = "Cartouche"

    def __init__(
        self, ear: Ear, said: Language, now: Callable[[], datetime] = lambda: datetime.now(UTC), **args: Any
    ) -> None:
        super().__init__(**args)
        self.ear, self.said, self.now = ear, said, now
        self._shown: tuple[Any, ...] = ()
        self._lost_since: datetime | None = None
        self._clocks: list[Any] = []

    def build(self) -> Face:
        Window.clearcolor = theme.colour("ground")
        self.face = Face(self.said, self.stop)
        self._measure()
        Window.bind(on_resize=self._measure, on_key_down=self._key)
        self.look()
        self._clocks = [
            Clock.schedule_interval(lambda _: self.look(), LOOK_S),
            Clock.schedule_interval(lambda _: self.face.turn(), TURN_S),
        ]
        return self.face

    def on_stop(self) -> None:
        for clock in self._clocks:
            clock.cancel()
        Window.unbind(on_resize=self._measure, on_key_down=self._key)

    def open_settings(self, *_: Any) -> bool:
        """Kivy's own settings panel stays shut."""
        return False

    def look(self) -> None:
        """Show what is known now, where that is otherwise than what is shown."""
        ear, now = self.ear, self.now()
        state = ear.state
        if state != "lost":
            self._lost_since = None
        elif self._lost_since is None:
            self._lost_since = now
        # Ages and the clock go on by the minute; an evening ends by the clock alone.
        mark = (ear.changed, state, ear.trouble, now.astimezone().strftime("%H:%M"))
        if mark == self._shown:
            return
        self._shown = mark
        self.face.show(Look(ear.evening(), ear.club, ear.trouble, self._lost_since, state == "starting"), now)

    def _measure(self, *_: Any) -> None:
        layout.use(Frame(*Window.size))
        self.face.relayout()

    def _key(self, _window: Any, key: int, _scancode: int, letter: str | None, _modifiers: Any) -> bool:
        if key == ESCAPE or letter in ENDS:
            self.stop()
            return True
        return False
