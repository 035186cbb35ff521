"""Playing Tutankhamen: what is shown, what sets pay, truthful random games."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.game import Move
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.dealer import TutankhamenDealer
from companion.games.tutankhamen.moves import (
    Finish,
    Leave,
    Take,
)
from companion.games.tutankhamen.oracle import Rank, pay
from companion.games.tutankhamen.position import preview, set_stand
from companion.games.tutankhamen.scoring import award, contested, mask_matters
from companion.games.tutankhamen.state import Tutankhamen
from companion.language import Language
from tests.games.tutankhamen.positions import played, position, start

EN = Language("en")


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
