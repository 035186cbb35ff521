"""One Cartouche at a time: an advisory lock on a file beside the journal, with the process that holds it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from companion.engine.text import T
from companion.table.errors import JournalLocked


def lock_of(journal: Path) -> Path:
    """Where the lock of a journal lies."""
    return journal.with_suffix(".lock")


class Lock:
    """Held from creation until `release` or the end of the process, however it ends.

    Raises JournalLocked if another holds it, OSError if the file can't be made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            self.release()
            text = (
                T(
                    "Cartouche is already running (process {process}). Use that one, or close it "
                    "first. Nothing has changed.",
                    process=holder,
                )
                if holder.isdecimal()
                else T("Cartouche is already running. Use that one, or close it first. Nothing has changed.")
            )
            raise JournalLocked(text) from error
        except OSError:
            self.release()
            raise
        try:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        except OSError:
            # A full disk: whoever tries again in this process must not find itself locked out by itself.
            self.release()
            raise

    def release(self) -> None:
        """Let go; the file stays."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
