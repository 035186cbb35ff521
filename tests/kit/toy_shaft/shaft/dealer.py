"""A dealer of Shaft that knows how deep the shaft is, and keeps points of its own."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import TABLE, Dealer, Event, Move


class ShaftDealer(Dealer):
    """`depth` is the truth of its own copy; it is told when somebody asks."""

    def __init__(self, game: Any, seats: Sequence[str], draw: Draw, box: Box) -> None:
        from shaft.rules import Dig, Nothing, Tell

        self.setup = Nothing()
        self._dig, self._tell = Dig, Tell
        self._draw = draw.branch("play")
        self.game, self.seats = game, tuple(seats)
        self.depth = box.value("depth") or 3 + draw.branch("depth").below(7)
        self.digs: list[int] = []
        self.points = dict.fromkeys(seats, 0)

    def choose(self, state: Any) -> Move:
        if len(self.digs) == len(self.seats):
            return self._tell(TABLE, self.depth)
        return self._dig(self.seats[len(self.digs)], 1 + self._draw.below(3))

    def witness(self, move: Move, before: Any, after: Any, events: Sequence[Event]) -> list[str]:
        if isinstance(move, self._dig):
            self.digs.append(move.deep)
        if any(event.kind == "shown" for event in events):
            if sum(self.digs) <= self.depth:
                self.points = {seat: n + dug for (seat, n), dug in zip(self.points.items(), self.digs, strict=True)}
            self.digs = []
        return [] if after.points == self.points else [f"points {after.points} instead of {self.points}"]

    def verdict(self, state: Any) -> list[str]:
        outcome = self.game.outcome(state)
        return [] if outcome and dict(outcome.scores) == self.points else ["another result"]

    def twin(self, state: Any) -> Dealer | None:
        """Another depth, while nobody has told it."""
        if state.depth is not None:
            return None
        other = copy.copy(self)
        other._draw, other.digs = copy.deepcopy(self._draw), list(self.digs)
        other.depth = 3 + (self.depth - 2) % 7
        return other
