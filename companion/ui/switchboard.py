"""Brings what devices tell to what it means on the screen, on the screen's own thread and in the order it happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.engine.header import Seat
from hardware.device import COMMON_KEYS, SEAT_KEYS, Changed, Pressed, Read, Released, Signal, Turned
from hardware.hub import Hub

if TYPE_CHECKING:
    from companion.ui.context import Context

AGAIN_S = 0.25
"""The same button so soon after what came of it was shown is still the first press."""

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
    """One for the whole app. No thread but the screen's comes past `hub`: all the rest is called by its clock.

    A button that was pressed before the present picture was shown was not meant for it, and a second press that
    follows at once on the picture the first one made is none: both do nothing. The Table screen is told of the buttons
    of seats and of tags all the same, since its arbiter knows what each of them was meant for. A button that several
    devices hold is down until the last of them lets go; a device that is lost holds nothing.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self._due = Clock.create_trigger(lambda _: self.pump())
        self.hub = Hub(self._due)
        context.root.holds = lambda: any(self._down.values())
        self.last: dict[str, Signal] = {}
        """The last signal of each device that somebody caused, for the screen of devices."""
        self.listener: Listener | None = None
        """A screen that only looks on (test, teaching) while it is shown."""
        self.cut = False
        """Whether the button that came up last was let go by nobody: its device is lost. It acts on nothing then."""
        self._down: dict[str, set[str]] = {}
        self._made = ("", -1)
        """The button that made the present picture, and which picture that was."""

    def close(self) -> None:
        """The app ends."""
        self.hub.close()
        self._due.cancel()

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

    def held(self, key: str) -> bool:
        """Whether this button is down on any device."""
        return bool(self._down.get(key))

    def rested(self) -> None:
        """Time has passed since the last press, whatever the clock says."""
        self._made = ("", -1)
        self.context.root.focus.rested()

    # from the devices

    def _bring(self, signal: Signal) -> None:
        if isinstance(signal, Changed):
            self._stands(signal)
            return
        self.last[signal.device] = signal
        # Like a finger on a dark panel: what wakes it, and what follows at once, does nothing else. A button that comes
        # up wakes nothing.
        root = self.context.root
        if isinstance(signal, Released) or not (root.wake() or root.waking):
            self._pass_on(signal)

    def _pass_on(self, signal: Signal) -> None:
        counts = self._counts(signal)
        if self.listener is not None and self.listener(signal):
            return
        if counts:
            self._hand(self.context.root.uppermost(), signal)

    def _stands(self, signal: Changed) -> None:
        """A device stands otherwise now: what it held is up again if it is not there any more."""
        device = self.hub.device(signal.device)
        if device is None or device.state != "ready":
            for key in [key for key, holding in self._down.items() if signal.device in holding]:
                self._pass_on(Released(signal.device, key, signal.at, cut=True))
        self.context.screen.device_changed(signal.device)

    def _counts(self, signal: Signal) -> bool:
        """Whether a signal is the first press or the last release of its button; all others count."""
        if isinstance(signal, Pressed):
            holding = self._down.setdefault(signal.key, set())
            holding.add(signal.device)
            return len(holding) == 1
        if isinstance(signal, Released):
            holding = self._down.get(signal.key, set())
            if signal.device not in holding:
                return False
            holding.discard(signal.device)
            return not holding
        return True

    # to the screen

    def _hand(self, receiver: Any, signal: Signal) -> None:
        match signal:
            case Pressed(key=key, at=at):
                if not self._late(receiver, key, at):
                    self._answer(key, lambda: receiver.key_down(key, at))
            case Released(key=key, at=at, cut=cut):
                self.cut = cut
                if cut:
                    self.context.root.focus.let_go(key)
                self._answer(key, lambda: receiver.key_up(key, at))
            case Turned(steps=steps, at=at):
                if not self.context.root.late(at):
                    receiver.knob(steps, at)
            case Read(tag=tag, at=at):
                self._read(receiver, tag, at)

    def _read(self, receiver: Any, tag: str, at: float) -> None:
        """A tag may stand for a button of the whole table; what else it means is for the screen to say."""
        meant = self.context.settings.tags.get(tag)
        if meant is not None and meant.key in COMMON_KEYS:
            if not self._late(receiver, meant.key, at):
                self._answer(meant.key, lambda: receiver.key_down(meant.key, at))
                self._answer(meant.key, lambda: self.context.root.uppermost().key_up(meant.key, at))
        elif receiver.judges or not self.context.root.late(at):
            receiver.tag_read(tag, at)

    def _late(self, receiver: Any, key: str, at: float) -> bool:
        """Whether a press was meant for a picture that is gone, or is the first one's second half."""
        root = self.context.root
        if key in SEAT_KEYS:
            return not receiver.judges and root.late(at)
        again = self._made == (key, root.changes) and root.shown_for(at) < AGAIN_S
        return root.late(at) or again

    def _answer(self, key: str, do: Callable[[], None]) -> None:
        """Do it, and keep in mind whether it made another picture."""
        before = self.context.root.changes
        do()
        if self.context.root.changes != before:
            self._made = (key, self.context.root.changes)

    @staticmethod
    def now() -> float:
        """Seconds on the clock that signals carry."""
        return monotonic()
