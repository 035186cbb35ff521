"""Grave tiles: four lie open, taken strictly in order, turned up at once (spec egizia 2.8, 5.7, 5.13, case G61)."""

from __future__ import annotations

import msgspec

from companion.games.egizia.decision import decision, incidents
from companion.games.egizia.moves import Build, Crew, Done, Early, Grave, Market
from companion.games.egizia.refusals import refuse
from companion.games.egizia.state import Rules, Stock
from companion.games.egizia.turn import apply
from tests.games.egizia.building import KNOWN, B, R, at, kinds, owner, play, refused

STRONG = {"c1": 9, "j": 9}
LIST = (4, 4, 1, 1, 2, 2, 3, 3, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10)


def site_b(**changes):
    s = at("SITE_B", B, R, sides={B: owner(crews=STRONG, stones=25)}, **changes)
    return play(s, Crew(B, "c1"), Crew(B, "j"))[0]


def test_g61_tiles_are_taken_in_their_order():
    s = site_b()  # open: 5, 2, 3, 6
    refusal = refused(s, Build(B, "grave:2"))
    assert (refusal.code, refusal.params["value"], refusal.targets) == ("E_GRAVE_ORDER", 5, ("space:grave:1",))
    s, _ = play(s, Build(B, "grave:1"), Grave("table", 7))
    assert s.team.value == 5
    s, _ = play(s, Build(B, "grave:2"), Grave("table", 1))
    assert (s.team.value, s.open_tiles) == (7, (3, 4, 5, 6))


def test_a_tile_that_lies_face_down_or_is_taken_is_refused():
    s = site_b()
    assert refused(s, Build(B, "grave:5")).code == "E_GRAVE_DOWN"
    assert refused(s, Build(B, "grave:13")).code == "E_SPACE"
    s, _ = play(s, Build(B, "grave:1"), Grave("table", 7))
    assert refused(s, Build(B, "grave:1")).code == "E_BUILT"


def test_a_tile_turned_up_in_the_build_comes_after_all_others():
    s, _ = play(site_b(), Build(B, "grave:1"), Grave("table", 1))
    assert refused(s, Build(B, "grave:5")).code == "E_GRAVE_ORDER"
    s, _ = play(s, Build(B, "grave:2"), Grave("table", 1), Build(B, "grave:3"), Grave("table", 1))
    s, _ = play(s, Build(B, "grave:4"), Grave("table", 1), Build(B, "grave:5"), Grave("table", 1))
    assert s.team.value == 5 + 2 + 3 + 6 + 1


def test_at_the_end_fewer_tiles_lie_open():
    tiles = (5, 2, 3, 6, 1, 1, 1, 1, 1, 1, 1, 1)
    s = site_b(tiles=tiles, built={f"grave:{i}": R for i in range(1, 10)})
    assert s.open_tiles == (10, 11, 12)
    s, events = play(s, Build(B, "grave:10"))
    assert (s.stage, s.open_tiles, kinds(events)) == ("build", (11, 12), ["put.grave"])


def test_without_tiles_only_the_obelisk_is_left():
    s = site_b(tiles=(1,) * 12, built={f"grave:{i}": R for i in range(1, 13)})
    spaces = {choice.move.space for choice in decision(s).choices if isinstance(choice.move, Build)}
    assert spaces == {"obelisk:1"}


def test_without_obelisk_only_tiles_are_left():
    s = site_b(built={f"obelisk:{i}": R for i in range(1, 10)})
    spaces = {choice.move.space for choice in decision(s).choices if isinstance(choice.move, Build)}
    assert spaces == {"grave:1"}


def test_a_tile_seen_too_early_stays_open_and_saves_a_turning_up():
    s = at("SITE_B", B, R, sides={B: owner(crews=STRONG, stones=25)})
    s, _ = play_early(s)
    assert (s.asked_space, s.stage) == ("grave:5", "grave")
    s, _ = play(s, Grave("table", 3))
    assert (s.open_tiles, s.early, s.stage) == ((1, 2, 3, 4, 5), 1, "build")
    s, events = play(s, Crew(B, "c1"), Build(B, "grave:1"))
    assert (s.open_tiles, s.early, s.stage) == ((2, 3, 4, 5), 0, "build")
    assert "tile" not in kinds(events)
    s, _ = play(s, Build(B, "grave:2"))
    assert (s.stage, s.asked_space) == ("grave", "grave:6")


def play_early(s):
    """An early tile is offered in the menu, not in the decision."""
    move = Early("table")
    assert move in [choice.move for choice in incidents(s)]
    assert refuse(s, move) is None
    played = apply(s, move)
    return played.state, played.events


def test_no_tile_is_early_in_a_build_or_when_all_lie_open_or_the_app_draws():
    for s, code in (
        (site_b(), "E_BUILDING"),
        (at("SITE_B", B, R, tiles=(1,) * 12), "E_NO_TILE"),
        (at("SITE_B", B, R, rules=Rules(draw_graves=True), stock=Stock(tiles=(1,) * 12)), "E_TILE_APP"),
    ):
        assert refuse(s, Early("table")).code == code
        assert Early("table") not in [choice.move for choice in incidents(s)]


def test_a_tile_of_the_app_turns_up_by_itself():
    drawn = (5, 2, 3, 6, 9, 8, 7, 6, 5, 4, 3, 2)
    s = site_b(rules=Rules(draw_graves=True), stock=Stock(tiles=drawn))
    s, events = play(s, Build(B, "grave:1"))
    assert (s.stage, s.tiles[4], s.open_tiles) == ("build", 9, (2, 3, 4, 5))
    assert kinds(events) == ["put.grave", "tile"]


def test_with_the_list_of_the_box_no_tile_comes_a_third_time():
    facts = msgspec.structs.replace(KNOWN, tiles=LIST)
    s = site_b(facts=facts, tiles=(4, 4, 3, 6, *(0,) * 8))
    s, _ = play(s, Build(B, "grave:1"))
    refusal = refused(s, Grave("table", 4))
    assert (refusal.code, refusal.params["copies"]) == ("E_TILE", 2)
    assert refusal.targets == ("space:grave:1", "space:grave:2")
    assert refused(s, Grave("table", 12)).code == "E_TILE"
    assert {move.move.value for move in decision(s).choices} == {1, 2, 3, 5, 6, 7, 8, 9, 10}
    play(s, Grave("table", 10), Done(B), Market(B, "stone"))


def test_without_the_list_any_number_up_to_twelve_is_believed():
    s, _ = play(site_b(), Build(B, "grave:1"))
    assert refused(s, Grave("table", 0)).code == "E_VALUE"
    assert refused(s, Grave("table", 13)).code == "E_VALUE"
    play(s, Grave("table", 12))
