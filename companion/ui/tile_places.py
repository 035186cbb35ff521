"""Where tiles lay along a path when all of them were read, kept beside the calibrations as long as the game lasts.

Without it a restart in the middle of a game would have to take the whole path anew.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import msgspec

from companion.engine.sight import EMPTY, At, Reading
from companion.table.storage import write_safely

log = logging.getLogger(__name__)

MOST = 8
"""As many games are remembered, the latest ones."""
_ENDING = ".tiles.json"


class TilePlaces:
    """By the id of a record. `folder`: where they are kept; a disk that fails is logged, and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, dict[str, At]] = {}

    def of(self, record: str) -> Mapping[str, At]:
        """Where its tiles lay, by place; nothing where that was never read."""
        if record not in self._known:
            self._known[record] = self._load(record)
        return self._known[record]

    def keep(self, record: str, reading: Reading) -> None:
        """Remember where a reading found tiles; nothing is forgotten of those it did not find.

        The first time all of them must be there, the last one for sure: one that was overlooked shifts the others.
        Later those that are sure count.
        """
        before = self.of(record)
        lying = [seen for seen in reading.seen if seen.label != EMPTY]
        whole = all(seen.label and seen.at is not None for seen in lying) and bool(lying) and lying[-1].sure
        if not before and not whole:
            return
        found = {seen.spot: seen.at for seen in lying if seen.at is not None and (seen.sure or not before)}
        known = {**before, **found}
        if known != before:
            self._known[record] = known
            self._write(record, known)

    def forget(self, record: str) -> None:
        """The game is over, or its path is read anew."""
        self._known[record] = {}
        with suppress(OSError):
            self._path(record).unlink()

    def _path(self, record: str) -> Path:
        return self.folder / f"{quote(record, safe='')}{_ENDING}"

    def _load(self, record: str) -> dict[str, At]:
        try:
            return msgspec.json.decode(self._path(record).read_bytes(), type=dict[str, At])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("where the tiles of a game lay can't be read: %s", error)
            return {}

    def _write(self, record: str, known: Mapping[str, At]) -> None:
        path = self._path(record)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_safely(path, msgspec.json.encode(known))
            for old in sorted(self.folder.glob(f"*{_ENDING}"), key=lambda one: one.stat().st_mtime)[:-MOST]:
                old.unlink()
        except OSError as error:
            log.warning("where the tiles of a game lie can't be kept: %s", error)
