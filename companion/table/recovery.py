"""A journal that is missing, damaged or cut short: the longest valid beginning of every game is saved.

Nothing damaged is written to. What can be saved goes into a new file beside it (`.salvaged`), which is complete
before the damaged one is moved aside and it takes its place; whatever interrupts that, the next start finishes it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from companion.engine.text import TN, T, Text
from companion.table import chain, database
from companion.table.chain import Chain, Flaw, Title
from companion.table.database import GameRow
from companion.table.errors import UNREADABLE, is_damage
from companion.table.mark import Seen
from companion.table.storage import sync_file, sync_folder
from companion.table.times import day_of

NEWEST = 50
"""So many of the newest games have their chains checked at each start; any chain is checked when it is read."""

MISSING = T("The journal file was missing.")
EMPTY = T("The journal file was empty.")
REASONS: dict[Flaw, Text] = {
    "damaged": T("The journal was damaged on the disk."),
    "edited": T("The journal was changed by something other than Cartouche."),
    "cut": T("The end of the journal is missing."),
}


class Find(msgspec.Struct, frozen=True):
    """What could be read of a game in one file: its row in the list, whether that was sound, its valid beginning."""

    row: GameRow
    sound: bool
    chain: Chain


def beside(path: Path, suffix: str) -> Path:
    """A file that belongs to the journal `path`: "-wal", "-shm", ".salvaged", ..."""
    return path.with_name(path.name + suffix)


def first_flaw(connection: sqlite3.Connection) -> Flaw | None:
    """What is wrong with an open journal as a whole (None: nothing). Reads the chains of the newest games."""
    if not database.quick_check(connection):
        return "damaged"
    try:
        if not database.schema_fits(connection):
            return "damaged"
        rows = list(database.game_rows(connection))
        if not all(sound for _, sound in rows):
            return "damaged"
        for row, _ in rows[-NEWEST:]:
            found = database.read_chain(connection, row)
            if found.flaw or found.last < 0:
                return found.flaw or "cut"
    except UNREADABLE as error:
        if not is_damage(error):
            raise
        return "damaged"
    return None


def lost(connection: sqlite3.Connection, seen: Seen | None) -> Flaw | None:
    """What the mark tells that the sound journal does not have: its end is missing, or another one lies there.

    Raises sqlite3.Error.
    """
    if seen is None:
        return None
    found = connection.execute("SELECT number, last, head FROM game WHERE id = ?", (seen.game,)).fetchone()
    if found is None or found[1] < seen.seq or connection.execute(database.STAND).fetchone()[1] < seen.rows:
        return "cut"
    number, last, head = found
    if last > seen.seq:
        head = connection.execute("SELECT prev FROM log WHERE game = ? AND seq = ?", (number, seen.seq + 1)).fetchone()[
            0
        ]
    return None if head.hex() == seen.head else "edited"


def newest(connection: sqlite3.Connection, rows: int, but: int = -1) -> Seen | None:
    """What the mark would tell of the newest game, other than the number `but`, where all games have `rows` entries.

    None where there is no such game. Raises sqlite3.Error.
    """
    found = connection.execute(
        "SELECT id, last, head FROM game WHERE number <> ? ORDER BY number DESC LIMIT 1", (but,)
    ).fetchone()
    return Seen(found[0], found[1], found[2].hex(), rows) if found else None


def _entries(connection: sqlite3.Connection, number: int) -> Iterator[Sequence[object]]:
    """The rows of a game, one at a time past a place where reading in order fails."""
    seq = 0
    try:
        for row in connection.execute(database.ROWS, (number, 0)):
            yield row
            seq += 1
    except UNREADABLE:
        while True:
            try:
                found = connection.execute(database.ROWS + " LIMIT 1", (number, seq)).fetchone()
            except UNREADABLE:
                return
            if found is None or found[0] != seq:
                return
            yield found
            seq += 1


def _numbers(connection: sqlite3.Connection) -> dict[int, tuple[GameRow, bool]]:
    """Every game of which the list or the log still tells."""
    found: dict[int, tuple[GameRow, bool]] = {}
    # As far as the list can be read; the log may tell of more.
    with suppress(sqlite3.Error, TypeError, ValueError):
        for row, sound in database.game_rows(connection):
            found[row.number] = (row, sound)
    number, failures = 0, 0
    while failures < NEWEST:
        try:
            next_one = connection.execute(
                "SELECT game FROM log WHERE game > ? ORDER BY game, seq LIMIT 1", (number,)
            ).fetchone()
        except UNREADABLE:
            # The page of the next game can't be read; the one after it may lie elsewhere.
            failures += 1
            number += 1
        else:
            if next_one is None or type(next_one[0]) is not int:
                break
            number = next_one[0]
        found.setdefault(number, (GameRow(number, "", -1, b"", None), False))
    return found


def finds(connection: sqlite3.Connection) -> Iterator[Find]:
    """Everything of every game that can be read from a file, sound or not."""
    for number, (row, sound) in sorted(_numbers(connection).items()):
        raw = list(_entries(connection, number))
        record_id = row.id
        if not sound and raw and type(raw[0][3]) is str:
            try:
                record_id = msgspec.json.decode(raw[0][3], type=Title).id
            except (msgspec.MsgspecError, UnicodeError):
                record_id = row.id
        row = msgspec.structs.replace(row, id=record_id)
        found = chain.check(record_id, raw)
        if sound:
            found = chain.against(found, row.last, row.head)
        yield Find(row, sound, found)


def read_finds(path: Path, factory: database.Factory) -> list[Find]:
    """`finds` of a file, empty where it can't even be opened."""
    try:
        with closing(database.connect(path, factory)) as connection:
            return list(finds(connection))
    except UNREADABLE:
        return []


class Salvage(msgspec.Struct, frozen=True):
    """What was saved: how many games whole, a sentence for each that was not, and the reason."""

    whole: int
    losses: tuple[Text, ...]


def salvage(path: Path, backups: Sequence[Path], seen: Seen | None, factory: database.Factory) -> Salvage:
    """Write the longest valid beginning of every game, from the journal and its backups, to `.salvaged`.

    Raises OSError, sqlite3.Error.
    """
    work = beside(path, ".work")
    sources: list[list[Find]] = []
    if path.is_file() and path.stat().st_size:
        # Reading would let SQLite write into the damaged files: it reads a copy.
        shutil.copyfile(path, work)
        if beside(path, "-wal").is_file():
            shutil.copyfile(beside(path, "-wal"), beside(work, "-wal"))
        sources.append(read_finds(work, factory))
        _transplant(work)
        sources.append(read_finds(work, factory))
    sources += [read_finds(backup, factory) for backup in backups]
    for name in ("", "-wal", "-shm", "-journal", "-model"):
        beside(work, name).unlink(missing_ok=True)

    best: dict[str, Find] = {}
    told: dict[str, int] = {seen.game: seen.seq} if seen else {}
    for source in sources:
        for find in source:
            if find.sound:
                told[find.row.id] = max(told.get(find.row.id, -1), find.row.last)
            known = best.get(find.row.id)
            if find.chain.last >= 0 and (known is None or known.chain.last < find.chain.last):
                best[find.row.id] = find
    return _write(path, sorted(best.values(), key=lambda f: f.row.number), told)


def _transplant(work: Path) -> None:
    """Give a copy of a journal the header and schema of a new one, which are the same in every journal."""
    model = beside(work, "-model")
    with closing(database.connect(model)) as connection:
        database.lay_down(connection)
        games = {
            row[0] for row in connection.execute("SELECT rootpage FROM sqlite_master WHERE name IN ('game', 'log')")
        }
    pages = bytearray(model.read_bytes())
    model.unlink()
    size = database.PAGE
    pages[18:20] = b"\x02\x02" if beside(work, "-wal").exists() else b"\x01\x01"
    pages[28:32] = (work.stat().st_size // size).to_bytes(4, "big")
    with work.open("r+b") as file:
        for number in set(range(1, len(pages) // size + 1)) - games:
            file.seek((number - 1) * size)
            file.write(pages[(number - 1) * size : number * size])


def _write(path: Path, saved: Sequence[Find], told: dict[str, int]) -> Salvage:
    fresh = beside(path, ".fresh")
    for name in ("", "-journal"):
        beside(fresh, name).unlink(missing_ok=True)
    whole = 0
    losses: list[Text] = []
    with closing(database.connect(fresh)) as connection:
        database.lay_down(connection)
        connection.execute("BEGIN")
        for number, find in enumerate(saved, 1):
            kept = find.chain
            complete = kept.flaw is None and find.sound and kept.last == find.row.last
            summary = find.row.summary if complete else None
            database.put_game(connection, GameRow(number, find.row.id, kept.last, kept.head, summary))
            database.put_rows(connection, number, list(kept.rows))
            if kept.flaw is None and kept.last >= told.get(find.row.id, -1):
                whole += 1
            else:
                losses.append(_loss(find, told.get(find.row.id, -1)))
        connection.execute("COMMIT")
    for record_id in told.keys() - {find.row.id for find in saved}:
        losses.append(T("A game could not be saved at all (record {id}).", id=record_id[:40]))
    sync_file(fresh)
    os.replace(fresh, beside(path, ".salvaged"))
    sync_folder(path.parent)
    return Salvage(whole, tuple(losses))


def _loss(find: Find, told: int) -> Text:
    n = chain.effective(find.chain.entries)
    try:
        title = msgspec.json.decode(find.chain.rows[0].entry.data, type=Title)
        names, day = ", ".join(person.name for person in title.seats), day_of(title.started)
    except msgspec.MsgspecError:
        # A header that names nobody: the sentence does without.
        return T("A game was kept up to move {n}; what came later could not be read.", n=n)
    lost = told - find.chain.last
    if lost > 0:
        return TN(
            "The game of {names} ({day}) was kept up to move {kept}; {n} later entry could not be read.",
            "The game of {names} ({day}) was kept up to move {kept}; {n} later entries could not be read.",
            lost,
            names=names,
            day=day,
            kept=n,
        )
    return T(
        "The game of {names} ({day}) was kept up to move {n}; what came later could not be read.",
        names=names,
        day=day,
        n=n,
    )


def finish(path: Path) -> Path | None:
    """Put a complete `.salvaged` file in the journal's place, the old files aside.

    Returns where the old one is kept. Raises OSError.
    """
    saved = beside(path, ".salvaged")
    if not saved.exists():
        return None
    k = 1
    while (aside := path.with_name(f"{path.stem}-damaged-{k}{path.suffix}")).exists():
        k += 1
    beside(path, "-shm").unlink(missing_ok=True)
    beside(path, "-journal").unlink(missing_ok=True)
    for name in ("-wal", ""):
        if beside(path, name).exists():
            os.replace(beside(path, name), beside(aside, name))
    os.replace(saved, path)
    sync_folder(path.parent)
    return aside if aside.exists() else None
