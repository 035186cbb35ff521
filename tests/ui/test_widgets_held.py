"""What a resting finger holds: a circle that moves away beneath it, and a count that runs on."""

from __future__ import annotations

from typing import Any

from companion.ui.layout import current
from companion.ui.widgets.base import place
from companion.ui.widgets.hold_circle import HoldCircle
from companion.ui.widgets.stepper import Stepper
from tests.kit.ui import UI


def show(ui: UI, widget: Any, *rect: float) -> Any:
    return ui.show(place(widget, current().rect(*rect)))


def moving(ui: UI) -> HoldCircle:
    """A circle that stands elsewhere, and smaller, while it is held, as on the covered screen."""
    circle = show(ui, HoldCircle(text="Hold", held_text="holding"), 300, 100, 200, 200)
    circle.bind(held=lambda _, held: place(circle, current().rect(20, 300, 120, 120)) if held else None)
    return circle


def test_a_finger_that_trembles_where_the_circle_was_goes_on_holding(ui: UI) -> None:
    circle = moving(ui)
    x, y = circle.center
    finger = ui.down(circle)
    assert circle.held and circle.center != (x, y)
    ui.move(finger, (x + 3, y))
    assert circle.held
    ui.up(finger)
    assert not circle.held


def test_a_finger_that_has_come_to_the_new_place_and_slides_off_lets_go(ui: UI) -> None:
    circle = moving(ui)
    finger = ui.down(circle)
    ui.move(finger, circle.center)
    assert circle.held
    ui.move(finger, (circle.center_x + 150, circle.center_y))
    assert not circle.held


def test_a_finger_that_slides_off_a_circle_that_stays_lets_go(ui: UI) -> None:
    circle = show(ui, HoldCircle(text="Hold", held_text="holding"), 300, 100, 200, 200)
    finger = ui.down(circle)
    ui.move(finger, (circle.center_x + 150, circle.center_y))
    assert not circle.held


def test_a_count_runs_on_only_while_the_key_is_held(ui: UI) -> None:
    stepper = show(ui, Stepper(value=1, low=0, high=20), 100, 100, 150, 56)
    finger = ui.down(stepper.plus_key)
    ui.until(lambda: stepper.value >= 3)
    ui.up(finger)
    value = stepper.value
    ui.wait(1.0)
    assert stepper.value == value


def test_a_count_that_came_to_its_end_rests_there_though_the_key_is_held(ui: UI) -> None:
    stepper = show(ui, Stepper(value=1, low=0, high=3), 100, 100, 150, 56)
    finger = ui.down(stepper.plus_key)
    ui.until(lambda: stepper.value == 3)
    ui.wait(0.5)
    stepper.value = 1
    ui.wait(0.5)
    assert stepper.value == 1
    ui.up(finger)


def test_a_count_of_one_number_does_not_take_the_knob(ui: UI) -> None:
    assert not Stepper(value=1, low=1, high=1).turns
    assert Stepper(value=1, low=1, high=2).turns
