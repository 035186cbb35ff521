"""Random sittings of scorekeeper mode, with the entries kept as a plain list to count again at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.draw import Draw
from companion.engine.game import TABLE, Dealer, Event, Move
from companion.table.scorekeeper.position import Add, Finish, NextTurn, Nothing, Tally

if TYPE_CHECKING:
    from companion.table.scorekeeper.rules import Scorekeeper

TURNS = 30


class TallyDealer(Dealer):
    """Adds small and large points at random, passes the turn, and finishes in time."""

    def __init__(self, game: Scorekeeper, seats: Sequence[str], draw: Draw) -> None:
        self.setup = Nothing()
        self.game = game
        self.seats = tuple(seats)
        self.draw = draw.branch("play")
        self.entries: list[tuple[str, int]] = []
        self.turns = 0

    def choose(self, state: Tally) -> Move:
        if self.turns >= TURNS or self.draw.below(60) == 0:
            return Finish(TABLE)
        if self.draw.below(3) == 0:
            return NextTurn(TABLE)
        first, second = self.draw.below(20), self.draw.below(8)
        kind = self.draw.below(3)
        who = self.draw.pick(self.seats)
        if kind == 0:
            return Add(who, first)
        if kind == 1:
            return Add(who, first - second, f"{first}\u2212{second}")
        return Add(who, -second)

    def witness(self, move: Move, before: Any, after: Any, events: Sequence[Event]) -> list[str]:
        if isinstance(move, Add):
            self.entries.append((move.by, move.points))
        if isinstance(move, NextTurn):
            self.turns += 1
        return []

    def verdict(self, state: Tally) -> list[str]:
        found = []
        for who in self.seats:
            points = sum(n for by, n in self.entries if by == who)
            if state.points[who] != points:
                found.append(f"{who} has {state.points[who]} points instead of {points}")
        best = max(state.points.values())
        outcome = self.game.outcome(state)
        if outcome is None or set(outcome.winners) != {s for s in self.seats if state.points[s] == best}:
            found.append(f"winners {outcome}")
        return found
