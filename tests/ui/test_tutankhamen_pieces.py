"""The parts of the Tutankhamen screen that need no window: places, the telling of a path, what a scoring counted."""

from __future__ import annotations

import pytest

from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.catalogue import read_catalogue
from companion.games.tutankhamen.moves import Correct, Leave, Steal, Take
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.ui.boards.tutankhamen_laying import Laying
from companion.ui.boards.tutankhamen_places import places
from companion.ui.boards.tutankhamen_tally import tallies
from companion.ui.layout import Frame

LANDSCAPE, PORTRAIT = Frame(800, 480), Frame(480, 853)
KINDS = [f"S{value}{letter}" for value in (8, 6, 4, 2, 1) for letter in "ABC"]


def test_the_overview_has_three_rows_of_23_slots_where_the_design_draws_them() -> None:
    over = places(LANDSCAPE, 69).overview
    assert over.centre(1) == pytest.approx((50.2, 111))
    assert over.centre(24) == pytest.approx((50.2, 135))
    assert over.centre(69) == pytest.approx((40 + 20.4 * 22 + 10.2, 159))
    assert over.finish == pytest.approx((526, 159))


def test_a_lost_tile_keeps_the_rows_of_a_whole_box() -> None:
    over = places(LANDSCAPE, 68).overview
    assert over.per_row == 23
    assert over.centre(68) == pytest.approx(places(LANDSCAPE, 69).overview.centre(68))


def test_a_longer_path_still_fits_three_rows() -> None:
    over = places(LANDSCAPE, 90).overview
    assert (over.per_row, over.rows) == (30, 3)
    assert over.centre(90)[0] < over.finish[0] - 10


def test_a_point_on_the_overview_is_the_nearest_slot_of_the_path() -> None:
    over = places(LANDSCAPE, 69).overview
    assert [over.slot_at(*over.centre(slot)) for slot in (1, 23, 24, 46, 47, 69)] == [1, 23, 24, 46, 47, 69]
    assert over.slot_at(-50, 0) == 1
    assert over.slot_at(900, 900) == 69


def test_the_window_outline_breaks_at_the_end_of_a_row() -> None:
    over = places(LANDSCAPE, 69).overview
    first, second = over.boxes(20, 35)
    assert first.w == pytest.approx(4 * 20.4)
    assert second.w == pytest.approx(12 * 20.4)


def test_the_reach_shows_sixteen_slots_and_upright_eighteen_or_twelve() -> None:
    assert len(places(LANDSCAPE, 69).cells) == 16
    assert len(places(PORTRAIT, 69).cells) == 18
    assert len(places(Frame(480, 800), 69).cells) == 12


@pytest.mark.parametrize("frame", [LANDSCAPE, PORTRAIT, Frame(480, 800), Frame(853, 480)])
def test_the_parts_do_not_lie_on_each_other_and_stay_on_the_screen(frame: Frame) -> None:
    found = places(frame, 69)
    parts = [*found.cells, found.back, found.onward, found.pyramid, found.strip, found.standings, *found.sets]
    for i, a in enumerate(parts):
        assert a.x >= 0
        assert a.x + a.w <= frame.w
        assert a.y + a.h <= frame.h
        for b in parts[i + 1 :]:
            apart = a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
            assert apart, (a, b)


def test_sets_stand_by_value_down_in_landscape_and_across_upright() -> None:
    wide, tall = places(LANDSCAPE, 69).sets, places(PORTRAIT, 69).sets
    assert wide[0].y == wide[1].y == wide[2].y < wide[3].y
    assert tall[0].x == tall[1].x == tall[2].x < tall[3].x


def test_each_tap_tells_one_tile_and_undo_takes_it_back() -> None:
    laying = Laying(read_catalogue(GAME.box))
    assert laying.total == 69
    assert laying.lay("S8A")
    assert laying.lay("S8A")
    assert laying.left("S8A") == 6
    assert laying.undo()
    assert (laying.laid, laying.left("S8A")) == (["S8A"], 7)
    assert laying.undo()
    assert not laying.undo()


def test_no_more_tiles_of_a_kind_can_be_told_than_the_box_has() -> None:
    laying = Laying(read_catalogue(GAME.box))
    assert laying.lay("S1A")
    assert not laying.lay("S1A")
    assert laying.laid == ["S1A"]


def test_the_last_kind_fills_the_rest_and_goes_back_in_one_undo() -> None:
    laying = Laying(read_catalogue(GAME.box))
    others = [tile for tile, n in laying.catalogue.path.items() for _ in range(n) if tile != "S8A"]
    for tile in others:
        assert laying.lay(tile)
    assert laying.complete
    assert laying.laid[-8:] == ["S8A"] * 8
    laying.undo()
    assert laying.laid == others[:-1]


def test_a_scoring_counts_what_lay_there_before_and_the_tile_just_taken() -> None:
    seats = ("red", "blue")
    layout = ("S1A", "S2A", "S2A", *_rest("S1A", "S2A", "S2A"))
    setup = TutankhamenSetup(layout=layout, first="red", laid_by="table")
    state = GAME.new(seats, GAME.resolve({}), setup, GAME.box)
    state = GAME.play(state, Take("red", 2)).state
    move = Take("blue", 3)
    after = GAME.play(state, move).state
    found = tallies(state, move, after)
    assert set(found) == {"S2A", "S1A"}, "the second knife is taken, the bracelet at slot 1 is cleared"
    assert found["S2A"].tiles == {"red": 1, "blue": 1}
    assert found["S1A"].tiles == {"red": 0, "blue": 0}


def test_a_stolen_tile_counts_for_the_thief_when_clearing_scores_its_set() -> None:
    layout = ("S4A", "S4A", "S4A", "S4A", "CO", *_rest("S4A", "S4A", "S4A", "S4A", "CO"))
    setup = TutankhamenSetup(layout=layout, first="red", laid_by="table")
    state = GAME.new(("red", "blue"), GAME.resolve({}), setup, GAME.box)
    for move in (Take("red", 1), Take("blue", 2), Take("red", 3), Take("blue", 6), Take("red", 5)):
        state = GAME.play(state, move).state
    assert state.stage == "coin"
    steal = Steal("red", "S4A", "blue")
    after = GAME.play(state, steal).state
    assert tallies(state, steal, after)["S4A"].tiles == {"red": 3, "blue": 0}
    assert after.points == {"red": 4, "blue": 1}


@pytest.mark.parametrize(("tiles", "counted"), [("keep", 1), ("out", 0)])
def test_tiles_of_who_leaves_count_as_the_rules_say(tiles: str, counted: int) -> None:
    state = GAME.new(("red", "blue", "green"), GAME.resolve({"leaver_tiles": tiles}), _knives(), GAME.box)
    for move in (Take("red", 1), Take("blue", 4), Take("green", 5)):
        state = GAME.play(state, move).state
    after = GAME.play(state, Leave("red")).state
    assert tallies(state, Leave("red"), after)["S2A"].tiles["red"] == counted
    assert after.points["red"] == 2 * counted


def test_a_correction_counts_what_it_says() -> None:
    state = GAME.new(("red", "blue"), GAME.resolve({}), _knives(), GAME.box)
    state = GAME.play(state, Take("red", 1)).state
    move = Correct("table", slots={"2": ""}, held={"blue": {"S2A": 1}})
    after = GAME.play(state, move).state
    assert tallies(state, move, after)["S2A"].tiles == {"red": 1, "blue": 1}
    assert after.points == {"red": 1, "blue": 1}


def _knives() -> TutankhamenSetup:
    layout = ("S2A", "S2A", *_rest("S2A", "S2A"))
    return TutankhamenSetup(layout=layout, first="red", laid_by="table")


def _rest(*used: str) -> tuple[str, ...]:
    tiles = [tile for tile, n in read_catalogue(GAME.box).path.items() for _ in range(n)]
    for tile in used:
        tiles.remove(tile)
    return tuple(tiles)
