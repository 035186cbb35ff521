"""`cartouche box export|import GAME FILE`: values of one's own box, to share and to take over."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.boxes import keep_values, kept_box, usable_box, write_file
from companion.commands.common import Failed, language, read_bytes, say, say_json, shown, with_switches
from companion.engine import owner_file
from companion.engine.box import Fact
from companion.engine.box_words import value_lines
from companion.engine.errors import InputError
from companion.engine.owner_file import Change
from companion.engine.text import TN, T, Text, Value
from companion.games import find_game


@click.command("export")
@click.argument("game")
@click.argument("file")
@with_switches
def export(game: str, file: str, as_json: bool) -> None:
    """Write your own values for the box of GAME into FILE ("-": print them), for another device or another owner."""
    rules = find_game(game)
    box = kept_box(rules)
    data = owner_file.written(box)
    if file == "-":
        click.echo(data.decode(), nl=False)
        return
    write_file(Path(file), data)
    if as_json:
        say_json({"game": rules.id, "file": file, "values": dict(box.overrides)})
        return
    n = len(box.overrides)
    say(language().say(TN("{n} value is written to {file}.", "{n} values are written to {file}.", n, file=shown(file))))


@click.command("import")
@click.argument("game")
@click.argument("file")
@with_switches
def take_over(game: str, file: str, as_json: bool) -> None:
    """Take the values in FILE over as your own for the box of GAME. What the file does not name stays as it is."""
    said = language()
    rules = find_game(game)
    before = usable_box(rules)
    try:
        after = owner_file.joined(rules, before.overrides, owner_file.read(rules, read_bytes(file)))
    except InputError as error:
        raise Failed(error.text, shown(file)) from error
    changes = owner_file.changes(before, after)
    keep_values(rules, after.overrides)
    warnings = [fault.text for fault in rules.check_box(after)]
    if as_json:
        rows = {change.key: {"before": change.before.value, "after": change.after.value} for change in changes}
        say_json({"game": rules.id, "changed": rows, "warnings": [said.say(text) for text in warnings]})
        return
    for change in changes:
        say(said.say(changed(change)))
    for warning in warnings:
        say(said.say(T("Unusual: {what}", what=warning)))
    say(said.say(TN("{n} value is new.", "{n} values are new.", len(changes)) if changes else T("Nothing is new.")))


def changed(change: Change) -> Text:
    """A fact with its new value and the one before."""
    label = Text(change.after.label)
    if change.before.value is None or change.before.value == change.after.value:
        return T("{fact}: {value}", fact=label, value=words_of(change.after))
    return T("{fact}: {value}, before: {old}", fact=label, value=words_of(change.after), old=words_of(change.before))


def words_of(fact: Fact) -> Value:
    """The value of a fact in words, on one line."""
    return value_lines(fact)
