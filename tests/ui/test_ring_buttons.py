"""What confirm, push, next and undo press on a dialog of plain keys, and which keys the ring never comes to."""

from __future__ import annotations

from typing import Any

import pytest

from companion.ui.focus import Focus
from companion.ui.layout import current, place
from companion.ui.widgets.base import Modal
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.keypad import Keypad
from tests.kit.desk import Desk


class Keys(Modal):
    """Keys in a row; `pressed_keys` are the words of those that were tapped."""

    goes_on = False

    def __init__(self, keys: dict[str, dict[str, Any]]) -> None:
        super().__init__()
        self.pressed_keys: list[str] = []
        self.keys: dict[str, PushButton] = {}
        for n, (word, look) in enumerate(keys.items()):
            key = self.keys[word] = PushButton(text=word, **look)
            key.bind(on_release=lambda _, word=word: self.pressed_keys.append(word))
            self.add_widget(place(key, current().rect(20 + 120 * n, 100, 100, 60)))


def opened(app: Desk, keys: dict[str, dict[str, Any]], goes_on: bool = False) -> tuple[Keys, Focus]:
    made = Keys(keys)
    made.goes_on = goes_on
    app.context.root.add_widget(place(made, current().rect(0, 0, 800, 480)))
    app.ui.wait(0.5)
    return made, app.context.root.focus


def press(app: Desk, focus: Focus, key: str) -> None:
    focus.key_down(key)
    focus.key_up(key)
    app.ui.frames(1)


def ringed(focus: Focus) -> str:
    return "" if focus.spot is None else str(focus.spot.widget.text)


GOLD = {"kind": "primary"}


@pytest.mark.parametrize(
    ("keys", "pressed", "ring"),
    [
        ({"a": {}, "b": GOLD}, ["b"], ""),
        ({"a": {}}, ["a"], ""),
        ({"a": {}, "b": {}}, [], "a"),
        ({"a": {}, "b": GOLD, "c": GOLD}, [], "b"),
    ],
)
def test_confirm_presses_what_is_plain_else_shows_where_the_ring_goes(
    app: Desk, keys: dict[str, dict[str, Any]], pressed: list[str], ring: str
) -> None:
    dialog, focus = opened(app, keys)
    press(app, focus, "confirm")
    assert (dialog.pressed_keys, ringed(focus)) == (pressed, ring)


def test_push_presses_nothing_that_is_not_ringed(app: Desk) -> None:
    dialog, focus = opened(app, {"a": {}, "b": GOLD})
    press(app, focus, "push")
    assert dialog.pressed_keys == []
    assert ringed(focus) == "b"
    press(app, focus, "push")
    assert dialog.pressed_keys == ["b"]


@pytest.mark.parametrize(
    ("goes_on", "keys", "pressed"),
    [
        (True, {"a": {}, "b": GOLD}, ["b"]),
        (True, {"b": GOLD, "c": GOLD}, []),
        (False, {"a": {}, "b": GOLD}, []),
    ],
)
def test_next_presses_the_gold_key_only_where_there_is_nothing_to_choose(
    app: Desk, goes_on: bool, keys: dict[str, dict[str, Any]], pressed: list[str]
) -> None:
    dialog, focus = opened(app, keys, goes_on)
    press(app, focus, "next")
    assert dialog.pressed_keys == pressed
    assert (ringed(focus) != "") == (not pressed)


def test_undo_takes_back_before_it_leads_back_and_leads_back_by_the_last_way(app: Desk) -> None:
    way = {"leads_back": True}
    dialog, focus = opened(app, {"a": {}, "out": way, "near": way, "back": {"takes_back": True}})
    press(app, focus, "undo")
    dialog.keys["back"].disabled = True
    press(app, focus, "undo")
    assert dialog.pressed_keys == ["back", "near"]


def test_a_guarded_key_that_is_pressed_twice_at_once_counts_once(app: Desk) -> None:
    dialog, focus = opened(app, {"a": {"guard": True}, "b": {}})
    focus.stand_at(dialog.keys["a"])
    press(app, focus, "confirm")
    press(app, focus, "confirm")
    assert dialog.pressed_keys == ["a"]
    focus.stand_at(dialog.keys["b"])
    press(app, focus, "push")
    press(app, focus, "push")
    assert dialog.pressed_keys == ["a", "b", "b"]


def test_what_can_not_be_seen_or_does_not_answer_is_never_ringed(app: Desk) -> None:
    dialog, focus = opened(app, {"a": {}, "b": {}, "c": {}, "d": {"kind": "off"}})
    dialog.keys["a"].opacity = 0
    dialog.keys["b"].disabled = True
    assert [spot.widget.text for spot in focus.spots()] == ["c"]


def test_what_is_held_when_something_else_is_shown_is_let_go(app: Desk) -> None:
    dialog, focus = opened(app, {"a": {"holdable": True}, "b": {}})
    focus.stand_at(dialog.keys["a"])
    focus.key_down("confirm")
    assert dialog.keys["a"].pressed
    focus.forget()
    assert not dialog.keys["a"].pressed
    focus.key_up("confirm")
    assert dialog.pressed_keys == []


def test_a_keypad_that_is_off_does_not_take_the_knob(app: Desk) -> None:
    dialog, focus = opened(app, {"a": {}})
    pad = Keypad()
    dialog.add_widget(place(pad, current().rect(0, 200, 800, 280)))
    assert focus.look()[1] is pad
    pad.disabled = True
    assert focus.look()[1] is None
