"""The screens of devices worked without touch: with knob, confirm, next and undo alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import Tagged
from tests.kit.desk import desk
from tests.kit.panel import Buttons
from tests.kit.ui import UI


@pytest.fixture
def hand(ui: UI, tmp_path: Path) -> Iterator[Buttons]:
    """The Devices screen, and a panel that works it."""
    with desk(ui, tmp_path) as opened:
        opened.context.keep(panel="standard")
        made = Buttons(opened)
        made.choose("Devices")
        assert opened.screen.name == "devices"
        yield made


def test_a_device_is_tested_with_its_own_buttons_and_left_by_holding_one(hand: Buttons) -> None:
    row = hand.desk.screen.rows["panel"]
    hand.widget(row.button)
    assert hand.desk.screen.name == "device_test"
    hand.press("undo")
    hand.press("confirm")
    hand.turn(2)
    assert hand.desk.screen.name == "device_test"
    assert (hand.desk.screen.counts, hand.desk.screen.steps) == ({"undo": 1, "confirm": 1, "turn": 2}, 2)
    hand.hold("next", 2.1)
    assert hand.desk.screen.name == "devices"
    hand.press("undo")
    assert hand.desk.screen.name == "home"


def test_the_ring_stays_on_a_row_while_its_line_changes(hand: Buttons) -> None:
    row = hand.desk.screen.rows["panel"]
    hand.ring(lambda spot: spot.widget is row)
    hand.device.press("seat5")
    hand.ui.frames(4)
    assert hand.focus.spot is not None and hand.focus.spot.widget is row
    hand.press("push")
    assert hand.desk.screen.name == "device"


def test_seat_buttons_are_given_without_touch(hand: Buttons) -> None:
    hand.widget(hand.desk.screen.rows["panel"])
    hand.widget(hand.desk.screen.rows["buttons"])
    assert hand.desk.screen.name == "seat_buttons"
    hand.press("seat4")
    hand.choose("6")
    assert hand.desk.context.settings.buttons == {"seat4": "red", "seat6": "blue"}
    hand.choose("Done", "confirm")
    assert hand.desk.screen.name == "device"


def test_a_tag_is_taught_without_touch(hand: Buttons) -> None:
    hand.desk.context.go("tags")
    hand.ui.frames(3)
    hand.device.read("04A1")
    hand.ui.frames(3)
    hand.widget(hand.desk.screen.rows[Tagged(seat="yellow")])
    assert hand.desk.context.settings.tags == {"04A1": Tagged(seat="yellow")}
    hand.press("undo")
    assert hand.desk.screen.name == "tags"


def test_a_tag_that_is_a_button_presses_it_everywhere_but_where_tags_are_taught(hand: Buttons) -> None:
    hand.desk.context.keep(tags={"04A1": Tagged(key="undo")})
    hand.desk.context.go("tags")
    hand.ui.frames(3)
    hand.device.read("04A1")
    hand.ui.frames(3)
    assert hand.desk.screen.name == "tag"
    hand.desk.context.back()
    hand.desk.context.back()
    hand.ui.wait(0.5)
    assert hand.desk.screen.name == "devices"
    hand.device.read("04A1")
    hand.ui.frames(3)
    assert hand.desk.screen.name == "home"


def test_quiet_hours_are_set_by_the_knob(hand: Buttons) -> None:
    hand.desk.context.go("speaker")
    hand.ui.frames(3)
    hand.widget(hand.desk.screen.hours.steppers[0])
    hand.turn(-2)
    hand.press("push")
    assert hand.desk.context.settings.quiet == (20, 7)
