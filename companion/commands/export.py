"""`cartouche export`: games out of the journal into files, one record each."""

from __future__ import annotations

import os
from pathlib import Path

import click
import msgspec

from companion.commands.common import Failed, language, say, say_error, say_json, with_switches
from companion.engine.box import PRACTICE
from companion.engine.errors import InputError
from companion.engine.header import Header
from companion.engine.record import CLOSED, Record, dump
from companion.engine.text import TN, T, Text
from companion.table.journal import Journal
from companion.table.storage import JOURNAL, write_safely


@click.command("export")
@click.argument("record_id", required=False, metavar="[ID]")
@click.option("--all", "everything", is_flag=True, help="Every game in the journal.")
@click.option("--to", "folder", type=click.Path(path_type=Path), default=Path(), help="The folder to write into.")
@with_switches
def export(record_id: str | None, everything: bool, folder: Path, as_json: bool) -> None:
    """Write games of the journal as records. Without ID and --all: list the games there are.

    ID may be the beginning of a record's id.
    """
    if record_id and everything:
        raise click.UsageError("Give an ID or --all, not both.")
    from companion.config import data_folder

    path = data_folder() / JOURNAL
    if not path.exists():
        raise InputError(
            T("There is no journal yet in {folder}, so there is no game to export.", folder=str(path.parent))
        )
    with Journal.open(path) as journal:
        headers, unread = headers_of(journal)
        if not record_id and not everything:
            list_games(headers, as_json)
            end(unread)
            return
        chosen = list(headers)
        if record_id:
            chosen = [known for known in headers if known.startswith(record_id)]
            if len(chosen) != 1:
                raise InputError(
                    T("No game in the journal has the id “{id}”. “cartouche export” lists them.", id=record_id[:40])
                    if not chosen
                    else T("More than one game has an id that begins so: “{id}”. Give more of it.", id=record_id[:40])
                )
        written: list[str] = []
        for one in chosen:
            try:
                record = read(journal, one)
            except InputError as error:
                # One game that can't be replayed here keeps none of the others from being written.
                unread.append(T("Record {id}: {why}", id=one[:40], why=error.text))
            else:
                written.append(str(write(folder, record)))
    if as_json:
        say_json({"files": written})
    else:
        for name in written:
            say(name)
        say(language().say(TN("{n} game is exported.", "{n} games are exported.", len(written))))
    end(unread)


def headers_of(journal: Journal) -> tuple[dict[str, Header], list[Text]]:
    """The headers by record id, the newest first, and a sentence for each game whose header can't be read."""
    headers: dict[str, Header] = {}
    unread: list[Text] = []
    for row in journal.listed():
        try:
            headers[row.id] = msgspec.json.decode(row.header, type=Header)
        except msgspec.MsgspecError:
            unread.append(T("The game can't be read from the journal (record {id}).", id=row.id[:40]))
    return headers, unread


def end(unread: list[Text]) -> None:
    """Say which games could not be read; then the exit code is 1."""
    for text in unread:
        say_error(language().say(text))
    if unread:
        raise click.exceptions.Exit(1)


def read(journal: Journal, record_id: str) -> Record:
    """The effective record of a game in the journal. Raises InputError for one that is sealed."""
    from companion.table.session import Session

    session = Session.look_at(journal, record_id)
    if session.sealed:
        raise InputError(CLOSED)
    record: Record = session.record()
    return record


def list_games(headers: dict[str, Header], as_json: bool) -> None:
    """The games of the journal, the newest first."""
    if as_json:
        rows = [
            {"id": known, "game": h.game, "started": h.started, "names": h.names, "practice": h.practice}
            for known, h in headers.items()
        ]
        say_json({"games": rows})
        return
    said = language()
    for known, header in headers.items():
        called = f"  {said.word(PRACTICE)}" if header.practice else ""
        say(f"{known}  {header.started[:10]}  {header.game}  {', '.join(header.names.values())}{called}")
    say(said.say(TN("{n} game in the journal.", "{n} games in the journal.", len(headers))))


def write(folder: Path, record: Record) -> Path:
    """Write a record into `folder` under a name of its own. A file that says something else is never overwritten."""
    header = record.header
    name = "".join(
        c if c.isalnum() or c in "-." else "-" for c in f"{header.started[:10]}-{header.game}-{header.id[:8]}"
    )
    path = folder / f"{name}.jsonl"
    data = dump(record).encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.is_file() and path.read_bytes() != data:
            raise Failed(
                T("There is another file of this name already. Move it away, or choose another folder."), str(path)
            )
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "permission denied")
        write_safely(path, data)
    except OSError as error:
        detail = error.strerror or str(error)
        text = T("The record can't be written ({detail}). Make room, or choose another folder.", detail=detail)
        raise Failed(text, str(path)) from error
    return path
