"""The conversation with a button box, on paper: bytes and times go in, signals and bytes come out."""

from __future__ import annotations

import random

import pytest

from hardware.box_protocol import MOST_SOUNDS, BoxTalk
from hardware.device import Pressed, Read, Released, Signal, Turned
from hardware.firmware.logic import Box
from hardware.talk import MOST_READS
from tests.kit.box_line import heard, hello, met, said

BOX = "serial:box"


def down(key: str, at: float) -> Pressed:
    return Pressed(BOX, key, at)


def up(key: str, at: float) -> Released:
    return Released(BOX, key, at)


def cut(key: str, at: float) -> Released:
    """A button that nobody let go."""
    return Released(BOX, key, at, cut=True)


# the greeting


def test_the_host_says_hello_and_learns_what_the_box_has() -> None:
    talk = BoxTalk(BOX)
    talk.begin(0.0)
    assert heard(talk.take(0.0)) == ["hello 0 1"]
    assert not talk.ready
    talk.feed(said(hello()), 0.1)
    assert talk.ready
    assert talk.keys == ("seat1", "seat2", "confirm", "undo", "turn", "tags")
    assert talk.lamps == ("seat1", "seat2")
    assert talk.sounds
    assert heard(talk.take(0.1)) == ["lamps 1 -", "beat 0"]


def test_hello_is_said_again_every_second_until_it_is_answered() -> None:
    talk = BoxTalk(BOX)
    talk.begin(0.0)
    talk.take(0.0)
    assert talk.take(0.9) == b""
    assert heard(talk.take(1.0)) == ["hello 0 1"]
    assert heard(talk.take(2.0)) == ["hello 0 1"]


def test_nothing_is_used_before_the_hello() -> None:
    talk = BoxTalk(BOX)
    talk.begin(0.0)
    talk.take(0.0)
    assert talk.feed(said("down 1 seat1 0", "beat 0 - 0"), 0.1) == []
    assert talk.take(0.1) == b""
    # The box has no acknowledgement and says it once more.
    assert talk.feed(said(hello(), "down 1 seat1 250"), 0.5) == [down("seat1", 0.25)]


def test_what_does_not_answer_within_three_seconds_is_no_button_box() -> None:
    talk = BoxTalk(BOX)
    talk.begin(10.0)
    talk.feed(b"OK\r\n>>> hello\r\n", 10.5)
    talk.due(12.9)
    assert not talk.ended
    talk.due(13.0)
    assert talk.ended
    assert talk.fault is not None
    assert "does not answer like a button box" in talk.fault.message


def test_an_echo_of_our_own_lines_is_no_answer() -> None:
    talk = BoxTalk(BOX)
    talk.begin(0.0)
    assert talk.feed(talk.take(0.0), 0.1) == []
    assert not talk.ready


def test_a_newer_protocol_is_named_and_nothing_it_sends_is_used() -> None:
    talk = BoxTalk(BOX)
    talk.begin(0.0)
    talk.take(0.0)
    assert talk.feed(said("hello 0 3 box7 b1 1 seat1 seat1 1", "down 1 seat1 0"), 0.1) == []
    assert talk.ended
    assert not talk.ready
    assert talk.fault is not None
    assert "speaks a newer protocol" in talk.fault.message
    assert talk.fault.params == {"n": 3}
    assert talk.keys == ()
    assert talk.take(0.1) == b""


# events


def test_a_whole_conversation() -> None:
    talk = met()
    signals = talk.feed(said("down 1 seat1 20", "up 2 seat1 0", "turn 3 -2 0", "tag 4 303441 0"), 5.0)
    assert signals == [
        down("seat1", 5.0 - 0.02),
        up("seat1", 5.0),
        Turned(BOX, -2, 5.0),
        Read(BOX, "04A", 5.0),
    ]
    assert heard(talk.take(5.0))[0] == "ack 4"


def test_one_acknowledgement_speaks_for_all_before_it_and_is_said_once() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0", "up 2 seat1 0"), 0.1)
    talk.feed(said("down 3 seat1 0"), 0.1)
    assert heard(talk.take(0.1)) == ["ack 3"]
    assert talk.take(0.1) == b""


def test_lines_may_come_in_pieces_of_any_size() -> None:
    talk = met()
    data = said("down 1 seat1 0", "up 2 seat1 0", "turn 3 1 0")
    signals = [signal for byte in data for signal in talk.feed(bytes((byte,)), 0.5)]
    assert signals == [down("seat1", 0.5), up("seat1", 0.5), Turned(BOX, 1, 0.5)]


@pytest.mark.parametrize("broken", [b"down 1 seat1 0*0000", b"\xff\x00\x80\x07", b"down 1 seat1", b"x" * 500])
def test_a_broken_line_is_as_if_it_had_not_come(broken: bytes) -> None:
    talk = met()
    assert talk.feed(broken + b"\n", 0.1) == []
    assert talk.broken == 1
    # Nothing was acknowledged, so the box says it again, and what came after it too.
    assert talk.feed(said("up 2 seat1 100"), 0.2) == []
    assert talk.take(0.2) == b""
    assert talk.feed(said("down 1 seat1 300", "up 2 seat1 200"), 0.4) == [
        down("seat1", pytest.approx(0.1)),
        up("seat1", pytest.approx(0.2)),
    ]


def test_a_number_that_was_had_is_dropped_and_acknowledged_again() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0", "up 2 seat1 0"), 0.1)
    talk.take(0.1)
    assert talk.feed(said("down 1 seat1 250", "up 2 seat1 250"), 0.35) == []
    assert heard(talk.take(0.35)) == ["ack 2"]


def test_an_event_nobody_means_any_more_is_acknowledged_and_dropped() -> None:
    talk = met()
    assert talk.feed(said("down 1 seat1 5001", "up 2 seat1 5001", "turn 3 1 9999"), 20.0) == []
    assert "ack 3" in heard(talk.take(20.0))
    assert talk.feed(said("down 4 seat1 5000"), 20.0) == [down("seat1", 15.0)]


def test_a_button_never_stays_down_however_late_it_comes_up() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0"), 1.0)
    assert talk.feed(said("up 2 seat1 9999"), 20.0) == [up("seat1", 15.0)]


def test_events_are_never_told_as_if_they_had_happened_in_another_order() -> None:
    talk = met()
    assert talk.feed(said("down 1 seat1 0"), 5.0) == [down("seat1", 5.0)]  # this line was held up on its way
    assert talk.feed(said("up 2 seat1 40"), 5.01) == [up("seat1", 5.0)]
    assert talk.feed(said("turn 3 1 10"), 6.0) == [Turned(BOX, 1, 5.99)]


def test_an_event_of_no_use_is_acknowledged_so_that_the_next_can_come() -> None:
    talk = met()
    assert talk.feed(said("down 1 lever 0", "down 2 seat1 0"), 0.1) == [down("seat1", 0.1)]
    assert heard(talk.take(0.1)) == ["ack 2"]
    assert talk.fault is not None
    assert talk.fault.params == {"detail": "there is no key “lever”"}


@pytest.mark.parametrize("age", ["-5", "9999999999999", "1e3", "x", "", "1.5"])
def test_an_age_that_is_no_number_is_told(age: str) -> None:
    talk = met()
    assert talk.feed(said(f"down 1 seat1 {age}", "down 2 seat1 0"), 0.1) == [down("seat1", 0.1)]
    assert talk.fault is not None
    assert talk.fault.message.startswith("The button box told what Cartouche does not understand")


def test_a_key_whose_coming_up_was_lost_is_let_go_by_the_beat() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0", "down 2 seat2 0"), 0.1)
    assert talk.feed(said("beat 0 seat1,seat2 0"), 1.0) == []
    assert talk.feed(said("beat 0 seat2 1"), 2.0) == [cut("seat1", 2.0)]
    # It was only late: it is up already.
    assert talk.feed(said("up 3 seat1 200"), 2.1) == []


def test_a_second_press_without_a_release_lets_go_first() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0"), 0.1)
    assert talk.feed(said("down 2 seat1 0"), 0.5) == [cut("seat1", 0.5), down("seat1", 0.5)]


def test_lost_events_are_told_with_their_number() -> None:
    talk = met()
    talk.feed(said("beat 0 - 4"), 1.0)
    assert talk.fault is None  # lost before anybody listened
    talk.feed(said("beat 0 - 6"), 2.0)
    assert talk.fault is not None
    assert "found no room" in talk.fault.message
    assert talk.fault.params == {"n": 2}
    assert talk.ready


def test_a_number_that_never_comes_is_asked_for_by_another_hello() -> None:
    talk = met()
    talk.feed(said("down 4 seat1 0"), 0.5)
    assert "hello 0 1" not in heard(talk.take(1.4))
    assert "hello 0 1" in heard(talk.take(1.5))
    assert talk.feed(said(hello(following=4), "down 4 seat1 1000"), 1.5) == [down("seat1", 0.5)]


# tags


def test_the_same_tag_within_two_seconds_is_one_read() -> None:
    talk = met()
    tags = [f"tag {n} 3{n % 2}" + " 0" for n in (1, 2, 3)]
    assert talk.feed(said(*tags), 1.0) == [Read(BOX, "1", 1.0), Read(BOX, "0", 1.0)]
    assert talk.feed(said("tag 4 31 0"), 3.0) == []  # it has been lying there
    assert talk.feed(said("tag 5 31 0"), 5.1) == [Read(BOX, "1", 5.1)]


def test_only_a_few_reads_are_remembered() -> None:
    talk = met()
    for n in range(1, 200):
        talk.feed(said(f"tag {n} {n:04d} 0".replace(f"{n:04d}", f"{n:04d}".encode().hex())), n / 10)
    assert len(talk._reads) == MOST_READS


# reconnects


def test_after_a_reconnect_the_own_count_goes_on() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0", "up 2 seat1 0"), 0.1)
    assert talk.end(0.2) == []
    talk.begin(1.0)
    talk.take(1.0)
    # The acknowledgement of 2 was on the line when it was cut.
    assert talk.feed(said(hello(following=1), "down 1 seat1 900", "up 2 seat1 900", "turn 3 1 0"), 1.0) == [
        Turned(BOX, 1, 1.0)
    ]
    assert "ack 3" in heard(talk.take(1.0))


def test_the_hello_is_answered_with_what_the_box_may_not_know() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0"), 0.1)
    talk.end(0.2)
    talk.begin(1.0)
    talk.take(1.0)
    talk.feed(said(hello(following=1)), 1.0)
    assert heard(talk.take(1.0))[0] == "ack 1"


def test_a_box_that_was_started_again_counts_from_what_it_says() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0", "up 2 seat1 0", "down 3 seat2 0"), 0.1)
    # No reconnect: a box on a real UART only says hello.
    assert talk.feed(said(hello(boot="b2")), 0.5) == [cut("seat2", 0.5)]
    assert talk.feed(said("down 1 seat1 0"), 0.6) == [down("seat1", 0.6)]


def test_a_host_that_was_started_again_begins_with_what_is_not_acknowledged() -> None:
    talk = met(following=9)
    assert talk.feed(said("down 8 seat1 100"), 0.1) == []
    assert talk.feed(said("down 9 seat1 100"), 0.1) == [down("seat1", 0.0)]


def test_what_another_host_was_told_meanwhile_is_passed_over() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0", "up 2 seat1 0"), 0.1)
    talk.end(0.2)
    talk.begin(1.0)
    talk.take(1.0)
    assert talk.feed(said(hello(following=7), "turn 7 1 0"), 1.0) == [Turned(BOX, 1, 1.0)]


def test_on_loss_every_button_comes_up() -> None:
    talk = met()
    talk.feed(said("down 1 seat2 0", "down 2 seat1 0"), 0.1)
    assert talk.end(4.0) == [cut("seat1", 4.0), cut("seat2", 4.0)]
    assert talk.end(4.0) == []


def test_silence_of_three_and_a_half_seconds_ends_the_connection() -> None:
    talk = met()
    talk.feed(said("beat 0 - 0"), 2.0)
    # Bytes that say nothing are silence too.
    talk.feed(b"\xfe" * 50 + b"\n" + said("dance 1"), 5.0)
    talk.due(5.4)
    assert not talk.ended
    talk.due(5.5)
    assert talk.ended
    assert talk.fault is not None
    assert "fallen silent" in talk.fault.message


def test_the_host_beats_every_second() -> None:
    talk = met()
    assert heard(talk.take(1.0)) == ["lamps 2 -", "beat 0"]
    talk.feed(said("done 2"), 1.1)
    assert talk.take(1.9) == b""
    assert heard(talk.take(2.0)) == ["beat 0"]


# lamps and sounds


def test_lamps_are_told_at_once_and_again_until_they_are_lit() -> None:
    talk = met()
    talk.feed(said("done 1"), 0.1)
    talk.light({"seat1": "on", "seat2": "blink", "seat5": "on"})
    assert heard(talk.take(0.2)) == ["lamps 2 seat1=on,seat2=blink"]
    assert heard(talk.take(1.2)) == ["lamps 3 seat1=on,seat2=blink", "beat 0"]
    talk.feed(said("done 2"), 1.3)  # an answer to the one before
    assert heard(talk.take(2.2)) == ["lamps 4 seat1=on,seat2=blink", "beat 0"]
    talk.feed(said("done 4"), 2.3)
    assert heard(talk.take(3.3)) == ["beat 0"]


def test_of_many_lamps_at_once_only_the_last_are_told() -> None:
    talk = met()
    for lamp in ("on", "blink", "off"):
        talk.light({"seat1": lamp})  # type: ignore[dict-item]
    assert heard(talk.take(0.2)) == ["lamps 2 -"]


def test_lamps_the_box_does_not_understand_are_not_told_for_ever() -> None:
    talk = met()
    talk.feed(said("no 1 unknown-lamp"), 0.1)
    assert heard(talk.take(1.5)) == ["beat 0"]


def test_lamps_are_lit_again_after_a_reconnect_and_put_out_at_the_end() -> None:
    talk = met()
    talk.light({"seat1": "on"})
    talk.take(0.1)
    talk.end(0.2)
    talk.begin(1.0)
    talk.take(1.0)
    talk.feed(said(hello(boot="b2")), 1.0)
    assert heard(talk.take(1.0)) == ["lamps 3 seat1=on", "beat 0"]
    assert heard(talk.farewell()) == ["lamps 4 -"]


def test_sounds_wait_in_a_short_row_and_are_never_said_twice() -> None:
    talk = met()
    talk.feed(said("done 1"), 0.1)
    for sound in ("ask", "ask", "good", "refused", "turn", "good"):
        talk.sound(sound)  # type: ignore[arg-type]
    told = heard(talk.take(0.2))
    assert told == ["sound 2 good", "sound 3 refused", "sound 4 turn", "sound 5 good"]
    assert len(told) == MOST_SOUNDS
    assert talk.take(0.9) == b""


def test_a_sound_that_can_not_be_heard_now_is_never_heard() -> None:
    silent = met(sounds=0)
    silent.sound("good")
    assert silent.take(0.2) == b""
    talk = met()
    talk.end(0.1)
    talk.sound("good")
    talk.begin(0.2)
    talk.take(0.2)
    talk.feed(said(hello()), 0.3)
    assert "good" not in talk.take(0.3).decode()


# floods and lossy lines


def test_a_flood_for_ten_seconds_is_not_listened_to_and_harms_nothing() -> None:
    talk = met()
    talk.feed(said("done 1", "down 1 seat1 0"), 0.0)
    now, signals, acknowledged = 1.5, [], 0
    for n in range(2, 10_002):
        now += 0.001
        verb = "up" if n % 2 == 0 else "down"
        signals += talk.feed(said(f"{verb} {n} seat1 0"), now)
        signals += talk.due(now)
        for body in heard(talk.take(now)):
            if body.startswith("ack"):
                acknowledged = int(body.split()[1])
    # What came before it counts, nothing is doubled, and no button is left down.
    assert 49 <= len(signals) <= 51
    assert [isinstance(signal, Released) for signal in signals] == [n % 2 == 0 for n in range(2, 2 + len(signals))]
    assert isinstance(signals[-1], Released)
    assert acknowledged == 10_001
    assert not talk.ready
    assert not talk.ended
    assert talk.fault is not None
    assert "more presses than people can make" in talk.fault.message
    # Nothing has grown.
    assert len(talk._flood._times) <= 51
    assert len(talk._lines._line) == 0
    assert len(talk._down) == 0
    # A quiet second, and it counts again; not before.
    assert talk.feed(said("turn 10002 1 0"), now + 0.9) == []
    talk.due(now + 1.8)
    assert not talk.ready
    talk.due(now + 1.9)
    assert talk.ready
    assert talk.feed(said("turn 10003 1 0"), now + 2.0) == [Turned(BOX, 1, now + 2.0)]


def test_fifty_events_within_a_second_are_no_flood() -> None:
    talk = met()
    signals = talk.feed(said(*(f"turn {n} 1 0" for n in range(1, 51))), 1.0)
    assert len(signals) == 50
    assert talk.ready
    assert talk.feed(said(*(f"turn {n} 1 0" for n in range(51, 101))), 2.01) != []
    assert talk.ready


def test_events_said_again_are_no_flood() -> None:
    talk = met()
    for again in range(40):
        talk.feed(said(*(f"turn {n} 1 0" for n in range(1, 33))), 1.0 + again / 100)
    assert talk.ready


@pytest.mark.parametrize("seed", range(12))
def test_over_a_line_that_loses_and_garbles_every_event_arrives_once_and_in_order(seed: int) -> None:
    chance = random.Random(seed)
    box = Box("box7", "b1", ("seat1", "seat2"), ("seat1",), True, True, True)
    talk = BoxTalk(BOX)
    talk.begin(0.0)
    got: list[Signal] = []
    done: list[str] = []  # the keys that were pressed, in order
    closed = {"seat1": False, "seat2": False}
    quiet_from = 20_000
    broken = 0

    def line(data: bytes, ms: int) -> bytes:
        """What is left of these bytes at the other end."""
        if ms >= quiet_from or chance.random() > 0.25:
            return data
        at = chance.randrange(len(data) + 1)
        match chance.randrange(3):
            case 0:
                return data[:at]
            case 1:
                return data[:at] + bytes((chance.randrange(256),)) + data[at + 1 :]
            case _:
                return data[:at] + bytes(chance.randrange(256) for _ in range(5)) + data[at:]

    for ms in range(0, 24_000, 10):
        now = ms / 1000
        if ms < quiet_from and ms % 200 == 0 and box.host and len(box.outbox) < 30:
            key = chance.choice(("seat1", "seat2"))
            closed[key] = not closed[key]
            done += [key] if closed[key] else []
        for key, is_closed in closed.items():
            box.key(key, is_closed, ms)
        if ms < quiet_from and chance.random() < 0.002:  # the line is cut, and made again
            got += talk.end(now)
            broken += talk.broken
            talk.begin(now)
        box.run(ms)
        if sent := talk.take(now):
            box.feed(line(sent, ms), ms)
        while sent := box.line(ms):
            got += talk.feed(line(sent, ms), now)
        talk.due(now)
        assert not talk.ended
    assert talk.ready
    assert len(box.outbox) == 0
    assert [signal.key for signal in got if isinstance(signal, Pressed)] == done
    assert len(done) > 15
    assert broken + talk.broken > 0
    for key in closed:
        # Each press is let go exactly once before the next, by the box, by a beat, or by the cut.
        course = [type(signal) for signal in got if isinstance(signal, Pressed | Released) and signal.key == key]
        assert course == [Pressed if n % 2 == 0 else Released for n in range(len(course))]
