"""The scoring examples of the specification, read from tests/cases/sobek, told twice: by the scoring and the oracle."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.engine.box import parse_box
from companion.engine.game import ScoreLine, Scores
from companion.games.sobek import scoring, track
from companion.games.sobek.oracle import Hoard, Oracle, scarabs
from companion.games.sobek.scoring import LaidSet, Pile
from companion.games.sobek.sheet import RoundSheet
from companion.language import Language

ROOT = Path(__file__).parents[3]
BOX = parse_box((ROOT / "companion/games/sobek/box.toml").read_text("utf-8"))
CASES = tomllib.loads((ROOT / "tests/cases/sobek/scoring.toml").read_text("utf-8"))
EN = Language("en")
SHEET = RoundSheet(BOX)
SEATS = ("red", "blue", "green", "yellow")


def _cases(kind: str) -> Any:
    return pytest.mark.parametrize("case", CASES[kind], ids=[case["name"] for case in CASES[kind]])


@_cases("set")
def test_a_set_is_worth_what_was_worked_out(case: dict[str, Any]) -> None:
    bonus, blessings = case.get("bonus", 1), case.get("prosperity", 0)
    shown = sum(map(scarabs, case["cards"]))
    laid = LaidSet(case["family"], shown, len(case["cards"]), case.get("horizontal", False), blessings)
    assert scoring.worth(laid, bonus) == case["points"]
    if "sum" in case:
        assert EN.say(scoring.say_set(laid, bonus)) == case["sum"]
    flat = case.get("horizontal", False)
    hoard = Hoard(0, flat=[case["cards"]]) if flat else Hoard(0, upright=[case["cards"]], blessed=[blessings])
    assert hoard.points(bonus) == case["points"]


@_cases("round")
def test_a_round_is_scored_as_worked_out(case: dict[str, Any]) -> None:
    scores = SHEET.score(case["sheet"])
    assert list(scores.open) == case.get("open", [])
    given = case.get("needs", [])
    assert len(scores.needs) == len(given)
    assert all(field in EN.say(need) for field, need in zip(given, scores.needs, strict=True))
    for who in scores.before:
        assert scores.more["earned"][who] == case["earned"].get(who)
        assert scores.more["penalty"][who] == case["penalty"].get(who)
    assert {who: n for who, n in scores.totals.items() if who not in scores.open} == case["scores"]


@_cases("back")
def test_the_most_corrupt_goes_back_as_worked_out(case: dict[str, Any]) -> None:
    assert list(scoring.way_back(track.DEFAULT, case["score"], case["points"])) == case["way"]
    laid = [["WHE1"] * case["points"]]
    hoard = Hoard(case["score"] - case["points"], flat=laid, hidden=["WHE0"])
    verdict = Oracle(track.DEFAULT, 1, 1).round({"red": hoard})
    assert verdict.scores == {"red": case["way"][-1]}
    assert verdict.penalty == {"red": case["way"][0] - case["way"][-1]}


@_cases("alliance")
def test_an_alliance_moves_the_markers_as_worked_out(case: dict[str, Any]) -> None:
    symbol, other = case["symbol"], case.get("other", 0)
    assert track.next_same(track.DEFAULT, case["own"], symbol) == case["to"]
    assert track.space(case["to"]) == case.get("space", case["to"])
    back = track.prev_same(track.DEFAULT, other, symbol)
    assert (other if back is None else back) == case.get("back", other)
    assert Oracle(track.DEFAULT, 1, 1).alliance(case["own"], other, symbol) == (case["to"], case.get("back", other))


@_cases("space")
def test_the_marker_stands_on_the_space_of_its_lap(case: dict[str, Any]) -> None:
    assert {score: track.space(int(score)) for score in case["spaces"]} == case["spaces"]


@_cases("wins")
def test_whoever_has_most_wins(case: dict[str, Any]) -> None:
    assert list(scoring.winners(case["scores"])) == case["winners"]
    assert Oracle.winners(case["scores"]) == set(case["winners"])


def test_the_game_ends_after_the_second_round_only_above_a_hundred() -> None:
    assert [Oracle.over(n, (101, 3)) for n in (1, 2, 3)] == [False, True, True]
    assert not Oracle.over(2, (100, 3))


def test_steps_are_counted_on_a_track_that_is_not_regular() -> None:
    own = list(track.DEFAULT)
    own[7], own[9] = "D", "B"
    assert track.prev_same(own, 12, "B") == 9
    assert track.next_same(own, 4, "D") == 7
    assert scoring.way_back(own, 14, 10) == (14, 7)
    assert Oracle(own, 1, 1).round({"red": Hoard(4, flat=[["WHE1"] * 10])}).scores == {"red": 7}


def test_a_symbol_that_stands_nowhere_behind_keeps_the_marker() -> None:
    own = ["B" if sign == "D" else sign for sign in track.DEFAULT]
    own[14] = "D"
    assert scoring.way_back(own, 14, 20) == (14,)
    assert track.prev_same(own, 14, "D") is None
    assert Oracle(own, 1, 1).round({"red": Hoard(4, flat=[["WHE1"] * 10])}).scores == {"red": 14}


def test_an_alliance_by_the_own_space_moves_five() -> None:
    oracle = Oracle(track.DEFAULT, 1, 1)
    for score in (0, 1, 38, 61, 99, 104):
        sign = track.DEFAULT[track.space(score)]
        assert oracle.alliance(score, score) == (score + 5, max(score - 5, score if score < 5 else 0))
        assert track.next_same(track.DEFAULT, score, sign) == score + 5


def test_scarabs_are_asked_of_tied_players_with_cards_only() -> None:
    piles = {"red": Pile(5), "blue": Pile(5, scarabs=2), "green": Pile(3), "yellow": Pile(3, curses=1)}
    assert scoring.heaviest(piles, 1) == ("red", "blue")
    assert scoring.uncounted(piles, 1) == ("red",)
    assert scoring.heaviest(piles, 2) == ("red", "blue", "yellow")
    assert scoring.uncounted({"red": Pile(0), "blue": Pile(0)}, 1) == ()
    assert scoring.uncounted({"red": Pile(0, curses=2), "blue": Pile(2)}, 1) == ("blue",)
    assert scoring.uncounted({"red": Pile(6), "blue": Pile(5)}, 1) == ()


def _lines(
    own: list[str], before: dict[str, int], sets: dict[str, list[LaidSet]], piles: dict[str, Pile],
    bonus: int, weight: int, all_zero: bool,
) -> list[ScoreLine]:  # fmt: skip
    """The lines of a round put together: every set, then the way back of each most corrupt."""
    lines = list(scoring.set_lines(sets, bonus))
    for who in scoring.condemned(piles, weight, all_zero):
        points = scoring.earned(sets[who], bonus)
        way = scoring.way_back(own, before[who] + points, points)
        lines.append(scoring.penalty_line(who, piles[who], weight, points, way))
    return lines


def test_scoring_and_oracle_agree_on_random_rounds() -> None:
    dice = random.Random(7)
    deck = [f"{f}{n}" for f, n in (("IVO", 3), ("EBO", 2), ("MAR", 2), ("CAT", 1), ("FIS", 1), ("WHE", 1))]
    for _ in range(300):
        own = list(track.DEFAULT)
        if dice.random() < 0.5:
            for at in range(0, 100, 5):
                own[at + 1 : at + 5] = dice.sample(own[at + 1 : at + 5], 4)
        bonus, weight, zero = dice.choice((1, 2)), dice.choice((1, 2)), dice.random() < 0.5
        hoards, sets, piles, before = {}, {}, {}, {}
        for who in SEATS[: dice.randint(2, 4)]:
            hoard = Hoard(dice.randrange(130), curses=dice.choice((0, 0, 1, 2)))
            told = []
            for _ in range(dice.randrange(4)):
                card = dice.choice(deck)
                cards = [dice.choice((card, f"{card[:3]}0", "AMU", "THI")) for _ in range(dice.randint(3, 6))]
                flat, blessed = dice.random() < 0.3, dice.choice((0, 0, 1, 2))
                told.append(LaidSet(card[:3], sum(map(scarabs, cards)), len(cards), flat, 0 if flat else blessed))
                (hoard.flat if flat else hoard.upright).append(cards)
                hoard.blessed += [] if flat else [blessed]
            hoard.hidden = [dice.choice(deck) for _ in range(dice.randrange(4))]
            hoards[who], sets[who], before[who] = hoard, told, hoard.score
            piles[who] = Pile(len(hoard.hidden), hoard.curses, sum(map(scarabs, hoard.hidden)))
        verdict = Oracle(own, bonus, weight, nobody_guilty=not zero).round(hoards)
        scores = Scores(tuple(_lines(own, before, sets, piles, bonus, weight, zero)), before)
        assert scores.totals == verdict.scores
        assert list(scoring.condemned(piles, weight, zero)) == verdict.corrupt
        for who in hoards:
            assert before[who] <= verdict.scores[who], "nobody falls below the score before the round"
