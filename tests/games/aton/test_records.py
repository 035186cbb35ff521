"""Two whole games on record, checked by hand round by round (docs/records/aton.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.engine.record import dump, examine
from companion.games import find_game
from companion.games.aton import GAME

FOLDER = Path(__file__).parents[3] / "docs" / "records"
RECORDS = tomllib.loads((FOLDER / "aton.toml").read_text(encoding="utf-8"))["record"]


@pytest.mark.parametrize("case", RECORDS, ids=lambda case: case["file"])
def test_a_game_on_record_agrees_with_its_check(case: dict[str, Any]) -> None:
    data = (FOLDER / case["file"]).read_bytes()
    record, sitting, results, faults = examine(data, find_game)
    assert faults == [] and record is not None and sitting is not None
    assert len(results) == case["moves"]
    for round in case["round"]:
        state = results[round["n"] - 1].state
        assert [side.score for side in state.sides] == round["score"], round["check"]
        assert [state.stock(i) for i in (0, 1)] == round["stock"], round["check"]
        assert [side.dead for side in state.sides] == round["dead"], round["check"]
    outcome = GAME.outcome(results[-1].state)
    assert outcome is not None
    assert (list(outcome.winners), outcome.reason) == (case["winners"], case["reason"])
    assert list(outcome.scores.values()) == case["score"]
    assert dump(record).encode() == data
