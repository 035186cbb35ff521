"""A whole game on record, checked by hand mark by mark (docs/records/egizia.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.engine.move import Refusal
from companion.engine.record import dump, examine
from companion.games import find_game
from companion.games.egizia import GAME
from companion.language import Language

FOLDER = Path(__file__).parents[3] / "docs" / "records"
RECORDS = tomllib.loads((FOLDER / "egizia.toml").read_text(encoding="utf-8"))["record"]


@pytest.mark.parametrize("case", RECORDS, ids=lambda case: case["file"])
def test_a_game_on_record_agrees_with_its_check(case: dict[str, Any]) -> None:
    data = (FOLDER / case["file"]).read_bytes()
    record, sitting, results, faults = examine(data, find_game)
    assert faults == [] and record is not None and sitting is not None
    assert sitting.box.practice
    assert len(results) == case["moves"]
    marks = {mark["n"]: mark for mark in case["marks"]}
    score = [0] * len(sitting.state.seats)
    for n, played in enumerate(results, 1):
        # The points change at the marks and nowhere else.
        mark = marks.get(n, {"score": score, "check": f"move {n}"})
        score = [row.points for row in GAME.standings(played.state)]
        assert score == mark["score"], mark["check"]
    outcome = GAME.outcome(results[-1].state)
    assert outcome is not None
    assert (list(outcome.winners), outcome.reason) == (case["winners"], case["reason"])
    assert list(outcome.scores.values()) == case["score"]
    assert dump(record).encode() == data


def test_a_fault_of_a_record_is_said_with_the_title_of_its_refusal_once() -> None:
    english = Language("en")
    turn = Refusal("E_TURN", {"who": "Anna"})
    assert english.say(GAME.say_whole_refusal(turn)) == "It is Anna’s turn. Wait until it is yours."
    over = english.say(find_game("sobek").say_whole_refusal(Refusal("E_OVER")))
    assert over == "The game is over. Undo brings the last move back."
    data = (
        (FOLDER / "egizia-practice.jsonl")
        .read_text("utf-8")
        .replace('"move":"pass","by":"blue"', '"move":"pass","by":"red"')
    )
    faults = examine(data.encode(), find_game)[3]
    assert english.say(faults[0].text).endswith("’s turn. Wait until it is yours.")
