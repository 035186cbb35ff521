"""Drawn hints of the box survey: which half of which market, which gift or character card, the dice, a sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.text import Text
from companion.games.nefertiti.components import GIFTS, KIND_NAMES, MARKETS, TYPE_NAMES, type_of
from companion.ui import fit, theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.boards.base import Area
from companion.ui.boards.nefertiti_entry import half_areas, paint_market
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

Say = Callable[[Text | str], str]
SIGNS = ("coin", "seal", "gift", "servant", "people", "flag")
"""What a question about the house may be about."""


class Hint(Drawn):
    """A small drawing of what a question is about."""

    def __init__(self, kind: str, about: str, say: Say) -> None:
        self.kind, self.about, self.say = kind, about, say
        super().__init__()

    def paint(self, pen: Pen) -> None:
        if self.kind == "half":
            self._half(pen)
        elif self.kind == "type":
            self._card(pen)
        elif self.kind == "character":
            self._character(pen)
        elif self.kind == "sign":
            self._sign(pen)
        else:
            pen.icon("dice", pen.w / 2 - 30, pen.h / 2, 48, "sand_2")
            pen.icon("dice", pen.w / 2 + 30, pen.h / 2, 48, "sand_2")

    def _half(self, pen: Pen) -> None:
        """The half that is meant, open; where on the board a market lies, nobody says."""
        market, side = self.about.split("-")
        area = Area(0, 0, min(pen.w, 260), min(pen.h, 150))
        area = Area((pen.w - area.w) / 2, (pen.h - area.h) / 2, area.w, area.h)
        paint_market(pen, area, market, side, False, self.say)
        box = half_areas(area)[side]
        left = box.x + 6
        pen.line([(left, box.y + box.h - 8), (box.x + box.w - 6, box.y + box.h - 8)], "warn", 4)

    def _card(self, pen: Pen) -> None:
        """A gift card with its row of four values."""
        w, h = min(pen.w - 16, 240.0), min(pen.h - 8, 150.0)
        x, y = (pen.w - w) / 2, (pen.h - h) / 2
        pen.box(x, y, w, h, "surface", theme.RADIUS["card"], "line_strong", 2)
        gifts = [gift for gift in GIFTS if type_of(gift) == self.about] or [self.about]
        for i, gift in enumerate(gifts):
            pieces.draw_gift(pen, gift, x + w / 2 + 44 * (i - (len(gifts) - 1) / 2), y + h * 0.3, 18)
        name = self.say(TYPE_NAMES[self.about])
        pen.text(name, x + w / 2, y + h * 0.56, pieces.SMALL, "sand_2", "center", w - 12, True)
        pitch = (w - 16) / 4
        for i in range(4):
            pen.box(x + 10 + pitch * i, y + h - 42, pitch - 4, 34, "night", 6, "warn", 2)
            pen.text(str(i + 1), x + 10 + pitch * (i + 0.5) - 2, y + h - 25, pieces.SMALL, "sand_2", "center")

    def _sign(self, pen: Pen) -> None:
        """A deben or a seal as they lie on the board; else one of the signs of the app."""
        cx, cy, r = pen.w / 2, pen.h / 2, min(pen.w, pen.h) * 0.3
        if self.about == "coin":
            pieces.draw_coin(pen, cx, cy, r)
        elif self.about == "seal":
            pieces.draw_seal(pen, cx, cy, r)
        else:
            pen.icon(self.about, cx, cy, 2 * r, "sand_2")

    def _character(self, pen: Pen) -> None:
        w, h = min(pen.w - 16, 130.0), min(pen.h - 8, 170.0)
        x, y = (pen.w - w) / 2, (pen.h - h) / 2
        pen.box(x, y, w, h, "surface", theme.RADIUS["card"], "line_strong", 2)
        pen.icon("servant", x + w / 2, y + h * 0.36, 44, "sand_2")
        fitted = fit.balanced(self.say(KIND_NAMES[self.about]), pieces.LABEL_BOLD, w - 10, 2, pen.frame)
        pen.lines(fitted, x + w / 2, y + h * 0.64, "sand", "center", w - 8)


def hint(context: Any, picture: Sequence[str]) -> Drawn | None:
    """The drawing for what a question shows, or None."""
    kind, _, about = (picture[0] if picture else "").partition(":")
    known = {
        "half": about[:3] in MARKETS,
        "type": about in TYPE_NAMES,
        "character": about in KIND_NAMES,
        "dice": True,
        "sign": about in SIGNS,
    }
    return Hint(kind, about, context.say) if known.get(kind) else None
