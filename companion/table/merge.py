"""Games of another journal, held against ours: which are new here, go on from ours, or parted from ours at some entry.

A game that goes on from ours takes the place of ours. One that parted from ours is kept beside it, as a game with an
id of its own that follows from the two; so the same file brought twice, or a later one from the same device, brings
nothing twice.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.table import chain, database
from companion.table.chain import Chain, Row, Title
from companion.table.database import GameRow
from companion.table.errors import UNREADABLE, is_damage

Kind = Literal["new", "longer", "parted", "known"]
"""What a game would be here: new, more of ours, one that parted from ours, or nothing that ours has not."""
PARTED = uuid.UUID("5f0c8c1e-6d1b-5d43-9d0e-3f6c1f0b7a52")
"""The name space of the ids of games that parted."""
FLAWED = T("The games in the file are damaged, or were changed by something other than Cartouche. Nothing has changed.")


class Coming(msgspec.Struct, frozen=True):
    """A game of theirs and what it would be here.

    id: the one it has, or would get, here. chain: all its entries, under that id; first: the first that ours has not;
    summary: as stored there, where it still fits. Then for people: game, names, when it began, moves that stand.
    origin: the id it has there.
    """

    kind: Kind
    id: str
    chain: Chain
    first: int
    summary: str | None
    game: str
    names: tuple[str, ...]
    started: str
    moves: int
    origin: str = ""


def read_games(theirs: sqlite3.Connection) -> Iterator[tuple[GameRow, Chain]]:
    """Every game of a journal with all its entries. Raises InputError at the first thing that is not right."""
    try:
        if not (database.quick_check(theirs) and database.schema_fits(theirs)):
            raise InputError(FLAWED)
        for row, sound in database.game_rows(theirs):
            found = database.read_chain(theirs, row) if sound else None
            if found is None or found.flaw or found.last < 0:
                raise InputError(FLAWED)
            yield row, found
    except UNREADABLE as error:
        if not is_damage(error):
            raise
        raise InputError(FLAWED) from error


def compare(theirs: sqlite3.Connection, ours: sqlite3.Connection | None) -> Iterator[Coming]:
    """What each game of `theirs` would be in `ours` (None: no journal yet). Raises InputError, sqlite3.Error."""
    for row, found in read_games(theirs):
        yield msgspec.structs.replace(_compared(row.id, found, row.summary, ours), origin=row.id)


def _compared(record_id: str, theirs: Chain, summary: str | None, ours: sqlite3.Connection | None) -> Coming:
    """`theirs` under the id `record_id`, against our game of that id."""
    mine = _game(ours, record_id) if ours is not None else None
    if ours is None or mine is None:
        return _coming("new", record_id, theirs, 0, summary)
    number, last, head = mine
    both = min(last, theirs.last)
    if _after(theirs, both) == (head if both == last else _stored_after(ours, number, both)):
        return _coming("longer" if theirs.last > last else "known", record_id, theirs, last + 1, summary)
    parted = next(
        seq for seq in range(both + 1)
        if _after(theirs, seq) != (head if seq == last else _stored_after(ours, number, seq))
    )  # fmt: skip
    # What it parted with stays as it is however long either grows, so the id does too.
    other = str(uuid.uuid5(PARTED, f"{record_id}\n{_after(theirs, parted).hex()}"))
    found = _compared(other, _hung_anew(other, theirs), None, ours)
    return msgspec.structs.replace(found, kind="parted") if found.kind == "new" else found


def _game(connection: sqlite3.Connection, record_id: str) -> tuple[int, int, bytes] | None:
    found: Any = connection.execute("SELECT number, last, head FROM game WHERE id = ?", (record_id,)).fetchone()
    return None if found is None else (found[0], found[1], found[2])


def _stored_after(connection: sqlite3.Connection, number: int, seq: int) -> bytes | None:
    """The hash of our chain after entry `seq`, which is not the last one; None where that row can't be found."""
    found = connection.execute("SELECT prev FROM log WHERE game = ? AND seq = ?", (number, seq + 1)).fetchone()
    return found[0] if found else None


def _after(found: Chain, seq: int) -> bytes:
    """The hash of the chain after entry `seq`."""
    return found.head if seq == found.last else found.rows[seq + 1].prev


def _hung_anew(record_id: str, old: Chain) -> Chain:
    """The same entries as a game of another id, which its header tells too."""
    rows: list[Row] = []
    head = chain.root(record_id)
    for row in old.rows:
        entry = row.entry
        if entry.seq == 0:
            try:
                header = msgspec.json.decode(entry.data, type=dict[str, Any])
            except msgspec.MsgspecError as error:
                raise InputError(FLAWED) from error
            header["id"] = record_id
            entry = msgspec.structs.replace(entry, data=msgspec.json.encode(header).decode())
        hung, head = chain.hang(head, entry)
        rows.append(hung)
    return Chain(tuple(rows), head, None)


def _coming(kind: Kind, record_id: str, found: Chain, first: int, summary: str | None) -> Coming:
    try:
        title = msgspec.json.decode(found.rows[0].entry.data, type=Title)
    except msgspec.MsgspecError:
        # Of a game that a newer Cartouche has begun; it comes along, and nobody here can name it.
        title = Title(record_id, "", ())
    if title.id != record_id:
        raise InputError(FLAWED)
    names = tuple(person.name for person in title.seats)
    moves = chain.effective(found.entries)
    return Coming(kind, record_id, found, first, summary, title.game, names, title.started, moves)


def take_in(ours: sqlite3.Connection, games: Iterable[Coming]) -> int:
    """Insert what ours has not, within a transaction that is open; how many entries came. Raises sqlite3.Error.

    `games` are `compare`d in the same transaction; they come in the order they were begun in.
    """
    entries = 0
    for coming in games:
        if coming.kind == "known":
            continue
        rows = coming.chain.rows[coming.first :]
        last, head = coming.chain.last, coming.chain.head
        mine = _game(ours, coming.id)
        if mine is None:
            number = ours.execute("SELECT coalesce(max(number), 0) + 1 FROM game").fetchone()[0]
            database.put_game(ours, GameRow(number, coming.id, last, head, coming.summary))
            database.put_rows(ours, number, rows)
        else:
            number, before, _ = mine
            database.put_rows(ours, number, rows)
            database.update_game(ours, GameRow(number, coming.id, last, head, coming.summary), before)
        entries += len(rows)
    return entries
