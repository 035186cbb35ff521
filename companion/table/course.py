"""The course of a game: where its rounds end, and everybody's points after each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from companion.engine.game import Game, State
from companion.table.session import Session


class Course(msgspec.Struct, frozen=True):
    """Points by seat from the beginning (0) to the end. by_round: the numbers are rounds that are over, else moves."""

    points: tuple[tuple[int, Mapping[str, int]], ...]
    by_round: bool


def round_ends(game: Game[Any], views: Sequence[State]) -> tuple[int, ...]:
    """How many moves had been made when each round was over (`views`: before the first move and after every one).

    Empty where the game is not played in rounds.
    """
    over = [game.rounds_over(view) or 0 for view in views]
    return tuple(n for n, (before, after) in enumerate(pairwise(over), 1) if before != after)


def course(session: Session) -> Course:
    """The points after each round of the game; after each move where it knows no rounds, or ended in its first."""
    series = session.series()
    ends = round_ends(session.game, session.views)
    if not ends or len(series) < 2:
        return Course(series, False)
    moves = [0, *(n for n in ends if n < session.n), session.n]
    return Course(tuple((i, series[n][1]) for i, n in enumerate(moves)), True)
