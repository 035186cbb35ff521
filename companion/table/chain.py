"""The chain of a game's entries: every entry carries a checksum of its own and the hash of all before it.

A checksum that does not fit tells of damage, a hash that does not fit of changes made by something else, a chain that
is shorter than the list of games says of a missing end.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast

import msgspec

Kind = Literal["start", "move", "undo", "correct", "put_away", "resumed", "finished"]
KINDS: tuple[Kind, ...] = ("start", "move", "undo", "correct", "put_away", "resumed", "finished")
Flaw = Literal["damaged", "edited", "cut"]


class Entry(msgspec.Struct, frozen=True):
    """One act in the journal: its number in the game (0: the header), what it is, when (UTC), and its JSON object."""

    seq: int
    kind: Kind
    at: str
    data: str


class Person(msgspec.Struct, frozen=True):
    """A seat of a header, by its name alone."""

    name: str


class Title(msgspec.Struct, frozen=True):
    """What of a header (the JSON object of entry 0) names a game to people, whatever version has written the rest."""

    id: str
    game: str
    seats: tuple[Person, ...]
    started: str = ""


class Back(msgspec.Struct, frozen=True, omit_defaults=True):
    """The object of `undo` and `correct`: back to `n` moves, by whose wish or agreement."""

    n: int
    by: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """An entry as it is stored: with the hash of the chain before it and its checksum."""

    entry: Entry
    prev: bytes
    crc: int


class Chain(msgspec.Struct, frozen=True):
    """The longest valid beginning of a game's rows, the hash at its end, and what is wrong after it (None: nothing)."""

    rows: tuple[Row, ...]
    head: bytes
    flaw: Flaw | None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries alone."""
        return tuple(row.entry for row in self.rows)

    @property
    def last(self) -> int:
        """Number of the last valid entry; −1 if there is none."""
        return len(self.rows) - 1


def root(record_id: str) -> bytes:
    """What the first entry of a game hangs on: its id, so that no chain can be moved to another game."""
    return hashlib.sha256(record_id.encode("utf-8", "surrogateescape")).digest()


def _content(entry: Entry) -> bytes:
    return f"{entry.seq}\n{entry.kind}\n{entry.at}\n{entry.data}".encode("utf-8", "surrogateescape")


def hang(prev: bytes, entry: Entry) -> tuple[Row, bytes]:
    """`entry` as a row after the hash `prev`, and the hash of the chain with it."""
    content = _content(entry)
    return Row(entry, prev, zlib.crc32(prev + content)), hashlib.sha256(prev + content).digest()


def hang_all(prev: bytes, first: int, acts: Iterable[tuple[Kind, str]], at: str) -> tuple[list[Row], bytes]:
    """`acts` (kind and JSON object) of one time, numbered from `first` on, as rows after the hash `prev`; and the hash
    of the chain with them."""
    rows: list[Row] = []
    for seq, (kind, data) in enumerate(acts, first):
        row, prev = hang(prev, Entry(seq, kind, at, data))
        rows.append(row)
    return rows, prev


def _readable(entry: Entry) -> bool:
    if entry.kind not in ("undo", "correct"):
        return True
    try:
        msgspec.json.decode(entry.data, type=Back)
    except msgspec.MsgspecError:
        return False
    return True


def check(record_id: str, raw: Iterable[Sequence[Any]]) -> Chain:
    """The longest valid beginning of `raw` rows (seq, kind, at, data, prev, crc) in the order of their numbers."""
    rows: list[Row] = []
    head = root(record_id)
    flaw: Flaw | None = None
    for seq, kind, at, data, prev, crc in raw:
        if not (type(kind) is type(at) is type(data) is str and type(prev) is bytes and type(crc) is int):
            flaw = "damaged"
        elif seq != len(rows):
            flaw = "edited"
        else:
            entry = Entry(seq, cast(Kind, kind), at, data)
            content = _content(entry)
            if zlib.crc32(prev + content) != crc:
                flaw = "damaged"
            elif prev != head or kind not in KINDS or (kind == "start") != (seq == 0) or not _readable(entry):
                flaw = "edited"
            else:
                rows.append(Row(entry, prev, crc))
                head = hashlib.sha256(prev + content).digest()
        if flaw:
            break
    return Chain(tuple(rows), head, flaw)


def against(chain: Chain, last: int, head: bytes) -> Chain:
    """`chain` held against what the list of games says of it: number and hash of its last entry."""
    if chain.flaw:
        return chain
    if chain.last < last:
        return Chain(chain.rows, chain.head, "cut")
    if chain.last > last:
        return Chain(chain.rows, chain.head, "edited")
    if chain.head != head:
        # Only the last entry can have been changed with a fitting checksum: the next one would not hang on it.
        kept = chain.rows[:-1]
        return Chain(kept, chain.rows[-1].prev if chain.rows else chain.head, "edited")
    return chain


def effective(entries: Iterable[Entry]) -> int:
    """How many moves stand after `entries`, with what was taken back gone."""
    n = 0
    for entry in entries:
        if entry.kind == "move":
            n += 1
        elif entry.kind in ("undo", "correct"):
            n = msgspec.json.decode(entry.data, type=Back).n
    return n
