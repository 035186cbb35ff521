"""Drawing Sphinx cards: numbers, prices, what is kept (spec egizia 5.6, cases G05, G49 to G57)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.egizia.moves import Boost, Crew, Done, DrawCards, Keep, Withdraw
from companion.games.egizia.state import Rules
from tests.games.egizia.building import KNOWN, B, G, R, at, kinds, owner, play, refused

FREE = Rules(sphinx_plus_two_needs_work=False)


@pytest.mark.parametrize(
    ("case", "crews", "stones", "cards", "drawn", "kept", "score", "left", "held"),
    [
        ("G05", {"c1": 2}, 5, (), 2, 1, 1, 3, 1),
        ("G50", {}, 5, (), 1, 1, 0, 4, 1),
        ("G51", {"c1": 3}, 5, (), 3, 0, 3, 2, 0),
        ("G52", {"c1": 4}, 5, ("keep_two",), 4, 2, 2, 1, 2),
        ("G53", {}, 1, ("sphinx_plus_two",), 3, 1, 2, 0, 1),
        ("G55", {}, 3, ("sphinx_plus_two",), 2, 1, 1, 2, 1),
        ("1 for 1", {}, 3, ("sphinx_plus_two",), 1, 0, 1, 2, 0),
        ("4 for 2", {"c1": 2}, 3, ("sphinx_plus_two",), 4, 1, 3, 1, 1),
        ("5 for 3", {"c1": 3}, 3, ("sphinx_plus_two",), 5, 1, 4, 0, 1),
    ],
)
def test_a_draw_costs_stones_and_pays_for_what_goes_back(case, crews, stones, cards, drawn, kept, score, left, held):
    s = at("SITE_A", B, R, sides={B: owner(crews=crews, stones=stones, cards=cards)})
    after, _ = play(s, Crew(B, "c1"), DrawCards(B, drawn), Keep(B, kept))
    side = after.sides[B]
    assert (side.score, side.stones, side.sphinx) == (score, left, held), case
    assert after.deck == 25 - kept
    assert side.down == ("c1",)
    assert after.worked[B] == ("SITE_A",)
    assert after.turn == R


def test_six_cards_are_too_many_and_five_are_drawn_with_the_joker():
    s = at("SITE_A", B, R, sides={B: owner(crews={"c1": 4}, stones=9)})
    s, _ = play(s, Crew(B, "c1"), Crew(B, "j"))
    assert refused(s, DrawCards(B, 6)).code == "E_MOST_CARDS"
    s, _ = play(s, DrawCards(B, 5), Keep(B, 1))
    assert (s.sides[B].score, s.sides[B].stones, s.sides[B].down) == (4, 4, ("c1", "j"))


def test_strength_and_stones_bound_the_draw():
    s, _ = play(at("SITE_A", B, R, sides={B: owner(crews={"c1": 3}, stones=2)}), Crew(B, "c1"))
    assert refused(s, DrawCards(B, 3)).code == "E_CARD_STONES"
    s, _ = play(at("SITE_A", B, R, sides={B: owner(crews={"c1": 2}, stones=9)}), Crew(B, "c1"))
    refusal = refused(s, DrawCards(B, 3))
    assert (refusal.code, refusal.params["paid"], refusal.params["strength"]) == ("E_CARD_STRENGTH", 3, 2)
    assert refusal.targets == ("crew:blue:c1",)


def test_no_card_is_drawn_before_a_crew_is_sent():
    refusal = refused(at("SITE_A", B, R, sides={B: owner(down=("c2",))}), DrawCards(B, 1))
    assert refusal.code == "E_NO_CREW"
    assert refusal.targets == ("crew:blue:c1", "crew:blue:c3")


def test_a_boosted_crew_draws_more_but_never_more_than_five():
    s = at("SITE_A", B, R, sides={B: owner(crews={"c1": 4}, stones=9, cards=("crew_boost",))})
    s, events = play(s, Crew(B, "c1"), Boost(B, "c1"))
    assert refused(s, DrawCards(B, 6)).code == "E_MOST_CARDS"
    s, events = play(s, DrawCards(B, 5))
    assert "use.crew_boost" in kinds(events)
    assert s.sides[B].cards == ()


def test_two_cards_are_kept_only_with_the_card_for_it():
    s, _ = play(at("SITE_A", B, R, sides={B: owner(crews={"c1": 3})}), Crew(B, "c1"), DrawCards(B, 3))
    assert refused(s, Keep(B, 2)).code == "E_KEEP_TWO"
    assert refused(s, Keep(B, 3)).code == "E_KEEP"
    s = at("SITE_A", B, R, sides={B: owner(crews={"c1": 3}, cards=("keep_two", "stones"))})
    s, events = play(s, Crew(B, "c1"), DrawCards(B, 3), Keep(B, 2))
    assert s.sides[B].cards == ("stones",)
    assert "use.keep_two" in kinds(events)


def test_of_one_card_no_two_are_kept():
    s = at("SITE_A", B, R, sides={B: owner(cards=("keep_two",))})
    s, _ = play(s, Crew(B, "c1"), DrawCards(B, 1))
    assert refused(s, Keep(B, 2)).code == "E_KEEP"
    play(s, Keep(B, 1))


def test_more_cards_need_a_crew_too():
    s = at("SITE_A", B, R, sides={B: owner(cards=("sphinx_plus_two",))})
    assert [refused(s, DrawCards(B, n)).code for n in (1, 2, 3)] == ["E_NO_CREW"] * 3


def test_keeping_one_leaves_the_card_for_two_unused():
    s = at("SITE_A", B, R, sides={B: owner(crews={"c1": 3}, cards=("keep_two",))})
    s, _ = play(s, Crew(B, "c1"), DrawCards(B, 3), Keep(B, 1))
    assert s.sides[B].cards == ("keep_two",)


def test_g56_without_stones_the_ship_goes_back_even_with_more_cards():
    s = at("SITE_A", B, R, sides={B: owner(stones=0, cards=("sphinx_plus_two",))})
    assert s.turn == R
    assert (s.sides[B].ships, s.slots["SITE_A"]) == (6, ("", R, ""))


def test_by_the_first_printing_two_cards_need_neither_crew_nor_stone():
    side = owner(stones=0, down=("c1", "c2", "c3", "j"), cards=("sphinx_plus_two",))
    s = at("SITE_A", B, R, sides={B: side}, rules=FREE)
    assert refused(s, DrawCards(B, 3)).code == "E_CARD_STONES"
    after, _ = play(s, DrawCards(B, 2), Keep(B, 1))
    assert (after.sides[B].score, after.sides[B].sphinx) == (1, 1)
    assert B not in after.worked
    assert after.sides[B].ships == 5


def test_by_the_first_printing_three_cards_cost_a_stone_and_need_a_crew():
    s = at("SITE_A", B, R, sides={B: owner(stones=1, cards=("sphinx_plus_two",))}, rules=FREE)
    assert refused(s, DrawCards(B, 3)).code == "E_NO_CREW"
    after, _ = play(s, Crew(B, "c1"), DrawCards(B, 3), Keep(B, 0))
    assert (after.sides[B].stones, after.worked[B]) == (0, ("SITE_A",))


def test_a_small_deck_gives_what_it_has():
    s, _ = play(at("SITE_A", B, R, sides={B: owner(crews={"c1": 5})}, deck=2), Crew(B, "c1"))
    assert refused(s, DrawCards(B, 3)).code == "E_DECK"
    s, _ = play(s, DrawCards(B, 2), Keep(B, 1))
    assert (s.deck, s.sides[B].stones) == (1, 3)


def test_nothing_is_done_at_the_sphinx_but_drawing():
    s, _ = play(at("SITE_A", B, R), Crew(B, "c1"))
    assert refused(s, Done(B)).code == "E_NOTHING_BUILT"
    back, _ = play(s, Withdraw(B))
    assert back.sides[B].down == () and back.team is None
    assert refused(at("SITE_B", B), DrawCards(B, 1)).code == "E_NOT_SPHINX"


def test_a_card_that_is_used_once_goes_back_after_it_gave_more_cards():

    facts = msgspec.structs.replace(KNOWN, kinds={"sphinx_plus_two": "anytime"})
    s = at("SITE_A", B, G, facts=facts, sides={B: owner(cards=("sphinx_plus_two",))})
    one, _ = play(s, Crew(B, "c1"), DrawCards(B, 1))
    assert one.sides[B].cards == ("sphinx_plus_two",)
    three, _ = play(s, Crew(B, "c1"), DrawCards(B, 3))
    assert three.sides[B].cards == ()
