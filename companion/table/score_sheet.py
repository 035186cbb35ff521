"""A finished game on one sheet of paper (A4): who won, the sums by category, times, and a code for BG Stats."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from companion.engine.text import Text
from companion.table.handoff import Play

Letters = tuple[Path, Path]
"""The fonts to print with: regular and bold."""


class Say(Protocol):
    """Puts a text into words of a language; `names`: player's name by seat id."""

    def __call__(self, text: Text, names: Mapping[str, str] | None = None, /) -> str:
        """The words."""


def score_sheet(play: Play, say: Say, letters: Letters) -> bytes:
    """The sheet as a PDF; the same play and language give the same bytes."""
    raise NotImplementedError
