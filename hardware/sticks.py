"""USB sticks that are mounted: where, with how much room, whether they take writing, and how to let go of one."""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.engine.text import T, Text
from hardware.command import Run, ask, systemctl

log = logging.getLogger(__name__)
MOUNTS = Path("/proc/mounts")
BLOCK = Path("/sys/class/block")
ESCAPE = re.compile(r"\\([0-7]{3})")
OURS = Path("/run/media/cartouche")
"""Where cartouche-stick@.service mounts them."""
LIMIT_S = 130.0
"""Writing everything out to a slow stick takes its time; the unit itself gives up after 120 s."""
MOST_DETAIL = 120
SYSTEM = ("/boot", "/etc", "/home", "/opt", "/usr", "/var")
"""A disk with one of these on it, or the root, is what the machine runs from or keeps its data on, USB or not."""


class Stick(msgspec.Struct, frozen=True):
    """A mounted stick: the folder of its root, its name for people, free bytes, whether it is read-only, its device."""

    path: str
    name: str
    free: int
    read_only: bool
    device: str = ""


def sticks(mounts: Path = MOUNTS, block: Path = BLOCK) -> tuple[Stick, ...]:
    """The sticks mounted now, by the path they are mounted on. Raises OSError where the mounts can't be read.

    `mounts`: the kernel's table of mounts; `block`: its folder of block devices.
    """
    # In a service's own view of the files one stands there twice; the later row is the one in force.
    found = {stick.path: stick for stick in _found(mounts, block)}
    return tuple(found[path] for path in sorted(found))


def _rows(mounts: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Device, mount point and switches of everything that is mounted."""
    for row in mounts.read_text("utf-8", "surrogateescape").split("\n"):
        # A stick may have a name with blanks that the kernel knows nothing of.
        fields = row.split(" ")
        if len(fields) >= 4:
            # Blanks and the like in a mount point are written as octal escapes.
            yield fields[0], ESCAPE.sub(lambda m: chr(int(m[1], 8)), fields[1]), fields[3].split(",")


def _found(mounts: Path, block: Path) -> Iterator[Stick]:
    rows = [row for row in _rows(mounts) if row[0].startswith("/dev/")]
    kept = {_disk(block / Path(device).name) for device, path, _ in rows if _of_system(Path(path))}
    for device, path, switches in rows:
        place = block / Path(device).name
        if _disk(place) in kept or not _plugged(place):
            continue
        try:
            room = os.statvfs(path)
        except OSError:
            # Pulled out at this very moment, or not for us to see.
            continue
        yield Stick(path, Path(path).name, room.f_bavail * room.f_frsize, "ro" in switches, device)


def _of_system(place: Path) -> bool:
    return place == Path("/") or any(place.is_relative_to(one) for one in SYSTEM)


def _disk(device: Path) -> Path:
    """The disk that the block device is, or is a partition of. What is not there is a disk of its own."""
    place = device.resolve()
    return place.parent if (place / "partition").exists() else place


def _plugged(device: Path) -> bool:
    """Whether the block device, or the disk it is a partition of, hangs on USB or can be taken out.

    The card that the system itself runs from is neither: it can be taken out only with the power off.
    """
    try:
        place = device.resolve(strict=True)
        return "/usb" in str(place) or (_disk(device) / "removable").read_text("ascii").strip() == "1"
    except (OSError, ValueError):
        return False


def _way(stick: Stick) -> tuple[str, ...] | None:
    """The command that lets go of a stick, by whoever mounted it; None where no such program is here."""
    path = Path(stick.path)
    if path.parent == OURS:
        return systemctl("stop", f"cartouche-stick@{path.name}.service")
    if shutil.which("udisksctl"):
        return ("udisksctl", "unmount", "--no-user-interaction", "--block-device", stick.device)
    return ("umount", "--", stick.path) if shutil.which("umount") else None


def let_go(stick: Stick, run: Run = subprocess.run, mounts: Path = MOUNTS) -> Text | None:
    """Write everything out to the stick and unmount it: None when it may be pulled, else why it may not yet.

    Waits for a slow stick, so the screen calls it from a thread of its own.
    """
    os.sync()
    command = _way(stick)
    if command is None:
        return T("There is no program here that lets go of a stick. Switch off before you pull it out.")
    detail = ""
    try:
        done = ask(run, command, LIMIT_S)
    except subprocess.TimeoutExpired:
        return T("The stick is still being written. Leave it in, wait a little and try again.")
    except OSError as error:
        detail = error.strerror or str(error)
    else:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        detail = lines[-1] if lines and done.returncode else ""
    try:
        # Only this tells: the command may end well although somebody still uses the stick.
        if stick.path not in [path for _, path, _ in _rows(mounts)]:
            return None
    except OSError as error:
        detail = error.strerror or str(error)
    log.warning("%s is still mounted: %s", stick.path, detail)
    if detail:
        return T("The stick must not be pulled out yet: {detail}.", detail=detail[:MOST_DETAIL].rstrip("."))
    return T("The stick must not be pulled out yet: somebody still uses it.")
