"""Order at the sites, the reserve, first position, ships that go back (spec egizia 5.5, cases G57, G72, G91, G92)."""

from __future__ import annotations

from companion.games.egizia.moves import (
    Build,
    Crew,
    Done,
    DrawCards,
    First,
    Keep,
    Market,
    Stay,
    Strengthen,
    Use,
    Withdraw,
)
from companion.games.egizia.refusals import refuse
from companion.games.egizia.rules import legal_moves
from companion.games.egizia.state import Egizia
from tests.games.egizia.building import B, G, R, Y, at, kinds, owner, play, refused


def draw(s: Egizia) -> Egizia:
    """Whoever is due at the Sphinx draws a card and keeps it."""
    who = s.turn
    return play(s, Crew(who, "c1"), DrawCards(who, 1), Keep(who, 1))[0]


def order(s: Egizia, *leaving: str) -> list[str]:
    """Who builds at the Sphinx, in order, if these take their ships back."""
    built = []
    while s.phase == "site_a":
        who = s.turn
        if who in leaving:
            s = play(s, Withdraw(who))[0]
        else:
            built.append(who)
            s = draw(s)
    return built


def test_slots_build_by_their_distance_whatever_the_chips():
    assert order(at("SITE_A", G, B, R)) == [G, B, R]
    assert order(at("SITE_A", "", Y, B)) == [Y, B]


def test_the_reserve_builds_last_when_a_ship_went_back():
    s = at("SITE_A", R, G, B, reserve=Y)
    assert order(s) == [R, G, B]
    assert order(s, G) == [R, B, Y]
    assert order(s, R) == [G, B, Y]


def test_a_reserve_ship_that_may_not_build_stays_and_counts_nothing():
    s = at("SITE_A", R, G, B, reserve=Y)
    for _ in range(2):
        s = draw(s)
    s, _ = play(s, Crew(B, "c1"), DrawCards(B, 1))
    after, events = play(s, Keep(B, 1))
    assert "reserve" in kinds(events)
    assert Y not in after.worked
    # The round goes on to the participation: Red, Green and Blue score 1 each, and all ships come home.
    assert {who: side.score for who, side in after.sides.items()} == {B: 1, R: 1, G: 1, Y: 0}
    assert after.sides[Y].ships == 6
    assert after.reserve["SITE_A"] == ""


def test_a_ship_taken_back_from_the_reserve_comes_home_once():
    s = at("SITE_A", R, G, B, reserve=Y)
    s = draw(draw(play(s, Withdraw(R))[0]))
    assert s.turn == Y
    s, _ = play(s, Withdraw(Y))
    assert (s.round, s.reserve["SITE_A"]) == (2, "")
    assert {who: side.ships for who, side in s.sides.items()} == dict.fromkeys((B, R, G, Y), 6)


def test_with_two_slots_the_third_player_waits_in_reserve():
    s = at("SITE_A", R, G, reserve=B, seats=(B, R, G))
    assert order(s) == [R, G]
    assert order(s, R) == [G, B]


def test_the_first_position_brings_a_ship_to_the_front_and_lets_all_build():
    s = at("SITE_A", R, G, B, reserve=Y, sides={G: owner(cards=("first_position",))})
    assert (s.stage, s.turn) == ("first", G)
    moved, events = play(s, First(G))
    assert "use.first_position" in kinds(events)
    assert order(moved) == [G, R, B, Y]
    assert order(play(s, Stay(G))[0]) == [R, G, B]


def test_the_first_position_helps_a_ship_in_reserve():
    s = at("SITE_A", R, G, B, reserve=Y, sides={Y: owner(cards=("first_position",))})
    assert order(play(s, First(Y))[0]) == [Y, R, G, B]


def second_site(s: Egizia) -> Egizia:
    """The same ships at the next site, with Yellow in reserve."""
    s.slots = {**s.slots, "SITE_B": (R, G, B)}
    s.reserve = {**s.reserve, "SITE_B": Y}
    return s


def test_every_site_counts_its_own_builders():
    s = at("SITE_A", R, G, B, sides={who: owner(down=("c2", "c3")) for who in (R, G, B)})
    s = second_site(s)
    for _ in range(3):
        s = draw(s)
    # At the second site nobody has an ordinary crew left but Yellow, whose ship lies in reserve.
    assert (s.phase, s.turn, s.stage) == ("site_b", Y, "build")


def test_the_first_position_opens_no_other_site():
    sides = {G: owner(cards=("first_position",)), Y: owner(crews={"c1": 9}, stones=9)}
    s = second_site(at("SITE_A", R, G, B, sides=sides))
    s, _ = play(s, First(G))
    for _ in range(3):
        s = draw(s)
    s, _ = play(s, Stay(G))
    for _ in range(3):
        who = s.turn
        s, _ = play(s, Crew(who, "c2"), Crew(who, "j"), *cheapest(s), Done(who), Market(who, "stone"))
    assert s.round == 2 and Y not in s.worked


def cheapest(s: Egizia) -> list[Build]:
    """The next space of the obelisk."""
    return [Build(s.turn, f"obelisk:{1 + sum(space.startswith('obelisk') for space in s.built)}")]


def test_of_two_with_the_first_position_the_later_one_stands_in_front():
    card = ("first_position",)
    s = at("SITE_A", R, G, B, sides={G: owner(cards=card), B: owner(cards=card)})
    assert s.turn == B  # chip 1 is asked first
    s, _ = play(s, First(B))
    assert s.turn == G
    s, _ = play(s, First(G))
    assert order(s) == [G, B, R]


def test_who_is_in_front_already_is_not_asked():
    s = at("SITE_A", R, G, sides={R: owner(cards=("first_position",))})
    assert (s.stage, s.turn) == ("build", R)


def test_with_the_joker_alone_the_ship_goes_back():
    s = at("SITE_B", B, R, sides={B: owner(down=("c1", "c2", "c3"))})
    assert s.turn == R
    assert s.sides[B].ships == 6
    assert s.slots["SITE_B"] == ("", R, "")


def test_a_ship_goes_back_where_everything_costs_more():
    spent = {f"obelisk:{i}": Y for i in range(1, 4)}
    s = at("SITE_B", B, R, sides={B: owner(crews={"c1": 1}), R: owner(crews={"c2": 4})}, built=spent)
    # Obelisk 4 and the tile of 5 are free: Blue comes to 1 + 2 with the joker, Red to 4 + 2.
    assert s.turn == R
    assert s.sides[B].ships == 6


def test_each_crew_is_made_stronger_once_however_many_cards_there_are():
    spent = {f"obelisk:{i}": Y for i in range(1, 5)}
    strong = {R: owner(crews={"c2": 5})}
    side = owner(down=("j",), stones=9, cards=("crew_boost", "crew_boost"))
    # Obelisk 5 and the tile of 5 are free; a crew of 1 comes to 4, or with the joker and both cards to 9.
    assert at("SITE_B", B, R, sides={B: side, **strong}, built=spent).turn == R
    side = owner(stones=9, cards=("crew_boost", "crew_boost"))
    assert at("SITE_B", B, R, sides={B: side, **strong}, built=spent).turn == B


def test_a_crew_that_may_grow_first_keeps_the_ship():
    spent = {f"obelisk:{i}": Y for i in range(1, 4)}
    strong = {R: owner(crews={"c2": 4})}
    assert at("SITE_B", B, R, sides={B: owner(cards=("crew_plus_one",)), **strong}, built=spent).turn == B
    used = owner(cards=("crew_plus_one",), spent=("crew_plus_one",))
    assert at("SITE_B", B, R, sides={B: used, **strong}, built=spent).turn == R


def test_a_card_that_could_still_help_keeps_the_ship():
    side = owner(stones=0, cards=("stones",))
    s = at("SITE_A", B, R, sides={B: side})
    assert s.turn == B
    assert not any(isinstance(move, Crew) for move in legal_moves(s))
    assert refused(s, Crew(B, "c1")).code == "E_CREW_WEAK"
    s, _ = play(s, Use(B, "stones"))
    assert s.sides[B].stones == 6
    assert refuse(s, Crew(B, "c1")) is None


def test_two_stones_buy_the_strength_that_was_missing():
    spent = {f"obelisk:{i}": Y for i in range(1, 4)}
    side = owner(stones=6, cards=("stones_to_crew",))
    s = at("SITE_B", B, R, sides={B: side}, built=spent)
    assert s.turn == B
    s, _ = play(s, Strengthen(B, "stones_to_crew", "j"))
    s, _ = play(s, Crew(B, "c1"), Crew(B, "j"), Build(B, "obelisk:4"), Done(B))
    assert s.sides[B].stones == 0
    side = owner(stones=5, cards=("stones_to_crew",))
    strong = owner(crews={"c1": 4})
    assert at("SITE_B", B, R, sides={B: side, R: strong}, built=spent).turn == R  # 4 and 2 stones are more than 5


def test_a_withdrawn_ship_leaves_its_slot_and_comes_home():
    s, events = play(at("SITE_C", B, R), Withdraw(B))
    assert kinds(events) == ["withdraw"]
    assert (s.sides[B].ships, s.slots["SITE_C"], s.turn) == (6, ("", R, ""), R)


def test_a_face_down_crew_grows_and_stays_face_down():
    side = owner(down=("c1",), cards=("crew_plus_one", "stones"))
    s, _ = play(at("SITE_B", B, sides={B: side}), Strengthen(B, "crew_plus_one", "c1"))
    assert (s.sides[B].crews["c1"], s.sides[B].down) == (2, ("c1",))
    s, _ = play(at("SITE_B", B, sides={B: side}), Strengthen(B, "crew_plus_one", "j"))
    assert s.sides[B].crews["j"] == 3


def test_the_next_site_follows_when_all_have_built():
    s = at("SITE_A", B)
    s.slots = {**s.slots, "SITE_B": (R, B, "")}
    s = draw(s)
    assert (s.phase, s.turn) == ("site_b", R)
    s, _ = play(s, Crew(R, "c1"), Build(R, "obelisk:1"), Done(R), Market(R, "stone"))
    assert (s.phase, s.turn) == ("site_b", B)
    assert refused(s, Crew(B, "c1")).code == "E_CREW_USED"
    s, _ = play(s, Crew(B, "c2"), Crew(B, "j"), Build(B, "obelisk:2"), Done(B))
    assert s.sides[B].down == ("c1", "c2", "j")
