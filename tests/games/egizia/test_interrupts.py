"""Cards at any moment of the round, and anytime cards on the own turn (spec egizia 4, 5.12)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.egizia import GAME
from companion.games.egizia.moves import Attach, SellTen, Strengthen, Use
from companion.games.egizia.state import Egizia
from tests.games.egizia.fixture import SEATS, box, laid_out, play, put

TWO = SEATS[:2]
BOTH = ["crew_plus_one", "stones_to_crew"]


def at_ship(**changes: Any) -> Egizia:
    return put(laid_out(TWO), changes)


def code(state: Egizia, move: Any) -> str:
    refusal = GAME.refuse(state, move)
    assert refusal is not None, move
    assert move not in [*GAME.legal_moves(state), *(choice.move for choice in GAME.incidents(state))]
    return refusal.code


def others(state: Egizia) -> list[Any]:
    return [choice.move for choice in GAME.incidents(state) if isinstance(choice.move, Strengthen)]


def test_an_owner_strengthens_in_another_ones_turn_and_nothing_else_moves() -> None:
    state = at_ship(sides={"red": {"cards": BOTH, "stones": 3}})
    assert len(others(state)) == 8
    state, _ = play(state, {"move": "strengthen", "by": "red", "card": "stones_to_crew", "crew": "j"})
    assert (state.turn, state.stage) == ("blue", "ship")
    assert state.sides["red"].crews["j"] == 3 and state.sides["red"].stones == 1
    assert code(state, Strengthen("red", "stones_to_crew", "c1")) == "E_USED"
    state, _ = play(state, {"move": "strengthen", "by": "red", "card": "crew_plus_one", "crew": "j"})
    assert state.sides["red"].crews["j"] == 4 and others(state) == []


def test_on_the_own_turn_it_is_among_the_choices() -> None:
    state = at_ship(sides={"blue": {"cards": ["crew_plus_one"]}})
    assert others(state) == [] and Strengthen("blue", "crew_plus_one", "c2") in GAME.legal_moves(state)


def test_two_copies_work_twice_in_a_round() -> None:
    state = at_ship(sides={"red": {"cards": ["crew_plus_one"] * 2}})
    for _ in range(2):
        state, _ = play(state, {"move": "strengthen", "by": "red", "card": "crew_plus_one", "crew": "c1"})
    assert state.sides["red"].crews["c1"] == 3
    assert code(state, Strengthen("red", "crew_plus_one", "c1")) == "E_USED"


def test_what_is_needed_for_a_stronger_crew() -> None:
    state = at_ship(sides={"red": {"cards": BOTH, "stones": 1, "crews": {"c3": 9}}})
    assert code(state, Strengthen("red", "stones_to_crew", "c1")) == "E_STONES"
    assert code(state, Strengthen("red", "crew_plus_one", "c3")) == "E_CREW_MAX"
    assert code(state, Strengthen("red", "grain", "c1")) == "E_STRENGTHENER"
    assert code(state, Strengthen("red", "crew_plus_one", "c4")) == "E_CREW"
    assert code(state, Strengthen("blue", "crew_plus_one", "c1")) == "E_NO_CARD"


def test_a_crew_that_lies_face_down_grows_and_stays_so() -> None:
    state = at_ship(sides={"red": {"cards": ["crew_plus_one"], "down": ["c1"]}})
    state, _ = play(state, {"move": "strengthen", "by": "red", "card": "crew_plus_one", "crew": "c1"})
    assert state.sides["red"].crews["c1"] == 2 and state.sides["red"].down == ("c1",)


def test_never_inside_an_event_nor_inside_a_build() -> None:
    cards = {"red": {"cards": ["crew_plus_one"]}}
    ring, _ = play(at_ship(sides=cards), {"move": "place", "by": "blue", "place": "PASSALON"})
    assert ring.stage == "ring" and code(ring, Strengthen("red", "crew_plus_one", "c1")) == "E_STEP"
    team = {"crews": ["c1"], "boosts": [], "works": [], "value": 0}
    build = at_ship(phase="site_b", stage="build", turn="blue", queue=["blue"], slots={"SITE_B": ["blue", ""]},
                    team=team, sides=cards)  # fmt: skip
    refusal = GAME.refuse(build, Strengthen("red", "crew_plus_one", "c1"))
    assert refusal is not None and refusal.code == "E_BUILDING" and others(build) == []


def test_the_use_is_back_in_the_next_round() -> None:
    """G24: used after feeding, the need of the round is what it was."""
    state = at_ship(phase="last", stage="last", turn="red", queue=["red"], sides={"red": {"cards": ["crew_plus_one"]}})
    state, _ = play(state, {"move": "strengthen", "by": "red", "card": "crew_plus_one", "crew": "c1"})
    assert state.round == 2 and state.sides["red"].crews["c1"] == 2 and state.sides["red"].score == 0
    assert len(others(state)) == 4


def test_six_stones_on_the_own_turn_as_many_as_fit() -> None:
    state = at_ship(sides={"blue": {"cards": ["stones"], "stones": 22}, "red": {"cards": ["stones"]}})
    assert code(state, Use("red", "stones")) == "E_TURN"
    state, _ = play(state, {"move": "use", "by": "blue", "card": "stones"})
    assert state.sides["blue"].stones == 25 and state.sides["blue"].cards == () and state.turn == "blue"
    full = put(state, {"sides": {"blue": {"cards": ["stones"]}}})
    assert code(full, Use("blue", "stones")) == "E_FULL"


@pytest.mark.parametrize(("kind", "offered"), [("permanent", 0), ("anytime", 7)])
def test_ten_stones_are_sold_before_the_end_only_if_the_card_says_anytime(kind: str, offered: int) -> None:
    state = laid_out(TWO, known=box(kind__sell_ten=kind))
    state = put(state, {"sides": {"blue": {"cards": ["sell_ten"], "stones": 7}}})
    assert sum(isinstance(move, SellTen) for move in GAME.legal_moves(state)) == offered
    if not offered:
        assert code(state, SellTen("blue", 5)) == "E_SELL_TEN"
        return
    assert code(state, SellTen("blue", 8)) == "E_SELL_NUMBER"
    state, _ = play(state, {"move": "sell_ten", "by": "blue", "stones": 5})
    side = state.sides["blue"]
    assert (side.score, side.stones, side.cards, state.turn) == (5, 2, (), "blue")


def test_a_waiting_upgrade_is_attached_on_an_own_turn() -> None:
    fields = [{"colour": "green", "value": 6}, {"colour": "brown", "value": 7, "upgrades": 1}]
    state = at_ship(sides={"blue": {"cards": ["field_upgrade"], "fields": fields}})
    assert code(state, Attach("blue", 0)) == "E_GREEN"
    assert code(state, Attach("blue", 2)) == "E_FIELD"
    state, _ = play(state, {"move": "attach", "by": "blue", "field": 1})
    assert state.sides["blue"].fields[1].grade == "green" and state.sides["blue"].grain("left") == 13
    assert state.turn == "blue" and state.sides["blue"].cards == ()


def test_one_card_sells_ten_stones_and_no_more() -> None:
    state = laid_out(TWO, known=box(kind__sell_ten="anytime"))
    state = put(state, {"sides": {"blue": {"cards": ["sell_ten"], "stones": 12}}})
    assert max(move.stones for move in GAME.legal_moves(state) if isinstance(move, SellTen)) == 10
    assert code(state, SellTen("blue", 11)) == "E_SELL_NUMBER"
