"""The parts of a button box: the knob's two contacts, and the text a reader of tags sends."""

from __future__ import annotations

import random

import pytest

from hardware.firmware.knob import Knob
from hardware.firmware.tags import Tags

CLOCKWISE = ((0, 1), (0, 0), (1, 0), (1, 1))
"""The levels of A and B on the way from one rest to the next: A closes first."""
BACK = ((1, 0), (0, 0), (0, 1), (1, 1))


def turned(knob: Knob, levels: list[tuple[int, int]]) -> list[int]:
    """The detents that these levels, one after the other, complete."""
    return [steps for a, b in levels if (steps := knob.update(a, b))]


def test_a_detent_each_way() -> None:
    knob = Knob()
    assert turned(knob, list(CLOCKWISE)) == [1]
    assert turned(knob, list(BACK)) == [-1]
    assert turned(knob, [*CLOCKWISE * 3, *BACK * 2]) == [1, 1, 1, -1, -1]


def test_a_knob_at_rest_tells_nothing() -> None:
    assert turned(Knob(), [(1, 1)] * 100) == []


def bouncing(levels: tuple[tuple[int, int], ...], seed: int) -> list[tuple[int, int]]:
    """The same way, each change bouncing a few times between before and after."""
    chance = random.Random(seed)
    before = (1, 1)
    train: list[tuple[int, int]] = []
    for after in levels:
        for _ in range(chance.randrange(6)):
            train += [after, before]
        train.append(after)
        before = after
    return train


@pytest.mark.parametrize("seed", range(20))
def test_contacts_that_bounce_change_nothing(seed: int) -> None:
    assert turned(Knob(), bouncing(CLOCKWISE * 5, seed)) == [1] * 5
    assert turned(Knob(), bouncing(BACK * 5, seed)) == [-1] * 5


def test_a_knob_that_is_moved_and_falls_back_tells_nothing() -> None:
    assert turned(Knob(), [(0, 1), (1, 1), (1, 0), (1, 1), (0, 1), (0, 0), (0, 1), (1, 1)]) == []


@pytest.mark.parametrize("missed", range(3))
def test_one_missed_state_loses_no_detent(missed: int) -> None:
    for way, step in ((CLOCKWISE, 1), (BACK, -1)):
        assert turned(Knob(), [levels for place, levels in enumerate(way) if place != missed]) == [step]


def test_a_knob_that_rests_with_both_contacts_closed_too_has_twice_the_detents() -> None:
    knob = Knob(per_cycle=2)
    assert turned(knob, list(CLOCKWISE * 2)) == [1, 1, 1, 1]
    assert turned(knob, list(BACK)) == [-1, -1]


# tags


@pytest.mark.parametrize("size", [1, 3, 100])
def test_tags_end_with_any_of_the_usual_line_ends(size: int) -> None:
    data = b"\x0204A1B2C3\x0304A1\r\n04A2\r\x02E004\r\n\x03Queen of Thebes\n"
    tags = Tags()
    got = [tag for start in range(0, len(data), size) for tag in tags.feed(data[start : start + size])]
    assert got == ["04A1B2C3", "04A1", "04A2", "E004", "Queen of Thebes"]


def test_what_is_too_long_or_no_text_is_dropped_and_the_next_tag_is_read() -> None:
    tags = Tags()
    assert tags.feed(b"x" * 65 + b"\n") == []
    assert tags.feed(b"y" * 64 + b"\n") == ["y" * 64]
    assert tags.feed(b"04\x0041\n04A1\n") == ["04A1"]
    assert tags.feed(b"04\xff\x0204A2\x03") == ["04A2"]


def test_an_endless_line_is_not_kept() -> None:
    tags = Tags()
    for _ in range(100):
        tags.feed(b"z" * 1000)
    assert len(tags._line) <= 64
