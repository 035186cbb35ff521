"""What is kept of games beside the journal: which are deleted, and the notes that hang on their moves.

One file, `shelf.json`, replaced whole; whoever changes it holds the journal beside it. A record id that no game here
has is kept: a copy of another device may bring the game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from companion.engine.errors import InputError
from companion.engine.header import MAX_ID
from companion.engine.strict_json import detail_of
from companion.engine.text import TN, T, Text
from companion.table import kept_file
from companion.table.errors import of_system
from companion.table.storage import SHELF, write_safely
from companion.table.times import now_text

VERSION = 1
MOST_BYTES = 64_000_000
MOST_LETTERS = 500
"""Letters of a note."""
MOST_NOTES = 50
"""Notes that are written to a game."""
MOST_KEPT = 500
"""Notes of a game that are kept, where those of many devices have come together."""
MOST_MOVES = 1_000_000
Record = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_ID)]
Time = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
NEWER = T(
    "The notes and deleted games were written by a newer Cartouche. Nothing has changed. Update Cartouche to change "
    "them."
)
UNKEPT = T("The file {file} can be neither used nor kept aside. Nothing has changed. Check the disk.", file=SHELF)


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note: the number of moves after which it hangs (0: on the whole game), its letters, when it was written (UTC).

    The game may have fewer moves by now; the note stays and keeps its number.
    """

    n: Annotated[int, msgspec.Meta(ge=0, le=MOST_MOVES)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_LETTERS)]
    at: Time


class Contents(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the file holds. deleted: when a game was deleted, by record; notes: by record, in the order of moves."""

    version: Literal[1] = 1
    deleted: dict[Record, Time] = {}
    notes: dict[Record, Annotated[tuple[Note, ...], msgspec.Meta(max_length=MOST_KEPT)]] = {}


class _NewerNote(msgspec.Struct, frozen=True):
    n: int
    text: str
    at: str = ""


class _NewerContents(msgspec.Struct, frozen=True):
    """What can be read out of a newer file, whatever else stands there."""

    version: int = VERSION
    deleted: dict[str, str] = {}
    notes: dict[str, tuple[_NewerNote, ...]] = {}


class Newer(InputError):
    """The file was written by a newer Cartouche."""


def read(data: bytes) -> Contents:
    """What the bytes of a file hold. Raises Newer, and InputError naming what is wrong."""
    found = kept_file.parsed(data, MOST_BYTES)
    if kept_file.newer(found, VERSION):
        raise Newer(NEWER)
    try:
        return msgspec.convert(found, Contents)
    except msgspec.ValidationError as error:
        raise InputError(T("An entry can't be used: {detail}.", detail=detail_of(error))) from error


def encoded(contents: Contents) -> bytes:
    """The bytes of the file; what is the same is the same bytes, in whatever order it came."""
    ordered = Contents(
        deleted=dict(sorted(contents.deleted.items())),
        notes={record: in_order(notes) for record, notes in sorted(contents.notes.items()) if notes},
    )
    return msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n"


def in_order(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """Notes in the order of moves, the earlier written first."""
    return tuple(sorted(notes, key=lambda note: (note.n, note.at, note.text)))


def _bytes(path: Path) -> bytes:
    """Raises OSError (FileNotFoundError where there is none), InputError for what is no ordinary file."""
    return kept_file.bytes_of(path, MOST_BYTES)


def glance(folder: Path) -> Contents:
    """What is kept in `folder`, as far as it can be read; nothing is touched and nobody told, which `load` does."""
    try:
        data = _bytes(folder / SHELF)
        # Lists ask for this at every step: read at once first, and with care only where that does not do.
        return msgspec.json.decode(data, type=Contents)
    except (OSError, InputError):
        return Contents()
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _newer(data)


def _newer(data: bytes) -> Contents:
    """What can be read out of a newer file; nothing out of a broken one."""
    try:
        found = msgspec.json.decode(data, type=_NewerContents)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return Contents()
    if found.version <= VERSION:
        return Contents()
    notes = {record: tuple(Note(one.n, one.text, one.at) for one in notes) for record, notes in found.notes.items()}
    return Contents(deleted=found.deleted, notes=notes)


def clean_note(text: str) -> str:
    """A note fit to be kept: lines stay, control letters and what turns the direction of others go.

    Raises InputError if nothing is left or it is longer than MOST_LETTERS.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    kept = "".join(
        c
        for c in lines
        if c == "\n"
        or (unicodedata.category(c) not in ("Cc", "Cs") and c not in "\u202a\u202b\u202c\u202d\u202e\ufeff")
    )
    cleaned = "\n".join(line.rstrip() for line in kept.split("\n")).strip()
    if not any(unicodedata.category(c) not in ("Cf", "Zs", "Mn") and not c.isspace() for c in cleaned):
        raise InputError(T("The note is empty. Write something, or leave it out."))
    if len(cleaned) > MOST_LETTERS:
        raise InputError(
            TN(
                "The note is {n} letter too long; {most} have room.",
                "The note is {n} letters too long; {most} have room.",
                len(cleaned) - MOST_LETTERS,
                most=MOST_LETTERS,
            )
        )
    return cleaned


def mark(folder: Path) -> kept_file.Mark | None:
    """What tells one stored state of the file from the next; None where there is none."""
    return kept_file.mark(folder / SHELF)


class Shelf:
    """The file in `folder`, read. `notices`: what the table should be told about it.

    Every act is durable when it returns. Acts raise InputError; then nothing has changed.
    """

    def __init__(self, folder: Path, contents: Contents, notices: tuple[Text, ...] = (), fault: Text | None = None):
        self.folder = folder
        self.notices = notices
        self._contents = contents
        self._fault = fault
        self._seen = mark(folder)

    @classmethod
    def load(cls, folder: Path) -> Shelf:
        """The shelf of a data folder; a file that can't be used is kept aside and told, a newer one is only read."""
        path = folder / SHELF
        try:
            data = _bytes(path)
            return cls(folder, read(data))
        except FileNotFoundError:
            return cls(folder, Contents())
        except Newer as error:
            return cls(folder, _newer(data), (error.text,), error.text)
        except OSError as error:
            # It may be sound: only who can read it can say.
            fault, aside = of_system(error).text, None
        except InputError as error:
            fault, aside = error.text, kept_file.keep_aside(path)
        kept = T("It is kept as “{file}”.", file=aside.name) if aside else T("Check the data folder.")
        told = T(
            "The file {file} can't be used, so no game is noted as deleted and notes are missing. {fault} {kept}",
            file=path.name,
            fault=fault,
            kept=kept,
        )
        return cls(folder, Contents(), (told,), None if aside else UNKEPT)

    # reading

    @property
    def contents(self) -> Contents:
        """What it holds now."""
        return self._contents

    @property
    def deleted(self) -> Mapping[str, str]:
        """When each deleted game was deleted (UTC), by record."""
        return self._contents.deleted

    @property
    def notes(self) -> Mapping[str, tuple[Note, ...]]:
        """All notes by record, in the order of moves."""
        return self._contents.notes

    def notes_of(self, record: str) -> tuple[Note, ...]:
        """The notes of a game in the order of moves."""
        return self._contents.notes.get(record, ())

    # acts

    def demand(self) -> None:
        """Raises InputError where the file is not to be changed: a newer Cartouche wrote it, or it is broken."""
        self._renew()
        if self._fault is not None:
            raise InputError(self._fault)

    def _store(self, contents: Contents) -> None:
        if self._fault is not None:
            raise InputError(self._fault)
        if contents == self._contents:
            return
        try:
            write_safely(self.folder / SHELF, encoded(contents))
        except OSError as error:
            raise of_system(error) from error
        self._contents, self._seen = contents, mark(self.folder)

    def _renew(self) -> None:
        """Take over what a copy of another device has brought into the file meanwhile (`bring_back`)."""
        if self._seen != mark(self.folder):
            fresh = Shelf.load(self.folder)
            self._contents, self._fault, self._seen = fresh._contents, fresh._fault, fresh._seen

    def _change(self, record: str, change: Callable[[tuple[Note, ...]], tuple[Note, ...]]) -> None:
        if not 1 <= len(record) <= MAX_ID:
            raise InputError(T("There is no game {id} here. Choose one from the list.", id=record[:40]))
        notes = dict(self._contents.notes)
        left = in_order(change(notes.pop(record, ())))
        if left:
            notes[record] = left
        self._store(msgspec.structs.replace(self._contents, notes=notes))

    def delete(self, record: str, at: str | None = None) -> None:
        """Note a game as deleted, at `at` (now). Once more changes nothing. `history.delete` asks whether it may be."""
        self._renew()
        self._store(msgspec.structs.replace(self._contents, deleted={record: at or now_text(), **self.deleted}))

    def bring_back(self, record: str) -> None:
        """Note a game as deleted no longer. Once more changes nothing."""
        self._renew()
        left = {known: at for known, at in self.deleted.items() if known != record}
        self._store(msgspec.structs.replace(self._contents, deleted=left))

    def forget(self, record: str) -> None:
        """Keep nothing of a game that is gone for good."""
        self._renew()
        self._store(
            Contents(
                deleted={known: at for known, at in self.deleted.items() if known != record},
                notes={known: notes for known, notes in self.notes.items() if known != record},
            )
        )

    def add_note(self, record: str, n: int, text: str, at: str | None = None) -> Note:
        """Hang a note on a game after `n` moves (0: on the whole game); one that says this there is not doubled."""
        self._renew()
        if not 0 <= n <= MOST_MOVES:
            raise InputError(T("There is no move {n} to hang a note on. Choose another one.", n=n))
        note = Note(n, clean_note(text), at or now_text())
        same = [one for one in self.notes_of(record) if (one.n, one.text) == (note.n, note.text)]
        if same:
            return same[0]
        if len(self.notes_of(record)) >= MOST_NOTES:
            raise InputError(
                T("This game has {most} notes, and more have no room. Remove one of them first.", most=MOST_NOTES)
            )
        self._change(record, lambda notes: (*notes, note))
        return note

    def change_note(self, record: str, note: Note, text: str) -> Note:
        """Put other words into a note; where and when it was written stays."""
        fresh = msgspec.structs.replace(note, text=clean_note(text))
        self._demand(record, note)
        others = [one for one in self.notes_of(record) if one != note]
        same = [one for one in others if (one.n, one.text) == (fresh.n, fresh.text)]
        self._change(record, lambda _: tuple(others if same else (*others, fresh)))
        return same[0] if same else fresh

    def remove_note(self, record: str, note: Note) -> None:
        """Take a note away."""
        self._demand(record, note)
        self._change(record, lambda notes: tuple(one for one in notes if one != note))

    def _demand(self, record: str, note: Note) -> None:
        self._renew()
        if note not in self.notes_of(record):
            raise InputError(T("This note is not here any more. Nothing has changed."))
