"""Why the table can't go on: sentences for a journal that can't be used and for acts that come at the wrong time."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Mapping

from companion.engine.errors import InputError
from companion.engine.text import T, Text


class JournalError(InputError):
    """The journal can't be opened, read or written. Nothing was changed by the act that raised it."""


class JournalLocked(JournalError):
    """Another Cartouche has the journal open."""


class JournalTooNew(JournalError):
    """The journal was made by a newer Cartouche; it was not touched."""


class UndoRefused(InputError):
    """A move can't be taken back just now; the text says why."""


class StaleMove(Exception):
    """A move meant for an earlier state (a second tap, a late reading). Harmless: nothing was done."""

    def __init__(self, expected: int, due: int) -> None:
        super().__init__(f"move {expected} came when {due} was due")
        self.expected = expected
        self.due = due


FULL = T("The disk is full, so this could not be saved. Nothing has changed. Make room on the disk, then try again.")
READ_ONLY = T(
    "The disk is read-only, so this could not be saved. Nothing has changed. Make it writable, then "
    "start Cartouche again."
)
BROKEN_DISK = T(
    "The disk did not take the writing, so this could not be saved. Nothing has changed. Check the "
    "memory card, then try again."
)
DAMAGED = T(
    "The journal is damaged on the disk, so this could not be saved. Nothing has changed. Start "
    "Cartouche again to mend it."
)
BUSY = T(
    "Another program holds the journal, so this could not be saved. Nothing has changed. Close it, then try again."
)
NO_ENTRY = T(
    "The journal can't be opened on this disk. Nothing has changed. Check the data folder and its permissions."
)

CHANGED = T("This game was changed elsewhere meanwhile. Nothing has changed here. Open it again.")

_SQLITE: Mapping[int, Text] = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: BROKEN_DISK,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_CANTOPEN: NO_ENTRY,
    sqlite3.SQLITE_PERM: NO_ENTRY,
}
_SYSTEM: Mapping[int, Text] = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EIO: BROKEN_DISK,
    errno.EACCES: NO_ENTRY,
    errno.EPERM: NO_ENTRY,
}


_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT}
_SHORT_READ = sqlite3.SQLITE_IOERR_SHORT_READ


UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file raises: even the names of its columns can be damaged."""


def is_damage(error: Exception) -> bool:
    """Whether the content of the file is at fault, not the disk, a permission or another program."""
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code == _SHORT_READ or code & 0xFF in _DAMAGE


def of_sqlite(error: sqlite3.Error) -> JournalError:
    """The sentence for an error of SQLite, by its primary result code."""
    code = getattr(error, "sqlite_errorcode", None)
    text = _SQLITE.get(code & 0xFF) if isinstance(code, int) else None
    return JournalError(
        text
        or T("The journal could not be written ({detail}). Nothing has changed. Try again.", detail=str(error)[:80])
    )


def of_system(error: OSError) -> JournalError:
    """The sentence for an error of the operating system."""
    text = _SYSTEM.get(error.errno or 0)
    if text is None:
        detail = error.strerror or str(error)
        text = T("The data folder can't be used ({detail}). Nothing has changed. Check the disk.", detail=detail[:80])
    return JournalError(text)


def not_taken(error: OSError) -> Text:
    """Why the disk did not take a file, within a sentence that says which."""
    return {
        errno.ENOSPC: T("the disk is full"),
        errno.EROFS: T("the disk is read-only"),
        errno.EACCES: T("the folder may not be written"),
    }.get(error.errno or 0, T("the disk did not take it ({detail})", detail=error.strerror or str(error)))


def unplayable(n: int, why: Text) -> Text:
    """The sentence for a game whose move `n` in the journal the rules at hand do not allow."""
    return T(
        "This game can't be played on from move {n}, since these rules do not allow it. {why} "
        "The game stays in the journal.",
        n=n,
        why=why,
    )
