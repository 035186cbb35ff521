"""Plays written into files: on a stick or into a folder, durably, read back, and never over something else."""

from __future__ import annotations

import errno
import io
import os
import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from companion.engine.errors import InputError
from companion.engine.record import Record, dump
from companion.engine.text import T, Text
from companion.table.bg_stats import bgsplay, link
from companion.table.handoff import Letters, Play, Say
from companion.table.results_csv import results_csv
from companion.table.storage import write_safely

Kind = Literal["bgsplay", "csv", "pdf", "link", "qr"]
ENDINGS: dict[Kind, str] = {"bgsplay": "bgsplay", "csv": "csv", "pdf": "pdf", "link": "txt", "qr": "png"}
"""Every kind of file for plays, with the ending of its name."""
FOR_ONE: frozenset[Kind] = frozenset({"pdf", "link", "qr"})
"""Kinds that hold one play each; of several plays a file each is written."""
MOST_ALIKE = 999
DOT_PX = 6
"""Pixels of a module in a code written as a picture."""
TAKEN = T("There is another file of this name already. Move it away, or choose another folder.")


class NotWritten(InputError):
    """A file could not be written; `path` is where it was to be."""

    def __init__(self, text: Text, path: Path) -> None:
        super().__init__(text)
        self.path = path


def write(
    kind: Kind, plays: Sequence[Play], folder: Path, say: Say, letters: Letters | None = None,
    share: Callable[[float], None] = lambda _: None,
) -> tuple[Path, ...]:  # fmt: skip
    """Write plays as files of a kind into `folder`, which is made if it is missing; where they lie.

    `say`: puts texts into words of the table's language; `letters`: the fonts to print with (for "pdf" only); `share`:
    is told how much is done, 0 to 1. What lies there already, the same to the byte, is not written again; a name that
    is taken gets a number behind it. Raises InputError without a play, NotWritten.
    """
    if not plays:
        raise InputError(T("There is no finished game to hand on."))
    if kind not in FOR_ONE:
        data = bgsplay(plays) if kind == "bgsplay" else results_csv(plays)
        return (put(folder, name_of(plays), ENDINGS[kind], data),)
    paths: list[Path] = []
    for play in plays:
        paths.append(put(folder, name_of([play]), ENDINGS[kind], _one(kind, play, say, letters)))
        share(len(paths) / len(plays))
    return tuple(paths)


def _one(kind: Kind, play: Play, say: Say, letters: Letters | None) -> bytes:
    # Printing and drawing codes take long to load: only whoever does it waits for it.
    if kind == "pdf":
        from companion.table.score_sheet import score_sheet

        if letters is None:
            raise LookupError("a score sheet is printed with letters")
        return score_sheet(play, say, letters)
    if kind == "link":
        return (link(play, whole=True) + "\n").encode()
    import segno

    picture = io.BytesIO()
    segno.make(link(play), error="l", micro=False).save(picture, kind="png", scale=DOT_PX)
    return picture.getvalue()


def write_record(record: Record, folder: Path) -> Path:
    """Write a record into `folder` under its own name. Raises NotWritten; a file that says something else stays."""
    header = record.header
    path = folder / f"{fit_name(f'{header.started[:10]}-{header.game}-{header.id[:8]}')}.jsonl"
    return _write(path, dump(record).encode())


def name_of(plays: Sequence[Play]) -> str:
    """The name of a file for these plays, without its ending: day, game and the beginning of the record's id."""
    days = sorted(play.began[:10] for play in plays)
    if len(plays) == 1:
        return fit_name(f"{days[0]}-{plays[0].game}-{plays[0].record[:8]}")
    games = {play.game for play in plays}
    what = f"{games.pop()}-{len(plays)}" if len(games) == 1 else f"plays-{len(plays)}"
    return fit_name(f"{days[0]}-{days[-1]}-{what}" if days[0] != days[-1] else f"{days[0]}-{what}")


def fit_name(text: str) -> str:
    """A name that every disk takes, those of Windows and their sticks too: letters, digits, dots and hyphens."""
    return re.sub(r"[^\w.-]+", "-", unicodedata.normalize("NFC", text)).strip("-.") or "game"


def put(folder: Path, name: str, ending: str, data: bytes) -> Path:
    """Write `data` under the first name of `name`, `name-2` and so on that is free or holds the same already."""
    for number in range(1, MOST_ALIKE + 1):
        path = folder / (f"{name}.{ending}" if number == 1 else f"{name}-{number}.{ending}")
        if not os.path.lexists(path) or _holds(path, data):
            return _write(path, data)
    raise NotWritten(TAKEN, path)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        # What can't be read is somebody else's: the next name is taken.
        return False


def _write(path: Path, data: bytes) -> Path:
    folder = path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(path) and not _holds(path, data):
            raise NotWritten(TAKEN, path)
        if not path.is_file():
            write_safely(path, data)
            if not _read_back(path, data):
                raise NotWritten(T("The file was not read back as it was written. Try another stick."), path)
    except OSError as error:
        raise NotWritten(_why(error), path) from error
    return path


def _read_back(path: Path, data: bytes) -> bool:
    """Whether the disk itself holds what was written, not only the memory before it."""
    with path.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return file.read() == data


def _why(error: OSError) -> Text:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return T("The disk is full, so the file can't be written. Make room, or choose another folder.")
    if error.errno == errno.EROFS:
        return T("This folder is read-only. Choose another one, or unlock the stick.")
    if error.errno in (errno.EACCES, errno.EPERM):
        return T("Nothing may be written into this folder. Choose another one.")
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return T("This is no folder to write into. Choose another one.")
    detail = error.strerror or str(error)
    return T("The file can't be written ({detail}). Make room, or choose another folder.", detail=detail)
