"""What a move caused, and scorings line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.text import Text


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a scoring: who gets what, the sum as shown to players, and the places it came from."""

    category: str
    title: Text
    sum: Text
    points: Mapping[str, int]
    targets: tuple[str, ...] = ()


class Scores(msgspec.Struct, frozen=True):
    """Points per seat with the lines they are made of. `before` are the points each seat had already.

    needs: printed values that are not known and without which the seats in `open` have no total yet. more: further
    results of a scoring sheet by name, as JSON (who won, what was earned). notes: the same for people, and
    what looks odd.
    """

    lines: tuple[ScoreLine, ...]
    before: Mapping[str, int]
    needs: tuple[Text, ...] = ()
    open: tuple[str, ...] = ()
    more: Mapping[str, Any] = {}
    notes: tuple[Text, ...] = ()

    def total(self, seat: str) -> int:
        """Points of `seat` with every line added."""
        return self.before[seat] + sum(line.points.get(seat, 0) for line in self.lines)

    @property
    def totals(self) -> dict[str, int]:
        """Points of every seat with every line added."""
        return {seat: self.total(seat) for seat in self.before}


class Event(msgspec.Struct, frozen=True):
    """What a move caused, for screen, lights, sound and log.

    `kind` is one of the game's own words ("points", "remove", "clear", ...); `show` asks the screen to stop and tell
    it with "Next" (something the app did by itself); `scoring` asks for the walk-through, line by line.
    """

    kind: str
    text: Text
    seats: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    points: Mapping[str, int] = {}
    show: bool = False
    scoring: Scores | None = None
