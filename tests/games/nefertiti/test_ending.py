"""Akhenaton, the last markets, the final scoring (spec nefertiti 3.3, 5.6, 7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion.games.nefertiti import GAME
from companion.games.nefertiti.moves import Leave
from companion.games.nefertiti.position import end_chance
from companion.games.nefertiti.state import Nefertiti
from companion.language import Language
from tests.games.nefertiti.scene import SEATS, box, half, play, put, square, start

FORCED = {"servants": [["GIZ-L:a3", "red"], ["GIZ-L:a2", "red"], ["GIZ-L:a1", "red"], ["ABU-L:c1", "red"]]}


def at_akhenaton(options: dict[str, Any], deck: int = 5, **more: Any) -> Nefertiti:
    """Gizeh was forced to close; Louqsor gets one gift, then Akhenaton appears."""
    state = put(start(options=options), {**FORCED, **more, "deck": deck})
    state = play(state, {"move": "force", "by": "red", "market": "GIZ"})[0]
    for move in ({"move": "take", "place": "top"}, {"move": "half"}, {"move": "half"}):
        state = play(state, {**move, "by": "red"})[0]
    gift = next(move.gift for move in GAME.legal_moves(state))  # type: ignore[attr-defined]
    state = play(state, {"move": "lay", "by": "table", "gift": gift})[0]
    return play(state, {"move": "lay", "by": "table", "gift": "akhenaton"})[0]


def test_immediate_scores_at_once() -> None:
    state = at_akhenaton({"end_mode": "IMMEDIATE", "senet_double": 2})
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.reason == "akhenaton"
    # Red: gold alone 14, and the seal that lay on it.
    assert outcome.scores["red"] == 14 + 3
    assert outcome.winners == ("red",)


@pytest.mark.parametrize(
    ("refill", "opened", "stage"), [("finish", False, "lay"), ("stop", True, "place"), ("no_open", False, "place")]
)
def test_run_out_treats_the_refill_as_agreed(refill: str, opened: bool, stage: str) -> None:
    state = at_akhenaton({"end_mode": "RUN_OUT", "akh_refill": refill})
    assert state.stage == stage
    assert ("LOU" in state.open) is opened
    assert state.open == (("AKH", "ABU", "LOU") if opened else ("AKH", "ABU"))


def test_run_out_lets_the_others_close_and_opens_none() -> None:
    state = at_akhenaton({"end_mode": "RUN_OUT", "akh_refill": "no_open"})
    while GAME.outcome(state) is None:
        assert state.stage != "lay"
        legal = GAME.legal_moves(state)
        state = GAME.play(state, legal[0]).state
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.reason == "closed"
    assert state.open == ()


def test_close_all_resolves_one_market_after_the_other() -> None:
    more = {"servants": [*FORCED["servants"], ["AKH-L:b1", "blue"]]}
    state = at_akhenaton({"end_mode": "CLOSE_ALL"}, **more)
    assert (state.stage, state.asked) == ("close_next", "red")
    first = GAME.decode_move({"move": "close_next", "by": "red", "market": "AKH"})
    assert Language("en").say(GAME.say_move(state, first)) == "Akhet-Aton closes next"
    state, events = play(state, {"move": "close_next", "by": "red", "market": "AKH"})
    assert [event.kind for event in events] == ["close.ALL"]
    state = play(state, {"move": "take", "by": "blue", "place": "top"})[0]
    # The last one closes without a question: red's servant on c1.
    assert (state.stage, state.asked, state.open) == ("buy", "red", ("ABU",))
    state, events = play(state, {"move": "take", "by": "red", "place": "top"})
    assert state.end == "closed"


def test_the_mode_is_asked_when_the_card_appears_and_kept() -> None:
    state = at_akhenaton({})
    assert (state.stage, state.ask is not None and state.ask.key) == ("ask", "end_mode")
    state = play(state, {"move": "tell", "by": "table", "key": "end_mode", "value": "RUN_OUT"})[0]
    state = play(state, {"move": "tell", "by": "table", "key": "akh_refill", "value": "stop"})[0]
    assert state.stage == "place"
    assert GAME.learned(state) == {"house.end_mode": "RUN_OUT", "house.akh_refill": "stop"}


def test_akhenaton_comes_among_the_last_five_only() -> None:
    state = put(start(), {**FORCED, "deck": 6})
    for move in (
        {"move": "force", "market": "GIZ"},
        {"move": "take", "place": "top"},
        {"move": "half"},
        {"move": "half"},
    ):
        state = play(state, {**move, "by": "red"})[0]
    early = GAME.decode_move({"move": "lay", "by": "table", "gift": "akhenaton"})
    refusal = GAME.refuse(state, early)
    assert refusal is not None and (refusal.code, refusal.params["n"]) == ("E_EARLY", 1)
    assert early not in GAME.legal_moves(state)
    state = GAME.play(state, GAME.legal_moves(state)[0]).state
    assert early in GAME.legal_moves(state)


@pytest.mark.parametrize(
    ("deck", "cards", "chance"),
    [(7, 4, Fraction(2, 5)), (9, 4, Fraction(0)), (5, 4, Fraction(4, 5)), (5, 1, Fraction(1, 5)), (2, 4, Fraction(1))],
)
def test_the_chance_that_akhenaton_appears(deck: int, cards: int, chance: Fraction) -> None:  # example 25
    assert end_chance(put(start(), {"deck": deck}), cards) == chance


def test_a_known_card_moves_akhenaton_down() -> None:
    state = put(start(), {"deck": 5})
    state = play(state, {"move": "seen", "by": "table"})[0]
    gift = next(move.gift for move in GAME.legal_moves(state))  # type: ignore[attr-defined]
    state = play(state, {"move": "known", "by": "table", "gift": gift})[0]
    assert end_chance(state, 1) == 0
    assert end_chance(state, 2) == Fraction(1, 4)
    state = put(state, {**FORCED, "deck": 5, "known": gift})
    for move in (
        {"move": "force", "market": "GIZ"},
        {"move": "take", "place": "top"},
        {"move": "half"},
        {"move": "half"},
    ):
        state = play(state, {**move, "by": "red"})[0]
    assert [move.gift for move in GAME.legal_moves(state)] == [gift]  # type: ignore[attr-defined]
    laid = play(state, {"move": "lay", "by": "table", "gift": gift})[0]
    assert (laid.known, len(GAME.legal_moves(laid)) > 1) == ("", True)
    state = put(start(), {"deck": 5, "known": gift})
    assert GAME.refuse(state, GAME.decode_move({"move": "seen", "by": "table"})).code == "E_KNOWN"  # type: ignore[union-attr]


def test_a_seen_akhenaton_is_shuffled_in_again() -> None:
    state = play(put(start(), {"deck": 5}), {"move": "seen", "by": "table"})[0]
    state, events = play(state, {"move": "known", "by": "table", "gift": "akhenaton"})
    assert [event.kind for event in events] == ["seen.akhenaton"]
    assert (state.known, state.akhenaton, state.deck) == ("", False, 5)


def test_the_end_asks_for_unknown_values_and_keeps_them() -> None:
    known = GAME.box
    state = start(known=known)
    state = put(state, {"held": {"red": {"gold": 1}, "blue": {"gold": 1, "chair": 1}}})
    state = play(state, {"move": "game_over", "by": "table"})[0]
    assert (state.stage, state.ask is not None and state.ask.fact) == ("value", "values.gold")
    low_high = [(f.low, f.high) for form in GAME.decision(state).forms for f in form.fields]
    assert low_high == [(7, 14)]
    state = play(state, {"move": "value", "by": "table", "value": 10})[0]
    state = play(state, {"move": "value", "by": "table", "value": 5})[0]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert dict(outcome.scores) == {"red": 10, "blue": 15, "green": 0, "black": 0}
    assert GAME.learned(state) == {"values.gold": [14, 10, 7, 7], "values.chair": [5, None, None, None]}


def test_ties_go_to_the_one_with_more_deben_or_are_shared() -> None:  # example 29
    state = put(
        start(), {"prestige": {"red": 120, "blue": 120, "green": 119}, "money": {"red": 3, "blue": 5, "green": 20}}
    )
    ended = play(state, {"move": "game_over", "by": "table"})[0]
    outcome = GAME.outcome(ended)
    assert outcome is not None and outcome.winners == ("blue",)
    state = put(
        state, {"prestige": {"red": 120, "blue": 120, "green": 119}, "money": {"red": 0, "blue": 0, "green": 20}}
    )
    outcome = GAME.outcome(play(state, {"move": "game_over", "by": "table"})[0])
    assert outcome is not None and outcome.winners == ("red", "blue")


def test_a_leaver_of_four_may_let_the_others_play_on() -> None:
    state = put(start(options={"leaver": "go_on"}), {"servants": [["GIZ-L:a9", "red"], ["GIZ-L:a1", "blue"]],
                                                     "seals": {"red": 2}, "held": {"red": {"gold": 1}}})  # fmt: skip
    money = state.money["red"]
    state = play(state, {"move": "leave", "by": "red"})[0]
    assert [servant.seat for servant in state.servants] == ["blue"]
    assert (state.money["red"], state.away, state.seals["red"], state.supply) == (0, money, 0, 9)
    assert (state.turn, state.owners("gold")) == ("blue", 1)
    assert GAME.refuse(state, Leave("red")).code == "E_GONE"  # type: ignore[union-attr]
    state = play(state, {"move": "leave", "by": "blue"})[0]
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.reason == "left"
    assert {"red", "blue"} == {who for group in outcome.ranking[-2:] for who in group}
    assert not {"red", "blue"} & set(outcome.winners)


def test_of_three_a_leaver_ends_the_game() -> None:
    state = play(start(SEATS[:3], {"leaver": "go_on"}), {"move": "leave", "by": "green"})[0]
    assert state.end == "left"


def test_what_a_leaver_means_is_asked_once() -> None:
    state = play(start(), {"move": "leave", "by": "black"})[0]
    assert state.ask is not None and state.ask.key == "leaver"
    state = play(state, {"move": "tell", "by": "table", "key": "leaver", "value": "go_on"})[0]
    assert state.gone == ("black",)
    assert GAME.learned(state) == {"house.leaver": "go_on"}


def test_with_hidden_holdings_nothing_public_tells_them() -> None:
    given = {"held": {"red": {"gold": 1}, "blue": {"gold": 1}}, "money": {"red": 6, "blue": 3}}
    state = put(start(options={"hide_holdings": "yes"}), given)
    other = put(state, {"held": {"red": {"gold": 2}, "blue": {}}, "money": {"red": 3, "blue": 6}})
    for one in (GAME.standings, GAME.scores, GAME.lay_out, GAME.phases, GAME.decision):
        assert one(state) == one(other)
    assert GAME.view(state, None).veiled == SEATS
    assert GAME.view(state, "red").veiled == SEATS[1:]
    assert len(GAME.own_view(state, "red")) == 2
    assert GAME.view(start(), None).veiled == ()
    ended = play(state, {"move": "game_over", "by": "table"})[0]
    assert GAME.view(ended, None).veiled == ()


def test_a_market_that_opens_without_a_gift_gets_no_seal() -> None:
    state = put(start(options={"end_mode": "RUN_OUT", "akh_refill": "stop"}), {**FORCED, "deck": 5})
    for move in (
        {"move": "force", "market": "GIZ"},
        {"move": "take", "place": "top"},
        {"move": "half"},
        {"move": "half"},
    ):
        state = play(state, {**move, "by": "red"})[0]
    supply = state.supply
    state = play(state, {"move": "lay", "by": "table", "gift": "akhenaton"})[0]
    assert (state.open, state.places["LOU"]) == (("AKH", "ABU", "LOU"), ("", "", "", ""))
    assert (state.supply, "LOU" in state.seals_at) == (supply, False)


def test_of_all_markets_only_those_with_servants_are_resolved() -> None:
    state = at_akhenaton({"end_mode": "CLOSE_ALL"})
    assert (state.stage, state.asked) == ("buy", "red")
    assert state.close_all == ("ABU",)


def test_who_can_do_nothing_at_the_end_is_skipped() -> None:
    """One market is left, it is full, and its rule stays open: only who stands there can go on (spec 5.6 C5, C6)."""
    facts = half("ABU-L", [square("x1", 1), square("x2", 2)], "SUM_GE", n=9)
    state = start(known=box(**facts), options={"end_mode": "RUN_OUT"}).twin()
    state.akhenaton, state.mode, state.open = True, "RUN_OUT", ("ABU",)
    state = put(state, {"servants": [["ABU-L:x1", "black"]], "deck": 4})
    state, events = play(state, {"move": "place", "by": "red", "square": "ABU-L:x2"})
    assert [event.seats for event in events if event.kind == "skip"] == [("blue",), ("green",)]
    assert (state.stage, state.asked) == ("force", "black")


def test_with_three_players_a_scribe_goes_back_into_the_box() -> None:
    facts = {"copies.scribe": 5, "magnitude.scribe": [3, 2, 2, 2, 2]}
    three, four = start(SEATS[:3], known=box(**facts)), start(known=box(**facts))
    assert (three.characters_left, three.copies_left("scribe:2"), three.copies_left("scribe:3")) == (12, 3, 1)
    assert (four.characters_left, four.copies_left("scribe:2")) == (13, 4)
    assert (sum(three.money.values()), three.total) == (26, 30)  # example 24
    assert (sum(four.money.values()), four.total) == (36, 40)
