"""A device for the screens of devices: a panel with everything, or what a test says, on the clock of the screen."""

from __future__ import annotations

from typing import Literal

from companion.engine.text import T, Text
from companion.ui.switchboard import Switchboard
from hardware.device import LAMPS
from tests.kit.fake_device import ALL_KEYS, FakeDevice

PANEL = T("Button panel")


class SpareDevice(FakeDevice):
    """Ready at once, under the name it is given."""

    def __init__(
        self,
        device_id: str = "panel",
        kind: Literal["panel", "box", "reader"] = "panel",
        title: Text = PANEL,
        keys: tuple[str, ...] = ALL_KEYS,
        lamps: tuple[str, ...] = LAMPS,
        sounds: bool = True,
    ) -> None:
        super().__init__(device_id, kind, title, keys, lamps, sounds, now=Switchboard.now)
