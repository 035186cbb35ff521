"""Playing Tutankhamen: what is shown, the unrecorded path, corrections, undo lists, truthful random games."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import TABLE, IllegalMove, Move
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.dealer import TutankhamenDealer
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
from companion.games.tutankhamen.oracle import Rank, pay
from companion.games.tutankhamen.position import preview, set_stand
from companion.games.tutankhamen.scoring import award, contested, mask_matters
from companion.games.tutankhamen.state import Tutankhamen
from companion.language import Language
from tests.games.tutankhamen.positions import position, start

EN = Language("en")


def played(state: Tutankhamen, *moves: Move) -> Tutankhamen:
    for move in moves:
        state = GAME.play(state, move).state
    return state


def refused(state: Tutankhamen, move: Move) -> str:
    with pytest.raises(IllegalMove) as error:
        GAME.play(state, move)
    return error.value.refusal.code


# what is shown


def test_the_prompt_and_the_gold_button_say_what_a_move_does() -> None:
    state = played(start(("A", "B")), Take("A", 1), Take("B", 2))
    decision = GAME.decision(state)
    assert EN.say(decision.prompt) == "A, take any tile ahead of your pawn."
    choice = next(c for c in decision.choices if c.move == Take("A", 18))
    assert (choice.targets, EN.say(choice.label)) == (("slot:18",), "Slot 18: Sarcophagus (8)")
    assert choice.consequence is not None
    assert EN.say(choice.consequence) == "Take Sarcophagus (8), 2 of 8"
    assert decision.consequence
    assert not decision.forced


def test_with_no_tile_ahead_the_pyramid_is_the_only_way() -> None:
    state = position({"pos": {"A": 60, "B": 69}, "path": {62: "S8A"}, "held": {}, "turn": "B"})
    decision = GAME.decision(state)
    assert [choice.move for choice in decision.choices] == [Finish("B")]
    assert decision.forced
    assert EN.say(decision.prompt) == "B, no tile is ahead: go to the pyramid."
    assert EN.say(decision.choices[0].label) == "To the pyramid: mask"


def test_the_phase_bar_shows_the_turn_and_its_steps() -> None:
    state = start(("A", "B"))
    label, bar = GAME.phases(state)
    assert EN.say(label) == "Turn 1"
    assert [(EN.say(p.title), p.status) for p in bar] == [
        ("Choose", "now"),
        ("Coin", "next"),
        ("Clear", "next"),
        ("Score", "next"),
    ]


def test_a_scoring_event_carries_the_sum() -> None:
    case = {"pos": {"A": 10, "B": 20, "C": 30}, "path": {12: "S8A", 40: "S6A", 41: "S6A"}}
    state = position(case | {"held": {"A": {"S8A": 4}, "B": {"S8A": 2}, "C": {"S8A": 1}}})
    event = next(e for e in GAME.play(state, Take("A", 12)).events if e.kind == "score")
    assert event.show
    assert event.scoring is not None
    assert EN.say(event.scoring.lines[0].sum) == "A has most: 8; B is second: 8 ÷ 2 = 4"
    assert EN.say(event.text) == "Sarcophagus is complete: A 5, B 2, C 1"
    assert event.scoring.totals == {"A": 8, "B": 4, "C": 0}


@pytest.mark.parametrize(
    ("tiles", "rules", "said"),
    [
        ([5, 0], "half", "Only A has any: 8"),
        ([2, 1, 1], "half", "A has most: 8; B, C tie for second: 0"),
        ([3, 3, 2], "half", "A, B tie for most: 8 ÷ 2 = 4 each"),
        ([2, 2, 2], "zero", "A, B, C tie for most: nobody scores"),
        ([0, 0], "half", "Nobody has one."),
    ],
)
def test_every_way_a_set_can_stand_is_said(tiles: list[int], rules: str, said: str) -> None:
    sheet = {"value": 8, "holdings": dict(zip("ABC", tiles, strict=False)), "options": {"tie_first_3plus": rules}}
    assert EN.say(GAME.sheets["tutankhamen"].score(sheet).lines[0].sum) == said


def test_live_scores_have_a_line_for_every_open_set_somebody_holds() -> None:
    state = position(
        {"pos": {"A": 10, "B": 20}, "path": {30: "S8A", 31: "S4A", 32: "S2A"}, "before": {"A": 7}}
        | {"held": {"A": {"S8A": 2, "S4A": 1}, "B": {"S8A": 1, "S4A": 1}}}
    )
    scores = GAME.scores(state)
    assert [(line.category, line.targets, dict(line.points)) for line in scores.lines] == [
        ("S8A", ("set:S8A",), {"A": 8, "B": 4}),
        ("S4A", ("set:S4A",), {"A": 2, "B": 2}),
    ]
    assert (scores.before, scores.totals) == ({"A": 7, "B": 0}, {"A": 17, "B": 6})
    assert [(row.points, row.scored_now, row.remaining) for row in GAME.standings(state)] == [
        (7, 17, None),
        (0, 6, None),
    ]


def test_a_race_shows_what_remains() -> None:
    state = start(("A", "B"), {"ruleset": "AMIGO_1993"})
    state.points["A"] = 10
    assert [(row.points, row.remaining, row.goal) for row in GAME.standings(state)] == [(10, 16, 26), (0, 26, 26)]


def test_what_makes_a_majority_sure() -> None:
    state = position(
        {"pos": {"A": 10, "B": 20, "C": 25}, "path": {30: "S8A", 31: "S8A", 32: "S8A"}}
        | {"held": {"A": {"S8A": 3}, "B": {"S8A": 1}}}
    )
    stand = set_stand(state, "S8A")
    assert (stand.leaders, stand.left, stand.value, stand.scored) == (("A",), 3, 8, False)
    assert stand.sure == {"A": 1, "B": 3, "C": None}  # A 4 beats 1 + 2; B 4 beats 3 + 0; C 3 only ties


def test_a_preview_names_what_a_move_would_clear_and_score() -> None:
    state = position(
        {"pos": {"A": 10, "B": 50}, "path": {12: "S4A", 20: "S8C", 52: "CO", 60: "S8C"}}
        | {"held": {"A": {"S8C": 1}, "B": {"S8C": 1}}}
    )
    seen = preview(state, Take("A", 52))
    assert seen.cleared == ((12, "S4A"), (20, "S8C"))
    assert seen.scored == ("S4A",)
    assert seen.coin == (("S8C", "B"),)
    assert preview(state, Finish("B")).mask


def test_the_mask_is_asked_for_exactly_when_it_could_matter() -> None:
    def matters(tiles: str, pharaohs: str = "000") -> bool:
        counts = {who: int(n) for who, n in zip("ABC", tiles, strict=True)}
        stock = {who: int(n) for who, n in zip("ABC", pharaohs, strict=True)}
        return mask_matters(8, counts, "C", stock, "half", "floor")

    assert not matters("520")  # 5/2/1: 8/4/0 as without
    assert matters("521")  # 5/2/2: 8/0/0 instead of 8/4/0
    assert not matters("441", "100")  # 4/4/2: the same tie of A and B
    assert not matters("431")  # 4/3/2: third is third
    assert matters("432", "010")  # C ties B, and B could break it


def test_the_scoring_and_the_second_telling_agree_on_every_small_set() -> None:
    for a in range(5):
        for b in range(5):
            for c in range(4):
                for extra in ((0, 0, 0), (1, 0, 0), (0, 1, 1), (2, 1, 0)):
                    tiles = {"A": a, "B": b, "C": c}
                    able = contested(tiles)
                    added = {w: n for w, n in zip("ABC", extra, strict=True) if w in able}
                    for three in ("half", "zero"):
                        ranks = {w: Rank(tiles[w], added.get(w, 0)) for w in tiles}
                        assert award(7, tiles, added, three, "ceil").points == pay(7, ranks, three, "ceil")


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
        "Put Stone tablet into slot 3",
        "B has 0 × Stone tablet",
        "B's pawn: at the start",
    ]


def test_the_table_can_be_laid_out_again() -> None:
    state = played(start(("A", "B")), Take("A", 1))
    said = [EN.say(text) for text in GAME.lay_out(state)]
    assert said[0].startswith("In the path: 2 Throne, 3 Stone tablet")
    assert "A's pawn: in slot 1" in said
    assert "A has 1 × Sarcophagus" in said
    assert "The mask lies on the pyramid" in said


# truthful random games


@pytest.mark.parametrize("seed", range(36))
def test_random_games_with_every_mixture_of_switches_agree_with_the_second_telling(seed: int) -> None:
    draw = Draw(f"mixture {seed}")
    seats = GAME.colours[: 2 + seed % 5]
    given: dict[str, Any] = {
        "ruleset": draw.pick(["SEED", "AMIGO_1993", "OOTB_2005"]),
        "start_points": draw.pick([12, 26, 60]),
    }
    for option in GAME.options:
        if option.key not in given and draw.below(2):
            given[option.key] = draw.pick([value for value, _ in option.values])
    options = GAME.resolve(given)
    lost = draw.pick([{}, {"kind.S8A.present": 7, "special.CO": 2}, {"kind.S6B.value": 5, "special.MASK": 0}])
    box = GAME.box.with_overrides(lost)
    dealer = TutankhamenDealer(
        GAME, seats, options, draw, box=box, light=seed % 4 == 3, leavers=2 if seed % 3 == 2 else 0
    )
    state = GAME.new(seats, options, dealer.setup, box)
    while GAME.outcome(state) is None:
        move = dealer.choose(state)
        legal = GAME.legal_moves(state)
        assert move in legal or isinstance(move, Leave)
        assert [other for other in legal if GAME.refuse(state, other) is not None] == []
        done = GAME.play(state, move)
        assert dealer.witness(move, state, done.state, done.events) == []
        assert [fault.code for fault in GAME.audit(done.state) if not fault.warning] == []
        assert EN.say(GAME.say_move(state, move))
        state = done.state
    assert dealer.verdict(state) == []
    assert state.n <= GAME.longest


def test_official_rules_never_pay_more_than_96() -> None:
    for seed in range(20):
        draw = Draw(f"paid {seed}")
        options = GAME.resolve({"ruleset": "AMIGO_1993", "instant_end_at_zero": False, "start_points": 60})
        seats = GAME.colours[: 2 + seed % 5]
        dealer = TutankhamenDealer(GAME, seats, options, draw, light=False)
        state = GAME.new(seats, options, dealer.setup, GAME.box)
        while GAME.outcome(state) is None:
            state = GAME.play(state, _told(dealer, state)).state
        assert sum(state.points.values()) <= 96
        assert len(state.scored) == 15


def _told(dealer: TutankhamenDealer, state: Tutankhamen) -> Move:
    move = dealer.choose(state)
    dealer.truth.tell(move)
    return move
