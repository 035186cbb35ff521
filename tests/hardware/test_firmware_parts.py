"""The parts of a button box: the knob's two contacts, the text a reader of tags sends, what waits, what sounds."""

from __future__ import annotations

import random

import pytest

from hardware.firmware.buzzer import Buzzer
from hardware.firmware.knob import Knob
from hardware.firmware.outbox import Outbox
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


def test_a_tag_begins_anew_with_its_mark_and_holds_no_sign_that_can_not_be_seen() -> None:
    assert Tags().feed(b"left over\x0204A1\x03") == ["04A1"]
    assert Tags().feed(b"04\x7fA1\n04A2\n") == ["04A2"]


# what waits, and what sounds


def test_after_a_rest_in_which_the_clock_turned_around_all_is_sent_again_and_no_age_is_below_zero() -> None:
    outbox = Outbox(lambda later, earlier: later - earlier if later - earlier < 1000 else -1)
    outbox.add("down", "seat1", 0)
    assert outbox.body(100) == "down 1 seat1 100"
    outbox.run(349)
    assert outbox.body(349) == ""
    outbox.run(5000)
    assert outbox.body(5000) == "down 1 seat1 0"


def test_a_sound_that_is_stopped_is_heard_no_more() -> None:
    buzzer = Buzzer()
    buzzer.play("refused", 0)
    assert (buzzer.sound, buzzer.tone()) == ("refused", 392)
    buzzer.stop()
    assert (buzzer.sound, buzzer.tone()) == ("", 0)
