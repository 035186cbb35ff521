"""Tutankhamen off the straight path: no recorded path, corrections, leaving, undo (spec tutankhamen 6, 10.1)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import TABLE
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.moves import (
    Cleared,
    ClearKind,
    Correct,
    Finish,
    Leave,
    Steal,
    Take,
    TakeKind,
)
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.language import Language
from tests.games.tutankhamen.positions import played, position, refused, start

EN = Language("en")

# the unrecorded path


def test_light_mode_asks_for_the_kind_and_then_for_cleared_tiles() -> None:
    state = start(("A", "B"), light=True)
    assert refused(state, Take("A", 3)) == "E_UNRECORDED"
    state = played(state, TakeKind("A", "S4A"))
    assert (state.stage, state.turn) == ("move", "B")  # B is still at the start: nothing can be cleared
    state = played(state, TakeKind("B", "S4A"))
    assert (state.stage, state.asked) == ("clear", None)
    assert refused(state, TakeKind("A", "S4A")) == "E_PHASE"
    assert refused(state, Cleared("A")) == "E_BY"
    state = played(state, ClearKind(TABLE, "S4A"))
    before = state
    after = GAME.play(state, ClearKind(TABLE, "S4A"))
    assert dict(after.state.points) == {"A": 2, "B": 2}
    assert before.points == {"A": 0, "B": 0}
    assert refused(after.state, ClearKind(TABLE, "S4A")) == "E_NO_TILE"
    state = played(after.state, Cleared(TABLE))
    assert (state.stage, state.turn) == ("move", "A")
    assert refused(state, TakeKind("A", "S4A")) == "E_NO_TILE"
    assert refused(state, TakeKind("A", "S9Z")) == "E_KIND"


def test_light_mode_can_be_played_to_the_end() -> None:
    state = played(start(("A", "B"), light=True), TakeKind("A", "S1A"), Finish("B"))
    assert (state.mask, dict(state.points)) == ("B", {"A": 1, "B": 0})
    state = played(state, Cleared(TABLE), Finish("A"))
    assert refused(state, Cleared(TABLE)) == "E_LEFT"
    draw = Draw("light end")
    while GAME.outcome(state) is None:
        state = played(state, draw.pick(list(GAME.legal_moves(state))))
    assert sum(state.left.values()) == 0
    assert state.end == "path"


def test_light_mode_asks_nothing_while_somebody_is_at_the_start() -> None:
    state = played(start(("A", "B", "C"), light=True), Finish("A"))
    assert (state.stage, state.turn, state.mask) == ("move", "B", "A")
    assert played(state, TakeKind("B", "S8A"), TakeKind("C", "S8A")).stage == "clear"


def test_light_mode_has_coins() -> None:
    moves = [TakeKind("A", "S8A"), TakeKind("B", "S8A"), Cleared(TABLE), TakeKind("A", "CO")]
    state = played(start(("A", "B"), light=True), *moves)
    assert state.stage == "coin"
    state = played(state, Steal("A", "S8A", "B"))
    assert (state.held["A"]["S8A"], state.points["B"], state.stage) == (2, 1, "clear")


# corrections and incidents


def correct(**values: Any) -> Correct:
    return Correct(TABLE, **values)


def test_points_and_tiles_can_be_booked_by_hand() -> None:
    state = played(start(("A", "B")), Take("A", 1), Take("B", 2))
    after = played(state, correct(points={"A": 5}, held={"A": {"S8A": 0}, "B": {"S8A": 1}}))
    assert (after.points["A"], after.held["B"]["S8A"], after.held["A"]["S8A"]) == (5, 1, 0)
    assert after.turn == "A"
    assert GAME.audit(after) == ()


def test_two_slots_that_were_swapped_can_be_put_right() -> None:
    state = start(("A", "B"))
    after = played(state, correct(slots={"1": "S8B", "2": "S8A"}))
    assert after.path[:2] == ["S8B", "S8A"]


@pytest.mark.parametrize(
    "move",
    [
        correct(slots={"1": "S8B"}),  # nine thrones
        correct(slots={"99": "S8B"}),
        correct(slots={"x": "S8B"}),
        correct(slots={"5": "S9Z"}),
        correct(held={"A": {"S8A": 9}}),
        correct(held={"A": {"S8A": -1}}),
        correct(held={"Z": {"S8A": 1}}),
        correct(held={"A": {"CO": 1}}),
        correct(points={"A": -1}),
        correct(points={"A": 10**9}),
        correct(pawns={"A": 5}),  # a tile lies there
        correct(pawns={"A": 99}),
        correct(pawns={"A": 2}),  # B stands there
        correct(pawns={"A": 70}),  # the mask would still be on the pyramid
        correct(left={"S8A": 3}),
        correct(present={"S8A": 9}),
        correct(present={"S8A": 2}),
        correct(mask="nowhere"),
        correct(mask="A"),
        correct(turn="Z"),
    ],
)
def test_a_correction_that_does_not_add_up_is_refused(move: Correct) -> None:
    state = played(start(("A", "B")), Take("A", 1), Take("B", 2))
    assert refused(state, move) == "E_CORRECT"


def test_a_correction_that_leaves_tiles_behind_every_pawn_is_refused() -> None:
    state = position({"pos": {"A": 10, "B": 20}, "path": {15: "S8A", 30: "S8A"}, "held": {}})
    assert refused(state, correct(pawns={"A": 18})) == "E_CORRECT"
    assert played(state, correct(pawns={"A": 18}, slots={"15": ""})).pos["A"] == 18


def test_a_coin_of_a_player_who_leaves_is_lost_without_a_word_about_targets() -> None:
    case = {"pos": {"A": 10, "B": 20, "C": 30}, "path": {12: "CO", 40: "S8A"}}
    state = played(position(case | {"held": {"A": {"S8A": 1}, "B": {"S8A": 1}}}), Take("A", 12))
    done = GAME.play(state, Leave("A"))
    assert [event.kind for event in done.events] == ["leave"]
    assert done.state.out["CO"] == 3


def test_a_correction_without_change_is_refused() -> None:
    assert refused(start(("A", "B")), correct()) == "E_NOTHING"


def test_a_tile_found_missing_scores_its_set_if_none_is_left() -> None:
    case = {"pos": {"A": 10, "B": 20}, "path": {30: "S4A", 31: "S8A"}}
    state = position(case | {"held": {"A": {"S4A": 2}, "B": {"S4A": 1}}})
    after = GAME.play(state, correct(present={"S4A": 3}, slots={"30": ""}))
    assert dict(after.state.points) == {"A": 4, "B": 2}  # shares follow the printed value
    assert after.state.scored[-1] == "S4A"
    assert [fault.code for fault in GAME.audit(after.state) if not fault.warning] == []


def test_a_correction_in_the_middle_of_a_scoring_begins_it_anew() -> None:
    case = {"pos": {"A": 10, "B": 20}, "path": {12: "S8A", 30: "S6A", 31: "S6A"}}
    state = played(position(case | {"held": {"A": {"S8A": 3, "PH": 1}, "B": {"S8A": 4}}}), Take("A", 12))
    assert state.stage == "pharaoh"
    after = played(state, correct(held={"A": {"S8A": 3}}))
    assert dict(after.points) == {"A": 4, "B": 8}
    assert after.held["A"]["PH"] == 1


def test_the_turn_can_be_put_right() -> None:
    state = played(start(("A", "B", "C")), Take("A", 1))
    assert played(state, correct(turn="C")).turn == "C"


def test_a_correction_in_a_race_can_end_it() -> None:
    state = played(start(("A", "B"), {"ruleset": "AMIGO_1993"}), correct(points={"B": 26}))
    assert state.end == "zero"
    assert refused(state, correct(points={"B": 2})) == "E_OVER"


def test_every_edit_leads_to_a_correction_of_that_value() -> None:
    state = played(start(("A", "B"), {"ruleset": "AMIGO_1993"}), Take("A", 1), Take("B", 2))
    edits = {edit.id: edit for edit in GAME.edits(state)}
    assert edits["points:A"].value == 26
    move = GAME.correction(state, {"points:A": 20, "hold:A:S8A": 0, "slot:20": "", "turn": "B", "mask": "out"})
    assert move == correct(points={"A": 6}, held={"A": {"S8A": 0}}, slots={"20": ""}, turn="B", mask="out")
    with pytest.raises(InputError):
        GAME.correction(state, {"nothing": 1})
    with pytest.raises(InputError):
        GAME.correction(state, {"points:A": "many"})


def test_leaving_and_stopping_are_offered_beside_the_decision() -> None:
    state = start(("A", "B", "C"))
    assert [choice.move for choice in GAME.incidents(state)][:3] == [Leave("A"), Leave("B"), Leave("C")]
    state = played(state, Leave("A"))
    assert state.turn == "B"
    assert Leave("A") not in [choice.move for choice in GAME.incidents(state)]


def test_the_list_of_what_to_put_back_after_undo() -> None:
    then = played(start(("A", "B")), Take("A", 1))
    now = played(then, Take("B", 3))
    assert [EN.say(text) for text in GAME.put_back(now, then)] == [
        "Put 8 Stone tablet into slot 3",
        "B has no Stone tablet",
        "B's pawn: at the start",
    ]


def test_the_table_can_be_laid_out_again() -> None:
    state = played(start(("A", "B")), Take("A", 1))
    said = [EN.say(text) for text in GAME.lay_out(state)]
    assert said[0].startswith("In the path: 2 (8 Throne), 3 (8 Stone tablet)")
    assert "A's pawn: in slot 1" in said
    assert "A has 1 × Sarcophagus" in said
    assert "The mask lies on the pyramid" in said


@pytest.mark.parametrize(("switch", "told"), [("keep", "keep their rank"), ("out", "go out of play")])
def test_leaving_and_stopping_say_what_follows(switch: str, told: str) -> None:
    state = GAME.new(
        ("red", "blue"), GAME.resolve({"leaver_tiles": switch}), TutankhamenSetup(layout=None, first="red"), GAME.box
    )
    said = {type(c.move).__name__: c.consequence for c in GAME.incidents(state)}
    assert said["Leave"] is not None and told in said["Leave"].message
    assert said["Stop"] is not None and "in the lead" in said["Stop"].message
