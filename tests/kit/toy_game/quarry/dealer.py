"""A dealer of Quarry with the pile of tokens in hand, and a score of its own from the list of what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.draw import Draw
from companion.engine.game import TABLE, Dealer, Event, Move
from companion.engine.options import OptionValues
from quarry.facts import BOX
from quarry.position import Flip, Position, Stake, Take


class QuarryDealer(Dealer):
    """Keeps the truth as piles of stones and the tokens in their order."""

    def __init__(self, game: Any, seats: Sequence[str], options: OptionValues, draw: Draw) -> None:
        self.setup = game.draw_setup(seats, options, draw.branch("setup"), BOX)
        self.seats = tuple(seats)
        self.draw = draw.branch("play")
        self.heaps = list(self.setup.pits)
        self.tokens = draw.branch("tokens").shuffled(BOX.value("tokens"))
        self.stakes: dict[str, int] = {}
        self.taken: list[tuple[str, int]] = []
        self.bonus: list[tuple[str, int]] = []

    def choose(self, state: Position) -> Move:
        if len(self.stakes) < len(self.seats):
            who = self.draw.pick([s for s in self.seats if s not in self.stakes])
            return Stake(who, self.draw.below(4))
        if state.flipping:
            return Flip(TABLE, self.tokens[-1])
        full = [i for i, n in enumerate(self.heaps) if n]
        return Take(self.seats[len(self.taken) % len(self.seats)], self.draw.pick(full))

    def witness(self, move: Move, before: Any, after: Any, events: Sequence[Event]) -> list[str]:
        if isinstance(move, Stake):
            self.stakes[move.by] = move.stones
        elif isinstance(move, Take):
            self.taken.append((move.by, self.heaps[move.pit]))
            self.heaps[move.pit] = 0
        elif isinstance(move, Flip):
            self.bonus.append((self.taken[-1][0], self.tokens.pop()))
        return [] if list(after.pits) == self.heaps else [f"pits {after.pits} instead of {self.heaps}"]

    def verdict(self, state: Any) -> list[str]:
        stones = {s: sum(n for who, n in self.taken if who == s) for s in self.seats}
        points = {s: stones[s] + sum(n for who, n in self.bonus if who == s) for s in self.seats}
        for s in self.seats:
            if all(stones[s] >= n for n in stones.values()):
                points[s] += self.stakes[s]
        from quarry import GAME

        outcome = GAME.outcome(state)
        said = dict(outcome.scores) if outcome else None
        return [] if said == points else [f"points {said} instead of {points}"]
