"""A trial of all devices: ticks off what was pressed and turned, and lets lamps and sounds run meanwhile."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.commands.watching import standing
from companion.device_words import key_word, state_word
from companion.engine.text import T, Text
from hardware.device import LAMPS, Changed, Device, DeviceState, Lamp, Pressed, Read, Released, Signal, Sound, Turned
from hardware.hub import Hub

LAMP_S = 0.5
"""Seconds until the next lamp is lit."""
SOUND_S = 4.0
SOUNDS: tuple[Sound, ...] = ("good", "refused", "ask", "turn")
OF_NO_HAND = ("tags",)
"""What a device can do that nobody must have done for it to be good: a tag may not be at hand."""
PATIENCE_S = 5.0
"""Seconds a device may take to answer before the trial can end without it."""


class Tried(msgspec.Struct, frozen=True):
    """What came of one device: its state, what was used of it, and what was not."""

    device: str
    title: Text
    state: DeviceState
    fault: Text | None
    simulated: bool
    used: tuple[str, ...]
    missing: tuple[str, ...]
    lamps: tuple[str, ...]
    sounds: bool

    @property
    def good(self) -> bool:
        """It answers, and everything was used."""
        return self.state == "ready" and not self.missing

    def told(self) -> dict[str, Any]:
        """As data."""
        return {
            "device": self.device, "state": self.state, "simulated": self.simulated, "good": self.good,
            "used": list(self.used), "missing": list(self.missing), "lamps": list(self.lamps), "sounds": self.sounds,
        }  # fmt: skip

    def words(self) -> Text:
        """In a sentence."""
        if self.state != "ready":
            told = T("{device}: {state}", device=self.title, state=state_word(self.state))
            return T("{told}. {fault}", told=told, fault=self.fault) if self.fault is not None else told
        if self.missing:
            keys = tuple(map(key_word, self.missing))
            return T("{device}: ready, but nothing was heard of: {keys}", device=self.title, keys=keys)
        return T("{device}: ready, and everything was heard.", device=self.title)


class Trial:
    """Tries out what hangs on a hub. `take` every signal, and `run` now and then."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._used: dict[str, set[str]] = {}
        self._down: set[str] = set()
        self._since: float | None = None
        self._begun: float | None = None
        self._sounded = -1

    def take(self, signal: Signal) -> list[Text]:
        """Tick off what a signal tells; what there is to say of it."""
        device = self._hub.device(signal.device)
        if device is None:
            return []
        match signal:
            case Changed():
                return [standing(device)]
            case Released(key=key):
                self._down.discard(key)
                return []
            case Pressed(key=key):
                self._down.add(key)
                used = key
            case Turned(steps=steps):
                used = "turn"
                if used in self._used.get(device.id, ()):
                    return [T("{device}: turned by {steps}", device=device.title, steps=steps)]
            case Read(tag=tag):
                self._used.setdefault(device.id, set()).add("tags")
                return [T("{device}: the tag {tag}", device=device.title, tag=tag)]
        self._used.setdefault(device.id, set()).add(used)
        left = self._missing(device)
        if not left:
            return [T("{device}: {key}. That was the last one.", device=device.title, key=key_word(used))]
        keys = tuple(map(key_word, left))
        return [T("{device}: {key}. Still to come: {keys}", device=device.title, key=key_word(used), keys=keys)]

    def run(self, now: float) -> None:
        """Light the lamp and sound the sound whose turn it is at `now` (seconds); a held button lights its own."""
        if self._since is None:
            self._since = now
        if self._begun is None:
            if not any(device.state == "ready" for device in self._hub.devices):
                return
            # Nothing would be seen or heard of it before.
            self._begun = now
        passed = now - self._begun
        lit: dict[str, Lamp] = {LAMPS[int(passed / LAMP_S) % len(LAMPS)]: "blink"}
        lit.update({key: "on" for key in self._down if key in LAMPS})
        self._hub.light(lit)
        if int(passed / SOUND_S) != self._sounded:
            self._sounded = int(passed / SOUND_S)
            self._hub.sound(SOUNDS[self._sounded % len(SOUNDS)])

    def ended(self, now: float) -> bool:
        """Whether there is nothing to wait for: what answers was used, and what does not has had its time."""
        patient = self._since is None or now - self._since < PATIENCE_S
        return bool(self._hub.devices) and all(
            not self._missing(device) if device.state == "ready" else not patient for device in self._hub.devices
        )

    def found(self) -> list[Tried]:
        """What came of each device."""
        return [
            Tried(
                device.id, device.title, device.state, device.fault, device.simulated,
                tuple(key for key in device.keys if key in self._used.get(device.id, ())), self._missing(device),
                device.lamps, device.sounds,
            )
            for device in self._hub.devices
        ]  # fmt: skip

    def _missing(self, device: Device) -> tuple[str, ...]:
        used = self._used.get(device.id, ())
        return tuple(key for key in device.keys if key not in used and key not in OF_NO_HAND)
