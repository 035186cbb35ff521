"""Brings what devices tell to what it means on the screen, on the screen's own thread and in the order it happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.engine.header import Seat
from hardware.device import SEAT_KEYS, Changed, Pressed, Read, Released, Signal, Turned
from hardware.hub import Hub

if TYPE_CHECKING:
    from companion.ui.context import Context

Listener = Callable[[Signal], bool]
"""Takes a signal before anybody else; says whether that was all."""


def seats_of_keys(seats: Sequence[Seat], chosen: dict[str, str]) -> dict[str, str]:
    """Which seat each seat button belongs to: as the table said (`chosen`, seat by key), the rest in order."""
    here = [seat.seat for seat in seats]
    found = {key: seat for key, seat in chosen.items() if key in SEAT_KEYS and seat in here}
    left = iter([seat for seat in here if seat not in found.values()])
    for key in SEAT_KEYS:
        if key not in found and (seat := next(left, None)) is not None:
            found[key] = seat
    return found


class Switchboard:
    """One for the whole app. No thread but the screen's comes past `hub`: all the rest is called by its clock."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._due = Clock.create_trigger(lambda _: self.pump())
        self.hub = Hub(self._due)
        self.last: dict[str, Signal] = {}
        """The last signal of each device that somebody caused, for the screen of devices."""
        self.listener: Listener | None = None
        """A screen that only looks on (test, teaching) while it is shown."""

    def close(self) -> None:
        """The app ends."""
        self._due.cancel()
        self.hub.close()

    def pump(self) -> None:
        """Bring what is waiting to where it belongs."""
        for signal in self.hub.take():
            self._bring(signal)

    def seat_of(self, key: str) -> str | None:
        """The seat whose button this is in the game at the table; None: nobody's, or no game."""
        session = self.context.session
        if session is None:
            return None
        return seats_of_keys(session.header.seats, self.context.settings.buttons).get(key)

    def _bring(self, signal: Signal) -> None:
        if isinstance(signal, Changed):
            self.context.screen.device_changed(signal.device)
            return
        self.last[signal.device] = signal
        # Like a finger on a dark panel: what wakes it does nothing else. A button that comes up wakes nothing.
        if not isinstance(signal, Released) and self.context.root.wake():
            return
        if self.listener is not None and self.listener(signal):
            return
        self._hand(self.context.root.uppermost(), signal)

    def _hand(self, receiver: Any, signal: Signal) -> None:
        match signal:
            case Pressed(key=key, at=at):
                receiver.key_down(key, at)
            case Released(key=key, at=at):
                receiver.key_up(key, at)
            case Turned(steps=steps, at=at):
                receiver.knob(steps, at)
            case Read(tag=tag, at=at):
                receiver.tag_read(tag, at)

    @staticmethod
    def now() -> float:
        """Seconds on the clock that signals carry."""
        return monotonic()
