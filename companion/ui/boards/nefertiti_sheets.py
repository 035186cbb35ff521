"""The sheets in the place of the seats: what a player's gifts are worth, and what there is to know about a market."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine.sums import number
from companion.engine.text import TN, T, Text
from companion.engine.text import seat as seat_text
from companion.games.nefertiti import position
from companion.games.nefertiti.components import GIFTS, MARKET_NAMES, type_of
from companion.games.nefertiti.state import Nefertiti
from companion.ui import fit, theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.table.pieces import Words
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

Say = Callable[[Text | str], str]


class HoldingRow(Drawn):
    """One type of gift of a seat: its cards, what they are worth now, and with one owner more."""

    def __init__(self, frame: Frame, held: Mapping[str, int], worth: position.Worth, players: int, say: Say) -> None:
        self.held, self.worth, self.players, self.say = held, worth, players, say
        super().__init__(frame=frame)

    def paint(self, pen: Pen) -> None:
        worth = self.worth
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["cell"])
        x = 8.0
        for gift in GIFTS:
            n = self.held.get(gift, 0)
            if n and type_of(gift) == worth.kind:
                pieces.draw_gift(pen, gift, x + 12, 20, 11)
                x += 26 + pen.text(f"×{n}", x + 26, 20, pieces.LABEL_BOLD, "sand") + 6
        shown = "?" if worth.now is None else number(worth.now)
        pen.text(shown, pen.w - 10, 20, pieces.NUMBER, "warn" if worth.now is None else "sand", "right")
        if worth.owners >= self.players:
            words = self.say(T("everybody owns it"))
        else:
            then = "?" if worth.one_more is None else number(worth.one_more)
            words = self.say(T("one owner more: {n}", n=then))
        pen.text(words, pen.w - 10, 44, pieces.SMALL, "sand_2", "right", pen.w - 16)


class Sheet(Drawn):
    """A title with the way back, and a list that scrolls."""

    def __init__(
        self, frame: Frame, state: Nefertiti, about: str, say: Say, name: Callable[[str], str],
        close: Callable[[], None],
    ) -> None:  # fmt: skip
        self.state, self.about, self.say, self.name = state, about, say, name
        self.list = ScrollList(frame=frame, gap=4)
        self.back = PushButton(frame=frame, text=self.title(), icon="back", align="left", guard=True, wraps=True)
        self.back.leads_back = True
        self.back.bind(on_release=lambda *_: close())
        self._filled = 0.0
        super().__init__(frame=frame)

    def title(self) -> str:
        """What the sheet is about."""
        raise NotImplementedError

    def fill(self, width: float) -> list[tuple[Drawn, float]]:
        """The rows for a list of this width, with their heights."""
        raise NotImplementedError

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.back, 0, 0, w, 48)
        self.put(self.list, 0, 54, w, h - 54)
        if self._filled != w:
            self._filled = w
            self.list.set_rows(self.fill(w - 12))

    def paint(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "night")

    def line(self, text: Text, width: float, colour: str = "sand_2") -> tuple[Drawn, float]:
        """A row of words."""
        words = self.say(text)
        fitted = fit.wrapped(words, "label", width - 8, None, self.frame)
        return Words(text=words, style="label", colour=colour), fitted.height + 6


class SeatSheet(Sheet):
    """What lies in front of a player, and what it is worth now and with one owner more."""

    def title(self) -> str:
        return fit.short_name(self.name(self.about))

    def fill(self, width: float) -> list[tuple[Drawn, float]]:
        state, seat = self.state, self.about
        if seat in state.veiled:
            return [self.line(T("The gifts and deben of the players are hidden on this screen."), width)]
        rows: list[tuple[Drawn, float]] = [
            (HoldingRow(self.frame, state.held[seat], worth, len(state.seats), self.say), 58)
            for worth in position.sets_worth(state, seat)
        ]
        if not rows:
            rows.append(self.line(T("No gifts yet."), width))
        row = next(row for row in position.standings(state) if row.seat == seat)
        if row.scored_now != row.points:
            rows.append(self.line(T("If it ended now: {n}", n=row.scored_now), width, "sand"))
        seals = state.seals[seat]
        if seals:
            worth = seals * state.match.facts.seal_points
            rows.append(self.line(TN("{n} seal, worth {points} at the end", "{n} seals, worth {points} at the end",
                                     seals, points=worth), width))  # fmt: skip
        return rows


class MarketSheet(Sheet):
    """What closes a market, who would be served in which order and for how much, and what its opening may bring."""

    def title(self) -> str:
        return self.say(MARKET_NAMES[self.about])

    def fill(self, width: float) -> list[tuple[Drawn, float]]:
        state, market = self.state, self.about
        rows = []
        rows.append(self.line(position.say_rule(state, market), width, "sand"))
        rows += self._bids(width)
        rows += self._ends(width)
        return rows

    def _bids(self, width: float) -> list[tuple[Drawn, float]]:
        state, market = self.state, self.about
        rows = []
        order = sorted(state.standing(market), key=lambda servant: -state.bid(servant.square))
        for place, servant in enumerate(order):
            bid = state.bid(servant.square)
            if place == 0:
                words = T("{who}, {n}: must buy", who=seat_text(servant.seat), n=bid)
            else:
                words = T("{who}, {n}: buys one or takes money", who=seat_text(servant.seat), n=bid)
            rows.append(self.line(words, width))
        if len(order) > 1:
            back = position.second_gets(state, market)
            rows.append(self.line(TN("The second could take {n} deben.", "The second could take {n} deben.", back),
                                  width, "warn"))  # fmt: skip
        if not order and state.reserve[market] and market in state.open:
            rows.append(self.line(T("Nobody stands here: the first servant takes 1 deben."), width))
        return rows

    def _ends(self, width: float) -> list[tuple[Drawn, float]]:
        state = self.state
        if state.akhenaton:
            return []
        chance = position.end_chance(state)
        if chance == 0:
            return [self.line(T("Akhenaton can't come at the next refill."), width)]
        share = T("{a} of {b}", a=chance.numerator, b=chance.denominator) if chance < 1 else T("certain")
        return [self.line(T("Chance that Akhenaton comes at the next refill: {share}", share=share), width, "warn")]
