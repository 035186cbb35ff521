"""The log of a game: moves that stand with what they caused, every taking back, and what was left out after one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from companion.engine.game import Event, Game, Played, State
from companion.engine.record import Line
from companion.engine.text import T, Text, seat
from companion.table.again import Dropped


class LogEntry(msgspec.Struct, frozen=True):
    """A line of the log: the move it belongs to, when, by whom, in words, the board targets it speaks of."""

    n: int
    at: str
    by: str
    text: Text
    targets: tuple[str, ...]
    kind: Literal["move", "event", "undo", "correct"]


class Step(msgspec.Struct, frozen=True):
    """An accepted move that stands, with the state it was made in and what it caused."""

    line: Line
    before: State
    played: Played[Any]


class Taken(msgspec.Struct, frozen=True):
    """A taking back: which it was, how many moves stood after it, who wished it, and the last of the moves taken."""

    kind: Literal["undo", "correct"]
    n: int
    by: tuple[str, ...]
    at: str
    last: Step


class LeftOut(msgspec.Struct, frozen=True):
    """A dropped move that is not made again since nobody is asked any more: after which move that showed, and when."""

    n: int
    at: str
    what: Dropped


Told = Step | Taken | LeftOut


def words(game: Game[Any], told: Told) -> list[LogEntry]:
    """The lines of the log for one thing that was told."""
    if isinstance(told, Step):
        n, at, by = told.line.n, told.line.at, told.line.move.by
        text = game.say_move(game.view(told.before, None), told.line.move)
        entries = [LogEntry(n, at, by, text, places(game, told), "move")]
        return entries + [LogEntry(n, at, by, event.text, event.targets, "event") for event in told.played.events]
    if isinstance(told, LeftOut):
        move = told.what.move
        text = T("Not asked again, so left out: {what}", what=game.say_move(game.view(told.what.before, None), move))
        return [LogEntry(told.n, told.at, move.by, text, (), "event")]
    by = told.by[0] if told.kind == "undo" and told.by else "table"
    if told.kind == "undo":
        what = game.say_move(game.view(told.last.before, None), told.last.line.move)
        text = T("{who} took back: {what}", who=seat(by), what=what)
    else:
        text = T("By agreement of all, back to move {n}.", n=told.n)
    return [LogEntry(told.n, told.at, by, text, (), told.kind)]


def places(game: Game[Any], step: Step) -> tuple[str, ...]:
    """The places of a move: where it was offered on the board, and what it caused."""
    asked = game.decision(game.view(step.before, None))
    # Where a private answer was tapped would tell it as long as it is closed.
    closed = asked.private and game.sealed(step.played.state)
    own = next((choice.targets for choice in asked.choices if choice.move == step.line.move and not closed), ())
    return tuple(dict.fromkeys((*own, *_targets(step.played.events))))


def _targets(events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(target for event in events for target in event.targets))
