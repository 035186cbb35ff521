"""Obelisk, pyramid and temple: order, dependencies, row winners, unknown spaces (spec egizia 5.7, 5.8)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.egizia.components import Catalogue, Line, Space
from companion.games.egizia.moves import Build, Crew, Done, Market, Whole, Withdraw, Worth
from companion.games.egizia.possible import best
from companion.games.egizia.rules import legal_moves
from companion.games.egizia.state import Egizia, Rules
from tests.games.egizia.building import KNOWN, UNKNOWN, B, G, R, Y, at, kinds, owner, play, refused

STRONG = {"c1": 9, "j": 9}
PILLARS = ("temple:pillar_left:1", "temple:pillar_left:2", "temple:pillar_right:1", "temple:pillar_right:2")


def site(name: str, who: str = B, stones: int = 25, **changes) -> Egizia:
    """At a site with strength 18 sent to work, a strong ship behind."""
    sides = {who: owner(crews=STRONG, stones=stones), R if who != R else G: owner(crews=STRONG)}
    s = at(name, who, R if who != R else G, sides={**sides, **changes.pop("sides", {})}, **changes)
    return play(s, Crew(who, "c1"), Crew(who, "j"))[0]


def built(who: str, *spaces: str) -> dict[str, str]:
    return dict.fromkeys(spaces, who)


def test_g60_every_lower_number_of_the_obelisk_comes_first():
    s = site("SITE_B", built=built(G, "obelisk:1", "obelisk:2"))
    s, _ = play(s, Build(B, "obelisk:3"))
    refusal = refused(s, Build(B, "obelisk:5"))
    assert (refusal.code, refusal.targets) == ("E_OBELISK", ("space:obelisk:4",))
    s, _ = play(s, Build(B, "obelisk:4"))
    assert s.team.value == 7


def test_equal_numbers_of_the_obelisk_are_a_free_choice():
    facts = msgspec.structs.replace(KNOWN, obelisk=(Space(1), Space(2), Space(2), Space(3)))
    s = site("SITE_B", facts=facts, built=built(G, "obelisk:1"))
    s, _ = play(s, Build(B, "obelisk:3"))
    assert refused(s, Build(B, "obelisk:4")).targets == ("space:obelisk:2",)
    play(s, Build(B, "obelisk:2"), Build(B, "obelisk:4"))


def test_a_space_is_built_on_once():
    refusal = refused(site("SITE_B", built=built(G, "obelisk:1")), Build(B, "obelisk:1"))
    assert refusal.code == "E_BUILT"


def test_g69_a_pyramid_row_is_filled_from_the_left():
    refusal = refused(site("SITE_C"), Build(B, "pyramid:2:2"))
    assert (refusal.code, refusal.targets) == ("E_PYRAMID", ("space:pyramid:2:1",))


def test_g68_a_higher_row_needs_nothing_below():
    s, _ = play(site("SITE_C"), Build(B, "pyramid:2:1"), Build(B, "pyramid:4:1"))
    assert s.team.value == 6


def test_with_supports_a_space_lies_on_two_others():
    s = site("SITE_C", rules=Rules(pyramid_support=True), built=built(G, "pyramid:1:1"))
    refusal = refused(s, Build(B, "pyramid:2:1"))
    assert (refusal.code, refusal.targets) == ("E_SUPPORT", ("space:pyramid:1:2",))
    assert best(s, B, "SITE_C", 4, 25) == 4
    s, _ = play(s, Build(B, "pyramid:1:2"), Build(B, "pyramid:2:1"))
    assert refused(s, Build(B, "pyramid:2:2")).targets == ("space:pyramid:1:3",)
    # Row 4 of one space has a row of two beneath, row 3 of two has one of three.
    assert refused(s, Build(B, "pyramid:4:1")).code == "E_SUPPORT"


def test_supports_are_the_tables_affair_where_the_rows_do_not_fit():
    rows = (Line((1, 1, 1, 1), True), Line((2, 2), True))
    facts = msgspec.structs.replace(KNOWN, pyramid=rows)
    s, _ = play(site("SITE_C", facts=facts, rules=Rules(pyramid_support=True)), Build(B, "pyramid:2:1"))
    assert s.built == {"pyramid:2:1": B}
    # Nor does a row count whose spaces are not all known: it may have as many as the one beneath.
    open_row = msgspec.structs.replace(KNOWN, pyramid=(Line((1, 1, 1), True), Line((2, 2))))
    s, _ = play(site("SITE_C", facts=open_row, rules=Rules(pyramid_support=True)), Build(B, "pyramid:2:1"))
    assert s.built == {"pyramid:2:1": B}


def test_the_most_of_a_pyramid_with_supports_waits_for_what_carries_it():
    facts = msgspec.structs.replace(KNOWN, pyramid=(Line((5, 6), True), Line((1,), True)), temple={})
    s = site("SITE_C", facts=facts, rules=Rules(pyramid_support=True))
    assert [best(s, B, "SITE_C", power, 25) for power in (4, 5, 10, 11, 18)] == [0, 5, 5, 11, 12]
    free = site("SITE_C", facts=facts)
    assert [best(free, B, "SITE_C", power, 25) for power in (4, 5, 10, 11, 18)] == [1, 5, 6, 11, 12]


@pytest.mark.parametrize(
    ("case", "stones", "last", "gains"),
    [
        ("G65", (Y, G, Y), G, {Y: 2, G: 1}),
        ("G66", (G, G, B), R, {G: 2, R: 1}),
        ("G09", (B, G, G), B, {B: 2 + 1, G: 0}),
        ("most", (Y, G, G), B, {B: 1, G: 2, Y: 0}),
    ],
)
def test_a_complete_row_scores_for_most_stones_then_the_leftmost_first(case, stones, last, gains):
    lying = {f"pyramid:1:{i}": who for i, who in enumerate(stones, 1)}
    s = site("SITE_C", last, built=lying)
    s, events = play(s, Build(last, "pyramid:1:4"), Done(last))
    assert {who: s.sides[who].score for who in gains} == gains, case
    assert kinds(events).index("build") < kinds(events).index("row.complete")


def test_g08_a_row_of_two_own_stones_scores_two():
    s = site("SITE_C", Y, built=built(Y, "pyramid:3:1"))
    s, events = play(s, Build(Y, "pyramid:3:2"), Done(Y))
    assert s.sides[Y].score == 3 + 2
    row = next(event for event in events if event.kind == "row.complete")
    assert row.points == {Y: 2}


def test_rows_score_in_the_order_in_which_they_were_completed():
    lying = {**built(G, "pyramid:1:1", "pyramid:1:2", "pyramid:1:3"), **built(Y, "pyramid:2:1", "pyramid:2:2")}
    s = site("SITE_C", built=lying)
    s, events = play(s, Build(B, "pyramid:2:3"), Build(B, "pyramid:1:4"), Done(B))
    assert [event.points for event in events if event.kind == "row.complete"] == [{Y: 2}, {G: 3}]


def test_the_row_of_a_leaver_scores_for_nobody():
    s = site("SITE_C", built=built(G, "pyramid:3:1"), sides={G: owner(gone=True)})
    s.built = {**s.built, "pyramid:2:1": G, "pyramid:2:2": G}
    s, events = play(s, Build(B, "pyramid:2:3"), Done(B))
    assert (s.sides[G].score, s.sides[B].score) == (0, 2)
    assert "row.nobody" in kinds(events)


def test_g70_a_column_needs_both_pillars_or_by_the_switch_its_own():
    lying = built(G, *PILLARS[:3])
    refusal = refused(site("SITE_C", built=lying), Build(B, "temple:column_left:1"))
    assert (refusal.code, refusal.targets) == ("E_TEMPLE_PART", ("space:temple:pillar_right:2",))
    own = site("SITE_C", built=lying, rules=Rules(temple_own_side_only=True))
    assert refused(own, Build(B, "temple:column_right:1")).code == "E_TEMPLE_PART"
    s, _ = play(own, Build(B, "temple:column_left:1"))
    assert refused(s, Build(B, "temple:top:1")).code == "E_TEMPLE_PART"


def test_a_build_may_go_from_the_pillars_to_the_top():
    s = site("SITE_C", built=built(G, *PILLARS[:3]))
    s, _ = play(s, *(Build(B, space) for space in (PILLARS[3], "temple:column_right:1", "temple:column_left:1")))
    refusal = refused(s, Build(B, "temple:top:2"))
    assert (refusal.code, refusal.targets) == ("E_TEMPLE", ("space:temple:top:1",))
    s, _ = play(s, Build(B, "temple:top:1"), Done(B))
    assert s.sides[B].score == 2 + 3 + 3 + 4


@pytest.mark.parametrize(("own_side", "of_four"), [(False, 2), (True, 3)])
def test_the_most_of_the_temple_follows_what_it_stands_on(own_side, of_four):
    lying = {f"pyramid:{row}:{at}": G for row in range(1, 5) for at in range(1, 6 - row)}
    s = site("SITE_C", built={**lying, **built(G, *PILLARS[:3])}, rules=Rules(temple_own_side_only=own_side))
    # Free are the second space of the right pillar (2), the columns (3 and 3), and the top (4 and 5).
    assert best(s, B, "SITE_C", 4, 25) == of_four
    assert best(s, B, "SITE_C", 5, 25) == 5
    assert best(s, B, "SITE_C", 25, 25) == 2 + 3 + 3 + 4 + 5


@pytest.mark.parametrize("own_side", [False, True])
def test_parts_of_the_temple_that_may_go_on_carry_nothing_for_certain(own_side):
    temple = {"pillar_left": Line((1,)), "pillar_right": Line((1,)), "column_left": Line((3,)),
              "column_right": Line((3,)), "top": Line((5,))}  # fmt: skip
    facts = msgspec.structs.replace(KNOWN, pyramid=(), temple=temple)
    rules = Rules(temple_own_side_only=own_side)
    assert best(site("SITE_C", facts=facts, rules=rules), B, "SITE_C", 25, 25) == 1 + 1
    pillars = {part: Line((1,), True) for part in ("pillar_left", "pillar_right")}
    facts = msgspec.structs.replace(facts, temple=temple | pillars)
    assert best(site("SITE_C", facts=facts, rules=rules), B, "SITE_C", 25, 25) == 1 + 1 + 3 + 3


# a box that is not surveyed


def test_unknown_obelisk_numbers_are_asked_and_rise():
    s = site("SITE_B", facts=UNKNOWN)
    s, _ = play(s, Build(B, "obelisk:new"))
    assert (s.stage, s.turn, s.asked_space) == ("worth", "", "obelisk:new")
    s, _ = play(s, Worth("table", 2))
    assert (s.built, s.team.value) == ({"obelisk:1": B}, 2)
    s, _ = play(s, Build(B, "obelisk:new"))
    assert refused(s, Worth("table", 1)).code == "E_VALUE"
    s, _ = play(s, Worth("table", 2), Done(B), Market(B, "stone"))
    assert [space.value for space in s.facts.obelisk] == [2, 2]
    assert (s.sides[B].score, s.sides[B].stones) == (4, 21)
    assert s.told["obelisk"]["spaces"][0]["value"] == 2


def test_a_space_that_turns_out_too_dear_is_known_and_stays_empty():
    s = at("SITE_B", B, R, facts=UNKNOWN, sides={B: owner(crews={"c1": 3}), R: owner(crews=STRONG)})
    s, _ = play(s, Crew(B, "c1"), Build(B, "obelisk:new"))
    s, events = play(s, Worth("table", 4))
    assert ("too_dear" in kinds(events), s.built, s.team.value, s.turn) == (True, {}, 0, B)
    assert s.facts.obelisk == (Space(4),)
    s, _ = play(s, Crew(B, "j"), Build(B, "obelisk:1"), Done(B))  # the crews are fixed by a stone that lies
    assert s.sides[B].stones == 1


def test_few_stones_make_a_space_too_dear_as_well():
    s = site("SITE_B", facts=UNKNOWN, stones=4)
    s, events = play(s, Build(B, "obelisk:new"), Worth("table", 5))
    assert ("too_dear" in kinds(events), s.built) == (True, {})
    s, _ = play(site("SITE_B", facts=UNKNOWN, stones=4), Build(B, "obelisk:new"), Worth("table", 4))
    assert s.built == {"obelisk:1": B}


def test_crews_that_can_build_nothing_after_all_stay_unused():
    s = at("SITE_B", B, R, facts=UNKNOWN, tiles=(9,) * 12, sides={R: owner(crews=STRONG, stones=20)})
    s, _ = play(s, Crew(B, "c1"), Build(B, "obelisk:new"))
    s, events = play(s, Worth("table", 8))
    assert "crews_back" in kinds(events)
    assert "withdraw.must" in kinds(events)  # 1 + 2 is less than 8 and than 9
    assert (s.turn, s.sides[B].ships, s.sides[B].down) == (R, 6, ())


def test_unknown_pyramid_rows_are_told_from_below_and_end_when_the_table_says_so():
    s = site("SITE_C", facts=UNKNOWN)
    s, _ = play(s, Build(B, "pyramid:2:new"), Worth("table", 2))
    assert (s.stage, s.asked_space) == ("whole", "pyramid:2")
    s, _ = play(s, Whole("table", False), Build(B, "pyramid:2:new"), Worth("table", 2), Whole("table", True))
    assert s.facts.pyramid == (Line(), Line((2, 2), True))
    assert refused(s, Build(B, "pyramid:2:new")).code == "E_ALL_KNOWN"
    s, _ = play(s, Done(B))
    assert s.sides[B].score == 4 + 2
    assert refused(play(site("SITE_C", facts=UNKNOWN))[0], Build(B, "pyramid:9:new")).code == "E_SPACE"


@pytest.mark.parametrize(("known", "offered"), [(0, 6), (5, 6), (6, 7), (11, 12), (12, 12)])
def test_an_unknown_pyramid_grows_row_by_row_as_far_as_a_box_can_tell(known: int, offered: int):
    s = site("SITE_C", facts=Catalogue(pyramid=(Line((1,)),) * known))
    rows = {move.space.split(":")[1] for move in legal_moves(s) if isinstance(move, Build) and "pyramid" in move.space}
    assert max(map(int, rows)) == offered
    assert refused(s, Build(B, f"pyramid:{offered + 1}:new")).code == "E_SPACE"


def test_a_known_row_that_may_go_on_is_asked_about_at_its_last_space():
    facts = Catalogue(pyramid=(Line((1, 1)),))
    s = site("SITE_C", facts=facts)
    s, _ = play(s, Build(B, "pyramid:1:1"))
    assert s.stage == "build"
    assert refused(s, Build(B, "pyramid:1:new")).code == "E_PYRAMID"
    s, _ = play(s, Build(B, "pyramid:1:2"))
    assert (s.stage, s.asked_space) == ("whole", "pyramid:1")
    s, _ = play(s, Whole("table", True), Done(B))
    assert s.sides[B].score == 2 + 2


def test_an_unknown_temple_lets_columns_in_when_its_pillars_are_complete():
    s = site("SITE_C", facts=UNKNOWN)
    assert refused(s, Build(B, "temple:column_left:new")).code == "E_TEMPLE_PART"
    for side in ("left", "right"):
        s, _ = play(s, Build(B, f"temple:pillar_{side}:new"), Worth("table", 1), Whole("table", False))
        assert refused(s, Build(B, "temple:column_left:new")).code == "E_TEMPLE_PART"
        s, _ = play(s, Build(B, f"temple:pillar_{side}:new"), Worth("table", 2), Whole("table", True))
    for side in ("left", "right"):
        s, _ = play(s, Build(B, f"temple:column_{side}:new"), Worth("table", 3), Whole("table", True))
    s, _ = play(s, Build(B, "temple:top:new"), Worth("table", 4))
    assert s.stage == "build"  # nothing hangs on the top being complete
    s, _ = play(s, Done(B))
    assert s.sides[B].score == 6 + 6 + 4


def test_a_ship_may_be_taken_back_from_an_unknown_monument():
    s, _ = play(at("SITE_C", B, R, facts=UNKNOWN), Withdraw(B))
    assert s.turn == R
