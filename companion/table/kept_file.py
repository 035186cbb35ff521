"""Small JSON files of the data folder: read strictly, told apart by a mark, and kept aside where they can't be used."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.errors import InputError
from companion.engine.strict_json import load as load_json
from companion.engine.text import T

Mark = tuple[int, int, int]


def bytes_of(path: Path, most: int) -> bytes:
    """The bytes of a file. Raises OSError, and InputError for what is no ordinary file or has more than `most`."""
    about = path.stat()
    # A pipe nobody writes into, or a device, would keep us waiting for ever.
    if not stat.S_ISREG(about.st_mode):
        raise InputError(T("It is no ordinary file."))
    if about.st_size > most:
        raise InputError(T("It has {n} bytes; so much is never kept.", n=about.st_size))
    return path.read_bytes()


def parsed(data: bytes, most: int) -> dict[str, Any]:
    """The JSON object in the bytes of a file of at most so many. Raises InputError saying what is wrong."""
    if len(data) > most:
        raise InputError(T("It has {n} bytes; so much is never kept.", n=len(data)))
    try:
        found = load_json(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(T("It is not text in UTF-8.")) from error
    if not isinstance(found, dict):
        raise InputError(T("It is not one JSON object in braces."))
    return found


def newer(found: Mapping[str, Any], version: int) -> int | None:
    """The version of a file that a newer Cartouche than the one that writes `version` has written; else None."""
    said = found.get("version", version)
    return min(said, 10**6) if type(said) is int and said > version else None


def mark(path: Path) -> Mark | None:
    """What tells one stored state of the file from the next; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def keep_aside(path: Path, name: str = "{stem}-broken-{k}{suffix}") -> Path | None:
    """Rename a file that can't be used to the first free `name`; where it lies, None where it had to stay."""
    k = 1
    while (aside := path.with_name(name.format(stem=path.stem, suffix=path.suffix, k=k))).exists():
        k += 1
    try:
        os.replace(path, aside)
    except OSError:
        # A read-only disk: the broken file stays where it is, is told of at every start and never written over.
        return None
    return aside
