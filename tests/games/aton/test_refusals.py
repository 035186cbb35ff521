"""Every reason not to allow a move, and which one is named first."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import IllegalMove
from companion.games.aton import GAME
from companion.games.aton.position import AtonState
from companion.language import Language
from tests.games.aton.scene import code, do, rows, table

SIX_EACH = {
    "red": ["1.01", "1.02", "1.03", "1.04", "1.05", "1.06"],
    "blue": ["1.07", "1.08", "1.09", "1.10", "1.11", "1.12"],
}


def placing(**given: Any) -> AtonState:
    """Red places two in temples 1 and 2, with a counter of Blue on 1.02."""
    state = table(board={"blue": ["1.02"], "red": ["2.08"]}, **given)
    return do(state, *rows([1, 2, 2, 2], [1, 3, 1, 1]))


def removing() -> AtonState:
    """Red removes one of Blue's two in temple 1; Blue also has one in temple 3, Red one in temple 1."""
    state = table(board={"blue": ["1.02", "1.03", "3.01"], "red": ["1.01"]})
    return do(state, *rows([1, 3, 2, 2], [1, 4, 1, 1]))


def thinning() -> AtonState:
    """Red thins one from temple 1 (two there), one from temple 2 (two there) and so on: 1, 1, 0, 2 of 2, 2, 0, 2."""
    state = table(board={"red": ["1.01", "1.02", "2.01", "2.02", "4.01", "4.02"], "blue": ["3.01"]})
    state.phase, state.first, state.active = "thin", 0, 0
    return state


@pytest.mark.parametrize(
    ("state", "move", "wanted"),
    [
        (table(), {"move": "reveal", "by": "red", "cards": [1, 1, 1, 1]}, "E_TURN"),
        (table(), {"move": "unready", "by": "red"}, "E_TURN"),
        (table(), {"move": "turned_up", "by": "red"}, "E_TURN"),
        (table(), {"move": "tie_draw", "by": "table", "red": 1, "blue": 2}, "E_TURN"),
        (table(), {"move": "coin", "by": "table", "first": "red"}, "E_TURN"),
        (table(), {"move": "thrown", "by": "red", "cards": [1, 1, 1, 1]}, "E_TURN"),
        (table(), {"move": "done", "by": "red"}, "E_TURN"),
        (table(), {"move": "bury", "by": "red"}, "E_TURN"),
        (table(), {"move": "stop", "by": "red"}, "E_TURN"),
        (table(), {"move": "leave", "by": "table", "outcome": "opponent_wins"}, "E_TURN"),
        (table(), {"move": "leave", "by": "red", "outcome": "no_result"}, "E_LEAVE"),
        (placing(), {"move": "place", "by": "blue", "space": "1.01"}, "E_TURN"),
        (placing(), {"move": "thin", "by": "red", "space": "1.01"}, "E_TURN"),
        (placing(), {"move": "place", "by": "red", "space": "1.13"}, "E_SPACE"),
        (placing(), {"move": "place", "by": "red", "space": "3.01"}, "E_TEMPLE"),
        (placing(), {"move": "place", "by": "red", "space": "1.02"}, "E_OCCUPIED"),
        (placing(), {"move": "place_all", "by": "red", "spaces": ["1.01", "1.01"]}, "E_OCCUPIED"),
        (placing(), {"move": "place_all", "by": "red", "spaces": ["1.01"]}, "E_COUNT_PLACE"),
        (placing(), {"move": "place_all", "by": "red", "spaces": ["1.01", "1.03", "1.04"]}, "E_COUNT_PLACE"),
        (placing(), {"move": "place_all", "by": "red", "spaces": ["1.01", "1.03"]}, "E_ONE_BY_ONE"),
        (placing(), {"move": "bury", "by": "red"}, "E_DEAD_EARLY"),
        (placing(), {"move": "shift", "by": "red", "space": "2.08", "to": "1.01"}, "E_MOVE"),
        (placing(), {"move": "remove", "by": "red", "space": "3.01"}, "E_TEMPLE"),
        (placing(), {"move": "remove", "by": "red", "space": "1.01"}, "E_EMPTY"),
        (placing(), {"move": "remove", "by": "red", "space": "1.02"}, "E_COUNT_REMOVE"),
        (placing(), {"move": "remove", "by": "blue", "space": "2.08"}, "E_TURN"),
        (placing(), {"move": "exchange", "by": "red"}, "E_EXCHANGE_LATE"),
        (removing(), {"move": "place", "by": "red", "space": "1.05"}, "E_TURN"),
        (removing(), {"move": "remove", "by": "red", "space": "3.01"}, "E_TEMPLE"),
        (removing(), {"move": "remove", "by": "red", "space": "1.05"}, "E_EMPTY"),
        (removing(), {"move": "remove", "by": "red", "space": "1.01"}, "E_WRONG_OWNER"),
        (removing(), {"move": "remove_all", "by": "red", "spaces": ["1.02", "1.03"]}, "E_COUNT_REMOVE"),
        (removing(), {"move": "remove_all", "by": "red", "spaces": ["1.02"]}, "E_ONE_BY_ONE"),
        (removing(), {"move": "done", "by": "red"}, "E_COUNT_REMOVE"),
        (thinning(), {"move": "thin", "by": "red", "space": "1.05"}, "E_EMPTY"),
        (thinning(), {"move": "thin", "by": "red", "space": "3.01"}, "E_WRONG_OWNER"),
        (thinning(), {"move": "thin", "by": "blue", "space": "3.01"}, "E_TURN"),
        (thinning(), {"move": "thin_all", "by": "red", "spaces": ["1.01", "1.02", "2.01", "4.01"]}, "E_COUNT_REMOVE"),
        (thinning(), {"move": "thin_all", "by": "red", "spaces": ["1.01", "2.01", "4.01", "4.02"]}, "E_ONE_BY_ONE"),
        (thinning(), {"move": "done", "by": "red"}, "E_COUNT_REMOVE"),
    ],
    ids=lambda value: value if isinstance(value, str) else value["move"] if isinstance(value, dict) else "",
)
def test_a_move_that_is_not_allowed_is_named(state: AtonState, move: dict[str, Any], wanted: str) -> None:
    assert code(state, move) == wanted


def test_a_second_counter_from_a_temple_that_is_thinned_already() -> None:
    state = do(thinning(), {"move": "thin", "by": "red", "space": "1.01"})
    assert code(state, {"move": "thin", "by": "red", "space": "1.02"}) == "E_COUNT_REMOVE"


def test_cards_show_one_to_four_and_one_lies_at_each_cartouche() -> None:
    state = do(table(), {"move": "ready", "by": "red"}, {"move": "ready", "by": "blue"})
    assert code(state, {"move": "reveal", "by": "red", "cards": [1, 2, 3, 5]}) == "E_CARD_RANGE"
    assert code(state, {"move": "reveal", "by": "red", "cards": [0, 2, 3, 4]}) == "E_CARD_RANGE"
    assert code(state, {"move": "reveal", "by": "red", "cards": [1, 2, 3]}) == "E_CARD_COUNT"
    assert code(state, {"move": "reveal", "by": "red", "cards": [1, 2, 3, 4, 4]}) == "E_CARD_COUNT"
    state = do(state, {"move": "reveal", "by": "red", "cards": [1, 2, 3, 4]})
    assert code(state, {"move": "reveal", "by": "red", "cards": [1, 2, 3, 4]}) == "E_TURN"
    assert code(state, {"move": "reveal", "by": "table", "cards": [1, 2, 3, 4]}) == "E_TURN"


def test_more_spaces_than_the_stock_holds() -> None:
    state = table(board={"red": ["4.01"]}, stock={"red": 1})
    state = do(state, *rows([1, 2, 1, 4], [1, 3, 1, 1]))
    assert code(state, {"move": "place_all", "by": "red", "spaces": ["1.01", "1.02"]}) == "E_STOCK"


def test_a_step_with_one_way_is_done_at_once() -> None:
    state = do(table(board=SIX_EACH), *rows([1, 2, 1, 4], [1, 3, 1, 1]))
    assert code(state, {"move": "bury", "by": "red"}) == "E_TOGETHER"
    state = do(table(board={"red": ["1.01"], "blue": ["1.02"]}), *rows([1, 3, 1, 1], [1, 4, 1, 1]))
    assert code(state, {"move": "remove", "by": "red", "space": "1.02"}) == "E_TOGETHER"
    assert code(state, {"move": "remove_all", "by": "red", "spaces": ["1.02"]}) is None


def test_the_first_of_several_reasons_is_named() -> None:
    state = placing()
    # Not Blue's turn, a closed temple, an occupied space: the turn comes first, and a shifted counter before all.
    assert code(state, {"move": "place", "by": "blue", "space": "3.01"}) == "E_TURN"
    assert code(state, {"move": "shift", "by": "blue", "space": "3.01", "to": "3.02"}) == "E_MOVE"
    # A closed temple before an occupied space, both before the count.
    assert code(state, {"move": "place_all", "by": "red", "spaces": ["1.02", "3.01", "1.03"]}) == "E_TEMPLE"
    assert code(state, {"move": "place_all", "by": "red", "spaces": ["1.02", "1.03", "1.04"]}) == "E_OCCUPIED"
    # A used token before being too late.
    used = do(table(), {"move": "exchange", "by": "red"}, *rows([1, 2, 2, 2], [1, 3, 1, 1]))
    assert code(used, {"move": "exchange", "by": "red"}) == "E_EXCHANGE_USED"
    # Round 1 before the closed temple.
    first = do(table(round=1), *rows([1, 2, 1, 1], [1, 3, 1, 1]))
    assert code(first, {"move": "remove", "by": "red", "space": "3.01"}) == "E_ROUND1"
    # The wrong owner before the wrong number.
    assert code(removing(), {"move": "remove_all", "by": "red", "spaces": ["1.01", "1.02"]}) == "E_WRONG_OWNER"
    # More than the stock before the wrong number.
    poor = do(table(board={"red": ["4.01"]}, stock={"red": 1}), *rows([1, 2, 1, 4], [1, 3, 1, 1]))
    assert code(poor, {"move": "place_all", "by": "red", "spaces": ["1.01", "1.02", "1.03"]}) == "E_STOCK"


def test_nothing_is_played_after_the_end() -> None:
    state = do(table(), {"move": "stop", "by": "table"})
    assert code(state, {"move": "ready", "by": "red"}) == "E_OVER"
    assert code(state, {"move": "correct", "by": "table", "scores": {"red": 1}}) == "E_OVER"
    assert list(GAME.legal_moves(state)) == [] and GAME.incidents(state) == ()


def test_a_refusal_points_to_its_reason_and_fits_a_sentence() -> None:
    with pytest.raises(IllegalMove) as caught:
        do(placing(), {"move": "place", "by": "red", "space": "4.05"})
    refusal = caught.value.refusal
    assert refusal.targets == ("cartouche:red:3",)
    words = Language("en").say(GAME.say_refusal(refusal))
    assert words == "Your card on cartouche 3 is a 2. Open for removing and placing: temples 1 and 2."
    assert GAME.rule_behind(refusal) == "temples"


def why(state: AtonState, move: dict[str, Any]) -> str:
    """The sentence and the rule page of a refusal."""
    refusal = GAME.refuse(state, GAME.decode_move(move))
    assert refusal is not None
    return f"{Language('en').say(GAME.say_refusal(refusal))} [{GAME.rule_behind(refusal)}]"


def test_an_empty_removal_is_refused_where_nothing_is_left_to_remove() -> None:
    # All spaces of temple 1 are taken, so the placement is one step; an empty removal would begin it anew.
    state = do(table(board=SIX_EACH), *rows([1, 2, 1, 4], [1, 3, 1, 1]))
    move = {"move": "remove_all", "by": "red", "spaces": []}
    assert code(state, move) == "E_COUNT_REMOVE"
    assert why(state, move).startswith("Nothing is left to remove. Red, no space is free: 4 counters go to the Dead.")
    assert code(do(table(board=SIX_EACH, round=1), *rows([1, 2, 1, 4], [1, 3, 1, 1])), move) == "E_ROUND1"


def test_one_code_of_several_steps_leads_to_the_rule_of_the_step() -> None:
    state = do(thinning(), {"move": "thin", "by": "red", "space": "1.01"})
    # One is due from each of temples 1 and 2, two from temple 4 (one of them for temple 3).
    assert why(state, {"move": "thin", "by": "red", "space": "1.02"}) == (
        "Chosen from temple 1: 1. Still due: 1 from temple 2, 2 from temple 4. [thinning]"
    )
    assert why(state, {"move": "done", "by": "red"}) == (
        "Still to take home: 1 from temple 2, 2 from temple 4. [thinning]"
    )
    assert why(state, {"move": "thin", "by": "red", "space": "1.05"}).endswith("[thinning]")
    assert why(removing(), {"move": "done", "by": "red"}) == "Still to remove: 1. Chosen: 0. [removal]"
    assert why(removing(), {"move": "remove_all", "by": "red", "spaces": ["1.02"]}).endswith("[removal]")
    forced = do(table(board={"red": ["1.01"], "blue": ["1.02"]}), *rows([1, 3, 1, 1], [1, 4, 1, 1]))
    assert why(forced, {"move": "remove", "by": "red", "space": "1.02"}).endswith("[removal]")
    assert why(table(), {"move": "done", "by": "red"}).endswith("[cards]")


def test_a_step_that_only_sends_counters_to_the_dead_is_not_said_to_owe_a_space() -> None:
    state = do(table(board=SIX_EACH), *rows([1, 2, 1, 4], [1, 3, 1, 1]))
    assert code(state, {"move": "done", "by": "red"}) == "E_TOGETHER"


def test_an_exchange_that_comes_too_late_says_whether_the_row_can_be_taken_back() -> None:
    ready, exchange = {"move": "ready", "by": "red"}, {"move": "exchange", "by": "red"}
    assert "take it back first" in why(do(table(), ready), exchange)
    assert "is final" in why(do(table(options={"reopen_row": "never"}), ready), exchange)
    assert "is final" in why(do(table(), ready, {"move": "turned_up", "by": "red"}), exchange)
    assert "turned up" in why(do(table(), ready, {"move": "ready", "by": "blue"}), exchange)


def test_no_sentence_says_one_with_a_plural() -> None:
    state = do(table(), *rows([1, 2, 1, 1], [1, 3, 1, 1]))
    assert "temple 1 only" in why(state, {"move": "place", "by": "red", "space": "2.01"})
    both = do(table(), {"move": "ready", "by": "red"}, {"move": "ready", "by": "blue"})
    assert "Cards given: 1." in why(both, {"move": "reveal", "by": "red", "cards": [1]})
