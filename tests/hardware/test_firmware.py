"""The logic of a button box with no pins and no clock: what people do goes in, lines come out."""

from __future__ import annotations

import pytest

from hardware.device import COMMON_KEYS, SEAT_KEYS
from hardware.firmware.logic import SILENT_MS, Box
from hardware.firmware.outbox import ROOM
from hardware.firmware.wire import fits, frame
from tests.kit.wired_box import KEYS, box, met, said, tell

# hello


def test_a_box_says_hello_once_at_its_start() -> None:
    assert said(box(), 0) == ["hello 0 1 e660 1f 1 seat1,seat2,confirm,turn,tags seat1,seat2 1"]
    assert said(Box("e660", "2a", ()), 0) == ["hello 0 1 e660 2a 1 - - 0"]


def test_a_box_answers_every_hello() -> None:
    it = met()
    assert said(it, 1) == []
    assert tell(it, 2, "hello 0 1") == ["hello 0 1 e660 1f 1 seat1,seat2,confirm,turn,tags seat1,seat2 1"]


def test_the_hello_of_a_box_with_everything_fits_a_line() -> None:
    everything = (*SEAT_KEYS, *COMMON_KEYS)
    it = Box("e6605838833a9f2c", "00c0ffee", everything, SEAT_KEYS, sounds=True, knob=True, tags=True)
    it.outbox.next = 10**9
    (hello,) = said(it, 0)
    assert fits(hello)
    assert hello.split()[6] == ",".join((*everything, "turn", "tags"))


def test_hello_tells_the_lowest_number_that_was_not_acknowledged() -> None:
    it = met()
    it.key("seat1", True, 10)
    it.key("seat2", True, 11)
    assert said(it, 12) == ["down 1 seat1 2", "down 2 seat2 1"]
    assert tell(it, 20, "ack 1") == []
    assert tell(it, 30, "hello 0 1")[0].split()[5] == "2"


# buttons


def test_a_press_is_told_at_once_and_its_release_when_the_contact_has_settled() -> None:
    it = met()
    for now, closed in ((100, True), (101, False), (103, True), (110, False), (118, False), (125, False)):
        it.key("seat1", closed, now)
        it.run(now)
    assert said(it, 130) == ["down 1 seat1 30", "up 2 seat1 5"]


def test_two_buttons_at_once_are_two_presses() -> None:
    it = met()
    for now in (100, 101):
        for key in KEYS:
            it.key(key, key != "confirm", now)
    assert said(it, 101) == ["down 1 seat1 1", "down 2 seat2 1"]
    assert it.held == ["seat1", "seat2"]


def test_ages_are_of_the_moment_of_sending() -> None:
    it = box()
    it.key("confirm", True, 100)
    assert tell(it, 1600, "hello 0 1")[1:] == ["down 1 confirm 1500"]


def test_an_age_never_passes_9999() -> None:
    it = box()
    it.key("confirm", True, 0)
    for now in range(0, 40_000, 100):
        it.run(now)
    assert tell(it, 40_000, "hello 0 1")[1] == "down 1 confirm 9999"


# acknowledgements


def test_events_are_sent_again_every_250_ms_until_they_are_acknowledged() -> None:
    it = met()
    it.key("seat1", True, 10)
    assert said(it, 10) == ["down 1 seat1 0"]
    for now in range(11, 260):
        it.run(now)
        assert said(it, now) == []
    it.run(260)
    assert said(it, 260) == ["down 1 seat1 250"]
    assert tell(it, 300, "ack 1") == []
    for now in range(300, 900):
        it.run(now)
    assert said(it, 900) == []


def test_all_events_after_the_lost_one_are_sent_again_in_order() -> None:
    it = met()
    for place, key in enumerate(KEYS):
        it.key(key, True, place)
    assert len(said(it, 5)) == 3
    tell(it, 100, "ack 1")
    it.run(349)
    assert said(it, 349) == []
    it.run(350)
    assert said(it, 350) == ["down 2 seat2 349", "down 3 confirm 348"]


def test_whoever_says_hello_is_told_at_once_what_was_not_acknowledged() -> None:
    it = met()
    it.key("seat1", True, 10)
    said(it, 10)
    assert tell(it, 20, "hello 0 1")[1:] == ["down 1 seat1 10"]


def test_new_events_do_not_put_off_sending_the_lost_one_again() -> None:
    it = met()
    it.key("seat1", True, 0)
    said(it, 0)
    told = []
    for now in range(0, 300, 50):
        it.turn(1, now)
        it.run(now)
        told += said(it, now)
    assert told.count("down 1 seat1 250") == 1


@pytest.mark.parametrize("number", [0, 2, 999])
def test_an_acknowledgement_of_what_was_never_sent_forgets_nothing(number: int) -> None:
    it = met()
    it.key("seat1", True, 0)
    said(it, 0)
    tell(it, 1, f"ack {number}")
    assert len(it.outbox) == 1
    tell(it, 2, "ack 1", "ack 1")
    assert (len(it.outbox), it.outbox.next) == (0, 2)


def test_what_finds_no_room_is_counted_and_the_rest_keeps_its_numbers() -> None:
    it = box()
    for place in range(ROOM + 5):
        it.turn(1, place * 1000)
    assert len(it.outbox) == ROOM
    assert it.outbox.lost == 5
    events = [body.split() for body in tell(it, 60_000, "hello 0 1") if body.startswith("turn")]
    assert [int(words[1]) for words in events] == list(range(1, ROOM + 1))
    tell(it, 60_001, "ack 32")
    it.turn(-1, 60_002)
    assert said(it, 60_002) == ["turn 33 -1 0"]
    tell(it, 60_003, "ack 33")
    it.run(61_000)
    assert said(it, 61_000) == ["beat 0 - 5"]


def test_events_wait_while_no_host_is_heard() -> None:
    it = box()
    said(it, 0)
    it.key("seat1", True, 10)
    it.run(500)
    assert said(it, 500) == []
    assert tell(it, 600, "hello 0 1")[1:] == ["down 1 seat1 590"]
    it.run(600 + SILENT_MS)
    assert said(it, 600 + SILENT_MS) == ["beat 0 seat1 0"]
    assert len(it.outbox) == 1


# the knob


def test_the_first_detent_is_told_at_once_and_fast_ones_together() -> None:
    it = met()
    it.turn(1, 100)
    assert said(it, 100) == ["turn 1 1 0"]
    for now in (110, 120, 130):
        it.turn(1, now)
        it.run(now)
    assert said(it, 139) == []
    it.run(140)
    assert said(it, 140) == ["turn 2 3 0"]


def test_spinning_the_knob_is_no_flood() -> None:
    it = met()
    steps, events = 0, 0
    for now in range(1, 1001):
        if now % 5 == 0:
            it.turn(1, now)
        it.run(now)
        for body in said(it, now):
            if body.startswith("turn"):
                events += 1
                steps += int(body.split()[2])
                tell(it, now, f"ack {body.split()[1]}")
    assert events <= 26
    assert 192 <= steps <= 200


def test_what_was_turned_to_and_fro_is_nothing() -> None:
    it = met()
    for now, steps in ((100, 1), (105, 1), (110, -1)):
        it.turn(steps, now)
    it.run(200)
    assert said(it, 200) == ["turn 1 1 100"]


def test_turning_before_a_press_is_told_before_it() -> None:
    it = met()
    it.turn(2, 100)
    it.turn(3, 110)
    it.key("confirm", True, 112)
    assert said(it, 112) == ["turn 1 2 12", "turn 2 3 0", "down 3 confirm 0"]


# tags


def test_a_tag_is_told_in_hexadecimal() -> None:
    it = met()
    assert it.tag("04A1b2", 50)
    assert said(it, 60) == ["tag 1 303441316232 10"]


def test_a_tag_that_lies_on_the_reader_is_read_once() -> None:
    it = met()
    for now in range(0, 10_000, 100):
        assert it.tag("04A1", now)
        it.run(now)
    assert len(it.outbox) == 1
    it.tag("04B2", 10_000)
    it.tag("04A1", 10_100)
    assert len(it.outbox) == 3
    it.run(12_200)
    it.tag("04A1", 12_200)
    assert len(it.outbox) == 4


@pytest.mark.parametrize("tag", ["", "a" * 65, "a\x07", "ű"])
def test_what_is_no_tag_is_not_told(tag: str) -> None:
    it = met()
    assert not it.tag(tag, 0)
    assert len(it.outbox) == 0


def test_the_longest_tag_fits_a_line() -> None:
    it = met()
    it.outbox.next = 10**9
    assert it.tag("~" * 64, 0)
    assert fits(said(it, 99_999)[0])


# beats


def test_every_second_tells_what_is_held_and_what_was_lost() -> None:
    it = met()
    it.key("confirm", True, 10)
    it.key("seat1", True, 11)
    said(it, 11)
    tell(it, 12, "ack 2")
    told = []
    for now in range(12, 3100):
        it.run(now)
        told += [(now, body) for body in said(it, now)]
    assert told == [(second * 1000, "beat 0 seat1,confirm 0") for second in (1, 2, 3)]


# the clock of a Pico wraps around

PERIOD = 1 << 16


def wrapped(later: int, earlier: int) -> int:
    """The difference on a clock that wraps around after 65 seconds."""
    return ((later - earlier + PERIOD // 2) % PERIOD) - PERIOD // 2


def test_nothing_happens_when_the_clock_wraps_around() -> None:
    start = PERIOD - 150
    it = box(wrapped, start)
    it.feed(frame("hello 0 1") + frame("lamps 1 seat1=blink") + frame("sound 2 refused"), start)
    assert len(said(it, start)) == 3
    told, tones = [], []
    for passed in range(1200):
        now = (start + passed) % PERIOD
        it.key("confirm", 100 <= passed < 300, now)
        it.run(now)
        tones.append(it.tone())
        told += [(passed, body) for body in said(it, now)]
        if passed == 400:
            assert tell(it, now, "ack 2") == []
    assert told == [
        (100, "down 1 confirm 0"),
        (300, "up 2 confirm 0"),
        (350, "down 1 confirm 250"),
        (350, "up 2 confirm 50"),
        (1000, "beat 0 - 0"),
    ]
    assert tones[:421] == [392] * 140 + [0] * 60 + [330] * 220 + [0]
    assert it.host


def test_after_a_week_without_a_host_what_waits_is_simply_old() -> None:
    it = box(wrapped, 0)
    it.key("seat1", True, 0)
    for passed in range(0, 3 * PERIOD, 100):
        now = passed % PERIOD
        it.run(now)
        it.key("seat1", True, now)
    assert tell(it, 5, "hello 0 1")[1:2] == ["down 1 seat1 9999"]


def test_a_tag_laid_down_again_just_when_the_clock_has_gone_round_is_read_again() -> None:
    it = box(wrapped, 0)
    it.tag("04A1", 0)
    for passed in range(0, PERIOD, 100):
        it.run(passed)
    it.tag("04A1", 100)
    assert len(it.outbox) == 2
