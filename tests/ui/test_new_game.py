"""New game by touch: seats round the table, names, colours, rules, and the setup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import find_game
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.ui import UI


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as opened:
        yield opened


def begin(table: Desk, game: str) -> None:
    table.tap(table.context.say(find_game(game).title))
    assert table.screen.name == "new_game"


def type_name(table: Desk, name: str) -> None:
    for letter in name:
        table.touch(table.screen.keyboard.key(letter))
    table.touch(table.screen.keyboard.key("ok"))


def test_a_name_is_typed_on_our_own_keyboard(table: Desk) -> None:
    begin(table, "aton")
    table.touch(table.screen.chips["w0"])
    table.touch(table.screen.type)
    type_name(table, "anna")
    assert table.screen.name == "new_game"
    assert table.screen.draft.chairs["w0"].name == "Anna"
    assert table.screen.chips["w0"].name == "Anna"


def test_a_name_used_before_is_one_tap(table: Desk) -> None:
    play(table.context.journal, find_game("aton"), ["red", "blue"], most=1)
    begin(table, "aton")
    table.touch(table.screen.chips["e0"])
    table.touch(table.screen.names["Anna"])
    assert table.screen.draft.chairs["e0"].name == "Anna"
    table.touch(table.screen.chips["w0"])
    assert "Anna" not in table.screen.names


def test_a_typed_name_is_offered_at_once_and_listed(table: Desk) -> None:
    begin(table, "aton")
    table.touch(table.screen.chips["w0"])
    table.touch(table.screen.type)
    type_name(table, "kira")
    table.touch(table.screen.chips["e0"])
    assert "Kira" not in table.screen.names
    table.context.home()
    table.ui.frames(3)
    table.tap("Players")
    assert table.shows("Kira")


def test_taking_the_others_colour_swaps_them(table: Desk) -> None:
    begin(table, "aton")
    table.touch(table.screen.chips["w0"])
    table.touch(table.screen.colours["blue"])
    table.touch(table.screen.done)
    assert {place: chair.colour for place, chair in table.screen.draft.chairs.items()} == {"w0": "blue", "e0": "red"}


def test_an_empty_place_is_taken_and_left_again(table: Desk) -> None:
    begin(table, "tutankhamen")
    table.touch(table.screen.chips["n0"])
    assert table.screen.name == "seat"
    table.touch(table.screen.done)
    assert len(table.screen.draft.chairs) == 3
    table.touch(table.screen.chips["n0"])
    table.touch(table.screen.free)
    assert len(table.screen.draft.chairs) == 2


def test_a_seat_is_dragged_to_another_side(table: Desk) -> None:
    begin(table, "tutankhamen")
    chips = table.screen.chips
    table.ui.drag(chips["w0"], chips["s0"])
    table.ui.frames(3)
    assert set(table.screen.draft.chairs) == {"s0", "e0"}
    assert table.screen.name == "new_game"


def test_the_bar_dragged_to_a_side_says_where_the_screen_lies(table: Desk) -> None:
    begin(table, "aton")
    x, y, w, _ = table.screen.plan.table
    table.ui.drag(table.screen.bar, table.context.frame.rect(x + w / 2 - 10, y + 5, 20, 20))
    table.ui.frames(3)
    assert table.context.settings.screen_side == "n"


def test_start_is_off_while_players_are_missing(table: Desk) -> None:
    begin(table, "aton")
    table.touch(table.screen.chips["w0"])
    table.touch(table.screen.free)
    assert table.screen.start.kind == "off"
    assert table.screen.start.text == "1 more player needed"
    table.touch(table.screen.start)
    assert table.screen.name == "new_game"


def test_a_switch_is_chosen_from_its_values_and_counted(table: Desk) -> None:
    begin(table, "aton")
    option = table.screen.draft.switches[0]
    other = next(value for value, _ in option.values if value != option.default)
    table.touch(table.screen.rows[0])
    table.touch(table.screen.rows[option.key])
    assert table.shows(table.context.say(option.explain))
    table.touch(table.screen.rows[other])
    assert table.screen.name == "options"
    table.context.back()
    table.ui.frames(3)
    assert table.screen.draft.options[option.key] == other
    assert table.shows("1 changed")


def test_a_ruleset_is_chosen_with_its_explanation(table: Desk) -> None:
    begin(table, "tutankhamen")
    table.touch(table.screen.rows[0])
    preset = table.screen.draft.game.presets[1]
    assert table.shows(table.context.say(preset.explain)[:20])
    table.touch(table.screen.rows[preset.id])
    assert table.screen.name == "new_game"
    assert table.screen.draft.options["ruleset"] == preset.id


def test_a_number_the_rules_lack_is_asked_on_the_keypad_before_the_setup(table: Desk) -> None:
    begin(table, "tutankhamen")
    draft = table.screen.draft
    draft.choose(draft.ruleset, "OOTB_2005")
    table.screen.relayout()
    table.touch(table.screen.start)
    assert table.screen.name == "number"
    option = next(o for o in draft.switches if not o.values)
    assert table.screen.bounds == (option.low, option.high)
    for key in "20":
        table.touch(table.screen.keypad.key(key))
    table.touch(table.screen.keypad.key("ok"))
    assert table.screen.name == "setup"
    assert table.screen.options[option.key] == 20


def test_a_scorekeepers_game_has_the_rest_to_itself(table: Desk) -> None:
    begin(table, "aton")
    table.touch(table.screen.modes["scorekeeper"])
    assert table.screen.draft.mode == "scorekeeper"
    table.touch(table.screen.start)
    table.touch(table.screen.play)
    assert table.screen.name == "table"
    assert table.context.session.header.mode == "scorekeeper"


def test_six_long_names_fit_at_every_size(table: Desk) -> None:
    begin(table, "tutankhamen")
    draft = table.screen.draft
    for place in ("n0", "n1", "s0", "s1"):
        draft.sit(place)
    for i, chair in enumerate(draft.chairs.values()):
        chair.name = f"Bartholomäus-{i}"
    for size in ((800, 480), (1280, 720), (720, 1280), (480, 800)):
        table.resize(*size)
        assert inspect.problems() == []
