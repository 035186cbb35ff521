"""Puts journal and settings back that a version can read; run with the Python of that version, as the data's owner.

    python restore.py DATA COPY

Where the journal in DATA is of a newer kind than this version knows, or its settings can't be read, the file is kept
aside under another name and the one in the folder COPY takes its place. Else nothing changes. Says what it did.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from companion import config
from companion.engine.errors import InputError
from companion.table import database
from companion.table.storage import sync_file, sync_folder


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """The first name of its kind under which nothing lies in `folder`."""
    number = 1
    while (place := folder / f"{stem}-newer-{number}{suffix}").exists():
        number += 1
    return place


def bring(copy: Path, place: Path) -> Path:
    """Lay `copy` down beside `place`, on the disk: what is there is set aside only when this has gone well."""
    temporary = place.with_name(place.name + ".back")
    shutil.copyfile(copy, temporary)
    sync_file(temporary)
    return temporary


def put(temporary: Path, place: Path) -> None:
    """Let what was brought be `place`."""
    os.replace(temporary, place)
    sync_folder(place.parent)


def set_journal_aside(journal: Path) -> Path:
    """Move the journal away with what belongs to it: its log first, since one left alone would spoil the copy."""
    try:
        with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        sys.stderr.write(f"The log of the newer journal is kept beside it: {error}\n")
    aside = free_name(journal.parent, journal.stem, journal.suffix)
    for ending in ("-wal", "-shm", ""):
        part = journal.with_name(journal.name + ending)
        if part.exists():
            os.replace(part, aside.with_name(aside.name + ending))
    sync_folder(journal.parent)
    return aside


def journal_back(data: Path, copies: Path) -> str:
    """See to the journal; what was done in a sentence, or nothing."""
    journal = data / "journal.db"
    copy = next(iter(sorted(copies.glob("*.db"), reverse=True)), None)
    brought: Path | None = None
    if journal.exists():
        with closing(database.connect(journal)) as connection:
            if database.too_new(connection) is None:
                return ""
        brought = None if copy is None else bring(copy, journal)
        aside = set_journal_aside(journal)
        told = f"The newer version had changed the journal. It is kept as {aside}"
    elif copy is None:
        return ""
    else:
        told = "The journal was missing"
        brought = bring(copy, journal)
    if brought is None:
        return f"{told}; there was none before the update."
    put(brought, journal)
    return f"{told}; the copy from before the update is in its place."


def settings_back(data: Path, copies: Path) -> str:
    """See to the settings; what was done in a sentence, or nothing."""
    settings, copy = data / config.FILE, copies / config.FILE
    if not settings.exists() or not copy.exists():
        return ""
    try:
        config.read(settings.read_bytes())
    except InputError:
        brought = bring(copy, settings)
        aside = free_name(data, settings.stem, settings.suffix)
        os.replace(settings, aside)
        put(brought, settings)
        return f"The newer version had changed the settings. They are kept as {aside}; those from before are in place."
    return ""


def main(data: Path, copies: Path) -> None:
    """See to both, and say what was done."""
    for told in (journal_back(data, copies), settings_back(data, copies)):
        if told:
            sys.stdout.write(told + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
