"""How fast the engines are: random play beside python-chess, the slowest moves, replay."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import chess

from companion.engine.box import Box
from companion.engine.game import Game, Move
from companion.engine.header import sit_down
from companion.engine.record import Record
from companion.engine.simulate import simulate

ROUNDS = 5
SECONDS = 0.6
"""Time of one round of random play."""
BATCH = 64
SCRIPTS = 20
LONGEST = 200
"""Moves after which a random game is broken off, in chess and here."""


class Kind(NamedTuple):
    """A game with the box it is measured with."""

    name: str
    game: Game[Any]
    box: Box


def kinds(games: Iterable[Game[Any]]) -> list[Kind]:
    """Every game with its box as shipped, and with its practice board where it has one."""
    found = []
    for game in games:
        found.append(Kind(game.id, game, game.box))
        if game.practice is not None:
            found.append(Kind(f"{game.id}, practice board", game, game.practice))
    return found


def chess_moves(dice: random.Random) -> int:
    """Random play of chess for one round; moves made."""
    moves, end = 0, time.perf_counter() + SECONDS
    board = chess.Board()
    while time.perf_counter() < end:
        for _ in range(BATCH):
            legal = list(board.legal_moves)
            if not legal or board.ply() >= LONGEST:
                board = chess.Board()
                continue
            board.push(dice.choice(legal))
            moves += 1
    return moves


def scripts(kind: Kind, full: bool = False) -> list[tuple[Any, list[Move]]]:
    """Truthful random games for every number of players (`full`: the highest): first state and moves of each."""
    game, (low, high) = kind.game, kind.game.seat_range
    low = high if full else low
    found = []
    for number in range(SCRIPTS):
        seats = game.colours[: low + number % (high - low + 1)]
        record = simulate(game, seats, {}, f"bench {number}", kind.box).record
        found.append((sit_down(game, record.header).state, [line.move for line in record.lines]))
    return found


def steps(game: Game[Any], games: list[tuple[Any, list[Move]]], dice: random.Random) -> Iterator[float]:
    """Random games for ever: legal moves, one of them drawn and played; the seconds of each step."""
    clock = time.perf_counter
    while True:
        for state, _ in games:
            for _ in range(LONGEST):
                begun = clock()
                legal = game.legal_moves(state)
                if not legal:
                    break
                state = game.play(state, dice.choice(legal)).state
                yield clock() - begun


def game_moves(walk: Iterator[float]) -> int:
    """Random play of one of our games for one round; moves made."""
    moves, end = 0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        for _ in islice(walk, BATCH):
            moves += 1
    return moves


def random_play(measured: list[Kind]) -> dict[str, float]:
    """Median moves a second of each kind by its name, and of python-chess ("chess"), rounds taken in turn."""
    dice = random.Random(1)
    rates: dict[str, list[float]] = {}
    runs: dict[str, Callable[[], int]] = {"chess": lambda: chess_moves(dice)}
    for kind in measured:
        walk = steps(kind.game, scripts(kind), dice)
        runs[kind.name] = partial(game_moves, walk)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            begun = time.perf_counter()
            moves = run()
            rates.setdefault(name, []).append(moves / (time.perf_counter() - begun))
    return {name: statistics.median(found) for name, found in rates.items()}


def slowest(kind: Kind, moves: int = 8000) -> tuple[float, float]:
    """The 99th percentile in milliseconds of one move (legal moves and play), and of making the decision after it."""
    clock, played, decided = time.perf_counter, [], []
    game, games = kind.game, scripts(kind)
    while len(played) < moves:
        for state, script in games:
            for move in script:
                begun = clock()
                game.legal_moves(state)
                state = game.play(state, move).state
                middle = clock()
                game.decision(state)
                played.append(middle - begun)
                decided.append(clock() - middle)
    return (statistics.quantiles(played, n=100)[98] * 1000, statistics.quantiles(decided, n=100)[98] * 1000)


def asked(kind: Kind, moves: int = 4000) -> float:
    """The 99th percentile in milliseconds of asking a full table: the legal moves and the decision of a position."""
    clock, found = time.perf_counter, []
    game, games = kind.game, scripts(kind, full=True)
    while len(found) < moves:
        for state, script in games:
            for move in script:
                begun = clock()
                game.legal_moves(state)
                game.decision(state)
                found.append(clock() - begun)
                state = game.play(state, move).state
    return statistics.quantiles(found, n=100)[98] * 1000


def records(kind: Kind, moves: int) -> list[Record]:
    """Whole games with `moves` moves together, or a few more."""
    found: list[Record] = []
    seats = kind.game.colours[: kind.game.seat_range[0]]
    while sum(len(record.lines) for record in found) < moves:
        found.append(simulate(kind.game, seats, {}, f"bench {len(found)}", kind.box).record)
    return found
