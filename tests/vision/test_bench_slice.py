"""A slice of the tiers read end to end, and the mutations of the kit that must be noticed.

On seeds for tuning: the frozen ones are for `cartouche vision bench` alone.
"""

from __future__ import annotations

from functools import lru_cache

import pytest

from companion.vision.score import Score
from tests.kit.scene import TIERS, TUNING, Changes
from tests.kit.scene.games import game_of
from tests.kit.scene.measure import Table, changed, measure, shot_of, table_of

READS = 6
NUMBER = 100


def seeds(reads: int = READS) -> range:
    return TUNING[200 : 200 + reads]


@lru_cache(maxsize=4)
def table(game: str, tier: str) -> Table:
    return table_of(game_of(game), TIERS[tier], NUMBER)


@lru_cache(maxsize=8)
def figures(game: str, tier: str, reads: int = READS) -> dict[str, float]:
    return found(measure(table(game, tier), seeds(reads)))


def found(score: Score) -> dict[str, float]:
    return {row.id: row.figure for row in score.rows("clean")}


@pytest.mark.parametrize(("tier", "right"), [("clean", 0.995), ("normal", 0.99), ("hard", 0.93)])
def test_a_board_of_pieces_is_read(tier: str, right: float) -> None:
    rows = figures("aton", tier)
    assert rows["located"] == 1.0
    assert rows["place"] >= right
    assert rows["silent"] <= (0.17 if tier == "hard" else 0.0)
    assert rows["foreign"] == 1.0
    assert rows["off"] <= {"clean": 1.0, "normal": 1.5, "hard": 3.0}[tier]


def test_a_row_of_cards_is_read() -> None:
    rows = figures("sobek", "normal", 4)
    assert rows["art"] == 1.0
    assert rows["silent"] == 0.0


def mutated(changes: Changes) -> dict[str, float]:
    """What is read over the table of the normal tier when it was changed after it was calibrated."""
    return found(measure(changed(table("aton", "normal"), changes), seeds(3)))


def test_two_colours_swapped_are_noticed() -> None:
    assert mutated(Changes(swap=("red", "blue")))["colour"] < 0.2


def test_a_board_that_was_moved_is_noticed() -> None:
    rows = mutated(Changes(shift=13.0))
    assert rows["refused"] == 1.0 or rows["place"] < 0.9
    assert rows.get("board", 0.0) == 0.0


def test_missing_patches_are_noticed() -> None:
    """The markers' borders tell of stray light as well, so that places stay right; but it is said."""

    def blank(one: Table) -> list[bool]:
        shots = [shot_of(one, seed)[0].picture for seed in seeds(3)]
        return [any("patches" in remark.message for remark in one.reader.read(shot).remarks) for shot in shots]

    assert blank(changed(table("aton", "normal"), Changes(patches=False))) == [True] * 3
    assert blank(table("aton", "normal")) == [False] * 3
