"""Files with an owner's values of a box: where they lie on this device or on a stick, written and read."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.engine import owner_file
from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Fault, Game
from companion.engine.owner_file import MOST_BYTES
from companion.engine.text import T
from companion.table.storage import write_safely

FOLDER = "boxes"
MOST_FILES = 200
STICKS = (Path("/media"), Path("/run/media"))


class Found(msgspec.Struct, frozen=True):
    """What a file would bring: the owner's values by fact key, what is unusual about them, another edition's name."""

    values: Mapping[str, Any]
    warnings: tuple[Fault, ...] = ()
    edition: str = ""


def places(data_folder: Path, roots: tuple[Path, ...] = STICKS) -> tuple[Path, ...]:
    """Folders a file can be written to: this device's own first, then every stick that is plugged in."""
    found = [data_folder / FOLDER]
    for root in roots:
        # A stick lies at /media/NAME or /media/USER/NAME.
        for folder in sorted((*_folders(root), *(deeper for one in _folders(root) for deeper in _folders(one)))):
            if os.path.ismount(folder) and os.access(folder, os.W_OK):
                found.append(folder)
    return tuple(found)


def _folders(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_dir()]
    except OSError:
        # No such folder, or one that is not ours to look into: no stick there.
        return []


def files(folders: tuple[Path, ...], game: Game[Any]) -> tuple[Path, ...]:
    """The files in `folders` that say they hold values of the box of `game`, the newest first in each folder."""
    found: list[Path] = []
    for folder in folders:
        try:
            listed = [(path.stat().st_mtime, path) for path in folder.glob("*.json")]
        except OSError:
            # The stick was pulled out meanwhile.
            continue
        newest = [path for _, path in sorted(listed, key=lambda one: (-one[0], one[1]))]
        found += [path for path in newest[:MOST_FILES] if _about(path) == game.id]
    return tuple(found)


def _about(path: Path) -> str | None:
    """The game a file says it is about; None for any other file."""
    try:
        found = owner_file.about(_bytes(path))
    except (OSError, InputError):
        return None
    return found[0] if found is not None else None


def _bytes(path: Path) -> bytes:
    """The bytes of a file of reasonable size. Raises OSError, InputError."""
    about = path.stat()
    # A pipe or a device could go on for ever.
    if not stat.S_ISREG(about.st_mode):
        raise InputError(T("This is not a file that can be read. Name a file."))
    if about.st_size > MOST_BYTES:
        raise InputError(T("The file is far too large for the values of a box. Choose another file."))
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def printable(words: str) -> str:
    """Words of a stranger as they can be shown: signs that steer the writing, and halves of letters, are `?`."""
    return "".join(c if c.isprintable() else "?" for c in words)


def write(box: Box, folder: Path) -> Path:
    """Write the owner's values of `box` into `folder` under a free name; returns the path. Raises InputError."""
    data = owner_file.written(box)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        k, path = 1, folder / f"{box.game}-box.json"
        while path.exists():
            k += 1
            path = folder / f"{box.game}-box-{k}.json"
        write_safely(path, data)
    except OSError as error:
        detail = error.strerror or str(error)
        raise InputError(
            T("The file could not be written to {folder} ({detail}).", folder=printable(str(folder)), detail=detail)
        ) from error
    return path


def read(path: Path, game: Game[Any], own: Mapping[str, Any] | None = None) -> Found:
    """The values of a file for the box of `game`, every one checked, also together with the `own` ones they join.

    Raises InputError naming what can't be used.
    """
    try:
        data = _bytes(path)
    except OSError as error:
        detail = error.strerror or str(error)
        raise InputError(
            T("The file {file} can't be read ({detail}).", file=printable(path.name), detail=detail)
        ) from error
    values = owner_file.read(game, data)
    box = owner_file.joined(game, own or {}, values)
    _, edition = owner_file.about(data) or ("", "")
    return Found(values, game.check_box(box), "" if edition == game.box.edition else edition)
