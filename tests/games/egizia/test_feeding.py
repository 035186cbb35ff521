"""Leftover cards, feeding and production: who comes when, and who is asked (spec egizia 5.2, 5.3, 5.4)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.egizia.components import CARD_STOPS
from companion.games.egizia.state import Egizia
from companion.language import Language
from tests.games.egizia.fixture import SEATS, box, laid_out, play, put

EN = Language("en")
TWO = SEATS[:2]
PASS = {"move": "pass", "by": "blue"}
GO = {"move": "go", "by": "table"}
HUNGRY = {"crews": {"c1": 5}}


def last_pass(sides: dict[str, Any], position: dict[str, Any] | None = None, **options: Any) -> Egizia:
    """The position after blue, the last one, has passed."""
    seats = sides | {"red": sides.get("red", {}) | {"out": True}}
    state = put(laid_out(TWO, **options), {"queue": ["blue"], "sides": seats, **(position or {})})
    return play(state, PASS)[0]


def feeding(sides: dict[str, Any], known: Any = None, **position: Any) -> Egizia:
    """The feeding of two, which the table has still to begin."""
    start = {"phase": "feed", "stage": "feeding", "turn": "", "queue": list(TWO), "sides": sides}
    return put(laid_out(TWO, known=known), start | position)


def test_owners_of_leftover_cards_are_asked_by_their_chips() -> None:
    card = {"cards": ["leftover_pick"]}
    state = last_pass({"blue": card, "red": card | {"score": 9}})
    assert (state.stage, state.turn) == ("leftover", "blue")
    state, _ = play(state, {"move": "pick", "by": "blue", "stop": "N4"})
    assert (state.stage, state.turn) == ("leftover", "red")
    state, events = play(state, {"move": "enough", "by": "red"})
    assert set(state.stops) == set(CARD_STOPS) and not any(state.stops.values())
    assert "sweep" in [event.kind for event in events]


def test_ships_on_the_river_go_home_and_those_at_the_sites_stay() -> None:
    ships = {"ships": {"EDFU": ["red"]}, "slots": {"SITE_B": ["red", ""]}}
    for timing in ("phase_2", "round"):
        state = last_pass({"red": {"ships": 6}}, ships, leftover_timing=timing)
        assert (state.phase, state.ships, state.sides["red"].ships) == ("feed", {}, 7), timing
        assert state.slots["SITE_B"] == ("red", ""), timing


@pytest.mark.parametrize("timing", ["phase_2", "round"])
def test_the_leader_is_fed_first_whatever_the_chips(timing: str) -> None:
    hungry = HUNGRY | {"cards": ["grain"]}
    state = last_pass({"blue": hungry, "red": hungry | {"score": 9}}, leftover_timing=timing)
    state, _ = play(state, GO)
    assert (state.stage, state.turn, state.queue) == ("feed", "red", ("red", "blue"))


def test_the_last_chance_after_late_leftovers_goes_to_the_leader_first() -> None:
    sides = {who: {"cards": ["crew_plus_one"], "score": 4 if who == "red" else 0} for who in TWO}
    start = {"phase": "leftover", "stage": "leftover", "turn": "blue", "queue": ["blue"]}
    sides["blue"]["cards"].append("leftover_pick")
    state = put(laid_out(TWO, leftover_timing="round"), start | {"sides": sides})
    state, _ = play(state, {"move": "enough", "by": "blue"})
    assert (state.stage, state.turn) == ("last", "red")


def test_stones_come_although_nothing_was_done_before() -> None:
    side = {"stones": 24, "quarries": [3], "cards": ["stones_to_crew"]}
    state, _ = play(feeding({"red": side}), GO)
    assert (state.stage, state.turn) == ("produce", "red")
    state, events = play(state, {"move": "enough", "by": "red"})
    assert state.sides["red"].stones == 25
    assert events[0].kind == "produce"


def test_those_who_would_lose_stones_are_asked_by_their_chips() -> None:
    side = {"stones": 24, "quarries": [3], "cards": ["stones_to_crew"]}
    state, _ = play(feeding({"red": side | {"score": 9}, "blue": side}), GO)
    assert (state.stage, state.turn) == ("produce", "blue")


def asked(side: dict[str, Any], known: Any = None) -> str:
    """What red is asked once the feeding begins, the ring to the left: "feed", "produce", or "" if neither."""
    state, _ = play(feeding({"red": side}, known, ring="left"), GO)
    return state.stage if state.turn == "red" and state.stage in ("feed", "produce") else ""


def test_who_could_get_food_is_asked_and_nobody_else() -> None:
    assert asked(HUNGRY) == ""
    assert asked(HUNGRY | {"cards": ["stones_as_grain"], "stones": 1}) == "feed"
    assert asked(HUNGRY | {"cards": ["stones_as_grain"], "stones": 0}) == ""
    assert asked(HUNGRY | {"cards": ["stones_as_grain", "stones"], "stones": 0}) == "feed"
    assert asked({"cards": ["grain"]}) == "", "nothing is missing"


def test_a_waiting_upgrade_can_water_a_field_in_the_feeding() -> None:
    fields = [{"colour": "green", "value": 6}, {"colour": "brown", "value": 7, "upgrades": 1}]
    assert asked(HUNGRY | {"cards": ["field_upgrade"], "fields": fields}) == "feed"
    assert asked(HUNGRY | {"cards": ["field_upgrade"]}) == ""


def test_every_grain_card_that_is_played_goes_into_the_box() -> None:
    state, _ = play(feeding({"red": {"crews": {"c1": 9}, "cards": ["grain", "upstream", "grain"]}}), GO)
    # 9 + 1 + 1 + 2 = 13 eat 6; two cards give 8.
    state, _ = play(state, {"move": "feed", "by": "red", "cards": 2})
    assert state.sides["red"].cards == ("upstream",) and state.sides["red"].score == 0


def test_before_the_stones_come_only_those_are_asked_who_would_lose_some() -> None:
    buyer = {"quarries": [3], "cards": ["stones_to_crew"]}
    assert asked(buyer | {"stones": 22}) == ""
    assert asked(buyer | {"stones": 23}) == "produce"
    assert asked(buyer | {"stones": 23, "crews": dict.fromkeys(("c1", "c2", "c3", "j"), 9), "score": 99,
                          "fields": [{"colour": "green", "value": 12}] * 3}) == ""  # fmt: skip
    seller = {"quarries": [3], "cards": ["sell_ten"], "stones": 23}
    assert asked(seller, box(kind__sell_ten="anytime")) == "produce"
    assert asked(seller, box(kind__sell_ten="permanent")) == ""


@pytest.mark.parametrize("known", [True, False])
def test_a_loss_says_what_there_was_to_eat(known: bool) -> None:
    hungry = HUNGRY | {"cards": ["stones_as_grain"], "stones": 2}
    facts = None if known else box(grain__rows=None, grain__count=None)
    state, _ = play(feeding({"red": hungry}, facts), GO)
    state, events = play(state, {"move": "feed", "by": "red", "cards": 0, "stones": 1})
    if not known:
        state, events = play(state, {"move": "penalty", "by": "table", "points": 3})
    lines = [line for event in events if event.scoring for line in event.scoring.lines]
    assert [EN.say(line.sum) for line in lines if line.points.get("red")] == [
        "9 needed, 6 grain and 1 more: 2 missing × 3 = −6"
    ]
