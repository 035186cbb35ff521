"""The summary of a game as it is stored with every accepted act, so that a list of games replays nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from companion.engine.game import Decision, Game, Outcome, State
from companion.engine.text import SeatName, T, Text, Value
from companion.table.chain import Entry, effective

Status = Literal["playing", "put_away", "finished"]
STANDS: Mapping[Status, Text] = {"playing": T("goes on"), "put_away": T("put away"), "finished": T("finished")}
"""What became of a game, in words."""


class Part(msgspec.Struct, frozen=True):
    """What one category of scoring brought in a whole game, by seat; its title is a text as a plain object."""

    category: str
    title: Any
    points: dict[str, int]


class Stored(msgspec.Struct, frozen=True):
    """A summary as it is stored: texts as plain objects.

    told: the version of what is told of a finished game (0: nothing; an older Cartouche stored it): ranking, reason of
    the end, the order in which the seats began (empty: at once, or not known) and the parts of the points. times: how
    long each seat has thought, and played_s how long the game was at the table, both in whole seconds.
    """

    status: Status
    n: int
    touched: str
    scores: dict[str, int]
    round: Any = None
    prompt: Any = None
    winners: tuple[str, ...] = ()
    result: Any = None
    told: int = 0
    ranking: tuple[tuple[str, ...], ...] = ()
    reason: str = ""
    order: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    times: dict[str, int] = {}
    played_s: int = 0


def summarise(
    game: Game[Any], state: State, n: int, decision: Decision, outcome: Outcome | None, status: Status, at: str
) -> Stored:
    """The summary of a game after an act, from what everybody at the table may know."""
    state = game.view(state, None)
    points = outcome.scores if outcome else {standing.seat: standing.points for standing in game.standings(state)}
    return Stored(
        status=status,
        n=n,
        touched=at,
        scores=dict(points),
        round=msgspec.to_builtins(game.phases(state)[0]),
        prompt=msgspec.to_builtins(decision.prompt),
        winners=outcome.winners if outcome else (),
        result=msgspec.to_builtins(outcome.text) if outcome else None,
    )


def encode(summary: Stored) -> str:
    """A summary as it is stored."""
    return msgspec.json.encode(summary).decode()


def status_of(entries: Iterable[Entry]) -> Status:
    """Whether a game is being played, is put away or finished, after its entries."""
    status: Status = "playing"
    for entry in entries:
        status = entry.kind if entry.kind in ("put_away", "finished") else "playing"
    return status


def without_rules(entries: tuple[Entry, ...]) -> Stored:
    """The summary of a game whose rules are not at hand: nothing but what the entries themselves tell."""
    return Stored(status=status_of(entries), n=effective(entries), touched=entries[-1].at, scores={})


def _value(data: Any) -> Value:
    if isinstance(data, dict):
        return SeatName(data["seat"]) if data.get("type") == "seat" else _said(data)
    if isinstance(data, list):
        return tuple(_value(part) for part in data)
    assert isinstance(data, int | str)
    return data


def _said(data: Mapping[str, Any]) -> Text:
    params = {name: _value(value) for name, value in data["params"].items()}
    return Text(data["message"], params, data["plural"], data["count"])


def read_text(data: Any) -> Text | None:
    """A text out of a stored summary, or None."""
    return _said(data) if data else None
