"""Everything on this device in one file: written to a stick and read back, opened and checked.

The file is a zip: a part for every thing (`journal.db`, `settings.json`, `cameras/...`) and last a `manifest.json`
that tells of each its size and sha256. A part that this Cartouche does not know is a part like the others: it goes
along. The version of the file changes only where an older Cartouche would read it wrongly.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path, PurePath, PurePosixPath
from typing import IO

import msgspec

from companion import __version__
from companion.engine.errors import InputError
from companion.engine.text import T
from companion.table import copying, database
from companion.table.backup import copy_whole, stand
from companion.table.copying import BLOCK
from companion.table.errors import of_sqlite
from companion.table.storage import CLUB, CRASH, HANDED_ON, JOURNAL, PEOPLE, SETTINGS, SHELF, sync_folder

VERSION = 1
MANIFEST = "manifest.json"
SUFFIX = ".zip"
PREFIX = "cartouche-"
MOST_MANIFEST = 16_000_000
MOST_BYTES = 8_000_000_000
MOST_FILES = 100_000
WORK = ".cartouche-making"
PART = ".part"
"""What the name of a copy in the making ends in."""
AT_HOME = ("backups", "aside", HANDED_ON, WORK)
"""Folders that stay: copies of the journal, what was set aside or handed on here, what a copy in the making leaves."""
OWN = (
    *("journal.", "journal-damaged-", CRASH, f"{SETTINGS}.", "settings-broken-", PREFIX),
    *(f"{PEOPLE}.", "people-broken-", f"{SHELF}.", "shelf-broken-", CLUB),
)
"""Beginnings of the names of files that stay: they tell of this device alone, or hold a password (the club's way)."""
Progress = Callable[[float], None]
"""Told how much is done, from 0 to 1."""


class Part(msgspec.Struct, frozen=True):
    """A file in it: its name with folders, its bytes, their sha256 in hex."""

    name: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What the file says of itself; `made` is UTC. Fields of a later version are passed over."""

    cartouche: int
    program: str
    made: str
    games: int = 0
    entries: int = 0
    files: tuple[Part, ...]


class Copy(msgspec.Struct, frozen=True):
    """A file that was opened and found whole: where it is, what it says of itself, its size in bytes."""

    path: Path
    manifest: Manifest
    size: int


def nothing(_: float) -> None:
    """Nobody is told of the progress."""


def name_for(now: datetime) -> str:
    """The name of a copy made `now`."""
    return f"{PREFIX}{now:%Y%m%d-%H%M%S}{SUFFIX}"


def made_at(name: str) -> datetime | None:
    """When a copy of this name was made (UTC); None where the name does not tell."""
    try:
        return datetime.strptime(name[len(PREFIX) :][:15], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def _free(path: Path) -> Path:
    """The path, or one beside it that is free: a machine without a clock may have been at this time before."""
    k, free = 1, path
    while free.exists():
        k += 1
        free = path.with_name(f"{path.stem}-{k}{SUFFIX}")
    return free


def goes_along(name: PurePath) -> bool:
    """Whether a file of this name, from the data folder on, is one that a copy carries (the journal goes by itself)."""
    return name.parts[0] not in AT_HOME and not (len(name.parts) == 1 and name.name.startswith(OWN))


def write(data: Path, target: Path, now: datetime, progress: Progress = nothing) -> Copy:
    """Write everything in the folder `data` into `target`: a file, or a folder to put one into, named by the time.

    The app may go on meanwhile. What was written is read back from the disk before it gets its name. Raises InputError;
    then nothing of it is left.
    """
    path = _free(target / name_for(now)) if target.is_dir() else target
    if path.exists():
        raise InputError(T("There is a file {file} already. Choose another name.", file=path.name))
    part, work = path.with_name(path.name + PART), path.with_name(WORK)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # What a copy leaves whose plug was pulled in the middle would only take up room.
        shutil.rmtree(work, ignore_errors=True)
        for left in path.parent.glob(f"{PREFIX}*{SUFFIX}{PART}"):
            left.unlink(missing_ok=True)
        try:
            _write(data, part, work, now, progress)
            try:
                made = read(part, lambda done: progress(0.6 + 0.4 * done))
            except InputError as error:
                raise copying.not_read_back(path.name) from error
            os.rename(part, path)
        finally:
            shutil.rmtree(work, ignore_errors=True)
            part.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise copying.failed(error) from error
    except sqlite3.Error as error:
        raise of_sqlite(error) from error
    return msgspec.structs.replace(made, path=path)


def _write(data: Path, part: Path, work: Path, now: datetime, progress: Progress) -> None:
    sources = {
        path.relative_to(data).as_posix(): path
        for path in sorted(copying.files_under(data) if data.is_dir() else ())
        if goes_along(path.relative_to(data))
    }
    games = entries = 0
    journal = data / JOURNAL
    need = sum(path.stat().st_size for path in sources.values()) + copying.RESERVE
    if journal.exists():
        copying.demand_room(part.parent, need + 2 * journal.stat().st_size)
        work.mkdir()
        with closing(database.connect(journal, read_only=True)) as connection:
            if not (database.quick_check(connection) and database.schema_fits(connection)):
                raise InputError(
                    T("The journal is not as it should be, so no copy was made. Start Cartouche: it looks at it.")
                )
            copy_whole(connection, work / JOURNAL, copying.RESERVE)
        with closing(database.connect(work / JOURNAL, read_only=True)) as copied:
            games, entries = stand(copied)
        sources[JOURNAL] = work / JOURNAL
    if not sources:
        raise InputError(T("There is nothing to copy: the data folder {folder} is empty.", folder=str(data)))
    total = sum(path.stat().st_size for path in sources.values()) or 1
    copying.demand_room(part.parent, total + copying.RESERVE)
    written = 0

    def more(n: int) -> None:
        nonlocal written
        written += n
        progress(min(0.6, 0.6 * written / total))

    with part.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            parts = tuple(_put(archive, name, path, now, more) for name, path in sources.items())
            made = f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
            manifest = Manifest(
                cartouche=VERSION, program=__version__, made=made, games=games, entries=entries, files=parts
            )
            archive.writestr(_info(MANIFEST, now), msgspec.json.format(msgspec.json.encode(manifest), indent=1))
        copying.settle(file)


def _info(name: str, now: datetime) -> zipfile.ZipInfo:
    # A zip knows no year before 1980; a machine without a clock may begin before that.
    info = zipfile.ZipInfo(name, max(now, datetime(1980, 1, 1, tzinfo=now.tzinfo)).timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _put(archive: zipfile.ZipFile, name: str, path: Path, now: datetime, more: Callable[[int], None]) -> Part:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as source, archive.open(_info(name, now), "w", force_zip64=True) as target:
        while block := source.read(BLOCK):
            digest.update(block)
            size += len(block)
            target.write(block)
            more(len(block))
    return Part(name, size, digest.hexdigest())


# reading

BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError)
"""What a damaged zip, or one that is something else, makes Python raise."""


def damaged(path: Path) -> InputError:
    """The file is not what it should be."""
    name = "".join(c if c.isprintable() else "?" for c in path.name)
    return InputError(T("The file {file} is damaged, or it is no copy of Cartouche. Nothing has changed.", file=name))


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """The zip and its manifest, the names in both the same. Raises InputError, OSError and what is in BROKEN."""
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        if MANIFEST not in names or archive.getinfo(MANIFEST).file_size > MOST_MANIFEST:
            raise damaged(path)
        told = msgspec.json.decode(archive.read(MANIFEST), type=dict[str, object])
        version = told.get("cartouche")
        if type(version) is int and version > VERSION:
            raise InputError(
                T("This copy was made by a newer Cartouche. Nothing has changed. Update Cartouche to bring it back.")
            )
        manifest = msgspec.convert(told, Manifest)
        listed = [part.name for part in manifest.files]
        whole = sorted(names) == sorted([*listed, MANIFEST]) and len(set(names)) == len(names) <= MOST_FILES
        sizes = all(archive.getinfo(part.name).file_size == part.size for part in manifest.files) if whole else False
        if not whole or not sizes or sum(part.size for part in manifest.files) > MOST_BYTES:
            raise damaged(path)
        if not all(_safe(name) for name in listed):
            raise damaged(path)
        yield archive, manifest


def _safe(name: str) -> bool:
    """Whether a name leads nowhere but below the folder it is unpacked into."""
    pure = PurePosixPath(name)
    return (
        bool(pure.parts) and not pure.is_absolute() and name == pure.as_posix() and ".." not in pure.parts
        and "\\" not in name and "\0" not in name and len(name) < 1000
    )  # fmt: skip


def _content(archive: zipfile.ZipFile, part: Part, to: IO[bytes] | None, more: Callable[[int], None]) -> bool:
    """Read a part, into `to` where that is given; whether it is as the manifest says."""
    digest, size = hashlib.sha256(), 0
    with archive.open(part.name) as source:
        while block := source.read(BLOCK):
            digest.update(block)
            size += len(block)
            if to is not None:
                to.write(block)
            more(len(block))
    return size == part.size and digest.hexdigest() == part.sha256


def read(path: Path, progress: Progress = nothing, into: Path | None = None) -> Copy:
    """Open a copy, read all of it and hold it against what it says of itself.

    With `into`, an empty folder, everything is unpacked there as well. Raises InputError, and OSError for trouble with
    `into`.
    """
    try:
        with _opened(path) as (archive, manifest):
            total, done = sum(part.size for part in manifest.files) or 1, 0

            def more(n: int) -> None:
                nonlocal done
                done += n
                progress(min(1.0, done / total))

            for part in manifest.files:
                if into is None:
                    sound = _content(archive, part, None, more)
                else:
                    place = into / part.name
                    place.parent.mkdir(parents=True, exist_ok=True)
                    with place.open("xb") as file:
                        sound = _content(archive, part, file, more)
                if not sound:
                    raise damaged(path)
            return Copy(path, manifest, path.stat().st_size)
    except (*BROKEN, msgspec.MsgspecError) as error:
        raise damaged(path) from error
    except FileNotFoundError as error:
        raise InputError(T("There is no such file. Check its name and folder.")) from error


def found_in(folder: Path) -> tuple[Path, ...]:
    """The files in `folder` that are named as copies are, the newest first. Raises OSError."""
    return tuple(
        sorted(
            (one for one in folder.iterdir() if one.name.startswith(PREFIX) and one.name.endswith(SUFFIX)), reverse=True
        )
    )
