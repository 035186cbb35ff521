"""Slips that the table puts right, and words that must stay true while it does (spec sobek 5.2, 6, 7.4, 10.1)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.sobek import GAME
from companion.games.sobek import moves as m
from companion.games.sobek.state import Sobek
from companion.language import Language
from tests.games.sobek.scene import code, events_of, play, scene

EN = Language("en")


def words(texts: Any) -> str:
    return " | ".join(EN.say(text) for text in texts)


def said(state: Sobek, move: Any) -> str:
    refusal = GAME.refuse(state, move)
    assert refusal is not None
    return EN.say(GAME.say_refusal(refusal))


def fixed(state: Sobek, **values: Any) -> Sobek:
    return play(state, GAME.correction(state, values))


def piles(state: Sobek) -> list[int]:
    return [state.sides[who].pile.n for who in state.seats]


def counted(earned: list[int], **given: Any) -> Sobek:
    state = scene({"stage": "count", "deck": 0, "quay": [], **given})
    state.earned = dict(zip(state.seats, earned, strict=True))
    return state


# the count


def test_counting_one_pile_leaves_the_numbers_of_the_others_alone() -> None:
    state = counted([0, 0, 0], piles={"red": 5, "blue": 5, "green": 5}, discard={"WHE": 2, "THI": 1})
    state = play(state, m.Recount("red", 7), m.Recount("blue", 6))
    assert piles(state) == [7, 6, 5]
    assert GAME.audit(state) == ()
    state.boxed, state.astray = 0, state.boxed  # the box is empty: then cards were not laid off as it was told
    state.astray, state.sides["green"].pile = 0, state.sides["green"].pile.unknown(5 + state.astray)
    most = state.sides["red"].pile.n + 3
    after = play(state, m.Recount("red", most))
    assert (after.sides["blue"].pile.n, after.discard) == (6, {})
    assert GAME.audit(after) == ()


def test_what_a_wrong_set_brought_is_no_longer_earned() -> None:
    state = counted(
        [23, 0, 0],
        points={"red": 61},
        piles={"red": 5, "blue": 4},
        sets={"red": ["WHE WHE1 WHE0 WHE0", "EBO EBO2 EBO2 MAR0", "IVO IVO3 IVO0 IVO0 flat"]},
    )
    state.earned = {"red": 18, "blue": 0, "green": 0}  # 3 + 12 + 3
    after = fixed(state, **{"set:red:1:MAR0": 0, "set:red:1:EBO2": 0})
    assert (after.earned["red"], after.sides["red"].points, after.sides["red"].pile.n) == (6, 49, 8)
    assert play(after, m.Counted("table")).sides["red"].points == 49  # 6 are fewer than 10


def test_a_tie_that_a_correction_breaks_is_counted_anew() -> None:
    state = counted([10, 10, 0], points={"red": 10, "blue": 10}, piles={"red": 5, "blue": 5})
    tied = play(state, m.Counted("table"), m.Scarabs("red", 2))
    after = fixed(tied, **{"pile:blue": 6})
    assert (after.stage, after.asked, after.sides["red"].counted) == ("count", (), None)
    assert [play(after, m.Counted("table")).sides[who].points for who in ("red", "blue")] == [10, 5]


def test_where_nobody_can_lose_anything_nobody_is_called_most_corrupt() -> None:
    for given in ({"red": 3, "blue": 3}, {}):
        state = counted([9, 9, 9], piles=given)
        told = words(event.text for event in events_of(state, m.Counted("table")))
        assert "Nobody loses points: the most corrupt earned fewer than 10." in told
        assert "Most corrupt:" not in told
    alone = counted([9, 9, 9], piles={"red": 3})
    assert "Most corrupt: Red" in words(event.text for event in events_of(alone, m.Counted("table")))


def test_a_player_with_cards_again_may_still_lay_a_last_set() -> None:
    state = scene({"stage": "last", "deck": 0, "quay": [], "hands": {"red": 2, "blue": 3}, "piles": {"red": 4}})
    assert state.sides["red"].done
    assert code(fixed(state, **{"hand:red": 3}), m.LaySet("red", "WHE")) is None


# points of the round before


@pytest.mark.parametrize("stage", ["lay", "lot", "turn"])
def test_a_score_put_right_before_anybody_acts_counts_where_somebody_leaves(stage: str) -> None:
    given = {"round": 2, "delivery": 1, "points": {"red": 50, "blue": 60, "green": 70}}
    state = scene({**given, "stage": stage, **({"deck": 54, "quay": []} if stage == "lay" else {})})
    outcome = GAME.outcome(play(fixed(state, **{"points:red": 80}), m.Leave("blue")))
    assert outcome is not None
    assert (outcome.winners, outcome.scores["red"]) == (("red",), 80)
    acted = scene({**given, "deck": 45})
    acted = fixed(play(acted, m.Take("red", 1)), **{"points:red": 80})
    outcome = GAME.outcome(play(acted, m.Leave("blue")))
    assert outcome is not None and outcome.winners == ("green",)


def test_of_two_players_nobody_plays_on() -> None:
    state = scene({"seats": ["red", "blue"], "round": 2, "options": {"leaver": "play_on"}, "points": {"blue": 60}})
    left = next(choice for choice in GAME.incidents(state) if choice.move == m.Leave("blue"))
    assert left.consequence is not None
    assert EN.say(left.consequence) == "The game ends with the points of the last finished round."
    outcome = GAME.outcome(play(state, m.Leave("blue")))
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("left", ("blue",))


def test_whoever_left_before_wins_nothing_when_the_last_but_one_leaves() -> None:
    state = scene({"round": 2, "options": {"leaver": "play_on"}, "points": {"red": 9, "blue": 60, "green": 9}})
    outcome = GAME.outcome(play(state, m.Leave("blue"), m.Leave("green")))
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == (("red", "green"), (("red", "green"), ("blue",)))
    assert EN.say(outcome.text) == "After 1 of 3 rounds Red, Green are ahead with 9."


# events


def test_an_event_is_chosen_and_made_up_for_only_while_a_token_is_left() -> None:
    state = scene({"stage": "event", "left": 1})
    assert code(state, m.Correct("table", tokens=0)) == "E_CORRECT"
    assert next(edit for edit in GAME.edits(state) if edit.id == "tokens").low == 1
    gone_on = fixed(play(state, m.ForgetEvent("table")), tokens=0)
    assert code(gone_on, m.LateEvent("red")) == "E_LATE"
    assert m.LateEvent("red") not in [choice.move for choice in GAME.incidents(gone_on)]


def test_a_late_event_waits_while_the_neighbour_lays_a_set() -> None:
    state = play(scene({"stage": "event", "hands": {"blue": 3}}), m.ForgetEvent("table"), m.LaySet("blue", "WHE"))
    assert code(state, m.LateEvent("red")) == "E_PHASE"
    assert code(play(state, m.Withdraw("blue")), m.LateEvent("red")) is None


# the priest


def test_the_priest_drops_at_least_what_everybody_saw_go_under_the_tile() -> None:
    given = {"hands": {"red": ["CHA"], "blue": ["CHA"]}, "piles": {"red": ["WHE1", "WHE0", "CHA", "FIS1"]}}
    state = play(scene(given), m.Character("red", "PRI"), m.Name("red", "WHE"))
    assert said(state, m.Drop("red", 1)) == "Everybody saw at least 2 cards of this family go under the tile: Wheat."
    assert [move.cards for move in GAME.legal_moves(state)][:1] == [2]
    assert GAME.legal_moves(GAME.view(state, None)) == GAME.legal_moves(state)
    assert play(state, m.Drop("red", 3)).sides["red"].pile.n == 1  # a character of wheat as well
    none = play(scene(given), m.Character("red", "PRI"), m.Name("red", "IVO"))
    assert code(none, m.Drop("red", 0)) is None


def test_a_card_that_the_vizier_may_have_taken_need_not_be_dropped() -> None:
    given = {"turn": "blue", "hands": {"red": ["CHA"], "blue": ["CHA"]}, "piles": {"red": ["WHE1", "WHE0", "FIS1"]}}
    state = play(scene({**given, "seats": ["red", "blue"]}), m.Character("blue", "VIZ"), m.Aim("blue", "red"))
    state = play(state, m.Character("red", "PRI"), m.Name("red", "WHE"))
    assert code(state, m.Drop("red", 1)) is None
    assert code(state, m.Drop("red", 0)) == "E_DROP_LEAST"


# words


def test_a_refusal_counts_cards_as_people_do() -> None:
    state = scene({"hands": {"red": ["GREEN"], "blue": 4}})
    assert said(state, m.LaySet("red", "WHE")) == "Red has only 1 card in hand for this. A set needs three."
    assert said(scene({}), m.Character("red", "QUE")) == "Red has no card in hand for this."
    state = play(scene({"hands": {"red": 4}}), m.LaySet("red", "WHE"), m.Add("red", "AMU"))
    assert said(state, m.Down("red")) == "Too few: 1 card. A set has three or more."


def test_a_refusal_never_says_that_more_lies_open_than_does() -> None:
    given = {"box": "shipped", "hands": {"red": ["CHA"] * 3}, "discard": {"THI": 2, "SCR": 2, "VIZ": 1}}
    assert "leave no such card: Vizier" in said(scene(given), m.Character("red", "VIZ"))
    wheat = {"blue": ["WHE WHE1 WHE1 WHE0 WHE0 WHE0 WHE0"], "green": ["WHE WHE1 WHE0 WHE0"]}
    state = play(scene({"hands": {"red": 4}, "sets": wheat, "quay": ["WHE1"]}), m.LaySet("red", "WHE"))
    assert said(state, m.Add("red", "WHE0")) == "All 10 cards of this family have been seen in this round: Wheat."


def test_the_check_list_names_the_cards_that_are_just_being_laid() -> None:
    state = scene({"hands": {"red": ["WHE1", "WHE1", "WHE0"]}})
    begun = play(state, m.LaySet("red", "WHE"), m.Add("red", "WHE1"), m.Add("red", "WHE1"))
    assert "Red is laying (Wheat): 2 × Wheat 1" in words(GAME.lay_out(begun))
    more = play(begun, m.Add("red", "WHE0"))
    assert "Red is laying (Wheat): 2 × Wheat 1" in words(GAME.put_back(more, begun))


def test_taking_back_a_second_prosperity_says_how_many_stay() -> None:
    state = scene({"stage": "prosper", "sets": {"red": ["WHE WHE1 WHE0 WHE0 blessed"]}})
    back = words(GAME.put_back(play(state, m.Prosper("red", 0)), state))
    assert "Red, set with 1 Prosperity (Wheat)" in back


def test_nothing_was_looked_at_where_the_thief_found_an_empty_hand() -> None:
    state = play(scene({"hands": {"red": ["CHA"]}}), m.Character("red", "THI"))
    assert GAME.barrier(state, m.Aim("red", "blue")) is None


def test_a_scribe_that_concerns_nobody_says_so() -> None:
    state = scene({"hands": {"red": ["CHA"], "blue": 6, "green": 4}})
    assert "Scribe: no effect" in words(event.text for event in events_of(state, m.Character("red", "SCR")))


def test_the_own_view_names_a_face_down_card_in_the_hand() -> None:
    state = scene({"hands": {"red": ["CHA", "WHE1"]}})
    assert "1 × Face-down character" in words(GAME.own_view(state, "red"))


def test_a_round_for_two_begins_with_nine_cards_in_the_box() -> None:
    state = scene({"seats": ["red", "blue"], "stage": "count", "deck": 0, "quay": []})
    state.earned = {"red": 0, "blue": 0}
    told = words(event.text for event in events_of(state, m.Counted("table")))
    assert "nine of the deck into the box" in told


def test_the_question_speaks_of_the_first_four_only_while_more_lie_there() -> None:
    four = scene({"quay": ["", "WHE1", "CHA", "MAR0", "AMU"], "hands": {"red": 3}})
    assert EN.say(GAME.decision(four).prompt) == "Red, take a card from the quay, play a character or lay a set."
    five = scene({"quay": ["WHE1", "WHE1", "CHA", "MAR0", "AMU"], "hands": {"red": 1}})
    assert EN.say(GAME.decision(five).prompt) == "Red, take one of the first four cards or play a character."


@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        (["GREEN", "GREEN"], "Red, take one of the first four cards."),
        (["GREEN", "GREEN", "AMU"], "Red, take one of the first four cards or lay a set."),
        (["GREEN", "CHA"], "Red, take one of the first four cards or play a character."),
    ],
)
def test_the_question_names_only_what_the_hand_can_do(hand: list[str], asked: str) -> None:
    """Two dealt cards, and goods that everybody saw, are no characters."""
    state = scene({"hands": {"red": hand}})
    assert EN.say(GAME.decision(state).prompt) == asked
    last = scene({"hands": {"red": hand}, "quay": ["WHE1"]})
    assert EN.say(GAME.decision(last).prompt) == asked.replace("one of the first four cards", "a card from the quay")


def test_a_card_that_is_not_held_is_refused_without_a_word_about_the_face_down_ones() -> None:
    state = scene({"hands": {"red": ["CHA", "GREEN", "WHE1"]}})
    state = GAME.play(state, m.LaySet("red", "WHE")).state
    for card in ("WHE1", "WHE0"):
        state = GAME.play(state, m.Add("red", card)).state
    move = m.Add("red", "WHE0")
    assert code(state, move) == "E_HELD"
    expected = "Everybody saw which goods Red took: nothing that can be left in hand is this card: Wheat 0."
    assert said(state, move) == expected
