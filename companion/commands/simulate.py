"""`cartouche simulate GAME`: many truthful random games, each held against the truth, the oracle and the record."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from companion.commands.boxes import BoxChoice, box_for, with_box
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
from companion.engine.box import PRACTICE, Box
from companion.engine.game import Game
from companion.engine.header import Seat, check_seats
from companion.engine.simulate import Simulated, can_begin, switches
from companion.engine.simulate import simulate as play_out
from companion.engine.text import TN, T, decimal
from companion.games import find_game

MOST_SHOWN = 20


class Plan(msgspec.Struct, frozen=True):
    """Which games are played: the seats, rulesets (those of each box) and boxes that are taken in turn."""

    tables: tuple[tuple[str, ...], ...]
    rulesets: tuple[tuple[Mapping[str, Any], ...], ...]
    boxes: tuple[Box, ...]

    def of(self, number: int) -> tuple[tuple[str, ...], Mapping[str, Any], Box]:
        """Seats, options and box of game `number` (from 0): boxes change every game, then seats, then rulesets."""
        number, box = divmod(number, len(self.boxes))
        number, table = divmod(number, len(self.tables))
        own = self.rulesets[box]
        return self.tables[table], own[number % len(own)], self.boxes[box]


class Tally(msgspec.Struct):
    """What all games together reached."""

    moves: int = 0
    seconds: float = 0.0
    endings: Counter[str] = msgspec.field(default_factory=Counter)
    boxes: Counter[str] = msgspec.field(default_factory=Counter)
    decisions: Counter[str] = msgspec.field(default_factory=Counter)
    events: Counter[str] = msgspec.field(default_factory=Counter)
    refusals: Counter[str] = msgspec.field(default_factory=Counter)
    problems: list[dict[str, Any]] = msgspec.field(default_factory=list)

    def add(self, played: Simulated) -> None:
        """Count a game."""
        self.moves += played.moves
        self.endings[played.outcome.reason if played.outcome else "-"] += 1
        self.boxes["practice" if played.record.header.practice else "box"] += 1
        self.decisions.update(played.decisions)
        self.events.update(played.events)
        self.refusals.update(played.refusals)


@click.command("simulate")
@click.argument("game")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Where the draws begin.")
@click.option("--players", help="How many play, or their colours (default: every number in turn).")
@click.option("--options", "-o", "pairs", multiple=True, metavar="KEY=VALUE", help="A ruleset option; may be repeated.")
@with_box
@with_switches
def simulate(
    game: str,
    games: int,
    seed: str,
    players: str | None,
    pairs: tuple[str, ...],
    choice: BoxChoice,
    as_json: bool,
) -> None:
    """Play random games of GAME and check every step; without options every ruleset and every switch in turn.

    Where there is a practice board, it takes turns with the box as shipped.
    """
    rules = find_game(game)
    seed = read_seed(seed)
    plan = planned(rules, players, read_options(pairs), choice)
    tally = Tally()
    start = time.perf_counter()
    with Progress(console=Console(stderr=True), transient=True, disable=as_json or games < 100) as progress:
        for i in progress.track(range(games), description=rules.id):
            seats, options, box = plan.of(i)
            played = play_out(rules, seats, options, f"{seed}.{i}", box)
            tally.add(played)
            for problem in played.problems:
                found = {"seed": f"{seed}.{i}", "seats": list(seats), "options": dict(options), "problem": problem}
                tally.problems.append({**found, "practice": box.practice})
    tally.seconds = time.perf_counter() - start
    if as_json:
        told = {"game": rules.id, "games": games, **msgspec.to_builtins(tally)}
        say_json({**told, "seconds": round(tally.seconds, 3), "not_reached": unreached(rules, tally)})
    else:
        say_tally(rules, games, tally)
    said = language()
    for bad in tally.problems[:MOST_SHOWN]:
        words = T("{game}, seed {seed}, {n} players: {problem}", game=rules.id, n=len(bad["seats"]), **in_words(bad))
        say_error(said.say(words))
    if tally.problems:
        raise click.exceptions.Exit(1)


def in_words(problem: Mapping[str, Any]) -> dict[str, str]:
    """What a sentence about a problem says of it."""
    return {key: str(problem[key]) for key in ("seed", "problem")}


def planned(rules: Game[Any], players: str | None, given: dict[str, Any], choice: BoxChoice) -> Plan:
    """The games that were asked for. Raises InputError for seats, options and boxes that can't be."""
    rules.resolve(given)
    low, high = rules.seat_range
    tables = [read_seats(rules, players)] if players else [rules.colours[:n] for n in range(low, high + 1)]
    for table in tables:
        check_seats(rules, [Seat(seat, seat or "?") for seat in table])
    rulesets: list[dict[str, Any]] = [given] if given else [{"ruleset": p.id} for p in rules.presets] or [{}]
    if choice.none:
        # What the owner has filled in is left out, so that a seed gives the same games everywhere.
        boxes = [rules.box, *([rules.practice] if rules.practice is not None else [])]
    else:
        boxes = [box_for(rules, choice)]
    turned = [() if given else switched(rules, tables[-1], rulesets[0], box) for box in boxes]
    return Plan(tuple(tables), tuple(alternating(rulesets, own) for own in turned), tuple(boxes))


def switched(
    rules: Game[Any], seats: tuple[str, ...], ruleset: Mapping[str, Any], box: Box
) -> tuple[Mapping[str, Any], ...]:  # fmt: skip
    """The ruleset with one switch turned, for every switch that can be turned with what `box` tells."""
    changed = [{**ruleset, **switch} for switch in switches(rules) if not ruleset.keys() & switch.keys()]
    return tuple(options for options in changed if can_begin(rules, seats, options, box))


def alternating(
    rulesets: Sequence[Mapping[str, Any]], turned: Sequence[Mapping[str, Any]]
) -> tuple[Mapping[str, Any], ...]:  # fmt: skip
    """A ruleset as it is and one with a switch turned, by turns, until every one of both has come up."""
    if not turned:
        return tuple(rulesets)
    most = max(len(rulesets), len(turned))
    return tuple(one for i in range(most) for one in (rulesets[i % len(rulesets)], turned[i % len(turned)]))


def unreached(rules: Game[Any], tally: Tally) -> list[str]:
    """Refusal codes that no wrong move led to."""
    return [code for code in rules.help.refusals if not tally.refusals[code]]


def say_tally(rules: Game[Any], games: int, tally: Tally) -> None:
    """The numbers as a table, and what was reached."""
    said = language()
    say(said.say(TN("{game}: {n} game", "{game}: {n} games", games, game=rules.title)))
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    rows: list[tuple[Any, str]] = [
        (T("Moves"), str(tally.moves)),
        (T("Moves a game"), said.say(decimal(tally.moves / games))),
        (T("Moves a second, all checks on"), f"{tally.moves / tally.seconds:.0f}"),
    ]
    if tally.boxes["practice"]:
        rows.append((T(PRACTICE), str(tally.boxes["practice"])))
    rows += [(T("Ended by: {reason}", reason=reason), str(n)) for reason, n in tally.endings.most_common()]
    known, missed = len(rules.help.refusals), unreached(rules, tally)
    rows += [
        (T("Decisions reached"), counted(tally.decisions)),
        (T("Events reached"), counted(tally.events)),
        (T("Refusals reached, {n} of {all}", n=known - len(missed), all=known), counted(tally.refusals)),
    ]
    if missed:
        rows.append((T("Refusals not reached"), ", ".join(missed)))
    rows.append((T("Problems"), str(len(tally.problems))))
    for title, value in rows:
        table.add_row(cell(said.say(title)), cell(value))
    paper().print(table)


def counted(counts: Mapping[str, int]) -> str:
    """Names with how often, in alphabetical order."""
    return ", ".join(f"{name} {n}" for name, n in sorted(counts.items()))
