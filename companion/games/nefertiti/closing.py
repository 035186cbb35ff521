"""What closes a market half: the printed rules as pure predicates, with how far each is (spec nefertiti 2.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from companion.games.nefertiti.catalogue import Dice, Half, Rule


class Measure(msgspec.Struct, frozen=True):
    """How far a half is from closing. have and need: one number each for every part of the rule.

    The half closes when any part has what it needs. Nothing in them: no count tells it (a roll, or an unknown rule).
    """

    kind: str
    have: tuple[int, ...] = ()
    need: tuple[int, ...] = ()

    @property
    def closes(self) -> bool:
        """Whether the rule is met."""
        return any(have >= need for have, need in zip(self.have, self.need, strict=True))


def measure(half: Half, taken: Mapping[str, str]) -> Measure:
    """How far `half` is with `taken`: the seat on each occupied square, by the square's own id."""
    rule = half.checked
    if rule is None:
        return Measure("MANUAL")
    kind = rule.kind
    if kind == "SUM_GE":
        return Measure(kind, (sum(s.bid for s in half.squares if s.id in taken),), (rule.n,))
    if kind == "COUNT_GE":
        return Measure(kind, (len(taken),), (rule.n,))
    if kind == "COLOURS_OR_TOTAL":
        return Measure(kind, (len(set(taken.values())), len(taken)), (rule.colours, rule.total))
    if kind == "CONNECTED_GE":
        return Measure(kind, (largest_group(half, taken),), (rule.n,))
    if kind == "LINE":
        return _line(rule, taken)
    if kind == "FULL":
        return Measure(kind, (len(taken),), (len(half.squares),))
    return Measure(kind)


def largest_group(half: Half, taken: Collection[str]) -> int:
    """How many squares the largest group of occupied neighbours has."""
    beside = {square.id: square.adj for square in half.squares}
    waiting, best = set(taken), 0
    while waiting:
        group = [waiting.pop()]
        for square in group:
            near = waiting.intersection(beside.get(square, ()))
            waiting -= near
            group += near
        best = max(best, len(group))
    return best


def _line(rule: Rule, taken: Collection[str]) -> Measure:
    """The line that misses least, the longer one of two."""
    best = min(rule.lines, key=lambda line: (sum(square not in taken for square in line), -len(line)))
    return Measure("LINE", (sum(square in taken for square in best),), (len(best),))


def hits(dice: Dice, got: Sequence[int], numbers: Collection[int]) -> bool:
    """Whether a roll closes a half whose squares that count have these `numbers`."""
    if dice.compare == "each":
        return any(die in numbers for die in got)
    return sum(got) in numbers


def is_full(half: Half, taken: Collection[str]) -> bool:
    """Whether every square of a half that is known whole is occupied."""
    return half.complete and all(square.id in taken for square in half.squares)
