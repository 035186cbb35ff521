"""The box survey's form for a deck of Nile cards: a tap counts a card, and the sum is held against the deck's size."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.text import T, Text
from companion.games.egizia.components import DECK_SIZES, OPEN_CARDS, PLAIN_CARDS, all_faces, number_of
from companion.games.egizia.names import buildings_name, card_name, crews_name
from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.side_by_side import SideBySide

Say = Callable[[Text | str], str]
COUNT = TypeStyle("count", 20, True, 24)
SUM = TypeStyle("sum", 24, True, 28)
KEYS = (*OPEN_CARDS, *PLAIN_CARDS)
"""Cards that differ by what is printed on them first: quarries and fields are the most."""
ROW, GAP = 58, 6


class CardKey(Touchable):
    """A card, or a kind of card that differs by what is printed on it (`leads`), with how many are counted."""

    def __init__(self, name: str, leads: bool = False) -> None:
        self.name, self.leads, self.count = name, leads, 0
        super().__init__()

    def set(self, count: int) -> None:
        """Show this many."""
        if count != self.count:
            self.count = count
            self.redraw()

    def paint(self, pen: Pen) -> None:
        fill = "raised" if self.pressed else "good_soft" if self.count else "surface"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], "good" if self.count else "line_strong", 2)
        right = pen.w - 8
        if self.leads:
            pen.icon("next", right - 6, pen.h / 2, 16, "sand_3")
            right -= 18
        if self.count:
            right -= pen.text(f"×{self.count}", right, pen.h / 2, COUNT, "good", "right") + 4
        look = fit.largest(self.name, (18, 16), False, right - 10, 2, pen.frame)
        pen.lines(look, 8, (pen.h - look.height) / 2, "sand", max_width=right - 8)


class DeckForm(Drawn):
    """Tap each card of the deck once. `done` gets the copies by card."""

    def __init__(self, context: Any, deck: str, facts: Any, known: Any, done: Callable[[Any], None]) -> None:
        self.say: Say = context.say
        self.deck, self.facts, self.done = deck, facts, done
        self.copies: dict[str, int] = {card: n for card, n in (known or {}).items() if n}
        self.family = ""
        self.taking = False
        self.keys: dict[str, CardKey] = {}
        self.list = ScrollList(gap=GAP)
        self.less = PushButton(text=self.say(T("One less")), icon="minus", text_size_limit=18, wraps=True)
        self.less.bind(on_release=lambda *_: self._turn())
        self.back = PushButton(text=self.say(T("All cards")), icon="back", text_size_limit=18, wraps=True)
        self.back.leads_back = True
        self.back.bind(on_release=lambda *_: self._open(""))
        self.ready = PushButton(wraps=True, guard=True, text_size_limit=18)
        self.ready.bind(on_release=lambda *_: self.done(dict(self.copies)))
        self._shown: object = None
        super().__init__()

    def kept(self) -> tuple[str, dict[str, int]]:
        """What was counted, and in which deck."""
        return self.deck, self.copies

    def keep(self, kept: tuple[str, dict[str, int]]) -> None:
        """Go on with what was counted before the picture turned, if it is of the same deck."""
        deck, copies = kept
        if deck == self.deck:
            self.copies = copies
            self.redraw()

    @property
    def deck_size(self) -> int:
        """Cards in this deck."""
        return DECK_SIZES[self.deck]

    @property
    def total(self) -> int:
        """Cards counted so far."""
        return sum(self.copies.values())

    # what fingers do

    def _open(self, family: str) -> None:
        self.family = family
        self.redraw()

    def _turn(self) -> None:
        self.taking = not self.taking
        self.redraw()

    def tap(self, card: str) -> None:
        """One more of this card, or one less; a card with something printed on it asks what that is."""
        if card in OPEN_CARDS:
            self._open(card)
            return
        n = self.copies.get(card, 0) + (-1 if self.taking else 1)
        if n < 0 or (not self.taking and self.total >= self.deck_size):
            return
        self.copies = {**self.copies, card: n}
        if not n:
            del self.copies[card]
        self.redraw()

    # places

    def _count(self, card: str) -> int:
        if card in OPEN_CARDS:
            return sum(n for known, n in self.copies.items() if known.startswith(f"{card}:"))
        return self.copies.get(card, 0)

    def _name(self, card: str) -> str:
        if not self.family:
            return self.say(card_name(card, self.facts))
        if self.family == "crew_pair":
            return self.say(T("{crews}", crews=crews_name(card.partition(":")[2], self.facts)))
        if self.family == "points_per_stone":
            return self.say(T("{buildings}", buildings=buildings_name(card.partition(":")[2])))
        return str(number_of(card))

    def arrange(self) -> None:
        w, h = self.logical_size
        upright = h > w
        numbers = bool(self.family) and self.family not in ("crew_pair", "points_per_stone")
        across = (2 if upright else 4) if not numbers else (4 if upright else 6)
        shown = (self.family, across)
        if shown != self._shown:
            self._shown = shown
            cards = all_faces(self.family) if self.family else KEYS
            self.keys = {card: CardKey(self._name(card), card in OPEN_CARDS) for card in cards}
            for card, key in self.keys.items():
                key.bind(on_release=partial(self._tapped, card))
            keys = list(self.keys.values())
            self.list.offset = 0
            self.list.set_rows([(SideBySide(keys[i : i + across], across, GAP), ROW)
                                for i in range(0, len(keys), across)])  # fmt: skip
        for card, key in self.keys.items():
            key.set(self._count(card))
        foot = h - 58
        self.put(self.list, 8, 40, w - 16, foot - 48)
        third = (w - 32) / 3
        self.less.kind = "lapis" if self.taking else "plain" if self.copies else "off"
        self.back.kind = "plain" if self.family else "off"
        full = self.total == self.deck_size
        self.ready.kind = "primary" if full else "plain" if self.copies else "off"
        self.ready.text = self.say(T("That is the deck") if full else T("Keep what is counted"))
        for i, button in enumerate((self.less, self.back, self.ready)):
            self.put(button, 8 + (third + 8) * i, foot, third, 54)

    def _tapped(self, card: str, *_: Any) -> None:
        self.tap(card)

    def paint(self, pen: Pen) -> None:
        words = self.say(card_name(self.family, self.facts) if self.family else T("Tap each card of the deck once."))
        total = self.say(T("{n} of {all}", n=self.total, all=self.deck_size))
        wide = pen.text(total, pen.w - 12, 20, SUM, "good" if self.total == self.deck_size else "gold", "right")
        look = fit.label(words, pen.w - wide - 36, False, pen.frame, (20, 18, 16))
        pen.text(words, 12, 20, look.style, "sand_2", max_width=pen.w - wide - 36)
