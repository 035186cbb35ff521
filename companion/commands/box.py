"""`cartouche box show|check GAME`: the printed facts of a copy, their sources, and whether one can play by them."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from companion.commands.boxes import BoxChoice, box_for, called, title_of, with_box
from companion.commands.common import Failed, cell, language, paper, say, say_error, say_json, with_switches
from companion.engine.box import Box, Fact
from companion.engine.box_words import CONFIDENCE, sure, value_lines
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.simulate import playable_options
from companion.engine.text import TN, T, Text
from companion.games import find_game


@click.group("box")
def box_group() -> None:
    """Look at the printed facts of a game's box, and fill in what is printed on your own."""


def facts_as_json(facts: dict[str, Fact]) -> dict[str, dict[str, Any]]:
    """Facts as the command line prints them, by key."""
    return {
        key: {
            "label": fact.label,
            "value": fact.value,
            "confidence": fact.confidence,
            "source": fact.source,
            "note": fact.note,
            "costs": fact.costs,
        }
        for key, fact in facts.items()
    }


@box_group.command("show")
@click.argument("game")
@with_box
@with_switches
def show(game: str, choice: BoxChoice, as_json: bool) -> None:
    """Print every fact of the box of GAME with its provenance."""
    said = language()
    rules = find_game(game)
    box = box_for(rules, choice)
    facts = {key: box.fact(key) for key in box.facts}
    if as_json:
        say_json({"game": box.game, "edition": box.edition, **called(box), "facts": facts_as_json(facts)})
        return
    say(said.say(title_of(rules, box)))
    table = Table(box=None, pad_edge=False)
    for title in (T("Fact"), T("Value"), T("Sure"), T("Source")):
        table.add_column(cell(said.say(title)), overflow="fold")
    for key, fact in facts.items():
        if not box.matters(key):
            continue
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
                options = playable_options(rules, seats, given, draw, box)
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


def authorities(box: Box) -> dict[str, int]:
    """How many facts are known by what authority, the surest first; those of a practice board count as unknown.

    Facts that don't matter for this copy are left out.
    """
    counts = dict.fromkeys(CONFIDENCE, 0)
    for key in filter(box.matters, box.facts):
        counts["unknown" if key in box.unknown else box.fact(key).confidence] += 1
    return {name: n for name, n in counts.items() if n}


@box_group.command("check")
@click.argument("game")
@with_box
@with_switches
def check(game: str, choice: BoxChoice, as_json: bool) -> None:
    """Try whether GAME can be played with its box; list what is known, what is not, and what that costs."""
    said = language()
    rules = find_game(game)
    try:
        box = box_for(rules, choice)
    except Failed as error:
        if as_json:
            say_json({"game": rules.id, "good": False, "warnings": [], "faults": [said.say(error.text)]})
        raise
    faults, warnings = ([said.say(text) for text in texts] for texts in judged(rules, box))
    if as_json:
        facts = facts_as_json({key: box.fact(key) for key in box.facts})
        found = {"unknown": list(box.unknown), "warnings": warnings, "faults": faults}
        say_json({"game": rules.id, **called(box), "good": not faults, **found, "facts": facts})
    else:
        say(said.say(title_of(rules, box)))
        say_known(box)
        say_missing(box)
        for warning in warnings:
            say(said.say(T("Unusual: {what}", what=warning)))
        if not faults:
            say(said.say(T("The game can be played with this box.")))
        if not box.practice and any(question.key in box.unknown for question in rules.survey(box)):
            say(said.say(T("“cartouche box survey {game}” asks for what is missing.", game=rules.id)))
    for fault in faults:
        say_error(fault)
    if faults:
        raise click.exceptions.Exit(1)


def say_known(box: Box) -> None:
    """How many facts there are by authority; under each the sources, and what they tell."""
    said = language()
    counts = authorities(box)
    say(said.say(TN("{n} fact in the box.", "{n} facts in the box.", sum(counts.values()))))
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for confidence, n in counts.items():
        known: dict[str, list[str]] = {}
        for key in box.facts:
            fact = box.fact(key)
            if fact.value is not None and box.matters(key) and fact.confidence == confidence:
                known.setdefault(fact.source, []).append(said.say(fact.label))
        told = [
            said.say(T("{fact}: {value}", fact=Text(source), value=", ".join(labels)))
            for source, labels in known.items()
        ]
        table.add_row(cell(str(n)), cell(said.say(CONFIDENCE[confidence])), cell("\n".join(told)))
    paper().print(table)


def say_missing(box: Box) -> None:
    """What is not known, and what falls back to asking for want of it."""
    said = language()
    for key in box.unknown:
        fact = box.facts[key]
        costs = Text(fact.costs) if fact.costs else T("No check waits for it.")
        words = T("Not known: {fact}. {costs}", fact=Text(fact.label), costs=costs)
        say(said.say(words))
