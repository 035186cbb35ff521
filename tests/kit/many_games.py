"""A journal of many finished games over a year: real random games played once, then told again of other evenings.

`python -m tests.kit.many_games FOLDER N` fills a data folder.
"""

from __future__ import annotations

import random
import sys
import uuid
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import Game, Outcome, State
from companion.engine.header import Header, Seat, sit_down
from companion.engine.record import Line, dump_header
from companion.engine.simulate import header_for, playable_options
from companion.games import find_game, game_ids
from companion.table import chain, database
from companion.table.chain import Entry, Kind
from companion.table.ending import tell
from companion.table.journal import Journal
from companion.table.log import Step
from companion.table.scorekeeper import Scorekeeper, scorekeeper_of
from companion.table.storage import JOURNAL
from companion.table.summary import Stored, encode, summarise

NAMES = ("Anna", "Márton", "Kira", "Дора", "Bartholomäus-Konstantin", "Ilka", "Zsófi", "Kenji")
YEAR_FROM = datetime(2025, 3, 1, 18, 0, tzinfo=UTC)
MINUTES_A_YEAR = 365 * 24 * 60


class Model(NamedTuple):
    """A game that was really played: its header, its moves as JSON, and its summaries.

    `ended` is after the last move, `middle` after half of them.
    """

    header: Header
    moves: tuple[str, ...]
    ended: Stored
    middle: Stored
    ending: str


class Evening(NamedTuple):
    """A game that was really played: header, first state, every step, and how it ended."""

    header: Header
    first: State
    steps: list[Step]
    outcome: Outcome


def truthful(
    game: Game[Any], seats: Sequence[str], options: Mapping[str, Any], seed: str, box: Box | None = None
) -> Evening:
    """One truthful random game to its end, as fast as it goes: nothing is checked on the way."""
    known, draw = box or game.box, Draw(seed)
    values = playable_options(game, seats, options, draw, known)
    dealer = game.dealer(seats, values, draw, known)
    header = header_for(game, seats, values, seed, dealer.setup, known)
    if isinstance(game, Scorekeeper):
        header = msgspec.structs.replace(header, mode="scorekeeper")
    first = sit_down(game, header).state
    state: Any = first
    steps: list[Step] = []
    while (outcome := game.outcome(state)) is None:
        move = dealer.choose(state)
        played = game.play(state, move)
        dealer.witness(move, state, played.state, played.events)
        steps.append(Step(Line(len(steps) + 1, move, header.started), state, played))
        state = played.state
    return Evening(header, first, steps, outcome)


@cache
def model(game_id: str, n_players: int, seed: int = 0, keeper: bool = False) -> Model:
    """One truthful random game to its end; `keeper`: in scorekeeper mode."""
    kept = find_game(game_id)
    game: Game[Any] = scorekeeper_of(kept) if keeper else kept
    evening = truthful(game, game.colours[:n_players], {}, f"many {game_id} {n_players} {seed}")
    header, first, steps, outcome = evening
    state = steps[-1].played.state
    ended = summarise(game, state, len(steps), game.decision(state), outcome, "finished", header.started)
    half = len(steps) // 2
    between = steps[half].before
    middle = summarise(game, between, half, game.decision(between), None, "put_away", header.started)
    ending = {"winners": outcome.winners, "reason": outcome.reason, "scores": outcome.scores}
    moves = tuple(msgspec.json.encode(step.line.move).decode() for step in steps)
    told = tell(ended, game, first, steps, outcome)
    return Model(header, moves, told, middle, msgspec.json.encode(ending).decode())


def models(each: int = 1, kinds: Sequence[str] = ()) -> list[Model]:
    """`each` games of every game (or of `kinds`) and number of players, and one of scorekeeper mode of each game."""
    found = []
    for game_id in kinds or game_ids():
        low, high = find_game(game_id).seat_range
        found += [model(game_id, n, seed) for n in range(low, high + 1) for seed in range(each)]
        found.append(model(game_id, low, 0, keeper=True))
    return found


def _said(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _told(of: Model, dice: random.Random, names: Sequence[str], at: datetime, away: bool) -> tuple[Header, Any]:
    """A model as another evening with other people: its header and its acts with their times, and its summary."""
    chosen = dice.sample(names, len(of.header.seats))
    seats = tuple(Seat(seat.seat, name, seat.side) for seat, name in zip(of.header.seats, chosen, strict=True))
    record_id = str(uuid.UUID(int=dice.getrandbits(128), version=4))
    header = msgspec.structs.replace(of.header, id=record_id, seats=seats, started=_said(at))
    moves = of.moves[: len(of.moves) // 2] if away else of.moves
    pause = dice.randrange(8, 30)
    acts: list[tuple[Kind, str, str]] = [
        ("move", move, _said(at + timedelta(seconds=pause * n))) for n, move in enumerate(moves, 1)
    ]
    last = acts[-1][2] if acts else header.started
    acts.append(("put_away", "{}", last) if away else ("finished", of.ending, last))
    summary = msgspec.structs.replace(of.middle if away else of.ended, touched=last, played_s=pause * len(moves))
    if dice.random() < 1 / 3:
        share = summary.played_s // len(seats)
        summary = msgspec.structs.replace(summary, times={seat.seat: share for seat in seats})
    return header, (acts, summary)


def many(
    journal: Journal,
    n: int,
    *,
    away: int = 0,
    each: int = 1,
    kinds: Sequence[str] = (),
    names: Sequence[str] = NAMES,
    since: datetime = YEAR_FROM,
    seed: int = 0,
) -> tuple[str, ...]:
    """Put `n` finished games and `away` ones that were put away into `journal`, over a year from `since` on.

    The same arguments give the same games. All can be replayed. Returns their record ids, the oldest first.
    """
    dice = random.Random(seed)
    found = models(each, kinds)
    dice.shuffle(found)
    count = n + away
    begun = sorted(dice.randrange(MINUTES_A_YEAR) for _ in range(count))
    laid_aside = set(dice.sample(range(count), away))
    ids: list[str] = []
    with closing(database.connect(journal.path)) as connection:
        database.make_durable(connection)
        connection.execute("BEGIN IMMEDIATE")
        number = connection.execute("SELECT coalesce(max(number), 0) FROM game").fetchone()[0]
        for i, minute in enumerate(begun):
            at = since + timedelta(minutes=minute)
            header, (acts, summary) = _told(found[i % len(found)], dice, names, at, i in laid_aside)
            entries = [Entry(0, "start", header.started, dump_header(header))]
            entries += [Entry(seq, kind, when, data) for seq, (kind, data, when) in enumerate(acts, 1)]
            rows, head = [], chain.root(header.id)
            for entry in entries:
                row, head = chain.hang(head, entry)
                rows.append(row)
            number += 1
            database.put_game(connection, database.GameRow(number, header.id, len(entries) - 1, head, encode(summary)))
            database.put_rows(connection, number, rows)
            ids.append(header.id)
        connection.execute("COMMIT")
    journal.look_again()
    return tuple(ids)


if __name__ == "__main__":
    with Journal.open(Path(sys.argv[1]) / JOURNAL) as filled:
        many(filled, int(sys.argv[2]), each=3)
