"""`cartouche sheet GAME FILE`: a position scored line by line, without having followed the game."""

from __future__ import annotations

import click

from companion.commands.boxes import BoxChoice, box_for, called, say_practice, with_box
from companion.commands.common import Failed, language, line_as_json, read_json, say, say_json, shown, with_switches
from companion.commands.record import say_lines
from companion.engine.errors import InputError
from companion.engine.text import TN, T
from companion.games import find_game


@click.command("sheet")
@click.argument("game", metavar="GAME[:SHEET]")
@click.argument("file")
@with_box
@with_switches
def sheet(game: str, file: str, choice: BoxChoice, as_json: bool) -> None:
    """Score the position in FILE (JSON) with a scoring sheet of GAME.

    Where a printed value is needed that nobody knows, the total stays open and the value is named.
    """
    said = language()
    game_id, _, sheet_id = game.partition(":")
    rules = find_game(game_id)
    if not rules.sheets:
        raise InputError(T("{game} has no scoring sheet.", game=rules.title))
    # A sheet may be named whole, as it is listed ("game:sheet").
    form = rules.sheets.get(game if sheet_id else next(iter(rules.sheets))) or rules.sheets.get(sheet_id)
    if form is None:
        known = ", ".join(rules.sheets)
        raise InputError(
            T("There is no sheet “{sheet}” here. The sheets are: {known}.", sheet=sheet_id[:40], known=known)
        )
    box = box_for(rules, choice)
    data = read_json(file)
    try:
        scores = form.score(data, box)
    except InputError as error:
        raise Failed(error.text, shown(file)) from error
    lines = [line_as_json(line, said) for line in scores.lines]
    totals = {seat: None if seat in scores.open else n for seat, n in scores.totals.items()}
    needs = [said.say(text) for text in scores.needs]
    if as_json:
        notes = {"notes": [said.say(note) for note in scores.notes]} if scores.notes else {}
        say_json({**called(box), "scores": totals, **scores.more, **notes, "needs": needs, "lines": lines})
        return
    say_practice(box)
    say_lines([{"n": None, **line} for line in lines], tuple(totals), said)
    for seat, total in totals.items():
        if total is None:
            say(said.say(T("{name}: open, {n} so far", name=seat, n=scores.total(seat))))
        else:
            say(said.say(TN("{name}: {n} point", "{name}: {n} points", total, name=seat)))
    for note in scores.notes:
        say(said.say(note))
    for need in needs:
        say(said.say(T("Not known: {fact}", fact=need)))
