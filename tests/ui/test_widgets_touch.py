"""The widgets under real fingers."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

import pytest

from companion.engine.sums import BACK
from companion.ui.layout import Frame, current, place
from companion.ui.widgets.check_row import CheckRow
from companion.ui.widgets.choice import Choice, OnOff
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.headline import Headline
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.keypad import Keypad
from companion.ui.widgets.phase_bar import PhaseBar, Step
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.step_slider import StepSlider
from companion.ui.widgets.stepper import Stepper
from companion.ui.widgets.toast import Toast
from companion.ui.widgets.tools import Tool, Tools
from companion.ui.widgets.top_bar import TopBar
from tests.kit.inspect import problems, texts
from tests.kit.ui import UI


def show(ui: UI, widget: Any, *rect: float) -> Any:
    return ui.show(place(widget, current().rect(*rect)))


def heard(widget: Any, *events: str) -> list[tuple[Any, ...]]:
    """What the widget tells, as (event, arguments)."""
    said: list[tuple[Any, ...]] = []
    for event in events:
        widget.bind(**{event: lambda _, *args, event=event: said.append((event, *args))})
    return said


# headline, top bar, phase bar


def test_headline_tells_menu_seat_and_turn_apart(ui: UI) -> None:
    line = show(ui, Headline(sentence="Anna, place a counter.", seat="red"), 0, 0, 800, 64)
    said = heard(line, "on_menu", "on_seat_tap", "on_turn")
    ui.tap(line.menu_corner)
    ui.tap(line.seat_square)
    ui.hold(line.seat_square)
    assert said == [("on_menu",), ("on_seat_tap",), ("on_turn",)]


def test_headline_is_28_on_one_line_else_24_on_two_balanced_ones(ui: UI) -> None:
    line = show(ui, Headline(sentence="Anna, place 2 more counters in temple 1 or 2.", seat="red"), 0, 0, 800, 64)
    assert [(w.size, w.text) for w in line.written] == [(28, "Anna, place 2 more counters in temple 1 or 2.")]
    line.sentence = "Bartholomäus, place 2 more counters in temple 1, 2 or 4, or pass."
    ui.frames(2)
    assert [w.size for w in line.written] == [24, 24]
    widths = [w.rect.w for w in line.written]
    assert max(widths) < 0.62 * sum(widths)


def test_headline_that_fits_nowhere_is_reported(ui: UI) -> None:
    line = show(ui, Headline(sentence="много слов " * 20, seat="red"), 0, 0, 800, 64)
    assert {p.kind for p in problems(line)} == {"text cut"}


def test_portrait_headline_takes_three_lines(ui: UI) -> None:
    ui.resize(480, 800)
    sentence = "Anna, place 2 more counters in temple 1 or 2, or take one of yours back."
    line = show(ui, Headline(sentence=sentence, seat="red"), 0, 0, 480, 96)
    assert len(line.written) == 3
    assert problems(line) == []


def test_a_long_name_costs_a_line_and_no_word(ui: UI) -> None:
    ui.resize(480, 800)
    sentence = "Maximilian B, take one of the first four cards, play a character or lay a set, or draw a lot for it."
    line = show(ui, Headline(sentence=sentence, seat="red"), 0, 0, 480, 96)
    assert {w.size for w in line.written} == {20}
    assert problems(line) == []


def test_top_bar_goes_back(ui: UI) -> None:
    bar = show(ui, TopBar(title="History"), 0, 0, 800, 56)
    said = heard(bar, "on_back")
    ui.tap(bar.back_corner)
    assert said == [("on_back",)]
    assert texts(bar) == ["History"]


def test_phase_bar_segments_begin_after_a_long_round_label(ui: UI) -> None:
    bar = PhaseBar()
    bar.set("11-я партия", [Step("Ставка"), Step("Удаление", "blue"), Step("Подсчёт")], 1)
    show(ui, bar, 0, 64, 800, 30)
    label, first = bar.written[0], bar.written[1]
    assert label.rect.right < first.rect.x
    assert problems(bar) == []
    assert [w.bold for w in bar.written[1:]] == [False, True, False]


def test_the_upright_strip_shows_a_disc_where_name_and_step_are_too_long(ui: UI) -> None:
    ui.resize(480, 800)
    bar = PhaseBar()
    steps = [Step("Cards"), Step("Remove", "blue"), *[Step("Place", "red")] * 5]
    bar.set("Round 3", steps, 1, "Bence: Remove")
    show(ui, bar, 0, 96, 480, 34)
    assert texts(bar) == ["Round 3", "Bence: Remove"]
    bar.now_label = "Bartholomäu…: Remove"
    ui.frames(2)
    assert texts(bar) == ["Round 3", "Remove"]
    label, word = bar.written
    disc = bar.inner(112, 4, 26, 26)
    assert word.rect.x > disc.x + 24
    assert label.rect.right < disc.x
    assert problems(bar) == []


# rows, lists


def test_a_check_row_ticks_and_unticks_before_it_tells(ui: UI) -> None:
    row = show(ui, CheckRow(text="Shuffle"), 8, 64, 400, 54)
    states: list[bool] = []
    row.bind(on_release=lambda r: states.append(r.done))
    ui.tap(row)
    ui.tap(row)
    assert states == [True, False]


def make_list(ui: UI) -> tuple[ScrollList, list[str]]:
    rows = ScrollList()
    tapped: list[str] = []
    for i in range(12):
        row = CheckRow(text=f"Row {i}")
        row.bind(on_release=lambda r: tapped.append(r.text))
        rows.add(row, 54)
    show(ui, rows, 8, 64, 400, 200)
    return rows, tapped


def test_scrolling_does_not_tap(ui: UI) -> None:
    rows, tapped = make_list(ui)
    x = rows.center_x
    ui.drag((x, rows.y + 30), (x, rows.y + 150))
    assert rows.offset == pytest.approx(120, abs=1)
    assert tapped == []


def test_a_tap_in_a_scrolled_list_reaches_the_row_under_the_finger(ui: UI) -> None:
    rows, tapped = make_list(ui)
    ui.drag((rows.center_x, rows.y + 30), (rows.center_x, rows.y + 146))
    ui.tap((rows.center_x, rows.top - 20))
    assert tapped == ["Row 2"]


def test_a_list_stops_at_its_ends_and_counts_what_lies_below(ui: UI) -> None:
    rows, _ = make_list(ui)
    assert rows.below == 12 - 3
    x = rows.center_x
    ui.drag((x, rows.y + 30), (x, rows.y + 130))
    ui.drag((x, rows.y + 10), (x, rows.y + 1000))
    assert rows.offset == rows.reach == 12 * 54 + 11 * 4 - 200
    assert rows.below == 0
    ui.drag((x, rows.top - 10), (x, rows.top - 1000))
    assert rows.offset == 0


def test_rows_outside_the_list_are_not_touched(ui: UI) -> None:
    rows, tapped = make_list(ui)
    ui.tap((rows.center_x, rows.y - 20))
    assert tapped == []


def test_reveal_brings_a_row_into_view(ui: UI) -> None:
    rows, tapped = make_list(ui)
    rows.reveal(rows.rows[11])
    ui.frames(2)
    ui.tap(rows.rows[11])
    assert tapped == ["Row 11"]


# dialog, toast


def test_a_dialog_takes_every_touch_and_answers_once(ui: UI) -> None:
    row = show(ui, CheckRow(text="Below"), 8, 8, 400, 54)
    dialog = Dialog(title="Erase?", text="For good.", safe_label="Keep it", action_label="Erase")
    said = heard(dialog, "on_safe", "on_action")
    dialog.size = ui.window.size
    ui.show(dialog)
    ui.tap(row)
    assert not row.done
    ui.tap(dialog.safe_button)
    assert said == [("on_safe",)]
    assert dialog.parent is None
    ui.tap(row)
    assert row.done


def test_nothing_keeps_a_dialog_that_is_closed(ui: UI) -> None:
    below = show(ui, CheckRow(text="Below"), 8, 8, 400, 54)
    dialog = Dialog(title="Erase?", safe_label="Keep it", action_label="Erase").open(below)
    known = ref(dialog)
    dialog.close()
    ui.frames(2)
    del dialog
    gc.collect()
    assert known() is None
    below.size = (300, 60)


def test_a_dialog_that_erases_must_be_held(ui: UI) -> None:
    dialog = Dialog(title="Erase?", safe_label="Keep it", action_label="Erase", hold=True, size=ui.window.size)
    said = heard(dialog, "on_safe", "on_action")
    ui.show(dialog)
    ui.tap(dialog.action_button)
    assert said == []
    ui.hold(dialog.action_button)
    assert said == [("on_action",)]


def test_a_toast_leaves_by_itself_and_its_undo_comes_first(ui: UI) -> None:
    toast = Toast(text="Camera: Red on 1.06", seconds=0.15, can_undo=True)
    said = heard(toast, "on_gone", "on_undo")
    show(ui, toast, 544, 98, 248, 64)
    ui.until(lambda: said)
    assert said == [("on_gone",)]
    assert toast.parent is None
    other = show(ui, Toast(text="Camera: Red on 1.06", can_undo=True), 544, 98, 248, 64)
    said = heard(other, "on_gone", "on_undo")
    ui.tap(other.undo_button)
    assert said == [("on_undo",), ("on_gone",)]


# panel


def test_tools_name_themselves_and_undo_can_be_held(ui: UI) -> None:
    tools = Tools([Tool("undo", "undo", "Undo", holdable=True), Tool("log", "log", "Log"),
                   Tool("why", "why", "Why?", enabled=False), Tool("rules", "rules", "Rules")])  # fmt: skip
    said = heard(tools, "on_tool", "on_tool_hold")
    show(ui, tools, 546, 352, 246, 120)
    for name in ("undo", "log", "why", "rules"):
        ui.tap(tools.button(name))
    ui.hold(tools.button("undo"))
    assert said == [("on_tool", "undo"), ("on_tool", "log"), ("on_tool", "rules"), ("on_tool_hold", "undo")]


def test_small_tools_are_still_48_high_and_undo_is_first(ui: UI) -> None:
    tools = Tools([Tool("undo", "undo", "Undo"), Tool("log", "log", "Log")], form="small")
    show(ui, tools, 546, 424, 246, 48)
    assert problems(tools) == []
    assert tools.button("undo").x < tools.button("log").x


# counting


def press(ui: UI, pad: Keypad, keys: str) -> None:
    for key in keys.split():
        ui.tap(pad.key(key))


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_the_keypad_computes_as_it_is_typed_and_confirms(ui: UI, size: tuple[int, int]) -> None:
    frame = ui.resize(*size)
    pad = Keypad(low=0, high=150, bounds="Allowed: 0 to 150.")
    top = 96 if frame.portrait else 64
    show(ui, pad, 0, top, frame.w, frame.h - top)
    said = heard(pad, "on_confirm")
    press(ui, pad, "3 × 5 + 1 0 − 3")
    assert "3 × 5 + 10 − 3" in texts(pad)
    assert "= 22" in texts(pad)
    press(ui, pad, "ok")
    assert said == [("on_confirm", 22, "3 × 5 + 10 − 3")]


def test_the_keypad_says_why_and_switches_its_gold_key_off(ui: UI) -> None:
    pad = Keypad(low=0, high=150, bounds="Allowed: 0 to 150.", refuse=lambda v: "At most 150." if v > 150 else "")
    show(ui, pad, 0, 64, 800, 416)
    said = heard(pad, "on_confirm")
    press(ui, pad, "1 5 1")
    assert "At most 150." in texts(pad)
    assert pad.key("ok").kind == "off"
    press(ui, pad, "ok")
    assert said == []
    press(ui, pad, f"{BACK} ok")
    assert said == [("on_confirm", 15, "15")]


def test_bounds_hold_without_a_reason_of_the_callers_too(ui: UI) -> None:
    pad = Keypad(low=0, high=9, bounds="Allowed: 0 to 9.")
    show(ui, pad, 0, 64, 800, 416)
    press(ui, pad, "1 0")
    assert pad.key("ok").kind == "off"
    assert "Allowed: 0 to 9." in texts(pad)


def test_a_sign_left_over_is_not_confirmed_with_the_sum(ui: UI) -> None:
    pad = Keypad()
    show(ui, pad, 0, 64, 800, 416)
    said = heard(pad, "on_confirm")
    press(ui, pad, "7 + ok")
    assert said == [("on_confirm", 7, "7")]


def test_a_stepper_stops_at_its_ends_and_repeats_while_held(ui: UI) -> None:
    stepper = show(ui, Stepper(value=1, low=0, high=4), 100, 100, 150, 56)
    said = heard(stepper, "on_step")
    ui.tap(stepper.minus_key)
    ui.tap(stepper.minus_key)
    assert said == [("on_step", 0)]
    finger = ui.down(stepper.plus_key)
    ui.until(lambda: stepper.value == 4)
    ui.wait(0.3)
    ui.up(finger)
    assert stepper.value == 4
    assert [v for _, v in said] == [0, 1, 2, 3, 4]


def test_a_choice_is_one_of_a_few(ui: UI) -> None:
    choice = show(ui, Choice(["Left", "Middle", "Right"], chosen=1), 100, 100, 380, 56)
    said = heard(choice, "on_choose")
    ui.tap(choice.option(2))
    assert choice.chosen == 2
    assert said == [("on_choose", 2)]


def test_a_switch_switches(ui: UI) -> None:
    switch = show(ui, OnOff(), 100, 100, 72, 48)
    ui.tap(switch)
    assert switch.on
    ui.tap(switch)
    assert not switch.on


def test_the_slider_moves_by_whole_steps(ui: UI) -> None:
    slider = show(ui, StepSlider(value=0, steps=10), 100, 100, 432, 56)
    said = heard(slider, "on_slide")
    ui.drag(slider.knob(), (slider.x + 16 + 400 * 0.34, slider.center_y), steps=20)
    assert slider.value == 3
    assert said == [("on_slide", 1), ("on_slide", 2), ("on_slide", 3)]
    ui.tap((slider.right - 16, slider.center_y))
    assert slider.value == 10


# the keyboard


def spell(ui: UI, board: Keyboard, keys: str) -> None:
    for key in keys.split():
        ui.tap(board.key(key))


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_the_keyboard_writes_names_in_three_languages(ui: UI, size: tuple[int, int]) -> None:
    frame = ui.resize(*size)
    board = show(ui, Keyboard(hint="Name"), 0, frame.h - 400, frame.w, 400)
    said = heard(board, "on_confirm")
    spell(ui, board, "a n n a space l u back i ok")
    assert said == [("on_confirm", "Anna Li")]
    spell(ui, board, " ".join(["back"] * 7) + " layout d ó r a ok")
    assert said[-1] == ("on_confirm", "Dóra")
    spell(ui, board, " ".join(["back"] * 4) + " layout и л ь я signs 2 ok")
    assert said[-1] == ("on_confirm", "Илья2")


@pytest.mark.parametrize("letters", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_every_key_is_at_least_48_wide_and_high(ui: UI, letters: str, size: tuple[int, int]) -> None:
    frame = ui.resize(*size)
    board = show(ui, Keyboard(layout=letters), 0, frame.h - 400, frame.w, 400)
    assert problems(board) == []
    assert min(min(key.width, key.height) for key in board.children) >= 48


@pytest.mark.parametrize(
    ("layout", "alphabet"),
    [
        ("en", "abcdefghijklmnopqrstuvwxyz"),
        ("hu", "abcdefghijklmnopqrstuvwxyzáéíóöőúüű"),
        ("ru", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"),
    ],
)
def test_both_orders_hold_the_whole_alphabet(layout: str, alphabet: str) -> None:
    from companion.ui.widgets.keyboard import rows

    assert sorted("".join(rows(layout, False, False))) == sorted(alphabet)
    assert sorted("".join(rows(layout, True, False))) == sorted(alphabet)


def test_a_name_of_blanks_cannot_be_confirmed_and_names_end(ui: UI) -> None:
    board = show(ui, Keyboard(), 0, 80, 800, 400)
    said = heard(board, "on_confirm")
    spell(ui, board, "space space ok")
    assert said == []
    board.text = "A" * 20
    ui.frames(2)
    spell(ui, board, "b")
    assert board.text == "A" * 20


def test_a_widget_measures_by_its_own_frame_when_it_has_one(ui: UI) -> None:
    frame = Frame(1280, 720)
    row = CheckRow(text="Shuffle", frame=frame)
    place(row, frame.rect(8, 64, 400, 54))
    ui.show(row)
    assert row.logical_size == (400, 54)
