"""A player leaves (spec egizia 5.13)."""

from __future__ import annotations

import pytest

from companion.engine.game import Event
from companion.games.egizia import GAME
from companion.games.egizia.flow import run_on
from companion.games.egizia.moves import Correct, Leave
from companion.games.egizia.state import Team
from tests.games.egizia.building import at, owner
from tests.games.egizia.ending import SAID, final
from tests.games.egizia.fixture import SEATS, laid_out, play, put

LEAVE = {"move": "leave", "by": "green"}


def test_the_others_play_on_around_a_ghost() -> None:
    state = put(laid_out(), {"slots": {"SITE_B": ["green", "", ""]}, "sides": {"green": {"ships": 7}}})
    state, events = play(state, LEAVE)
    side = state.sides["green"]
    assert [event.kind for event in events] == ["leave"] and state.end == ""
    assert (side.gone, side.out, side.ships, state.slots["SITE_B"]) == (True, True, 8, ("", "", ""))
    assert state.chips == ("blue", "red", "yellow", "green") and state.turn == "blue"
    assert [slot for slots in state.slots.values() for slot in slots if slot == "green"] == []
    assert GAME.audit(state) == () and len(state.slots["SITE_B"]) == 3


def test_the_turn_of_a_leaver_goes_to_the_next() -> None:
    state, _ = play(laid_out(), {"move": "leave", "by": "blue"})
    assert (state.stage, state.turn) == ("ship", "red")


def test_ships_on_the_river_stay_until_all_go_home() -> None:
    state = put(laid_out(), {"ships": {"EDFU": ["green"]}, "sides": {"green": {"ships": 7, "last": "EDFU"}}})
    state, _ = play(state, LEAVE)
    assert state.ships["EDFU"] == ("green",) and state.sides["green"].ships == 7


def test_the_next_one_begins_a_turn_of_its_own() -> None:
    state = put(laid_out(), {"sides": {"blue": {"cards": ["extra_ship"]}}})
    state, _ = play(state, {"move": "place", "by": "blue", "place": "N3"})
    assert (state.stage, state.turn) == ("more", "blue")
    state, _ = play(state, {"move": "leave", "by": "blue"})
    assert (state.stage, state.turn) == ("ship", "red")


def test_a_ship_in_reserve_goes_home_too() -> None:
    slots = {"slots": {"SITE_B": ["blue", "red", "yellow"]}, "reserve": {"SITE_B": "green"}}
    state = put(laid_out(), slots | {"sides": {who: {"ships": 7} for who in SEATS}})
    state, _ = play(state, LEAVE)
    assert (state.reserve["SITE_B"], state.sides["green"].ships) == ("", 8) and GAME.audit(state) == ()


@pytest.mark.parametrize("leaver", SEATS)
def test_while_the_first_position_is_asked_for_anybody_may_leave(leaver: str) -> None:
    card = ("first_position",)
    state = at("SITE_A", "blue", "red", "green", sides={who: owner(cards=card) for who in ("red", "green")})
    assert (state.stage, state.turn) == ("first", "red")
    state, _ = play(state, {"move": "leave", "by": leaver})
    # Red is asked first, then green; with blue away red stands in front and has nothing to ask for.
    asked = {"blue": "green", "red": "green", "green": "red", "yellow": "red"}
    assert (state.stage, state.turn) == ("first", asked[leaver])
    state, _ = play(state, {"move": "first", "by": state.turn})
    assert leaver not in state.queue and not state.sides[state.turn].gone


def test_the_game_ends_if_the_table_wants_that() -> None:
    state, events = play(laid_out(player_leaves="end"), LEAVE)
    outcome = GAME.outcome(state)
    assert outcome is not None and (outcome.reason, state.stage) == ("left", "over")
    # Nobody has a point: chip 4 lies in front of the others (spec 3).
    assert outcome.winners == ("yellow",) and outcome.ranking[-1] == ("green",)
    assert [event.kind for event in events] == ["leave", "end.left"]


def test_one_player_alone_has_won() -> None:
    state, _ = play(laid_out(("blue", "green")), LEAVE)
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.reason == "alone" and outcome.winners == ("blue",)
    assert SAID.say(outcome.text) == "Only Blue has stayed and wins with 0."


def test_nobody_leaves_in_the_middle_of_a_build_or_of_the_final_scoring() -> None:
    state = laid_out()
    state.team = Team(("c1",))
    assert refused(state, Leave("green")) == "E_LEAVE"
    assert not [choice for choice in GAME.incidents(state) if isinstance(choice.move, Leave)]
    state, _ = final({"red": {"sphinx": 1}})
    assert refused(state, Leave("blue")) == "E_LEAVE"


def test_nobody_leaves_twice_and_the_table_does_not_leave() -> None:
    state, _ = play(laid_out(), LEAVE)
    assert refused(state, Leave("green")) == "E_GONE"
    assert refused(state, Leave("table")) == "E_BY_PLAYER"
    assert refused(state, Correct("table", stones={"green": 3})) == "E_CORRECT"


def test_a_ghost_is_not_scored_and_takes_no_rank() -> None:
    green = {"gone": True, "out": True, "score": 50, "sphinx": 1, "stones": 8, "stone_row": 4}
    sides = {"green": green} | {who: {"sphinx": 0, "stones": 0} for who in ("blue", "red")}
    state = put(laid_out(("blue", "red", "green")), {"sides": sides, "phase": "last", "round": 5, "queue": []})
    events: list[Event] = []
    run_on(state, events)
    assert state.end == "played" and state.sides["green"].score == 50
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.ranking[-1] == ("green",) and "green" not in outcome.winners
    assert "green" not in [event.seats[0] for event in events if event.kind == "final"]


def refused(state: object, move: object) -> str | None:
    refusal = GAME.refuse(state, move)  # type: ignore[arg-type]
    return refusal.code if refusal else None
