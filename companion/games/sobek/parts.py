"""To which part of all points of a game each gain belongs (spec sobek 5.4, 7)."""

from __future__ import annotations

from companion.engine.game import Event, ScoreLine
from companion.engine.text import T, Text
from companion.games.sobek.catalogue import FAMILY_NAMES

FAMILY_OF = {title.message: family for family, title in FAMILY_NAMES.items()}


def part(source: ScoreLine | Event) -> tuple[str, Text]:
    """Sets by family, what corruption costs, and what event tokens bring and cost, Alliances among them."""
    if isinstance(source, Event):
        return "tokens", T("Event tokens")
    if source.category == "penalty":
        return "penalty", T("Corruption")
    return f"set.{FAMILY_OF[source.title.message]}", source.title
