"""The pins as the kernel describes them, looked at without taking any: which chip they hang on, and who holds them.

Requests and layouts are those of the kernel's `linux/gpio.h` (character device, version 2).
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable
from fcntl import ioctl
from pathlib import Path

CHIP_INFO = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL: name, label, number of lines."""
LINE_INFO = 0xC100B405
"""GPIO_V2_GET_LINEINFO_IOCTL: one line by its offset."""
_CHIP = struct.Struct("=32s32sI")
_LINE = struct.Struct("=32s32sIIQ160s16x")
_USED = 1
HEADER_LABEL = "pinctrl-"
"""How the label of the chip with the 40-pin header begins on every Raspberry Pi; other chips drive the board itself."""


def chips(folder: Path = Path("/dev")) -> list[Path]:
    """The GPIO chips there are, sorted by name."""
    return sorted(folder.glob("gpiochip*"))


def label(chip: Path) -> str:
    """What the kernel calls a chip ("pinctrl-bcm2711"). Raises OSError where it may not be opened or is no chip."""
    return _words(_CHIP.unpack(_ask(chip, CHIP_INFO, bytes(_CHIP.size)))[1])


def header_chip(found: Iterable[Path]) -> Path | None:
    """The chip of the 40-pin header, or None. Raises OSError where one may not be opened."""
    return next((chip for chip in found if label(chip).startswith(HEADER_LABEL)), None)


def holder(chip: Path, line: int) -> str | None:
    """Who holds a line, in the kernel's words ("lg", "spi0 CS0"; "" where it does not say), or None: it is free.

    Raises OSError where the chip may not be opened or has no such line.
    """
    _, consumer, _, _, flags, _ = _LINE.unpack(_ask(chip, LINE_INFO, _LINE.pack(b"", b"", line, 0, 0, b"")))
    return _words(consumer) if flags & _USED else None


def _ask(chip: Path, request: int, question: bytes) -> bytes:
    handle = os.open(chip, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return ioctl(handle, request, question)
    finally:
        os.close(handle)


def _words(data: bytes) -> str:
    return data.split(b"\0")[0].decode("utf-8", "replace")
