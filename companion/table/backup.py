"""Copies of the journal in the folder `backups` beside it: numbered, whole files, the oldest going as new ones come."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from contextlib import closing
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

    def _stand(self, file: Path) -> Stand | None:
        try:
            with closing(database.connect(file, read_only=True)) as copy:
                return stand(copy) if database.quick_check(copy) and database.schema_fits(copy) else None
        except sqlite3.Error:
            return None

    def make(self, connection: sqlite3.Connection) -> bool:
        """Copy the open journal, unless the newest copy holds as much already. True if a copy was made.

        Raises OSError (no room: ENOSPC) and sqlite3.Error; then no copy has changed.
        """
        now = stand(connection)
        copies = self.all()
        if now[0] == 0 or (copies and self._stand(copies[0]) == now):
            return False
        self.folder.mkdir(exist_ok=True)
        size = connection.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()[
            0
        ]
        if free_bytes(self.folder) < size + RESERVE:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.folder))
        number = int(copies[0].stem.rpartition("-")[2]) + 1 if copies else 1
        target = self.folder / f"{self._path.stem}-{number:06}{self._path.suffix}"
        temporary = self.folder / "copy.new"
        for leftover in (temporary, temporary.with_name("copy.new-journal")):
            leftover.unlink(missing_ok=True)
        with closing(database.connect(temporary)) as copy:
            connection.backup(copy)
            # The copy is one file that stands alone, without a log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        sync_file(temporary)
        os.replace(temporary, target)
        sync_folder(self.folder)
        for old in self.all()[self.keep :]:
            old.unlink()
        return True
