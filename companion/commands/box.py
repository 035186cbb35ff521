"""`cartouche box show|check GAME`: the printed facts of a copy, their sources, and whether one can play by them."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from companion.commands.common import (
    Failed,
    cell,
    language,
    paper,
    read_json,
    say,
    say_error,
    say_json,
    shown,
    with_switches,
)
from companion.engine.box import Box
from companion.engine.box_words import sure, value_lines
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.simulate import playable_options
from companion.engine.text import TN, T, Text
from companion.games import find_game


@click.group("box")
def box_group() -> None:
    """Look at the printed facts of a game's box."""


def own_values(box: Box, file: str | None) -> Box:
    """The box with the owner's values of a file (a JSON object by key) over it. Raises Failed naming the file."""
    if file is None:
        return box
    values = read_json(file)
    if not isinstance(values, dict):
        raise Failed(T("The owner's values must be one JSON object in braces, a value by key."), shown(file))
    try:
        return box.with_overrides(values)
    except KeyError as error:
        key = str(error.args[0])[:40]
        raise Failed(
            T("The box has no value “{key}”. Remove it, or correct its name.", key=key), shown(file)
        ) from error


@box_group.command("show")
@click.argument("game")
@click.option("--values", "file", metavar="FILE", help="The owner's values (JSON, keys as --json prints them).")
@with_switches
def show(game: str, file: str | None, as_json: bool) -> None:
    """Print every fact of the box of GAME with its provenance."""
    said = language()
    rules = find_game(game)
    box = own_values(rules.box, file)
    facts = {key: box.fact(key) for key in box.facts}
    if as_json:
        rows = {
            key: {"label": f.label, "value": f.value, "confidence": f.confidence, "source": f.source, "note": f.note}
            for key, f in facts.items()
        }
        say_json({"game": box.game, "edition": box.edition, "facts": rows})
        return
    say(said.say(T("{game}, {edition}", game=rules.title, edition=box.edition)))
    table = Table(box=None, pad_edge=False)
    for title in (T("Fact"), T("Value"), T("Sure"), T("Source")):
        table.add_column(cell(said.say(title)), overflow="fold")
    for fact in facts.values():
        value = "\n".join(map(said.say, value_lines(fact)))
        table.add_row(*map(cell, (said.say(fact.label), value, said.say(sure(fact)), said.say(fact.source))))
    paper().print(table)


def starting_faults(rules: Game[Any], box: Box) -> list[Text]:
    """What keeps a game from beginning with this box, for every number of players and ruleset; each sentence once."""
    found: list[Text] = []
    low, high = rules.seat_range
    for n in range(low, high + 1):
        seats = rules.colours[:n]
        for given in [{"ruleset": preset.id} for preset in rules.presets] or [{}]:
            draw = Draw(f"box check {n}")
            try:
                options = playable_options(rules, seats, given, draw)
                state = rules.new(seats, options, rules.draw_setup(seats, options, draw, box), box)
            except InputError as error:
                texts = [error.text]
            else:
                texts = [fault.text for fault in rules.audit(state) if not fault.warning]
            found += [text for text in texts if text not in found]
    return found


def judged(rules: Game[Any], box: Box) -> tuple[list[Text], list[Text]]:
    """What keeps a game from beginning with this box, and what is merely unusual about it."""
    faults = starting_faults(rules, box)
    try:
        return faults, [fault.text for fault in rules.check_box(box)]
    except InputError as error:
        return [*faults, *([error.text] if error.text not in faults else [])], []


@box_group.command("check")
@click.argument("game")
@click.option("--values", "file", metavar="FILE", help="The owner's values (JSON, keys as --json prints them).")
@with_switches
def check(game: str, file: str | None, as_json: bool) -> None:
    """Try whether GAME can be played with its box, and list what is unusual and what is not known."""
    said = language()
    rules = find_game(game)
    box = own_values(rules.box, file)
    faults, warnings = ([said.say(text) for text in texts] for texts in judged(rules, box))
    if as_json:
        found = {"unknown": list(box.unknown), "warnings": warnings, "faults": faults}
        say_json({"game": rules.id, "good": not faults, **found})
    else:
        say(said.say(TN("{n} fact in the box.", "{n} facts in the box.", len(box.facts))))
        for key in box.unknown:
            say(said.say(T("Not known: {fact}", fact=Text(box.facts[key].label))))
        for warning in warnings:
            say(said.say(T("Unusual: {what}", what=warning)))
        if not faults:
            say(said.say(T("The game can be played with this box.")))
    for fault in faults:
        say_error(fault)
    if faults:
        raise click.exceptions.Exit(1)
