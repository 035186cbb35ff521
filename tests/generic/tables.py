"""The tables that the generic suite plays at: every registered game, number of players, ruleset and box, and two toys.

`CARTOUCHE_SOAK=N` plays N games at each table instead of a few; `CARTOUCHE_GAMES=quarry` looks at that game only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import Game, Move, Played
from companion.engine.header import Sitting, sit_down
from companion.engine.record import Line, Record
from companion.engine.simulate import Simulated, header_for, playable_options, simulate
from companion.games import find_game, game_ids
from companion.table.scorekeeper import scorekeeper_of
from tests.kit.toy import shaft_game, toy_game

SOAK = int(os.environ.get("CARTOUCHE_SOAK", "0"))
FEW = 60
ONLY = tuple(filter(None, os.environ.get("CARTOUCHE_GAMES", "").split(",")))


class Table(NamedTuple):
    """One way of playing a game: its seats, its ruleset, and its box (None: as shipped)."""

    game: Game[Any]
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    name: str
    box: Box | None = None


class Walk(NamedTuple):
    """A game that was played: states[i] is before moves[i], results[i] what it led to; prints: as the states were."""

    table: Table
    seed: str
    sitting: Sitting
    states: list[Any]
    moves: list[Move]
    results: list[Played[Any]]
    prints: list[bytes]
    record: Record


def games() -> list[Game[Any]]:
    """Every game there is, and the toys."""
    found = [find_game(game_id) for game_id in game_ids()]
    return [game for game in (*found, toy_game(), shaft_game()) if not ONLY or game.id in ONLY]


def tables() -> list[Table]:
    """Every game, number of players, ruleset and box; and scorekeeper mode of a toy."""
    found = []
    for game in games():
        low, high = game.seat_range
        for n in range(low, high + 1):
            rulesets = {preset.id: {"ruleset": preset.id} for preset in game.presets} or {"": {}}
            first = len(found)  # The facts of a box are tried with one ruleset; rulesets with the shipped box.
            for ruleset, options in rulesets.items():
                name = f"{game.id}-{n}-{ruleset}".rstrip("-")
                found.append(Table(game, game.colours[:n], options, name))
                if game.practice is not None and len(found) == first + 1:
                    found.append(Table(game, game.colours[:n], options, f"{name}-practice", game.practice))
    keeper = scorekeeper_of(toy_game())
    if not ONLY or keeper.id in ONLY:
        found += [Table(keeper, keeper.colours[:n], {}, f"scorekeeper-{n}") for n in (2, 4)]
    return found


TABLES = tables()


def play(table: Table, seed: str) -> tuple[Simulated, Walk]:
    """A truthful random game at `table`, and every step of it."""
    simulated = simulate(table.game, table.seats, table.options, seed, table.box)
    return simulated, walk_of(table, seed, simulated.record)


def walk_of(table: Table, seed: str, record: Record) -> Walk:
    """Every step of a record."""
    sitting = sit_down(table.game, record.header)
    walk = Walk(table, seed, sitting, [sitting.state], [], [], [sitting.state.fingerprint()], record)
    for line in record.lines:
        played = table.game.play(walk.states[-1], line.move)
        walk.moves.append(line.move)
        walk.results.append(played)
        walk.states.append(played.state)
        walk.prints.append(played.state.fingerprint())
    return walk


WALKS: dict[str, Walk] = {}
"""The first game of each table by the table's name, for all tests."""


def walk(table: Table, seed: int | str = 0) -> Walk:
    """The game of `seed` at `table`; the first of each table is kept for all tests."""
    if seed == 0:
        if table.name not in WALKS:
            WALKS[table.name] = play(table, f"{table.name}.0")[1]
        return WALKS[table.name]
    return play(table, f"{table.name}.{seed}")[1]


def nodes(of: Walk, at_most: int) -> Iterator[int]:
    """Numbers of states spread evenly over a game, the first and the last among them."""
    count = len(of.states)
    step = max(1, (count - 1) // max(1, at_most - 1))
    chosen = sorted({*range(0, count, step), count - 1})
    yield from chosen


def first_state(table: Table, seed: str) -> Sitting:
    """A table set up and ready for the first move, without playing."""
    draw = Draw(seed)
    box = table.box or table.game.box
    options = playable_options(table.game, table.seats, table.options, draw, box)
    setup = table.game.draw_setup(table.seats, options, draw.branch("setup"), box)
    return sit_down(table.game, header_for(table.game, table.seats, options, seed, setup, box))


def record_of(of: Walk, n: int) -> Record:
    """The record of the first `n` moves."""
    return Record(of.record.header, tuple(Line(line.n, line.move, line.at) for line in of.record.lines[:n]))
