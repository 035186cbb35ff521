"""`cartouche everything export|import`: all games, settings and taught pictures in one file, to a stick and back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from companion import config
from companion.commands.common import language, say, say_json, with_switches
from companion.engine.text import TN, T, Text
from companion.table import bring_back, copy_words, whole
from companion.table.bring_back import Preview
from companion.table.journal import Journal
from companion.table.storage import JOURNAL


@click.group("everything")
def everything_group() -> None:
    """Everything here in one file. Write it, look into it, bring it back."""


@everything_group.command("export")
@click.argument("target", type=click.Path(path_type=Path))
@with_switches
def export(target: Path, as_json: bool) -> None:
    """Write everything into TARGET. A file, or a folder (a stick) to put one into; the app may go on meanwhile."""
    copy = whole.write(config.data_folder(), target, datetime.now(UTC))
    if as_json:
        say_json({"file": str(copy.path), "bytes": copy.size, "games": copy.manifest.games})
        return
    said = language()
    say(said.say(T("Everything is in {file}, and was read back.", file=str(copy.path))))
    say(said.say(TN("{n} game in it.", "{n} games in it.", copy.manifest.games)))


@everything_group.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Only say what would come.")
@click.option("--settings", "own", is_flag=True, help="Take over settings, taught pictures and pin maps as well.")
@with_switches
def take_in(file: Path, dry_run: bool, own: bool, as_json: bool) -> None:
    """Bring what FILE has into this device. Games are never taken away.

    An empty device takes settings, taught pictures and pin maps as well, a filled one with --settings only. Nothing is
    changed where anything in FILE is not right.
    """
    data = config.data_folder()
    if dry_run:
        _tell(bring_back.preview(file, data, config.made_ours), own, as_json)
        return
    with Journal.open(data / JOURNAL) as journal:
        brought = bring_back.bring_back(file, data, config.made_ours, datetime.now(UTC), own)
        journal.look_again()
    if as_json:
        aside = str(brought.folder) if brought.folder is not None else None
        say_json(
            {
                "games": brought.games,
                "files": brought.placed,
                "joined": brought.joined,
                "back": brought.back,
                "aside": brought.aside,
                "folder": aside,
            }
        )
        return
    for text in copy_words.came(brought):
        say(language().say(text))


def _tell(seen: Preview, own: bool, as_json: bool) -> None:
    if as_json:
        say_json(_as_json(seen))
        return
    said = language()
    say(said.say(T("A copy of {day}, made by Cartouche {program}.", day=seen.manifest.made, program=_program(seen))))
    told: list[Text] = list(copy_words.would_come(seen))
    if seen.own and (own or seen.empty):
        n = len(seen.own)
        told.append(TN("{n} file of settings comes along.", "{n} files of settings come along.", n))
    elif seen.own:
        told.append(T("The settings there are other ones; --settings takes them over."))
    for text in told:
        say(said.say(text))
    say(said.say(T("Nothing has changed.")))


def _program(seen: Preview) -> str:
    return seen.manifest.program[:40]


def _as_json(seen: Preview) -> dict[str, Any]:
    return {
        "made": seen.manifest.made,
        "program": seen.manifest.program,
        "empty": seen.empty,
        "games": [
            {"kind": g.kind, "game": g.game, "names": list(g.names), "started": g.started, "moves": g.moves}
            for g in seen.games
        ],
        "joined": list(seen.joined),
        "back": seen.back,
        "files": [{"name": f.name, "fate": f.fate, "own": f.own, "known": f.known} for f in seen.files],
    }
