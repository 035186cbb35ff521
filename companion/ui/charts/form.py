"""The last games of somebody as a row of discs: the place in each, green where it was won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

PITCH = 44.0
INSET = 12.0


class Game(NamedTuple):
    """One game: the place reached, and whether it was won."""

    place: int
    won: bool


class Form(Drawn):
    """`games`, the oldest first; the newest of them have room. `words` beneath say what the discs mean."""

    def __init__(self, games: Sequence[Game], words: str, **more: Any) -> None:
        self.games, self.words = tuple(games), words
        super().__init__(**more)

    def height_for(self, width: float) -> float:
        """The logical height for a logical width."""
        return 54.0 + self._foot(width).height + 8

    def _foot(self, width: float) -> fit.Fitted:
        return fit.wrapped(self.words, "small", width - 2 * INSET, 3, self.frame)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"])
        most = int((pen.w - 2 * INSET + 8) // PITCH)
        for i, game in enumerate(self.games[-most:] if most else ()):
            x = INSET + 18 + PITCH * i
            if game.won:
                pen.disc(x, 26, 18, "good_soft", "good", 3)
            else:
                pen.disc(x, 26, 16, None, "line_strong", 2)
            pen.text(str(game.place), x, 26, "action" if game.won else "label", "sand", "center")
        pen.lines(self._foot(pen.w), INSET, 54, "sand_2")
