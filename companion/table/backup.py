"""Copies of the journal in the folder `backups` beside it: numbered, whole files, the oldest going as new ones come."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from companion.table import database
from companion.table.storage import free_bytes, sync_file, sync_folder

KEEP = 5
RESERVE = 20_000_000
"""Bytes a copy must leave free on the disk."""

Stand = tuple[int, int]
"""How much a journal holds: number of games, number of entries."""


def stand(connection: sqlite3.Connection) -> Stand:
    """How much the open journal holds. Raises sqlite3.Error."""
    games, entries = connection.execute(database.STAND).fetchone()
    return games, entries


def _ends(connection: sqlite3.Connection) -> list[Sequence[object]]:
    """Where every game ends. How many there are would not do: one may have gone, and another one come."""
    return connection.execute("SELECT id, last, head FROM game ORDER BY number").fetchall()


def copy_whole(connection: sqlite3.Connection, target: Path, reserve: int = RESERVE) -> None:
    """Copy an open journal into the file `target`, in a folder that exists; whole, or nothing has changed there.

    `reserve`: bytes that must stay free beside it. Raises OSError (no room: ENOSPC) and sqlite3.Error.
    """
    size = connection.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()[0]
    if free_bytes(target.parent) < size + reserve:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target.parent))
    temporary = target.with_name("copy.new")
    for leftover in (temporary, temporary.with_name("copy.new-journal")):
        leftover.unlink(missing_ok=True)
    with closing(database.connect(temporary)) as copy:
        connection.backup(copy)
        # The copy is one file that stands alone, without a log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
    sync_file(temporary)
    os.replace(temporary, target)
    sync_folder(target.parent)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    # The app and the nightly copy are two processes; the later one waits the moment that a copy takes.
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


class Backups:
    """The rotating copies of the journal `path`. Names carry a running number, so a clock that jumps does no harm."""

    def __init__(self, path: Path, keep: int = KEEP) -> None:
        self.folder = path.parent / "backups"
        self.keep = keep
        self._name = re.compile(re.escape(path.stem) + r"-(\d{6,})" + re.escape(path.suffix))
        self._path = path

    def all(self) -> list[Path]:
        """The copies there are, the newest first."""
        if not self.folder.is_dir():
            return []
        numbered = [(int(m[1]), file) for file in self.folder.iterdir() if (m := self._name.fullmatch(file.name))]
        return [file for _, file in sorted(numbered, reverse=True)]

    def _held(self, file: Path) -> list[Sequence[object]] | None:
        try:
            with closing(database.connect(file, read_only=True)) as copy:
                return _ends(copy) if database.quick_check(copy) and database.schema_fits(copy) else None
        except sqlite3.Error:
            return None

    def make(self, connection: sqlite3.Connection) -> bool:
        """Copy the open journal, unless the newest copy holds the same already. True if a copy was made.

        Raises OSError (no room: ENOSPC) and sqlite3.Error; then no copy has changed.
        """
        now = _ends(connection)
        copies = self.all()
        if not now or (copies and self._held(copies[0]) == now):
            return False
        self.folder.mkdir(exist_ok=True)
        with _alone(self.folder):
            copies = self.all()
            number = int(copies[0].stem.rpartition("-")[2]) + 1 if copies else 1
            copy_whole(connection, self.folder / f"{self._path.stem}-{number:06}{self._path.suffix}")
            for old in self.all()[self.keep :]:
                old.unlink()
        return True
