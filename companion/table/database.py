"""The SQLite file of the journal: its schema, its settings, and rows in and out of it.

Table `game`: one row a game with the number and hash of its last entry and a summary for lists (NULL: to be made
again). Table `log`: one row an entry; never changed, and removed only with its whole game. Table `meta`: the version
once more, beside the file's header.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.text import T
from companion.table import chain
from companion.table.chain import Chain, Row
from companion.table.errors import CHANGED, UNREADABLE, JournalError, is_damage

VERSION = 1
APPLICATION = 0x43415254  # "CART"
PAGE = 4096
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    last INTEGER NOT NULL,
    head BLOB NOT NULL,
    summary TEXT,
    crc INTEGER NOT NULL
);
CREATE TABLE log (
    game INTEGER NOT NULL REFERENCES game (number),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    data TEXT NOT NULL,
    prev BLOB NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
"""
STAND = "SELECT count(*), CAST(total(last + 1) AS INTEGER) FROM game"
ROWS = "SELECT seq, kind, at, data, prev, crc FROM log WHERE game = ? AND seq >= ? ORDER BY seq"
_LISTED = "SELECT game.id, log.data, game.summary FROM game JOIN log ON log.game = game.number AND log.seq = 0"
LISTED = f"{_LISTED} ORDER BY game.number DESC"
"""Record id, header and summary of every game, the newest first."""
LISTED_ONE = f"{_LISTED} WHERE game.id = ?"
"""The same of a single game."""
INSERT_ROW = "INSERT INTO log (game, seq, kind, at, data, prev, crc) VALUES (?, ?, ?, ?, ?, ?, ?)"

Factory = type[sqlite3.Connection]


class GameRow(msgspec.Struct, frozen=True):
    """A game in the list: its number here, record id, number and hash of its last entry, summary as JSON if made."""

    number: int
    id: str
    last: int
    head: bytes
    summary: str | None

    @property
    def crc(self) -> int:
        """The checksum stored with the row."""
        text = f"{self.number}\n{self.id}\n{self.last}\n{self.summary}".encode("utf-8", "surrogateescape")
        return zlib.crc32(self.head + text)


def _lenient(data: bytes) -> str:
    # Damaged text must come out as text that its checksum does not fit, not as an error of the reader.
    return data.decode("utf-8", "surrogateescape")


def connect(path: Path, factory: Factory = sqlite3.Connection, read_only: bool = False) -> sqlite3.Connection:
    """A connection without implicit transactions. Raises sqlite3.Error."""
    address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=2.0, factory=factory)
    connection.text_factory = _lenient
    return connection


def _demand(connection: sqlite3.Connection, setting: str, value: str | int) -> None:
    connection.execute(f"PRAGMA {setting} = {value}")
    got = connection.execute(f"PRAGMA {setting}").fetchone()
    if got is None or got[0] != value:
        raise JournalError(
            T(
                "The journal can't be kept safe here: SQLite did not take the setting “{setting}”. "
                "Choose a data folder on another disk.",
                setting=f"{setting}={value}",
            )
        )


def make_durable(connection: sqlite3.Connection) -> None:
    """Set what makes one commit survive a power cut, and read it back. Raises JournalError, sqlite3.Error."""
    _demand(connection, "journal_mode", "wal")
    _demand(connection, "synchronous", 2)
    _demand(connection, "foreign_keys", 1)
    # What goes is overwritten, not only let go of.
    _demand(connection, "secure_delete", 1)


def lay_down(connection: sqlite3.Connection) -> None:
    """Create the empty tables of a new journal. Raises sqlite3.Error."""
    connection.execute(f"PRAGMA page_size = {PAGE}")
    connection.executescript(
        f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {SCHEMA}"
        f"INSERT INTO meta VALUES ('version', {VERSION}); COMMIT;"
    )


def meta_version(connection: sqlite3.Connection) -> int | None:
    """The version the table `meta` tells; None if it tells none. Raises sqlite3.Error for trouble with the disk."""
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
    except UNREADABLE as error:
        if not is_damage(error):
            raise
        return None
    return row[0] if row and type(row[0]) is int else None


def header_fits(path: Path) -> bool:
    """Whether the first bytes of the file are those of a database that may be written. Raises OSError."""
    with path.open("rb") as file:
        header = file.read(20)
    return header[:16] == b"SQLite format 3\0" and header[18:20] in (b"\1\1", b"\2\2")


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def too_new(connection: sqlite3.Connection) -> int | None:
    """The version of a journal that a newer Cartouche made, else None. Raises sqlite3.Error.

    The version stands in two places in every version there will be; where they disagree it is damage.
    """
    header, told = _number(connection, "user_version"), meta_version(connection)
    return header if header > VERSION and told is not None and told > VERSION else None


def schema_fits(connection: sqlite3.Connection) -> bool:
    """Whether the tables are the ones this version lays down. Raises sqlite3.Error."""

    def tables(of: sqlite3.Connection) -> list[Any]:
        return of.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").fetchall()

    model = sqlite3.connect(":memory:", isolation_level=None)
    try:
        lay_down(model)
        return (
            tables(connection) == tables(model)
            and meta_version(connection) == _number(connection, "user_version") == VERSION
            and _number(connection, "application_id") == APPLICATION
        )
    finally:
        model.close()


def quick_check(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds its own structure sound. Raises sqlite3.Error for trouble with the disk."""
    try:
        return connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except UNREADABLE as error:
        if not is_damage(error):
            raise
        return False


def game_rows(connection: sqlite3.Connection) -> Iterator[tuple[GameRow, bool]]:
    """Every game in the list, the oldest first, and whether its checksum fits. Raises sqlite3.Error."""
    for number, record_id, last, head, summary, crc in connection.execute(
        "SELECT number, id, last, head, summary, crc FROM game ORDER BY number"
    ):
        sound = type(number) is type(last) is int and type(record_id) is str and type(head) is bytes
        sound = sound and (summary is None or type(summary) is str)
        if sound:
            row = GameRow(number, record_id, last, head, summary)
            yield row, row.crc == crc
        else:
            yield GameRow(int(number), str(record_id), -1, b"", None), False


def read_chain(connection: sqlite3.Connection, row: GameRow) -> Chain:
    """The valid beginning of a game's entries, held against the list. Raises sqlite3.Error."""
    return chain.against(chain.check(row.id, connection.execute(ROWS, (row.number, 0))), row.last, row.head)


def put_rows(connection: sqlite3.Connection, number: int, rows: tuple[Row, ...] | list[Row]) -> None:
    """Insert entries of a game. Raises sqlite3.Error."""
    connection.executemany(
        INSERT_ROW,
        [(number, r.entry.seq, r.entry.kind, r.entry.at, r.entry.data, r.prev, r.crc) for r in rows],
    )


def put_game(connection: sqlite3.Connection, row: GameRow) -> None:
    """Insert a game into the list. Raises sqlite3.Error."""
    connection.execute(
        "INSERT INTO game (number, id, last, head, summary, crc) VALUES (?, ?, ?, ?, ?, ?)",
        (row.number, row.id, row.last, row.head, row.summary, row.crc),
    )


def update_game(connection: sqlite3.Connection, row: GameRow, before: int) -> None:
    """Set the end of a game that ended at entry `before`. Raises sqlite3.Error, JournalError if it did not."""
    changed = connection.execute(
        "UPDATE game SET last = ?, head = ?, summary = ?, crc = ? WHERE number = ? AND last = ?",
        (row.last, row.head, row.summary, row.crc, row.number, before),
    )
    if changed.rowcount != 1:
        raise JournalError(CHANGED)


def drop_game(connection: sqlite3.Connection, number: int) -> None:
    """Remove a game and all its entries, within a transaction that is open. Raises sqlite3.Error."""
    connection.execute("DELETE FROM log WHERE game = ?", (number,))
    connection.execute("DELETE FROM game WHERE number = ?", (number,))
