"""What is unusual about a box of Aton is told before a game begins, and never refused (spec aton 2.2)."""

from __future__ import annotations

import json
from pathlib import Path

from companion.games.aton import GAME
from companion.language import Language
from tests.kit.commands import run

EN = Language("en")


def test_the_shipped_box_is_as_every_known_copy() -> None:
    assert GAME.check_box(GAME.box) == ()


def test_a_box_with_other_cards_is_warned_of_and_can_be_played(tmp_path: Path) -> None:
    values = {"deck_per_player": {"1": 9, "2": 9, "3": 9, "4": 8}}
    found = GAME.check_box(GAME.box.with_overrides(values))
    assert found and all(fault.warning for fault in found)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(values), "utf-8")
    ran = run("box", "check", "aton", "--values", str(file), "--json")
    assert (ran.code, ran.value["good"], ran.value["faults"]) == (0, True, [])
    assert ran.value["warnings"] == [EN.say(fault.text) for fault in found]
