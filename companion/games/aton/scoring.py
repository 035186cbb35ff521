"""The scoring of Aton, line by line, with the sum as people say it and the spaces it was counted on (spec aton 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.game import ScoreLine, Scores
from companion.engine.text import T, Text
from companion.games.aton.layout import Facts, Layout, layout_of

TITLES = {
    "temple1": T("Temple 1"),
    "temple2": T("Temple 2"),
    "temple3": T("Temple 3"),
    "temple4": T("Temple 4"),
    "black": T("Black spaces"),
    "bonus": T("Bonus"),
}


class Majority(NamedTuple):
    """Counters of both sides on a set of spaces, and the side that has more (None: nobody)."""

    one: int
    two: int
    leader: int | None


def majority(boards: tuple[int, int], spaces: int) -> Majority:
    """Strictly more counters; being alone counts, equality does not."""
    one, two = (boards[0] & spaces).bit_count(), (boards[1] & spaces).bit_count()
    return Majority(one, two, None if one == two else 0 if one > two else 1)


def _line(
    category: str, seats: tuple[str, ...], leader: int | None, points: int, sum_: Text, targets: tuple[str, ...]
) -> ScoreLine:
    gained = {seat: points if i == leader else 0 for i, seat in enumerate(seats)}
    return ScoreLine(category, TITLES[category], sum_, gained, targets)


def _compared(held: Majority) -> Text:
    return T("{one} : {two}", one=held.one, two=held.two)


def score_lines(facts: Facts, seats: tuple[str, ...], boards: tuple[int, int]) -> tuple[ScoreLine, ...]:
    """The six lines for counters `boards` (bitboards in seat order)."""
    layout = layout_of(facts)
    both = boards[0] | boards[1]
    lines: list[ScoreLine] = []

    spaces = layout.temples[0]
    held = majority(boards, spaces)
    points, sum_ = 0, _compared(held)
    if held.leader is not None:
        most, least = max(held.one, held.two), min(held.one, held.two)
        points = most - least
        sum_ = T("{most} − {least} = {points}", most=most, least=least, points=points)
    lines.append(_line("temple1", seats, held.leader, points, sum_, layout.targets(both & spaces)))

    spaces = layout.temples[1]
    held = majority(boards, spaces)
    points = facts.temple2_points
    lines.append(_line("temple2", seats, held.leader, points, _compared(held), layout.targets(both & spaces)))

    spaces = layout.temples[2]
    held = majority(boards, spaces)
    points, sum_, counted = 0, _compared(held), both & spaces
    if held.leader is not None:
        counted = boards[held.leader] & spaces
        points = max(held.one, held.two)
        sum_ = T("{n} × 1 = {points}", n=points, points=points)
    lines.append(_line("temple3", seats, held.leader, points, sum_, layout.targets(counted)))

    spaces = layout.temples[3]
    held = majority(boards, spaces)
    points, sum_, counted = 0, _compared(held), both & spaces
    if held.leader is not None:
        counted = boards[held.leader] & layout.blue
        blue = counted.bit_count()
        points = facts.temple4_per_blue * blue
        sum_ = T("{n} × {each} = {points}", n=blue, each=facts.temple4_per_blue, points=points)
    lines.append(_line("temple4", seats, held.leader, points, sum_, layout.targets(counted)))

    spaces = layout.black
    held = majority(boards, spaces)
    points = facts.black_points
    lines.append(_line("black", seats, held.leader, points, _compared(held), layout.targets(both & spaces)))

    one, two = bonus(layout, boards[0]), bonus(layout, boards[1])
    lines.append(
        ScoreLine(
            "bonus",
            TITLES["bonus"],
            T("{one} : {two}", one=one, two=two),
            {seats[0]: one, seats[1]: two},
            layout.targets(both & layout.all_bonus),
        )
    )
    return tuple(lines)


def bonus(layout: Layout, counters: int) -> int:
    """The sum of the bonus spaces a player occupies; no majority needed."""
    return sum(value * (counters & spaces).bit_count() for value, spaces in layout.bonus)


def score_board(facts: Facts, seats: tuple[str, ...], boards: tuple[int, int], before: Mapping[str, int]) -> Scores:
    """The whole scoring over the points each seat had."""
    return Scores(score_lines(facts, seats, boards), before)


def gains(facts: Facts, boards: tuple[int, int]) -> tuple[int, int]:
    """The points of both sides alone, for the score strip."""
    lines = score_lines(facts, ("one", "two"), boards)
    return sum(line.points["one"] for line in lines), sum(line.points["two"] for line in lines)
