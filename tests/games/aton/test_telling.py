"""What the table is told: complete, true, and in whole sentences."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.aton import GAME
from companion.language import Language
from tests.games.aton.scene import do, rows, table, tell

EN = Language("en")
TIE = rows([3, 2, 1, 1], [3, 2, 1, 1])


def said(events: Any) -> list[str]:
    return [EN.say(event.text) for event in events]


def correct(**values: Any) -> dict[str, Any]:
    return {"move": "correct", "by": "table", **values}


def test_the_drawn_cards_go_under_their_piles() -> None:
    _, events = tell(do(table(), *TIE), {"move": "tie_draw", "by": "table", "red": 1, "blue": 2})
    assert said(events)[:2] == ["Both drawn cards go under their piles.", "Red goes first this round."]


def test_an_empty_pile_is_shuffled_before_the_order_is_drawn_from_it() -> None:
    _, events = tell(table(cards={"pile": 0, "discard": 32, "hand": 4}), *TIE)
    shuffles = [event for event in events if event.kind == "shuffle"]
    assert [event.seats for event in shuffles] == [("red",), ("blue",)] and all(event.show for event in shuffles)
    assert all("without the row" in line for line in said(shuffles))
    assert not [event for event in tell(table(), *TIE)[1] if event.kind == "shuffle"]


@pytest.mark.parametrize(("option", "pile", "told"), [("lazy", 4, False), ("eager", 4, True), ("lazy", 0, True)])
def test_a_shuffle_is_told_when_it_is_due(option: str, pile: int, told: bool) -> None:
    state = table(options={"reshuffle": option}, cards={"pile": pile, "discard": 32 - pile, "hand": 4})
    state = do(state, *rows([1, 2, 4, 1], [2, 2, 4, 1]), {"move": "place", "by": "red", "space": "1.01"})
    _, events = tell(state, {"move": "place", "by": "blue", "space": "1.02"})
    assert [event.kind for event in events].count("shuffle") == (2 if told else 0)


def test_an_exchange_that_uses_up_the_pile_tells_of_the_shuffle() -> None:
    _, events = tell(table(cards={"pile": 0, "discard": 32, "hand": 4}), {"move": "exchange", "by": "red"})
    assert [event.kind for event in events] == ["exchange", "shuffle"]


def test_a_passed_removal_names_what_is_missing() -> None:
    for card, words in ((1, "no counter of the own colour"), (3, "no counter of Blue"), (2, "is a 2")):
        _, events = tell(table(), *rows([1, card, 1, 1], [2, 4, 1, 1]))
        passed = [line for line in said(events) if line.startswith("Red removes nothing")]
        assert len(passed) == 1 and words in passed[0]


def test_a_win_by_a_corrected_score_does_not_speak_of_cartouche_1() -> None:
    state = do(table(), *rows([1, 2, 3, 1], [1, 3, 3, 1]), correct(scores={"blue": 40}))
    _, events = tell(state, {"move": "place", "by": "red", "space": "3.01"})
    assert said(events)[-1] == "Blue wins: the goal on the score track is reached."


def test_the_full_kingdom_promises_no_scoring_that_a_win_may_prevent() -> None:
    state = do(table(board={"blue": ["1.01"]}, dead={"red": 7}), *rows([1, 3, 1, 1], [1, 4, 1, 1]))
    _, events = tell(state, {"move": "remove_all", "by": "red", "spaces": ["1.01"]})
    assert said(events)[0].endswith("unless somebody wins first.")


def test_a_corrected_point_is_one_point() -> None:
    move = GAME.decode_move(correct(scores={"red": 1, "blue": 2}))
    assert EN.say(GAME.say_move(table(), move)) == "The table corrects: Red has 1 point, Blue has 2 points"


def test_counters_go_home_without_a_plural_of_one() -> None:
    state = do(table(dead={"red": 1, "blue": 6}), *rows([1, 2, 4, 1], [2, 2, 4, 1]))
    state = do(state, {"move": "place", "by": "red", "space": "1.01"}, correct(dead={"blue": 7}))
    state = do(state, {"move": "place", "by": "blue", "space": "2.01"})
    events: Any = ()
    while state.phase == "thin":
        state, events = tell(state, GAME.legal_moves(state)[0])
    assert "The Kingdom of the Dead is emptied into the stocks. Counters of Red: 1, of Blue: 7." in said(events)


def test_cards_in_hand_are_not_counted_as_thrown_unseen_after_an_eager_shuffle() -> None:
    options = {"reshuffle": "eager", "show_card_counts": "on"}
    state = table(options=options, cards={"pile": 4, "discard": 28, "hand": 4})
    state = do(state, *rows([1, 2, 4, 1], [2, 2, 4, 1]), {"move": "place", "by": "red", "space": "1.01"})
    state = do(state, {"move": "place", "by": "blue", "space": "1.02"})
    assert state.sides[0].cards.pile == 32
    assert EN.say(GAME.card_counts(state)[0]) == "Red has still 9 × 1, 9 × 2, 9 × 3, 9 × 4."
    state = do(state, {"move": "exchange", "by": "red"})
    assert EN.say(GAME.card_counts(state)[0]).endswith("4 of them were not seen.")


def test_what_an_incident_leads_to_is_said_before_it_is_done() -> None:
    def told(**options: str) -> dict[str, str]:
        choices = GAME.incidents(do(table(options=options), {"move": "ready", "by": "red"}))
        assert all(choice.consequence is not None for choice in choices)
        return {EN.say(choice.label): EN.say(choice.consequence) for choice in choices if choice.consequence}

    early = "The row of Red was turned up too early"
    assert told()[early] == "The row of Red lies open already and stays as it is."
    assert told(early_reveal="again")[early] == "Red takes the open row back and may lay it anew."
    assert told()["Blue leaves: the other player wins"] == "The game ends now, and the other player has won it."
    assert told(abandon="no_result")["Red leaves: no result"] == "The game ends now without a result."
    assert told()["Both agree to stop"] == "The game ends now without a winner. The points stay as they are."


def test_after_the_scoring_a_corrected_kingdom_promises_no_other_one() -> None:
    state = do(
        table(dead={"red": 7}), *rows([1, 2, 4, 1], [2, 2, 4, 1]), {"move": "place", "by": "red", "space": "1.01"}
    )
    state = do(state, correct(dead={"red": 8}), {"move": "place", "by": "blue", "space": "2.01"})
    state = do(state, correct(dead={"red": 7}))
    assert state.phase == "thin"
    assert [event.kind for event in tell(state, correct(dead={"red": 8}))[1]] == ["correct"]
