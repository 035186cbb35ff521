"""All devices of this machine in one place: their signals wait here until the table's own thread takes them."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic

from hardware.device import Changed, Device, Lamp, Pressed, Released, Signal, Sound

log = logging.getLogger(__name__)

MOST_WAITING = 256
"""More than people can cause while the screen draws one picture; what comes on top is dropped, and logged by number."""


class Hub:
    """Holds the devices and the queue between their threads and the table's.

    `wake` is called (from any thread) when there is something to take; it only makes the table call `take` soon.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._waiting: deque[Signal] = deque()
        self._lock = Lock()
        self._devices: dict[str, Device] = {}
        self._lamps: dict[str, Lamp] = {}
        self.dropped = 0
        """Signals that found no room."""
        self._said = 0
        """How many of them the log has been told of."""

    # devices

    @property
    def devices(self) -> tuple[Device, ...]:
        """All devices, in the order they were added."""
        return tuple(self._devices.values())

    def device(self, device_id: str) -> Device | None:
        """The device of this id, or None."""
        return self._devices.get(device_id)

    def add(self, device: Device) -> None:
        """Start a device; one of the same id is closed first. It shows the lamps that are lit now."""
        self.remove(device.id)
        self._devices[device.id] = device
        device.start(self.deliver)
        device.light(self._lamps)

    def remove(self, device_id: str) -> None:
        """Close a device and forget what it still had to say, but that it is another now: it holds no button."""
        device = self._devices.pop(device_id, None)
        if device is None:
            return
        device.close()
        with self._lock:
            left = [signal for signal in self._waiting if signal.device != device_id]
            self._waiting = deque(left)
        self.deliver(Changed(device_id, monotonic()))

    def close(self) -> None:
        """Close all devices."""
        for device_id in tuple(self._devices):
            self.remove(device_id)

    # signals

    def deliver(self, signal: Signal) -> None:
        """Keep a signal until it is taken; any thread may call this.

        A change of state always finds room, once for each device, and so does a button that comes up: what is held
        must not stay held.
        """
        with self._lock:
            if isinstance(signal, Changed):
                if any(isinstance(one, Changed) and one.device == signal.device for one in self._waiting):
                    # How the device stands is asked of it when this is taken.
                    return
            elif len(self._waiting) >= MOST_WAITING and not self._makes_room(signal):
                self.dropped += 1
                return
            self._waiting.append(signal)
        self._wake()

    def _makes_room(self, signal: Signal) -> bool:
        """Whether a signal may be kept although it is full: a button that comes up, but for one already waiting."""
        if not isinstance(signal, Released):
            return False
        same = [one for one in self._waiting if isinstance(one, Pressed | Released) and _button(one) == _button(signal)]
        return not same or isinstance(same[-1], Pressed)

    def take(self, most: int = 32) -> list[Signal]:
        """The next signals, oldest first, at most so many; `wake` is called again if more are waiting."""
        with self._lock:
            taken = [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]
            more = bool(self._waiting)
            lost, self._said = self.dropped - self._said, self.dropped
        if lost:
            log.warning("%s signals of devices found no room", lost)
        if more:
            self._wake()
        return taken

    # lamps and sounds

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        """Show these lamps on every device; told only when they change."""
        if dict(lamps) == self._lamps:
            return
        self._lamps = dict(lamps)
        for device in self.devices:
            device.light(self._lamps)

    def relight(self, device_id: str) -> None:
        """Show on this device again what all of them show: it showed something of its own meanwhile."""
        device = self.device(device_id)
        if device is not None:
            device.light(self._lamps)

    def sound(self, sound: Sound) -> None:
        """Let every device that can be heard be heard."""
        for device in self.devices:
            if device.sounds:
                device.sound(sound)


def _button(signal: Pressed | Released) -> tuple[str, str]:
    return signal.device, signal.key
