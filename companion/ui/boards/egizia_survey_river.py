"""The box survey's form of the river: the 20 stops tapped from the source to the delta (spec egizia 2.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.text import T, Text
from companion.games.egizia.components import CARD_STOPS, LAST_SPACE, ROUND_SPACES, SITES, STOPS
from companion.games.egizia.names import STOP_NAMES
from companion.ui import fit, theme
from companion.ui.boards.base import Area
from companion.ui.boards.plan import grid
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.button import PushButton

Say = Callable[[Text | str], str]
LABEL = TypeStyle("label", 16, False, 19)
COUNT = TypeStyle("progress", 20, True, 24)
PLACE = TypeStyle("place", 24, True, 28)
SITE_KEYS = {"SITE_A": T("A Sphinx"), "SITE_B": T("B Obelisk"), "SITE_C": T("C Pyramid")}
"""The sites with their letter, the sites from the source to the delta."""


def waits_for(order: Sequence[str], stop: str) -> str:
    """A stop that must come before this one and is not given yet; "" where it may come next (spec 2.2)."""
    for row in (CARD_STOPS, SITES):
        if stop in row:
            return next((before for before in row[: row.index(stop)] if before not in order), "")
    if stop == LAST_SPACE:
        return next((space for space in ROUND_SPACES if space not in order and space != LAST_SPACE), "")
    return ""


class StopKey(Touchable):
    """A stop: lit if it can come next, green with its place once it is given, else outlined."""

    def __init__(self, stop: str, name: str) -> None:
        self.stop, self.name = stop, name
        self.place, self.open = 0, False
        super().__init__()

    def set(self, place: int, may_come: bool) -> None:
        """Show its place in the river (0: not given), and whether it can be the next."""
        if (place, may_come) != (self.place, self.open):
            self.place, self.open = place, may_come
            self.redraw()

    def paint(self, pen: Pen) -> None:
        given = self.place > 0
        fill = "good_soft" if given else "raised" if self.open else "surface" if self.pressed else None
        line = "good" if given else "lit" if self.open else "line_strong"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], line, 2.5 if self.open or given else 1.5)
        ink = "sand" if given or self.open else "sand_3"
        look = fit.label(self.name, pen.w - 8, self.open, pen.frame, (20, 18, 16))
        y = pen.h / 2 if not given else pen.h * 0.3
        pen.text(self.name, pen.w / 2, y, look.style, ink, "center", pen.w - 6)
        if given:
            pen.text(str(self.place), pen.w / 2, pen.h * 0.7, COUNT, "good", "center")


class RiverForm(Drawn):
    """A tap a stop. `done` gets the 20 ids from the source to the delta."""

    def __init__(self, context: Any, known: Sequence[str], done: Callable[[Any], None]) -> None:
        self.say: Say = context.say
        self.done = done
        self.order: list[str] = list(known)
        self.said: Text | None = None
        self.keys: dict[str, StopKey] = {}
        for stop in (*CARD_STOPS, *ROUND_SPACES, *SITES):
            key = StopKey(stop, self.say(SITE_KEYS.get(stop, STOP_NAMES[stop])))
            key.bind(on_release=lambda key: self.tap(key.stop))
            self.keys[stop] = key
        self.undo = PushButton(text=self.say(T("Undo")), icon="undo", text_size_limit=18)
        self.undo.bind(on_release=lambda *_: self._undo())
        self.ready = PushButton(text=self.say(T("That is our river")), wraps=True, guard=True, text_size_limit=18)
        self.ready.bind(on_release=lambda *_: self._finish())
        super().__init__()

    @property
    def complete(self) -> bool:
        """Whether all 20 stops are given."""
        return len(self.order) == len(STOPS)

    def kept(self) -> list[str]:
        """What was tapped in, for the form that takes the place of this one."""
        return self.order

    def keep(self, order: list[str]) -> None:
        """Go on with what was tapped in before the picture turned."""
        self.order = order
        self.redraw()

    # what fingers do

    def tap(self, stop: str) -> None:
        """The next stop of the river; one that can't be next says what comes before it."""
        before = waits_for(self.order, stop)
        if stop in self.order:
            n = self.order.index(stop) + 1
            self.said = T("{stop} is stop {n} already. Undo takes the last stop back.", stop=self._name(stop), n=n)
        elif before:
            self.said = T(
                "{before} lies upstream of {stop}: tap it first.", before=self._name(before), stop=self._name(stop)
            )
        else:
            self.order.append(stop)
            self.said = None
            left = [one for one in STOPS if one not in self.order]
            if len(left) == 1:
                self.order.append(left[0])
        self.redraw()

    def _name(self, stop: str) -> Text:
        return SITE_KEYS.get(stop, STOP_NAMES[stop])

    def _undo(self) -> None:
        if self.order:
            self.order.pop()
            self.said = None
            self.redraw()

    def _finish(self) -> None:
        if self.complete:
            self.done(list(self.order))

    # places

    def _rooms(self) -> tuple[Area, Area, Area]:
        """The keys, what is said, the two buttons."""
        w, h = self.logical_size
        if h > w:
            return Area(8, 4, w - 16, h - 172), Area(12, h - 162, w - 24, 88), Area(8, h - 60, w - 16, 56)
        left = w - 276
        return Area(8, 4, left, h - 8), Area(left + 20, 4, 248, h - 72), Area(left + 20, h - 60, 248, 56)

    def arrange(self) -> None:
        keys, _, foot = self._rooms()
        upright = self.logical_size[1] > self.logical_size[0]
        for key, cell in zip(self.keys.values(), grid(keys, len(self.keys), 4 if upright else 5, 84), strict=True):
            place = self.order.index(key.stop) + 1 if key.stop in self.order else 0
            key.set(place, not place and not waits_for(self.order, key.stop))
            self.put(key, *cell)
        self.undo.kind = "plain" if self.order else "off"
        self.ready.kind = "primary" if self.complete else "off"
        undo = foot.w * 0.5
        self.put(self.undo, foot.x, foot.y, undo - 8, foot.h)
        self.put(self.ready, foot.x + undo, foot.y, foot.w - undo, foot.h)

    def paint(self, pen: Pen) -> None:
        area = self._rooms()[1]
        n = self.say(T("{n} of {all}", n=len(self.order), all=len(STOPS)))
        wide = pen.text(n, area.x + area.w, area.y + 12, COUNT, "gold", "right")
        pen.text(self.say(T("So far")), area.x, area.y + 12, LABEL, "sand_2", max_width=area.w - wide - 8)
        top = area.y + 30
        if self.said is not None:
            told = fit.wrapped(self.say(self.said), "label", area.w, None, pen.frame)
            pen.lines(told, area.x, top, "bad", max_width=area.w)
            return
        upright = pen.h > pen.w
        step, room = 24.0, int((area.y + area.h - top) // 24)
        across = 2 if upright else 1
        shown = self.order[-room * across :]
        first = len(self.order) - len(shown) + 1
        for i, stop in enumerate(shown):
            x = area.x + area.w / across * (i // room)
            y = top + step * (i % room + 0.5)
            pen.text(str(first + i), x + 24, y, LABEL, "sand_3", "right")
            words = self.say(self._name(stop))
            look = fit.label(words, area.w / across - 40, False, pen.frame, (18, 16))
            pen.text(words, x + 36, y, look.style, "sand", max_width=area.w / across - 38)
        if not shown:
            words = self.say(T("Begin at the source, where the water comes from, and follow it to the delta."))
            pen.lines(fit.wrapped(words, "label", area.w, None, pen.frame), area.x, top, "lapis_light")
