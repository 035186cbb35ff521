"""One set counted without a tracked game: number, tiles of each seat, pharaohs, mask, and what it pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.engine.errors import InputError
from companion.engine.game import Scores
from companion.engine.text import T, Text, seat
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


class SetForm(Drawn):
    """The form of a set. `values` are the numbers that a set may have. `done` gets the sheet's data."""

    def __init__(
        self, context: Any, seats: Sequence[str], values: Sequence[int], done: Callable[[dict[str, Any]], None]
    ) -> None:  # fmt: skip
        self.say: Callable[[Text | str], str] = context.say
        self.seats, self.values, self.done = tuple(seats), tuple(values), done
        self.value = self.values[0]
        self.mask: str | None = None
        self.tie = TIES[0]
        self.scores: Scores | None = None
        self.fault: Text | None = None
        self.value_keys = {n: self._button("", partial(self._choose, n)) for n in self.values}
        self.tiles = {who: Stepper(high=max(self.values)) for who in self.seats}
        self.pharaohs = {who: Stepper(high=PHARAOHS) for who in self.seats}
        for stepper in (*self.tiles.values(), *self.pharaohs.values()):
            stepper.bind(on_step=lambda *_: self._count())
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

    def kept(self) -> dict[str, Any]:
        """What was tapped in so far."""
        return self.data()

    def keep(self, data: dict[str, Any]) -> None:
        """Go on with what another form was told."""
        self.value, self.mask, self.tie = data["value"], data["mask"], data["options"]["tie_first_3plus"]
        for who in self.seats:
            self.tiles[who].value = data["holdings"].get(who, 0)
            self.pharaohs[who].value = data["pharaohs"].get(who, 0)
        self._count()

    # what fingers do

    def data(self) -> dict[str, Any]:
        """What was tapped in, as the sheet reads it."""
        return {
            "ruleset": "SEED",
            "options": {"tie_first_3plus": self.tie},
            "value": self.value,
            "holdings": {who: int(stepper.value) for who, stepper in self.tiles.items()},
            "pharaohs": {who: int(s.value) for who, s in self.pharaohs.items() if s.value},
            "mask": self.mask,
        }

    def _choose(self, value: int) -> None:
        self.value = value
        self._count()

    def _masked(self, who: str) -> None:
        self.mask = None if self.mask == who else who
        self._count()

    def _turn_tie(self) -> None:
        self.tie = TIES[1 - TIES.index(self.tie)]
        self._count()

    def _count(self) -> None:
        try:
            self.scores = GAME.sheets["tutankhamen"].score(self.data())
            self.fault = None
        except InputError as error:
            self.scores = None
            self.fault = error.text
        self.redraw()

    # places

    def _row(self, i: int) -> tuple[Area, Area, Area, Area]:
        """Name, tiles, pharaohs and mask of the seat in row `i`."""
        w, h = self.logical_size
        if h > w:
            y = 84 + 104 * i
            return (Area(8, y, w - 160, 48), Area(8, y + 50, 220, 48), Area(w - 228, y + 50, 220, 48),
                    Area(w - 136, y, 56, 48))  # fmt: skip
        y = 74 + 50 * i
        return Area(8, y, 186, 48), Area(200, y, 176, 48), Area(388, y, 176, 48), Area(576, y, 64, 48)

    def arrange(self) -> None:
        w, h = self.logical_size
        each = (w - 12) / max(len(self.values), 1)
        for i, (n, key) in enumerate(self.value_keys.items()):
            key.text, key.kind = str(n), "lapis" if n == self.value else "plain"
            self.put(key, 8 + each * i, 2, each - 4, 50)
        for i, who in enumerate(self.seats):
            _, counted, played, masked = self._row(i)
            self.tiles[who].high = self.value
            self.put(self.tiles[who], *counted)
            self.put(self.pharaohs[who], *played)
            self.masks[who].kind = "lapis" if self.mask == who else "plain"
            self.put(self.masks[who], *masked)
        half = self.tie == "half"
        self.tie_key.text = self.say(T("3 tied: half each") if half else T("3 tied: nobody"))
        self.put(self.tie_key, 8, h - 50, 200, 48)
        self.add.kind = "off" if self.scores is None else "primary"
        self.put(self.add, w - 258 if h <= w else w - 260, h - 50, 250, 48)

    def paint(self, pen: Pen) -> None:
        upright = pen.h > pen.w
        if not upright:
            for area, label in zip(self._row(0)[1:], (T("tiles"), T("pharaohs"), T("mask")), strict=True):
                middle = area.x + area.w / 2
                pen.text(self.say(label), middle, 63, tiles.small_style(), "sand_2", "center", area.w + 10, True)
        else:
            for area, label in zip(self._row(0)[1:3], (T("tiles"), T("pharaohs")), strict=True):
                pen.text(self.say(label), area.x + area.w / 2, 66, tiles.small_style(), "sand_2", "center")
        points = self.scores.totals if self.scores is not None else {}
        for i, who in enumerate(self.seats):
            named = self._row(i)[0]
            y = named.y + named.h / 2
            pen.seat_disc(who, named.x + 20, y, 15)
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
