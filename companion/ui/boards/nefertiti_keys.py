"""Keys for what is told by a tap: cards off the deck, numbers, signs, gift types, characters, players, holdings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.engine.game import Choice, Decision
from companion.engine.text import T, Text, seat
from companion.games.nefertiti.components import GIFT_NAMES
from companion.games.nefertiti.labels import gift_name
from companion.games.nefertiti.state import AKHENATON
from companion.ui import fit, theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.boards.base import Area, Marks
from companion.ui.pen import Pen
from companion.ui.widgets.base import Touchable

KINDS = frozenset(("card", "number", "icons", "type", "holding", "seat", "character", "die"))
"""Kinds of target that are keys beside the board."""
TALL = 62.0
"""From this height on a key has its words below its sign."""
LEAST = 48.0
GAP, HIGHEST = 4.0, 80.0
"""The smallest key that a finger is asked to hit."""


class KeyLook(NamedTuple):
    """How one key looks: its target, its words, and which marks it wears."""

    target: str
    words: str
    lit: bool
    selected: bool


class TargetKey(Touchable):
    """A key for one target. Its sign is drawn from the target, its words stand below where there is room."""

    def __init__(self, look: KeyLook) -> None:
        self.look = look
        super().__init__(guard=True)

    def paint(self, pen: Pen) -> None:
        look = self.look
        fill = "gold_soft" if look.selected else "surface" if self.pressed else "raised"
        line = "gold" if look.selected else "lit" if look.lit else None
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], line, 4 if look.selected else 1.5)
        kind, _, rest = look.target.partition(":")
        if kind in ("number", "die"):
            pen.text(rest, pen.w / 2, pen.h / 2, pieces.NUMBER, "sand", "center")
        elif kind == "icons":
            self._icons(pen, rest)
        elif kind == "holding":
            owner, _, gift = rest.partition(":")
            self._signed(pen, gift)
            pen.seat_disc(owner, pen.w - 12, 12, 9)
        elif kind == "seat" or (kind == "things" and rest in theme.SEATS):
            pen.seat_disc(rest, pen.w / 2, pen.h / 2 - (10 if pen.h >= TALL else 0), 15)
            self._below(pen, pen.h >= TALL)
        elif kind in ("money", "reserve", "seal"):
            self._counter(pen, pieces.draw_seal if kind == "seal" else pieces.draw_coin)
        elif kind == "character":
            self._character(pen)
        else:
            self._signed(pen, rest)

    def _signed(self, pen: Pen, gift: str) -> None:
        if gift not in GIFT_NAMES and gift not in ("senet", AKHENATON):
            self._middle(pen)
            return
        tall = pen.h >= TALL
        beside = not tall and pen.w >= 96
        cx = 20 if beside else pen.w / 2
        pieces.draw_gift(pen, gift, cx, pen.h / 2 - (10 if tall else 0), 13)
        if beside:
            fitted = fit.balanced(self.look.words, pieces.SMALL, pen.w - 44, 2, pen.frame)
            if fitted.fits:
                pen.lines(fitted, 38, (pen.h - fitted.height) / 2, "sand", max_width=pen.w - 44)
            else:
                pen.text(self.look.words, 38, pen.h / 2, pieces.SMALL, "sand", max_width=pen.w - 44, may_cut=True)
        self._below(pen, tall)

    def _below(self, pen: Pen, tall: bool) -> None:
        if tall:
            style = pieces.short(pen, self.look.words, pen.w - 6, sizes=(16,))
            pen.text(self.look.words, pen.w / 2, pen.h - 14, style, "sand", "center", pen.w - 6, True)

    def _counter(self, pen: Pen, draw: Callable[[Pen, float, float, float], None]) -> None:
        """Deben and seals: their sign over the words, or beside them."""
        if pen.h >= TALL:
            draw(pen, pen.w / 2, pen.h / 2 - 10, 11)
            self._below(pen, True)
            return
        draw(pen, 18, pen.h / 2, 9)
        fitted = fit.balanced(self.look.words, pieces.SMALL, pen.w - 36, 2, pen.frame)
        pen.lines(fitted, 32, (pen.h - fitted.height) / 2, "sand", max_width=pen.w - 36)

    def _middle(self, pen: Pen) -> None:
        fitted = fit.balanced(self.look.words, pieces.SMALL, pen.w - 8, 2, pen.frame)
        pen.lines(fitted, pen.w / 2, (pen.h - fitted.height) / 2, "sand", "center", pen.w - 8)

    def _icons(self, pen: Pen, icons: str) -> None:
        names = [icon for icon in icons.split("+") if icon in ("COIN", *pieces.SIGNS)]
        if not names:
            self._middle(pen)
            return
        widths = [18.0 if icon == "COIN" else pen.measure(pieces.SIGNS[icon][0], pieces.COUNT) for icon in names]
        left = (pen.w - sum(widths) - 8 * (len(names) - 1)) / 2
        for icon, width in zip(names, widths, strict=True):
            if icon == "COIN":
                pieces.draw_coin(pen, left + 9, pen.h / 2, 9)
            else:
                words, ink = pieces.SIGNS[icon]
                pen.text(words, left, pen.h / 2, pieces.COUNT, ink)
            left += width + 8

    def _character(self, pen: Pen) -> None:
        for style in (pieces.LABEL_BOLD, pieces.SMALL_BOLD):
            fitted = fit.balanced(self.look.words, style, pen.w - 12, 2, pen.frame)
            if fitted.fits:
                break
        pen.lines(fitted, pen.w / 2, (pen.h - fitted.height) / 2, "sand", "center", pen.w - 12)


def is_key(choice: Choice) -> bool:
    """Whether a choice is told by a key beside the board."""
    return any(target.partition(":")[0] in KINDS for target in choice.targets)


def key_looks(
    decision: Decision, marks: Marks, say: Callable[[Text | str], str], kinds: frozenset[str] = KINDS
) -> list[KeyLook]:
    """A key for each target of these kinds, in the order of the choices."""
    found: dict[str, KeyLook] = {}
    for choice in decision.choices:
        for target in choice.targets:
            kind, _, rest = target.partition(":")
            if kind in kinds and target not in found:
                words = say(_words(kind, rest, choice))
                found[target] = KeyLook(target, words, target in marks.lit, target in marks.selected)
    return list(found.values())


def _words(kind: str, rest: str, choice: Choice) -> Text | str:
    if kind == "seat":
        return T("{who}", who=seat(rest))
    if kind == "holding":
        rest = rest.partition(":")[2]
    if kind in ("card", "type", "holding") and (rest in GIFT_NAMES or rest == AKHENATON):
        return gift_name(rest)
    return choice.label


def best_columns(area: Area, looks: Sequence[KeyLook]) -> int:
    """The fewest columns, so the widest keys, with which every key is large enough to hit."""
    digits = all(look.target.startswith(("number", "die")) for look in looks)
    most = max(int((area.w + 4) // (LEAST + 4)), 1)
    for columns in range(3 if digits else 2, most + 1):
        if -(-len(looks) // columns) * (LEAST + 4) <= area.h + 4:
            return columns
    return most


def most_keys(area: Area) -> int:
    """How many keys that are large enough to hit fit an area."""
    return int((area.w + 4) // (LEAST + 4)) * int((area.h + 4) // (LEAST + 4))


def least_height(area: Area, looks: Sequence[KeyLook]) -> float:
    """The height that keys of the least size need over the width of an area."""
    across = int((area.w + 4) // (LEAST + 4))
    return -(-len(looks) // across) * (LEAST + 4)
