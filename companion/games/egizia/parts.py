"""To which part of all points of a game each gain belongs (spec egizia 7)."""

from __future__ import annotations

from companion.engine.game import Event, ScoreLine
from companion.engine.parts import DURING_PLAY
from companion.engine.text import T, Text

PARTS: dict[str, Text] = {
    "building": T("Building"),
    "rows": T("Pyramid rows"),
    "participation": T("Participation"),
    "feeding": T("Feeding"),
    "nile": T("Nile cards"),
    "grain": T("Grain market"),
    "stones": T("Stones sold"),
    "graves": T("Graves"),
    "sphinx": T("Sphinx cards"),
}
BY_EVENT = {
    "build": "building",
    "row.complete": "rows",
    "points": "nile",
    "points_per_stone": "nile",
    "last_row.grain": "grain",
    "sell": "stones",
    "use.sell_ten": "stones",
    "keep": "sphinx",
}
"""Sphinx cards that are put back bring a point each: they count to the cards."""


def part(source: ScoreLine | Event) -> tuple[str, Text]:
    """The part, with its title. Lines of scoring sheets name their seat or card behind a full stop."""
    if isinstance(source, Event):
        found = BY_EVENT.get(source.kind)
        return (found, PARTS[found]) if found else DURING_PLAY
    line = source.category.partition(".")[0]
    found = "stones" if line in ("sell", "sale") else line
    return found, PARTS[found]
