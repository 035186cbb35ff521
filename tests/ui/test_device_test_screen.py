"""The live test of a device: what is pressed lights up, what is not pressed yet is asked for, and it ends by itself."""

from __future__ import annotations

import pytest

from companion.engine.text import T
from companion.ui.switchboard import Switchboard
from hardware.device import Released
from tests.kit.desk import Desk
from tests.kit.spare_device import SpareDevice

KEYS = ("seat1", "seat2", "confirm", "push", "turn")


@pytest.fixture
def panel(app: Desk) -> SpareDevice:
    """A small panel under test."""
    device = SpareDevice(keys=KEYS, lamps=("seat1", "seat2"))
    app.context.devices.hub.add(device)
    app.context.go("device_test", device=device.id)
    app.ui.frames(3)
    return device


def test_what_the_device_has_is_drawn_and_nothing_else(app: Desk, panel: SpareDevice) -> None:
    assert list(app.screen.drawn) == ["seat1", "seat2", "confirm"]
    assert list(app.screen.lamp_drawn) == ["seat1", "seat2"]
    assert app.screen.knob_drawn is not None
    assert list(app.screen.sounds) == ["good", "refused", "ask", "turn"]


def test_a_press_lights_the_drawing_and_the_lamp_until_it_is_let_go(app: Desk, panel: SpareDevice) -> None:
    panel.press("seat2")
    app.ui.frames(2)
    assert (app.screen.drawn["seat2"].down, app.screen.drawn["seat2"].count) == (True, 1)
    assert app.screen.lamp_drawn["seat2"].lamp == "on"
    assert panel.lit == {"seat2": "on"}
    panel.release("seat2")
    app.ui.frames(2)
    assert not app.screen.drawn["seat2"].down
    assert app.screen.lamp_drawn["seat2"].lamp == "off"
    assert panel.lit == {}


def test_a_lamp_that_is_tapped_is_on_then_blinks_then_is_off(app: Desk, panel: SpareDevice) -> None:
    seen = []
    for _ in range(3):
        app.touch(app.screen.lamp_drawn["seat1"])
        seen.append((panel.lit["seat1"], app.screen.lamp_drawn["seat1"].lamp))
    assert seen == [("on", "on"), ("blink", "blink"), ("off", "off")]


def test_the_knob_shows_its_steps_with_a_true_minus(app: Desk, panel: SpareDevice) -> None:
    panel.turn(2)
    panel.turn(-5)
    app.ui.frames(2)
    assert app.screen.knob_drawn.steps == -3
    assert app.shows("−3")


def test_every_part_is_asked_for_until_it_was_tried(app: Desk, panel: SpareDevice) -> None:
    assert "5 are left" in app.screen.told.text
    for key in ("seat1", "seat2", "confirm"):
        panel.press(key)
        panel.release(key)
    panel.turn(1)
    app.ui.frames(2)
    assert "1 is left" in app.screen.told.text
    assert app.screen.missing == ("push",)
    panel.press("push")
    panel.release("push")
    app.ui.frames(2)
    assert app.screen.told.text.startswith("Everything works.")


def test_sounds_are_heard_on_the_device_under_test_only(app: Desk, panel: SpareDevice) -> None:
    other = SpareDevice("serial:box", "box", T("Button box"))
    app.context.devices.hub.add(other)
    app.context.keep(sound="off")
    app.touch(app.screen.sounds["refused"])
    assert (panel.heard, other.heard) == (["refused"], [])


def test_a_tag_is_shown_as_it_was_read(app: Desk) -> None:
    reader = SpareDevice("serial:reader", "reader", T("Tag reader"), ("tags",), (), False)
    app.context.devices.hub.add(reader)
    app.context.go("device_test", device=reader.id)
    app.ui.frames(3)
    assert app.shows("Hold a tag to the reader.")
    reader.read("04A1B2")
    app.ui.frames(2)
    assert app.shows("Read: 04A1B2. 1 tag so far.")


def test_nothing_that_is_pressed_under_test_does_what_it_does_elsewhere(app: Desk, panel: SpareDevice) -> None:
    for key in ("seat1", "confirm", "push"):
        panel.press(key)
        panel.release(key)
    panel.turn(3)
    app.ui.frames(3)
    assert app.screen.name == "device_test"


@pytest.mark.parametrize(("seconds", "shown"), [(1.9, "device_test"), (2.0, "home")])
def test_a_button_that_is_held_two_seconds_leads_back(
    app: Desk, panel: SpareDevice, seconds: float, shown: str
) -> None:
    at = Switchboard.now()
    panel.press("confirm", at)
    panel.release("confirm", at + seconds)
    app.ui.frames(3)
    assert app.screen.name == shown


def test_a_button_whose_cable_is_cut_after_two_seconds_does_not_lead_back(app: Desk, panel: SpareDevice) -> None:
    at = Switchboard.now()
    panel.press("confirm", at)
    app.context.devices.hub.deliver(Released(panel.id, "confirm", at + 3, cut=True))
    app.ui.frames(3)
    assert app.screen.name == "device_test" and not app.screen.down


def test_after_the_test_the_lamps_are_those_of_the_table_again(app: Desk, panel: SpareDevice) -> None:
    other = SpareDevice("serial:box", "box", T("Button box"))
    app.context.devices.hub.add(other)
    app.touch(app.screen.lamp_drawn["seat1"])
    assert panel.lit == {"seat1": "on"}
    assert other.lit == {}
    app.touch(app.screen.done)
    assert panel.lit == other.lit
    assert app.context.devices.listener is None


def test_another_device_goes_on_working_the_screen(app: Desk, panel: SpareDevice) -> None:
    other = SpareDevice("serial:box", "box", T("Button box"))
    app.context.devices.hub.add(other)
    app.ui.wait(0.5)
    other.press("confirm")
    app.ui.frames(3)
    other.release("confirm")
    app.ui.frames(3)
    assert app.screen.name == "home", "it pressed Done"


def test_a_device_that_is_lost_under_test_says_so_and_has_nothing_pressed(app: Desk, panel: SpareDevice) -> None:
    panel.press("seat1", Switchboard.now() - 5)
    app.ui.frames(2)
    panel.become("lost", fault=T("The cable is loose. Plug it in again."), keys=())
    app.ui.frames(3)
    assert app.screen.sign.state == "lost"
    assert not app.screen.drawn["seat1"].down
    assert app.screen.told.text == "The cable is loose. Plug it in again."
    panel.become("ready", keys=(*KEYS, "undo"))
    app.ui.frames(3)
    assert "undo" in app.screen.drawn


def test_a_device_that_is_gone_leaves_a_sentence(app: Desk, panel: SpareDevice) -> None:
    app.context.devices.hub.remove(panel.id)
    app.screen.device_changed("")
    assert app.screen.told.text == "The device is not there any more."
    app.touch(app.screen.done)
    assert app.screen.name == "home"


def test_a_lamp_that_blinks_is_on_while_its_button_is_down(app: Desk, panel: SpareDevice) -> None:
    for _ in range(2):
        app.screen.cycle("seat1")
    panel.press("seat1")
    app.ui.frames(2)
    assert panel.lit == {"seat1": "on"}
    panel.release("seat1")
    app.ui.frames(2)
    assert panel.lit == {"seat1": "blink"}


def test_what_a_device_had_before_it_was_lost_stays_drawn(app: Desk, panel: SpareDevice) -> None:
    panel.has, panel.shines = (), ()
    panel.lose()
    app.screen.relayout()
    app.ui.frames(2)
    assert list(app.screen.drawn) == ["seat1", "seat2", "confirm"]


def test_a_knob_that_can_not_be_pushed_need_not_be(app: Desk) -> None:
    app.context.devices.hub.add(SpareDevice(keys=("turn",), lamps=()))
    app.context.go("device_test", device="panel")
    app.ui.frames(3)
    assert (app.screen.knob_drawn.tried, app.screen.knob_drawn.turned) == (True, False)
