"""The sheet of a tableau over the panel: crews, fields, quarries, cards, markets, stones on the monuments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.engine.text import TN, T, Text
from companion.games.egizia.components import BUILDINGS, COLOURS, CREWS, TRACKS
from companion.games.egizia.names import BUILDING_NAMES, TRACK_NAMES, card_name, crew_short
from companion.games.egizia.state import Egizia
from companion.ui import fit
from companion.ui.boards import egizia_drawing as drawing
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.scroll_list import ScrollList

Say = Callable[[Text | str], str]
GAP = 6


class Offer(NamedTuple):
    """What the owner of a tableau can do there now: a target of the table and its words."""

    target: str
    words: str


class CrewRow(Drawn):
    """The four crews of a tableau; those that lie face down are struck through."""

    def __init__(self, frame: Frame, state: Egizia, seat: str, say: Say) -> None:
        self.state, self.seat, self.say = state, seat, say
        super().__init__(frame=frame)

    def paint(self, pen: Pen) -> None:
        side = self.state.sides[self.seat]
        wide = (pen.w + 4) / len(CREWS)
        for i, crew in enumerate(CREWS):
            x, w = wide * i, wide - 4
            down = crew in side.down
            ink = "sand_3" if down else "sand"
            pen.box(x, 0, w, pen.h, "night" if down else "raised", 6)
            drawing.draw_crew(pen, crew, x + w * 0.28, 22, 12, ink)
            pen.text(str(side.crews.get(crew, 0)), x + w * 0.7, 22, drawing.NUMBER, ink, "center")
            if down:
                pen.line([(x + 8, 22), (x + w - 8, 22)], "sand_3", 2)
            name = self.say(crew_short(crew, self.state.facts))
            style = drawing.short(pen, name, w - 4, sizes=(16,))
            pen.text(name, x + w / 2, pen.h - 12, style, "sand_2", "center", w - 4, True)


class FieldRow(Drawn):
    """Grain of need: the fields, dry ones dashed, then the quarries."""

    def __init__(self, frame: Frame, state: Egizia, seat: str, say: Say) -> None:
        self.state, self.seat, self.say = state, seat, say
        super().__init__(frame=frame)

    def high(self, width: float) -> float:
        """Its logical height in this width."""
        side = self.state.sides[self.seat]
        rows = max(-(-(len(side.fields) + len(side.quarries)) // max(int(width // 44), 1)), 1)
        return self._words(width).height + 4 + 44 * rows

    def _words(self, width: float) -> fit.Fitted:
        side, ring = self.state.sides[self.seat], self.state.ring
        words = self.say(T("{grain} of {need} grain, +{stones} stones a round", grain=side.grain(ring), need=side.need,
                           stones=side.production))  # fmt: skip
        return fit.largest(words, (18, 16), True, width, 2, self.frame)

    def paint(self, pen: Pen) -> None:
        side, ring = self.state.sides[self.seat], self.state.ring
        fitted = self._words(pen.w)
        pen.lines(fitted, 0, 0, "bad" if side.grain(ring) < side.need else "sand", max_width=pen.w)
        top = fitted.height + 4
        across = max(int(pen.w // 44), 1)
        things: list[tuple[str, int, bool]] = [
            (field.grade, field.value, field.watered(ring))
            for field in sorted(side.fields, key=lambda field: COLOURS.index(field.grade))
        ]
        things += [("quarry", value, True) for value in side.quarries]
        for i, (kind, value, wet) in enumerate(things):
            x, y = 44 * (i % across), top + 44 * (i // across)
            if wet:
                pen.box(x, y, 40, 38, "raised", 5, drawing.FIELDS.get(kind, "line_strong"), 2)
            else:
                pen.dashed_box(x, y, 40, 38, 5, drawing.FIELDS.get(kind, "line_strong"), 1.5)
            pen.text(str(value), x + 20, y + 14, drawing.COUNT, "sand" if wet else "sand_3", "center")
            if kind == "quarry":
                drawing.draw_sign(pen, "quarry", x + 20, y + 30, 5)
            else:
                drawing.draw_grade(pen, kind, x + 20, y + 31)


class Words(Drawn):
    """One line of the sheet with a sign in front of it; a spent card is dim."""

    def __init__(self, frame: Frame, words: str, sign: str = "", card: str = "", dim: bool = False) -> None:
        self.words, self.sign, self.card, self.dim = words, sign, card, dim
        super().__init__(frame=frame)

    def paint(self, pen: Pen) -> None:
        left = 0.0
        y = pen.h / 2
        if self.card:
            drawing.draw_card(pen, self.card, 12, y, 20, "sand_3" if self.dim else None)
            left = 30
        elif self.sign:
            drawing.draw_sign(pen, self.sign, 12, y, 10, "sand_2")
            left = 30
        room = pen.w - left
        fitted = fit.largest(self.words, (18, 16), False, room, 2 if pen.h >= 38 else 1, pen.frame)
        pen.lines(fitted, left, y - fitted.height / 2, "sand_3" if self.dim else "sand", max_width=room)


class TableauSheet(Drawn):
    """A tableau, opened: back, what its owner may do here, then everything that lies on it, scrolled by drag."""

    def __init__(
        self, frame: Frame, state: Egizia, seat: str, say: Say, name: Callable[[str], str], close: Callable[[], None],
        offers: Sequence[Offer], act: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.state, self.seat, self.say, self.offers = state, seat, say, tuple(offers)
        super().__init__(frame=frame)
        self.back = PushButton(text=fit.short_name(name(seat)), icon="back", align="left", guard=True, leads_back=True)
        self.back.bind(on_release=lambda *_: close())
        self.rows = ScrollList(frame=frame, gap=GAP)
        self.keys: dict[str, PushButton] = {}
        for offer in self.offers:
            key = PushButton(text=offer.words, kind="lapis", guard=True, wraps=True)
            key.bind(on_release=lambda *_, target=offer.target: act(target))
            self.keys[offer.target] = key
        self._filled = 0.0

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.back, 0, 0, w, 48)
        self.put(self.rows, 0, 54, w, h - 54)
        if self._filled != w:
            self._filled = w
            self.rows.set_rows(self._rows(w - 10))

    def paint(self, pen: Pen) -> None:
        pen.box(-6, -6, pen.w + 12, pen.h + 12, "night")

    def _rows(self, width: float) -> list[tuple[Any, float]]:
        frame, state, say = self.frame, self.state, self.say
        side = state.sides[self.seat]
        found: list[tuple[Any, float]] = [(key, 52) for key in self.keys.values()]
        found.append((CrewRow(frame, state, self.seat, say), 56))
        fields = FieldRow(frame, state, self.seat, say)
        found.append((fields, fields.high(width)))
        spent = list(side.spent)
        for card in side.cards:
            used = card in spent
            if used:
                spent.remove(card)
            found.append((Words(frame, say(card_name(card, state.facts)), card=card, dim=used), 40))
        for track in TRACKS:
            rows = state.facts.rows(track)
            words = T("{market}: row {n}", market=TRACK_NAMES[track], n=side.row(track))
            if rows:
                words = T("{market}: row {n} of {all}", market=TRACK_NAMES[track], n=side.row(track), all=rows)
            found.append((Words(frame, say(words), "markets"), 28))
        for building in BUILDINGS:
            start = "grave:" if building == "graves" else f"{building}:"
            count = sum(owner == self.seat and space.startswith(start) for space, owner in state.built.items())
            words = TN("{building}: {n} own stone", "{building}: {n} own stones", count,
                       building=BUILDING_NAMES[building])  # fmt: skip
            found.append((Words(frame, say(words), building), 28))
        held = TN("{n} Sphinx card", "{n} Sphinx cards", side.sphinx)
        found.append((Words(frame, say(held), "sphinx"), 28))
        ships = TN("{n} ship in the stock", "{n} ships in the stock", side.ships)
        found.append((Words(frame, say(ships), "extra_ship"), 28))
        return found


class CardsSheet(Drawn):
    """What cards allow besides what is asked: a key each."""

    def __init__(
        self, frame: Frame, say: Say, offers: Sequence[Offer], close: Callable[[], None], act: Callable[[str], None]
    ) -> None:  # fmt: skip
        super().__init__(frame=frame)
        self.back = PushButton(text=say(T("Back")), icon="back", align="left", guard=True, leads_back=True)
        self.back.bind(on_release=lambda *_: close())
        self.rows = ScrollList(frame=frame, gap=GAP)
        self.keys: dict[str, PushButton] = {}
        for offer in offers:
            key = PushButton(text=offer.words, guard=True, wraps=True)
            key.bind(on_release=lambda *_, target=offer.target: act(target))
            self.keys[offer.target] = key

    def arrange(self) -> None:
        w, h = self.logical_size
        self.put(self.back, 0, 0, w, 48)
        self.put(self.rows, 0, 54, w, h - 54)
        if not self.rows.rows:
            self.rows.set_rows([(key, 52) for key in self.keys.values()])

    def paint(self, pen: Pen) -> None:
        pen.box(-6, -6, pen.w + 12, pen.h + 12, "night")
