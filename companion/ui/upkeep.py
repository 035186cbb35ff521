"""Keeps the devices in step with the settings and with what is plugged in, while the app runs."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.config import Settings
from companion.devices import LOOK_S, Fleet
from companion.ui.pretend import Pretend
from hardware.hub import Hub
from hardware.serial_ports import Port

if TYPE_CHECKING:
    from companion.ui.context import Context


class Upkeep:
    """One for the whole app. `begin` starts it; without a fleet nothing is looked for and nothing runs."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.fleet: Fleet | None = None
        self.pretend = Pretend()
        self._seen: dict[str, datetime] = {}
        self._clock: Any = None

    @property
    def hub(self) -> Hub:
        return self.context.devices.hub

    @property
    def found(self) -> tuple[Port, ...]:
        """What is plugged in, in use or not."""
        return self.fleet.found if self.fleet is not None else ()

    def seen_at(self, device_id: str) -> str:
        """The local time at which the device was last found ready ("20:14"); empty: never."""
        seen = self._seen.get(device_id)
        return f"{seen:%H:%M}" if seen is not None else ""

    def begin(self, fleet: Fleet) -> None:
        """Start what the settings ask for, and keep looking."""
        self.fleet = fleet
        self.follow(self.context.settings)
        self._clock = Clock.schedule_interval(lambda _: self.look(), LOOK_S)

    def follow(self, settings: Settings) -> None:
        """The settings are these now."""
        if self.fleet is not None:
            self.fleet.follow(settings)
        self._note()

    def look(self) -> None:
        """See what was plugged in or out meanwhile, and whether the simulated box still runs."""
        changed = self.fleet is not None and self.fleet.look()
        changed = self.pretend.look() or changed
        self._note()
        if changed:
            self.context.screen.device_changed("")

    def _note(self) -> None:
        now = datetime.now()
        for device in self.hub.devices:
            if device.state == "ready":
                self._seen[device.id] = now

    def close(self) -> None:
        """The app ends; so does the simulated box."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self.pretend.end()
