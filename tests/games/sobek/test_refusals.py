"""Every way to be refused, one by one, and the reasons that light up."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Move
from companion.games.sobek import GAME
from companion.games.sobek import moves as m
from companion.language import Language
from tests.games.sobek.scene import code, play, scene, start

EN = Language("en")


def said(state: Any, move: Move) -> str:
    refusal = GAME.refuse(state, move)
    assert refusal is not None
    return EN.say(GAME.say_refusal(refusal))


def test_a_fifth_card_is_out_of_reach_and_the_four_light_up() -> None:
    refusal = GAME.refuse(scene({}), m.Take("red", 5))
    assert refusal is not None and refusal.code == "E_REACH"
    assert refusal.targets == ("quay:1", "quay:2", "quay:3", "quay:4")


def test_a_family_that_has_all_come_does_not_come_again() -> None:
    state = start("red", "blue", "green")
    cards = ["IVO0", "IVO0", "IVO0", "IVO3", "IVO3", "IVO3"]
    state = play(state, *(m.Lay("table", at, card) for at, card in enumerate(cards, 1)))
    assert code(state, m.Lay("table", 7, "IVO3")) == "E_BOX_FAMILY"
    assert code(state, m.Lay("table", 6, "IVO0")) == "E_BOX_SEEN"
    assert code(state, m.Lay("table", 6, "AMU")) is None
    assert code(state, m.Lay("table", 7, "IVO2")) == "E_CARD"
    assert code(state, m.Lay("table", 10, "AMU")) == "E_PLACE"
    assert code(state, m.Laid("table")) == "E_MISSING"
    assert code(state, m.Lay("red", 7, "AMU")) == "E_BY"


def test_an_unsurveyed_box_refuses_nothing_it_can_not_know() -> None:
    state = scene({"box": "shipped", "stage": "lay", "quay": ["IVO3"] * 5, "deck": 54, "delivery": 1})
    state.seen = {}
    assert code(state, m.Lay("table", 6, "IVO3")) is None
    assert code(state, m.Lay("table", 6, "AMU")) is None


def test_no_more_of_a_card_than_the_box_has_lies_in_sets() -> None:
    state = scene({"hands": {"red": ["?", "?", "?", "?"]}, "sets": {"blue": ["WHE WHE1 AMU AMU AMU"]}})
    state = play(state, m.LaySet("red", "IVO"), m.Add("red", "AMU"))
    assert code(state, m.Add("red", "AMU")) == "E_BOX"  # one lies on the quay, three in a set
    state = play(state, m.Withdraw("red"), m.LaySet("red", "WHE"), m.Add("red", "VIZ"))
    assert code(state, m.Add("red", "VIZ")) == "E_BOX"
    refusal = GAME.refuse(state, m.Add("red", "AMU"))
    assert refusal is None


def test_a_hand_of_seen_cards_has_no_other_card() -> None:
    state = scene({"hands": {"red": ["WHE1", "WHE0", "GREEN", "GREEN"]}})
    state = play(state, m.LaySet("red", "WHE"))
    assert code(state, m.Add("red", "VIZ")) == "E_HELD_CHARACTER"
    assert code(state, m.Add("red", "AMU")) == "E_HELD"
    state = play(state, m.Add("red", "WHE1"))
    assert code(state, m.Add("red", "WHE1")) == "E_HELD"  # green cards show no scarabs
    state = play(state, m.Add("red", "WHE0"), m.Add("red", "WHE0"), m.Add("red", "WHE0"))
    assert code(state, m.Down("red")) is None


def test_a_hidden_card_may_be_any() -> None:
    state = play(scene({"hands": {"red": ["WHE1", "WHE0", "?"]}}), m.LaySet("red", "WHE"))
    for card in ("WHE1", "WHE0", "AMU", "VIZ"):
        assert code(state, m.Add("red", card)) is None


def test_a_card_that_was_stolen_unseen_rules_nothing_out() -> None:
    state = scene({"hands": {"red": ["WHE1", "WHE1", "WHE0"], "blue": ["CHA"]}, "turn": "blue"})
    state = play(state, m.Character("blue", "THI"), m.Aim("blue", "red"))
    assert state.sides["red"].hand.n == 2
    assert state.sides["red"].hand.certain("WHE1") == 1
    assert state.sides["red"].hand.certain("WHE0") == 0
    state.turn = "blue"
    for card in ("WHE1", "IVO3", "AMU"):
        assert state.sides["blue"].hand.can_hold([card], {card: (card, "?")})


def test_without_a_face_down_card_no_character_is_played() -> None:
    state = scene({"hands": {"red": ["WHE1", "GREEN"]}})
    assert code(state, m.Character("red", "THI")) == "E_HELD_CHARACTER"
    assert code(state, m.Character("red", "WHE1")) == "E_CARD"
    assert code(scene({}), m.Character("red", "THI")) == "E_NO_CARDS"


def test_a_character_is_there_as_often_as_the_box_has_it() -> None:
    state = scene({"hands": {"red": ["CHA", "CHA"]}, "discard": {"QUE": 1}})
    assert code(state, m.Character("red", "QUE")) == "E_BOX"
    twice = scene({"hands": {"red": ["CHA", "CHA"]}, "discard": {"MER": 1}})
    assert code(twice, m.Character("red", "MER")) is None


def test_only_two_names_are_doubled_whichever_they_are() -> None:
    given = {"box": "shipped", "hands": {"red": ["CHA"] * 3}, "discard": {"THI": 2, "SCR": 2, "VIZ": 1}}
    assert code(scene(given), m.Character("red", "VIZ")) == "E_NONE_LEFT"
    assert code(scene({**given, "discard": {"THI": 2, "VIZ": 1}}), m.Character("red", "VIZ")) is None


def test_a_set_is_begun_before_a_card_joins_it() -> None:
    state = scene({"hands": {"red": ["WHE1"] * 4}})
    assert code(state, m.Add("red", "WHE1")) == "E_ADD_ONE"
    assert code(state, m.Down("red")) == "E_NO_SET"
    assert code(state, m.LaySet("red", "GOLD")) == "E_NO_FAMILY"
    assert code(state, m.LaySet("red", "WHE", 0)) == "E_WHICH_SET"
    assert code(scene({"hands": {"red": ["WHE1"] * 2}}), m.LaySet("red", "WHE")) == "E_HAND"


def test_a_token_is_not_chosen_more_often_than_the_box_has_it() -> None:
    state = scene({"stage": "event", "used": {"ALL.B": 1, "EMB": 1}, "left": 3})
    assert code(state, m.Token("red", "ALL.B")) == "E_TOKEN"
    assert code(state, m.Token("red", "EMB")) == "E_TOKEN"  # one in the practice box
    assert code(state, m.Token("red", "FLO")) is None
    assert code(state, m.Token("red", "GOLD")) == "E_NO_TOKEN"
    unsure = scene({"stage": "event", "box": "shipped", "used": {"EMB": 1}, "left": 4})
    assert code(unsure, m.Token("red", "EMB")) is None


def test_nothing_can_be_declined_but_an_offer() -> None:
    assert code(scene({"stage": "turn"}), m.Decline("red")) == "E_PHASE"
    curse = play(scene({"stage": "event"}), m.Token("red", "CUR"))
    assert code(curse, m.Decline("red")) == "E_MUST"
    must = scene({"hands": {"red": ["CHA"]}, "options": {"may_powers": "compulsory"}})
    must = play(must, m.Character("red", "MER"))
    assert code(must, m.Decline("red")) == "E_COMPULSORY"


def test_after_the_end_of_the_round_only_new_sets_and_no_powers() -> None:
    given = {"stage": "last", "deck": 0, "quay": [], "hands": {"red": ["?"] * 4, "blue": ["?"] * 3}}
    state = scene({**given, "sets": {"red": ["WHE WHE1 WHE0 WHE0"]}})
    assert code(state, m.Character("red", "THI")) == "E_LAST_POWER"
    assert code(state, m.LaySet("red", "WHE", 0)) == "E_LAST_ADD"
    assert code(state, m.Take("red", 1)) == "E_PHASE"
    done = play(state, m.Done("red"))
    assert code(done, m.Done("red")) == "E_DONE"
    assert code(done, m.LaySet("red", "WHE")) == "E_DONE"
    assert code(play(state, m.LaySet("red", "WHE")), m.Done("red")) == "E_OPEN_SET"


@pytest.mark.parametrize(
    ("move", "wanted"),
    [
        (m.Take("black", 1), "E_SEAT"),
        (m.Take("blue", 1), "E_TURN"),
        (m.Take("red", 12), "E_PLACE"),
        (m.Stop("table"), "E_STOP"),
        (m.LateEvent("red"), "E_LATE"),
        (m.Correct("table"), "E_NOTHING"),
        (m.Correct("table", points={"red": -1}), "E_CORRECT"),
        (m.Tell("table", "curse", 1), "E_PHASE"),
    ],
)
def test_what_does_not_belong_here(move: Move, wanted: str) -> None:
    assert code(scene({}), move) == wanted


def test_a_printed_number_is_one_or_two() -> None:
    state = play(scene({"stage": "event", "box": "shipped"}), m.Token("red", "CUR"))
    assert code(state, m.Tell("table", "curse", 3)) == "E_PRINTED"
    assert code(state, m.Tell("table", "prosperity", 1)) == "E_PHASE"


def test_the_counting_takes_other_numbers_only() -> None:
    state = scene({"stage": "count", "deck": 0, "quay": [], "piles": {"red": 3, "blue": 3, "green": 1}})
    state.earned = {"red": 10, "blue": 12, "green": 0}
    assert code(state, m.Recount("red", 3)) == "E_SAME"
    assert code(state, m.Recount("red", 99)) == "E_NUMBER"
    tied = play(state, m.Counted("table"))
    assert tied.stage == "scarabs"
    assert code(tied, m.Scarabs("green", 1)) == "E_NOT_TIED"
    assert code(tied, m.Scarabs("red", 99)) == "E_NUMBER"


def test_at_this_table_the_courtesan_adds_goods_only() -> None:
    given = {"hands": {"red": ["CHA", "AMU", "WHE1"]}, "sets": {"red": ["WHE WHE1 WHE0 WHE0"]}}
    state = scene({**given, "options": {"courtesan_jokers": False}})
    state = play(state, m.Character("red", "COU"), m.LaySet("red", "WHE", 0))
    assert code(state, m.Add("red", "AMU")) == "E_JOKERS"
    assert code(state, m.Add("red", "WHE1")) is None
    assert code(play(scene(given), m.Character("red", "COU"), m.LaySet("red", "WHE", 0)), m.Add("red", "AMU")) is None


def test_a_refusal_says_what_is_possible() -> None:
    assert said(scene({}), m.Take("red", 6)) == "Only the first 4 cards that remain can be taken. They are lit."
    state = play(scene({"hands": {"red": ["WHE1", "CHA"] * 2}}), m.LaySet("red", "WHE"))
    assert said(state, m.Add("red", "QUE")) == "It belongs to Ivory, not to Wheat: Queen Sobekneferu."


def test_a_finished_game_takes_no_move_and_a_player_who_left_none() -> None:
    over = play(scene({}), m.Leave("blue"))
    assert code(over, m.Take("red", 1)) == "E_OVER"
    on = play(scene({"options": {"leaver": "play_on"}}), m.Leave("blue"))
    assert code(on, m.Take("blue", 1)) == "E_GONE"
