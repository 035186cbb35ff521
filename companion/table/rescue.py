"""A copy of the data folder file by file, for when nothing else works: sound or not, all but a password goes along.

Nothing is opened but for reading, and what was written is read back and compared.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.table import copying
from companion.table.lock import lock_of
from companion.table.storage import CLUB, JOURNAL, sync_folder

SUMS = "SHA256SUMS"


def copy_everything(data: Path, stick: Path, now: datetime) -> Path:
    """Copy all files under `data` into a new folder on `stick` named by the time; returns it.

    SHA256SUMS in it can be checked by `sha256sum -c`. Raises InputError; a copy that is not whole keeps the ending
    “.part”.
    """
    target = stick / f"cartouche-{now:%Y%m%d-%H%M%S}"
    part = target.with_name(target.name + ".part")
    try:
        with _at_rest(data):
            files = sorted(path for path in copying.files_under(data) if not _stays(data, path))
            if not files:
                raise InputError(T("There is nothing to copy: the data folder {folder} is empty.", folder=str(data)))
            copying.demand_room(stick, sum(path.stat().st_size for path in files) + copying.RESERVE)
            part.mkdir()
            names = [path.relative_to(data) for path in files]
            sums = {name: copying.copy_file(data / name, part / name) for name in names}
        lines = "".join(f"{digest}  {path.as_posix()}\n" for path, digest in sums.items())
        copying.write_new(part / SUMS, lines.encode())
        for path, digest in sums.items():
            if copying.digest_of(part / path) != digest:
                raise copying.not_read_back(path.as_posix())
        # The folders inside first: what a name leads to is there before the name is final.
        for folder in sorted((one for one in part.rglob("*") if one.is_dir()), reverse=True):
            sync_folder(folder)
        sync_folder(part)
        os.rename(part, target)
        sync_folder(stick)
    except OSError as error:
        raise copying.failed(error) from error
    return target


def _stays(data: Path, path: Path) -> bool:
    """The lock holds nothing of ours, and the way to the club's broker a password."""
    return path == lock_of(data / JOURNAL) or (path.parent == data and path.name.startswith(CLUB))


@contextmanager
def _at_rest(data: Path) -> Iterator[None]:
    """While nobody writes into the journal. Raises InputError where a running Cartouche holds it."""
    try:
        held = os.open(lock_of(data / JOURNAL), os.O_RDONLY | os.O_CLOEXEC)
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
