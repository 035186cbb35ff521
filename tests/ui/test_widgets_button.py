"""The button under a real finger."""

from __future__ import annotations

import time

from companion.ui.layout import current, place
from companion.ui.widgets.button import PushButton
from tests.kit.inspect import problems, texts
from tests.kit.ui import UI


def make(ui: UI, **properties: object) -> tuple[PushButton, list[str]]:
    button = PushButton(text="Take it", kind="primary", **properties)
    place(button, current().rect(100, 100, 160, 56))
    happened: list[str] = []
    button.bind(on_release=lambda *_: happened.append("tap"), on_hold=lambda *_: happened.append("hold"))
    ui.show(button)
    return button, happened


def test_a_tap_fires_once(ui: UI) -> None:
    button, happened = make(ui)
    ui.tap(button)
    assert happened == ["tap"]


def test_pressed_colour_appears_while_the_finger_is_down(ui: UI) -> None:
    button, _ = make(ui)
    corner = (button.x + 6, button.center_y)
    assert ui.pixel(*corner) == (0xED, 0xB7, 0x3B)
    finger = ui.down(button)
    assert ui.pixel(*corner) == (0xC8, 0x95, 0x1F)
    ui.up(finger)
    assert ui.pixel(*corner) == (0xED, 0xB7, 0x3B)


def test_a_finger_that_moves_nine_pixels_is_no_tap(ui: UI) -> None:
    button, happened = make(ui)
    x, y = button.center
    ui.drag((x, y), (x + 9, y))
    assert happened == []
    ui.drag((x, y), (x + 7, y))
    assert happened == ["tap"]


def test_a_finger_that_wanders_off_and_comes_back_is_no_tap(ui: UI) -> None:
    button, happened = make(ui)
    x, y = button.center
    finger = ui.down((x, y))
    ui.move(finger, (x + 30, y))
    assert not button.pressed
    ui.move(finger, (x, y))
    ui.up(finger)
    assert happened == []


def test_a_finger_lifted_elsewhere_without_a_move_between_is_no_tap(ui: UI) -> None:
    button, happened = make(ui)
    finger = ui.down(button)
    finger.to(button.center_x + 30, button.center_y)
    ui.up(finger)
    assert happened == []


def test_two_quick_taps_count_once_where_guarded(ui: UI) -> None:
    button, happened = make(ui, guard=True)
    ui.double_tap(button)
    assert happened == ["tap"]
    ui.wait(0.3)
    ui.tap(button)
    assert happened == ["tap", "tap"]


def test_a_second_tap_that_waited_while_the_first_was_answered_counts_for_nothing(ui: UI) -> None:
    button, happened = make(ui, guard=True)
    button.bind(on_release=lambda *_: time.sleep(0.3))
    ui.double_tap(button)
    assert happened == ["tap"]


def test_two_quick_taps_count_twice_without_the_guard(ui: UI) -> None:
    button, happened = make(ui)
    ui.double_tap(button)
    assert happened == ["tap", "tap"]


def test_a_hold_is_not_also_a_tap(ui: UI) -> None:
    button, happened = make(ui, holdable=True)
    ui.hold(button, 0.75)
    assert happened == ["hold"]


def test_a_second_finger_adds_nothing(ui: UI) -> None:
    button, happened = make(ui)
    first = ui.down(button)
    second = ui.down((button.x + 20, button.center_y))
    ui.up(second)
    assert happened == []
    ui.up(first)
    assert happened == ["tap"]


def test_off_and_disabled_buttons_take_no_tap(ui: UI) -> None:
    button, happened = make(ui)
    button.kind = "off"
    ui.tap(button)
    button.kind = "primary"
    button.disabled = True
    ui.tap(button)
    assert happened == []


def test_a_label_drops_to_18_and_then_is_reported(ui: UI) -> None:
    button, _ = make(ui)
    assert button.written[0].size == 20
    button.text = "Take the Sarcophagus"
    button.width = 212
    ui.frames(2)
    assert button.written[0].size in (18, 20)
    button.width = 80
    ui.frames(2)
    assert [p.kind for p in problems(button)] == ["text cut"]
    assert texts(button) == ["Take the Sarcophagus"]
