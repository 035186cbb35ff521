"""Looks at the games of a journal that the app may have open: nothing is locked, written or mended."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from companion.engine.text import T
from companion.table import database, shelf
from companion.table.errors import JournalError, of_sqlite
from companion.table.history import Summary, newest_first, summary_of


def games(path: Path) -> tuple[Summary, ...]:
    """Every game of the journal at `path` that is not deleted, the newest first.

    One that was mended and not listed by the app since then is left out: its summary is not made yet. Raises
    JournalError.
    """
    gone = shelf.glance(path.parent).deleted
    return tuple(one for one in _all(path) if one.id not in gone)


def deleted(path: Path) -> tuple[Summary, ...]:
    """The deleted games of the journal at `path`, the most lately deleted first. Raises JournalError."""
    gone = shelf.glance(path.parent).deleted
    return tuple(sorted((one for one in _all(path) if one.id in gone), key=lambda one: gone[one.id], reverse=True))


def _all(path: Path) -> tuple[Summary, ...]:
    try:
        with closing(database.connect(path, read_only=True)) as connection:
            rows = connection.execute(database.LISTED).fetchall()
    except sqlite3.Error as error:
        raise of_sqlite(error) from error
    try:
        found = [summary_of(header, stored) for _, header, stored in rows if stored is not None]
    except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
        # Checksums are looked at when the app opens it; here it is only seen that nothing can be made of it.
        raise JournalError(T("The journal is not as it should be. Start Cartouche: it looks at it.")) from error
    return newest_first(one for one in found if one is not None)
