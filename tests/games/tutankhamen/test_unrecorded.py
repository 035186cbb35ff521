"""A path that nobody knows any more, and corrections of a path that is not recorded (spec tutankhamen 6 C, 10.1)."""

from __future__ import annotations

from companion.engine.game import TABLE
from companion.engine.simulate import check_census, check_decision
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.moves import (
    Cleared,
    ClearKind,
    Correct,
    Decline,
    Finish,
    FinishNow,
    Forget,
    Mask,
    Pharaoh,
    Take,
    TakeKind,
)
from companion.games.tutankhamen.state import Tutankhamen
from companion.language import Language
from tests.games.tutankhamen.positions import played, position, refused, start

EN = Language("en")


def sound(state: Tutankhamen) -> bool:
    """Whether nothing is wrong with the position and the decision it leads to."""
    faults = [fault.text for fault in GAME.audit(state) if not fault.warning]
    found = check_decision(GAME, state, GAME.decision(state), GAME.legal_moves(state))
    return faults == [] and found == [] and check_census(GAME, state) == []


def test_a_bumped_path_is_given_up_and_the_game_goes_on_by_kinds() -> None:
    state = played(start(("A", "B", "C")), Take("A", 4), Finish("B"), Take("C", 2))
    assert Forget(TABLE) in [choice.move for choice in GAME.incidents(state)]
    after = played(state, Forget(TABLE))
    assert (after.path, after.match.recorded, after.pos) == ([], False, {"A": 1, "B": 70, "C": 1})
    assert (after.left, after.held, after.turn) == (state.left, state.held, "A")
    assert sound(after)
    assert Forget(TABLE) not in [choice.move for choice in GAME.incidents(after)]
    assert refused(after, Forget(TABLE)) == "E_UNRECORDED"
    assert refused(after, Take("A", 9)) == "E_UNRECORDED"
    after = played(after, TakeKind("A", "S8A"))
    assert after.stage == "clear"
    assert played(after, ClearKind(TABLE, "S8C"), Cleared(TABLE)).turn == "C"


def test_giving_the_path_up_is_the_tables_act() -> None:
    assert refused(start(("A", "B")), Forget("A")) == "E_BY"


def test_a_path_given_up_before_everybody_has_left_the_start_asks_for_nothing() -> None:
    state = played(start(("A", "B")), Take("A", 3), Forget(TABLE))
    assert (state.stage, state.turn, state.pos) == ("move", "B", {"A": 1, "B": 0})


def test_a_path_given_up_in_the_middle_of_clearing_has_the_rest_named() -> None:
    case = {"pos": {"A": 10, "B": 50}, "path": {12: "S8A", 20: "S4A", 52: "S6A", 60: "S6A"}}
    state = position(case | {"held": {"A": {"S8A": 3, "PH": 1}, "B": {"S8A": 3}}})
    state = played(state, Take("A", 52))
    assert state.stage == "pharaoh"
    state = played(state, Forget(TABLE))
    assert (state.stage, sound(state)) == ("pharaoh", True)
    state = played(state, Pharaoh("A", False))
    assert (state.points, state.stage) == ({"A": 4, "B": 4}, "clear")
    state = played(state, ClearKind(TABLE, "S4A"), Cleared(TABLE))
    assert (state.turn, state.scored[-1]) == ("B", "S4A")


def test_a_path_may_be_given_up_while_a_coin_is_used() -> None:
    case = {"pos": {"A": 10, "B": 20}, "path": {12: "CO", 40: "S8A"}, "held": {"A": {"S8A": 1}, "B": {"S8A": 1}}}
    state = played(position(case), Take("A", 12), Forget(TABLE))
    assert (state.stage, sound(state)) == ("coin", True)
    assert played(state, Decline("A")).stage == "clear"


def test_undoing_it_tells_the_whole_path_again() -> None:
    then = played(start(("A", "B")), Take("A", 1))
    now = played(then, Forget(TABLE))
    said = [EN.say(text) for text in GAME.put_back(now, then)]
    assert said[0].startswith("In the path: 2 (8 Throne), 3 (8 Stone tablet)")
    assert len(said) == 9  # 68 tiles in rows of 8
    assert EN.say(GAME.put_back(then, now)[0]).startswith("In the path: 7 × Sarcophagus")


def test_with_no_tile_left_the_pyramid_is_the_only_way_here_too() -> None:
    state = position({"pos": {"A": 10, "B": 20}, "path": {30: "S1A"}, "held": {}})
    state = played(state, Forget(TABLE), TakeKind("A", "S1A"))
    decision = GAME.decision(state)
    assert ([choice.move for choice in decision.choices], decision.forced) == ([Finish("B")], True)
    assert EN.say(decision.prompt) == "B, no tile is ahead: go to the pyramid."
    assert played(state, FinishNow(TABLE)).end == "agreed"


def test_pawns_can_be_put_right_without_a_recorded_path() -> None:
    state = played(start(("A", "B", "C"), light=True), TakeKind("A", "S8A"))
    edits = {edit.id: edit for edit in GAME.edits(state)}
    assert (edits["pawn:A"].value, edits["pawn:B"].value) == ("path", "start")
    assert [EN.say(label) for _, label in edits["pawn:A"].values] == ["at the start", "on the path", "at the pyramid"]
    move = GAME.correction(state, {"pawn:A": "pyramid", "pawn:B": "path", "mask": "A"})
    assert move == Correct(TABLE, pawns={"A": 70, "B": 1}, mask="A")
    after = played(state, move)
    assert (after.turn, after.mask, sound(after)) == ("B", "A", True)


def test_a_correction_that_brings_everybody_to_the_pyramid_asks_for_the_tiles_that_are_left() -> None:
    state = played(start(("A", "B"), light=True), TakeKind("A", "S1A"))
    state = played(state, Correct(TABLE, pawns={"A": 70, "B": 70}, mask="B"))
    assert (state.end, state.stage, sum(state.left.values())) == ("", "clear", 68)
    while not state.end:
        state = played(state, Mask("B", False) if state.stage == "mask" else GAME.legal_moves(state)[0])
    assert (state.end, len(state.scored), state.points) == ("path", 15, {"A": 1, "B": 0})


def test_a_pawn_put_back_to_the_start_ends_the_clearing() -> None:
    state = played(start(("A", "B"), light=True), TakeKind("A", "S8A"), TakeKind("B", "S8A"))
    assert state.stage == "clear"
    assert played(state, Correct(TABLE, pawns={"A": 0})).stage == "move"
