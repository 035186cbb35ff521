"""What the camera is to look at on the board of Egizia, and what follows from what lies there (spec 2, 5, 9)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.header import sit_down
from companion.engine.sight import BACK, EMPTY
from companion.engine.simulate import simulate
from companion.games.egizia import GAME
from companion.games.egizia.components import ROUND_SPACES, SPHINX_TYPES
from companion.games.egizia.moves import Below, Clear, Face, First, Grave, Place, Reveal, Revealed
from companion.games.egizia.sight_spots import COLOURS
from companion.games.egizia.state import Egizia
from tests.games.egizia import building
from tests.games.egizia.building import B, G, R, Y, at
from tests.games.egizia.fixture import ROW, SEATS, box, laid_out, play, put, start

SIGHT = GAME.sight
RIVER = {f"stop:N{n}": f"card:{card}" for n, card in enumerate(ROW, 1)}
NOTHING = (EMPTY,)


def spots(known: Box) -> set[str]:
    return {spot.id for spot in SIGHT.plan(known).spots}


def moved(state: Egizia, other: Egizia) -> dict[str, tuple[str, ...] | None]:
    """The places that show something else afterwards, with what they show."""
    before, after = SIGHT.shows(state), SIGHT.shows(other)
    return {spot: after.get(spot) for spot in {**before, **after} if before.get(spot) != after.get(spot)}


# the plan


def test_the_colours_of_wood_are_those_of_the_seats() -> None:
    assert GAME.colours == COLOURS


def test_a_board_that_nobody_has_told_of_has_its_stops_sites_ring_and_graves() -> None:
    # Spec 2.1, 2.2: 10 card stops, 7 round spaces (6 of them can be used again), 3 sites with 3 slots and a reserve,
    # 3 circles, 12 graves.
    found = Counter(spot.partition(":")[0] for spot in spots(GAME.box))
    assert found == {"stop": 10 * 2 + 7 + 6, "slot": 3 * 4, "ring": 3, "space": 12 * 2}


def test_monuments_and_markets_are_looked_at_as_far_as_the_owner_has_told_them() -> None:
    # The fixture of spec 8: 9 obelisk spaces, a pyramid of 4 + 3 + 2 + 1, a temple of 2 + 2 + 1 + 1 + 2, 4 rows each.
    found = Counter(":".join(spot.split(":")[:2]) for spot in spots(box()))
    assert found["space:obelisk"] == 9 and found["space:pyramid"] == 10 and found["space:temple"] == 8
    assert found["market:stone"] == found["market:grain"] == 4 * 4


def test_no_sphinx_card_can_be_read_anywhere() -> None:
    for known in (GAME.box, GAME.practice):
        plan = SIGHT.plan(known)
        labels = {label for spot in plan.spots for label in spot.labels} | {look.id for look in plan.looks}
        assert not labels & {name for card in SPHINX_TYPES for name in (card, f"card:{card}", f"sphinx:{card}")}


def test_cards_and_tiles_that_differ_by_a_number_share_their_picture() -> None:
    art = {look.id: look.art for look in SIGHT.plan(GAME.practice).looks}
    assert art["card:quarry:2"] == art["card:quarry:5"] == "quarry"
    assert art["card:field:green:3"] == "field:green" != art["card:field:brown:9"]
    assert art["card:track_two:grain"] == art["card:track_two:stone"] != art["card:grain"]
    assert art["grave:1"] == art["grave:6"]
    unknown = {look.id: look.art for look in SIGHT.plan(GAME.box).looks}
    assert unknown["card:field:green"] == "field:green" and unknown["card:quarry"] == "quarry"


def test_a_crowded_board_still_has_every_space_apart_from_the_others() -> None:
    line = {"values": [1] * 40, "whole": True}
    known = GAME.box.with_overrides(
        {
            "obelisk": {"spaces": [{"value": 1}] * 40, "whole": True},
            "pyramid": {"rows": [line] * 12, "whole": True},
            "temple": dict.fromkeys(("pillar_left", "pillar_right", "column_left", "column_right", "top"), line),
        }
    )
    plan = SIGHT.plan(known)
    boxes = [spot.at for spot in plan.spots]
    for i, (x, y, w, h) in enumerate(boxes):
        assert w / 2 <= x <= plan.field[0] - w / 2 and h / 2 <= y <= plan.field[1] - h / 2
        for other in boxes[i + 1 :]:
            apart = abs(x - other[0]) >= (w + other[2]) / 2 or abs(y - other[1]) >= (h + other[3]) / 2
            assert apart, (boxes[i], other)


def test_no_more_can_lie_there_than_the_box_has() -> None:
    most = SIGHT.counts(GAME.practice)
    # Spec 2.1: 8 ships and 24 stones a colour, four of which mark; one ring; each player one ship at a site.
    assert most[("ships", B)] == 8 and most[("stones", B)] == 20 and most[("ring", "ring")] == 1
    assert most[("slot:SITE_B", G)] == 1
    # The practice box: four 4s, and three quarries of 3 in the first deck, one in the second.
    assert most[("graves", "grave:4")] == 4 and most[("nile", "card:quarry:3")] == 3
    assert not [key for key in SIGHT.counts(box()) if key[0] in ("nile", "graves")]
    # While one deck is not known whole, more may lie there than is known of.
    decks = {**GAME.practice.overrides, "nile.5": None}
    assert not [key for key in SIGHT.counts(GAME.box.with_overrides(decks)) if key[0] == "nile"]


def test_two_ships_and_two_stones_of_each_colour_are_laid_down_to_teach_them() -> None:
    plan, laid = SIGHT.plan(GAME.box), SIGHT.start(GAME.box, SEATS)
    assert Counter(laid.values()) == dict.fromkeys(SEATS, 4)
    for who in SEATS:
        own = [plan.spot(spot) for spot, label in laid.items() if label == who]
        assert sum(spot is not None and spot.group == "stones" for spot in own) == 2
    assert [laid[f"space:grave:{n}"] for n in (1, 2, 3, 4, 9, 10, 11, 12)] == [*SEATS, *reversed(SEATS)]


# the river


def test_a_ship_on_a_card_stop_takes_the_card_with_it() -> None:
    state = laid_out()
    # The rules name a quarry of 3 in this deck; the kind alone stands for one whose number is not known.
    assert SIGHT.shows(state)["stop:N4"] == ("card:quarry:3", "card:quarry")
    after, _ = play(state, {"move": "place", "by": "blue", "place": "N4"})
    assert moved(state, after) == {"stop:N4": NOTHING, "stop:N4:ship": ("blue",)}


def test_a_card_shows_its_number_alone_where_the_whole_box_is_known() -> None:
    state = lay_whole(graves_told(GAME.practice), "N1", "quarry:3")
    assert SIGHT.shows(state)["stop:N1"] == ("card:quarry:3",)
    assert SIGHT.shows(state)["stop:N2"] == NOTHING


def test_a_card_whose_number_the_box_does_not_know_shows_its_kind() -> None:
    state = put(laid_out(), {"stops": {"N1": "quarry:4"}})
    assert SIGHT.shows(state)["stop:N1"] == ("card:quarry",)


def test_a_single_ship_on_a_round_space_stands_on_the_space_itself() -> None:
    state = laid_out()
    after, _ = play(state, {"move": "place", "by": "blue", "place": "EDFU"})
    assert moved(state, after) == {"stop:EDFU": ("blue",)}
    assert SIGHT.sums(after) == {}


def test_two_ships_on_a_round_space_may_stand_there_in_any_order() -> None:
    state = put(laid_out(), {"ships": {"EDFU": ["blue", "red"]}})
    shown = SIGHT.shows(state)
    assert shown["stop:EDFU"] == shown["stop:EDFU:2"] == ("blue", "red")
    assert SIGHT.sums(state) == {"stop:EDFU": {"blue": 1, "red": 1}}
    group = {spot.id for spot in SIGHT.plan(box()).spots if spot.group == "stop:EDFU"}
    assert group == {"stop:EDFU", "stop:EDFU:2"}


def test_more_ships_than_a_round_space_has_places_are_not_looked_at() -> None:
    state = put(laid_out(), {"ships": {"EDFU": ["blue", "red", "blue"]}})
    assert not {"stop:EDFU", "stop:EDFU:2"} & set(SIGHT.shows(state)) and SIGHT.sums(state) == {}


def test_the_last_round_space_has_one_place() -> None:
    assert "stop:HELIOPOLIS:2" not in spots(box())


def test_places_on_a_round_space_lie_side_by_side_around_its_middle() -> None:
    plan = SIGHT.plan(GAME.box)
    middles = []
    for stop in ROUND_SPACES:
        there = [spot.at[0] for spot in plan.spots if spot.group == f"stop:{stop}"]
        middles.append(sum(there) / len(there))
    steps = {round(b - a, 6) for a, b in pairwise(middles)}
    assert len(steps) == 1


def test_a_ship_of_which_the_table_is_asked_may_stand_there_or_not() -> None:
    known = box(river__order=None)
    state = put(laid_out(known=known), {"sides": {"blue": {"last": "N1"}}})
    for place, spot in (("THEBES", "stop:THEBES"), ("SITE_A:2", "slot:SITE_A:2")):
        asked, _ = play(state, {"move": "place", "by": "blue", "place": place})
        assert asked.stage == "below"
        assert SIGHT.shows(asked)[spot] == (EMPTY, "blue")
        there = GAME.play(asked, Below("table", True)).state
        assert SIGHT.shows(there)[spot] == ("blue",)


def test_the_card_under_a_ship_of_which_the_table_is_asked_may_be_gone_or_not() -> None:
    state = put(laid_out(known=box(river__order=None)), {"sides": {"blue": {"last": "EDFU"}}})
    asked, _ = play(state, {"move": "place", "by": "blue", "place": "N1"})
    shown = SIGHT.shows(asked)
    assert shown["stop:N1"] == (*SIGHT.shows(state)["stop:N1"], EMPTY)
    assert shown["stop:N1:ship"] == (EMPTY, "blue")


def test_the_ring_lies_on_one_circle() -> None:
    state = put(laid_out(), {"ring": "right"})
    shown = SIGHT.shows(state)
    assert [shown[f"ring:{circle}"] for circle in ("left", "middle", "right")] == [NOTHING, NOTHING, ("ring",)]


# sites, monuments, graves


def test_ships_at_a_site_stand_on_their_slots_and_in_reserve() -> None:
    shown = SIGHT.shows(at("SITE_B", R, G, B, reserve=Y))
    assert [shown[f"slot:SITE_B:{slot}"] for slot in ("1", "2", "3", "reserve")] == [(R,), (G,), (B,), (Y,)]
    assert shown["slot:SITE_C:1"] == NOTHING


def test_the_third_slot_is_not_looked_at_where_it_is_covered() -> None:
    shown = SIGHT.shows(at("SITE_B", R, G, seats=(R, G, B)))
    assert "slot:SITE_B:3" not in shown and shown["slot:SITE_B:reserve"] == NOTHING


def test_a_card_that_changes_the_order_of_ships_lets_each_stand_anywhere_at_a_site_that_has_begun() -> None:
    sides = {G: building.owner(cards=("first_position",))}
    state = at("SITE_B", R, G, sides=sides)
    assert state.stage == "first"
    for s in (state, building.play(state, First(G))[0]):
        shown = SIGHT.shows(s)
        assert shown["slot:SITE_B:1"] == shown["slot:SITE_B:reserve"] == (EMPTY, R, G)
        assert SIGHT.sums(s) == {"slot:SITE_A": {}, "slot:SITE_B": {R: 1, G: 1}}
    assert SIGHT.shows(state)["slot:SITE_C:1"] == NOTHING and "slot:SITE_C" not in SIGHT.sums(state)
    # The card that did it may have gone back to the box meanwhile; that it lay on the river is enough.
    used = SIGHT.shows(at("SITE_B", R, G, shown={"3/4": {"first_position": 1}}))
    assert used["slot:SITE_B:1"] == (EMPTY, R, G)
    without = SIGHT.shows(at("SITE_B", R, G))
    assert without["slot:SITE_B:1"] == (R,)


def test_stones_lie_on_the_spaces_that_are_built_on() -> None:
    state = put(laid_out(), {"built": {"obelisk:1": "red", "pyramid:2:1": "blue", "temple:top:2": "green"}})
    shown = SIGHT.shows(state)
    assert shown["space:obelisk:1"] == ("red",) and shown["space:obelisk:2"] == NOTHING
    assert shown["space:pyramid:2:1"] == ("blue",) and shown["space:temple:top:2"] == ("green",)


def test_a_space_that_was_told_in_this_game_is_not_looked_at() -> None:
    state = put(laid_out(known=box(obelisk=None)), {"built": {"obelisk:1": "red"}})
    assert not [spot for spot in SIGHT.shows(state) if spot.startswith("space:obelisk")]


def test_a_grave_shows_its_back_its_number_or_the_stone_in_its_place() -> None:
    state = put(laid_out(known=box(graves__tiles=[1, 2, 3, 4, 5, 6] * 3 + [1, 2])), {"built": {"grave:1": "red"}})
    shown = SIGHT.shows(state)
    # The fixture turns up 5, 2, 3, 6.
    assert shown["space:grave:1"] == ("red",) and "space:grave:1:tile" not in shown
    assert shown["space:grave:2:tile"] == ("grave:2",) and "space:grave:2" not in shown
    assert shown["space:grave:5:tile"] == (BACK,)


def test_a_tile_whose_value_no_look_can_tell_may_show_anything() -> None:
    shown = SIGHT.shows(laid_out())
    assert "space:grave:1:tile" not in shown and shown["space:grave:5:tile"] == (BACK,)


def test_markers_of_the_markets_are_only_checked_and_may_lie_anywhere_on_their_row() -> None:
    state = put(laid_out(), {"sides": {"red": {"stone_row": 3}}})
    found = SIGHT.checks(state)
    assert not set(found) & set(SIGHT.shows(state)) and set(found) <= spots(box())
    assert {found[f"market:stone:3:{n}"] for n in range(1, 5)} == {(EMPTY, "red")}
    assert found["market:stone:1:1"] == (EMPTY, "blue", "green", "yellow") and found["market:stone:2:1"] == NOTHING
    assert found["market:grain:1:1"] == SEATS
    assert SIGHT.checks(laid_out(known=box(stone__rows=None, grain__count=None, grain__rows=None))) == {}


# telling


def told(state: Egizia, seen: dict[str, str]) -> Egizia:
    """The position after everything that the camera proposes one after the other, none of it refused."""
    for _ in range(40):
        moves = SIGHT.moves(state, seen)
        if not moves:
            return state
        (move,) = moves
        assert GAME.refuse(state, move) is None, move
        state = GAME.play(state, move).state
    raise AssertionError("proposals without an end")


def graves_told(known: Box) -> Egizia:
    state = start(known=known)
    for value in (5, 2, 3, 6):
        state, _ = play(state, {"move": "grave", "by": "table", "value": value})
    return state


def test_ten_cards_on_the_river_are_told_one_after_the_other_and_confirmed() -> None:
    state = told(graves_told(GAME.practice), RIVER)
    assert state.stage == "ship" and tuple(state.stops.values()) == ROW


def test_a_card_of_an_unknown_deck_is_told_by_its_kind_and_then_by_what_is_printed_on_it() -> None:
    state = graves_told(box())
    seen = {"stop:N1": "card:quarry:3"}
    assert SIGHT.moves(state, seen) == (Reveal("table", "N1", "quarry"),)
    state = GAME.play(state, Reveal("table", "N1", "quarry")).state
    assert SIGHT.shows(state)["stop:N1"] == ("card:quarry",)
    assert SIGHT.moves(state, seen) == (Face("table", "quarry:3"),)
    assert SIGHT.moves(state, {"stop:N1": "card:quarry"}) == ()
    assert SIGHT.moves(state, {"stop:N1": "card:grain", "stop:N2": "card:quarry:3"}) == ()
    state = GAME.play(lay_whole(graves_told(box()), "N1", "grain"), Reveal("table", "N2", "quarry")).state
    assert SIGHT.moves(state, {"stop:N2": "card:quarry:3"}) == (Face("table", "quarry:3"),)


def test_an_unsure_card_stops_the_telling_there() -> None:
    seen = {spot: card for spot, card in RIVER.items() if spot != "stop:N3"}
    state = told(graves_told(GAME.practice), seen)
    assert state.stage == "reveal" and [bool(card) for card in state.stops.values()] == [True] * 2 + [False] * 8


def test_ten_told_cards_are_confirmed_only_if_all_were_seen() -> None:
    state = graves_told(GAME.practice)
    for n, card in enumerate(ROW, 1):
        state = lay_whole(state, f"N{n}", card)
    assert SIGHT.moves(state, RIVER) == (Revealed("table"),)
    assert SIGHT.moves(state, {spot: card for spot, card in RIVER.items() if spot != "stop:N10"}) == ()


def lay_whole(state: Egizia, stop: str, card: str) -> Egizia:
    return GAME.play(state, Reveal("table", stop, card)).state


def test_a_card_told_wrong_is_told_again() -> None:
    state = lay_whole(graves_told(GAME.practice), "N1", "grain")
    assert SIGHT.moves(state, RIVER) == (Clear("table", "N1"),)
    assert told(state, RIVER).stops["N1"] == ROW[0]


def test_an_empty_stop_is_no_card() -> None:
    assert SIGHT.moves(graves_told(GAME.practice), {**RIVER, "stop:N1": EMPTY}) == ()


def test_what_the_app_has_laid_is_confirmed_only_as_it_lies_there() -> None:
    game = GAME.resolve({"draw_nile": "app"})
    setup = GAME.draw_setup(SEATS, game, Draw("row"), GAME.practice)
    state = GAME.new(SEATS, game, setup, GAME.practice)
    for value in (5, 2, 3, 6):
        state, _ = play(state, {"move": "grave", "by": "table", "value": value})
    seen = {f"stop:{stop}": f"card:{card}" for stop, card in state.stops.items()}
    assert SIGHT.moves(state, seen) == (Revealed("table"),)
    other = next(f"card:{card}" for card in ROW if card not in state.stops.values())
    assert SIGHT.moves(state, {**seen, "stop:N1": other}) == ()


def test_the_tile_that_is_asked_for_is_filled_in() -> None:
    state = start(known=GAME.practice)
    assert state.asked_space == "grave:1"
    seen = {"space:grave:1:tile": "grave:4", "space:grave:2:tile": "grave:6"}
    assert SIGHT.moves(state, seen) == (Grave("table", 4),)
    assert SIGHT.moves(state, {"space:grave:2:tile": "grave:6"}) == ()
    assert SIGHT.moves(state, {"space:grave:1:tile": BACK}) == ()
    for value in (6, 6):  # The practice box has two of them.
        state = GAME.play(state, Grave("table", value)).state
    assert SIGHT.moves(state, {"space:grave:3:tile": "grave:6"}) == ()


def test_nothing_is_filled_in_while_ships_are_placed() -> None:
    assert SIGHT.moves(laid_out(), RIVER) == ()


# the scoring sheet


def test_own_stones_and_market_rows_are_counted_for_the_sheet() -> None:
    built = {"obelisk:1": "red", "obelisk:2": "blue", "obelisk:3": "red", "pyramid:1:1": "red", "temple:top:1": "blue"}
    state = put(laid_out(), {"built": built, "sides": {"red": {"stone_row": 4}}})
    seen = reading(state)
    players = SIGHT.sheet(seen, box())["players"]
    assert players["red"] == {"obelisk": 2, "pyramid": 1, "temple": 0, "stone_row": 4, "grain_row": 1}
    assert players["blue"] == {"obelisk": 1, "pyramid": 0, "temple": 1, "stone_row": 1, "grain_row": 1}
    assert players["green"] == {"obelisk": 0, "pyramid": 0, "temple": 0, "stone_row": 1, "grain_row": 1}


def test_the_colour_that_covers_a_slot_is_no_player() -> None:
    seen = {**reading(put(laid_out(SEATS[:3]), {})), "slot:SITE_A:3": "yellow"}
    assert set(SIGHT.sheet(seen, box())["players"]) == set(SEATS[:3])


def reading(state: Egizia) -> dict[str, str]:
    """Every place seen for sure; a marker of a market in its own column."""
    seen = {spot: labels[0] for spot, labels in SIGHT.shows(state).items()}
    for n, who in enumerate(state.seats, 1):
        for track in ("stone", "grain"):
            seen[f"market:{track}:{state.sides[who].row(track)}:{n}"] = who
    return seen


def test_a_monument_with_an_unsure_space_is_left_out_of_the_sheet() -> None:
    seen = reading(put(laid_out(), {"built": {"obelisk:1": "red", "pyramid:1:1": "red"}}))
    del seen["space:obelisk:9"]
    found = SIGHT.sheet(seen, box())
    assert "obelisk" not in found["players"]["red"] and found["players"]["red"]["pyramid"] == 1
    assert "obelisk_done" not in found


def test_a_monument_of_which_not_all_is_told_is_left_out_of_the_sheet() -> None:
    known = box(obelisk={"spaces": [{"value": 1}, {"value": 2}], "whole": False})
    seen = {"space:obelisk:1": "red", "space:obelisk:2": "red"}
    assert SIGHT.sheet(seen, known) == {"players": {}}


def test_a_temple_of_which_nothing_is_told_is_not_one_without_stones() -> None:
    assert SIGHT.sheet({"space:grave:1": "red"}, GAME.box) == {"players": {}}


def test_a_marker_seen_on_two_rows_is_left_out_of_the_sheet() -> None:
    seen = {"market:stone:1:1": "red", "market:stone:2:1": "red", "market:grain:2:1": "red"}
    assert SIGHT.sheet(seen, box())["players"] == {"red": {"grain_row": 2}}


@pytest.mark.parametrize("built, done", [(range(1, 10), True), (range(1, 9), False)])
def test_the_last_rows_of_the_obelisk_are_done_when_all_their_spaces_are_built_on(built: range, done: bool) -> None:
    state = put(laid_out(), {"built": {f"obelisk:{n}": "red" for n in built}})
    assert SIGHT.sheet(reading(state), box())["obelisk_done"] is done


# whole games


def test_along_whole_games_everything_shown_has_a_place_and_a_label_that_can_be_read() -> None:
    for n, known in ((2, GAME.box), (3, GAME.practice), (4, GAME.practice)):
        plan = SIGHT.plan(known)
        labels = {spot.id: {EMPTY, *spot.labels} for spot in plan.spots}
        groups = {spot.group for spot in plan.spots}
        record = simulate(GAME, GAME.colours[:n], {}, f"sight.{n}", known).record
        state: Any = sit_down(GAME, record.header).state
        for line in record.lines:
            for spot, shown in {**SIGHT.shows(state), **SIGHT.checks(state)}.items():
                assert shown and set(shown) <= labels[spot], (spot, shown)
            assert set(SIGHT.sums(state)) <= groups
            after = GAME.play(state, line.move).state
            if isinstance(line.move, Place) and after.stage != "below":
                spot = f"slot:{line.move.place}" if ":" in line.move.place else f"stop:{line.move.place}"
                assert {spot, f"{spot}:ship", f"{spot}:2"} & set(moved(state, after)), line.move
            state = after
