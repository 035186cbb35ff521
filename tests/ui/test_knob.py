"""What the knob changes: numbers on the keypad, steppers, the replay's slider, text that is read."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.sums import BACK
from companion.engine.text import T
from companion.games.aton import GAME as ATON
from companion.ui.focus import Pace
from companion.ui.survey.keys import DigitKeys
from companion.ui.table.drawers import LogDrawer, RulesDrawer
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.keypad import Keypad
from companion.ui.widgets.step_slider import StepSlider
from companion.ui.widgets.stepper import Stepper
from tests.kit.aton_games import SEATS, dealt
from tests.kit.evening import play
from tests.kit.panel import Buttons
from tests.kit.sitting import Sitting
from tests.kit.ui import UI


@pytest.fixture
def said() -> list[int]:
    return []


def asked(table: Sitting, said: list[int], low: int = 0, high: int = 99, value: int | None = None) -> Buttons:
    """The screen that asks for a number."""
    words: dict[str, Any] = {"title": T("How many?"), "reason": T("Because.")}
    table.context.go("number", **words, low=low, high=high, value=value, done=said.append)
    table.ui.frames(3)
    return Buttons(table)


def keypad(table: Sitting) -> Keypad:
    return next(widget for widget in table.screen.walk() if isinstance(widget, Keypad))


def test_the_knob_counts_from_nought_one_a_detent(table: Sitting, said: list[int]) -> None:
    hand = asked(table, said)
    hand.turn(7)
    assert keypad(table).sum.value == 7
    hand.turn(-2)
    assert keypad(table).sum.value == 5
    assert hand.focus.spot is None
    hand.press("push")
    assert said == [5]


def test_it_counts_on_from_what_is_offered_or_typed(table: Sitting, said: list[int]) -> None:
    hand = asked(table, said, value=40)
    hand.turn(1)
    assert keypad(table).sum.value == 41
    for key in ("1", "2"):
        table.ui.tap(keypad(table).key(key))
    hand.turn(-1)
    assert keypad(table).sum.value == 11
    hand.press("confirm")
    assert said == [11]


def test_it_never_passes_the_bounds(table: Sitting, said: list[int]) -> None:
    hand = asked(table, said, low=-2, high=3)
    hand.turn(5)
    assert keypad(table).sum.value == 3
    hand.turn(-9)
    assert keypad(table).sum.value == -2
    hand.press("push")
    assert said == [-2]


def test_turned_fast_it_goes_by_tens(table: Sitting, said: list[int]) -> None:
    hand = asked(table, said, high=200)
    hand.device.turn(5)
    hand.ui.frames(2)
    # Two detents before it is fast, three that are: 1 + 1 + 10 + 10 + 10.
    assert keypad(table).sum.value == 32


def test_a_small_range_is_never_left_in_leaps(table: Sitting, said: list[int]) -> None:
    hand = asked(table, said, high=20)
    hand.device.turn(5)
    hand.ui.frames(2)
    assert keypad(table).sum.value == 5


def test_undo_takes_the_last_digit_back_and_then_leads_back(table: Sitting, said: list[int]) -> None:
    hand = asked(table, said)
    for key in ("1", "2"):
        table.ui.tap(keypad(table).key(key))
    hand.press("undo")
    assert keypad(table).sum.shown == "1"
    hand.press("undo")
    assert keypad(table).sum.empty and table.screen.name == "number"
    hand.press("undo")
    assert table.screen.name == "home" and said == []


def test_a_number_that_was_turned_to_is_taken_back_as_a_whole(table: Sitting, said: list[int]) -> None:
    hand = asked(table, said)
    hand.turn(12)
    hand.press("undo")
    assert keypad(table).sum.empty


def test_next_leads_the_ring_over_the_keys_so_that_sums_can_be_typed(table: Sitting, said: list[int]) -> None:
    hand = asked(table, said)
    pad = keypad(table)
    hand.turn(9)
    hand.press("next")
    assert hand.focus.spot is not None
    for key in ("+", "4"):
        hand.widget(pad.key(key))
    assert pad.sum.value == 13
    hand.widget(pad.key(BACK))
    hand.widget(pad.key("5"))
    hand.widget(pad.key("ok"))
    assert said == [14]


def test_a_form_of_the_table_is_filled_in_by_the_knob(table: Sitting) -> None:
    """Where the position is put right, a score is typed on a keypad."""
    table.start(ATON, SEATS)
    table.context.go("correct", then=lambda events: None)
    table.ui.frames(3)
    hand = Buttons(table)
    hand.choose("Points of Anna")
    pad = next((w for w in table.screen.walk() if isinstance(w, Keypad)), None)
    assert pad is not None
    before = pad.sum.value or 0
    hand.turn(3)
    assert pad.sum.value == before + 3
    hand.press("push")
    assert not any(isinstance(w, Keypad) for w in table.screen.walk())


def test_a_stepper_is_taken_hold_of_changed_and_let_go(table: Sitting) -> None:
    steps: list[int] = []
    stepper = Stepper(low=0, high=5, value=2)
    stepper.bind(on_step=lambda _, value: steps.append(value))
    table.screen.put(stepper, 300, 200, 200, 56)
    table.ui.frames(2)
    hand = Buttons(table)
    hand.ring(lambda spot: spot.widget is stepper)
    hand.press("push")
    assert hand.focus.grasped
    hand.turn(2)
    hand.turn(4)
    hand.turn(-1)
    assert stepper.value == 4 and steps == [3, 4, 5, 4]
    hand.press("push")
    assert not hand.focus.grasped
    hand.turn(1)
    assert stepper.value == 4
    assert hand.focus.spot is not None and hand.focus.spot.widget is not stepper


def test_undo_and_next_let_go_of_a_stepper_too(table: Sitting) -> None:
    stepper = Stepper(low=0, high=5, value=2)
    table.screen.put(stepper, 300, 200, 200, 56)
    table.ui.frames(2)
    hand = Buttons(table)
    for key in ("undo", "next"):
        hand.ring(lambda spot: spot.widget is stepper)
        hand.press("push")
        hand.press(key)
        assert not hand.focus.grasped
    assert table.screen.name == "home"
    assert hand.focus.spot is not None and hand.focus.spot.widget is not stepper


def test_the_slider_of_a_replay_follows_the_knob(table: Sitting) -> None:
    record = play(table.context.journal, ATON, SEATS, "7", 20).header.id
    table.context.go("replay", record=record)
    table.ui.frames(3)
    hand = Buttons(table)
    hand.ring(lambda spot: isinstance(spot.widget, StepSlider))
    hand.press("push")
    hand.turn(-6)
    assert table.screen.at == 14
    hand.press("push")
    hand.press("undo")
    assert table.screen.name == "home"


@pytest.mark.parametrize("drawer", [LogDrawer, RulesDrawer])
def test_log_and_rules_are_scrolled_by_the_knob(table: Sitting, drawer: Any) -> None:
    screen = table.start(ATON, SEATS, dealt(lambda decision: decision.id == "place", least=30))
    if drawer is LogDrawer:
        screen.open(LogDrawer(screen))
    else:
        screen.open(RulesDrawer(screen, next(iter(ATON.help.rules))))
    table.ui.frames(3)
    hand = Buttons(table)
    rows = next(w for w in screen.walk() if type(w).__name__ == "ScrollList" and w.reads)
    if drawer is RulesDrawer:
        hand.press("undo")
        rows = next(w for w in screen.walk() if type(w).__name__ == "ScrollList" and w.reads)
    assert rows.reach > 0
    step = screen.frame.px(48)
    way = 1 if rows.offset == 0 else -1
    before = rows.offset
    hand.turn(way)
    assert rows.offset == before + way * step
    assert hand.focus.spot is None
    hand.press("next")
    assert hand.focus.spot is not None


def test_a_slow_turn_is_exact_and_a_turn_the_other_way_begins_anew() -> None:
    pace = Pace()
    assert [pace.of(1, at) for at in (0.0, 0.1, 0.2, 0.3)] == [1, 1, 1, 1]
    assert [pace.of(1, at) for at in (0.35, 0.39, 0.43)] == [1, 10, 10]
    assert pace.of(-1, 0.44) == -1
    assert pace.of(-3, 0.45) == -1 - 10 - 10


def test_undo_takes_a_letter_of_a_name_back_and_then_leads_back(table: Sitting) -> None:
    names: list[str] = []
    table.context.go("name_entry", done=names.append)
    table.ui.frames(3)
    hand, keyboard = Buttons(table), next(w for w in table.screen.walk() if isinstance(w, Keyboard))
    for letter in ("k", "i"):
        hand.widget(keyboard.key(letter))
    hand.press("undo")
    assert table.screen.name == "name_entry" and keyboard.text == "K"
    hand.press("undo")
    assert table.screen.name == "name_entry" and keyboard.text == ""
    hand.press("undo")
    assert table.screen.name != "name_entry" and names == []


def test_undo_takes_a_digit_of_the_survey_back_and_leaves_what_was_said_before(ui: UI) -> None:
    typed = DigitKeys(0, 99, None, "", [].append)
    before = DigitKeys(0, 99, 12, "", [].append)
    for i, keys in enumerate((typed, before)):
        keys.size, keys.pos = (380, 300), (400 * i, 0)
        ui.show(keys)
    assert not typed.keys["back"].takes_back and not before.keys["back"].takes_back
    for keys in (typed, before):
        ui.tap(keys.keys["7"])
        ui.frames(2)
        assert keys.typed == "7" and keys.keys["back"].takes_back
