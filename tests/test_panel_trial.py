"""The trial of devices by itself: what is ticked off, what is lit and heard meanwhile, and when it is over."""

from __future__ import annotations

from companion.commands.panel_trial import LAMP_S, PATIENCE_S, SOUND_S, Trial
from companion.engine.text import T
from companion.language import Language
from hardware.device import Pressed, Read, Released, Turned
from hardware.hub import Hub
from tests.kit.fake_device import FakeDevice


def trial(*keys: str) -> tuple[Trial, FakeDevice]:
    hub = Hub(lambda: None)
    box = FakeDevice("box", "box", T("Button box"), keys=keys)
    hub.add(box)
    return Trial(hub), box


def test_it_is_over_when_everything_was_used_and_a_tag_need_not_be_at_hand() -> None:
    tried, _ = trial("seat1", "turn", "tags")
    tried.run(0.0)
    tried.take(Pressed("box", "seat1", 0.0))
    assert not tried.ended(1.0)
    assert tried.found()[0].missing == ("turn",)
    tried.take(Turned("box", 1, 0.0))
    assert tried.ended(1.0)
    (found,) = tried.found()
    assert (found.good, found.used, found.missing) == (True, ("seat1", "turn"), ())
    tried.take(Read("box", "04A1", 0.0))
    assert tried.found()[0].used == ("seat1", "turn", "tags")


def test_a_device_that_does_not_answer_is_waited_for_and_is_not_good() -> None:
    tried, box = trial()
    box.stands = "lost"
    tried.run(0.0)
    assert not tried.ended(PATIENCE_S - 0.5)
    assert tried.ended(PATIENCE_S)
    assert not tried.found()[0].good


def test_without_a_device_it_is_never_over() -> None:
    assert not Trial(Hub(lambda: None)).ended(100.0)


def test_lamps_and_sounds_run_from_the_first_answer_on_and_a_held_button_lights_its_own() -> None:
    tried, box = trial("seat1", "seat3")
    box.stands = "starting"
    tried.run(0.0)
    assert (box.lit, box.heard) == ({}, [])
    box.stands = "ready"
    for now in (10.0, 10.1):
        tried.run(now)
    assert (box.lit, box.heard) == ({"seat1": "blink"}, ["good"])
    tried.take(Pressed("box", "seat3", 0.0))
    tried.run(10.0 + LAMP_S)
    assert box.lit == {"seat2": "blink", "seat3": "on"}
    tried.take(Released("box", "seat3", 0.0))
    tried.run(10.0 + LAMP_S)
    assert box.lit == {"seat2": "blink"}
    tried.run(10.0 + SOUND_S)
    assert box.heard == ["good", "refused"]


def test_a_knob_that_was_turned_before_tells_only_how_far() -> None:
    say = Language().say
    tried, _ = trial("seat1", "turn")
    first, again = (say(tried.take(Turned("box", steps, 0.0))[0]) for steps in (1, -2))
    assert "Still to come" in first and "Still to come" not in again
    assert again == "Button box: turned by −2"
