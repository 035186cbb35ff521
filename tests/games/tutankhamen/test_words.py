"""What is said: log, refusals, lists for the table; numbers in the singular; nothing that is not so."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import TABLE, Event, Move
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.moves import (
    Correct,
    Finish,
    FinishNow,
    Leave,
    Mask,
    Pharaoh,
    Steal,
    Take,
)
from companion.games.tutankhamen.state import Tutankhamen
from companion.language import Language
from tests.games.tutankhamen.positions import played, position, start

EN = Language("en")
COIN_CASE: dict[str, Any] = {
    "pos": {"A": 10, "B": 20, "C": 25},
    "path": {12: "CO", 40: "S8A"},
    "held": {"A": {"S8A": 1}, "B": {"S8A": 2}},
}
TIED: dict[str, Any] = {"pos": {"A": 10, "B": 20, "C": 25}, "path": {12: "S8A", 40: "S6A"}}


def told(events: tuple[Event, ...]) -> list[str]:
    return [EN.say(event.text) for event in events]


def why(state: Tutankhamen, move: Move) -> tuple[str, str]:
    """Headline and text of a refusal."""
    refusal = GAME.refuse(state, move)
    assert refusal is not None
    return EN.say(GAME.say_headline(refusal)), EN.say(GAME.say_refusal(refusal))


def test_a_coin_tile_is_taken_but_never_owned() -> None:
    assert told(GAME.play(position(COIN_CASE), Take("A", 12)).events) == ["A takes a coin tile"]


@pytest.mark.parametrize(
    ("move", "headline", "text"),
    [
        (Steal("A", "MASK", "B"), "That tile can't be stolen.", "The mask and coin tiles can't be taken."),
        (Steal("A", "CO", "B"), "That tile can't be stolen.", "The mask and coin tiles can't be taken."),
        (Steal("A", "S8A", "Z"), "There is no such player.", "There is no seat “Z” in this game."),
        (Steal("A", "S8A", "C"), "There is nothing to take.", "C has no Sarcophagus to take. Choose another player"),
        (Steal("A", "S9Z", "B"), "There is no such kind.", "There is no kind “S9Z” in this box."),
        (Take("Z", 40), "There is no such player.", "There is no seat “Z” in this game."),
    ],
)
def test_what_a_coin_cannot_take_is_named(move: Move, headline: str, text: str) -> None:
    said = why(played(position(COIN_CASE), Take("A", 12)), move)
    assert said[0] == headline
    assert said[1].startswith(text)


def test_a_pharaoh_outside_the_tie_that_counts_is_not_called_untied() -> None:
    held = {"A": {"S8A": 2, "PH": 1}, "B": {"S8A": 3}, "C": {"S8A": 1, "PH": 1}, "D": {"S8A": 1}}
    state = played(position(TIED | {"pos": {"A": 10, "B": 20, "C": 25, "D": 30}, "held": held}), Take("A", 12))
    assert why(state, Pharaoh("C", True)) == (
        "A pharaoh can't help you here.",
        "Only the players whose tie counts may add one: A, B.",
    )


def test_the_scoring_tells_pharaohs_and_mask() -> None:
    state = position(TIED | {"held": {"A": {"S8A": 3, "PH": 2}, "B": {"S8A": 4}}})
    state = played(state, Take("A", 12), Pharaoh("A", True))
    one = told(GAME.play(state, Pharaoh("A", False)).events)
    assert one == ["A adds no pharaoh", "Sarcophagus is complete: A 4 + 1 pharaoh, B 4"]
    both = told(GAME.play(state, Pharaoh("A", True)).events)
    assert both == ["A adds a pharaoh to Sarcophagus", "Sarcophagus is complete: A 4 + 2 pharaohs, B 4"]


def test_the_mask_is_counted_and_named_in_the_scoring() -> None:
    held = {"A": {"S8A": 3}, "B": {"S8A": 3, "PH": 1}}
    case = TIED | {"pos": {"A": 10, "B": 70, "C": 25}, "held": held, "mask_before": "B"}
    state = played(position(case), Take("A", 12))
    assert (state.stage, state.asked) == ("mask", "B")
    state = played(state, Mask("B", True))
    kept, added = GAME.play(state, Pharaoh("B", False)), GAME.play(state, Pharaoh("B", True))
    assert told(kept.events)[-1] == "Sarcophagus is complete: A 4, B 4 with the mask"
    assert told(added.events)[-1] == "Sarcophagus is complete: A 4, B 4 with the mask + 1 pharaoh"
    assert (kept.state.points, added.state.points) == ({"A": 4, "B": 4, "C": 0}, {"A": 4, "B": 8, "C": 0})


@pytest.mark.parametrize(
    ("options", "points", "said"),
    [
        ({}, {"A": 7, "B": 7}, "Every set is scored. A, B share the victory with 7."),
        ({}, {"A": 7, "B": 6}, "Every set is scored. A wins with 7."),
        ({"ruleset": "AMIGO_1993"}, {"A": 7, "B": 6}, "Every set is scored. A wins with 19 to go."),
        (
            {"ruleset": "AMIGO_1993", "instant_end_at_zero": False},
            {"A": 29, "B": 6},
            "Every set is scored. A wins, 3 past zero.",
        ),
        (
            {"ruleset": "AMIGO_1993", "instant_end_at_zero": False},
            {"A": 29, "B": 29},
            "Every set is scored. A, B share the victory, 3 past zero.",
        ),
    ],
)
def test_an_agreed_end_is_not_called_the_end_of_the_path(options: Any, points: dict[str, int], said: str) -> None:
    state = position({"pos": {"A": 10, "B": 20}, "path": {30: "PH"}, "held": {}, "options": options, "before": points})
    assert told(GAME.play(state, FinishNow(TABLE)).events) == [said]


def test_the_end_of_the_path_is_told_as_before() -> None:
    state = position(
        {"pos": {"A": 10, "B": 70}, "path": {30: "PH"}, "held": {}, "mask_before": "B", "before": {"A": 1}}
    )
    assert told(GAME.play(state, Finish("A")).events)[-1] == "The path is at its end. A wins with 1."


@pytest.mark.parametrize(
    ("options", "one", "more"),
    [
        ({}, "A: 1 point", "B: 2 points"),
        ({"ruleset": "AMIGO_1993", "start_points": 3}, "A: 2 to go", "B: 1 to go"),
        ({"ruleset": "OOTB_2005", "start_points": 3}, "A has 2 coins", "B has 1 coin"),
    ],
)
def test_points_are_told_in_the_singular_and_as_what_lies_there(options: Any, one: str, more: str) -> None:
    state = start(("A", "B"), options)
    state.points = {"A": 1, "B": 2}
    said = [EN.say(text) for text in GAME.lay_out(state)]
    assert one in said
    assert more in said


def test_a_tile_that_takes_the_place_of_another_is_put_back_for_it() -> None:
    then = start(("A", "B"))
    now = played(then, Correct(TABLE, slots={"1": "S8B", "2": "S8A"}))
    assert [EN.say(text) for text in GAME.put_back(now, then)] == [
        "Put 8 Sarcophagus into slot 1 for 8 Throne",
        "Put 8 Throne into slot 2 for 8 Sarcophagus",
    ]


def test_a_number_below_zero_is_refused_in_the_singular() -> None:
    said = why(start(("A", "B")), Correct(TABLE, held={"A": {"S8A": -1}}))[1]
    assert said == "That doesn't add up: −1 tile of Sarcophagus can't be."


# leaving with the tiles, and what comes back to a player who has gone


def test_pharaohs_and_mask_of_who_left_with_the_tiles_do_not_come_back() -> None:
    again = {"leaver_tiles": "out", "pharaoh_single_use": False, "mask_single_use": False}
    held = {"A": {"S8A": 3, "PH": 1}, "B": {"S8A": 3, "PH": 1}, "C": {}}
    case = TIED | {"pos": {"A": 10, "B": 70, "C": 25}, "held": held, "mask_before": "B", "options": again}
    state = played(position(case), Take("A", 12), Mask("B", True))
    assert (state.stage, state.asked) == ("pharaoh", "A")
    state = played(state, Pharaoh("A", False), Pharaoh("B", True), Leave("B"), Pharaoh("A", False))
    assert (state.scored[-1], state.mask, state.held["B"]["PH"], state.out["PH"]) == ("S8A", "out", 0, 2)
    assert [fault.text for fault in GAME.audit(state)] == []


def test_with_tiles_that_stay_they_come_back_as_the_switches_say() -> None:
    again = {"pharaoh_single_use": False, "mask_single_use": False}
    held = {"A": {"S8A": 3, "PH": 1}, "B": {"S8A": 3, "PH": 1}, "C": {}}
    case = TIED | {"pos": {"A": 10, "B": 70, "C": 25}, "held": held, "mask_before": "B", "options": again}
    state = played(position(case), Take("A", 12), Mask("B", True))
    state = played(state, Pharaoh("A", False), Pharaoh("B", True), Leave("B"), Pharaoh("A", False))
    assert (state.mask, state.held["B"]["PH"]) == ("B", 1)


def test_a_tile_that_turns_up_again_can_be_counted_again() -> None:
    case = {"pos": {"A": 10, "B": 20}, "path": {30: "S4A", 31: "S4A"}, "held": {}}
    state = played(position(case), Correct(TABLE, present={"S4A": 3}))
    edit = next(edit for edit in GAME.edits(state) if edit.id == "present:S4A")
    assert (edit.value, edit.low, edit.high) == (3, 0, 4)
    state = played(state, GAME.correction(state, {"present:S4A": 4, "hold:A:S4A": 1}))
    assert (state.held["A"]["S4A"], state.out["S4A"]) == (1, 1)
