"""Counts of move sequences from fixed positions ("perft"), and a second, slow way to count them.

The frozen numbers are in `frozen_counts.toml`. `python -m tests.generic.counting` counts anew and writes them; look at
the difference before it is committed: a number changes only when a rule does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from companion.engine.draw import Draw
from companion.engine.game import Game, Move
from companion.engine.wrong_moves import mutants, words_of
from tests.generic.tables import TABLES, Table, first_state, walk

FILE = Path(__file__).with_name("frozen_counts.toml")
DEEPEST = 3
MOST = 1500
"""Sequences counted at most from one position: the depth is chosen so."""
PLIES = (0, 6, 15, 94, 130)
"""After so many moves the counting begins."""
FAR = 94
"""From here on a kind of move is drawn first and then the move, or some games would not get beyond a first delivery."""


class Count(NamedTuple):
    """After `ply` moves there are `sequences` sequences of `depth` moves, which end in `positions` positions."""

    ply: int
    depth: int
    sequences: int
    positions: int


def ends(game: Game[Any], state: Any, depth: int) -> Iterable[Any]:
    """The states after every sequence of `depth` legal moves (shorter where the game ends)."""
    legal = game.legal_moves(state) if depth else ()
    if not legal:
        yield state
        return
    for move in legal:
        yield from ends(game, game.play(state, move).state, depth - 1)


def fixed_position(table: Table, ply: int) -> Any | None:
    """The position after `ply` legal moves, drawn from a seed and from nothing a dealer does; None after the end."""
    draw, game = Draw(f"counts {table.name}"), table.game
    state = first_state(table, f"counts {table.name}").state
    for _ in range(ply):
        legal = sorted(game.legal_moves(state), key=msgspec.json.encode)
        if not legal:
            return None
        if ply >= FAR:
            kind = draw.pick(sorted({type(move).__struct_config__.tag for move in legal}, key=str))
            legal = [move for move in legal if type(move).__struct_config__.tag == kind]
        state = game.play(state, draw.pick(legal)).state
    return state if game.legal_moves(state) else None


def count(table: Table, ply: int) -> Count | None:
    """Sequences from the position after `ply` moves, as deep as `MOST` allows; None after the end of the game."""
    start = fixed_position(table, ply)
    if start is None:
        return None
    best = None
    for depth in range(1, DEEPEST + 1):
        found = []
        for state in ends(table.game, start, depth):
            found.append(state.fingerprint())
            if len(found) > MOST:
                break
        if len(found) > MOST:
            break
        best = Count(ply, depth, len(found), len(set(found)))
    return best


def counts(table: Table) -> list[Count]:
    """Everything counted at one table."""
    return [found for ply in PLIES if (found := count(table, ply)) is not None]


def tried_out(table: Table, state: Any, pool: Iterable[Move]) -> set[Move]:
    """Moves of `pool` that the validator lets through: legal moves found without the generator."""
    outside = {choice.move for choice in table.game.incidents(state)}
    return {move for move in pool if move not in outside and table.game.refuse(state, move) is None}


def pool_of(table: Table) -> set[Move]:
    """Every move that was possible at any time of the table's first game, and each of them for the other seats."""
    of = walk(table)
    legal = {move for state in of.states for move in table.game.legal_moves(state)}
    words = words_of(list(legal))
    for move in list(of.moves):
        legal.update(mutants(table.game, table.seats, move, words))
    return legal


def frozen() -> dict[str, list[Count]]:
    """The frozen numbers by table."""
    data = tomllib.loads(FILE.read_text("utf-8"))
    return {name: [Count(*row) for row in rows] for name, rows in data["counts"].items()}


def main() -> None:
    """Count anew and write the file."""
    rows = ["# ply, depth, sequences, positions; written by `python -m tests.generic.counting`", "[counts]"]
    for table in TABLES:
        if not table.name.startswith("scorekeeper"):
            numbers = ", ".join(str(list(found)) for found in counts(table))
            rows.append(f'"{table.name}" = [{numbers}]')
    FILE.write_text("\n".join(rows) + "\n", "utf-8")
    click.echo(f"{len(rows) - 2} tables")


if __name__ == "__main__":
    main()
