"""A table's card: its name, what is played there, what is asked, and the players with their points."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty

from companion.ui import fit, theme
from companion.ui.club_board.words import Card, SeatLine
from companion.ui.pen import Pen
from companion.ui.shapes import game_emblem
from companion.ui.theme import Colour, TypeStyle
from companion.ui.widgets.base import Drawn

WIDE = 3.0
"""From this ratio on a card is a band: three players stand side by side."""
MEASURE = {True: (440.0, 112.0), False: (286.0, 136.0)}
"""The size at which letters are as the design has them, of a band and of a card."""
LARGEST = 2.2
LEAST_PITCH = 21.0
LEAST = 16.0
"""The smallest letters, in logical pixels."""


def style(size: float, bold: bool = False) -> TypeStyle:
    """Letters of a size that the design does not name: a card grows with the room it has."""
    whole = max(round(size), 1)
    return TypeStyle("board", whole, bold, round(whole * 1.18))


def fitting(text: str, room: float, pen: Pen, *sizes: TypeStyle) -> TypeStyle:
    """The first of the styles in which a line fits, else the last."""
    return next((one for one in sizes if pen.measure(text, one) <= room), sizes[-1])


class CardView(Drawn):
    """Shows `card` as large as its place allows."""

    card = ObjectProperty(Card(""))
    shows = ("card",)

    def __init__(self, card: Card, **properties: Any) -> None:
        super().__init__(card=card, **properties)

    def texts(self) -> list[str]:
        """All that it says, written or not for lack of room."""
        card = self.card
        return [card.title, card.sign, card.title_of_game, card.round, card.line, *(one.name for one in card.seats)]

    def paint(self, pen: Pen) -> None:
        card: Card = self.card
        wide = pen.w / pen.h >= WIDE
        least_w, least_h = MEASURE[wide]
        # Never smaller than the design's letters: then a line is left out.
        k = max(min(pen.w / least_w, pen.h / least_h, LARGEST), 1.0)
        edge: Colour = "gold" if card.over and not card.quiet else "bad" if card.urgent else "line"
        pen.box(0, 0, pen.w, pen.h, "ground" if card.quiet else "surface", theme.RADIUS["card"], edge, 2)
        pad = 10 * k
        y = self._head(pen, card, pad, k)
        bottom = pen.h - 7 * k
        columns = self._columns(card, bottom - y, wide, k)
        rows = -(-len(card.seats) // columns)
        free = bottom - y - rows * LEAST_PITCH * k
        taken = self._line(pen, card, pad, y, free if card.seats else bottom - y, k)
        if rows:
            top = y + taken + 2 * k
            self._seats(pen, card, pad, top, min((bottom - top) / rows, 30 * k), columns, k)

    @staticmethod
    def _columns(card: Card, high: float, wide: bool, k: float) -> int:
        """As few columns as leave room for a line, so that names have theirs."""
        n = len(card.seats)
        most = 3 if wide or n > 8 else 2
        line = LEAST_PITCH * k if card.line else 0.0
        return next((c for c in range(1, most) if -(-n // c) * LEAST_PITCH * k + line <= high), most)

    def _head(self, pen: Pen, card: Card, pad: float, k: float) -> float:
        """Its name with the sign, and what is played; returns where the rest begins."""
        ink, soft = ("sand_3", "sand_3") if card.quiet else ("sand", "sand_2")
        y = 18 * k
        room = pen.w - 2 * pad
        taken = 0.0
        if card.sign:
            left = room - 10 * k - min(pen.measure(card.title, style(20 * k, True)), room / 2)
            bold, least = style(17 * k, True), style(16 * k)
            words = card.sign if pen.measure(card.sign, least) <= left else card.short_sign or card.sign
            taken = pen.text(words, pen.w - pad, y, fitting(words, left, pen, bold, least), card.sign_colour, "right")
            taken += 10 * k
        pen.text(card.title, pad, y, style(20 * k, True), ink, max_width=room - taken, may_cut=True)
        y += 15 * k
        if not card.title_of_game:
            return y
        y += 9 * k
        left = pad
        if card.game:
            pen.emblem(game_emblem(card.game), pad + 10 * k, y, 9 * k, "ground" if card.quiet else "surface")
            left += 26 * k
        room = pen.w - pad - left
        both = f"{card.title_of_game} · {card.round}" if card.round else card.title_of_game
        looks = (style(18 * k), style(17 * k), style(16 * k))
        words = both if pen.measure(both, looks[-1]) <= room else card.title_of_game
        pen.text(words, left, y, fitting(words, room, pen, *looks), soft, max_width=room, may_cut=True)
        return y + 12 * k

    @staticmethod
    def _line(pen: Pen, card: Card, pad: float, y: float, high: float, k: float) -> float:
        """What is asked, told or how it ended, as far as there is room; returns how high it is."""
        room = pen.w - 2 * pad
        ink: Colour = "bad" if card.urgent else "sand_3" if card.quiet else "gold" if card.over else "sand"
        for words in dict.fromkeys((card.line, card.short)):
            for size in (18 * k, 17 * k, 16 * k):
                look = style(size)
                most = int(high // look.line)
                fitted = fit.wrapped(words, look, room, most, pen.frame) if words and most else None
                if fitted is not None and fitted.fits:
                    return pen.lines(fitted, pad, y, ink)
        return 0.0

    def _seats(
        self, pen: Pen, card: Card, pad: float, top: float, pitch: float, columns: int, k: float
    ) -> None:  # fmt: skip
        each = (pen.w - 2 * pad + 8 * k) / columns
        for i, one in enumerate(card.seats):
            x, y = pad + each * (i % columns), top + pitch * (i // columns)
            self._seat(pen, card, one, x, y, each - 8 * k, pitch, k)

    @staticmethod
    def _seat(
        pen: Pen, card: Card, one: SeatLine, x: float, y: float, w: float, pitch: float, k: float
    ) -> None:  # fmt: skip
        high = pitch - 2 * k
        middle = y + high / 2
        ink: Colour = "sand_3" if card.quiet else "sand"
        if one.acts and not card.quiet:
            pen.box(x, y, w, high, "lapis", 6 * k)
            ink = "lapis_ink"
        elif one.won:
            pen.box(x, y, w, high, None, 6 * k, "sand_3" if card.quiet else "gold", 2)
            ink = "sand_3" if card.quiet else "gold"
        r = min(9 * k, high / 2 - k)
        if one.seat:
            pen.seat_disc(one.seat, x + 11 * k, middle, r)
        else:
            pen.disc(x + 11 * k, middle, r, None, "line_strong", 2)
        size = max(min(18 * k, high * 0.86), LEAST)
        taken = pen.text(one.points, x + w - 6 * k, middle, style(size, True), ink, "right")
        room = w - 33 * k - taken
        look = fitting(one.name, room, pen, style(size), style(max(size * 0.9, LEAST)))
        pen.text(one.name, x + 23 * k, middle, look, ink, max_width=room, may_cut=True)
