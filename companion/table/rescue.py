"""A copy of the data folder file by file, for when nothing else works: sound or not, everything goes along.

Nothing is opened but for reading, and what was written is read back and compared.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.table.storage import free_bytes, sync_folder

LOCK = "journal.lock"
SUMS = "SHA256SUMS"
BLOCK = 1 << 20
RESERVE = 1_000_000
"""Bytes that stay free on the stick, for its own bookkeeping."""


def copy_everything(data: Path, stick: Path, now: datetime) -> Path:
    """Copy all files under `data` into a new folder on `stick` named by the time; returns it.

    SHA256SUMS in it can be checked by `sha256sum -c`. Raises InputError; a copy that is not whole keeps the ending
    “.part”.
    """
    target = stick / f"cartouche-{now:%Y%m%d-%H%M%S}"
    part = target.with_name(target.name + ".part")
    try:
        with _at_rest(data):
            files = sorted(_files(data))
            if not files:
                raise InputError(T("There is nothing to copy: the data folder {folder} is empty.", folder=str(data)))
            need = sum(path.stat().st_size for path in files) + RESERVE
            free = free_bytes(stick)
            if free < need:
                raise InputError(
                    T(
                        "The stick has {free} MB free; {need} are needed. Nothing was copied.",
                        free=free // 1_000_000,
                        need=-(-need // 1_000_000),
                    )
                )
            part.mkdir()
            sums = {path.relative_to(data): _copy(path, part / path.relative_to(data)) for path in files}
        _write(part / SUMS, "".join(f"{digest}  {path.as_posix()}\n" for path, digest in sums.items()).encode())
        for path, digest in sums.items():
            if _digest(part / path) != digest:
                raise InputError(
                    T("{file} was not read back as it was written. Try another stick.", file=path.as_posix())
                )
        # The folders inside first: what a name leads to is there before the name is final.
        for folder in sorted((one for one in part.rglob("*") if one.is_dir()), reverse=True):
            sync_folder(folder)
        sync_folder(part)
        os.rename(part, target)
        sync_folder(stick)
    except OSError as error:
        reason = {errno.EROFS: T("it is read-only"), errno.ENOSPC: T("it is full")}.get(
            error.errno or 0, T("{detail}", detail=error.strerror or str(error))
        )
        raise InputError(
            T("The copy failed: {reason}. The data on this machine is as it was.", reason=reason)
        ) from error
    return target


@contextmanager
def _at_rest(data: Path) -> Iterator[None]:
    """While nobody writes into the journal. Raises InputError where a running Cartouche holds it."""
    try:
        held = os.open(data / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield
        return
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(T("Cartouche is running, so this copy would not be whole. Close it first.")) from error
        yield
    finally:
        os.close(held)


def _files(data: Path) -> Iterator[Path]:
    """Every ordinary file; links, pipes and the lock hold nothing of ours."""
    for folder, _, names in os.walk(data, onerror=_raise):
        for name in names:
            path = Path(folder, name)
            if path.is_file() and not path.is_symlink() and path != data / LOCK:
                yield path


def _raise(error: OSError) -> None:
    raise error


def _copy(source: Path, target: Path) -> str:
    """Copy one file and make it durable; its sha256 as it was read."""
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with source.open("rb") as old, target.open("xb") as new:
        while block := old.read(BLOCK):
            digest.update(block)
            new.write(block)
        _settle(new)
    return digest.hexdigest()


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        _settle(file)


def _settle(file: BinaryIO) -> None:
    """Bring a file to the stick itself, and forget it here, so that it is really read back from there."""
    file.flush()
    os.fsync(file.fileno())
    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
