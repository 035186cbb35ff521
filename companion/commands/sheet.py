"""`cartouche sheet GAME FILE`: a position scored line by line, without having followed the game."""

from __future__ import annotations

import click

from companion.commands.common import Failed, language, line_as_json, read_json, say, say_json, shown, with_switches
from companion.commands.record import say_lines
from companion.engine.errors import InputError
from companion.engine.text import TN, T
from companion.games import find_game


@click.command("sheet")
@click.argument("game", metavar="GAME[:SHEET]")
@click.argument("file")
@with_switches
def sheet(game: str, file: str, as_json: bool) -> None:
    """Score the position in FILE (JSON) with a scoring sheet of GAME."""
    said = language()
    game_id, _, sheet_id = game.partition(":")
    rules = find_game(game_id)
    if not rules.sheets:
        raise InputError(T("{game} has no scoring sheet.", game=rules.title))
    form = rules.sheets.get(sheet_id or next(iter(rules.sheets)))
    if form is None:
        known = ", ".join(rules.sheets)
        raise InputError(
            T("There is no sheet “{sheet}” here. The sheets are: {known}.", sheet=sheet_id[:40], known=known)
        )
    data = read_json(file)
    try:
        scores = form.score(data)
    except InputError as error:
        raise Failed(error.text, shown(file)) from error
    lines = [line_as_json(line, said) for line in scores.lines]
    if as_json:
        say_json({"scores": scores.totals, "lines": lines})
        return
    say_lines([{"n": None, **line} for line in lines], tuple(scores.totals), said)
    for seat, n in scores.totals.items():
        say(said.say(TN("{name}: {n} point", "{name}: {n} points", n, name=seat)))
