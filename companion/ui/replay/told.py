"""What a game tells of itself move by move: where its rounds end, where it was scored, which places a move is about."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from companion.engine.game import Scores, State
from companion.engine.text import Text
from companion.table.course import round_ends
from companion.table.session import Session

MOST_ROUNDS = 60
"""More marks than these would be one line."""


class Scoring(msgspec.Struct, frozen=True):
    """A scoring: the move that caused it, what it was, and its lines."""

    n: int
    title: Text
    scores: Scores


def rounds(session: Session, views: tuple[State, ...]) -> tuple[int, ...]:
    """How many moves had been made when each round was over; empty where the game is not played in rounds.

    In scorekeeper mode the people count them, and the label says so.
    """
    ends = round_ends(session.game, views)
    if ends or session.header.mode != "scorekeeper":
        return ends
    labels = [session.game.phases(view)[0] for view in views]
    changes = tuple(n for n, (before, after) in enumerate(pairwise(labels), 1) if before != after)
    return changes if len(changes) < MOST_ROUNDS else ()


def scorings(session: Session) -> tuple[Scoring, ...]:
    """All scorings in order."""
    return tuple(
        Scoring(line.n, event.text, event.scoring)
        for line, played in zip(session.lines, session.results, strict=True)
        for event in played.events
        if event.scoring is not None and event.scoring.lines
    )


def touched(session: Session, n: int, before: State) -> frozenset[str]:
    """The places the `n`th move was made at, `before` it. None for an answer that is still closed."""
    asked = session.game.decision(before)
    if asked.private and session.game.sealed(session.results[n - 1].state):
        return frozenset()
    move = session.lines[n - 1].move
    return frozenset(target for choice in asked.choices if choice.move == move for target in choice.targets)
