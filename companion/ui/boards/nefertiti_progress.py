"""How far a market is from closing, in words and as parts of a bar, with what the selected bid would add. Pure."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from companion.engine.text import Text
from companion.games.nefertiti import position
from companion.games.nefertiti.state import Nefertiti


class Progress(NamedTuple):
    """The rule, the state of it now, and groups of bar parts: (whole, filled, added by the selected bid)."""

    rule: Text
    now: Text
    groups: tuple[tuple[int, int, int], ...]


def progress(state: Nefertiti, market: str, selected: Collection[str] = ()) -> Progress:
    """How far `market` is; a selected empty square of it counts as taken by the seat that decides."""
    chosen = _chosen(state, market, selected)
    found = position.market_measure(state, market)
    ahead = position.market_measure(state, market, chosen) if chosen is not None else found
    groups = tuple(
        (need, min(have, need), max(min(then, need) - have, 0))
        for have, then, need in zip(found.have, ahead.have, found.need, strict=True)
    )
    return Progress(position.say_rule(state, market), position.say_measure(state, market, chosen), groups)


def _chosen(state: Nefertiti, market: str, selected: Collection[str]) -> str | None:
    """The selected square of this market, by its full id, if it is known and empty."""
    taken = {servant.square for servant in state.standing(market)}
    for target in selected:
        kind, _, square = target.partition(":")
        seen = square[:5] == state.visible[market] and square in state.match.squares
        if kind == "square" and seen and square not in taken:
            return square
    return None
