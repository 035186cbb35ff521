"""Truthful random games against the oracle, under every switch; and an oracle that would notice."""

from __future__ import annotations

import pytest

from companion.engine.draw import Draw
from companion.games.aton import GAME
from companion.games.aton.dealer import AtonDealer
from companion.games.aton.oracle import Oracle

TABLES = [
    {},
    {"dead_overflow": "stock", "thin_fallback": "fullest"},
    {"reshuffle": "eager", "exchange_discard_visible": "yes"},
    {"reshuffle": "eager", "early_reveal": "again"},
    {"digital_tie_draw": "yes", "tie_thin_first": "coin", "reopen_row": "never"},
]


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("seats", [("red", "blue"), ("blue", "red")], ids=lambda seats: seats[0])
def test_truth_is_never_refused_and_the_oracle_agrees(options: dict[str, str], seats: tuple[str, str]) -> None:
    chosen = GAME.resolve(options)
    ends: set[str] = set()
    for game in range(15):
        dealer = GAME.dealer(seats, chosen, Draw(f"evening {game}"))
        state = GAME.new(seats, chosen, dealer.setup, GAME.box)
        while GAME.outcome(state) is None:
            move = dealer.choose(state)
            played = GAME.play(state, move)
            assert dealer.witness(move, state, played.state, played.events) == [], (game, move)
            assert GAME.audit(played.state) == ()
            state = played.state
            assert state.n < GAME.longest
        assert dealer.verdict(state) == []
        outcome = GAME.outcome(state)
        ends.add(outcome.reason if outcome else "")
    assert {"points", "scoring"} <= ends


def test_the_dealer_notices_a_lost_card_and_a_wrong_score() -> None:
    dealer = GAME.dealer(("red", "blue"), GAME.resolve({}), Draw("noticed"))
    assert isinstance(dealer, AtonDealer)
    state = GAME.new(("red", "blue"), GAME.resolve({}), dealer.setup, GAME.box)
    assert dealer.verdict(state) == []
    dealer.decks["red"].pile.pop()
    dealer.oracle.score["blue"] = 1
    found = " ".join(dealer.verdict(state))
    assert "cards of red" in found and "score blue: engine 0, truth 1" in found


def test_the_oracle_passes_a_placement_without_space_and_room_by_itself() -> None:
    options = GAME.resolve({"dead_overflow": "stock"})
    oracle = Oracle({key: GAME.box.value(key) for key in GAME.box.facts}, ("red", "blue"), options)
    oracle.round = 2
    oracle.board = {f"1.{n:02d}": "red" if n <= 6 else "blue" for n in range(1, 13)}
    oracle.dead = ["red"] * 8
    oracle.reveal({"red": (1, 2, 1, 4), "blue": (1, 3, 1, 4)})
    assert (oracle.waits, oracle.stock("red"), oracle.number_owed()) == (("remove", "blue"), 29 - 6 - 8, 1)
    oracle.options = GAME.resolve({})
    oracle.begin("red")
    assert oracle.waits == ("place", "red")
