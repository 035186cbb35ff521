"""The feeding screen: what every seat needs, has and loses; as a forecast with any ring (design 4.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import TABLE, Move
from companion.engine.sums import number
from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.games.egizia.components import CIRCLES
from companion.games.egizia.moves import Feed, Go
from companion.games.egizia.names import CIRCLE_NAMES, SHORT_FAMILIES
from companion.games.egizia.scoring import meal
from companion.games.egizia.state import Egizia
from companion.ui import fit, theme
from companion.ui.boards import egizia_forecast as forecast
from companion.ui.boards.base import Area, PageView
from companion.ui.boards.egizia_hints import FIELD_FILLS, FIELD_INKS
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.stepper import Stepper

SMALL = TypeStyle("small", 16, False, 19)
LABEL = TypeStyle("label", 18, True, 22)
SUM = TypeStyle("sum", 20, False, 24)
TOTAL = TypeStyle("total", 24, True, 28)
PRICE = TypeStyle("price", 24, False, 28)
FIELD = TypeStyle("field", 20, True, 24)
POINTS = TypeStyle("points", 36, True, 42)
WATERS = {"left": T("green fields"), "middle": T("+ yellow-green"), "right": T("+ brown")}
ROW, PITCH, TALL_ROW = 58.0, 62.0, 112.0


class RingKey(Touchable):
    """A circle of the water ring with what it waters more than the one before."""

    def __init__(self, name: str, waters: str) -> None:
        self.name, self.waters, self.on = name, waters, False
        super().__init__()

    def set(self, on: bool, free: bool) -> None:
        """Show whether the ring lies here; not `free`: it can't be moved now."""
        self.on, self.disabled = on, not free
        self.redraw()

    def paint(self, pen: Pen) -> None:
        fill = "lapis" if self.on else "surface" if self.pressed or self.disabled else "raised"
        ink = "lapis_ink" if self.on else "sand_3" if self.disabled else "sand"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"])
        r = 12.0 if pen.w > 160 else 9.0
        pen.disc(10 + r, pen.h / 2, r, None, ink, 3)
        if self.on:
            pen.disc(10 + r, pen.h / 2, 5, ink)
        left = 18 + 2 * r
        look = fit.label(self.name, pen.w - left - 6, self.on, pen.frame, (20, 18, 16))
        pen.text(self.name, left, pen.h * 0.32, look.style, ink, max_width=pen.w - left - 4)
        pen.text(self.waters, left, pen.h * 0.74, SMALL, ink, max_width=pen.w - left - 4)


class FeedingView(PageView):
    """All seats in feeding order. `ring` is the circle it is reckoned with."""

    sign = "grain"

    def __init__(self, context: Any, act: Callable[[Move], None], close: Callable[[], None]) -> None:
        session = context.session
        self.state: Egizia = session.view
        self.decision = session.decision
        self.stage = self.state.stage if self.state.phase == "feed" else ""
        self.ring = self.state.ring
        self.rings = {
            circle: RingKey(context.say(CIRCLE_NAMES[circle]).capitalize(), context.say(WATERS[circle]))
            for circle in CIRCLES
        }  # fmt: skip
        for circle, key in self.rings.items():
            key.bind(on_release=lambda _, circle=circle: self.choose(circle))
        self.feeds = {
            (move.cards, move.stones): choice
            for choice in self.decision.choices
            if isinstance(move := choice.move, Feed)
        }  # fmt: skip
        self.chosen = (0, 0)
        self.back = PushButton(text=context.say(T("Back")), icon="back", guard=True, wraps=True, text_size_limit=18)
        self.back.leads_back = True
        self.back.bind(on_release=lambda _: self.close())
        self.gold = PushButton(kind="primary", guard=True, wraps=True)
        self.gold.bind(on_release=lambda _: self._feed())
        self.steppers = {
            "cards": Stepper(high=max((cards for cards, _ in self.feeds), default=0)),
            "stones": Stepper(high=max((stones for _, stones in self.feeds), default=0)),
        }
        for name, stepper in self.steppers.items():
            stepper.bind(on_step=lambda _, value, name=name: self._step(name, int(value)))
        super().__init__(context, act, close)

    # what it says

    @property
    def sentence(self) -> Text:  # type: ignore[override]
        """The question, or with which ring it is reckoned."""
        if self.stage == "feed":
            return Text(self.decision.prompt.message, self.decision.prompt.params)
        if self.stage == "feeding":
            return T("Feeding: the leader begins.")
        if self.ring == self.state.ring:
            return T("Feeding forecast, if the water stays: {circle}", circle=CIRCLE_NAMES[self.ring])
        return T("Feeding forecast, if the water moves: {circle}", circle=CIRCLE_NAMES[self.ring])

    @property
    def seat(self) -> str:  # type: ignore[override]
        """The seat that chooses."""
        return self.state.turn if self.stage == "feed" else ""

    @property
    def free(self) -> bool:
        """Whether the ring may be tried elsewhere: before the feeding, where it can still move."""
        return not self.stage

    def kept(self) -> tuple[str, tuple[int, int]]:
        """The ring and what was chosen."""
        return self.ring, self.chosen

    def keep(self, kept: tuple[str, tuple[int, int]]) -> None:
        """Go on with what was chosen before the picture turned."""
        ring, chosen = kept
        if self.free:
            self.ring = ring
        if chosen in self.feeds:
            self.chosen = chosen

    # what fingers do

    def choose(self, circle: str) -> None:
        """Reckon with the ring on this circle."""
        if self.free:
            self.ring = circle
            self.changed()
            self.redraw()

    def _step(self, name: str, value: int) -> None:
        cards, stones = self.chosen
        self.chosen = (value, stones) if name == "cards" else (cards, value)
        self.redraw()

    def _feed(self) -> None:
        if self.stage == "feeding":
            self.act(Go(TABLE))
        elif self.chosen in self.feeds:
            self.act(self.feeds[self.chosen].move)

    # places

    @property
    def upright(self) -> bool:
        """Whether it is higher than wide."""
        w, h = self.logical_size
        return h > w

    def row_areas(self) -> list[Area]:
        """Where each seat's row lies, in feeding order."""
        w, n = self.logical_size[0], len(self._rows())
        if self.upright:
            step = min(TALL_ROW + 8, (self._foot() - 84) / max(n, 1))
            return [Area(8, 80 + step * i, w - 16, step - 6) for i in range(n)]
        return [Area(8, 100 + PITCH * i, w - 16, ROW) for i in range(n)]

    def _foot(self) -> float:
        h = self.logical_size[1]
        return h - (126 if self.stage != "feed" else 186) if self.upright else h - 64

    def _rows(self) -> tuple[forecast.FeedRow, ...]:
        return forecast.rows(self.state, self.ring)

    def arrange(self) -> None:
        w, h = self.logical_size
        left = 8.0 if self.upright else 130.0
        each = (w - left - 8 + 8) / len(CIRCLES)
        for i, (circle, key) in enumerate(self.rings.items()):
            key.set(circle == self.ring, self.free)
            self.put(key, left + each * i, 8, each - 8, 56 if not self.upright else 60)
        others = len(self.decision.choices) > len(self.feeds) and self.stage == "feed"
        self.back.text = self.say(T("Other cards") if others else T("Back"))
        y = h - 64
        if self.upright:
            self.put(self.back, 8, y, w / 2 - 12 if self.stage else w - 16, 56)
        else:
            self.put(self.back, w - (300 if self.stage else 150), y, 142, 56)
        if self.stage:
            self._put_gold(w, y)
        if self.stage == "feed":
            self._put_steppers(w, h)

    def _put_gold(self, w: float, y: float) -> None:
        if self.stage == "feeding":
            self.gold.text = self.say(T("Feed now"))
        else:
            known = self.chosen in self.feeds
            self.gold.kind = "primary" if known else "off"
            self.gold.text = self.say(T("Feed: {points}", points=self._after()) if known else T("More than needed"))
        half = w / 2 - 12
        if self.upright:
            self.put(self.gold, w - 8 - half, y, half, 56)
        else:
            self.put(self.gold, w - 150, y, 142, 56)

    def _after(self) -> str:
        """The points with what is chosen."""
        return forecast.points_words(meal(self.state, self.state.turn, *self.chosen))

    def _shown_steppers(self) -> list[tuple[str, Stepper]]:
        return [(name, stepper) for name, stepper in self.steppers.items() if stepper.high]

    def _stepper_cells(self, w: float, h: float) -> list[Area]:
        """Where each stepper stands, with its words before it."""
        n = max(len(self._shown_steppers()), 1)
        if self.upright:
            each = (w - 16) / n
            return [Area(8 + each * i, h - 128, each - 8, 56) for i in range(n)]
        each = (w - 316) / n
        return [Area(16 + each * i, h - 62, each - 16, 52) for i in range(n)]

    def _put_steppers(self, w: float, h: float) -> None:
        shown = self._shown_steppers()
        for i, ((_, stepper), cell) in enumerate(zip(shown, self._stepper_cells(w, h), strict=False)):
            stepper.value = self.chosen[0 if shown[i][0] == "cards" else 1]
            wide = min(cell.w * 0.62, 180) if cell.w > 230 else 144
            self.put(stepper, cell.x + cell.w - wide, cell.y, wide, cell.h)

    # painting

    def paint(self, pen: Pen) -> None:
        rows = self._rows()
        if not self.upright:
            words = self.say(T("Water ring"))
            look = fit.largest(words, (20, 18, 16), False, 112, 2, pen.frame)
            pen.lines(look, 16, 36 - look.height / 2, "sand_2", max_width=112)
            self._heads(pen)
        for row, area in zip(rows, self.row_areas(), strict=True):
            (self._tall if self.upright else self._flat)(pen, row, area)
        if self.stage == "feed":
            names = {"cards": SHORT_FAMILIES["grain"], "stones": T("Stones")}
            cells = self._stepper_cells(pen.w, pen.h)
            for (name, stepper), cell in zip(self._shown_steppers(), cells, strict=False):
                room = cell.w - stepper.width / pen.frame.unit - 8
                look = fit.largest(self.say(names[name]), (18, 16), False, room, 2, pen.frame)
                pen.lines(look, cell.x, cell.y + (cell.h - look.height) / 2, "sand", max_width=room)
            if not self.upright:
                return
        self._hints(pen)

    def _hints(self, pen: Pen) -> None:
        told = [self.say(hint) for hint in forecast.hints(self.state, self.ring)]
        told.append(self.say(T("The leader feeds first.")))
        room = pen.w - 24 if self.upright else pen.w - (330 if self.stage else 180)
        top = self._foot() + (0 if self.upright else 6)
        most = 3
        for n in range(len(told), 0, -1):
            look = fit.wrapped("\n".join(told[:n]), SMALL, room, None, pen.frame)
            if len(look.lines) <= most or n == 1:
                break
        pen.lines(look, 16, top, "sand_2", max_width=room)

    def _heads(self, pen: Pen) -> None:
        extra = pen.w - 800
        for words, x, room in ((T("Crews eat"), 160.0, 200.0), (T("Fields give"), 366.0, 196 + extra),
                               (T("Missing"), 572 + extra, 110.0)):  # fmt: skip
            pen.text(self.say(words), x, 86, SMALL, "sand_2", max_width=room)
        pen.text(self.say(T("Points")), pen.w - 16, 86, SMALL, "sand_2", "right", 96)

    def _ground(self, pen: Pen, row: forecast.FeedRow, area: Area) -> None:
        now = self.stage == "feed" and row.who == self.state.turn
        pen.box(*area, "surface", 8)
        pen.box(area.x, area.y, 6, area.h, theme.seat(row.who).fill, 3)
        if now:
            pen.box(*area, None, 8, "gold", 2.5)

    def _name(self, pen: Pen, row: forecast.FeedRow, x: float, y: float, room: float) -> None:
        pen.seat_disc(row.who, x + 15, y, 15)
        name = fit.short_name(self.say(T("{who}", who=seat_text(row.who))))
        pen.text(name, x + 37, y - 11, LABEL, theme.seat(row.who).text, max_width=room, may_cut=True)
        score = self.say(T("{n} points", n=number(row.score)))
        look = fit.label(score, room, False, pen.frame, (16,))
        pen.text(score if look.fits else number(row.score), x + 37, y + 12, SMALL, "sand_2", max_width=room)

    def _fields(self, pen: Pen, row: forecast.FeedRow, area: Area) -> None:
        cells = forecast.field_cells(len(row.fields), area.w, area.h)
        for (field, watered), (x, y, w, h) in zip(row.fields, cells, strict=True):
            box = Area(area.x + x, area.y + y, w, h)
            look = FIELD if w >= 30 else TypeStyle("field", 16, True, 19)
            middle = (box.x + w / 2, box.y + h / 2)
            if watered:
                pen.box(*box, FIELD_FILLS[field.grade], 5)
                pen.text(str(field.value), *middle, look, FIELD_INKS[field.grade], "center")
            else:
                pen.dashed_box(*box, 5, FIELD_FILLS[field.grade])
                pen.text(str(field.value), *middle, look, "sand_3", "center")

    def _missing(self, pen: Pen, row: forecast.FeedRow, x: float, y: float, room: float) -> None:
        hungry = row.meal.missing > 0
        words = forecast.price(row.meal) if hungry else self.say(T("fed"))
        look = fit.label(words, room, False, pen.frame, (24, 20, 18, 16))
        pen.text(words, x, y, look.style, "bad" if hungry else "good", max_width=room)

    def _points(self, pen: Pen, row: forecast.FeedRow, right: float, y: float) -> None:
        words = forecast.points_words(row.meal)
        ink = "warn" if row.meal.points is None else "bad" if row.meal.points else "good"
        pen.text(words, right, y, POINTS, ink, "right")

    def _flat(self, pen: Pen, row: forecast.FeedRow, area: Area) -> None:
        """A row of the landscape screen."""
        y, extra = area.y + area.h / 2, pen.w - 800
        self._ground(pen, row, area)
        self._name(pen, row, area.x + 13, y, 100)
        pen.text(forecast.crews_sum(row), 160, y - 11, SUM, "sand", max_width=104)
        pen.text(self.say(T("joker {n}", n=row.joker)), 160, y + 13, SMALL, "sand_2", max_width=104)
        pen.text(f"= {row.meal.need}", 268, y, TOTAL, "sand", max_width=90)
        if row.fed:
            pen.text(self.say(T("has fed")), pen.w - 18, y, PRICE, "sand_3", "right", 250)
            return
        total = f"= {row.meal.grain}"
        wide = pen.text(total, 556 + extra, y, TOTAL, "sand", "right")
        self._fields(pen, row, Area(366, area.y, 190 + extra - wide - 6, area.h))
        self._missing(pen, row, 572 + extra, y, 100)
        self._points(pen, row, pen.w - 18, y)

    def _tall(self, pen: Pen, row: forecast.FeedRow, area: Area) -> None:
        """A row of the upright screen: seat, crews and points over the fields and what is missing."""
        self._ground(pen, row, area)
        first, second = area.y + 27, area.y + area.h - 26
        right = area.x + area.w - 10
        self._name(pen, row, area.x + 13, first, 128)
        crews = forecast.crews_sum(row)
        pen.text(crews, 196, first - 11, fit.label(crews, 86, False, pen.frame, (18, 16)).style, "sand", max_width=86)
        pen.text(self.say(T("joker {n}", n=row.joker)), 196, first + 13, SMALL, "sand_2", max_width=86)
        pen.text(f"= {row.meal.need}", 286, first, TOTAL, "sand", max_width=76)
        if row.fed:
            pen.text(self.say(T("has fed")), right, second, SUM, "sand_3", "right", 240)
            return
        self._points(pen, row, right, first)
        total = f"= {row.meal.grain}"
        wide = pen.text(total, right - 108, second, TOTAL, "sand", "right")
        self._fields(pen, row, Area(area.x + 19, second - 20, area.w - 160 - wide, 40))
        self._missing(pen, row, right - 96, second, 94)
