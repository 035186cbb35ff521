"""A build: crews, strength and stones, what it pays and costs, the market step (spec egizia 5.5, 5.7, 5.12)."""

from __future__ import annotations

from companion.games.egizia.decision import decision
from companion.games.egizia.moves import Boost, Build, Crew, Done, Grave, Market, Withdraw
from companion.games.egizia.possible import best
from companion.games.egizia.rules import legal_moves
from tests.games.egizia.building import B, G, R, at, kinds, owner, play, refused


def test_g06_obelisk_and_a_grave_with_crew_and_joker():
    side = owner(crews={"c1": 5}, stones=9)
    s = at("SITE_B", R, B, sides={R: side}, tiles=(4, 2, 3, 6, 7, 0, 0, 0, 0, 0, 0, 0))
    s.tiles = (4, 2, 3, 6, *(0,) * 8)
    s, _ = play(s, Crew(R, "c1"), Crew(R, "j"), Build(R, "obelisk:1"), Build(R, "obelisk:2"), Build(R, "grave:1"))
    assert (s.stage, s.asked_space, s.turn) == ("grave", "grave:5", "")
    s, _ = play(s, Grave("table", 8))
    assert s.open_tiles == (2, 3, 4, 5)
    assert s.sides[R].stones == 9  # paid when the build is done
    s, events = play(s, Done(R))
    assert (s.sides[R].score, s.sides[R].stones, s.sides[R].down) == (7, 2, ("c1", "j"))
    assert sorted(s.built) == ["grave:1", "obelisk:1", "obelisk:2"]
    assert "build" in kinds(events)
    assert s.stage == "market"
    s, _ = play(s, Market(R, "stone"))
    assert (s.sides[R].stone_row, s.sides[R].grain_row, s.turn) == (2, 1, B)


def test_g07_strength_that_is_not_needed_is_lost():
    s = at("SITE_C", B, R, sides={B: owner(crews={"c1": 3}, stones=2)})
    s, _ = play(s, Crew(B, "c1"), Build(B, "pyramid:2:1"), Done(B))
    assert (s.sides[B].score, s.sides[B].stones, s.sides[B].down) == (2, 0, ("c1",))
    assert (s.stage, s.turn) == ("build", R)  # no marker moves at this site


def test_g59_a_card_makes_the_crew_strong_enough():
    side = owner(crews={"c1": 2}, stones=5, cards=("crew_boost",))
    s = at("SITE_C", B, R, sides={B: side})
    s, _ = play(s, Crew(B, "c1"), Boost(B, "c1"), Build(B, "pyramid:2:1"), Build(B, "pyramid:3:1"))
    refusal = refused(s, Build(B, "pyramid:1:1"))
    assert (refusal.code, refusal.params["strength"], refusal.params["left"]) == ("E_TOO_WEAK", 5, 0)
    s, events = play(s, Done(B))
    assert (s.sides[B].score, s.sides[B].cards) == (5, ())
    assert "use.crew_boost" in kinds(events)


def test_g62_the_last_row_of_the_grain_market_pays_two_points():
    s = at("SITE_B", B, R, sides={B: owner(crews={"c1": 4}, grain_row=3), R: owner(crews={"c1": 5})}, built={
        f"obelisk:{i}": G for i in (1, 2, 3)})  # fmt: skip
    s, _ = play(s, Crew(B, "c1"), Build(B, "obelisk:4"), Done(B))
    assert s.sides[B].score == 4
    s, _ = play(s, Market(B, "grain"))
    assert (s.sides[B].score, s.sides[B].grain_row) == (6, 4)


def test_g63_stones_of_the_last_row_are_there_at_the_next_site():
    s = at("SITE_B", B, sides={B: owner(crews={"c1": 4}, stones=4, stone_row=4)}, built={
        f"obelisk:{i}": G for i in (1, 2, 3)}, everyone=False)  # fmt: skip
    s.slots = {**s.slots, "SITE_C": (B, "", "")}
    s, _ = play(s, Crew(B, "c1"), Build(B, "obelisk:4"), Done(B))
    assert s.sides[B].stones == 0
    s, _ = play(s, Market(B, "stone"))
    assert (s.sides[B].stones, s.phase, s.turn) == (3, "site_c", B)


def test_one_marker_moves_once_for_a_whole_build():
    s = at("SITE_B", B, R, sides={B: owner(crews={"c1": 3})})
    s, _ = play(s, Crew(B, "c1"), Build(B, "obelisk:1"), Build(B, "obelisk:2"), Done(B))
    assert refused(s, Market(B, "fish")).code == "E_TRACK"
    assert (s.worked, s.builders) == ({B: ("SITE_B",)}, 1)
    s, _ = play(s, Market(B, "grain"))
    assert (s.sides[B].grain_row, s.sides[B].stone_row, s.turn) == (2, 1, R)


def test_g64_stones_bound_the_build_too():
    s = at("SITE_C", B, R, sides={B: owner(crews={"c1": 6}, stones=3)})
    s, _ = play(s, Crew(B, "c1"), Build(B, "pyramid:2:1"))
    refusal = refused(s, Build(B, "pyramid:2:2"))
    assert (refusal.code, refusal.params["stones"], refusal.params["left"]) == ("E_FEW_STONES", 3, 1)
    play(s, Build(B, "pyramid:1:1"), Done(B))


def test_the_joker_joins_a_crew_but_never_works_alone():
    s = at("SITE_C", B, R, sides={B: owner(down=("c2",))})
    refusal = refused(s, Crew(B, "j"))
    assert (refusal.code, refusal.targets) == ("E_JOKER_ALONE", ("crew:blue:c1", "crew:blue:c3"))
    play(s, Crew(B, "c1"), Crew(B, "j"), Build(B, "temple:pillar_left:1"))


def test_a_second_crew_needs_the_card_and_a_third_one_never_comes():
    s, _ = play(at("SITE_C", B, R), Crew(B, "c1"))
    refusal = refused(s, Crew(B, "c2"))
    assert (refusal.code, refusal.targets) == ("E_SECOND_CREW", ("crew:blue:c1",))
    s = at("SITE_C", B, R, sides={B: owner(cards=("two_crews", "two_crews"))})
    s, _ = play(s, Crew(B, "c1"), Crew(B, "c2"))
    assert refused(s, Crew(B, "c3")).code == "E_THIRD_CREW"
    s, events = play(s, Crew(B, "j"), Build(B, "pyramid:4:1"), Done(B))
    assert s.sides[B].down == ("c1", "c2", "j")
    assert s.sides[B].cards == ("two_crews",)
    assert kinds(events).count("use.two_crews") == 1


def test_the_card_for_two_crews_stays_when_one_works():
    s = at("SITE_C", B, R, sides={B: owner(cards=("two_crews",))})
    s, _ = play(s, Crew(B, "c1"), Build(B, "pyramid:1:1"), Done(B))
    assert s.sides[B].cards == ("two_crews",)


def test_two_cards_make_two_different_crews_stronger():
    s = at("SITE_C", B, R, sides={B: owner(stones=9, cards=("crew_boost", "crew_boost"))})
    assert refused(s, Boost(B, "c1")).code == "E_BOOST_CREW"
    s, _ = play(s, Crew(B, "c1"), Boost(B, "c1"))
    assert refused(s, Boost(B, "c1")).code == "E_BOOSTED"
    s, _ = play(s, Crew(B, "j"), Boost(B, "j"))  # 1 + 2 + 3 + 3 = 9
    s, _ = play(s, Build(B, "pyramid:4:1"), Build(B, "pyramid:3:1"), Build(B, "pyramid:2:1"), Done(B))
    assert (s.sides[B].score, s.sides[B].cards) == (9 + 1, ())  # the row of one space is complete


def test_one_card_makes_one_crew_stronger():
    s = at("SITE_C", B, R, sides={B: owner(stones=9, cards=("crew_boost",))})
    s, _ = play(s, Crew(B, "c1"), Crew(B, "j"), Boost(B, "c1"))
    assert refused(s, Boost(B, "j")).code == "E_NO_BOOST"


def test_without_the_card_no_crew_is_made_stronger():
    s, _ = play(at("SITE_C", B, R), Crew(B, "c1"))
    assert refused(s, Boost(B, "c1")).code == "E_NO_BOOST"


def test_crews_are_fixed_with_the_first_stone():
    s = at("SITE_C", B, R, sides={B: owner(cards=("crew_boost",))})
    s, _ = play(s, Crew(B, "c1"), Build(B, "pyramid:1:1"))
    assert refused(s, Crew(B, "j")).code == "E_CREWS_FIXED"
    refusal = refused(s, Boost(B, "c1"))
    assert (refusal.code, refusal.targets) == ("E_CREWS_FIXED", ("space:pyramid:1:1",))


def test_a_crew_works_once_in_a_round():
    s = at("SITE_C", B, R, sides={B: owner(down=("c1", "j"))})
    assert refused(s, Crew(B, "c1")).code == "E_CREW_USED"
    s, _ = play(s, Crew(B, "c2"))
    assert refused(s, Crew(B, "j")).code == "E_CREW_USED"
    assert refused(s, Crew(B, "c2")).code == "E_CREW_HERE"
    assert refused(s, Crew(B, "c9")).code == "E_CREW"


def test_a_crew_that_could_build_nothing_is_not_sent():
    spent = {"obelisk:1": G, "obelisk:2": G}
    s = at("SITE_B", B, R, sides={B: owner(crews={"c1": 1, "c2": 3}, down=("j",))}, built=spent)
    refusal = refused(s, Crew(B, "c1"))
    assert (refusal.code, refusal.params["most"]) == ("E_CREW_WEAK", 1)
    play(s, Crew(B, "c2"), Build(B, "obelisk:3"), Done(B))


def test_a_build_needs_a_stone_and_no_ship_goes_back_from_work():
    s, _ = play(at("SITE_C", B, R), Crew(B, "c1"))
    assert refused(s, Done(B)).code == "E_NOTHING_BUILT"
    back, _ = play(s, Withdraw(B))
    assert back.sides[B].down == () and back.team is None
    s, _ = play(s, Build(B, "pyramid:1:1"))
    assert refused(s, Withdraw(B)).code == "E_AT_WORK"
    assert refused(at("SITE_C", B, R), Build(B, "pyramid:1:1")).code == "E_NO_CREW"
    assert refused(at("SITE_C", B, R), Done(B)).code == "E_NOTHING_BUILT"


def test_spaces_of_another_site_and_unknown_ones_are_told_apart():
    s, _ = play(at("SITE_C", B, R), Crew(B, "c1"))
    refusal = refused(s, Build(B, "obelisk:1"))
    assert (refusal.code, refusal.targets) == ("E_OTHER_SITE", ("site:SITE_B",))
    for space in ("pyramid", "pyramid:5:1", "pyramid:1:9", "pyramid:01:1", "temple:roof:1", "temple:top", "x:1", ""):
        assert refused(s, Build(B, space)).code == "E_SPACE"
    assert refused(s, Build(B, "pyramid:1:new")).code == "E_ALL_KNOWN"


def test_every_choice_says_what_it_gives():
    s = at("SITE_C", B, R, sides={B: owner(crews={"c1": 4}, stones=9)})
    told = {choice.move: choice.consequence for choice in decision(s).choices}
    assert told[Crew(B, "c1")].params == {"power": 4, "n": 4}
    assert told[Withdraw(B)] is not None
    s, _ = play(s, Crew(B, "c1"), Build(B, "pyramid:2:1"))
    told = {choice.move: choice.consequence for choice in decision(s).choices}
    assert told[Build(B, "pyramid:2:2")].params == {"n": 2, "power": 0, "stones": 5}
    assert told[Done(B)].params == {"n": 2}


def test_the_most_that_can_be_built_is_counted_over_spaces_and_open_tiles():
    s = at("SITE_B", B, R)  # obelisk 1, 2, 3, ...; tiles 5, 2, 3, 6
    assert [best(s, B, "SITE_B", power, 25) for power in (1, 2, 3, 4, 5, 6, 7)] == [1, 1, 3, 3, 5, 6, 7]
    s = at("SITE_C", B, R, built={f"pyramid:1:{i}": G for i in range(1, 5)})
    # Left are 2 2 2, 3 3, 4 and the temple with pillars 1 2 and 1 2.
    assert [best(s, B, "SITE_C", 25, stones) for stones in (1, 2, 5, 16)] == [1, 2, 5, 16]
    assert best(s, B, "SITE_A", 2, 9) == 2
    assert best(s, B, "SITE_C", 5, 0) == 0


def test_nothing_is_possible_twice():
    s, _ = play(at("SITE_B", B, R, sides={B: owner(crews={"c1": 9}, stones=20)}), Crew(B, "c1"))
    moves = legal_moves(s)
    assert len(moves) == len(set(moves))
