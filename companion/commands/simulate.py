"""`cartouche simulate GAME`: many truthful random games, each held against the truth, the oracle and the record."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from companion.commands.common import (
    cell,
    language,
    paper,
    read_options,
    read_seats,
    read_seed,
    say,
    say_error,
    say_json,
    with_switches,
)
from companion.engine.header import Seat, check_seats
from companion.engine.simulate import simulate as play_out
from companion.engine.text import TN, T
from companion.games import find_game

MOST_SHOWN = 20


@click.command("simulate")
@click.argument("game")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Where the draws begin.")
@click.option("--players", help="How many play, or their colours (default: every number in turn).")
@click.option("--options", "-o", "pairs", multiple=True, metavar="KEY=VALUE", help="A ruleset option; may be repeated.")
@with_switches
def simulate(game: str, games: int, seed: str, players: str | None, pairs: tuple[str, ...], as_json: bool) -> None:
    """Play random games of GAME and check every step; without options every ruleset in turn."""
    said = language()
    rules = find_game(game)
    seed = read_seed(seed)
    given = read_options(pairs)
    rules.resolve(given)
    low, high = rules.seat_range
    tables = [read_seats(rules, players)] if players else [rules.colours[:n] for n in range(low, high + 1)]
    for table in tables:
        check_seats(rules, [Seat(seat, seat or "?") for seat in table])
    rulesets: list[dict[str, Any]] = [given] if given else [{"ruleset": p.id} for p in rules.presets] or [{}]
    moves, endings = 0, Counter[str]()
    decisions: Counter[str] = Counter()
    problems: list[dict[str, Any]] = []
    start = time.perf_counter()
    with Progress(console=Console(stderr=True), transient=True, disable=as_json or games < 100) as progress:
        for i in progress.track(range(games), description=rules.id):
            seats, options = tables[i % len(tables)], rulesets[i // len(tables) % len(rulesets)]
            played = play_out(rules, seats, options, f"{seed}.{i}")
            moves += played.moves
            decisions.update(played.decisions)
            endings[played.outcome.reason if played.outcome else "-"] += 1
            for problem in played.problems:
                problems.append({"seed": f"{seed}.{i}", "seats": list(seats), "options": options, "problem": problem})
    seconds = time.perf_counter() - start
    if as_json:
        say_json(
            {
                "game": rules.id,
                "games": games,
                "moves": moves,
                "seconds": round(seconds, 3),
                "endings": dict(endings),
                "decisions": dict(decisions),
                "problems": problems,
            }
        )
    else:
        say(said.say(TN("{game}: {n} game", "{game}: {n} games", games, game=rules.title)))
        table_of = Table(box=None, show_header=False, pad_edge=False)
        table_of.add_row(cell(said.say(T("Moves"))), cell(str(moves)))
        table_of.add_row(cell(said.say(T("Moves a game"))), cell(f"{moves / games:.1f}"))
        table_of.add_row(cell(said.say(T("Moves a second, all checks on"))), cell(f"{moves / seconds:.0f}"))
        for reason, n in endings.most_common():
            table_of.add_row(cell(said.say(T("Ended by: {reason}", reason=reason))), cell(str(n)))
        table_of.add_row(cell(said.say(T("Problems"))), cell(str(len(problems))))
        paper().print(table_of)
    for found in problems[:MOST_SHOWN]:
        text = T(
            "{game}, seed {seed}, {n} players: {problem}",
            game=rules.id,
            seed=found["seed"],
            n=len(found["seats"]),
            problem=found["problem"],
        )
        say_error(said.say(text))
    if problems:
        raise click.exceptions.Exit(1)
