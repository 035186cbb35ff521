"""The journal: every accepted act of every game, durable before anybody is told that it was accepted.

One SQLite file in WAL mode with synchronous=FULL, both read back; one act is one commit. Entries form a chain per
game (`chain`) and are never changed: taking back is an entry of its own. Only a whole game is ever removed. One
Cartouche at a time has the file open (`lock`).
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import msgspec

from companion.engine.header import Header
from companion.engine.record import dump_header
from companion.engine.text import TN, T, Text
from companion.table import chain, database, recovery
from companion.table.backup import Backups
from companion.table.chain import Entry, Flaw, Kind
from companion.table.database import GameRow
from companion.table.errors import CHANGED, UNREADABLE, JournalError, JournalTooNew, is_damage, of_sqlite, of_system
from companion.table.lock import Lock, lock_of
from companion.table.mark import Mark, Seen, read_mark
from companion.table.storage import MIN_FREE, free_bytes

log = logging.getLogger(__name__)

Act = tuple[Kind, str]
"""What is to be accepted: its kind and its JSON object."""


class Listed(msgspec.Struct, frozen=True):
    """A game in the list: record id, header as JSON, summary as JSON (None: to be made again)."""

    id: str
    header: str
    summary: str | None


class _Head(msgspec.Struct):
    """The end of a game's chain: its number in the file, number, hash and time of its last entry."""

    number: int
    last: int
    hash: bytes
    at: str


def utc_now() -> datetime:
    """The time by the clock of this device."""
    return datetime.now(UTC)


@contextmanager
def _in_plain_words() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise of_sqlite(error) from error
    except OSError as error:
        raise of_system(error) from error


class Journal:
    """The journal file at `path`, open and sound. `notices` tell the table what was found and mended.

    clock: the time; factory: the class of SQLite connection; free: bytes free on the disk of a folder. All acts raise
    JournalError.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], datetime] = utc_now,
        factory: database.Factory = sqlite3.Connection,
        free: Callable[[Path], int] = free_bytes,
    ) -> None:
        self.path = path
        self.notices: list[Text] = []
        self._clock = clock
        self._factory = factory
        self._free = free
        self._backups = Backups(path)
        self._heads: dict[str, _Head] = {}
        self._rows = 0
        with _in_plain_words():
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                text = T(
                    "There is a folder where the journal should be: {path}. Move it away, then start Cartouche again.",
                    path=str(path),
                )
                raise JournalError(text)
            self._lock = Lock(lock_of(path))
            try:
                aside = recovery.finish(path)
                if aside:
                    self._tell_aside(aside)
                self._settle()
                self._mark = Mark(self._mark_path)
                self._set_mark()
            except BaseException:
                self._lock.release()
                raise
        self.back_up()

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        clock: Callable[[], datetime] = utc_now,
        factory: database.Factory = sqlite3.Connection,
        free: Callable[[Path], int] = free_bytes,
    ) -> Journal:
        """Open the journal at `path`, mending it if need be; a new one if there is none.

        Raises JournalLocked (another Cartouche has it), JournalTooNew (untouched), JournalError (the disk; untouched).
        """
        return cls(path, clock=clock, factory=factory, free=free)

    @property
    def _mark_path(self) -> Path:
        return self.path.with_suffix(".mark")

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let go of the lock."""
        try:
            self._connection.close()
        finally:
            self._mark.close()
            self._lock.release()

    # opening

    def _settle(self, flaw: Flaw | None = None) -> None:
        """Look the file over without writing to it, mend it if need be, and connect."""
        seen = read_mark(self._mark_path)
        reason: Text | None = None
        new = False
        if flaw:
            reason = recovery.REASONS[flaw]
        elif not self.path.exists():
            new = seen is None and not self._backups.all()
            reason = None if new else recovery.MISSING
        elif self.path.stat().st_size == 0:
            reason = recovery.EMPTY
        else:
            with closing(database.connect(self.path, self._factory, read_only=True)) as look:
                flaw = self._look_over(look, seen)
            reason = recovery.REASONS[flaw] if flaw else None
        if new or reason:
            saved = recovery.salvage(self.path, self._backups.all(), seen, self._factory)
            aside = recovery.finish(self.path)
            if reason:
                self._tell(reason, saved, aside)
        self._connection = database.connect(self.path, self._factory)
        try:
            database.make_durable(self._connection)
            self._rows = self._connection.execute(database.STAND).fetchone()[1]
        except BaseException:
            self._connection.close()
            raise

    def _look_over(self, look: sqlite3.Connection, seen: Seen | None) -> Flaw | None:
        try:
            version = database.too_new(look)
        except UNREADABLE as error:
            if not is_damage(error):
                raise
            return "damaged"
        if version is not None:
            text = T(
                "The journal has version {version}; this Cartouche knows up to {ours}. Nothing was "
                "touched. Update Cartouche to open it.",
                version=version,
                ours=database.VERSION,
            )
            raise JournalTooNew(text)
        if not database.header_fits(self.path):
            return "damaged"
        return recovery.first_flaw(look) or recovery.lost(look, seen)

    def _tell(self, reason: Text, saved: recovery.Salvage, aside: Path | None) -> None:
        self.notices.append(reason)
        self.notices += saved.losses
        if saved.whole or not saved.losses:
            self.notices.append(TN("{n} game was kept whole.", "{n} games were kept whole.", saved.whole))
        if aside:
            self._tell_aside(aside)

    def _tell_aside(self, aside: Path) -> None:
        self.notices.append(
            T(
                "A new journal with all that could be saved is in its place; the old file is kept as “{file}”.",
                file=aside.name,
            )
        )

    def _mend(self, flaw: Flaw) -> None:
        """Mend the open file: a flaw was met while reading an older game."""
        self._connection.close()
        known, self._heads = self._heads, {}
        self._settle(flaw)
        self._set_mark()
        rows = {row.id: row for row, _ in database.game_rows(self._connection)}
        for record_id, end in known.items():
            row = rows.get(record_id)
            if row is not None and (row.last, row.head) == (end.last, end.hash):
                self._heads[record_id] = _Head(row.number, end.last, end.hash, end.at)

    def _set_mark(self) -> None:
        if newest := recovery.newest(self._connection, self._rows):
            self._mark.set(newest)

    def back_up(self) -> None:
        """Copy the journal into `backups` if it holds more than the newest copy. A failure is told in `notices`."""
        try:
            self._backups.make(self._connection)
        except (OSError, sqlite3.Error) as error:
            log.warning("No backup of %s: %s", self.path, error)
            self.notices.append(
                T("The journal is fine, but no backup copy of it could be made. Make room on the disk.")
            )

    # writing

    def _at(self) -> str:
        return self._clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @contextmanager
    def _commit(self) -> Iterator[sqlite3.Connection]:
        with _in_plain_words():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def create(self, header: Header, summary: str | None = None, acts: Sequence[Act] = ()) -> None:
        """Begin a game: its header is the first entry, `acts` follow, in one commit.

        Raises JournalError, also below 50 MB of room; then there is no such game.
        """
        with _in_plain_words():
            room = self._free(self.path.parent)
        if room < MIN_FREE:
            text = T(
                "Only {free} MB are free on the disk; a new game needs {least}. Nothing has changed. Make room first.",
                free=room // 1_000_000,
                least=MIN_FREE // 1_000_000,
            )
            raise JournalError(text)
        at = self._at()
        rows, head = chain.hang_all(chain.root(header.id), 0, [("start", dump_header(header)), *acts], at)
        with self._commit() as connection:
            if connection.execute("SELECT 1 FROM game WHERE id = ?", (header.id,)).fetchone():
                raise JournalError(T("This game is in the journal already. Nothing has changed."))
            number = connection.execute("SELECT coalesce(max(number), 0) + 1 FROM game").fetchone()[0]
            database.put_game(connection, GameRow(number, header.id, len(acts), head, summary))
            database.put_rows(connection, number, rows)
        self._accepted(header.id, _Head(number, len(acts), head, at), len(rows))

    def time_of(self, record_id: str) -> str:
        """The time an act of this game gets now (UTC): never before its last one, wherever the clock has jumped to."""
        return max(self._at(), self._end(record_id).at)

    def _end(self, record_id: str) -> _Head:
        end = self._heads.get(record_id)
        if end is None:
            raise JournalError(CHANGED)
        return end

    def append(self, record_id: str, acts: Sequence[Act], summary: str | None = None, at: str | None = None) -> None:
        """Accept `acts` of a game at `at` in one commit. Raises JournalError; then nothing was accepted.

        `entries` or `create` of the same game come first.
        """
        end = self._end(record_id)
        at = at or self.time_of(record_id)
        rows, head = chain.hang_all(end.hash, end.last + 1, acts, at)
        game = GameRow(end.number, record_id, end.last + len(rows), head, summary)
        with self._commit() as connection:
            database.put_rows(connection, end.number, rows)
            database.update_game(connection, game, end.last)
        self._accepted(record_id, _Head(end.number, game.last, head, at), len(rows))
        if any(kind == "finished" for kind, _ in acts):
            self.back_up()

    def _accepted(self, record_id: str, head: _Head, rows: int) -> None:
        self._heads[record_id] = head
        self._rows += rows
        self._mark.set(Seen(record_id, head.last, head.hash.hex(), self._rows))

    def set_summary(self, record_id: str, summary: str | None) -> None:
        """Store the summary of a game made again (None: to be made again). Raises JournalError."""
        with self._commit() as connection:
            game = self._game(record_id)
            database.update_game(connection, msgspec.structs.replace(game, summary=summary), game.last)

    def remove(self, record_id: str) -> None:
        """Take a game out of the file for good; older `backups` still hold it. Raises JournalError: nothing changed."""
        with _in_plain_words():
            game = self._game(record_id)
            rows = self._rows - game.last - 1
            # True with the game and without it, and on the disk before it goes: nothing ever seems to be lost.
            self._mark.settle(recovery.newest(self._connection, rows, game.number))
        with self._commit() as connection:
            database.drop_game(connection, game.number)
        self._heads.pop(record_id, None)
        self._rows = rows

    def look_again(self) -> None:
        """Take over what this process brought into the file past this object (`bring_back`). Raises JournalError.

        A game that goes on differently now has to be read again before anything is accepted in it.
        """
        with _in_plain_words():
            self._rows = self._connection.execute(database.STAND).fetchone()[1]
            ends = {row.id: (row.last, row.head) for row, _ in database.game_rows(self._connection)}
            self._heads = {known: end for known, end in self._heads.items() if ends.get(known) == (end.last, end.hash)}
            self._set_mark()

    def follows(self, record_id: str) -> bool:
        """Whether the game is still as it was last read or written here; else it has to be read again."""
        return record_id in self._heads

    # reading

    def answer(self) -> None:
        """Ask the file how much it holds: it can still be read. Raises JournalError where it can't."""
        with _in_plain_words():
            self._connection.execute(database.STAND).fetchone()

    def _game(self, record_id: str) -> GameRow:
        found = self._connection.execute(
            "SELECT number, id, last, head, summary FROM game WHERE id = ?", (record_id,)
        ).fetchone()
        if found is None:
            raise JournalError(T("The journal has no game {id}. Choose one from the list.", id=record_id[:40]))
        return GameRow(*found)

    def entries(self, record_id: str) -> tuple[Entry, ...]:
        """All entries of a game, its chain checked.

        A flaw met here is mended and told in `notices`. Raises JournalError.
        """
        with _in_plain_words():
            for _ in range(2):
                game = self._game(record_id)
                flaw: Flaw | None = "damaged"
                try:
                    found = database.read_chain(self._connection, game)
                    flaw = found.flaw
                except UNREADABLE as error:
                    if not is_damage(error):
                        raise
                if flaw is None and found.last >= 0:
                    self._heads[record_id] = _Head(game.number, found.last, found.head, found.rows[-1].entry.at)
                    return found.entries
                self._mend(flaw or "cut")
        raise JournalError(T("The game can't be read from the journal (record {id}).", id=record_id[:40]))

    def summary(self, record_id: str) -> str | None:
        """The summary of one game as it is stored. Raises JournalError."""
        with _in_plain_words():
            return self._game(record_id).summary

    def listed(self) -> tuple[Listed, ...]:
        """Every game, the newest first. Raises JournalError."""
        with _in_plain_words():
            return tuple(Listed(*row) for row in self._connection.execute(database.LISTED))

    def listed_one(self, record_id: str) -> Listed | None:
        """A single game as it is listed; None: there is no such game. Raises JournalError."""
        with _in_plain_words():
            found = self._connection.execute(database.LISTED_ONE, (record_id,)).fetchone()
            return Listed(*found) if found else None
