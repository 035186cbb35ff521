"""Widgets next to each other in one line of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.ui.widgets.base import Drawn


class SideBySide(Drawn):
    """`parts` in `across` places of equal width, `gap` logical pixels apart; the last places may stay empty."""

    def __init__(self, parts: Sequence[Any], across: int = 2, gap: float = 8, **properties: Any) -> None:
        self.parts, self.across, self.gap = tuple(parts), across, gap
        super().__init__(**properties)

    def arrange(self) -> None:
        w, h = self.logical_size
        each = (w - self.gap * (self.across - 1)) / self.across
        for i, part in enumerate(self.parts):
            self.put(part, i * (each + self.gap), 0, each, h)
