"""One set counted without a tracked game: number, tiles of each seat, pharaohs, mask, and what it pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.engine.errors import InputError
from companion.engine.game import Scores
from companion.engine.options import OptionValues
from companion.engine.text import TN, T, Text, seat
from companion.games.tutankhamen import GAME
from companion.ui import fit, theme
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.boards.base import Area
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.stepper import Stepper

NAME = TypeStyle("name", 18, True, 22)
POINTS = TypeStyle("points", 28, True, 34)
PHARAOHS = 3
TIES = ("half", "zero")


@dataclass
class SetCount:
    """What was tapped in of one set. It outlives its form, which is made anew when the picture turns."""

    value: int
    tie: str
    tiles: dict[str, int]
    pharaohs: dict[str, int]
    mask: str | None = None

    @classmethod
    def empty(cls, seats: Sequence[str], value: int, tie: str) -> SetCount:
        """Nothing counted yet."""
        return cls(value, tie, dict.fromkeys(seats, 0), dict.fromkeys(seats, 0))

    @property
    def held(self) -> int:
        """Tiles of all players."""
        return sum(self.tiles.values())


class SetForm(Drawn):
    """The form of a set. `values` are the numbers a set may have, `options` the rules. `done` gets the sheet's data."""

    def __init__(
        self, context: Any, count: SetCount, values: Sequence[int], options: OptionValues,
        done: Callable[[dict[str, Any]], None],
    ) -> None:  # fmt: skip
        self.say: Callable[[Text | str], str] = context.say
        self.count, self.values, self.options, self.done = count, tuple(values), options, done
        self.seats = tuple(count.tiles)
        self.scores: Scores | None = None
        self.fault: Text | None = None
        self.value_keys = {n: self._button("", partial(self._choose, n)) for n in self.values}
        self.tiles = {who: self._stepper(count.tiles, who, max(self.values)) for who in self.seats}
        self.pharaohs = {who: self._stepper(count.pharaohs, who, PHARAOHS) for who in self.seats}
        self.masks = {who: self._button("mask", partial(self._masked, who)) for who in self.seats}
        self.tie_key = self._button("", self._turn_tie, text_size_limit=18)
        self.add = self._button("", lambda: self.done(self.data()))
        self.add.text, self.add.kind, self.add.guard = self.say(T("Add to the scores")), "primary", True
        self._names = {who: self.say(T("{who}", who=seat(who))) for who in self.seats}
        super().__init__()
        self._count()

    def _button(self, icon: str, do: Callable[[], None], **looks: Any) -> PushButton:
        made = PushButton(icon=icon, **looks)
        made.bind(on_release=lambda *_: do())
        return made

    def _stepper(self, counts: dict[str, int], who: str, most: int) -> Stepper:
        made = Stepper(high=most, value=counts[who])
        made.bind(on_step=lambda _, value: self._stepped(counts, who, value))
        return made

    # what fingers do

    def data(self) -> dict[str, Any]:
        """What was tapped in, as the sheet reads it."""
        count = self.count
        return {
            "ruleset": self.options["ruleset"],
            "options": {"tie_first_3plus": count.tie, "half_rounding": self.options["half_rounding"]},
            "value": count.value,
            "holdings": dict(count.tiles),
            "pharaohs": {who: n for who, n in count.pharaohs.items() if n},
            "mask": count.mask,
        }

    def _stepped(self, counts: dict[str, int], who: str, value: float) -> None:
        counts[who] = int(value)
        self._count()

    def _choose(self, value: int) -> None:
        self.count.value = value
        self._count()

    def _masked(self, who: str) -> None:
        self.count.mask = None if self.count.mask == who else who
        self._count()

    def _turn_tie(self) -> None:
        self.count.tie = TIES[1 - TIES.index(self.count.tie)]
        self._count()

    def _count(self) -> None:
        self.scores, self.fault = None, self._too_many()
        if self.fault is None:
            try:
                self.scores = GAME.sheets["tutankhamen"].score(self.data())
            except InputError as error:
                self.fault = error.text
        self.redraw()

    def _too_many(self) -> Text | None:
        """The sheet's own sentence speaks of its fields."""
        if self.count.held <= self.count.value:
            return None
        return TN(
            "A set of {n} has {n} tile, but {held} are counted.", "A set of {n} has {n} tiles, but {held} are counted.",
            self.count.value, held=self.count.held,
        )  # fmt: skip

    # places

    def _row(self, i: int) -> tuple[Area, Area, Area, Area]:
        """Name, tiles, pharaohs and mask of the seat in row `i`."""
        w, h = self.logical_size
        if h > w:
            y = 82 + min(104.0, (h - 82 - 92) / len(self.seats)) * i
            return (Area(8, y, w - 100, 26), Area(8, y + 28, 180, 48), Area(200, y + 28, 180, 48),
                    Area(w - 80, y + 28, 72, 48))  # fmt: skip
        y = 74 + 50 * i
        return Area(8, y, 186, 48), Area(200, y, 176, 48), Area(388, y, 176, 48), Area(576, y, 64, 48)

    def arrange(self) -> None:
        w, h = self.logical_size
        each = (w - 12) / max(len(self.values), 1)
        for i, (n, key) in enumerate(self.value_keys.items()):
            key.text, key.kind = str(n), "lapis" if n == self.count.value else "plain"
            self.put(key, 8 + each * i, 2, each - 4, 50)
        for i, who in enumerate(self.seats):
            _, counted, played, masked = self._row(i)
            self.put(self.tiles[who], *counted)
            self.put(self.pharaohs[who], *played)
            self.masks[who].kind = "lapis" if self.count.mask == who else "plain"
            self.put(self.masks[who], *masked)
        half = self.count.tie == "half"
        self.tie_key.text = self.say(T("3 tied: half each") if half else T("3 tied: nobody"))
        self.put(self.tie_key, 8, h - 50, 200, 48)
        complete = self.scores is not None and (self.count.held or self.count.mask)
        self.add.kind = "primary" if complete else "off"
        self.put(self.add, w - 258 if h <= w else w - 260, h - 50, 250, 48)

    def paint(self, pen: Pen) -> None:
        upright = pen.h > pen.w
        if not upright:
            for area, label in zip(self._row(0)[1:], (T("tiles"), T("pharaohs"), T("mask")), strict=True):
                middle = area.x + area.w / 2
                pen.text(self.say(label), middle, 63, tiles.small_style(), "sand_2", "center", area.w + 10, True)
        else:
            for area, label in zip(self._row(0)[1:], (T("tiles"), T("pharaohs"), T("mask")), strict=True):
                pen.text(self.say(label), area.x + area.w / 2, 66, tiles.small_style(), "sand_2", "center", area.w)
        points = self.scores.totals if self.scores is not None else {}
        for i, who in enumerate(self.seats):
            named = self._row(i)[0]
            y = named.y + named.h / 2
            pen.seat_disc(who, named.x + 20, y, 12 if upright else 15)
            name = fit.short_name(self._names[who])
            pen.text(name, named.x + 44, y, NAME, theme.seat(who).text, "left", named.w - 46, True)
            gain = points.get(who)
            shown = "" if gain is None else f"+{gain}" if gain else "0"
            right = pen.w - 14 if upright else min(pen.w - 14, 740)
            pen.text(shown, right, y, POINTS, "good" if gain else "sand_3", "right")
        words = self.fault if self.fault is not None else self.scores.lines[0].sum if self.scores is not None else ""
        colour = "bad" if self.fault is not None else "sand"
        left, room = (8.0, pen.w - 16) if upright else (218.0, pen.w - 218 - 268)
        line = fit.wrapped(self.say(words), "small", room, 2, pen.frame)
        middle = pen.h - 74 if upright else pen.h - 26
        pen.lines(line, left, middle - line.height / 2, colour, max_width=room)
