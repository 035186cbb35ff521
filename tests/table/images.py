"""Journals as they may be found after an accident: real files, damaged on purpose, opened by the real code."""

from __future__ import annotations

import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.engine.text import Text
from companion.games import find_game
from companion.table import database
from companion.table.chain import Entry
from companion.table.journal import Journal
from tests.kit.toy import toy_installed
from tests.table.quarry_table import play_on, started

MAIN, WAL, MARK = "journal.db", "journal.db-wal", "journal.mark"
PAGE = 512
"""Small pages, so that every byte of the last records is a few thousand images and not a hundred thousand."""
OLD, NEW = "old", "new"


@dataclass(frozen=True)
class Image:
    """Files by name, true entries and whole rows by game, and the log's length with each entry of the new game."""

    files: Mapping[str, bytes]
    truth: Mapping[str, tuple[Entry, ...]]
    rows: Mapping[str, list[tuple[object, ...]]]
    ends: tuple[int, ...]

    def with_file(self, name: str, data: bytes | None) -> dict[str, bytes]:
        """The files with one of them other, or gone."""
        files = {**self.files}
        files.pop(name, None)
        return files if data is None else {**files, name: data}


@dataclass(frozen=True)
class Opened:
    """What the real code makes of damaged files: entries of the games it lists, what it says, the files it leaves."""

    entries: Mapping[str, tuple[Entry, ...]]
    notices: tuple[Text, ...]
    files: frozenset[str]


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder in memory where there is one: thousands of images are opened, and none needs a real disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="cartouche-", dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def photograph(in_log: bool, page: int = PAGE) -> Image:
    """A journal of two games: an old one in the main file, a new one in the log (or, if not `in_log`, there too)."""
    with pytest.MonkeyPatch.context() as patch, quick_folder() as folder, toy_installed():
        patch.setattr(database, "PAGE", page)
        game = find_game("quarry")
        ends: list[int] = []
        with Journal.open(folder / MAIN) as journal:
            play_on(started(journal, game, OLD, ruleset="LONG"), 30, random.Random(1))
            shutil.rmtree(folder / "backups")
            settle(folder / MAIN)
            session = started(journal, game, NEW, ruleset="LONG")
            ends.append((folder / WAL).stat().st_size)
            for i in range(6):
                play_on(session, 1, random.Random(i))
                ends.append((folder / WAL).stat().st_size)
            if not in_log:
                settle(folder / MAIN)
            truth = {name: journal.entries(name) for name in (OLD, NEW)}
            with closing(sqlite3.connect(folder / MAIN)) as plain:
                rows = {
                    name: plain.execute(f"SELECT * FROM log WHERE game = {number} ORDER BY seq").fetchall()
                    for number, name in enumerate((OLD, NEW), 1)
                }
            files = {name: (folder / name).read_bytes() for name in (MAIN, WAL, MARK)}
    return Image(files, truth, rows, tuple(ends))


def settle(path: Path) -> None:
    """Move everything from the log into the main file."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def lay(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Fresh files in `folder`, nothing else; the path of the journal."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder / MAIN


def opened(folder: Path, files: Mapping[str, bytes]) -> Opened:
    """Open the files with the real code and read every game."""
    with Journal.open(lay(folder, files)) as journal:
        entries = {listed.id: journal.entries(listed.id) for listed in journal.listed()}
        notices = tuple(journal.notices)
    return Opened(entries, notices, frozenset(path.name for path in folder.iterdir()))


def readable(folder: Path, files: Mapping[str, bytes], image: Image) -> dict[str, int]:
    """How many true entries of each game plain SQLite still reads, one by one: what a mending must keep at least."""
    path = lay(folder, files)
    found: dict[str, int] = {}
    with closing(sqlite3.connect(path)) as connection:
        for record_id, rows in image.rows.items():
            kept = 0
            for true in rows:
                try:
                    row = connection.execute("SELECT * FROM log WHERE game = ? AND seq = ?", true[:2]).fetchone()
                except (sqlite3.DatabaseError, UnicodeDecodeError):
                    break
                if row != true:
                    break
                kept += 1
            found[record_id] = kept
    return found


def is_beginning(image: Image, record_id: str, entries: tuple[Entry, ...]) -> bool:
    """Whether `entries` are the first ones of the true game, unchanged."""
    return entries == image.truth[record_id][: len(entries)]
