"""What is told of a game that has ended, for lists and statistics: ranking, reason, who began, parts of the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import msgspec

from companion.engine.game import Event, Game, Outcome, ScoreLine, State
from companion.engine.parts import CORRECTIONS, DURING_PLAY
from companion.engine.text import Text
from companion.table.clocks import ASLEEP_S
from companion.table.log import Step
from companion.table.summary import Part, Stored

TOLD = 1
"""Version of what is told; an older summary is made again by replay."""
LONGEST_PAUSE = timedelta(seconds=ASLEEP_S)


def tell(stored: Stored, game: Game[Any], first: State, steps: Sequence[Step], outcome: Outcome) -> Stored:
    """`stored` with all that is told of the game that began at `first` and went by `steps` to `outcome`."""
    return msgspec.structs.replace(
        stored,
        told=TOLD,
        ranking=outcome.ranking,
        reason=outcome.reason,
        order=order(game, first, steps),
        parts=parts(game, steps, outcome),
        played_s=stored.played_s or played_s(steps),
    )


def order(game: Game[Any], first: State, steps: Sequence[Step]) -> tuple[str, ...]:
    """The seats in the order in which they began; empty where all began at once or it is not known."""
    states = (first, *(step.played.state for step in steps))
    return next((found for state in states if (found := game.starting_order(state))), ())


def played_s(steps: Sequence[Step]) -> int:
    """Seconds from the first move to the last by their times; 0 where these tell nothing."""
    times = [datetime.fromisoformat(step.line.at) for step in steps]
    pauses = (min(after - before, LONGEST_PAUSE) for before, after in pairwise(times))
    return max(0, int(sum(pauses, timedelta()).total_seconds()))


def parts(game: Game[Any], steps: Sequence[Step], outcome: Outcome) -> tuple[Part, ...]:
    """All points by part, in the order in which they first fell: for each seat they make up its final score exactly.

    What the table put right stands in a part of its own, and so does what no scoring and no event tells.
    """
    seats = tuple(outcome.scores)
    titles: dict[str, Text] = {}
    points: dict[str, Counter[str]] = {}

    def add(part: tuple[str, Text], who: str, n: int) -> None:
        if n and who in seats:
            titles.setdefault(*part)
            points.setdefault(part[0], Counter())[who] += n

    for step in steps:
        for source in _sources(step):
            for who, n in source.points.items():
                add(game.part(source), who, n)
        if step.line.move.__struct_config__.tag == "correct":
            for who, n in _put_right(game, step).items():
                add(CORRECTIONS, who, n)
    told: Counter[str] = Counter()
    for by in points.values():
        told.update(by)
    for who in seats:
        add(DURING_PLAY, who, outcome.scores[who] - told[who])
    last = [part for part, _ in (DURING_PLAY, CORRECTIONS) if part in points]
    names = [part for part in points if part not in last] + last
    return tuple(
        Part(part, msgspec.to_builtins(titles[part]), {who: points[part][who] for who in seats if points[part][who]})
        for part in names
    )


def _sources(step: Step) -> Iterator[ScoreLine | Event]:
    """Whatever tells of points in a step: the lines of its scorings, and events without one."""
    for event in step.played.events:
        if event.scoring is None:
            yield event
        else:
            yield from event.scoring.lines


def _put_right(game: Game[Any], step: Step) -> dict[str, int]:
    """By how much a correction has changed the points of each seat, beside what its own events tell."""
    before = {standing.seat: standing.points for standing in game.standings(step.before)}
    after = {standing.seat: standing.points for standing in game.standings(step.played.state)}
    told: Counter[str] = Counter()
    for source in _sources(step):
        told.update(source.points)
    return {who: after[who] - before[who] - told[who] for who in after}
