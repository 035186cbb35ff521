"""The gift whose printed value is asked, with everybody who owns it, in the place of the seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.engine.text import Text
from companion.games.nefertiti.components import GIFTS, TYPE_NAMES, type_of
from companion.games.nefertiti.state import Nefertiti
from companion.ui import fit
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn

LINE = 32.0


class Asked(NamedTuple):
    """A type of gift, and the cards of it that each seat has, where everybody may see them."""

    kind: str
    cards: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


def asked_gift(state: Nefertiti) -> Asked | None:
    """Which gift's value is asked now; None if none is."""
    ask = state.ask
    if ask is None or ask.key != "value":
        return None
    kind = ask.fact.removeprefix("values.")
    cards = []
    for seat in state.seats:
        own = tuple(
            (gift, state.held[seat][gift]) for gift in GIFTS if type_of(gift) == kind and state.held[seat][gift]
        )
        if own and seat not in state.veiled:
            cards.append((seat, own))
    return Asked(kind, tuple(cards))


class AskedGift(Drawn):
    """The sign of the gift, large, and a line for each owner."""

    def __init__(
        self, frame: Frame, asked: Asked, say: Callable[[Text | str], str], name: Callable[[str], str]
    ) -> None:
        self.asked, self.say, self.name = asked, say, name
        super().__init__(frame=frame)

    def paint(self, pen: Pen) -> None:
        asked = self.asked
        wide = pen.w > 300
        words = self.say(TYPE_NAMES[asked.kind])
        cx, top = (90.0, 8.0) if wide else (pen.w / 2, 100.0)
        pieces.draw_gift(pen, asked.kind, cx, 44, 30)
        style = pieces.short(pen, words, 170, True, (20, 18, 16))
        pen.text(words, cx, 88, style, "sand", "center", 170)
        left = 190.0 if wide else 6.0
        for i, (seat, cards) in enumerate(asked.cards):
            self._owner(pen, left, top + LINE * i + LINE / 2, seat, cards)

    def _owner(self, pen: Pen, x: float, y: float, seat: str, cards: tuple[tuple[str, int], ...]) -> None:
        right = pen.w - 6
        for gift, n in reversed(cards):
            right -= pen.text(f"×{n}", right, y, pieces.LABEL_BOLD, "sand", "right") + 18
            pieces.draw_gift(pen, gift, right, y, 11)
            right -= 18
        pen.seat_disc(seat, x + 12, y, 11)
        name, room = fit.short_name(self.name(seat)), right - x - 32
        style = pieces.short(pen, name, room)
        pen.text(name, x + 30, y, style, pieces.seat_ink(seat), max_width=room, may_cut=True)
