"""The clock at the table: whose time runs while which screen is shown, and its digits in the headline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.table.clocks import shown

if TYPE_CHECKING:
    from companion.ui.context import Context
    from companion.ui.screens.table import TableScreen

EVERY_S = 1.0
LATE_S = 0.02
"""The digits change just after the second is full, never a moment before it."""


def follow(context: Context) -> None:
    """Let the clocks of the game at the table run as the shown screen says: somebody thinks, or is told something."""
    session = context.session
    if session is None:
        return
    clocks = session.clocks
    clocks.counts = context.settings.clock != "off"
    if session.outcome is not None or session.status != "playing":
        clocks.rest()
    else:
        # A screen that closes by itself because nobody is there is nobody's act.
        clocks.go(context.screen.thinks, acted=not context.root.dark)


class TableClock:
    """What the Table screen shows of the clocks. Only the digits are drawn anew, once a second, and only while they
    can be seen and a time runs."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        self._tick: Any = None
        self._dimmed = False

    def drawn(self) -> None:
        """The table was drawn: show the clock, if there is one."""
        follow(self.table.context)
        face, on = self.table.headline.clock, self.table.context.settings.clock != "off"
        self.table.headline.show_clock = on and self.table.session.outcome is None
        self.leave()
        if self.table.headline.show_clock:
            face.paused = self.table.session.clocks.paused
            self.show()

    def leave(self) -> None:
        """The table is shown no longer."""
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None

    def tapped(self) -> None:
        """Pause, or go on."""
        clocks = self.table.session.clocks
        if clocks.paused:
            clocks.resume()
        else:
            clocks.pause()
        self.drawn()

    def show(self) -> None:
        """Show the time as it is now, and again when the next second is full."""
        context, clocks, face = self.table.context, self.table.session.clocks, self.table.headline.clock
        settings, root = context.settings, context.root
        if self._dimmed and not root.dimmed:
            # Somebody woke the screen: the table is awake again.
            clocks.go(context.screen.thinks)
        self._dimmed = root.dimmed
        down = settings.clock in ("turn", "game")
        faces = [
            clocks.face(seat, settings.clock, settings.clock_turn_s, settings.clock_game_s) for seat in clocks.deciding
        ]
        # Where several decide, the one who has the least left, or has thought longest, is shown.
        time = (min if down else max)(faces, default=None)
        runs = clocks.runs
        wait = EVERY_S
        if time is not None and not root.dark:
            # What is left is rounded up, what has gone by down: both change when a second is full.
            whole = -int(-time // 1) if down else int(time)
            face.digits = context.say(shown(whole))
            face.over = down and time < 0
            wait = (time - (whole - 1) if down else whole + 1 - time) if runs else EVERY_S
        elif time is None:
            face.digits, face.over = "", False
        face.runs = runs
        if not clocks.paused:
            self._tick = Clock.schedule_once(lambda _: self.show(), wait + LATE_S)
