"""The way to the club's broker: `club.json` of the data folder, readable by its owner alone; it never leaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from companion.club.topics import MAX_CLUB, TABLE_ID, level, new_table_id
from companion.engine.errors import InputError
from companion.engine.header import MAX_NAME
from companion.engine.strict_json import detail_of
from companion.engine.text import T, Text
from companion.table import kept_file
from companion.table.errors import not_taken
from companion.table.storage import CLUB, write_safely

VERSION = 1
MOST_BYTES = 200_000
MOST_CA = 100_000
PLAIN_PORT, TLS_PORT = 1883, 8883
HOST = r"^[^\s/@\x00-\x1f]*\Z"
"""A host's name or address: nothing that would make it a URL."""


READ_BY_ALL = T("Without TLS the password goes over the network for everybody to read.")


class Way(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this table reaches its club.

    on: whether it tells anything. host: name or address of the broker. port: 0 for the usual one. tls: encrypted, the
    broker's certificate checked. ca: certificates (PEM) that are trusted instead of the system's ("": the system's).
    user and password: "" for none. club: its name. table: this table's name for people ("": by its id). table_id: made
    once. boot: counted at every start. home_assistant: whether Home Assistant is told how to read the topics.
    """

    version: Literal[1] = 1
    on: bool = True
    host: Annotated[str, msgspec.Meta(max_length=255, pattern=HOST)] = ""
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 0
    tls: bool = False
    ca: Annotated[str, msgspec.Meta(max_length=MOST_CA)] = ""
    user: Annotated[str, msgspec.Meta(max_length=200)] = ""
    password: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    club: Annotated[str, msgspec.Meta(max_length=MAX_CLUB)] = "club"
    table: Annotated[str, msgspec.Meta(max_length=MAX_NAME)] = ""
    table_id: Annotated[str, msgspec.Meta(pattern=TABLE_ID)]
    boot: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0
    home_assistant: bool = False

    @property
    def ready(self) -> bool:
        """Whether there is a broker to go to, and it is wanted."""
        return self.on and bool(self.host)

    @property
    def door(self) -> int:
        """The port, the usual one where none was chosen."""
        return self.port or (TLS_PORT if self.tls else PLAIN_PORT)

    def __repr__(self) -> str:
        """Without the password: what is printed may end in a log."""
        return f"Way({self.host}:{self.door}, club={self.club!r}, table={self.table_id})"


def load(folder: Path) -> Way | None:
    """The way that is kept in `folder`; None where there is none. Raises InputError where the file can't be used."""
    try:
        return _read(kept_file.bytes_of(folder / CLUB, MOST_BYTES))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unusable(T("It can't be read ({detail}).", detail=error.strerror or str(error))) from error
    except InputError as error:
        raise _unusable(error.text) from error


def _read(data: bytes) -> Way:
    found = kept_file.parsed(data, MOST_BYTES)
    if version := kept_file.newer(found, VERSION):
        raise InputError(T("It was written by a newer Cartouche (version {version}).", version=version))
    try:
        way = msgspec.convert(found, Way)
    except msgspec.ValidationError as error:
        raise InputError(T("It can't be read: {detail}.", detail=detail_of(error))) from error
    level(way.club)
    return way


def _unusable(fault: Text) -> InputError:
    return InputError(
        T(
            "The way to the club can't be used: {file}. {fault} Set it anew: “cartouche club set”.",
            file=CLUB,
            fault=fault,
        )
    )


def keep(way: Way, folder: Path) -> None:
    """Store `way`, for its owner alone. Raises InputError; it is then as before."""
    path = folder / CLUB
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_safely(path, msgspec.json.format(msgspec.json.encode(way), indent=2) + b"\n", mode=0o600)
    except OSError as error:
        told = T("The way to the club could not be saved: {reason}. It is as before.", reason=not_taken(error))
        raise InputError(told) from error


def changed(way: Way | None, **values: Any) -> Way:
    """The way with other `values`, checked; a table's id is made where there is none yet. Raises InputError."""
    before = {"table_id": new_table_id()} if way is None else msgspec.to_builtins(way)
    try:
        after = msgspec.convert({**before, **values}, Way)
    except (msgspec.ValidationError, TypeError) as error:
        raise InputError(T("That can't be: {detail}. Nothing has changed.", detail=detail_of(error))) from error
    level(after.club)
    return after


def change(folder: Path, **values: Any) -> Way:
    """Change the way that is kept in `folder`. Raises InputError; it is then as before.

    A file that can't be used is kept aside, and the way begins anew.
    """
    try:
        way = load(folder)
    except InputError:
        way = None
        # Named so that it stays on this device like the file itself: it may hold the password.
        if kept_file.keep_aside(folder / CLUB, "{stem}{suffix}.broken-{k}") is None:
            raise
    after = changed(way, **values)
    keep(after, folder)
    return after


def begun(folder: Path, way: Way, seconds: Callable[[], float]) -> Way:
    """`way` with the count of this start, greater than of any before; kept if the disk takes it.

    The count is at least the time in `seconds`: it grows even where an older file was put back.
    """
    after = changed(way, boot=max(way.boot + 1, int(seconds())))
    try:
        current = load(folder)
        if current is not None:
            keep(changed(current, boot=after.boot), folder)
    except InputError:
        # On a disk that takes nothing the time alone tells one start from the next.
        return after
    return after
