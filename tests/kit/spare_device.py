"""A device without anything behind it: a test says how it stands and what it tells, and reads what it was told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from companion.engine.text import T, Text
from companion.ui.switchboard import Switchboard
from hardware.device import (
    COMMON_KEYS,
    LAMPS,
    SEAT_KEYS,
    Changed,
    Deliver,
    Device,
    DeviceState,
    Lamp,
    Pressed,
    Read,
    Released,
    Sound,
    Turned,
)

PANEL = T("Button panel")
ALL_KEYS = (*SEAT_KEYS, *COMMON_KEYS, "turn", "tags")


class SpareDevice(Device):
    """Ready at once. `lit` and `heard`: the lamps and sounds it was told; `tried`: how often it was looked for."""

    def __init__(
        self,
        device_id: str = "panel",
        kind: Literal["panel", "box", "reader"] = "panel",
        title: Text = PANEL,
        keys: tuple[str, ...] = ALL_KEYS,
        lamps: tuple[str, ...] = LAMPS,
        sounds: bool = True,
    ) -> None:
        super().__init__(device_id)
        self.kind = kind
        self.named = title
        self.has, self.shines, self.loud = keys, lamps, sounds
        self.stands: DeviceState = "ready"
        self.wrong: Text | None = None
        self.waits: Text | None = None
        self.lit: dict[str, Lamp] = {}
        self.heard: list[Sound] = []
        self.tried = 0
        self.garbled = 0
        self.closed = False
        self.deliver: Deliver = lambda _: None

    title = property(lambda self: self.named)  # type: ignore[assignment]
    state = property(lambda self: self.stands)  # type: ignore[assignment]
    fault = property(lambda self: self.wrong)  # type: ignore[assignment]
    keys = property(lambda self: self.has)  # type: ignore[assignment]
    lamps = property(lambda self: self.shines)  # type: ignore[assignment]
    sounds = property(lambda self: self.loud)  # type: ignore[assignment]
    wait = property(lambda self: self.waits)  # type: ignore[assignment]
    broken = property(lambda self: self.garbled)  # type: ignore[assignment]

    def start(self, deliver: Deliver) -> None:
        self.deliver = deliver

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        self.lit = dict(lamps)

    def sound(self, sound: Sound) -> None:
        self.heard.append(sound)

    def try_again(self) -> None:
        self.tried += 1

    def close(self) -> None:
        self.closed = True

    # what somebody does with it

    def press(self, key: str, at: float | None = None) -> None:
        self.deliver(Pressed(self.id, key, Switchboard.now() if at is None else at))

    def release(self, key: str, at: float | None = None) -> None:
        self.deliver(Released(self.id, key, Switchboard.now() if at is None else at))

    def turn(self, steps: int) -> None:
        self.deliver(Turned(self.id, steps, Switchboard.now()))

    def read(self, tag: str) -> None:
        self.deliver(Read(self.id, tag, Switchboard.now()))

    def become(self, state: DeviceState, fault: Text | None = None, wait: Text | None = None, **has: Any) -> None:
        """Stand otherwise from now on, and tell so."""
        self.stands, self.wrong, self.waits = state, fault, wait
        self.has = has.get("keys", self.has)
        self.deliver(Changed(self.id, Switchboard.now()))
