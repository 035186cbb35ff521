"""The worked examples of the specification, read from tests/cases/nefertiti."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from companion.games.nefertiti import GAME
from companion.games.nefertiti.position import end_chance
from tests.games.nefertiti.scene import SEATS, box, move_of, play, put, start

CASES = Path(__file__).parents[2] / "cases" / "nefertiti"
SCORING = tomllib.loads((CASES / "scoring.toml").read_text("utf-8"))
TURNS = tomllib.loads((CASES / "turns.toml").read_text("utf-8"))["turn"]


@pytest.mark.parametrize("case", TURNS, ids=[case["name"] for case in TURNS])
def test_a_turn_goes_as_worked_out(case: dict[str, Any]) -> None:
    known = box(**case.get("box", {}))
    state = start(SEATS[: case.get("players", 4)], case.get("options"), known)
    state = put(state, case.get("position", {}))
    kinds: list[str] = []
    for data in case["moves"]:
        if "refused" in data:
            refusal = GAME.refuse(state, move_of(data))
            assert refusal is not None and refusal.code == data["refused"], (data, refusal)
            assert move_of(data) not in GAME.legal_moves(state)
            continue
        state, events = play(state, data)
        kinds += [event.kind for event in events]
    for name, wanted in case.get("after", {}).items():
        got = getattr(state, name)
        if isinstance(wanted, dict):
            got = {key: list(got[key]) if isinstance(got[key], tuple) else got[key] for key in wanted}
            if name == "held":
                got = {who: {g: got[who][g] for g in wanted[who]} for who in wanted}
        assert (list(got) if isinstance(got, tuple) else got) == wanted, name
    assert [kind for kind in kinds if kind.startswith("close.")] == case.get("closed", [])
    if "next" in case:
        assert [state.stage, state.asked or "table"] == case["next"]
    if "offered" in case:
        offered = [
            getattr(move, "square", "") or getattr(move, "place", "") or type(move).__struct_config__.tag
            for move in GAME.legal_moves(state)
        ]
        assert sorted(map(str, offered)) == sorted(case["offered"])


@pytest.mark.parametrize("case", SCORING["money"], ids=[case["name"] for case in SCORING["money"]])
def test_the_money_of_the_beginning_adds_up(case: dict[str, Any]) -> None:
    state = start(SEATS[: case["players"]])
    assert list(state.money.values()) == case["purses"]
    assert sum(state.reserve.values()) == case["reserves"]
    assert sum(state.money.values()) + sum(state.reserve.values()) == state.total == case["total"]
    lost = state.twin()
    lost.money["red"] -= 1
    assert [fault.code for fault in GAME.audit(lost) if not fault.warning] != []


@pytest.mark.parametrize("case", SCORING["chance"], ids=[case["name"] for case in SCORING["chance"]])
def test_akhenaton_appears_with_the_chance_worked_out(case: dict[str, Any]) -> None:
    state = start()
    assert end_chance(put(state, {"deck": state.deck - case["drawn"]}), case["cards"]) == Fraction(case["chance"])
