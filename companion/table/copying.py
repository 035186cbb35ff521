"""What every copy to a stick has in common: which files, written to the stick itself, read back, and why not.

Nothing here opens the journal: the copy file by file (`rescue`) has to work with one that is damaged.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table.storage import free_bytes

BLOCK = 1 << 20
RESERVE = 1_000_000
"""Bytes that stay free on the stick, for its own bookkeeping."""


def files_under(folder: Path) -> Iterator[Path]:
    """Every ordinary file; links and pipes hold nothing of ours. Raises OSError where a folder can't be read."""
    for here, _, names in os.walk(folder, onerror=_raise):
        for name in names:
            path = Path(here, name)
            if path.is_file() and not path.is_symlink():
                yield path


def _raise(error: OSError) -> None:
    raise error


def settle(file: BinaryIO) -> None:
    """Bring a file to the stick itself, and forget it here, so that it is really read back from there."""
    file.flush()
    os.fsync(file.fileno())
    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def copy_file(source: Path, target: Path) -> str:
    """Copy one file to where none is, and make it durable; its sha256 as it was read. Raises OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with source.open("rb") as old, target.open("xb") as new:
        while block := old.read(BLOCK):
            digest.update(block)
            new.write(block)
        settle(new)
    return digest.hexdigest()


def write_new(path: Path, data: bytes) -> None:
    """Write a file where none is, and make it durable. Raises OSError."""
    with path.open("xb") as file:
        file.write(data)
        settle(file)


def digest_of(path: Path) -> str:
    """The sha256 of a file as it is read now. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def demand_room(folder: Path, need: int) -> None:
    """Raises InputError where `need` bytes have no room on the disk of `folder`."""
    free = free_bytes(folder)
    if free < need:
        raise InputError(
            T(
                "The stick has {free} MB free; {need} are needed. Nothing was copied.",
                free=free // 1_000_000,
                need=-(-need // 1_000_000),
            )
        )


def not_read_back(file: str) -> InputError:
    """What is on the stick is not what was written to it."""
    return InputError(T("{file} was not read back as it was written. Try another stick.", file=file))


def failed(error: OSError) -> InputError:
    """The sentence for a copy that the stick did not take."""
    reason: Text = {errno.EROFS: T("it is read-only"), errno.ENOSPC: T("it is full")}.get(
        error.errno or 0, T("{detail}", detail=error.strerror or str(error))
    )
    return InputError(T("The copy failed: {reason}. The data on this machine is as it was.", reason=reason))
