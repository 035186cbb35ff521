"""The window of the simulated box: what is clicked reaches the box, and what the box is told is seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.language import LANGUAGES, Language
from hardware.device import SEAT_KEYS
from hardware.firmware.tags import MOST_TAG
from tests.kit import inspect
from tests.kit.ui import UI


class Noted:
    """A box that notes what is done to it."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.lamps: dict[str, str] = {}
        self.sounds: tuple[str, ...] = ()
        self.connected = False
        self.heard = 0

    def press(self, key: str) -> None:
        self.done.append(("press", key))

    def release(self, key: str) -> None:
        self.done.append(("release", key))

    def turn(self, steps: int) -> None:
        self.done.append(("turn", steps))

    def tag(self, tag: str) -> None:
        self.done.append(("tag", tag))

    def plug(self) -> None:
        self.done.append(("plug",))

    def unplug(self) -> None:
        self.done.append(("unplug",))


@pytest.fixture
def box() -> Noted:
    return Noted()


@pytest.fixture
def panel(ui: UI, box: Noted) -> Iterator[Any]:
    from companion.ui.box_window import BoxPanel

    yield ui.show(BoxPanel(box, Language("en"), T("Simulated"), size=(800, 480)))


def test_a_button_goes_down_with_the_finger_and_up_with_it(ui: UI, panel: Any, box: Noted) -> None:
    for key in (*SEAT_KEYS, "confirm", "undo", "next", "push"):
        finger = ui.down(panel.keys[key])
        assert box.done == [("press", key)]
        ui.up(finger)
        assert box.done == [("press", key), ("release", key)]
        box.done.clear()


def test_a_finger_that_slips_away_lets_the_button_go(ui: UI, panel: Any, box: Noted) -> None:
    finger = ui.down(panel.keys["seat1"])
    ui.move(finger, (400, 20))
    assert box.done == [("press", "seat1"), ("release", "seat1")]
    ui.up(finger)
    assert len(box.done) == 2


def test_the_knob_turns_both_ways(ui: UI, panel: Any, box: Noted) -> None:
    ui.tap(panel.turn_right)
    ui.tap(panel.turn_left)
    assert box.done == [("turn", 1), ("turn", -1)]


def test_a_tag_is_read_as_it_is_typed_without_what_no_reader_tells(ui: UI, panel: Any, box: Noted) -> None:
    from companion.ui.box_window import BACKSPACE, ENTER

    ui.tap(panel.read)
    assert box.done == []
    for letter in "04 A1б2X":
        panel.on_letters(None, letter)
    panel.on_key(None, BACKSPACE, 0, "\x08", [])
    ui.tap(panel.read)
    panel.on_key(None, ENTER[0], 0, "\r", [])
    assert box.done == [("tag", "04A12"), ("tag", "04A12")]
    assert "04A12" in inspect.texts()


def test_a_tag_of_as_many_letters_as_any_reader_tells_can_be_typed(ui: UI, panel: Any) -> None:
    for _ in range(MOST_TAG + 5):
        panel.on_letters(None, "W")
    assert panel.field.text == "W" * 64
    ui.frames(2)
    assert not [mark.text for mark in panel.field.written if mark.cut]


def test_lamps_burn_and_blink_as_they_are_told(ui: UI, panel: Any, box: Noted) -> None:
    box.lamps = {"seat1": "on", "seat2": "blink"}
    panel.look()
    assert [panel.lamps[key].shines for key in SEAT_KEYS[:3]] == [True, True, False]
    panel.blink()
    assert [panel.lamps[key].shines for key in SEAT_KEYS[:3]] == [True, False, False]
    panel.blink()
    assert panel.lamps["seat2"].shines
    box.lamps = {}
    panel.look()
    assert not any(lamp.shines for lamp in panel.lamps.values())


def test_it_says_whether_anybody_listens_and_what_was_sounded(ui: UI, panel: Any, box: Noted) -> None:
    ui.frames(2)
    assert "Nobody is connected." in inspect.texts()
    box.connected, box.sounds, box.heard = True, ("good", "refused"), 2
    panel.look()
    ui.frames(2)
    assert {"Cartouche is connected.", "Last sound: not allowed"} <= set(inspect.texts())


def test_the_plug_is_pulled_and_put_in_again(ui: UI, panel: Any, box: Noted) -> None:
    ui.tap(panel.plug)
    ui.tap(panel.plug)
    assert box.done == [("unplug",), ("plug",)]


def test_what_the_box_can_t_take_is_said_in_its_window(
    ui: UI, panel: Any, box: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: str) -> None:
        raise InputError(T("Too much at once."))

    monkeypatch.setattr(box, "press", full)
    ui.tap(panel.keys["seat1"])
    assert "Too much at once." in inspect.texts()
    assert box.done == [("release", "seat1")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_in_any_language(ui: UI, box: Noted, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.ui.box_window import BoxPanel

    def full(_: str) -> None:
        raise InputError(T("Too much at once for the simulated button box. Wait a little."))

    box.sounds, box.heard = ("turn",), 1
    panel = ui.show(BoxPanel(box, Language(language), T("Simulated button box"), size=(800, 480)))
    assert not inspect.problems()
    monkeypatch.setattr(box, "press", full)
    ui.tap(panel.keys["seat1"])
    assert not inspect.problems()
    cut = [mark.text for widget in (panel, *panel.children) for mark in getattr(widget, "written", ()) if mark.cut]
    assert cut == []
