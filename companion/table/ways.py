"""Ways in which a table can have come to look as it does: moves that the rules allow, tried one after the other.

The best first: what leaves the fewest places unexplained. A way ends as soon as every sure place agrees. Two orders of
the same moves are one way if they lead to the same. Of what is chosen unseen nothing is tried; a move that nobody can
see is passed only where there is no other. The work is bounded; a search that was cut short says so.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from companion.engine.game import Decision, Game, Move, State
from companion.engine.sight import EMPTY, Sight
from companion.table.evidence import Evidence, Key, Shown, shown

TRIES = 1500
"""So many moves are tried at most."""


class Way(msgspec.Struct, frozen=True):
    """Moves that explain what is seen, the states each is made in, and the state they lead to.

    `unseen`: how many of the moves left no trace in a sure place, so that people must say whether they were made.
    `likelihood`: see `Evidence.likelihood`; for comparing ways only.
    """

    moves: tuple[Move, ...]
    befores: tuple[State, ...]
    state: Any
    likelihood: float
    unseen: int = 0


class Found(msgspec.Struct, frozen=True):
    """The ways that were found, likeliest first. `whole`: everything that could fit was tried."""

    ways: tuple[Way, ...]
    whole: bool


class _Node(msgspec.Struct, frozen=True):
    """A position on the way. `broken`: so many moves put something where it is not seen; `rests`: moves unseen."""

    state: Any
    shown: Shown
    wrong: dict[Key, int]
    moves: tuple[Move, ...] = ()
    befores: tuple[State, ...] = ()
    broken: int = 0
    rests: int = 0

    @property
    def off(self) -> int:
        """How much of what is sure contradicts this position."""
        return sum(self.wrong.values())

    @property
    def names(self) -> Counter[bytes]:
        """Its moves, whatever their order."""
        return Counter(msgspec.json.encode(move, order="deterministic") for move in self.moves)


class Search:
    """One search, from `state` on, for what `evidence` speaks for. `most`: moves in a way; `tries`: moves in all."""

    def __init__(
        self, game: Game[Any], sight: Sight[Any], state: Any, evidence: Evidence, most: int, tries: int = TRIES
    ) -> None:
        self.game = game
        self.sight = sight
        self.evidence = evidence
        self.most = most
        self.tries = tries
        now = shown(sight, state)
        self.root = _Node(state, now, evidence.wrong(now))
        self._goals: list[_Node] = []
        self._prints = {state.fingerprint()}
        self._met: dict[frozenset[tuple[bytes, int]], list[_Node]] = {}

    def told(self) -> Found:
        """Ways of one move that the table tells by what lies open, nothing else having changed."""
        decision = self.game.decision(self.root.state)
        ends = [self._after(self.root, move, firm=True) for move in self._read_off(self.root, decision)]
        self._goals = [self._extended(node) for node in ends if not node.off]
        return Found(self._ways(), True)

    def run(self) -> Found:
        """The ways there are, by the fewest moves: none holds all moves of another one."""
        order = count()
        heap = [(0, self.root.off, 0, next(order), self.root)]
        while heap:
            node = heapq.heappop(heap)[-1]
            if not self._worth(node):
                continue
            for child in self._children(node):
                if self.tries < 0:
                    return Found(self._ways(), False)
                if child.off == 0:
                    self._goals.append(self._extended(child))
                else:
                    level = child.broken + child.rests
                    heapq.heappush(heap, (level, child.off, len(child.moves), next(order), child))
        return Found(self._ways(), True)

    def _worth(self, node: _Node) -> bool:
        """Whether to go on from here, seeing what was found already."""
        if len(node.moves) >= self.most:
            return False
        if not self._goals:
            return True
        best = min(self._goals, key=lambda goal: (goal.broken, len(goal.moves)))
        if node.broken > best.broken or (node.rests and len(node.moves) >= len(best.moves)):
            return False
        return not any(goal.names <= node.names for goal in self._goals)

    # moves

    def _read_off(self, node: _Node, decision: Decision) -> list[Move]:
        """Moves that fill in a form of the decision with what lies open, as far as the rules allow them."""
        if decision.private or decision.secret or not decision.forms:
            return []
        moves = dict.fromkeys(self.sight.moves(node.state, self.evidence.sure))
        return [move for move in moves if self.game.refuse(node.state, move) is None]

    def _children(self, node: _Node) -> Iterator[_Node]:
        decision = self.game.decision(node.state)
        if decision.private or decision.secret:
            return
        only = len(decision.choices) == 1 and not decision.forms
        moves = {choice.move: only for choice in decision.choices} | dict.fromkeys(self._read_off(node, decision), True)
        for move, sure in moves.items():
            self.tries -= 1
            if self.tries < 0:
                yield node
                return
            child = self._after(node, move, sure)
            touched = self.evidence.touched(node.shown, child.shown, node.wrong | child.wrong)
            if not (sure or touched.sure or touched.doubtful):
                continue
            if not (sure or touched.sure):
                child = msgspec.structs.replace(child, rests=child.rests + 1)
            if self._new(child):
                yield child

    def _after(self, node: _Node, move: Move, firm: bool) -> _Node:
        """The position after a legal move. `firm`: it can't have been another one."""
        state = self.game.apply(node.state, move).state
        now = shown(self.sight, state)
        wrong = self.evidence.wrong(now)
        broken = not firm and any(
            n > node.wrong.get(key, 0) or self._misplaced(key, node.shown, now) for key, n in wrong.items()
        )
        return _Node(
            state, now, wrong, (*node.moves, move), (*node.befores, node.state), node.broken + broken, node.rests
        )

    @staticmethod
    def _misplaced(key: Key, before: Shown, after: Shown) -> bool:
        """Whether something else than what is seen came to lie there; a place that is cleared may be filled again."""
        if not isinstance(key, str):
            return False
        labels = after.places[key]
        return labels != before.places.get(key) and EMPTY not in labels

    def _extended(self, node: _Node) -> _Node:
        """With the one move that what lies open tells next, if nothing contradicts it."""
        while len(node.moves) < self.most:
            told = self._read_off(node, self.game.decision(node.state))
            after = self._after(node, told[0], firm=True) if len(told) == 1 else node
            if after is node or after.off:
                break
            node = after
        return node

    # one and the same

    def _new(self, node: _Node) -> bool:
        """Whether this position was not reached before, be it by the same moves in another order."""
        mark = node.state.fingerprint()
        if mark in self._prints:
            return False
        self._prints.add(mark)
        alike = self._met.setdefault(frozenset(node.names.items()), [])
        if any(self._same(other, node) for other in alike):
            return False
        alike.append(node)
        return True

    def _same(self, one: _Node, other: _Node) -> bool:
        """Whether both lead to the same: in one move more or less, or by another order of the same moves."""
        if _position(one.state) == _position(other.state):
            return True
        if one.names != other.names:
            return False
        game = self.game
        a, b = game.decision(one.state), game.decision(other.state)
        return (
            one.shown == other.shown
            and (a.id, a.seats, a.forms) == (b.id, b.seats, b.forms)
            and {choice.move for choice in a.choices} == {choice.move for choice in b.choices}
            and game.standings(one.state) == game.standings(other.state)
        )

    def _ways(self) -> tuple[Way, ...]:
        least: list[_Node] = []
        for goal in sorted(self._goals, key=lambda one: len(one.moves)):
            longer = any(other.names < goal.names for other in self._goals)
            if not longer and not any(self._same(other, goal) for other in least):
                least.append(goal)
        ways = [
            Way(goal.moves, goal.befores, goal.state, self.evidence.likelihood(goal.shown), goal.rests + goal.broken)
            for goal in least
        ]
        return tuple(sorted(ways, key=lambda way: (-round(way.likelihood, 3), way.unseen, len(way.moves))))


def _position(state: State) -> bytes:
    """The state whatever the number of moves that led to it."""
    return msgspec.structs.replace(state, n=0).fingerprint()
