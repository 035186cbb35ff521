"""A button box on a serial line in the hands of a test: the firmware's logic, a pseudo terminal, and the real link."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from hardware.device import Deliver, Lamp, Pressed, Released, Signal, Turned
from hardware.serial_link import SerialLink
from hardware.simulated import SimulatedBox
from tests.kit.by_buttons import Player
from tests.kit.pty_line import until
from tests.kit.sitting import Sitting


class OnTheAppsClock(SerialLink):
    """A link that stamps what it tells with the clock of the test's app, which runs ahead of the real one."""

    now: Callable[[], float]

    def start(self, deliver: Deliver) -> None:
        super().start(lambda signal: deliver(msgspec.structs.replace(signal, at=self.now())))


class BoxOnALine:
    """Works like a `WiredPanel`: what is done to it has reached the app when the call returns.

    `told`: every signal that came over the line, in order.
    """

    def __init__(self, box: SimulatedBox, now: Callable[[], float]) -> None:
        self.box = box
        self.told: list[Signal] = []
        self.wanted: dict[str, Lamp] = {}
        self.panel = _Noting(box.device, str(box.path), "box", simulated=True)
        self.panel.now = now
        self.panel.noted = self

    def press(self, key: str) -> None:
        """A key goes down."""
        self.box.press(key)
        self._comes(Pressed, 1)

    def release(self, key: str) -> None:
        """It comes up."""
        self.box.release(key)
        self._comes(Released, 1)

    def turn(self, steps: int) -> None:
        """The knob is turned by so many detents."""
        self.box.turn(steps)
        self._comes(Turned, steps)

    def _comes(self, kind: type[Signal], amount: int) -> None:
        """Wait until the line has told of it; signals that were told already are not looked at again."""

        def come() -> bool:
            found = [signal for signal in self.told if isinstance(signal, kind)]
            return sum(s.steps if isinstance(s, Turned) else 1 for s in found) == amount

        until(come, f"{kind.__name__} {amount}, only {self.told}")
        self.told.clear()

    @property
    def beeps(self) -> int:
        """How many sounds were begun."""
        return self.box.heard

    def lamps(self) -> dict[str, Lamp]:
        """What the lamps that are lit show, once the box has been told of all that the app wants."""
        wanted = {name: lamp for name, lamp in self.wanted.items() if lamp != "off"}
        until(lambda: {n: lamp for n, lamp in self.box.lamps.items() if lamp != "off"} == wanted, f"lamps {wanted}")
        return wanted


class _Noting(OnTheAppsClock):
    """Notes what it tells and what it is told."""

    noted: BoxOnALine

    def start(self, deliver: Deliver) -> None:
        def both(signal: Signal) -> None:
            deliver(signal)
            self.noted.told.append(signal)

        super().start(both)

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        self.noted.wanted = dict(lamps)
        super().light(lamps)


class PlayerOnALine(Player):
    """Plays at a Sitting with a box on a line."""

    def __init__(self, table: Sitting, box: SimulatedBox) -> None:
        self.line = BoxOnALine(box, table.ui.now)
        super().__init__(table, self.line)
        until(lambda: self.line.panel.state == "ready", "the answer of the box")

    def lose_contact(self) -> None:
        """The plug is pulled, and put in again."""
        link, box = self.line.panel, self.line.box
        box.unplug()
        until(lambda: link.state == "lost", "the loss of the box")
        self.table.ui.frames(3)
        assert self.table.screen.name == "table"
        box.plug()
        link.try_again()
        until(lambda: link.state == "ready", "the answer of the box")

    def lit(self) -> set[str]:
        return set(self.line.lamps())

    def blinking(self) -> set[str]:
        return self.seats_of({lamp for lamp, state in self.line.lamps().items() if state == "blink"})
