"""A box and Cartouche that count differently: what is lost is told, nothing is taken twice, and it goes on."""

from __future__ import annotations

from hardware.box_protocol import BoxTalk
from hardware.device import Pressed, Released, Signal
from tests.kit.box_line import heard, hello, met, said

BOX = "serial:box"


def down(key: str, at: float) -> Pressed:
    return Pressed(BOX, key, at)


def up(key: str, at: float) -> Released:
    return Released(BOX, key, at)


def repeated(talk: BoxTalk, at: float, *bodies: str) -> list[Signal]:
    """What a box says that is never heard: the same, four times a second, for more than three seconds."""
    signals: list[Signal] = []
    for n in range(14):
        signals += talk.feed(said(*bodies), at + n / 4)
        talk.take(at + n / 4)
    return signals


def test_a_number_that_never_comes_at_all_is_passed_over_and_that_is_told() -> None:
    talk = met()
    assert repeated(talk, 1.0, "down 4 seat1 0", hello()) == [down("seat1", 4.25)]
    assert talk.fault is not None
    assert talk.fault.message.startswith("The button box counts its presses wrongly, so some are lost.")
    assert talk.feed(said("up 5 seat1 0"), 5.0) == [up("seat1", 5.0)]


def test_a_box_that_counts_anew_in_silence_is_followed_and_nothing_is_taken_twice() -> None:
    talk = met()
    for n in range(1, 21):
        talk.feed(said(f"turn {n} 1 0"), n / 10)
    assert repeated(talk, 10.0, "down 1 seat1 0", "up 2 seat1 0") == []
    assert heard(talk.take(13.5))[-1:] != ["ack 20"]
    assert talk.fault is not None
    assert talk.feed(said("down 3 seat1 0"), 14.0) == [down("seat1", 14.0)]
    assert "ack 3" in heard(talk.take(14.0))


def test_a_box_that_counts_anew_further_back_than_it_can_is_followed_at_its_hello() -> None:
    talk = met()
    for n in range(1, 41):
        talk.feed(said(f"turn {n} 1 0"), n / 10)
    talk.end(5.0)
    talk.begin(6.0)
    assert talk.feed(said(hello(following=1), "down 1 seat1 0"), 6.0) == [down("seat1", 6.0)]


def test_what_is_said_again_because_nobody_is_heard_is_not_taken_for_a_new_count() -> None:
    talk = met()
    talk.feed(said("down 1 seat1 0", "up 2 seat1 0"), 0.1)
    assert repeated(talk, 0.3, "down 1 seat1 0", "up 2 seat1 0") == []
    assert talk.fault is None
    # Now and then a line said twice, however often, is no row of them.
    for n in range(20):
        assert talk.feed(said("down 1 seat1 0"), 10.0 + 2 * n) == []
    assert talk.feed(said("down 3 seat1 0"), 60.0) == [down("seat1", 60.0)]
