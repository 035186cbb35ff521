"""What a copy of everything would bring to this device, and bringing it: games, settings, and every other thing.

Games never take anything away (`merge`). Players, notes and deleted games of both are put together (`joining`). What
belongs to a device itself (settings, what the cameras were taught, pin maps) comes only to an empty device, or where it
is asked for; what it replaces is set aside. All other files come where there are none, else they are kept beside ours.
Nothing has changed unless everything in the file is right.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Literal

import msgspec

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.table import copying, database, merge, whole
from companion.table.backup import Backups
from companion.table.errors import JournalTooNew, of_sqlite, of_system
from companion.table.joining import JOINED, Arrival, Arrivals, join
from companion.table.merge import Coming, Kind
from companion.table.storage import JOURNAL, SETTINGS, free_bytes, sync_folder
from companion.table.whole import Manifest, Progress

log = logging.getLogger(__name__)
OWN = (SETTINGS, "cameras/", "profiles/")
"""Names of what belongs to the device itself; a folder ends in a slash."""
KNOWN = (*OWN, *JOINED, JOURNAL, "boxes/")
"""Names this Cartouche knows the meaning of."""
ASIDE = "aside"
BEFORE = ".before"
RESERVE = 20_000_000
Fault = Callable[[Path, Path], Text | None]
"""Makes the settings in the first folder fit for the second (`config.made_ours`); why they can't be used, or None."""
Fate = Literal["new", "same", "other"]
"""What a file would be here: there is none of its name, the same one, or another one."""


class Game(msgspec.Struct, frozen=True):
    """A game of a preview: what it would be here, the game, its players, when it began, moves that stand."""

    kind: Kind
    game: str
    names: tuple[str, ...]
    started: str
    moves: int


class File(msgspec.Struct, frozen=True):
    """A file of a preview besides the journal: its name, what it would be here, whether its meaning is known here."""

    name: str
    fate: Fate
    known: bool

    @property
    def own(self) -> bool:
        """Whether it belongs to the device itself."""
        return _among(self.name, OWN)


class Preview(msgspec.Struct, frozen=True):
    """What a copy would bring.

    empty: this device has no games; unusable: why its settings can't be used here; joined: files that would be put
    together with ours; back: deleted games that would be in the lists again, since they were played on there.
    """

    manifest: Manifest
    games: tuple[Game, ...]
    files: tuple[File, ...]
    empty: bool
    unusable: Text | None = None
    joined: tuple[str, ...] = ()
    back: int = 0

    @property
    def counts(self) -> Counter[Kind]:
        """How many games of each kind."""
        return Counter(game.kind for game in self.games)

    @property
    def own(self) -> tuple[File, ...]:
        """Settings and the like that are other than here."""
        return tuple(file for file in self.files if file.own and file.fate != "same")

    @property
    def others(self) -> tuple[File, ...]:
        """Files of other things that are not here, or other than here."""
        return tuple(
            file for file in self.files if not file.own and file.fate != "same" and file.name not in self.joined
        )

    @property
    def strange(self) -> tuple[str, ...]:
        """Names of what this Cartouche does not know; it is kept for a later one."""
        return tuple(file.name for file in self.files if not file.known)


class Brought(msgspec.Struct, frozen=True):
    """What came: games by kind, files put in place, files kept beside ours or set aside, and where those are.

    joined and back as in `Preview`.
    """

    games: dict[Kind, int]
    placed: tuple[str, ...]
    aside: tuple[str, ...]
    folder: Path | None
    joined: tuple[str, ...] = ()
    back: int = 0


def _among(name: str, names: tuple[str, ...]) -> bool:
    return any(name == one or (one.endswith("/") and name.startswith(one)) for one in names)


@contextmanager
def _unpacked(path: Path, progress: Progress) -> Iterator[tuple[Path, Manifest]]:
    """All of a copy in a folder of its own, checked, as long as the block runs. Raises InputError."""
    try:
        with tempfile.TemporaryDirectory(prefix="cartouche-") as folder:
            copy = whole.read(path, progress, Path(folder))
            yield Path(folder), copy.manifest
    except sqlite3.Error as error:
        raise of_sqlite(error) from error
    except OSError as error:
        raise of_system(error) from error


@contextmanager
def _journal_in(folder: Path) -> Iterator[sqlite3.Connection | None]:
    """The journal that came, open for reading; None where none came. Raises JournalTooNew."""
    if not (folder / JOURNAL).exists():
        yield None
        return
    with closing(database.connect(folder / JOURNAL, read_only=True)) as theirs:
        try:
            newer = database.too_new(theirs)
        except sqlite3.Error as error:
            raise InputError(merge.FLAWED) from error
        if newer is not None:
            raise JournalTooNew(
                T("This copy was made by a newer Cartouche. Nothing has changed. Update Cartouche to bring it back.")
            )
        yield theirs


def preview(path: Path, data: Path, fault: Fault, progress: Progress = whole.nothing) -> Preview:
    """What the copy at `path` would bring to the folder `data`; nothing is changed. Raises InputError."""
    with _unpacked(path, progress) as (folder, manifest), _journal_in(folder) as theirs:
        ours = database.connect(data / JOURNAL, read_only=True) if (data / JOURNAL).exists() else None
        try:
            empty = ours is None or ours.execute("SELECT 1 FROM game LIMIT 1").fetchone() is None
            arrivals: dict[str, Arrival] = {}
            coming = _noted(merge.compare(theirs, ours), arrivals) if theirs is not None else iter(())
            games = tuple(_slim(one) for one in coming)
        finally:
            if ours is not None:
                ours.close()
        unusable = fault(folder, data)
        together = _together(folder, data, _names(manifest), arrivals)
        idle = set(together.fit) - set(together.names)
        files = tuple(
            File(name, "same", True) if name in idle else _file(name, folder, data) for name in _names(manifest)
        )
        return Preview(manifest, games, files, empty, unusable, together.names, together.back)


def _slim(coming: Coming) -> Game:
    return Game(coming.kind, coming.game, coming.names, coming.started, coming.moves)


def _names(manifest: Manifest) -> list[str]:
    """The files of a copy besides the journal; one that would stay at home here is no part of a copy."""
    return sorted(part.name for part in manifest.files if whole.goes_along(PurePosixPath(part.name)))


def _file(name: str, folder: Path, data: Path) -> File:
    ours = data / name
    fate: Fate = "new"
    if ours.exists() or ours.is_symlink():
        same = ours.is_file() and copying.digest_of(ours) == copying.digest_of(folder / name)
        fate = "same" if same else "other"
    return File(name, fate, _among(name, KNOWN))


def bring_back(
    path: Path, data: Path, fault: Fault, now: datetime, own: bool = False, progress: Progress = whole.nothing
) -> Brought:
    """Bring what the copy at `path` has and the folder `data` has not; with `own` also settings and the like.

    The journal of `data` exists and is held by this process, which looks at it again afterwards (`Journal.look_again`).
    A backup of it is made first. Raises InputError; nothing has changed then.
    """
    with _unpacked(path, progress) as (folder, manifest), _journal_in(folder) as theirs:
        need = sum(part.size for part in manifest.files) + RESERVE
        if free_bytes(data) < need:
            raise InputError(
                T(
                    "There is too little room on this device: {need} MB must be free. Nothing has changed.",
                    need=-(-need // 1_000_000),
                )
            )
        with closing(database.connect(data / JOURNAL)) as ours:
            database.make_durable(ours)
            empty = ours.execute("SELECT 1 FROM game LIMIT 1").fetchone() is None
            Backups(data / JOURNAL).make(ours)
            place = _aside(data, now)
            moves = _moves(folder, data, _names(manifest), own or empty, place, fault(folder, data) is None)
            ours.execute("BEGIN IMMEDIATE")
            arrivals: dict[str, Arrival] = {}
            try:
                if theirs is not None:
                    merge.take_in(ours, _noted(merge.compare(theirs, ours), arrivals))
                together = _together(folder, data, _names(manifest), arrivals)
                moves = [move for move in moves if move.name not in together.fit]
                moves += [_Move(name, folder / name, data / name, None) for name in together.names]
                with _placed(moves):
                    ours.execute("COMMIT")
            except BaseException:
                if ours.in_transaction:
                    ours.execute("ROLLBACK")
                raise
        aside = tuple(move.name for move in moves if move.aside is not None)
        placed = tuple(move.name for move in moves if move.place is not None and move.name not in together.names)
        kinds = dict(Counter(arrival.kind for arrival in arrivals.values()))
        return Brought(kinds, placed, aside, place if aside else None, together.names, together.back)


def _noted(games: Iterator[Coming], arrivals: dict[str, Arrival]) -> Iterator[Coming]:
    for coming in games:
        arrivals[coming.origin] = Arrival(coming.id, coming.kind)
        yield coming


class _Together(msgspec.Struct, frozen=True):
    """Files that can be put together with ours, those of them that change ours by it, and games that are back."""

    fit: tuple[str, ...]
    names: tuple[str, ...]
    back: int


def _together(folder: Path, data: Path, names: list[str], arrivals: Arrivals) -> _Together:
    """Put what came into `folder` together with what is in `data`, in `folder`."""
    fit: list[str] = []
    changed: list[str] = []
    back = 0
    for name in JOINED:
        ours = (data / name).read_bytes() if (data / name).is_file() else None
        theirs = (folder / name).read_bytes() if name in names else None
        try:
            both = join(name, ours, theirs, arrivals)
        except InputError:
            # One of them is broken, or of a newer Cartouche: theirs is kept beside ours like any other file.
            continue
        fit.append(name)
        back += len(both.back)
        if both.data is not None:
            changed.append(name)
            (folder / name).write_bytes(both.data)
    return _Together(tuple(fit), tuple(changed), back)


class _Move(msgspec.Struct, frozen=True):
    """A file that comes: from where, into which place (None: not into its own), and where ours, or it, is kept."""

    name: str
    source: Path
    place: Path | None
    aside: Path | None


def _aside(data: Path, now: datetime) -> Path:
    """The folder for what is set aside this time, which is not there yet."""
    k, name = 1, f"{now:%Y%m%d-%H%M%S}"
    while (folder := data / ASIDE / (name if k == 1 else f"{name}-{k}")).exists():
        k += 1
    return folder


def _moves(folder: Path, data: Path, names: list[str], own: bool, place: Path, usable: bool) -> list[_Move]:
    moves: list[_Move] = []
    for name in names:
        file, source, aside = _file(name, folder, data), folder / name, place / name
        if file.fate == "same" or (file.own and not own):
            continue
        if name != SETTINGS or usable:
            if file.fate == "new":
                moves.append(_Move(name, source, data / name, None))
                continue
            if file.own:
                moves.append(_Move(name, source, data / name, aside))
                continue
        if not _kept_already(source, data, name):
            moves.append(_Move(name, source, None, aside))
    return moves


def _kept_already(source: Path, data: Path, name: str) -> bool:
    """Whether the same file was kept beside ours before."""
    digest = copying.digest_of(source)
    kept = (folder / name for folder in (data / ASIDE).iterdir()) if (data / ASIDE).is_dir() else iter(())
    return any(one.is_file() and copying.digest_of(one) == digest for one in kept)


@contextmanager
def _placed(moves: list[_Move]) -> Iterator[None]:
    """Every file in its place while the block runs, and for good where it ends well; else all is as it was."""
    undo: list[tuple[Path, Path | None]] = []
    try:
        for move in moves:
            if move.aside is not None:
                undo.append((move.aside, None))
                _make(move.source if move.place is None else move.place, move.aside)
            if move.place is not None:
                before = move.aside
                if before is None and move.place.exists():
                    # Put together with theirs: nothing is set aside, but until the end it has to come back.
                    before = move.place.with_name(move.place.name + BEFORE)
                    before.unlink(missing_ok=True)
                    undo.append((before, None))
                    _make(move.place, before)
                fresh = move.place.with_name(move.place.name + ".coming")
                fresh.unlink(missing_ok=True)
                undo.append((fresh, None))
                _make(move.source, fresh)
                undo.append((move.place, before))
                os.replace(fresh, move.place)
                sync_folder(move.place.parent)
        yield
    except BaseException:
        for path, before in reversed(undo):
            if before is None:
                path.unlink(missing_ok=True)
            else:
                os.replace(before, path)
        raise
    for move in moves:
        if move.place is not None and move.aside is None:
            _drop(move.place.with_name(move.place.name + BEFORE))


def _drop(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        # Everything came; what was kept in case it would not lies there until the next time.
        log.warning("%s is left over: %s", path, error)


def _make(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    copying.copy_file(source, target)
    sync_folder(target.parent)
