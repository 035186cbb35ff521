"""A button box that exists in a test only: its buttons are pressed by the test, its lamps and sounds are noted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.engine.text import T, Text
from hardware.device import (
    KEYS,
    LAMPS,
    Changed,
    Deliver,
    Device,
    DeviceState,
    Lamp,
    Pressed,
    Read,
    Released,
    Sound,
)


class FakeBox(Device):
    """Signals are delivered by the test; `lit` is what the lamps show, `heard` all sounds, `told` all lamp orders."""

    kind: ClassVar[Any] = "box"
    simulated = True

    def __init__(self, device_id: str = "serial:test") -> None:
        super().__init__(device_id)
        self.stands: DeviceState = "ready"
        self.deliver: Deliver = lambda _: None
        self.lit: dict[str, Lamp] = {}
        self.told: list[dict[str, Lamp]] = []
        self.heard: list[Sound] = []

    @property
    def title(self) -> Text:
        return T("Simulated button box")

    @property
    def state(self) -> DeviceState:
        return self.stands

    @property
    def keys(self) -> tuple[str, ...]:
        return (*KEYS, "turn", "tags")

    @property
    def lamps(self) -> tuple[str, ...]:
        return LAMPS

    @property
    def sounds(self) -> bool:
        return True

    def start(self, deliver: Deliver) -> None:
        self.deliver = deliver

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        self.lit = dict(lamps)
        self.told.append(dict(lamps))

    def sound(self, sound: Sound) -> None:
        self.heard.append(sound)

    def close(self) -> None:
        self.lit = {}


class Hands:
    """Hands on a fake box that is plugged into the app; what they do happens on the app's clock."""

    def __init__(self, ui: Any, context: Any, device_id: str = "serial:test") -> None:
        self.ui = ui
        self.context = context
        self.box = FakeBox(device_id)
        context.devices.hub.add(self.box)
        if context.settings.sound != "on":
            context.change(sound="on")

    def down(self, key: str, frames: int = 3) -> None:
        """Press a button and keep it down."""
        self.box.deliver(Pressed(self.box.id, key, self.ui.now()))
        self.ui.frames(frames)

    def up(self, key: str, frames: int = 3) -> None:
        """Let a button go."""
        self.box.deliver(Released(self.box.id, key, self.ui.now()))
        self.ui.frames(frames)

    def press(self, key: str) -> None:
        """A short press that is meant for itself: some time after the one before."""
        self.ui.wait(0.3)
        self.down(key)
        self.up(key)

    def read(self, tag: str) -> None:
        """Hold a tag to the reader."""
        self.ui.wait(0.3)
        self.box.deliver(Read(self.box.id, tag, self.ui.now()))
        self.ui.frames(3)

    def lose(self) -> None:
        """Unplug the box."""
        self.box.stands = "lost"
        self.box.deliver(Changed(self.box.id, self.ui.now()))
        self.ui.frames(3)

    def heard(self) -> list[Sound]:
        """The sounds since the last time this was asked."""
        heard, self.box.heard = self.box.heard, []
        return heard
