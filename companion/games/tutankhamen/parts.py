"""To which part of all points of a game each gain belongs (spec tutankhamen 7)."""

from __future__ import annotations

from companion.engine.game import Event, ScoreLine
from companion.engine.text import T, Text
from companion.games.tutankhamen.catalogue import KIND_IDS


def part(source: ScoreLine | Event) -> tuple[str, Text]:
    """Sets by the number on their tiles, and the point for whoever is stolen from."""
    if isinstance(source, Event):
        return "stolen", T("Stolen from")
    if source.category in KIND_IDS:
        value = int(source.category[1:-1])
        return f"sets.{value}", T("Sets of {n}", n=value)
    return "sets", T("Sets")
