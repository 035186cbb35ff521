"""Every worked example of the rules, from tests/cases/aton."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.games.aton import GAME
from companion.games.aton.position import AtonState
from companion.games.aton.rules import thinning, to_thin
from companion.language import Language
from tests.games.aton.scene import code, do, lit, rows, table, tell

CASES = Path(__file__).parents[2] / "cases" / "aton"


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((CASES / name).read_text(encoding="utf-8"))


def _ids(cases: list[dict[str, Any]]) -> list[str]:
    return [f"{case['id']} {case.get('title', case.get('own', ''))}" for case in cases]


PLAYED = _load("cards.toml")["case"] + _load("counters.toml")["case"]
SCORED = _load("scoring.toml")["case"]
THINNED = _load("scoring.toml")["thinning"]


@pytest.mark.parametrize("case", PLAYED, ids=_ids(PLAYED))
def test_worked_example(case: dict[str, Any]) -> None:
    state = table(**case.get("given", {}))
    kinds: list[str] = []
    for step in case["steps"]:
        if "cards" in step:
            state, events = tell(state, *rows(**step["cards"]))
            kinds = [event.kind for event in events if event.kind != "reveal"]
        elif "do" in step:
            state, events = tell(state, step["do"])
            kinds = [event.kind for event in events]
        elif "thin" in step:
            state.phase, state.active = "thin", state.seats.index(step["thin"])
            state.first = state.active
        elif "refuse" in step:
            assert code(state, step["refuse"]) == step["code"]
        else:
            _see(state, kinds, step["see"])


def _see(state: AtonState, kinds: list[str], wanted: dict[str, Any]) -> None:
    decision = GAME.decision(state)
    outcome = GAME.outcome(state)
    side = dict(zip(state.seats, state.sides, strict=True))
    stock = {seat: state.stock(i) for i, seat in enumerate(state.seats)}
    for key, value in wanted.items():
        match key:
            case "phase" | "round":
                assert getattr(state, key) == value
            case "who":
                assert decision.seats == (value,)
            case "owed" | "forced":
                assert getattr(decision, key) == value
            case "lit":
                assert lit(state) == value
            case "lit_temples":
                assert sorted({int(space[0]) for space in lit(state)}) == value
            case "lit_count":
                assert len(lit(state)) == value
            case "events":
                assert kinds == value
            case "winner":
                assert outcome is not None and outcome.winners == (value,)
            case "reason":
                assert outcome is not None and outcome.reason == value
            case "stock":
                assert {seat: stock[seat] for seat in value} == value
            case "on_board":
                assert {seat: side[seat].counters.bit_count() for seat in value} == value
            case "pile" | "discard":
                assert {seat: getattr(side[seat].cards, key) for seat in value} == value
            case "under":
                assert {seat: list(side[seat].cards.under) for seat in value} == value
            case _:
                assert {seat: getattr(side[seat], key) for seat in value} == value, key


@pytest.mark.parametrize("case", SCORED, ids=_ids(SCORED))
def test_scoring_of_a_position(case: dict[str, Any]) -> None:
    before = case.get("before", [0, 0])
    data = {
        "board": {"red": case["red"].split(), "blue": case["blue"].split()},
        "scores": {"red": before[0], "blue": before[1]},
    }
    scores = GAME.sheets["aton"].score(data)
    assert list(scores.totals.values()) == case["total"]
    lines = {line.category: line for line in scores.lines}
    assert list(lines) == ["temple1", "temple2", "temple3", "temple4", "black", "bonus"]
    for category, points in case.get("lines", {}).items():
        assert [lines[category].points[seat] for seat in ("red", "blue")] == points, category
    for category, words in case.get("sums", {}).items():
        assert Language("en").say(lines[category].sum) == words
    for category, spaces in case.get("spaces", {}).items():
        assert [target.removeprefix("space:") for target in lines[category].targets] == spaces.split()


@pytest.mark.parametrize(
    "case", [case for case in SCORED if "then" in case], ids=_ids([c for c in SCORED if "then" in c])
)
def test_what_follows_a_scoring(case: dict[str, Any]) -> None:
    red, blue = case["red"].split(), case["blue"].split()
    dead = {"red": 9 + len(blue) - len(red), "blue": 9}
    before = case["before"]
    state = table(
        board={"red": red, "blue": blue},
        dead=dead,
        stock={"red": 0, "blue": 0},
        score={"red": before[0], "blue": before[1]},
    )
    # Nobody removes and nobody has a counter to place, so the round ends with the order.
    state = do(state, *rows([1, 2, 1, 1], [1, 2, 1, 1]), {"move": "tie_draw", "by": "table", "red": 1, "blue": 2})
    assert [side.score for side in state.sides] == case["total"]
    outcome = GAME.outcome(state)
    if "thins" in case["then"]:
        assert outcome is None
        assert state.phase == "thin" and state.seats[state.active] == case["then"]["thins"]
    else:
        assert outcome is not None
        assert (outcome.winners or ("",))[0] == case["then"]["winner"]
        assert outcome.reason == case["then"]["reason"]


@pytest.mark.parametrize("case", THINNED, ids=_ids(THINNED))
def test_thinning_numbers(case: dict[str, Any]) -> None:
    own = case["own"]
    fallback = case.get("fallback", "highest_number")
    assert list(thinning(tuple(own), fallback == "fullest")) == case["taken"]
    spaces = [f"{temple}.{n:02d}" for temple, many in enumerate(own, 1) for n in range(1, many + 1)]
    state = table(board={"red": spaces}, options={"thin_fallback": fallback})
    state.phase, state.first = "thin", 0
    assert list(to_thin(state, 0)) == case["taken"]
    for _ in range(sum(case["taken"])):
        if state.phase == "thin":
            state = do(state, GAME.legal_moves(state)[-1])
    left = [sum(1 for space in state.counters if space[0] == str(temple)) for temple in (1, 2, 3, 4)]
    assert [had - have for had, have in zip(own, left, strict=True)] == case["taken"]


def test_all_examples_of_the_rules_are_here() -> None:
    here = {case["id"] for case in PLAYED + SCORED + THINNED}
    elsewhere = {"G37", "G48"}  # test_wins.py, test_cards.py
    numbered = {f"G{n:02d}" for n in range(1, 51)} - {"G12", "G18", "G23", "G25", "G40", "G49"}
    assert here | elsewhere == numbered
