"""`cartouche backup`: a copy of the journal, also while the app runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import click

from companion.commands.common import Failed, language, say, say_json, with_switches
from companion.engine.text import T
from companion.table import database
from companion.table.backup import Backups, copy_whole
from companion.table.errors import of_sqlite
from companion.table.storage import JOURNAL


@click.command("backup")
@click.option("--to", "folder", type=click.Path(file_okay=False, path_type=Path), help="Copy into this folder.")
@with_switches
def backup(folder: Path | None, as_json: bool) -> None:
    """Copy the journal, and say where the copy is. The app may go on meanwhile.

    Without --to the copy is one of those the app keeps beside the journal, and none is made where the newest holds as
    much already.
    """
    from companion.config import data_folder

    path = data_folder() / JOURNAL
    copy: Path | None = None
    if path.exists():
        try:
            copy = _copy(path, folder)
        except sqlite3.Error as error:
            raise Failed(of_sqlite(error).text, str(path)) from error
    if as_json:
        say_json({"file": str(copy) if copy else None})
    elif copy is None:
        say(language().say(T("There is no game to copy yet.")))
    else:
        say(language().say(T("The copy of all games is {file}.", file=str(copy))))


def _copy(path: Path, folder: Path | None) -> Path | None:
    with closing(database.connect(path, read_only=True)) as connection:
        # A damaged one would push the sound copies out, night by night.
        if not (database.quick_check(connection) and database.schema_fits(connection)):
            raise Failed(T("The journal is not as it should be, so no copy was made. Start Cartouche: it looks at it."))
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            copy = folder / path.name
            if copy.exists() and copy.samefile(path):
                raise Failed(T("The games themselves lie in {folder}. Choose another folder.", folder=str(folder)))
            copy_whole(connection, copy)
            return copy
        backups = Backups(path)
        backups.make(connection)
    return next(iter(backups.all()), None)
