"""USB sticks that are mounted: where, with how much room, and whether they take writing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

MOUNTS = Path("/proc/mounts")
BLOCK = Path("/sys/class/block")
ESCAPE = re.compile(r"\\([0-7]{3})")


class Stick(msgspec.Struct, frozen=True):
    """A mounted stick: the folder of its root, its name for people, free bytes, and whether it is read-only."""

    path: str
    name: str
    free: int
    read_only: bool


def sticks(mounts: Path = MOUNTS, block: Path = BLOCK) -> tuple[Stick, ...]:
    """The sticks mounted now, by the path they are mounted on. Raises OSError where the mounts can't be read.

    `mounts`: the kernel's table of mounts; `block`: its folder of block devices.
    """
    return tuple(sorted(_found(mounts, block), key=lambda stick: stick.path))


def _found(mounts: Path, block: Path) -> Iterator[Stick]:
    for row in mounts.read_text("utf-8", "surrogateescape").splitlines():
        fields = row.split()
        if len(fields) < 4 or not fields[0].startswith("/dev/") or not _plugged(block / Path(fields[0]).name):
            continue
        # Blanks in a mount point are written as octal escapes.
        path = ESCAPE.sub(lambda m: chr(int(m[1], 8)), fields[1])
        try:
            room = os.statvfs(path)
        except OSError:
            # Pulled out at this very moment, or not for us to see.
            continue
        yield Stick(path, Path(path).name, room.f_bavail * room.f_frsize, "ro" in fields[3].split(","))


def _plugged(device: Path) -> bool:
    """Whether the block device, or the disk it is a partition of, hangs on USB or can be taken out.

    The card that the system itself runs from is neither: it can be taken out only with the power off.
    """
    try:
        place = device.resolve(strict=True)
        whole = place.parent if (place / "partition").exists() else place
        return "/usb" in str(place) or (whole / "removable").read_text("ascii").strip() == "1"
    except (OSError, ValueError):
        return False
