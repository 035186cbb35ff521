"""Which devices run: what the owner set up and what is plugged in, kept in step with the hub of the running program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.config import Settings
from hardware.camera import CAMERA
from hardware.cameras import camera
from hardware.device import Device
from hardware.hub import Hub
from hardware.panel import PANEL, Panel
from hardware.profiles import Profile, profile
from hardware.serial_link import SerialLink
from hardware.serial_ports import BY_ID, SERIAL, SIMULATED, Port, port_of, ports, simulated_folder

LOOK_S = 3.0
"""Seconds between two looks at what is plugged in: the listing of a folder or two."""


class WantedPanel(msgspec.Struct, frozen=True):
    """The panel on the pins, with the profile that was chosen."""

    profile: Profile
    id: str = PANEL


class WantedPort(msgspec.Struct, frozen=True):
    """What hangs on a serial port. `path` is where it was listed, or where it would be if it were plugged in."""

    id: str
    path: str
    kind: Literal["box", "reader"]
    simulated: bool = False


class WantedCamera(msgspec.Struct, frozen=True):
    """The camera over the table, as the settings name it."""

    spec: str
    id: str = CAMERA


Wanted = WantedPanel | WantedPort | WantedCamera


def wanted(settings: Settings, found: Sequence[Port], data: Path | None = None) -> tuple[Wanted, ...]:
    """What should run: the chosen panel, the named ports, of those plugged in what is a box by its name, the camera.

    What is neither named nor known by its name is never talked to.
    """
    panel, eye = wanted_panel(settings, data), wanted_camera(settings)
    ports = wanted_ports(settings, found)
    return (*(() if panel is None else (panel,)), *ports, *(() if eye is None else (eye,)))


def wanted_panel(settings: Settings, data: Path | None = None) -> WantedPanel | None:
    """The chosen panel; its profile is read, and is used with its faults to tell of."""
    return WantedPanel(profile(settings.panel, data)) if settings.panel else None


def wanted_camera(settings: Settings) -> WantedCamera | None:
    """The chosen camera; it is waited for where it is not plugged in."""
    return WantedCamera(settings.camera) if settings.camera else None


def wanted_ports(settings: Settings, found: Sequence[Port]) -> tuple[WantedPort, ...]:
    """The ports that should be open: those named are waited for where they are not plugged in."""
    here = {port.id: port for port in found}
    kinds: dict[str, Literal["box", "reader", "ignored"]] = {}
    for port in found:
        if port.opened_as:
            kinds[port.id] = port.opened_as
    kinds.update(settings.ports)
    open_ones: list[WantedPort] = []
    for port_id, kind in sorted(kinds.items()):
        entry = port_id.removeprefix(SERIAL)
        if kind != "ignored" and entry not in ("", port_id) and "/" not in entry:
            port = here.get(port_id) or _unplugged(entry)
            open_ones.append(WantedPort(port_id, port.path, kind, port.simulated))
    return tuple(open_ones)


def make(one: Wanted, data: Path | None = None) -> Device:
    """The device, not started yet."""
    if isinstance(one, WantedPanel):
        return Panel(one.profile, reread=partial(profile, one.profile.id, data))
    if isinstance(one, WantedCamera):
        return camera(one.spec, decoded)
    return SerialLink(one.id, one.path, one.kind, simulated=one.simulated)


def decoded(data: bytes) -> Any:
    """A picture file as a picture, for a camera that is a folder. Raises InputError with the remedy."""
    # Only there is it needed; without a camera nothing that reads pictures is loaded.
    from companion.vision.pictures import decode

    return decode(data)


class Fleet:
    """Keeps the devices of a hub in step. All of it is called from the table's own thread; none of it waits long.

    `data`: the data folder, with the owner's profiles.
    """

    def __init__(
        self,
        hub: Hub,
        data: Path | None = None,
        *,
        ports: Callable[[], tuple[Port, ...]] = ports,
        make: Callable[[Wanted, Path | None], Device] = make,
    ) -> None:
        self.hub = hub
        self.found: tuple[Port, ...] = ()
        """What was plugged in at the last look, whether it runs or not."""
        self._data = data
        self._ports = ports
        self._make = make
        self._settings = Settings()
        self._panel: WantedPanel | None = None
        self._running: dict[str, Wanted] = {}

    def follow(self, settings: Settings) -> bool:
        """Run what these settings want from now on; whether that changed anything. The profile is read anew."""
        self._settings = settings
        self._panel = wanted_panel(settings, self._data)
        return self.look()

    def look(self) -> bool:
        """See what is plugged in now; whether that, or what runs, has become another. For every few seconds."""
        found = self._ports()
        news = found != self.found
        self.found = found
        should: dict[str, Wanted] = {} if self._panel is None else {PANEL: self._panel}
        should.update((one.id, self._as_it_runs(one)) for one in wanted_ports(self._settings, found))
        eye = wanted_camera(self._settings)
        if eye is not None:
            should[CAMERA] = eye
        for one in self._running.values():
            if one.id not in should and self._pulled_out(one):
                should[one.id] = one
        return self._run(should) or news

    def close(self) -> None:
        """Close every device."""
        self._running.clear()
        self.hub.close()

    def _run(self, should: dict[str, Wanted]) -> bool:
        before = dict(self._running)
        for device_id in [one for one in before if one not in should]:
            del self._running[device_id]
            self.hub.remove(device_id)
        for device_id, one in should.items():
            if before.get(device_id) != one:
                self._running[device_id] = one
                self.hub.add(self._make(one, self._data))
        return before != self._running

    def _as_it_runs(self, one: WantedPort) -> WantedPort:
        """One that is pulled out now keeps the path where it was: it is waited for there."""
        runs = self._running.get(one.id)
        listed = any(port.id == one.id for port in self.found)
        return runs if isinstance(runs, WantedPort) and runs.kind == one.kind and not listed else one

    def _pulled_out(self, one: Wanted) -> bool:
        """Whether a box nobody named is only away for a moment; what it still has to say must not be told twice.

        A simulated one that is gone was ended by somebody.
        """
        if not isinstance(one, WantedPort) or one.simulated or one.id in self._settings.ports:
            return False
        return all(port.id != one.id for port in self.found)


def _unplugged(entry: str) -> Port:
    """The port an entry would be."""
    folder = simulated_folder() if entry.startswith(SIMULATED) else BY_ID
    return port_of(folder / entry)
