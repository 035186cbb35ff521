"""The two example records replay to what was worked out by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.engine.record import dump, examine
from companion.games.tutankhamen import GAME

FOLDER = Path(__file__).parents[3] / "docs" / "records"
RECORDS = tomllib.loads((FOLDER / "tutankhamen.toml").read_text("utf-8"))["record"]


@pytest.mark.parametrize("case", RECORDS, ids=[case["file"] for case in RECORDS])
def test_an_example_record_replays_to_the_hand_checked_score(case: dict[str, Any]) -> None:
    data = (FOLDER / case["file"]).read_bytes()
    record, sitting, results, faults = examine(data, lambda _: GAME)
    assert faults == []
    assert record is not None and sitting is not None
    assert dump(record).encode() == data
    booked: dict[str, list[int]] = {who: [] for who in record.header.seat_ids}
    scorings, before = [], sitting.state
    for result in results:
        for event in result.events:
            for who, n in event.points.items():
                booked[who].append(n)
            if event.kind == "score":
                held: Any = event.text.params.get("held", ())
                tiles = {part.params["who"].seat: part.params["n"] for part in held}
                scorings.append([before.turns, event.targets[0].removeprefix("set:"), tiles, dict(event.points)])
        assert [fault.code for fault in GAME.audit(result.state)] == []
        before = result.state
    assert booked == case["booked"]
    assert {who: sum(points) for who, points in booked.items()} == case["scores"] == dict(before.points)
    outcome = GAME.outcome(before)
    assert outcome is not None
    assert (list(outcome.winners), outcome.reason, before.turns) == (case["winners"], case["reason"], case["turns"])
    if "scorings" in case:
        assert scorings == case["scorings"]
