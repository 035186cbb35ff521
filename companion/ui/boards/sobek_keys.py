"""Keys of the Sobek board: a card, a family, a character, a token, a player or a set to choose, and plain words."""

from __future__ import annotations

from dataclasses import dataclass

from kivy.properties import BooleanProperty, StringProperty

from companion.engine.text import Text
from companion.games.sobek.catalogue import AMULET, FACE_DOWN
from companion.ui import fit, theme
from companion.ui.boards import sobek_cards as cards
from companion.ui.boards.base import Area
from companion.ui.pen import Pen
from companion.ui.theme import Colour, TypeStyle
from companion.ui.widgets.base import Touchable

PICTURES = ("card", "family", "power", "token", "seat", "set", "symbol", "hand", "pile", "score")
"""The kinds of board target that a key can stand for."""
ICONS = {
    "QUE": "plus", "PRI": "minus", "THI": "hand", "SCR": "down", "VIZ": "eye", "COU": "upload", "MER": "swap",
    "PRO": "plusdisc", "FLO": "again", "CUR": "warn", "EMB": "hand", "FRA": "eye", "ALL": "people",
}  # fmt: skip
"""A sign for each character and token, by what it does."""
LARGE = TypeStyle("key", 18, False, 22)
NUMBER = TypeStyle("number", 24, True, 28)


@dataclass(frozen=True)
class Key:
    """What a key stands for. `target`: its board target, or a button of the table ("choice:2", "form:0", "open:set").

    index: the choice it makes, -1 for none. form: the form it opens. sure: what has to be read before it is done.
    look: how it looks. alias: another target it answers to.
    """

    target: str
    label: Text | str
    index: int = -1
    sure: Text | None = None
    look: str = "plain"
    icon: str = ""
    sub: str = ""
    form: int = -1
    alias: str = ""

    @property
    def live(self) -> bool:
        """Whether a tap does anything but ask why not."""
        return self.index >= 0 or self.form >= 0

    @property
    def picture(self) -> str:
        """The kind of thing on it, "" for plain words."""
        kind = self.target.partition(":")[0]
        return kind if kind in PICTURES else ""


class PickKey(Touchable):
    """A key with the picture of what it stands for. Lit: it may be chosen now; a tap on another tells why not."""

    label = StringProperty("")
    sub = StringProperty("")
    lit = BooleanProperty(True)
    chosen = BooleanProperty(False)
    refused = BooleanProperty(False)

    shows = ("label", "sub", "lit", "chosen", "refused")

    def __init__(self, target: str, **properties: object) -> None:
        self.target = target
        super().__init__(**properties)

    @property
    def text(self) -> str:
        """What it says in words, for whoever looks for it."""
        return str(self.label)

    def paint(self, pen: Pen) -> None:
        fill: Colour = "gold_soft" if self.chosen else "bad_soft" if self.refused else "raised"
        if not self.lit and not self.chosen and not self.refused:
            fill = "night"
        if self.pressed:
            fill = "surface"
        edge: Colour | None = "gold" if self.chosen else "bad" if self.refused else "lit" if self.lit else "line"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], edge, 2 if self.lit or self.chosen else 1.5)
        ink: Colour = "sand" if self.lit or self.chosen else "sand_3"
        kind, _, what = self.target.partition(":")
        if kind == "pile":
            self._count(pen, what, ink, fill)
        elif pen.h >= 62 or pen.w < 130 or (kind == "card" and what[3:].isdigit()):
            # Two cards of a family differ in their scarabs alone.
            self._upright(pen, kind, what, ink, fill)
        else:
            self._lying(pen, kind, what, ink, fill)

    def _upright(self, pen: Pen, kind: str, what: str, ink: Colour, fill: Colour) -> None:
        """The picture over the name; a narrow card has its dots in place of the name."""
        dots = kind == "card" and what[3:].isdigit()
        wide = pen.measure(self.label, cards.NAME) > pen.w - 8
        lines = 2 if wide and " " in self.label and pen.h >= 62 else 1
        named = pen.h >= (84 if lines == 1 else 98)
        # Half a word helps nobody: the picture of a card has the room then.
        bare = kind == "card" and not dots and wide and lines == 1
        if bare:
            foot = 5.0
        elif pen.h < 62 or (dots and not named):
            foot = 22.0
        else:
            foot = (38.0 if lines == 2 else 30.0) + (22 if dots and lines == 2 else 16 if dots else 0)
        r = min((pen.h - foot - 8) / 2, 22, pen.w / 2 - 8)
        middle = 5 + (pen.h - foot - 5) / 2
        self._picture(pen, kind, what, pen.w / 2, middle, r, ink, fill)
        if dots and not named:
            cards.dots(pen, cards.scarabs_of(what), pen.w / 2, pen.h - 14, 5, not self.lit)
        elif dots:
            low, above = (14, 34) if lines == 1 else (24, 52)
            cards.dots(pen, cards.scarabs_of(what), pen.w / 2, pen.h - above, 5, not self.lit)
            cards.label(pen, self.label, pen.w / 2, pen.h - low, pen.w - 8, False, ink)
        elif not bare:
            words = f"{self.label} {self.sub}".strip()
            if lines == 1:
                pen.text(words, pen.w / 2, pen.h - foot / 2 - 2, cards.NAME, ink, "center", pen.w - 4, True)
            else:
                cards.label(pen, words, pen.w / 2, pen.h - foot / 2 - 2, pen.w - 4, False, ink)

    def _count(self, pen: Pen, who: str, ink: Colour, fill: Colour) -> None:
        """A corruption pile: whose it is, and how many cards or scarabs are told."""
        middle = pen.h / 2
        pen.seat_disc(who, 26, middle, 16)
        high = 15 if pen.h >= 62 else 11
        room = pen.w - 56
        pen.text(self.label, 50, middle - high, cards.BOLD, theme.seat(who).text, max_width=room, may_cut=True)
        cards.tile(pen, 60, middle + high, 18, "sand_2")
        pen.text(self.sub or "?", 76, middle + high, NUMBER, ink if self.sub else "sand_3")

    def _lying(self, pen: Pen, kind: str, what: str, ink: Colour, fill: Colour) -> None:
        """The picture beside the name."""
        r = min(pen.h / 2 - 8, 18)
        self._picture(pen, kind, what, 10 + r, pen.h / 2, r, ink, fill)
        left = 18 + 2 * r
        room = pen.w - left - 6
        style = next((s for s in (LARGE, cards.NAME) if pen.measure(self.label, s) <= room), None)
        if style is not None:
            low = pen.h / 2 - (10 if self.sub else 0)
            pen.text(self.label, left, low, style, ink)
            if self.sub:
                pen.text(self.sub, left, low + 20, cards.NAME, "sand_2", max_width=room, may_cut=True)
            return
        lines = fit.balanced(self.label, cards.NAME, room, 2, pen.frame).lines
        for i, line in enumerate(lines):
            y = pen.h / 2 + 18 * (i - (len(lines) - 1) / 2)
            pen.text(line, left, y, cards.NAME, ink, max_width=room, may_cut=True)

    def _picture(self, pen: Pen, kind: str, what: str, x: float, y: float, r: float, ink: Colour, fill: Colour) -> None:
        seat = what.partition(":")[0]
        if kind == "card" and what == FACE_DOWN:
            cards.back(pen, Area(x - r * 0.8, y - r, r * 1.6, 2 * r), not self.lit)
        elif (kind == "card" and cards.family_of(what) in cards.families()) or kind == "family":
            cards.sign(pen, cards.family_of(what), x, y, r, fill, not self.lit)
        elif kind in ("seat", "hand", "pile", "score"):
            pen.seat_disc(seat, x, y, r)
        elif kind == "set":
            cards.sign(pen, self.label_family, x, y, r, fill, not self.lit)
        else:
            icon = ICONS.get(what.partition(".")[0], "mask" if kind in ("card", "power") else "button")
            pen.icon(icon, x, y, 2 * r, cards.ORANGE if self.lit and kind in ("card", "power") else ink)

    label_family = AMULET
    """The family of the set that it stands for."""
