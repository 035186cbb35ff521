"""The mark: a small file beside the journal that tells which entry was the last one accepted.

It is written after each commit without waiting for the disk. After a power cut it may be old or unreadable and then
tells nothing; but where it tells of an entry the journal does not have, the end of the journal was lost, and the
table is told. So before a game is removed it is written too, and waited for.
"""

from __future__ import annotations

import errno
import logging
import os
import zlib
from pathlib import Path

import msgspec

log = logging.getLogger(__name__)
SIZE = 256


class Seen(msgspec.Struct, frozen=True):
    """The last accepted entry: record id, number, hash of its chain in hex; and how many entries all games have."""

    game: str
    seq: int
    head: str
    rows: int


def read_mark(path: Path) -> Seen | None:
    """What the mark tells; None if there is none or it is torn."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    body, _, crc = data.rstrip(b"\n ").rpartition(b" ")
    if not crc.isdigit() or zlib.crc32(body) != int(crc):
        return None
    try:
        return msgspec.json.decode(body, type=Seen)
    except msgspec.MsgspecError:
        return None


def _row(seen: Seen | None) -> bytes:
    """The bytes of a mark; blanks where it is to tell nothing."""
    body = msgspec.json.encode(seen) if seen else b""
    told = body + f" {zlib.crc32(body)}".encode() if seen else b""
    return told.ljust(SIZE) + b"\n"


class Mark:
    """The open file of the mark.

    Raises OSError on opening; a failed writing is only logged, since the entry is safe.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)

    def set(self, seen: Seen) -> None:
        """Write what was accepted last."""
        if self._file is None:
            return
        try:
            os.pwrite(self._file, _row(seen), 0)
        except OSError as error:
            log.warning("The mark %s could not be written: %s", self.path, error)

    def settle(self, seen: Seen | None) -> None:
        """Write what is to be found from now on (None: nothing), and wait for the disk. Raises OSError."""
        if self._file is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), str(self.path))
        row = _row(seen)
        if os.pwrite(self._file, row, 0) != len(row):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        os.fsync(self._file)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
