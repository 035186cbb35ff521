"""Where the ring begins, and what takes the knob by itself."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.aton import GAME as ATON
from companion.ui.layout import current, place
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.keypad import Keypad
from companion.ui.widgets.stepper import Stepper
from tests.kit.aton_games import SEATS, dealt
from tests.kit.desk import Desk
from tests.kit.panel import Buttons
from tests.kit.sitting import Sitting
from tests.ui.test_focus import targets
from tests.ui.test_ring_buttons import opened, ringed


@pytest.fixture
def taken(table: Sitting) -> tuple[Buttons, int]:
    """Aton, where a place in the middle was ringed and taken; the hand, and which one it was."""
    table.start(ATON, SEATS, dealt(lambda decision: decision.id == "place" and decision.owed > 1))
    hand = Buttons(table)
    hand.turn(3)
    here = targets(hand).index(hand.words)
    hand.press("push")
    assert here == 2 and hand.focus.spot is None
    return hand, here


def test_backwards_it_goes_to_the_place_before_the_one_that_is_gone(taken: tuple[Buttons, int]) -> None:
    hand, here = taken
    hand.turn(-1)
    assert hand.words == targets(hand)[here - 1]


def test_over_another_picture_it_begins_at_the_first_whatever_is_gone_below(taken: tuple[Buttons, int]) -> None:
    hand, _ = taken
    _, focus = opened(hand.desk, {word: {} for word in "abcd"})
    hand.turn(1)
    assert ringed(focus) == "a"


def test_a_knob_turned_by_several_at_once_goes_by_several_from_the_beginning_too(app: Desk) -> None:
    _, focus = opened(app, {word: {} for word in "abcd"})
    focus.turn(3, 0.0)
    assert ringed(focus) == "c"
    focus.hide()
    focus.turn(-2, 0.0)
    assert ringed(focus) == "c"


def beside(app: Desk, widget: Any) -> Any:
    made, focus = opened(app, {"a": {}})
    made.add_widget(place(widget, current().rect(300, 180, 300, 280)))
    return focus


def test_the_keys_of_a_count_are_not_ringed_beside_the_count(app: Desk) -> None:
    stepper = Stepper(value=1, low=0, high=4)
    focus = beside(app, stepper)
    assert [spot.widget for spot in focus.spots() if spot.widget in (stepper, *stepper.children)] == [stepper]


def test_a_keypad_that_something_covers_does_not_take_the_knob(app: Desk) -> None:
    keypad = Keypad()
    focus = beside(app, keypad)
    assert focus.look()[1] is keypad
    cover = Drawn()
    cover.hides = True
    keypad.parent.add_widget(place(cover, current().rect(290, 170, 330, 300)))
    assert focus.look()[1] is None


def test_when_a_key_is_gone_the_ring_begins_anew(app: Desk) -> None:
    made, focus = opened(app, {word: {} for word in "abcd"})
    focus.turn(3, 0.0)
    assert ringed(focus) == "c"
    made.remove_widget(made.keys["c"])
    app.ui.frames(2)
    assert focus.spot is None
    focus.turn(1, 0.0)
    assert ringed(focus) == "a"


class Halves(Touchable):
    """A left and a right half that are pressed each by itself."""

    def parts(self) -> list[tuple[float, float, float, float]]:
        return [(0, 0, 40, 60), (50, 0, 40, 60)]


def test_the_ring_stays_on_its_half_when_something_else_changes(app: Desk) -> None:
    made, focus = opened(app, {"a": {}})
    halves = Halves()
    halves.bind(on_release=lambda _: None)
    made.add_widget(place(halves, current().rect(300, 180, 90, 60)))
    focus.turn([spot.part for spot in focus.spots()].index(1) + 1, 0.0)
    assert focus.spot is not None and focus.spot.part == 1
    made.add_widget(place(PushButton(text="b"), current().rect(300, 300, 90, 60)))
    app.ui.frames(2)
    assert focus.spot is not None and focus.spot.part == 1


def test_the_ring_goes_with_the_half_that_it_stood_on(app: Desk) -> None:
    made, focus = opened(app, {"a": {}})
    halves = Halves()
    halves.bind(on_release=lambda _: None)
    made.add_widget(place(halves, current().rect(300, 180, 90, 60)))
    focus.turn([spot.part for spot in focus.spots()].index(1) + 1, 0.0)
    halves.parts = lambda: [(0, 0, 40, 60)]  # type: ignore[method-assign]
    app.ui.frames(2)
    assert focus.spot is None
