"""Every switch of a table, both ways."""

from __future__ import annotations

from typing import Any

from companion.games.aton import GAME
from companion.games.aton.position import AtonState
from companion.language import Language
from tests.games.aton.scene import code, do, rows, table, tell

TIE = rows([3, 2, 1, 1], [3, 2, 1, 1])
EQUAL = {"move": "tie_draw", "by": "table", "red": 2, "blue": 2}


def test_every_switch_is_offered_with_a_line_of_explanation() -> None:
    assert GAME.resolve({}) == {
        "dead_overflow": "beside",
        "reshuffle": "lazy",
        "thin_fallback": "highest_number",
        "tie_thin_first": "red",
        "exchange_discard_visible": "no",
        "digital_tie_draw": "no",
        "show_threats": "off",
        "show_card_counts": "off",
        "endless_tie": "coin",
        "reopen_row": "until_both",
        "early_reveal": "keep",
        "late_error": "stand",
        "abandon": "ask",
    }
    assert all(option.explain.message for option in GAME.options)


# dead_overflow and thin_fallback: worked examples G29 and G44


def test_an_unplaceable_counter_stays_in_stock_when_the_kingdom_is_full_and_the_table_wants_it_so() -> None:
    full = {"red": [f"1.{n:02d}" for n in range(1, 7)], "blue": [f"1.{n:02d}" for n in range(7, 13)]}
    for option, dead, stock in (("beside", 4 + 4, 23 - 4 - 4), ("stock", 4 + 1, 23 - 4 - 1)):
        state = table(board=full, dead={"red": 4, "blue": 3}, options={"dead_overflow": option})
        state = do(state, *rows([1, 2, 1, 4], [1, 3, 4, 1]), {"move": "place_all", "by": "red", "spaces": []})
        assert (state.sides[0].dead, state.stock(0)) == (dead, stock)


def test_what_stays_in_stock_is_not_said_to_go_to_the_dead() -> None:
    full = {"red": [f"1.{n:02d}" for n in range(1, 7)], "blue": [f"1.{n:02d}" for n in range(7, 13)]}
    given: dict[str, Any] = {"board": full, "options": {"dead_overflow": "stock"}}
    # Seven lie there: one of four finds room, three stay.
    state = do(table(dead={"red": 4, "blue": 3}, **given), *rows([1, 2, 1, 4], [1, 3, 4, 1]))
    say = Language("en").say
    assert say(GAME.decision(state).prompt) == "Red, no space is free: 1 counter goes to the Dead."
    state, events = tell(state, {"move": "place_all", "by": "red", "spaces": []})
    said = [say(event.text) for event in events]
    assert said[0] == "Red finds no space for 1 counter: from the stock to the Kingdom of the Dead."
    assert said[2].startswith("Red keeps 3 counters in the stock")


def test_a_step_without_a_space_and_without_room_in_the_kingdom_is_passed_by_itself() -> None:
    full = {"red": [f"1.{n:02d}" for n in range(1, 7)], "blue": [f"1.{n:02d}" for n in range(7, 13)]}
    state = table(board=full, dead={"red": 4, "blue": 3}, options={"dead_overflow": "stock"})
    state = do(state, *rows([1, 2, 1, 4], [2, 2, 1, 3]))
    state, events = tell(state, {"move": "place_all", "by": "red", "spaces": []})
    assert (state.phase, state.dead, state.stock(1)) == ("thin", 8, 29 - 6 - 3)
    said = [Language("en").say(event.text) for event in events]
    kept = "Blue keeps 3 counters in the stock: no space is free and the Kingdom of the Dead is full."
    assert kept in said


def test_lazy_shuffles_when_a_card_is_needed_and_eager_when_the_pile_is_empty() -> None:
    for option, before, after in (("lazy", (0, 32), (32, 0)), ("eager", (32, 0), (28, 4))):
        state = table(options={"reshuffle": option}, round=8, cards={"pile": 4, "discard": 28, "hand": 4})
        state = _play_round(state)
        assert [(side.cards.pile, side.cards.discard) for side in state.sides] == [before, before]
        state = _play_round(state)
        assert [(side.cards.pile, side.cards.discard) for side in state.sides] == [after, after]


def _play_round(state: AtonState) -> AtonState:
    state = do(state, *rows([1, 2, 4, 1], [1, 3, 4, 1]))
    while state.phase in ("remove", "place"):
        state = do(state, GAME.legal_moves(state)[-1])
    return state


def test_equal_points_thin_red_first_or_by_a_coin() -> None:
    for option in ("red", "coin"):
        state = table(
            board={"red": ["1.01"], "blue": ["1.02"]},
            dead={"red": 4, "blue": 4},
            stock={"red": 0, "blue": 0},
            options={"tie_thin_first": option},
            seats=("blue", "red"),
        )
        state = do(state, *rows([1, 2, 1, 1], [1, 2, 1, 1]), {**EQUAL, "red": 1})
        if option == "red":
            assert (state.phase, state.seats[state.active]) == ("thin", "red")
        else:
            assert state.phase == "coin" and GAME.decision(state).chance
            state = do(state, {"move": "coin", "by": "table", "first": "blue"})
            assert (state.phase, state.seats[state.active]) == ("thin", "blue")


def test_cards_thrown_face_up_are_entered_and_counted() -> None:
    hidden = do(table(), {"move": "exchange", "by": "red"})
    assert hidden.phase == "cards" and hidden.sides[0].cards.unseen == 4
    shown = do(table(options={"exchange_discard_visible": "yes"}), {"move": "exchange", "by": "red"})
    assert shown.phase == "thrown"
    assert code(shown, {"move": "thrown", "by": "blue", "cards": [1, 1, 1, 1]}) == "E_TURN"
    assert code(shown, {"move": "thrown", "by": "red", "cards": [1, 1, 1, 5]}) == "E_CARD_RANGE"
    assert code(shown, {"move": "exchange", "by": "blue"}) == "E_TURN"
    shown = do(shown, {"move": "thrown", "by": "red", "cards": [1, 1, 2, 4]})
    assert shown.phase == "cards" and shown.sides[0].cards.seen == (2, 1, 0, 1) and shown.sides[0].cards.unseen == 0


def test_a_full_tie_is_drawn_by_cards_or_by_the_coin_of_the_app() -> None:
    assert do(table(), *TIE).phase == "tie_draw"
    state = do(table(options={"digital_tie_draw": "yes"}), *TIE)
    decision = GAME.decision(state)
    assert state.phase == "coin" and decision.chance and len(decision.choices) == 2
    state = do(state, {"move": "coin", "by": "table", "first": "blue"})
    assert (state.phase, state.seats[state.active]) == ("place", "blue")


def test_threats_are_shown_only_if_wanted() -> None:
    yellow = ["1.01", "1.02", "1.03", "1.04", "2.01", "2.02", "2.03", "2.04", "3.01", "3.02", "3.03"]
    assert GAME.threats(table(board={"red": yellow})) == ()
    shown = GAME.threats(table(board={"red": yellow}, options={"show_threats": "on"}))
    assert [Language("en").say(text) for text in shown] == ["Red: 11 of 14 yellow"]


def test_cards_still_to_play_are_shown_only_if_wanted() -> None:
    assert GAME.card_counts(do(table(), *rows([1, 2, 3, 3], [1, 3, 1, 1]))) == ()
    state = do(table(options={"show_card_counts": "on"}), *rows([1, 2, 3, 3], [1, 3, 1, 1]))
    red, blue = (Language("en").say(text) for text in GAME.card_counts(state))
    assert red == "Red has still 8 × 1, 8 × 2, 7 × 3, 9 × 4."
    assert blue == "Blue has still 6 × 1, 9 × 2, 8 × 3, 9 × 4."
    state = do(table(options={"show_card_counts": "on"}), {"move": "exchange", "by": "red"})
    assert "at most 9 × 1" in Language("en").say(GAME.card_counts(state)[0])


def test_an_endless_tie_ends_by_a_coin_after_one_pass_or_is_drawn_on() -> None:
    for option, phase in (("coin", "coin"), ("draw_on", "tie_draw")):
        state = table(options={"endless_tie": option}, cards={"pile": 4, "discard": 28, "hand": 4})
        state = do(state, *TIE, EQUAL, EQUAL, EQUAL)
        assert state.phase == "tie_draw"
        state = do(state, EQUAL)
        assert state.phase == phase


def test_a_row_may_be_taken_back_until_both_are_ready_or_never() -> None:
    ready = {"move": "ready", "by": "red"}
    state = do(table(), ready)
    assert code(state, {"move": "unready", "by": "red"}) is None
    state = do(state, {"move": "unready", "by": "red"}, {"move": "exchange", "by": "red"})
    assert not state.sides[0].token
    state = do(table(options={"reopen_row": "never"}), ready)
    assert code(state, {"move": "unready", "by": "red"}) == "E_ROW_BOUND"
    assert not any(type(move).__name__ == "Unready" for move in GAME.legal_moves(state))


def test_a_row_turned_up_too_early_stands_or_is_laid_anew() -> None:
    early = ({"move": "ready", "by": "red"}, {"move": "turned_up", "by": "red"})
    state = do(table(), *early)
    assert state.sides[0].ready and code(state, {"move": "unready", "by": "red"}) == "E_ROW_BOUND"
    assert {type(move).__name__ for move in GAME.legal_moves(state)} == {"Ready", "Exchange"}
    assert code(state, {"move": "exchange", "by": "red"}) == "E_EXCHANGE_LATE"
    assert do(state, {"move": "ready", "by": "blue"}).phase == "reveal"
    state, events = tell(table(options={"early_reveal": "again"}), *early)
    assert not state.sides[0].ready and events[-1].show
    assert code(state, {"move": "exchange", "by": "red"}) is None


def test_a_late_error_is_put_right_or_played_again() -> None:
    put_right = {"move": "correct", "by": "table", "board": {"1.01": "red"}}
    assert code(table(), put_right) is None
    again = table(options={"late_error": "rewind"})
    assert code(again, put_right) == "E_REWIND" and GAME.edits(again) == ()


def test_a_player_who_leaves() -> None:
    def offered(option: str) -> list[str]:
        choices = GAME.incidents(table(options={"abandon": option}))
        return [c.move.outcome for c in choices if getattr(c.move, "outcome", "") and c.move.by == "red"]  # type: ignore[attr-defined]

    assert offered("ask") == ["save", "opponent_wins"]
    assert offered("opponent_wins") == ["opponent_wins"]
    assert offered("no_result") == ["no_result"]
    state = do(table(), {"move": "leave", "by": "red", "outcome": "opponent_wins"})
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == ("blue",) and outcome.reason == "left"
    state = do(table(options={"abandon": "no_result"}), {"move": "leave", "by": "red", "outcome": "no_result"})
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == () and outcome.reason == "no_result"
    state, events = tell(table(), {"move": "leave", "by": "red", "outcome": "save"})
    assert GAME.outcome(state) is None
    said = [Language("en").say(event.text) for event in events]
    assert "Cards of Red: 32 in the draw pile, 4 in hand or at the cartouches, 0 discarded." in said
    for outcome, words in (("save", "keep the game for another day"), ("opponent_wins", "the other player wins")):
        move = GAME.decode_move({"move": "leave", "by": "red", "outcome": outcome})
        assert words in Language("en").say(GAME.say_move(table(), move))
