"""The widgets under a button or a knob: a press is a finger in the middle, a turn counts within the bounds."""

from __future__ import annotations

from typing import Any

import pytest

from companion.ui.layout import current, place
from companion.ui.rows import Caption
from companion.ui.widgets.base import ASIDE, USUAL
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.hold_circle import HoldCircle
from companion.ui.widgets.keypad import Keypad
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.step_slider import StepSlider
from companion.ui.widgets.stepper import Stepper
from tests.kit.ui import UI


def show(ui: UI, widget: Any, *rect: float) -> Any:
    return ui.show(place(widget, current().rect(*rect)))


def heard(widget: Any, *events: str) -> list[tuple[Any, ...]]:
    """What the widget tells, as (event, arguments)."""
    said: list[tuple[Any, ...]] = []
    for event in events:
        widget.bind(**{event: lambda _, *args, event=event: said.append((event, *args))})
    return said


TAPS = ("on_press", "on_release", "on_hold")


def test_a_press_and_its_release_are_a_tap_in_the_middle(ui: UI) -> None:
    button = show(ui, PushButton(text="Ready"), 100, 100, 200, 60)
    said = heard(button, *TAPS)
    button.press()
    assert button.pressed
    assert button.touch_point == pytest.approx((100, 30))
    button.release()
    assert not button.pressed
    assert said == [("on_press",), ("on_release",)]


def test_a_release_without_a_press_or_after_it_was_let_go_is_nothing(ui: UI) -> None:
    button = show(ui, PushButton(text="Ready"), 100, 100, 200, 60)
    said = heard(button, "on_release")
    button.release()
    button.press()
    button.let_go()
    button.release()
    assert said == []


def test_a_button_presses_nothing_that_a_finger_holds(ui: UI) -> None:
    button = show(ui, PushButton(text="Ready"), 100, 100, 200, 60)
    said = heard(button, *TAPS)
    finger = ui.down(button)
    button.press()
    button.release()
    assert said == [("on_press",)]
    ui.up(finger)
    assert said == [("on_press",), ("on_release",)]


def test_what_a_button_holds_is_held_and_then_no_tap(ui: UI) -> None:
    button = show(ui, PushButton(text="Undo", holdable=True), 100, 100, 200, 60)
    said = heard(button, *TAPS)
    button.press()
    ui.wait(0.7)
    button.release()
    assert said == [("on_press",), ("on_hold",)]
    button.press()
    button.let_go()
    ui.wait(0.7)
    assert said == [("on_press",), ("on_hold",), ("on_press",)]


def test_what_went_off_under_the_button_is_not_tapped(ui: UI) -> None:
    button = show(ui, PushButton(text="Ready"), 100, 100, 200, 60)
    said = heard(button, "on_release")
    button.press()
    button.disabled = True
    button.release()
    assert said == []


def test_only_what_something_comes_of_answers_and_only_the_main_thing_is_gold(ui: UI) -> None:
    button = show(ui, PushButton(text="Ready"), 100, 100, 200, 60)
    assert not button.answers
    said = heard(button, *TAPS)
    assert button.answers
    for kind, answers, gold in (("primary", True, True), ("lapis", True, False), ("off", False, False)):
        button.kind = kind
        assert (button.answers, button.gold) == (answers, gold)
    button.press()
    button.release()
    assert said == []


def test_the_circle_is_held_until_the_last_finger_or_button_is_gone(ui: UI) -> None:
    circle = show(ui, HoldCircle(text="Hold", held_text="holding", seat="red"), 300, 100, 200, 200)
    assert circle.ring_rank == USUAL
    circle.hold("seat1")
    assert circle.ring_rank == ASIDE
    finger = ui.down(circle)
    circle.let_go("seat1")
    assert circle.held
    ui.up(finger)
    assert not circle.held
    circle.hold("seat1")
    circle.hold("seat2")
    circle.let_go("seat1")
    assert circle.held
    circle.let_go()
    assert not circle.held


def test_a_circle_that_was_covered_is_held_by_nothing_that_was_there(ui: UI) -> None:
    circle = show(ui, HoldCircle(text="Hold", held_text="holding"), 300, 100, 200, 200)
    finger = ui.down(circle)
    circle.cover()
    assert not circle.held
    circle.hold("seat1")
    circle.let_go("seat1")
    assert not circle.held
    ui.up(finger)
    circle.disabled = True
    circle.hold("seat1")
    assert not circle.held


def test_a_stepper_counts_every_detent_within_its_bounds(ui: UI) -> None:
    stepper = show(ui, Stepper(value=3, low=0, high=5), 100, 100, 160, 48)
    said = heard(stepper, "on_step")
    stepper.turn(2)
    stepper.turn(-4)
    assert [value for _, value in said] == [4, 5, 4, 3, 2, 1]
    stepper.turn(-9)
    assert stepper.value == 0
    assert stepper.turns
    stepper.disabled = True
    assert not stepper.turns
    assert not Stepper(value=2, low=2, high=2).turns


def test_a_slider_turns_from_end_to_end_and_tells_only_what_changed(ui: UI) -> None:
    slider = show(ui, StepSlider(value=1, steps=4), 100, 100, 400, 56)
    said = heard(slider, "on_slide")
    slider.turn(9)
    slider.turn(1)
    slider.turn(-9)
    slider.turn(-1)
    assert said == [("on_slide", 4), ("on_slide", 0)]


def test_only_a_list_with_more_to_read_than_is_seen_turns(ui: UI) -> None:
    words = [(Caption(f"line {n}", "body"), 40.0) for n in range(20)]
    read = show(ui, ScrollList(gap=0, reads=True), 0, 0, 400, 200)
    assert not read.takes_knob
    read.set_rows(words[:3])
    assert (read.takes_knob, read.turns) == (False, False)
    read.set_rows(words)
    assert (read.takes_knob, read.turns) == (True, True)
    read.turn(1)
    assert read.offset == current().px(48)
    read.turn(99)
    assert read.offset == read.reach == current().px(600)
    read.turn(-99)
    assert read.offset == 0


def test_a_list_of_keys_is_gone_over_and_not_turned(ui: UI) -> None:
    listed = show(ui, ScrollList(gap=0), 0, 0, 400, 200)
    keys: list[tuple[Any, float]] = [(PushButton(text=f"{n}"), 60.0) for n in range(9)]
    listed.set_rows(keys)
    assert not listed.turns
    listed.set_rows([*keys, (Caption("words", "body"), 60.0)])
    assert listed.turns
    listed.reveal(keys[8][0])
    assert listed.offset == current().px(540 - 200)


def test_a_number_is_turned_within_its_bounds_and_taken_back_whole(ui: UI) -> None:
    pad = show(ui, Keypad(low=2, high=9, undo_label="Undo", cancel_label="Cancel"), 0, 64, 800, 416)
    said = heard(pad, "on_confirm", "on_undo", "on_cancel")
    pad.turn(-1)
    assert pad.sum.value == 2
    pad.turn(99)
    assert pad.sum.value == 9
    pad.take_back()
    assert pad.sum.empty
    ui.tap(pad.key("1"))
    ui.tap(pad.key("2"))
    pad.confirm()
    pad.take_back()
    assert pad.sum.value == 1
    pad.take_back()
    assert said == []
    pad.take_back()
    assert said == [("on_undo",)]
    pad.turn(5)
    pad.confirm()
    assert said[1:] == [("on_confirm", 5, "5")]


def test_a_digit_replaces_what_was_turned_to_and_a_sign_goes_on_with_it(ui: UI) -> None:
    pad = show(ui, Keypad(low=0, high=99), 0, 64, 800, 416)
    pad.turn(12)
    ui.tap(pad.key("3"))
    assert pad.sum.value == 3
    pad.clear()
    pad.turn(12)
    ui.tap(pad.key("+"))
    ui.tap(pad.key("3"))
    assert pad.sum.value == 15
