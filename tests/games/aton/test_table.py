"""The real table: counts, corrections, what to put back, audit, box values, words."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.games.aton import GAME
from companion.games.aton.layout import facts_of
from companion.games.aton.position import AtonState
from companion.language import Language
from tests.games.aton.scene import code, do, rows, table, tell

EN = Language("en")


def correct(**values: Any) -> dict[str, Any]:
    return {"move": "correct", "by": "table", **values}


# corrections


def test_a_correction_puts_counters_dead_scores_and_tokens_right() -> None:
    state = table(board={"red": ["1.01"], "blue": ["1.02"]}, dead={"red": 1})
    state = do(
        state,
        correct(
            board={"1.01": None, "1.02": "red", "2.05": "blue"},
            dead={"red": 2, "blue": 1},
            scores={"blue": 7},
            tokens={"red": False},
        ),
    )
    assert state.counters == {"1.02": "red", "2.05": "blue"}
    assert [side.dead for side in state.sides] == [2, 1]
    assert [state.stock(i) for i in (0, 1)] == [26, 27]
    assert state.sides[1].score == 7 and not state.sides[0].token


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({}, "E_CORRECT"),
        ({"board": {"5.01": "red"}}, "E_SPACE"),
        ({"board": {"1.01": "green"}}, "E_CORRECT"),
        ({"dead": {"red": 8}}, "E_CORRECT"),
        ({"dead": {"red": -1}}, "E_CORRECT"),
        ({"dead": {"red": 10**30}}, "E_CORRECT"),
        ({"dead": {"green": 1}}, "E_CORRECT"),
        ({"scores": {"red": -1}}, "E_CORRECT"),
        ({"scores": {"red": 1000}}, "E_CORRECT"),
        ({"tokens": {"": True}}, "E_CORRECT"),
        ({"dead": {"red": 7}, "board": {f"{t}.{n:02d}": "red" for t in (1, 2) for n in range(1, 13)}}, "E_CORRECT"),
    ],
)
def test_a_correction_that_can_not_be_is_refused(values: dict[str, Any], wanted: str) -> None:
    assert code(table(), correct(**values)) == wanted


def test_only_the_table_corrects() -> None:
    assert code(table(), {"move": "correct", "by": "red", "scores": {"red": 1}}) == "E_TURN"


def test_a_correction_in_the_middle_of_a_step_works_out_anew_what_is_owed() -> None:
    state = do(table(board={"blue": ["1.01", "1.02", "1.03"]}), *rows([1, 4, 1, 1], [2, 4, 1, 1]))
    assert GAME.decision(state).owed == 2
    state = do(state, correct(board={"1.01": None, "1.02": None}))
    assert GAME.decision(state).owed == 1
    state = do(state, correct(board={"1.03": None}))
    assert state.phase == "place"


def test_the_kingdom_may_hold_more_during_a_round_than_at_its_start() -> None:
    assert code(table(), correct(dead={"red": 5, "blue": 3})) == "E_CORRECT"
    state = do(table(), *rows([1, 2, 4, 1], [1, 3, 4, 1]))
    assert code(state, correct(dead={"red": 8, "blue": 7})) is None
    assert code(state, correct(dead={"red": 8, "blue": 8})) == "E_CORRECT"
    state = do(table(options={"dead_overflow": "stock"}), *rows([1, 2, 4, 1], [1, 3, 4, 1]))
    assert code(state, correct(dead={"red": 5, "blue": 4})) == "E_CORRECT"


def test_edits_lead_to_the_correction_that_changes_them() -> None:
    state = table(board={"red": ["1.01"]})
    ids = {edit.id: edit for edit in GAME.edits(state)}
    assert len(ids) == 48 + 6 and ids["space:1.01"].value == "red" and ids["space:1.02"].value == "empty"
    move = GAME.correction(state, {"space:1.01": "empty", "space:1.02": "blue", "dead:red": 3, "token:blue": "used"})
    state = do(state, move)
    assert state.counters == {"1.02": "blue"} and state.sides[0].dead == 3 and not state.sides[1].token
    for values in ({"space:9.01": "red"}, {"space:1.01": "green"}, {"dead:red": "many"}, {"token:red": 1}):
        with pytest.raises(InputError):
            GAME.correction(state, values)


def test_a_correction_that_changes_nothing_is_refused() -> None:
    state = table(board={"red": ["1.01"]}, score={"red": 3})
    same = correct(board={"1.01": "red", "1.02": None}, scores={"red": 3}, tokens={"blue": True}, dead={"red": 0})
    assert code(state, same) == "E_CORRECT"


def test_a_correction_that_ends_a_step_says_so() -> None:
    state = do(table(board={"blue": ["1.01", "1.02"]}), *rows([1, 3, 1, 1], [2, 4, 1, 1]))
    state, events = tell(state, correct(board={"1.01": None, "1.02": None}))
    assert state.phase == "place"
    assert [EN.say(event.text) for event in events][1:] == ["As it lies now, Red has nothing left to do in this step."]


def test_a_correction_that_fills_the_kingdom_tells_of_the_scoring() -> None:
    state = do(table(dead={"red": 7}), *rows([1, 2, 1, 1], [2, 2, 1, 1]))
    assert [event.kind for event in tell(state, correct(dead={"red": 8}))[1]] == ["correct", "dead"]
    assert [event.kind for event in tell(state, correct(dead={"red": 6}))[1]] == ["correct"]


def test_play_after_a_correction_may_bring_more_to_the_dead_without_a_fault() -> None:
    six_each = {"red": [f"1.{n:02d}" for n in range(1, 7)], "blue": [f"1.{n:02d}" for n in range(7, 13)]}
    state = do(table(board=six_each), *rows([1, 2, 1, 4], [1, 3, 1, 1]), correct(dead={"red": 8, "blue": 7}))
    state = do(state, {"move": "place_all", "by": "red", "spaces": []})
    assert state.dead == 19
    assert [(fault.code, fault.warning) for fault in GAME.audit(state)] == [("W_DEAD", True)]
    assert code(state, correct(scores={"red": 5})) is None
    assert code(state, correct(dead={"red": 9})) == "E_CORRECT"


# audit


def test_a_kingdom_with_fewer_spaces_may_hold_eight_more_than_fit() -> None:
    six_each = {"red": [f"1.{n:02d}" for n in range(1, 7)], "blue": [f"1.{n:02d}" for n in range(7, 13)]}
    state = do(table(board=six_each, dead={"red": 3}, box={"dead_spaces": 4}), *rows([1, 4, 1, 4], [2, 4, 1, 4]))
    state = do(state, *({"move": "remove", "by": "red", "space": space} for space in ("1.07", "1.08")))
    state = do(state, {"move": "place_all", "by": "red", "spaces": ["1.07", "1.08"]})
    assert state.dead == 7 and GAME.audit(state) == ()
    state = do(state, *({"move": "remove", "by": "blue", "space": space} for space in ("1.01", "1.02")))
    assert state.dead == 9 and GAME.audit(state) == ()
    assert {edit.high for edit in GAME.edits(state) if edit.id.startswith("dead:")} == {11}


def test_the_audit_names_everything_wrong_at_once() -> None:
    state = table(board={"red": ["1.01"]}, dead={"red": 30, "blue": 2})
    state.sides[1].counters = state.sides[0].counters
    state.sides[1].score = -1
    assert [fault.code for fault in GAME.audit(state)] == ["A_SPACE", "A_COUNTERS", "A_SCORE", "A_DEAD"]
    assert GAME.audit(table()) == ()


def test_in_the_first_rounds_the_kingdom_is_empty_then_nearly_so() -> None:
    for round, dead, doubted in ((1, 1, True), (2, 1, True), (3, 4, False), (3, 5, True), (4, 5, False)):
        codes = [fault.code for fault in GAME.audit(table(round=round, dead={"red": dead})) if fault.warning]
        assert codes == (["W_DEAD"] if doubted else []), round


def test_a_score_marker_that_differs_is_a_warning() -> None:
    state = table(score={"red": 12, "blue": 43})
    assert GAME.score_check(state, {"red": 12, "blue": 43}) == ()
    assert GAME.score_check(state, {"blue": 40}) == ()
    faults = GAME.score_check(state, {"red": 11, "blue": 43})
    assert [(fault.code, fault.warning) for fault in faults] == [("W_SCORE", True)]


def test_a_marker_put_right_is_told_with_what_the_count_was() -> None:
    state = table(score={"red": 12, "blue": 20})
    played = GAME.play(state, GAME.correction(state, {"score:red": 14}))
    told = [Language("en", {"red": "Anna"}).say(event.text) for event in played.events if event.kind == "warning"]
    assert told == ["The marker of Anna is on 14; by the app it is 12."]
    assert [side.score for side in played.state.sides] == [14, 20]


# words


def test_the_table_is_told_how_it_should_look() -> None:
    state = table(board={"red": ["1.01", "4.12"]}, score={"red": 12}, dead={"blue": 2})
    said = [EN.say(text) for text in GAME.lay_out(state)]
    assert "Red has in the temples: 1.01, 4.12." in said
    assert "Blue: 27 in the stock, 2 in the Kingdom of the Dead." in said
    assert "The score marker of Red is at 12." in said
    assert "The score marker of Blue is before space 1." in said
    far = [EN.say(text) for text in GAME.lay_out(table(score={"red": 40, "blue": 43}))]
    assert "The score marker of Red is at 40." in far
    assert "The score marker of Blue is at the end of its track; the score is 43." in far


def test_the_table_is_told_where_the_four_cards_of_each_lie() -> None:
    def said(state: AtonState, who: str) -> list[str]:
        return [
            line for text in GAME.lay_out(state) if (line := EN.say(text)).startswith(who) and "cartouches 1" in line
        ]

    one_ready = do(table(), {"move": "ready", "by": "red"})
    assert said(one_ready, "Red") == ["Red has a row face down at cartouches 1 to 4."]
    assert said(one_ready, "Blue") == []
    early = do(one_ready, {"move": "turned_up", "by": "red"})
    assert said(early, "Red") == ["Red has a row face up at cartouches 1 to 4."]
    both = do(one_ready, {"move": "ready", "by": "blue"}, {"move": "reveal", "by": "red", "cards": [1, 2, 3, 4]})
    assert said(both, "Red") == ["Red has 1, 2, 3, 4 at cartouches 1 to 4."]
    assert said(both, "Blue") == ["Blue has a row face up at cartouches 1 to 4."]
    # While counters go home after a scoring, the rows are on the discard piles already.
    thin = do(
        table(dead={"red": 7}), *rows([1, 2, 4, 1], [2, 2, 4, 1]), {"move": "place", "by": "red", "space": "1.01"}
    )
    thin = do(thin, correct(dead={"red": 8}), {"move": "place", "by": "blue", "space": "2.01"})
    assert thin.phase == "thin" and said(thin, "Red") == said(thin, "Blue") == []


def test_cards_under_a_pile_are_told_in_their_order() -> None:
    state = do(table(), *rows([3, 2, 1, 1], [3, 2, 1, 1]))
    for red, blue in ((2, 2), (4, 1)):
        state = do(state, {"move": "tie_draw", "by": "table", "red": red, "blue": blue})
    assert "Under the draw pile of Red, the lowest card last: 2, 4." in [EN.say(text) for text in GAME.lay_out(state)]


def test_the_headline_says_who_does_what_where() -> None:
    say = Language("en", {"red": "Anna", "blue": "Bence"}).say
    state = do(table(board={"blue": ["1.01", "1.02", "3.01"]}), *rows([1, 3, 2, 3], [1, 4, 1, 1]))
    assert say(GAME.decision(state).prompt) == "Anna, remove 1 counter of Bence from temple 1 or 2."
    state = do(state, {"move": "remove", "by": "red", "space": "1.01"}, {"move": "place", "by": "red", "space": "1.01"})
    decision = GAME.decision(state)
    assert say(decision.prompt) == "Anna, place 2 more counters in temple 1 or 2."
    assert decision.owed_text is not None and say(decision.owed_text) == "2 to place"
    assert (decision.owed, decision.done) == (2, 1)


def test_the_phase_bar_shows_who_acts_first() -> None:
    label, bar = GAME.phases(do(table(), *rows([1, 3, 2, 3], [1, 1, 1, 1])))
    assert EN.say(label) == "Round 4"
    assert [EN.say(phase.title) for phase in bar] == [
        "Cards",
        "Points",
        "Remove",
        "Place",
        "Remove",
        "Place",
        "Scoring",
    ]
    assert [phase.seat for phase in bar] == [None, None, "blue", "blue", "red", "red", None]
    assert [phase.status for phase in bar] == ["done", "done", "done", "now", "next", "next", "next"]


def test_the_phase_bar_of_a_finished_game_shows_how_far_it_came() -> None:
    def done(state: AtonState) -> list[str]:
        assert state.phase == "over"
        assert all(phase.status != "now" for phase in GAME.phases(state)[1])
        return [phase.id for phase in GAME.phases(state)[1] if phase.status == "done"]

    assert done(do(table(score={"red": 38}), *rows([4, 2, 1, 1], [1, 3, 1, 1]))) == ["cards", "points"]
    near = table(board={"red": [f"1.{n:02d}" for n in range(1, 12)]})
    won = do(near, *rows([1, 2, 1, 1], [1, 3, 1, 1]), {"move": "place_all", "by": "red", "spaces": ["1.12"]})
    assert done(won) == ["cards", "points", "remove1", "place1"]
    assert done(do(table(), {"move": "stop", "by": "table"})) == []
    state = do(table(dead={"red": 7}, score={"red": 39}), *rows([1, 2, 1, 1], [1, 2, 1, 1]))
    state = do(state, {"move": "tie_draw", "by": "table", "red": 1, "blue": 2}, correct(dead={"red": 8}))
    state = do(state, *({"move": "place", "by": who, "space": s} for who, s in (("red", "1.05"), ("blue", "1.01"))))
    assert len(done(state)) == 7


def test_the_score_strip_shows_what_a_scoring_would_bring_now() -> None:
    red, blue = GAME.standings(table(board={"red": ["1.01", "1.02", "3.04"]}, score={"red": 10, "blue": 3}))
    assert (red.points, red.scored_now, red.goal) == (10, 10 + 2 + 1 + 1, 40)
    assert (blue.points, blue.scored_now) == (3, 3)
    assert red.note is not None and EN.say(red.note) == "Stock 26"


def test_both_rows_are_entered_in_eight_values() -> None:
    state = do(table(), {"move": "ready", "by": "red"}, {"move": "ready", "by": "blue"})
    decision = GAME.decision(state)
    assert decision.kind == "declare" and decision.seats == ("red", "blue")
    assert sum(field.count for form in decision.forms for field in form.fields) == 8
    assert len(GAME.legal_moves(state)) == 512


def test_every_decision_has_help() -> None:
    for phase in ("cards", "thrown", "reveal", "tie_draw", "coin", "remove", "place", "thin", "over"):
        assert GAME.help.phases[phase].text
    assert len(GAME.help.rulings) >= 18


def test_a_scoring_is_told_line_by_line_and_the_dead_go_home() -> None:
    state = table(board={"red": ["1.01"], "blue": ["4.08"]}, dead={"red": 4, "blue": 3})
    state = do(state, *rows([1, 2, 4, 1], [2, 2, 1, 1]), {"move": "place", "by": "red", "space": "2.01"})
    state = do(state, correct(dead={"red": 5}))
    state, events = tell(state, {"move": "place", "by": "blue", "space": "1.02"})
    scoring = next(event for event in events if event.kind == "scoring")
    assert scoring.scoring is not None and scoring.show
    # Temple 1 is 1 : 1; Red has temple 2; Blue has temple 4 and one blue space; cartouche 1 gave Blue 2.
    assert scoring.scoring.totals == {"red": 5, "blue": 5} and scoring.points == {"red": 5, "blue": 3}
    assert (state.phase, state.seats[state.active]) == ("thin", "red")


# the box


def test_a_smaller_box_holds_for_both_players() -> None:
    state = table(box={"counters_per_player": 28})
    assert [state.stock(i) for i in (0, 1)] == [28, 28]
    assert GAME.census(state)["counters red"] == (28, {"stock": 28, "temples": 0, "dead": 0})


def test_odd_box_values_are_warned_of_and_played() -> None:
    temples = {key: list(kinds) for key, kinds in GAME.box.value("temples").items()}
    temples["2"] = [*temples["2"][:-1], "Y", "+1"]
    state = table(box={"temples": temples, "deck_per_player": {"1": 9, "2": 9, "3": 9, "4": 8}})
    said = " ".join(EN.say(fault.text) for fault in GAME.audit(state) if fault.code == "W_BOX")
    for part in ("Temple 2 has 13", "49 spaces", "15 yellow", "13 green", "add up to 9", "35 cards"):
        assert part in said
    assert do(state, *rows([1, 2, 4, 1], [1, 3, 4, 1]), {"move": "place", "by": "red", "space": "2.13"})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("temples", {"1": ["Y"]}),
        ("temples", ["Y"]),
        ("temples", {"1": [1], "2": ["Y"], "3": ["Y"], "4": ["Y"]}),
        ("deck_per_player", {"1": 9}),
        ("deck_per_player", {"1": 1, "2": 1, "3": 1, "4": 1}),
        ("counters_per_player", "29"),
        ("counters_per_player", True),
        ("target", 0),
        ("hand", 5),
    ],
)
def test_box_values_of_the_wrong_form_are_named(key: str, value: Any) -> None:
    with pytest.raises(InputError) as caught:
        facts_of(GAME.box.with_overrides({key: value}))
    assert f"“{key}”" in EN.say(caught.value.text)


def test_a_game_has_the_seats_red_and_blue() -> None:
    for seats in (("red",), ("red", "green"), ("red", "red"), ("red", "blue", "green")):
        with pytest.raises(InputError):
            GAME.new(seats, GAME.resolve({}), GAME.draw_setup(seats, {}, None, GAME.box), GAME.box)  # type: ignore[arg-type]


def test_seats_may_sit_the_other_way_round() -> None:
    def score(seats: tuple[str, str]) -> AtonState:
        return do(table(seats=seats), *rows([4, 2, 1, 1], [1, 3, 1, 1]))

    one, other = score(("red", "blue")), score(("blue", "red"))
    assert one.sides[0].score == other.sides[1].score == 6
    assert GAME.decision(one).seats == GAME.decision(other).seats == ("red",)
