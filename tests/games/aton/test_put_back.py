"""Taking back: what can't be taken back freely, and what to do with the real pieces and cards."""

from __future__ import annotations

from typing import Any

from companion.games.aton import GAME
from companion.games.aton.position import AtonState
from companion.language import Language
from tests.games.aton.scene import do, rows, table

EN = Language("en")
READY = {"move": "ready", "by": "red"}
EXCHANGE = {"move": "exchange", "by": "red"}


def correct(**values: Any) -> dict[str, Any]:
    return {"move": "correct", "by": "table", **values}


def back(now: AtonState, then: AtonState) -> list[str]:
    return [EN.say(text) for text in GAME.put_back(now, then)]


def test_what_was_seen_can_not_be_unseen() -> None:
    one_ready = do(table(), {"move": "ready", "by": "red"})
    decode = GAME.decode_move
    assert GAME.barrier(table(), decode({"move": "ready", "by": "red"})) is None
    assert GAME.barrier(one_ready, decode({"move": "ready", "by": "blue"})) is not None
    assert GAME.barrier(table(), decode({"move": "exchange", "by": "red"})) is not None
    assert GAME.barrier(one_ready, decode({"move": "turned_up", "by": "red"})) is not None
    tied = do(table(), *rows([3, 2, 1, 1], [3, 2, 1, 1]))
    assert GAME.barrier(tied, decode({"move": "tie_draw", "by": "table", "red": 1, "blue": 2})) is not None
    both = do(one_ready, {"move": "ready", "by": "blue"})
    assert GAME.barrier(both, decode({"move": "reveal", "by": "red", "cards": [1, 2, 3, 4]})) is None
    placing = do(table(), *rows([1, 2, 4, 2], [1, 3, 1, 1]))
    assert GAME.barrier(placing, decode({"move": "place", "by": "red", "space": "1.01"})) is None


def test_a_round_that_ends_with_a_shuffle_stays() -> None:
    state = table(cards={"pile": 0, "discard": 32, "hand": 4})
    state = do(state, *rows([1, 2, 4, 1], [1, 2, 4, 1]), {"move": "tie_draw", "by": "table", "red": 1, "blue": 2})
    state = table(cards={"pile": 0, "discard": 32, "hand": 4})
    state = do(state, *rows([1, 2, 4, 1], [2, 2, 4, 1]), {"move": "place", "by": "red", "space": "1.01"})
    last = GAME.decode_move({"move": "place", "by": "blue", "space": "1.02"})
    assert GAME.play(state, last).state.round == 5
    assert GAME.barrier(state, last) is not None


def test_what_to_put_back_is_listed_piece_by_piece() -> None:
    then = do(table(board={"blue": ["1.09", "1.10"]}), *rows([1, 3, 1, 1], [3, 4, 1, 1]))
    now = do(then, {"move": "remove", "by": "red", "space": "1.10"}, {"move": "place", "by": "red", "space": "1.10"})
    assert [EN.say(text) for text in GAME.put_back(now, then)] == [
        "Take the counter of Red off 1.10.",
        "The stock of Red then holds 29.",
        "Put a counter of Blue on 1.10.",
        "Take 1 counter of Blue out of the Kingdom of the Dead.",
    ]
    before = table(board={"blue": ["1.09", "1.10"]})
    assert back(then, before)[-1] == "Blue takes the row back into the hand."
    assert "The score marker of Blue is before space 1." in back(then, before)


def test_a_new_round_stays_since_new_cards_were_seen() -> None:
    state = do(table(), *rows([1, 2, 4, 1], [2, 2, 4, 1]), {"move": "place", "by": "red", "space": "1.01"})
    last = GAME.decode_move({"move": "place", "by": "blue", "space": "1.02"})
    barrier = GAME.barrier(state, last)
    assert barrier is not None and EN.say(barrier) == "The round is over, and new cards were drawn and seen."
    # The end of a round with a scoring draws no card: the counters may still be taken back.
    scoring = do(state, correct(dead={"red": 8}))
    assert GAME.play(scoring, last).state.phase == "thin" and GAME.barrier(scoring, last) is None
    thin = GAME.play(scoring, last).state
    home = GAME.decode_move({"move": "thin_all", "by": "blue", "spaces": ["1.02"]})
    assert GAME.barrier(thin, home) is None
    thin = GAME.play(thin, home).state
    assert GAME.barrier(thin, GAME.legal_moves(thin)[0]) is not None


def test_a_coin_and_a_final_row_stay() -> None:
    tied = do(table(options={"digital_tie_draw": "yes"}), *rows([3, 2, 1, 1], [3, 2, 1, 1]))
    assert GAME.barrier(tied, GAME.decode_move({"move": "coin", "by": "table", "first": "red"})) is not None
    ready = GAME.decode_move(READY)
    assert GAME.barrier(table(), ready) is None
    assert GAME.barrier(table(options={"reopen_row": "never"}), ready) is not None


def test_the_exchange_token_goes_the_way_it_came() -> None:
    used = do(table(), correct(tokens={"red": False}))
    assert back(used, table()) == ["Give Red the exchange token back."]
    assert back(do(used, correct(tokens={"red": True})), used) == ["Take the exchange token of Red away again."]


def test_a_row_goes_back_to_where_it_lay() -> None:
    before = table()
    ready = do(before, READY)
    assert back(ready, before) == ["Red takes the row back into the hand."]
    assert back(before, ready) == ["Red lays the row face down at the cartouches again."]
    both = do(ready, {"move": "ready", "by": "blue"})
    assert back(both, ready) == ["Red turns the row face down again.", "Blue takes the row back into the hand."]
    typed = do(both, {"move": "reveal", "by": "red", "cards": [1, 2, 3, 4]})
    assert back(typed, both) == []
    early = do(ready, {"move": "turned_up", "by": "red"})
    assert back(early, ready) == ["Red turns the row face down again."]


def test_exchanged_cards_go_back_to_the_hand_and_new_ones_to_the_pile() -> None:
    wanted = [
        "Give Red the exchange token back.",
        "Red puts the new hand back on the draw pile.",
        "Red takes the four thrown cards back into the hand.",
    ]
    assert back(do(table(), EXCHANGE), table()) == wanted
    seen = table(options={"exchange_discard_visible": "yes"})
    thrown = do(seen, EXCHANGE)
    assert back(thrown, seen) == [wanted[0], wanted[2]]
    entered = do(thrown, {"move": "thrown", "by": "red", "cards": [1, 1, 2, 4]})
    assert back(entered, seen) == wanted and back(entered, thrown) == []


def test_drawn_cards_go_back_on_top_of_the_pile() -> None:
    tied = do(table(), *rows([3, 2, 1, 1], [3, 2, 1, 1]))
    drawn = do(tied, {"move": "tie_draw", "by": "table", "red": 2, "blue": 2})
    assert back(drawn, tied) == [f"{who}, from under the draw pile back on top of it: 2." for who in ("Red", "Blue")]


def test_rows_come_back_from_the_discard_piles() -> None:
    given: dict[str, Any] = {"board": {"red": ["4.01"]}, "dead": {"red": 7}}
    placed = do(table(**given), *rows([1, 2, 4, 1], [2, 2, 4, 1]), {"move": "place", "by": "red", "space": "1.01"})
    last = {"move": "place", "by": "blue", "space": "1.02"}
    next_round = do(placed, last)
    assert back(next_round, placed)[:2] == [
        "Red puts the new hand back on the draw pile.",
        "Red lays 1, 2, 4, 1 at the cartouches again.",
    ]
    scoring = do(placed, correct(dead={"red": 8}))
    thin = do(scoring, last)
    assert thin.phase == "thin"
    assert "Red lays 1, 2, 4, 1 at the cartouches again." in back(thin, scoring)
    assert not any("new hand" in line for line in back(thin, scoring))
    # The last counter goes home and a new round begins: only the new hands go back.
    while thin.phase == "thin":
        before, thin = thin, do(thin, GAME.legal_moves(thin)[0])
    said = back(thin, before)
    assert "Red puts the new hand back on the draw pile." in said
    assert not any("cartouches" in line for line in said)


def test_after_a_shuffle_the_sizes_of_the_piles_are_told() -> None:
    cards = {"pile": 0, "discard": 32, "hand": 4}
    both = do(table(cards=cards), READY, {"move": "ready", "by": "blue"})
    both = do(both, {"move": "reveal", "by": "red", "cards": [3, 2, 1, 1]})
    tied = do(both, {"move": "reveal", "by": "blue", "cards": [3, 2, 1, 1]})
    assert back(tied, both)[0] == "Cards of Red: 0 in the draw pile, 4 in hand or at the cartouches, 32 discarded."


def test_rows_of_the_rounds_between_go_back_on_the_pile() -> None:
    then = do(table(), *rows([1, 2, 4, 1], [2, 2, 4, 1]), {"move": "place", "by": "red", "space": "1.01"})
    now = do(then, {"move": "place", "by": "blue", "space": "1.02"}, *rows([3, 2, 4, 1], [3, 2, 4, 1]))
    now = do(now, {"move": "tie_draw", "by": "table", "red": 2, "blue": 4})
    now = do(now, {"move": "place", "by": "red", "space": "1.03"}, {"move": "place", "by": "blue", "space": "1.04"})
    assert now.round == then.round + 2
    said = [line for line in back(now, then) if line.startswith("Red") and "marker" not in line]
    assert said == [
        "Red puts the new hand back on the draw pile.",
        "Red, from the discard pile back on the draw pile, the latest cards first, until 32 lie there.",
        "Red, from under the draw pile back on top of it: 2.",
        "Red lays 1, 2, 4, 1 at the cartouches again.",
    ]
