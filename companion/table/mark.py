"""The mark: a small file beside the journal that tells which entry was the last one accepted.

It is written after each commit without waiting for the disk. After a power cut it may be old or unreadable and then
tells nothing; but where it tells of an entry the journal does not have, the end of the journal was lost, and the
table is told.
"""

from __future__ import annotations

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
        body = msgspec.json.encode(seen)
        row = body + f" {zlib.crc32(body)}".encode()
        try:
            os.pwrite(self._file, row.ljust(SIZE) + b"\n", 0)
        except OSError as error:
            log.warning("The mark %s could not be written: %s", self.path, error)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
