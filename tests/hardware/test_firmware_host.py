"""What a button box makes of the lines of its host: lamps, sounds, and what it does not understand."""

from __future__ import annotations

import pytest

from hardware.firmware.logic import BLINK_MS, SILENT_MS, Box
from hardware.firmware.wire import frame
from tests.kit.wired_box import KEYS, box, met, said, tell

# lamps


def test_lamps_are_set_all_at_once() -> None:
    it = met()
    assert tell(it, 1, "lamps 7 seat1=on,seat2=blink") == ["done 7"]
    assert (it.lit("seat1"), it.lit("seat2")) == (True, True)
    assert tell(it, 2, "lamps 8 seat2=on") == ["done 8"]
    assert (it.lit("seat1"), it.lit("seat2")) == (False, True)
    assert tell(it, 3, "lamps 9 -") == ["done 9"]
    assert not it.lit("seat2")


def test_off_may_be_said_by_name_too() -> None:
    it = met()
    tell(it, 1, "lamps 1 seat1=on,seat2=on")
    assert tell(it, 2, "lamps 2 seat1=off,seat2=on") == ["done 2"]
    assert it.lamps == {"seat2": "on"}


def test_a_blinking_lamp_begins_lit_and_shines_half_of_the_time() -> None:
    it = met()
    it.run(BLINK_MS + 10)
    tell(it, BLINK_MS + 20, "lamps 1 seat1=blink,seat2=on")
    begun = BLINK_MS + 20
    seen = []
    for now in range(begun, begun + 4 * BLINK_MS):
        it.run(now)
        seen.append(it.lit("seat1"))
        assert it.lit("seat2")
    assert seen == ([True] * BLINK_MS + [False] * BLINK_MS) * 2


def test_saying_the_lamps_again_does_not_disturb_the_blinking() -> None:
    it = met()
    tell(it, 0, "lamps 1 seat1=blink")
    it.run(BLINK_MS)
    tell(it, BLINK_MS + 1, "lamps 2 seat1=blink")
    assert not it.lit("seat1")


def test_lamps_go_out_when_the_host_falls_silent_and_stay_while_it_speaks() -> None:
    it = met()
    tell(it, 0, "lamps 1 seat1=on")
    for now in range(0, 20_000, 10):
        if now % 1000 == 0:
            it.feed(frame("beat 0"), now)
        it.run(now)
        assert it.lit("seat1")
    for now in range(20_000, 19_000 + SILENT_MS):
        it.run(now)
    assert it.lit("seat1")
    it.run(19_000 + SILENT_MS)
    assert not it.lit("seat1")


def test_a_host_that_is_heard_again_is_told_hello_so_that_it_lights_the_lamps_again() -> None:
    it = met()
    it.run(SILENT_MS)
    said(it, SILENT_MS)
    assert tell(it, 9000, "beat 0")[0].startswith("hello 0 1 e660 1f ")
    assert tell(it, 9001, "beat 0") == []


# sounds


def test_a_sound_is_played_to_its_end() -> None:
    it = met()
    assert it.tone() == 0
    assert tell(it, 0, "sound 1 refused") == ["done 1"]
    tones = []
    for now in range(500):
        it.run(now)
        tones.append(it.tone())
    assert tones == [392] * 140 + [0] * 60 + [330] * 220 + [0] * 80
    assert it.buzzer.sound == ""


def test_a_sound_said_again_is_heard_once_and_answered_again() -> None:
    it = met()
    tell(it, 0, "sound 5 good")
    it.run(90)
    assert it.tone() == 0
    assert tell(it, 100, "sound 5 good") == ["done 5"]
    assert it.tone() == 0
    tell(it, 110, "sound 6 good")
    assert it.tone() == 1319


def test_a_new_host_may_count_its_sounds_from_the_beginning() -> None:
    it = met()
    tell(it, 0, "sound 1 good")
    it.run(90)
    tell(it, 100, "hello 0 1", "sound 1 good")
    assert it.tone() == 1319


# lines that are not understood


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("lamps 3 seat9=on", "no 3 unknown-lamp"),
        ("lamps 3 seat1=bright", "no 3 unknown-state"),
        ("lamps 3 seat1", "no 3 unknown-state"),
        ("lamps 3", "no 3 wrong-words"),
        ("lamps 3 seat1=on seat2=on", "no 3 wrong-words"),
        ("sound 4 fanfare", "no 4 unknown-sound"),
        ("dance 5", "no 5 unknown-verb"),
        ("hello 0 one", "no 0 wrong-version"),
        ("hello 0 0", "no 0 wrong-version"),
        ("ack -1", "no 0 wrong-number"),
        ("ack ", "no 0 wrong-number"),
        ("ack 99999999999", "no 0 wrong-number"),
        ("ack", "no 0 wrong-number"),
        ("beat 0 - 0", "no 0 wrong-words"),
    ],
)
def test_a_line_that_is_not_understood_is_answered_and_changes_nothing(line: str, answer: str) -> None:
    it = met()
    tell(it, 0, "lamps 1 seat2=on")
    assert tell(it, 1, line) == [answer]
    assert it.lamps == {"seat2": "on"}
    assert it.tone() == 0


def test_a_sound_is_refused_by_a_box_that_cannot_be_heard() -> None:
    it = Box("e660", "1f", KEYS)
    assert tell(it, 0, "hello 0 1", "sound 1 good")[1:] == ["no 1 no-buzzer"]


def test_a_line_that_echoes_everything_comes_to_rest_and_is_no_host() -> None:
    it = box()
    it.key("seat1", True, 0)
    passed = 0
    for now in range(0, 5000, 10):
        it.run(now)
        if line := it.line(now):
            passed += 1
            it.feed(line, now)
    assert passed < 20
    assert not it.host


def test_cut_and_garbled_lines_are_skipped_and_the_next_one_is_heard() -> None:
    it = met()
    cut = frame("lamps 1 seat1=on")[:9] + b"\n"
    garbled = frame("lamps 2 seat1=on").replace(b"seat1", b"seat2")
    it.feed(cut + garbled + b"\xff\x00\n", 1)
    assert it.lamps == {}
    assert said(it, 1) == []
    assert tell(it, 2, "lamps 3 seat2=on") == ["done 3"]


def test_answers_that_cannot_be_sent_do_not_pile_up() -> None:
    it = met()
    for number in range(1, 1001):
        it.feed(frame(f"lamps {number} -"), 1)
    assert said(it, 1) == [f"done {number}" for number in range(993, 1001)]
