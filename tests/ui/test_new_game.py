"""New game by touch: seats round the table, names, colours, rules, and the setup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import find_game
from companion.language import LANGUAGES
from companion.ui.draft import Draft
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


def race(table: Desk, players: int, ruleset: str = "AMIGO_1993") -> None:
    """A race for so many players, up to Start."""
    table.context.home()
    draft = Draft.fresh(find_game("tutankhamen"), players)
    assert draft.ruleset is not None
    draft.choose(draft.ruleset, ruleset)
    table.context.go("new_game", draft=draft)
    table.ui.frames(3)
    table.touch(table.screen.start)


def answer(table: Desk, digits: str) -> None:
    for key in digits:
        table.touch(table.screen.keypad.key(key))
    table.touch(table.screen.keypad.key("ok"))


@pytest.mark.parametrize(("players", "known"), [(2, 26), (3, 26), (5, 16), (4, None), (6, None)])
def test_the_points_of_a_race_are_asked_with_the_known_figure_to_confirm(
    table: Desk, players: int, known: int | None
) -> None:
    race(table, players)
    assert table.screen.name == "number"
    assert table.screen.keypad.sum.value == known
    assert "option" not in " ".join(table.texts()), "people are not shown names of fields"


def test_the_answer_is_kept_with_the_box_and_offered_the_next_time(table: Desk) -> None:
    race(table, 4)
    answer(table, "22")
    assert table.screen.name == "setup"
    assert table.context.settings.boxes == {"tutankhamen": {"start.AMIGO_1993.4": 22}}
    race(table, 4)
    assert table.screen.keypad.sum.value == 22
    answer(table, "")
    assert (table.screen.name, table.screen.options["start_points"]) == ("setup", 22)
    race(table, 6)
    assert table.screen.keypad.sum.value is None, "another number of players has its own figure"


def test_a_known_figure_is_typed_over_and_the_box_keeps_the_new_one(table: Desk) -> None:
    race(table, 3)
    answer(table, "24")
    assert table.context.box(find_game("tutankhamen")).value("start.AMIGO_1993.3") == 24
    assert table.screen.options["start_points"] == 24


@pytest.mark.parametrize("typed", ["", "0", "61"])
def test_no_race_begins_without_a_number_from_1_to_60(table: Desk, typed: str) -> None:
    race(table, 4)
    answer(table, typed)
    assert table.screen.name == "number"
    assert table.context.settings.boxes == {}


def test_one_more_player_after_a_rematch_is_asked_for_another_figure(table: Desk) -> None:
    race(table, 4)
    answer(table, "22")
    table.context.back()
    draft = table.screen.draft
    table.ui.frames(3)
    table.touch(table.screen.start)
    assert table.screen.name == "setup", "it was said for this game already"
    table.context.back()
    draft.sit("n1")
    table.screen.relayout()
    table.touch(table.screen.start)
    assert table.screen.name == "number"


def test_a_game_is_played_without_a_value_that_can_t_be(table: Desk) -> None:
    table.context.change(boxes={"tutankhamen": {"kind.S4A.value": 77}})
    table.ui.frames(3)
    begin(table, "tutankhamen")
    table.touch(table.screen.start)
    assert table.screen.name == "setup"
    table.touch(table.screen.play)
    assert table.context.session.header.box == {}


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


def test_letters_the_font_lacks_are_left_out_of_names(table: Desk) -> None:
    begin(table, "tutankhamen")
    draft = table.screen.draft
    draft.chairs["w0"].name, draft.chairs["e0"].name = "\U0001f451Kira\U0001f3b2", "\u05d0\u05d1\u05d2"
    table.screen.relayout()
    table.ui.frames(2)
    assert [chip.name for chip in (table.screen.chips["w0"], table.screen.chips["e0"])] == ["Kira", "Blue"]
    assert inspect.problems() == []
    seats = draft.seats({})
    assert table.context.shown_names(seats) == {"red": "Kira", "blue": "Blue"}
    assert draft.chairs["w0"].name != "Kira", "the record keeps the name as it is"


def test_the_rows_lie_above_start_on_the_shortest_upright_screen(table: Desk) -> None:
    table.resize(480, 800)
    begin(table, "tutankhamen")
    assert min(row.y for row in table.screen.rows) >= table.screen.start.top


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800), (720, 1280)])
@pytest.mark.parametrize("large", ["normal", "large"])
def test_a_seat_that_nobody_named_tells_its_whole_colour(app: Desk, size: tuple[int, int], large: str) -> None:
    for language in LANGUAGES:
        app.context.change(language=language, text_size=large)
        app.resize(*size)
        app.context.go("new_game", game=find_game("aton"))
        app.ui.frames(2)
        names = {chip.name for chip in app.screen.chips.values() if chip.seat}
        assert len(names) == 2 and names <= set(app.texts())
        app.context.home()
