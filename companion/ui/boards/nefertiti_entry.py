"""Setup of Nefertiti: which half of each market can be seen, as a picture and as a form, and who begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from secrets import choice as draw_one
from typing import Any

from companion.engine.text import T, Text
from companion.engine.text import seat as seat_text
from companion.games.nefertiti.components import MARKET_NAMES, MARKETS
from companion.games.nefertiti.setup import NefertitiSetup
from companion.ui import theme
from companion.ui.boards import nefertiti_pieces as pieces
from companion.ui.boards.base import Area
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.seat_chip import SeatChip

Say = Callable[[Text | str], str]


def paint_market(pen: Pen, area: Area, market: str, visible: str, closed: bool, say: Say, pressed: str = "") -> None:
    """A market with its two halves: the open one in gold, the plate with its coin on the other ("" : not told yet)."""
    pen.box(*area, "surface", theme.RADIUS["card"])
    name = say(MARKET_NAMES[market])
    style = pieces.short(pen, name, area.w - 12, True, (18, 16))
    pen.text(name, area.x + area.w / 2, area.y + 16, style, "sand", "center", area.w - 12, True)
    for side, box in half_areas(area).items():
        _half(pen, box, side, visible, closed, say, pressed == side)


def half_areas(area: Area) -> dict[str, Area]:
    """Where the two halves of a market stand."""
    w, h = (area.w - 28) / 2, area.h - 40
    return {"L": Area(area.x + 10, area.y + 32, w, h), "R": Area(area.x + 18 + w, area.y + 32, w, h)}


def _half(pen: Pen, box: Area, side: str, visible: str, closed: bool, say: Say, pressed: bool) -> None:
    cx, cy = box.x + box.w / 2, box.y + box.h / 2
    words = say(T("left") if side == "L" else T("right"))
    style = pieces.short(pen, words, box.w - 4, True, (18, 16))
    if not visible:
        pen.box(*box, "night" if pressed else "raised", 8, "lit", 2)
        pen.text(words, cx, cy, style, "sand", "center", box.w - 2, True)
        return
    if side != visible:
        pen.box(*box, "night", 8, "line_strong", 1.5)
        pieces.draw_coin(pen, cx, cy, 10)
        return
    if closed:
        pen.box(*box, "night", 8, "line_strong", 2)
        pen.text(words, cx, cy, style, "sand_3", "center", box.w - 2, True)
        pen.line([(box.x + 6, box.y + box.h - 4), (box.x + box.w - 6, box.y + 4)], "sand_3", 3)
        return
    pen.box(*box, "gold_soft", 8, "gold", 3)
    pen.text(words, cx, cy, style, "sand", "center", box.w - 2, True)


def four(w: float, h: float, top: float = 0, across: int = 2, most: float = 140) -> list[Area]:
    """The areas of the four markets."""
    rows = 4 // across
    wide = (w + 8) / across
    high = min((h - top + 8) / rows, most)
    return [Area(wide * (i % across), top + high * (i // across), wide - 8, high - 8) for i in range(4)]


class SidesPicture(Drawn):
    """What was drawn: the plates on the halves, and who begins."""

    def __init__(self, setup: NefertitiSetup, closed: str, say: Say) -> None:
        self.setup, self.closed, self.say = setup, closed, say
        super().__init__()

    def paint(self, pen: Pen) -> None:
        across = 4 if pen.w > 400 else 2
        for area, half in zip(four(pen.w, pen.h - 30, across=across, most=116), self.setup.sides, strict=True):
            paint_market(pen, area, half[:3], half[4:], half[:3] == self.closed, self.say)
            bottom = area.y + area.h
        words = self.say(T("{who} begins", who=seat_text(self.setup.first)))
        y = min(bottom + 20, pen.h - 14)
        pen.seat_disc(self.setup.first, 14, y, 12)
        style = pieces.short(pen, words, pen.w - 40, True, (20, 18, 16))
        pen.text(words, 34, y, style, pieces.seat_ink(self.setup.first), max_width=pen.w - 40, may_cut=True)


class MarketKey(Touchable):
    """A market of the form: a tap on the half that can be seen chooses it."""

    def __init__(self, market: str, closed: bool, say: Say) -> None:
        self.market, self.closed, self.say, self.side = market, closed, say, ""
        super().__init__()

    def parts(self) -> Sequence[tuple[float, float, float, float]]:
        w, h = self.logical_size
        return [(0, 0, w / 2, h), (w / 2, 0, w / 2, h)]

    @property
    def touched_side(self) -> str:
        """The half under the last touch."""
        return "L" if self.touch_point[0] < self.logical_size[0] / 2 else "R"

    def choose(self, side: str) -> None:
        """Show this half as the one that can be seen."""
        self.side = side
        self.redraw()

    def paint(self, pen: Pen) -> None:
        pressed = self.touched_side if self.pressed else ""
        paint_market(pen, Area(0, 0, pen.w, pen.h), self.market, self.side, self.closed, self.say, pressed)


class SidesForm(Drawn):
    """Tap the half that can be seen in each market, then who begins. `done` gets the setup."""

    def __init__(
        self, context: Any, seats: Sequence[str], closed: str, done: Callable[[NefertitiSetup], None]
    ) -> None:  # fmt: skip
        self.say: Say = context.say
        self.seats, self.done = tuple(seats), done
        self.markets = {market: MarketKey(market, market == closed, self.say) for market in MARKETS}
        for key in self.markets.values():
            key.bind(on_release=lambda key: self._chosen(key))
        self.starters: dict[str, SeatChip] = {}
        for who in self.seats:
            chip = SeatChip(seat=who, name=self.say(T("{who}", who=seat_text(who))), guard=True)
            chip.bind(on_release=lambda chip: self.begin(chip.seat))
            self.starters[who] = chip
        self.lot = PushButton(text=self.say(T("Draw lots")), icon="dice", kind="lapis", guard=True)
        self.lot.bind(on_release=lambda *_: self.begin(draw_one(self.seats)))
        super().__init__()

    def kept(self) -> dict[str, str]:
        """The halves told so far, by market."""
        return {market: key.side for market, key in self.markets.items()}

    def keep(self, sides: dict[str, str]) -> None:
        """Go on with what another form was told."""
        for market, side in sides.items():
            self.markets[market].choose(side)
        self.redraw()

    def fill(self, read: Mapping[str, Any]) -> None:
        """Take over the open halves that a picture shows (`Sight.laid`)."""
        self.keep({half[:3]: half[4:] for half in read["sides"]})

    @property
    def complete(self) -> bool:
        """Whether every market is told."""
        return all(key.side for key in self.markets.values())

    def _chosen(self, key: MarketKey) -> None:
        key.choose(key.touched_side)
        self.redraw()

    def begin(self, who: str) -> None:
        """`who` begins: the form is complete."""
        if self.complete:
            sides = tuple(f"{market}-{key.side}" for market, key in self.markets.items())
            self.done(NefertitiSetup(sides=sides, first=who, laid_by="table"))

    def arrange(self) -> None:
        w, h = self.logical_size
        upright = h > w
        left = w if upright else w - 264
        for key, area in zip(
            self.markets.values(), four(left - 16, h * (0.5 if upright else 1), 40, most=170), strict=True
        ):
            self.put(key, area.x + 8, area.y, area.w, area.h)
        x, y, wide = (8.0, h * 0.5 + 60, w - 16) if upright else (w - 256.0, 48.0, 248.0)
        for i, chip in enumerate(self.starters.values()):
            self.put(chip, x, y + 62 * i, wide, 56)
            chip.disabled = not self.complete
            chip.opacity = 1 if self.complete else 0.4
        self.put(self.lot, x, y + 62 * len(self.starters), wide, 52)
        self.lot.kind = "lapis" if self.complete else "off"

    def paint(self, pen: Pen) -> None:
        upright = pen.h > pen.w
        room = pen.w - 24 if upright else pen.w - 288
        words = self.say(T("Tap the half of each market that can be seen."))
        pen.text(words, 12, 20, pieces.short(pen, words, room, sizes=(20, 18, 16)), "sand_2", max_width=room)
        words = self.say(T("Who begins?"))
        x, y = (12.0, pen.h * 0.5 + 40) if upright else (pen.w - 252.0, 24.0)
        pen.text(words, x, y, pieces.COUNT, "sand" if self.complete else "sand_3", max_width=240)
