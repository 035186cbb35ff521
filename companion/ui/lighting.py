"""Lamps and sounds of the devices: what the table shows and lets be heard. Nothing of a choice made unseen is in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.table.lamps import lamps
from companion.ui.switchboard import seats_of_keys
from hardware.device import LAMPS, Lamp, Sound

if TYPE_CHECKING:
    from companion.ui.context import Context

AFTER_GOOD_S = 0.5
"""So long after one sound the next is told apart from it."""
AGAIN_S = 0.1
"""The same sound within this time is the same one: a flood of signals makes no flood of sounds."""


def this_hour() -> int:
    """The hour of the day where the table stands, 0 to 23."""
    return datetime.now().astimezone().hour


def is_quiet(hour: int, quiet: tuple[int, int]) -> bool:
    """Whether `hour` lies in the quiet hours, from the first up to and without the second; equal hours: never."""
    start, end = quiet
    return start <= hour < end if start <= end else hour >= start or hour < end


class Lighting:
    """One for the whole app. `hour` tells the hour of the day."""

    def __init__(self, context: Context, hour: Callable[[], int] = this_hour) -> None:
        self.context = context
        self.hour = hour
        self._later: Any = None
        self._last: tuple[str, float] = ("", -AGAIN_S)

    # lamps

    def now(self) -> dict[str, Lamp]:
        """What the lamps show: by lamp, of the game at the table as it is stored; without a game none is lit."""
        session = self.context.session
        if session is None:
            return {}
        scoring = bool(getattr(self.context.screen, "scores_now", False))
        of_seat = lamps(session.header.seat_ids, session.decision, session.outcome, scoring)
        keys = seats_of_keys(session.header.seats, self.context.settings.buttons)
        return {key: of_seat[keys[key]] for key in LAMPS if key in keys}

    def show(self) -> None:
        """Let the lamps show it; devices are told only of what has changed."""
        self.context.devices.hub.light(self.now())

    # sounds

    def allowed(self) -> bool:
        """Whether devices may be heard now."""
        settings = self.context.settings
        if settings.sound == "night":
            return not is_quiet(self.hour(), settings.quiet)
        return settings.sound == "on"

    def sound(self, sound: Sound) -> None:
        """Let it be heard once, if anything may be heard now; what was to follow the sound before is left out."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        now, (last, at) = self.context.devices.now(), self._last
        if (last == sound and now - at < AGAIN_S) or not self.allowed():
            return
        self._last = (sound, now)
        self.context.devices.hub.sound(sound)

    def sound_later(self, sound: Sound) -> None:
        """The same after the sound that has just been made, so that both are heard; not if the game is put away."""
        session = self.context.session
        self._later = Clock.schedule_once(
            lambda _: self.sound(sound) if self.context.session is session else None, AFTER_GOOD_S
        )
