"""A process that removes games from a journal and is killed on the way.

It reads lines (path, record id, where), forks a child for each, and tells how that ended: 0 where the game was removed.
Where: the number of the statement that the kill comes right before, or the name of a function of `os` in its place.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

from companion.table.journal import Journal


class Killing(sqlite3.Connection):
    """A connection whose process is killed right before its statement number `left` from now on."""

    left = -1

    def execute(self, *args: Any) -> sqlite3.Cursor:
        """The statement, or the end."""
        if Killing.left == 0:
            die()
        Killing.left -= 1
        return super().execute(*args)


def die(*_: Any) -> None:
    """Be killed as by a plug that is pulled."""
    os.kill(os.getpid(), signal.SIGKILL)


def remove(path: Path, record_id: str, where: int | str) -> None:
    """Remove the game, or be killed."""
    with Journal.open(path, factory=Killing) as journal:
        if isinstance(where, int):
            Killing.left = where
        else:
            setattr(os, where, die)
        journal.remove(record_id)
        os._exit(0)


def main() -> None:
    """The forking loop."""
    for line in sys.stdin:
        path, record_id, where = json.loads(line)
        child = os.fork()
        if child == 0:
            try:
                remove(Path(path), record_id, where)
            finally:
                os._exit(3)
        _, status = os.waitpid(child, 0)
        os.write(1, f"{os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    main()
