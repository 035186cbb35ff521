"""Cameras on USB as the kernel lists them: by names that are the same in every run, and who has one open."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.text import T
from hardware.camera_source import CameraFault, busy, failed, forbidden, unplugged
from hardware.entries import usable

BY_ID = Path("/dev/v4l/by-id")
UDEV = Path("/run/udev/data")
"""What the device daemon wrote down of each device when it came; so none has to be opened to be listed."""
PROC = Path("/proc")
MOST_NODES = 40
FIRST = "-video-index0"
"""How the entry ends that gives pictures; further ones of most cameras give data about them only."""

QUERY = 0x80685600
"""VIDIOC_QUERYCAP of linux/videodev2.h; fills 104 bytes."""
BUFFERS = 0xC0145608
"""VIDIOC_REQBUFS; asked for none, it tells whether another program streams."""
DEVICE_CAPS, PICTURES = 0x80000000, 0x00000001
_AWAY = {errno.ENOENT, errno.ENODEV, errno.ENXIO}
_FORBIDDEN = {errno.EACCES, errno.EPERM}


class Node(msgspec.Struct, frozen=True):
    """A camera that is plugged in. `entry`: its name in the folder. `name`: for people."""

    entry: str
    path: str
    name: str


def nodes(folder: Path = BY_ID, udev: Path = UDEV) -> tuple[Node, ...]:
    """The cameras that are plugged in, sorted; entries that give no pictures are left out. None is opened."""
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        # No such folder is the common case: nothing is plugged in.
        return ()
    found = [Node(path.name, str(path), name_of(path.name)) for path in paths if usable(path)]
    return tuple(node for node in found if gives_pictures(Path(node.path), udev))[:MOST_NODES]


def name_of(entry: str) -> str:
    """An entry's name for people."""
    name, _, index = entry.removeprefix("usb-").rpartition("-video-index")
    return (name if index.isdigit() else entry.removeprefix("usb-")).replace("_", " ").strip()


def gives_pictures(path: Path, udev: Path = UDEV) -> bool:
    """Whether an entry gives pictures, as noted when it came; by its name where nothing is noted."""
    try:
        number = path.stat().st_rdev
        noted = (udev / f"c{os.major(number)}:{os.minor(number)}").read_text("utf-8", "replace")
    except OSError:
        noted = ""
    for line in noted.splitlines():
        if line.startswith("E:ID_V4L_CAPABILITIES="):
            return ":capture:" in line
    return path.name.endswith(FIRST)


Ask = Callable[[int, int, Any], Any]
"""As `fcntl.ioctl`."""


def check(path: str, ask: Ask = fcntl.ioctl) -> None:
    """Raise CameraFault where the node can't give pictures to this user now. Its pictures are not begun for that."""
    name = name_of(Path(path).name)
    try:
        node = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise _why(error, path, name) from error
    try:
        about = bytearray(104)
        ask(node, QUERY, about)
        everything, this = struct.unpack_from("<II", about, 84)
        if not (this if everything & DEVICE_CAPS else everything) & PICTURES:
            raise CameraFault(T("“{name}” gives no pictures. Choose another camera.", name=name))
        # No buffers, of pictures, mapped into memory.
        ask(node, BUFFERS, bytearray(struct.pack("<5I", 0, 1, 1, 0, 0)))
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise CameraFault(busy(user_of(path))) from error
        if error.errno in _AWAY:
            raise CameraFault(unplugged(name), absent=True) from error
        if error.errno == errno.ENOTTY:
            raise CameraFault(T("“{name}” is no camera. Choose another one.", name=name)) from error
        # It knows the question but not this form of it; whether it gives pictures, the first one tells.
    finally:
        os.close(node)


def _why(error: OSError, path: str, name: str) -> CameraFault:
    if error.errno in _AWAY:
        return CameraFault(unplugged(name), absent=True)
    if error.errno in _FORBIDDEN:
        return CameraFault(forbidden(os.path.realpath(path)))
    if error.errno == errno.EBUSY:
        return CameraFault(busy(user_of(path)))
    return CameraFault(failed(errno.errorcode.get(error.errno or 0, type(error).__name__)))


def users(path: str, proc: Path = PROC) -> Iterator[tuple[int, str]]:
    """Who has a node open: number and name of each program; of other users' programs only the administrator knows."""
    node = os.path.realpath(path)
    for folder in sorted(proc.glob("[0-9]*")):
        try:
            links = [os.readlink(link) for link in (folder / "fd").iterdir()]
            name = (folder / "comm").read_text("utf-8", "replace").strip()
        except OSError:
            # It has ended meanwhile, or belongs to somebody else.
            continue
        if node in links:
            yield int(folder.name), name[:40]


def user_of(path: str, proc: Path = PROC) -> str:
    """The name of another program that has a node open; empty where that is not known."""
    return next((name for pid, name in users(path, proc) if pid != os.getpid()), "")
