"""`cartouche export`: games out of the journal into files: their records, or results for other programs and paper."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, get_args

import click
import msgspec

from companion.commands.common import Failed, language, say, say_error, say_json, with_switches
from companion.commands.narrowing import day_asked, game_asked, id_asked
from companion.engine.box import PRACTICE
from companion.engine.errors import InputError
from companion.engine.header import Header
from companion.engine.text import TN, T, Text
from companion.table import handoff_files, history, people_file
from companion.table.bg_stats import APP, WEB, link
from companion.table.handoff import Play, plays_of, record_of
from companion.table.handoff_files import Kind, NotWritten
from companion.table.history import Summary
from companion.table.journal import Journal
from companion.table.people import People
from companion.table.storage import JOURNAL
from companion.table.times import day_of
from companion.titles import title_of


class Asked(NamedTuple):
    """Which games are asked for: ids (or beginnings of them), all of them, and what the list is narrowed by."""

    ids: tuple[str, ...]
    everything: bool
    game: str
    player: str
    since: str
    until: str
    practice: bool

    @property
    def narrowed(self) -> bool:
        """Whether not every game is meant."""
        return bool(self.game or self.player or self.since or self.until)


@click.command("export")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--all", "everything", is_flag=True, help="Every game that is not deleted.")
@click.option(
    "--as",
    "kind",
    type=click.Choice(["record", *get_args(Kind)]),
    default="record",
    help="What to write: the record (default), a file for BG Stats, a table, a score sheet, a link, a code of it.",
)
@click.option("--game", default="", metavar="GAME", help="Only games of this kind.")
@click.option("--player", default="", metavar="NAME", help="Only games with this player.")
@click.option("--since", default="", metavar="DAY", help="Only games from this day, month or year on (2026-03-09).")
@click.option("--until", default="", metavar="DAY", help="Only games up to this day, month or year.")
@click.option("--practice", is_flag=True, help="With --all: results of practice games too.")
@click.option("--app", is_flag=True, help="Links that go straight to the app, not by way of its page.")
@click.option("--to", "folder", type=click.Path(path_type=Path), help="The folder to write into (default: this one).")
@with_switches
def export(
    ids: tuple[str, ...], everything: bool, kind: str, game: str, player: str, since: str, until: str, practice: bool,
    app: bool, folder: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Write games of the journal into files. Without ID and --all: list the games there are.

    ID may be the beginning of a record's id. Links are printed unless --to names a folder. Close the app first.
    """
    asked = Asked(ids, everything, game, player, day_asked(since), day_asked(until), practice)
    if ids and everything:
        raise click.UsageError("Give an ID or --all, not both.")
    if ids and asked.narrowed:
        raise click.UsageError("--game, --player, --since and --until go with --all or with the list, not with an ID.")
    from companion.config import data_folder

    path = data_folder() / JOURNAL
    if not path.exists():
        raise InputError(
            T("There is no journal yet in {folder}, so there is no game to export.", folder=str(path.parent))
        )
    with Journal.open(path) as journal:
        headers, unread = headers_of(journal)
        people = people_file.glance(path.parent)
        if not ids and not everything:
            list_games({known: headers[known] for known in chosen(journal, headers, asked, people)}, people, as_json)
            end(unread)
            return
        found = chosen(journal, headers, asked, people)
        if kind == "record":
            written = records(journal, found, folder or Path(), unread)
            told = TN("{n} game is exported.", "{n} games are exported.", len(written))
        else:
            plays = results(journal, found, asked, people, unread)
            if kind == "link" and folder is None:
                say_links(plays, APP if app else WEB, as_json)
                end(unread)
                return
            as_kind: Kind = kind  # type: ignore[assignment]
            written = files(as_kind, plays, folder or Path()) if plays else []
            told = TN("{n} result is handed on.", "{n} results are handed on.", len(plays))
    if as_json:
        say_json({"files": written})
    else:
        for name in written:
            say(name)
        say(language().say(told))
    end(unread)


def headers_of(journal: Journal) -> tuple[dict[str, Header], list[Text]]:
    """The headers by record id, and a sentence for each game whose header can't be read."""
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


def chosen(journal: Journal, headers: dict[str, Header], asked: Asked, people: People) -> list[str]:
    """The ids of the games asked for; deleted ones only where they are named. Raises InputError."""
    found: dict[str, None] = {}
    for one in asked.ids:
        found[id_asked(one, headers)] = None
    if asked.ids:
        return list(found)
    games = history.games(journal)
    if asked.narrowed:
        games = history.find(
            games, people, game=game_asked(asked.game, games), player=asked.player,
            since=asked.since, until=asked.until,
        )  # fmt: skip
        if not games:
            raise InputError(T("No game fits what was asked. “cartouche export” lists them all."))
    return [one.id for one in games]


def records(journal: Journal, found: list[str], folder: Path, unread: list[Text]) -> list[str]:
    """Write the records; what can't be replayed here goes to `unread` and keeps none of the others."""
    written: list[str] = []
    for one in found:
        try:
            record = record_of(journal, one)
        except InputError as error:
            unread.append(T("Record {id}: {why}", id=one[:40], why=error.text))
            continue
        try:
            written.append(str(handoff_files.write_record(record, folder)))
        except NotWritten as error:
            raise Failed(error.text, str(error.path)) from error
    return written


def results(
    journal: Journal, found: list[str], asked: Asked, people: People, unread: list[Text]
) -> tuple[Play, ...]:  # fmt: skip
    """The plays of the games; what is left out of "all" is said, what was named and makes none goes to `unread`."""
    for one in set(history.behind(journal)) & set(found):
        try:
            history.bring_up(journal, one)
        except InputError as error:
            # It is handed on as far as it is told.
            say_error(language().say(T("Record {id}: {why}", id=one[:40], why=error.text)))
    known = {one.id: one for one in (*history.games(journal), *history.deleted(journal))}
    games = [known[one] for one in found if one in known]
    if asked.everything:
        games = _over(games, asked.practice)
    plays, refused = plays_of(journal, games, people)
    unread += [T("Record {id}: {why}", id=one[:40], why=why) for one, why in refused]
    if not plays and not unread:
        raise InputError(T("There is no finished game to hand on."))
    return plays


def _over(games: list[Summary], practice: bool) -> list[Summary]:
    """The finished games, those for practice only where they are asked for; how many others there were is said."""
    over = [one for one in games if one.status == "finished"]
    kept = [one for one in over if practice or not one.practice]
    going, tried = len(games) - len(over), len(over) - len(kept)
    if going:
        say_error(language().say(TN("{n} game is not over: left out.", "{n} games are not over: left out.", going)))
    if tried:
        text = TN(
            "{n} practice game is left out; --practice brings it.",
            "{n} practice games are left out; --practice brings them.",
            tried,
        )
        say_error(language().say(text))
    return kept


def files(kind: Kind, plays: tuple[Play, ...], folder: Path) -> list[str]:
    """Write the plays as files of a kind; where they lie. Raises Failed."""
    from companion.vision.typeface import roboto

    letters = roboto() if kind == "pdf" else None
    try:
        return [str(path) for path in handoff_files.write(kind, plays, folder, language().say, letters)]
    except NotWritten as error:
        raise Failed(error.text, str(error.path)) from error


def say_links(plays: tuple[Play, ...], form: str, as_json: bool) -> None:
    """Print the links, one a line."""
    links = [link(play, form, whole=True) for play in plays]
    if as_json:
        say_json({"links": links})
        return
    for one in links:
        say(one)


def list_games(headers: dict[str, Header], people: People, as_json: bool) -> None:
    """The games of the journal, the newest first, with everybody's present name."""
    if as_json:
        rows = [
            {
                "id": known,
                "game": h.game,
                "started": h.started,
                "names": h.names,
                "now": people.names(h),
                "practice": h.practice,
            }
            for known, h in headers.items()
        ]
        say_json({"games": rows})
        return
    said = language()
    for known, header in headers.items():
        called = f"  {said.word(PRACTICE)}" if header.practice else ""
        names = ", ".join(people.names(header).values())
        say(f"{known}  {day_of(header.started)}  {said.say(title_of(header.game))}  {names}{called}")
    say(said.say(TN("{n} game in the journal.", "{n} games in the journal.", len(headers))))
