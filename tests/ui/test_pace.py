"""How much a turn of the knob counts: every detent one, but the third within a tenth of a second and on, ten each."""

from __future__ import annotations

from typing import cast

import pytest

from companion.ui.focus import MANY, Focus, Pace
from companion.ui.root import Root
from companion.ui.widgets.base import Turned


class Numbers(Turned):
    """So many values."""

    def __init__(self, span: int) -> None:
        self.span = span
        self.turned: list[int] = []

    def turn(self, steps: int) -> None:
        self.turned.append(steps)


def test_slow_detents_are_one_each() -> None:
    pace = Pace()
    assert [pace.of(1, at) for at in (0.0, 0.0625, 0.125, 0.25, 0.375)] == [1, 1, 1, 1, 1]


def test_the_third_within_a_tenth_of_a_second_counts_ten_and_so_do_those_after_it() -> None:
    pace = Pace()
    assert [pace.of(1, at) for at in (0.0, 0.05, 0.1, 0.15)] == [1, 1, 10, 10]
    assert Pace().of(-4, 1.0) == -22


def test_the_other_way_begins_slowly() -> None:
    pace = Pace()
    assert pace.of(3, 0.0) == 12
    assert [pace.of(-1, 0.01), pace.of(-1, 0.02), pace.of(-1, 0.03)] == [-1, -1, -10]


@pytest.mark.parametrize(("span", "turned"), [(MANY, 3), (MANY + 1, 12)])
def test_only_many_values_are_gone_over_by_tens(span: int, turned: int) -> None:
    numbers = Numbers(span)
    Focus(cast(Root, None))._change(numbers, 3, 0.0)
    assert numbers.turned == [turned]
