"""A device in name only: a test says what it tells and how it stands, and reads what it was told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Literal

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
    Turned,
)

ALL_KEYS = (*KEYS, "turn", "tags")


class FakeDevice(Device):
    """Ready at once. `lit`: what the lamps show, `told`: every order to them, `heard`: every sound.

    `now` is the clock its signals carry; `tried`: how often somebody wanted it looked for.
    """

    def __init__(
        self,
        device_id: str,
        kind: Literal["panel", "box", "reader"],
        title: Text,
        keys: tuple[str, ...] = ALL_KEYS,
        lamps: tuple[str, ...] = LAMPS,
        sounds: bool = True,
        *,
        now: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(device_id)
        self.kind = kind
        self.now = now
        self.named = title
        self.has, self.shines, self.loud = keys, lamps, sounds
        self.stands: DeviceState = "ready"
        self.wrong: Text | None = None
        self.waits: Text | None = None
        self.lit: dict[str, Lamp] = {}
        self.told: list[dict[str, Lamp]] = []
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
        self.told.append(dict(lamps))

    def sound(self, sound: Sound) -> None:
        self.heard.append(sound)

    def try_again(self) -> None:
        self.tried += 1

    def close(self) -> None:
        self.lit = {}
        self.closed = True

    # what somebody does with it

    def press(self, key: str, at: float | None = None) -> None:
        """A key goes down."""
        self.deliver(Pressed(self.id, key, self.now() if at is None else at))

    def release(self, key: str, at: float | None = None) -> None:
        """It comes up."""
        self.deliver(Released(self.id, key, self.now() if at is None else at))

    def turn(self, steps: int) -> None:
        """The knob, in one signal."""
        self.deliver(Turned(self.id, steps, self.now()))

    def read(self, tag: str) -> None:
        """A tag is read."""
        self.deliver(Read(self.id, tag, self.now()))

    def become(self, state: DeviceState, fault: Text | None = None, wait: Text | None = None, **has: Any) -> None:
        """Stand otherwise from now on, and tell so."""
        self.stands, self.wrong, self.waits = state, fault, wait
        self.has = has.get("keys", self.has)
        self.deliver(Changed(self.id, self.now()))

    def lose(self) -> None:
        """The device is lost."""
        self.become("lost", self.wrong, self.waits)


class FakeBox(FakeDevice):
    """A simulated button box with everything."""

    simulated = True

    def __init__(self, device_id: str = "serial:test", now: Callable[[], float] = monotonic) -> None:
        super().__init__(device_id, "box", T("Simulated button box"), now=now)
