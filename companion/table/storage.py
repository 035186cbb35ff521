"""The disk under the data: writing that survives a power cut, room left, and folders that forget at switch-off."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from companion.engine.text import T, Text

JOURNAL, SETTINGS, CRASH = "journal.db", "settings.json", "crash.txt"
"""Files of the data folder: all games, what the owner chose, and the trace of the last failure."""
HANDED_ON = "handed-on"
"""The folder in it for files that are handed on from this device."""
PEOPLE, SHELF, CLUB = "people.json", "shelf.json", "club.json"
"""More of them: players and groups; what was deleted and noted of games; the way to the club's broker."""
MOUNTS = Path("/proc/mounts")
ESCAPE = re.compile(r"\\([0-7]{3})")
FORGETFUL = {"tmpfs", "ramfs", "overlay", "overlayfs", "aufs"}
MIN_FREE = 50_000_000
"""Bytes that must be free before a new game is begun."""
NEARLY_FULL = 4 * MIN_FREE
"""Bytes below which the table is warned, long before no game can be begun."""


def sync_folder(folder: Path) -> None:
    """Make created, renamed and removed names in `folder` durable. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_file(path: Path) -> None:
    """Make the content of `path` durable. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_safely(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Replace `path` by `data` so that after a power cut there is the old or the new content, never a part.

    Raises OSError; then nothing of it is left. What is there and is no ordinary file (a device, a pipe) is left alone:
    to replace it would take it away from everybody. `mode`: who may read and write the file.
    """
    if not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "no ordinary file", str(path))
    temporary = path.with_name(path.name + ".new")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        try:
            if mode != 0o644:
                # One left lying by a power cut is older, and others may read it.
                os.fchmod(descriptor, mode)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def free_bytes(folder: Path) -> int:
    """Room left for us on the disk of `folder`. Raises OSError."""
    room = os.statvfs(folder)
    return room.f_bavail * room.f_frsize


def _mounts(table: Path) -> Iterator[tuple[Path, str, list[str]]]:
    for row in table.read_text("utf-8", "surrogateescape").split("\n"):
        # A stick may have a name with blanks that the kernel knows nothing of.
        fields = row.split(" ")
        if len(fields) >= 4:
            # Blanks and the like in a mount point are written as octal escapes.
            yield Path(ESCAPE.sub(lambda m: chr(int(m[1], 8)), fields[1])), fields[2], fields[3].split(",")


class Standing(msgspec.Struct, frozen=True):
    """The disk under a folder: whether it keeps what is written, bytes free (None: unknown), whether that is little.

    kind "unknown": there is no table of mounts to tell by.
    """

    folder: Path
    kind: Literal["disk", "overlay", "tmpfs", "read-only", "unknown"]
    free: int | None
    nearly_full: bool

    @property
    def headline(self) -> Text | None:
        """What is wrong in a few words, for large letters; None where all is well."""
        if self.kind == "read-only":
            return T("The disk is read-only: no game can be saved.")
        if self.kind in ("overlay", "tmpfs"):
            return T("Only in memory: every game is lost when the power goes.")
        if self.nearly_full and self.free is not None:
            return T("The disk is nearly full: {free} MB are left.", free=self.free // 1_000_000)
        return None

    @property
    def warning(self) -> Text | None:
        """The same in full, with what to do about it; None where all is well."""
        if self.kind == "read-only":
            return T("The data folder {folder} is read-only, so no game can be saved.", folder=str(self.folder))
        if self.kind in ("overlay", "tmpfs"):
            return T(
                "The data folder {folder} is only in memory: every game is lost when the power goes. "
                "Choose a folder on a real disk.",
                folder=str(self.folder),
            )
        if self.nearly_full and self.free is not None:
            return T(
                "The disk of the data folder {folder} is nearly full: {free} MB are left. What is played is still "
                "saved; below {least} MB no new game can be begun. Make room on the disk.",
                folder=str(self.folder),
                free=self.free // 1_000_000,
                least=MIN_FREE // 1_000_000,
            )
        return None


def standing(folder: Path, mounts: Path | None = None, free: Callable[[Path], int] | None = None) -> Standing:
    """How the disk under `folder` stands. `mounts`: the kernel's table of mounts; nothing is claimed without one."""
    mounts = mounts or MOUNTS
    real = folder.resolve()
    best: tuple[Path, str, list[str]] | None = None
    for mount in _mounts(mounts) if mounts.is_file() else ():
        # The last mount on the same point is the one in force.
        if real.is_relative_to(mount[0]) and (best is None or len(mount[0].parts) >= len(best[0].parts)):
            best = mount
    kind: Literal["disk", "overlay", "tmpfs", "read-only", "unknown"] = "unknown"
    if best is not None:
        forgetful: Literal["overlay", "tmpfs"] = "tmpfs" if best[1] in ("tmpfs", "ramfs") else "overlay"
        kind = "read-only" if "ro" in best[2] else forgetful if best[1] in FORGETFUL else "disk"
    try:
        room = (free or free_bytes)(_there(real))
    except OSError:
        # A disk that can't even be asked; whoever writes next is told why.
        return Standing(folder, kind, None, False)
    return Standing(folder, kind, room, room < NEARLY_FULL)


def _there(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there already."""
    return next((one for one in (folder, *folder.parents) if one.is_dir()), folder)


def folder_warning(folder: Path, mounts: Path | None = None) -> Text | None:
    """A warning where `folder` lies on a disk that forgets at switch-off or takes no writing; None where all is well.

    `mounts` is the kernel's table of mounts. Where there is none to read, nothing is claimed.
    """
    found = standing(folder, mounts)
    return msgspec.structs.replace(found, nearly_full=False).warning
