"""The file of players and groups, `people.json`: read strictly, replaced whole, the one before kept beside it.

Whoever changes it holds the journal beside it. A broken file is kept aside and told, and the one before takes its
place; one of a newer Cartouche is read as far as can be, and left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.errors import InputError
from companion.engine.strict_json import detail_of
from companion.engine.text import T, Text
from companion.table import kept_file
from companion.table.errors import of_system
from companion.table.people import Alias, Group, People, Player, folded, lasting
from companion.table.storage import PEOPLE, write_safely

VERSION = 1
MOST_BYTES = 4_000_000
NEWER = T(
    "The players were written by a newer Cartouche. Nothing has changed. Update Cartouche to change what is said of "
    "them."
)
UNKEPT = T("The file {file} can be neither used nor kept aside. Nothing has changed. Check the disk.", file=PEOPLE)


class Newer(InputError):
    """The file was written by a newer Cartouche; `people` is what could be read of it."""

    def __init__(self, people: People) -> None:
        super().__init__(NEWER)
        self.people = people


class Loaded(msgspec.Struct, frozen=True):
    """People as found, what the table should be told, and why the file is not to be changed (None: it may be)."""

    people: People
    notices: tuple[Text, ...] = ()
    fault: Text | None = None

    @property
    def newer(self) -> bool:
        """Whether a newer Cartouche wrote it."""
        return self.fault == NEWER


def read(data: bytes) -> People:
    """What the bytes of a file hold. Raises Newer, and InputError naming what is wrong."""
    found = kept_file.parsed(data, MOST_BYTES)
    if kept_file.newer(found, VERSION):
        raise Newer(_newer(found))
    try:
        people = msgspec.convert(found, People)
    except msgspec.ValidationError as error:
        raise InputError(T("An entry can't be used: {detail}.", detail=detail_of(error))) from error
    people.check()
    return people


def encoded(people: People) -> bytes:
    """The bytes of the file."""
    return msgspec.json.format(msgspec.json.encode(people), indent=1) + b"\n"


def _part(found: Any, kind: type[msgspec.Struct]) -> Any | None:
    """An entry of a newer file as far as its fields are known here; None where that makes none."""
    if not isinstance(found, Mapping):
        return None
    known = {field: found[field] for field in kind.__struct_fields__ if field in found}
    if kind is Player:
        also = known.get("also", ())
        parts = [_part(alias, Alias) for alias in also] if isinstance(also, list) else []
        known["also"] = [msgspec.to_builtins(part) for part in parts if part is not None]
    try:
        return msgspec.convert(known, kind)
    except msgspec.ValidationError:
        # What it means is not known here; the others can be shown.
        return None


def _newer(found: Mapping[str, Any]) -> People:
    """What can be read out of a newer file: only for looking, so that a name that means two means the first."""

    def parts(field: str, kind: type[msgspec.Struct]) -> list[Any]:
        rows = found.get(field, ())
        return [part for row in rows if (part := _part(row, kind)) is not None] if isinstance(rows, list) else []

    players: dict[str, Player] = {}
    taken: set[str] = set()
    for player in parts("players", Player):
        names = {folded(name) for name in lasting(player)}
        if player.id not in players and not names & taken:
            players[player.id] = player
            taken |= names
    groups: dict[str, Group] = {group.id: group for group in parts("groups", Group)}
    return People(players=tuple(players.values()), groups=tuple(groups.values()))


def previous(folder: Path) -> Path:
    """Where the state before the last act is kept."""
    return folder / f"{PEOPLE}.previous"


def bytes_of(path: Path) -> bytes:
    """The bytes of a file of people. Raises OSError, and InputError for what is no ordinary file or far too large."""
    return kept_file.bytes_of(path, MOST_BYTES)


def load(folder: Path) -> Loaded:
    """The people of a data folder; what can't be used is kept aside and told, a newer file is only read."""
    path = folder / PEOPLE
    try:
        return Loaded(read(bytes_of(path)))
    except FileNotFoundError:
        return Loaded(People())
    except Newer as error:
        return Loaded(error.people, (error.text,), error.text)
    except OSError as error:
        # It may be sound: only who can read it can say.
        fault, aside = of_system(error).text, None
    except InputError as error:
        fault, aside = error.text, kept_file.keep_aside(path)
    kept = T("It is kept as “{file}”.", file=aside.name) if aside else T("Check the data folder.")
    try:
        people = read(bytes_of(previous(folder)))
        used = T("What was said before is used.")
        if aside is not None:
            write_safely(path, encoded(people))
    except (OSError, InputError):
        people = People()
        used = T("Everybody goes by the names that the games hold.")
    told = T(
        "The file of players, {file}, can't be used. {fault} {used} {kept}",
        file=path.name,
        fault=fault,
        used=used,
        kept=kept,
    )
    return Loaded(people, (told,), None if aside else UNKEPT)


def look(folder: Path) -> tuple[People, Text | None]:
    """The people as far as they can be read, and what is wrong with the file; nothing is touched."""
    try:
        return read(bytes_of(folder / PEOPLE)), None
    except FileNotFoundError:
        return People(), None
    except Newer as error:
        return error.people, error.text
    except (OSError, InputError) as error:
        fault = of_system(error).text if isinstance(error, OSError) else error.text
        told = T("The file of players, {file}, can't be used. {fault}", file=PEOPLE, fault=fault)
        return People(), told


def glance(folder: Path) -> People:
    """The people as far as they can be read; nothing is touched and nobody told, which `load` does."""
    return look(folder)[0]


def mark(folder: Path) -> kept_file.Mark | None:
    """What tells one stored state of the file from the next; None where there is none."""
    return kept_file.mark(folder / PEOPLE)
