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

from companion.engine.game import Game, Move, State
from companion.engine.sight import EMPTY, Sight
from companion.table.evidence import Evidence, Key, Shown, shown

TRIES = 1500
"""So many moves are tried at most."""
CHAIN = 60
"""So many moves that only say what lies open may follow each other."""


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
    """The ways that were found, likeliest first. `whole`: everything that could fit was tried.

    `part`: where no way was found, the moves that what lies open tells all the same.
    """

    ways: tuple[Way, ...]
    whole: bool
    part: Way | None = None


class _Node(msgspec.Struct, frozen=True):
    """A position on the way. `broken`: so many moves put something where it is not seen; `rests`: moves unseen.

    `told`: moves that only say what lies open; they are not counted.
    """

    state: Any
    shown: Shown
    wrong: dict[Key, int]
    moves: tuple[Move, ...] = ()
    befores: tuple[State, ...] = ()
    broken: int = 0
    rests: int = 0
    told: int = 0

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
        self._met: dict[frozenset[tuple[bytes, int]], list[_Node]] = {}

    def told(self) -> Found:
        """Ways that the table tells by what lies open, nothing else having changed."""
        moves = self._read_off(self.root)
        ends = [self._followed(self._after(self.root, move, firm=True)) for move in moves]
        self._goals = [node for node in ends if not node.off]
        return Found(self._ways(), True)

    def run(self) -> Found:
        """The ways there are, by the fewest moves: none holds all moves of another one."""
        start = self._followed(self.root)
        whole = self._search(start)
        part = self._way(start) if start.moves and not self._goals else None
        return Found(self._ways(), whole, part)

    def _search(self, start: _Node) -> bool:
        """Fill in the ways that were found from `start` on; whether all that could fit was tried."""
        order = count()
        if start.moves and not start.off:
            self._goals.append(start)
            return True
        heap = [(0, start.off, 0, next(order), start)]
        while heap:
            node = heapq.heappop(heap)[-1]
            if not self._worth(node):
                continue
            for child in self._children(node):
                if self.tries < 0:
                    return False
                if child.off == 0:
                    self._goals.append(self._followed(child))
                else:
                    level = child.broken + child.rests
                    heapq.heappush(heap, (level, child.off, len(child.moves), next(order), child))
        return True

    def _worth(self, node: _Node) -> bool:
        """Whether to go on from here, seeing what was found already."""
        if len(node.moves) - node.told >= self.most:
            return False
        if not self._goals:
            return True
        best = min(self._goals, key=lambda goal: (goal.broken, len(goal.moves)))
        if node.broken > best.broken or (node.rests and len(node.moves) >= len(best.moves)):
            return False
        return not any(goal.names <= node.names for goal in self._goals)

    # moves

    def _read_off(self, node: _Node) -> list[Move]:
        """Moves that say what lies open, as far as the rules allow them."""
        decision = self.game.decision(node.state)
        if decision.private or decision.secret:
            return []
        moves = dict.fromkeys(self.sight.moves(node.state, self.evidence.sure))
        return [move for move in moves if self.game.refuse(node.state, move) is None]

    def _children(self, node: _Node) -> Iterator[_Node]:
        decision = self.game.decision(node.state)
        if decision.private or decision.secret:
            return
        only = len(decision.choices) == 1 and not decision.forms
        moves = {choice.move: only for choice in decision.choices} | dict.fromkeys(self._read_off(node), True)
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
        moves, befores = (*node.moves, move), (*node.befores, node.state)
        return _Node(state, now, wrong, moves, befores, node.broken + broken, node.rests, node.told)

    @staticmethod
    def _misplaced(key: Key, before: Shown, after: Shown) -> bool:
        """Whether something else than what is seen came to lie there; a place that is cleared may be filled again."""
        if not isinstance(key, str):
            return False
        labels = after.places[key]
        return labels != before.places.get(key) and EMPTY not in labels

    def _followed(self, node: _Node) -> _Node:
        """With the moves that what lies open tells next, one after the other, as long as they contradict nothing."""
        for _ in range(CHAIN):
            told = self._read_off(node)
            if len(told) != 1:
                break
            after = self._after(node, told[0], firm=True)
            if any(n > node.wrong.get(key, 0) for key, n in after.wrong.items()):
                break
            node = msgspec.structs.replace(after, told=after.told + 1)
        return node

    # one and the same

    def _new(self, node: _Node) -> bool:
        """Whether this position was not reached before, be it by the same moves in another order."""
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
        ways = [self._way(goal) for goal in least]
        return tuple(sorted(ways, key=lambda way: (-round(way.likelihood, 3), way.unseen, len(way.moves))))

    def _way(self, node: _Node) -> Way:
        likelihood = self.evidence.likelihood(node.shown)
        return Way(node.moves, node.befores, node.state, likelihood, node.rests + node.broken)


def _position(state: State) -> bytes:
    """The state whatever the number of moves that led to it."""
    return msgspec.structs.replace(state, n=0).fingerprint()
