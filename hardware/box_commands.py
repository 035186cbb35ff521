"""What Cartouche tells a button box, each as one line of the wire (docs/button-box.md)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hardware.device import Lamp, Sound
from hardware.firmware.wire import VERSION, frame


class Hello(msgspec.Struct, frozen=True):
    """Who is there, and which version it speaks; the box answers with its own hello."""

    version: int = VERSION


class Ack(msgspec.Struct, frozen=True):
    """All events up to this number (1 or more) arrived; the box forgets them."""

    number: int


class Lamps(msgspec.Struct, frozen=True):
    """Show exactly these lamps; those not named are off. The box answers `done` with the number."""

    number: int
    lamps: Mapping[str, Lamp]


class Sounded(msgspec.Struct, frozen=True):
    """Sound once. The box answers `done` with the number."""

    number: int
    sound: Sound


class Beat(msgspec.Struct, frozen=True):
    """Still here."""


Command = Hello | Ack | Lamps | Sounded | Beat


def body(command: Command) -> str:
    """The words of a command, as they stand before the checksum."""
    match command:
        case Hello(version=version):
            return f"hello 0 {version}"
        case Ack(number=number):
            return f"ack {number}"
        case Lamps(number=number, lamps=lamps):
            lit = ",".join(f"{name}={lamp}" for name, lamp in sorted(lamps.items()) if lamp != "off")
            return f"lamps {number} {lit or '-'}"
        case Sounded(number=number, sound=sound):
            return f"sound {number} {sound}"
        case Beat():
            return "beat 0"


def line(command: Command) -> bytes:
    """The whole line of a command, checksum and line feed with it."""
    return frame(body(command))
