"""The parts of all points of a game that no line of a scoring tells: titles for every game."""

from __future__ import annotations

from companion.engine.text import T

DURING_PLAY = ("play", T("During play"))
"""Points that fell outside of every scoring."""
CORRECTIONS = ("corrections", T("Corrections"))
"""Points that the table put right."""
