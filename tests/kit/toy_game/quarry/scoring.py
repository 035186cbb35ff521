"""Scoring of Quarry: live lines and a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.box import Box
from companion.engine.game import InputError, ScoreLine, Scores, Sheet
from companion.engine.text import T
from quarry.position import Position


def scores_of(state: Position) -> Scores:
    """Stones and tokens each seat has, and the stake for the seats with the most stones."""
    before = {s: state.stones[s] + state.tokens[s] for s in state.seats}
    most = max(state.stones.values())
    lines = tuple(
        ScoreLine("stake", T("Stake"), T("{n}", n=stake), {s: stake}, (f"stones:{s}",))
        for s in state.seats
        if state.stones[s] == most and (stake := state.stakes.get(s, 0))
    )
    return Scores(lines, before)


class QuarrySheet(Sheet):
    """Stones by seat: a point each."""

    id = "stones"
    title = T("Stones")
    example: Mapping[str, Any] = {"stones": {"red": 4, "blue": 2}}

    def score(self, data: Any, box: Box | None = None) -> Scores:
        stones = data.get("stones") if isinstance(data, dict) else None
        if not isinstance(stones, dict) or not all(type(n) is int and 0 <= n <= 99 for n in stones.values()):
            raise InputError(T("The sheet needs “stones”: a whole number from 0 to 99 for each seat."))
        lines = tuple(ScoreLine("stones", T("Stones"), T("{n} × 1", n=n), {s: n}, ()) for s, n in stones.items())
        return Scores(lines, dict.fromkeys(stones, 0))
