"""The box, the rulesets, the setup (spec tutankhamen 2, 3, 7.4)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.catalogue import check_catalogue, read_catalogue
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.games.tutankhamen.switches import start_points
from companion.language import Language
from tests.games.tutankhamen.positions import layout_l1
from tests.kit.commands import run

EN = Language("en")
SEATS = ("red", "blue", "green")


def test_the_box_has_fifteen_kinds_with_as_many_tiles_as_their_value() -> None:
    kinds = read_catalogue(GAME.box).kinds
    assert Counter(kind.value for kind in kinds) == {8: 3, 6: 3, 4: 3, 2: 3, 1: 3}
    assert sum(kind.present for kind in kinds) == 63
    assert all(kind.present == kind.value for kind in kinds)


def test_the_path_has_69_tiles_with_three_pharaohs_and_three_coins() -> None:
    path = read_catalogue(GAME.box).path
    assert (sum(path.values()), path["PH"], path["CO"]) == (69, 3, 3)
    assert check_catalogue(read_catalogue(GAME.box), 69) == ()


def test_unknown_names_stay_unknown() -> None:
    unknown = {key for key in GAME.box.unknown if key.endswith(".name")}
    assert unknown == {f"kind.{kind}.name" for kind in ("S6B", "S6C", "S4C", "S2C", "S1B", "S1C")}
    assert read_catalogue(GAME.box).kinds[4].title == "6-B"


def test_a_name_of_the_owner_is_used_as_typed() -> None:
    box = GAME.box.with_overrides({"kind.S6B.name": "Senet"})
    assert read_catalogue(box).kinds[4].title == "Senet"


def test_a_changed_value_brings_its_count_along() -> None:
    kind = read_catalogue(GAME.box.with_overrides({"kind.S6B.value": 7})).kinds[4]
    assert (kind.value, kind.present, kind.title) == (7, 7, "7-B")


def test_a_lost_tile_is_a_warning_and_the_box_wins() -> None:
    box = GAME.box.with_overrides({"kind.S8A.present": 7})
    faults = check_catalogue(read_catalogue(box), 69)
    assert [fault.code for fault in faults] == ["A_LOST", "A_TOTAL"]
    assert all(fault.warning for fault in faults)
    assert EN.say(faults[0].text) == "Sarcophagus: 7 of 8 tiles are there."
    setup = GAME.draw_setup(SEATS, GAME.resolve({}), Draw("lost"), box)
    state = GAME.new(SEATS, GAME.resolve({}), setup, box)
    assert state.match.length == 68
    assert state.match.finish == 69
    assert [fault.warning for fault in GAME.audit(state)] == [True]


def test_a_kind_without_any_tile_is_closed_from_the_start() -> None:
    box = GAME.box.with_overrides({"kind.S1C.present": 0})
    setup = GAME.draw_setup(SEATS, GAME.resolve({}), Draw("none"), box)
    assert GAME.new(SEATS, GAME.resolve({}), setup, box).scored == ("S1C",)


@pytest.mark.parametrize(
    ("key", "value", "names"),
    [
        ("kind.S8A.present", 9, "Sarcophagus"),
        ("kind.S8A.value", 0, "kind.S8A.value"),
        ("kind.S8A.value", "eight", "kind.S8A.value"),
        ("kind.S8A.value", True, "kind.S8A.value"),
        ("special.PH", -1, "special.PH"),
        ("special.MASK", 2, "special.MASK"),
        ("kind.S6B.name", "", "kind.S6B.name"),
        ("kind.S6B.name", "x" * 40, "kind.S6B.name"),
        ("kind.S6B.name", 6, "kind.S6B.name"),
    ],
)
def test_a_box_that_cannot_be_is_refused_by_name(key: str, value: Any, names: str) -> None:
    with pytest.raises(InputError) as error:
        read_catalogue(GAME.box.with_overrides({key: value}))
    assert names in EN.say(error.value.text)


@pytest.mark.parametrize(
    "names",
    [
        {"kind.S6B.name": "Senet", "kind.S6C.name": "senet"},
        {"kind.S6B.name": "dog"},  # the shipped name of another kind
        {"kind.S6B.name": "6-C"},  # what a kind without a name is called
        {"kind.S6B.name": "Pharaoh"},
    ],
)
def test_two_kinds_of_one_name_are_refused(names: dict[str, str]) -> None:
    with pytest.raises(InputError, match="Two kinds"):
        read_catalogue(GAME.box.with_overrides(names))


def test_names_may_be_exchanged() -> None:
    kinds = read_catalogue(GAME.box.with_overrides({"kind.S8A.name": "Throne", "kind.S8B.name": "Sarcophagus"})).kinds
    assert [kind.title for kind in kinds[:2]] == ["Throne", "Sarcophagus"]


def _checked(values: dict[str, Any]) -> list[str]:
    found = GAME.check_box(GAME.box.with_overrides(values))
    assert all(fault.warning for fault in found)
    return [EN.say(fault.text) for fault in found]


def test_an_unusual_box_is_told_and_never_refused() -> None:
    assert _checked({}) == []
    assert _checked({"kind.S8A.value": 7}) == ["The path has 68 tiles; a whole box has 69."]
    assert _checked({"special.CO": 4}) == ["The path has 70 tiles; a whole box has 69."]
    assert _checked({"special.CO": 4, "tiles": 70}) == []
    assert _checked({"kind.S1A.present": 0}) == [
        "Scarab bracelet: 0 of 1 tile is there.",
        "14 kinds have tiles; a whole box has 15.",
        "The path has 68 tiles; a whole box has 69.",
    ]
    with pytest.raises(InputError, match="of the box must be a whole number"):
        _checked({"tiles": "many"})


def test_a_count_above_the_value_is_refused_in_the_singular_too() -> None:
    with pytest.raises(InputError) as error:
        read_catalogue(GAME.box.with_overrides({"kind.S1A.present": 2}))
    assert EN.say(error.value.text) == (
        "Scarab bracelet has value 1, so there is at most 1 tile of it, not 2. Count again."
    )


@pytest.mark.parametrize(
    ("ruleset", "players", "start"),
    [
        ("SEED", 4, 0),
        ("AMIGO_1993", 2, 26),
        ("AMIGO_1993", 3, 26),
        ("AMIGO_1993", 4, None),
        ("AMIGO_1993", 5, 16),
        ("AMIGO_1993", 6, None),
        ("OOTB_2005", 2, None),
        ("OOTB_2005", 5, None),
    ],
)
def test_start_points_are_prefilled_only_where_a_figure_is_known(ruleset: str, players: int, start: int | None) -> None:
    assert start_points(GAME.resolve({"ruleset": ruleset}), players, GAME.box) == start


def test_a_race_without_start_points_asks_for_them() -> None:
    seats = GAME.colours[:4]
    options = GAME.resolve({"ruleset": "AMIGO_1993"})
    setup = GAME.draw_setup(seats, options, Draw("race"), GAME.box)
    with pytest.raises(InputError) as error:
        GAME.new(seats, options, setup, GAME.box)
    assert "start_points" in EN.say(error.value.text)
    assert GAME.new(seats, {**options, "start_points": 21}, setup, GAME.box).match.rules.start_points == 21


def test_the_owners_start_points_are_kept_with_the_box() -> None:
    box = GAME.box.with_overrides({"start.AMIGO_1993.4": 20})
    assert start_points(GAME.resolve({"ruleset": "AMIGO_1993"}), 4, box) == 20
    with pytest.raises(InputError):
        start_points(GAME.resolve({"ruleset": "AMIGO_1993"}), 4, GAME.box.with_overrides({"start.AMIGO_1993.4": 61}))


@pytest.mark.parametrize("start", [0, 61, "26", True, 2.5])
def test_start_points_are_a_whole_number_from_1_to_60(start: Any) -> None:
    with pytest.raises(InputError, match=r"needs a whole number"):
        GAME.resolve({"ruleset": "AMIGO_1993", "start_points": start})


def test_the_rulesets_differ_exactly_as_in_the_table() -> None:
    switches = ("direction", "instant_end_at_zero", "tie_first_3plus", "coin_mandatory", "coin_may_take_pharaoh")
    table = {preset.id: [GAME.resolve({"ruleset": preset.id})[key] for key in switches] for preset in GAME.presets}
    assert table == {
        "SEED": ["up", False, "half", False, True],
        "AMIGO_1993": ["down", True, "zero", True, False],
        "OOTB_2005": ["coins", True, "zero", True, False],
    }
    for preset in GAME.presets:
        resolved = GAME.resolve({"ruleset": preset.id})
        assert (resolved["half_rounding"], resolved["zero_tie_break"], resolved["leaver_tiles"]) == (
            "floor",
            "shared",
            "keep",
        )
        assert resolved["pharaoh_single_use"] is resolved["mask_single_use"] is True


def test_a_draw_lays_exactly_the_tiles_of_the_box_and_can_be_repeated() -> None:
    first = GAME.draw_setup(SEATS, GAME.resolve({}), Draw("again"), GAME.box)
    assert first == GAME.draw_setup(SEATS, GAME.resolve({}), Draw("again"), GAME.box)
    assert first.layout is not None
    assert Counter(first.layout) == read_catalogue(GAME.box).path
    assert first.first in SEATS


def test_every_slot_and_every_first_player_comes_up() -> None:
    setups = [GAME.draw_setup(SEATS, GAME.resolve({}), Draw(f"fair {i}"), GAME.box) for i in range(300)]
    assert {setup.first for setup in setups} == set(SEATS)
    assert len({(setup.layout or ("",))[0] for setup in setups}) == 17


def test_a_path_that_does_not_match_the_box_is_refused_with_the_differences() -> None:
    layout = ["S8B" if tile == "S8A" and i == 0 else tile for i, tile in enumerate(layout_l1())]
    with pytest.raises(InputError) as error:
        GAME.new(SEATS, GAME.resolve({}), TutankhamenSetup(layout=tuple(layout), first="red"), GAME.box)
    said = EN.say(error.value.text)
    assert "Sarcophagus: 7 in the path, 8 in the box" in said
    assert "Throne: 9 in the path, 8 in the box" in said


def test_a_path_with_an_unknown_kind_is_refused() -> None:
    layout = ("S9X", *layout_l1()[1:])
    with pytest.raises(InputError) as error:
        GAME.new(SEATS, GAME.resolve({}), TutankhamenSetup(layout=layout, first="red"), GAME.box)
    assert "S9X" in EN.say(error.value.text)


def test_the_first_player_must_have_a_seat() -> None:
    with pytest.raises(InputError, match="first player"):
        GAME.new(SEATS, GAME.resolve({}), TutankhamenSetup(layout=layout_l1(), first="violet"), GAME.box)


def test_the_check_list_names_every_tile_in_order() -> None:
    setup = TutankhamenSetup(layout=layout_l1(), first="blue")
    steps = GAME.steps(setup, SEATS, GAME.resolve({}), GAME.box)
    rows = [step for step in steps if step.picture and step.drawn]
    assert [slot for step in rows for slot in step.picture] == [f"slot:{slot}" for slot in range(1, 70)]
    assert EN.say(rows[0].text) == "Slots 1 to 6: 8 Sarcophagus, 8 Throne, 8 Stone tablet, 6 Dog, 6-B, 6-C"
    assert EN.say(steps[-1].text) == "Blue begins; play goes clockwise."


def test_the_check_list_fits_a_box_without_mask_and_a_last_row_of_one() -> None:
    box = GAME.box.with_overrides({"special.MASK": 0, "kind.S8A.present": 7, "kind.S8B.present": 7})
    setup = GAME.draw_setup(SEATS, GAME.resolve({}), Draw("row"), box)
    said = [EN.say(step.text) for step in GAME.steps(setup, SEATS, GAME.resolve({}), box)]
    assert said[0] == "Put the pyramid at the far end."
    assert next(text for text in said if "67" in text).startswith("Slot 67: ")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "Everybody starts with 0 points."),
        ({"ruleset": "AMIGO_1993"}, "Put every score marker on 26."),
        ({"ruleset": "OOTB_2005", "start_points": 24}, "Every player takes 24 coins."),
        ({"ruleset": "OOTB_2005", "start_points": 1}, "Every player takes 1 coin."),
        ({"ruleset": "AMIGO_1993", "direction": "up"}, "Whoever has 26 points wins at once."),
    ],
)
def test_the_check_list_tells_how_points_are_counted(options: dict[str, Any], said: str) -> None:
    setup = TutankhamenSetup(layout=None, first="red")
    steps = GAME.steps(setup, SEATS, GAME.resolve(options), GAME.box)
    assert said in [EN.say(step.text) for step in steps]
    assert any("Shuffle the 69 tiles" in EN.say(step.text) for step in steps)


def test_the_box_command_warns_and_lets_the_table_play(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"kind.S8A.present": 7}', "utf-8")
    ran = run("box", "check", "tutankhamen", "--values", str(file), "--json")
    assert (ran.code, ran.value["good"], ran.value["faults"]) == (0, True, [])
    assert ran.value["warnings"] == [
        "Sarcophagus: 7 of 8 tiles are there.",
        "The path has 68 tiles; a whole box has 69.",
    ]
    said = run("box", "check", "tutankhamen", "--values", str(file)).out
    assert "Unusual: The path has 68 tiles; a whole box has 69." in said


def test_the_box_command_refuses_what_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"tiles": "many"}', "utf-8")
    ran = run("box", "check", "tutankhamen", "--values", str(file), "--json")
    assert (ran.code, ran.value["good"], ran.value["warnings"]) == (1, False, [])
    assert len(ran.value["faults"]) == 1


@pytest.mark.parametrize("ruleset", [preset.id for preset in GAME.presets])
@pytest.mark.parametrize("players", range(2, 7))
def test_the_practice_board_asks_nothing_before_a_race(ruleset: str, players: int) -> None:
    options, seats = GAME.resolve({"ruleset": ruleset}), GAME.colours[:players]
    assert GAME.asks(options, seats, GAME.practice) is None
    setup = GAME.draw_setup(seats, options, Draw("practice"), GAME.practice)
    assert GAME.audit(GAME.new(seats, options, setup, GAME.practice)) == ()


def test_nothing_of_a_running_game_waits_for_what_is_unknown_of_the_box() -> None:
    assert len(GAME.box.unknown) == 13
    assert all(GAME.box.facts[key].costs for key in GAME.box.unknown)
    assert GAME.box.missed == ()
