"""The box survey's form for what is printed in lines: rows of the obelisk and pyramid, parts of the temple, tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.engine.text import TN, T, Text
from companion.games.egizia.components import MOST_VALUE, TEMPLE_PARTS
from companion.games.egizia.names import PART_NAMES
from companion.ui import fit, theme
from companion.ui.boards.base import Area
from companion.ui.boards.plan import grid
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.key import Key

Say = Callable[[Text | str], str]
Values = list[list[int]]
LABEL = TypeStyle("label", 16, False, 19)
MOST_ROWS = 12


@dataclass(frozen=True)
class Kind:
    """What a form asks for: what its lines are called, how many there are, and how the box keeps them.

    lines: names of a fixed number of lines; () where another line can always be begun. most: values in one line, or 0.
    """

    how: Text
    read: Callable[[Any], Values]
    write: Callable[[Values], Any]
    lines: tuple[Text, ...] = ()
    most: int = 0
    sorted: bool = False


def _read_obelisk(known: Any) -> Values:
    rows: dict[int, list[int]] = {}
    for space in (known or {}).get("spaces", ()):
        rows.setdefault(space.get("row") or 1, []).append(space["value"])
    return [rows.get(row, []) for row in range(1, max(rows, default=0) + 1)]


def _write_obelisk(lines: Values) -> Any:
    return {"spaces": [{"row": n, "value": v} for n, row in enumerate(lines, 1) for v in row], "whole": True}


def _read_pyramid(known: Any) -> Values:
    return [list(row.get("values", ())) for row in (known or {}).get("rows", ())]


def _write_pyramid(lines: Values) -> Any:
    return {"rows": [{"values": row, "whole": True} for row in lines], "whole": True}


def _read_temple(known: Any) -> Values:
    parts: Mapping[str, Any] = known or {}
    return [list((parts.get(part) or {}).get("values", ())) for part in TEMPLE_PARTS]


def _write_temple(lines: Values) -> Any:
    return {part: {"values": row, "whole": True} for part, row in zip(TEMPLE_PARTS, lines, strict=True)}


def _read_tiles(known: Any) -> Values:
    return [list(known or ())]


TILES = 20
KINDS: Mapping[str, Kind] = {
    "obelisk": Kind(T("From below: each number, then the next row."), _read_obelisk, _write_obelisk),
    "pyramid": Kind(T("From below, left to right: each number, then the next row."), _read_pyramid, _write_pyramid),
    "temple": Kind(
        T("Each number from below, then the next part."), _read_temple, _write_temple,
        tuple(PART_NAMES[part] for part in TEMPLE_PARTS),
    ),
    "graves.tiles": Kind(
        T("Every tile, in any order."), _read_tiles, lambda lines: sorted(lines[0]), (T("Tiles"),), TILES, True
    ),
}  # fmt: skip
"""By fact: the forms that this module fills in."""


@dataclass
class Told:
    """What was tapped in so far. The last line is the one that is filled."""

    lines: Values = field(default_factory=lambda: [[]])
    counts: list[int] = field(default_factory=list)

    def number(self, value: int) -> None:
        """The next value of the line."""
        self.lines[-1].append(value)

    def back(self) -> None:
        """Take the last value back, or the empty line that was begun."""
        if self.lines[-1]:
            self.lines[-1].pop()
        elif len(self.lines) > 1:
            self.lines.pop()


class LinesForm(Drawn):
    """Numbers by keys, line after line. `done` gets the value as the box keeps it."""

    def __init__(self, context: Any, kind: Kind, known: Any, done: Callable[[Any], None]) -> None:
        self.say: Say = context.say
        self.kind, self.done = kind, done
        self.told = Told()
        before = kind.read(known)
        while before and not before[-1] and not kind.lines:
            before.pop()
        if before:
            self.told.lines = before
            # Parts that nothing is known of yet are asked first.
            while len(self.told.lines) > 1 and not self.told.lines[-1]:
                self.told.lines.pop()
        self.keys = {n: Key(text=str(n), value=str(n), letter=24) for n in range(1, MOST_VALUE + 1)}
        for n, key in self.keys.items():
            key.bind(on_release=lambda _, n=n: self._do(partial(self.told.number, n)))
        self.undo = self._button(T("Undo"), lambda: self.told.back(), icon="undo")
        self.next = self._button(T("Next row"), lambda: self.told.lines.append([]))
        self.ready = PushButton(wraps=True, guard=True, text_size_limit=18)
        self.ready.bind(on_release=lambda *_: self._finish())
        super().__init__()

    def _button(self, text: Text, do: Callable[[], Any], icon: str = "") -> PushButton:
        made = PushButton(text=self.say(text), icon=icon, wraps=True, text_size_limit=18)
        made.bind(on_release=lambda *_: self._do(do))
        return made

    def kept(self) -> Told:
        """What was tapped in, for the form that takes the place of this one."""
        return self.told

    def keep(self, told: Told) -> None:
        """Go on with what was tapped in before the picture turned."""
        self.told = told
        self.redraw()

    # what fingers do

    def _do(self, act: Callable[[], Any]) -> None:
        act()
        self.redraw()

    def _finish(self) -> None:
        if self.complete:
            self.done(self.kind.write(self.lines))

    @property
    def lines(self) -> Values:
        """The lines with something in them; all of them where their number is fixed."""
        return [line for line in self.told.lines if line or self.kind.lines]

    @property
    def total(self) -> int:
        """Numbers given so far."""
        return sum(len(line) for line in self.told.lines)

    @property
    def complete(self) -> bool:
        """Whether every line that must be there has its numbers."""
        lines, kind = self.told.lines, self.kind
        if kind.most:
            return self.total == kind.most
        return bool(self.lines) and all(lines[:-1]) and len(self.lines) >= len(kind.lines) and bool(self.lines[-1])

    @property
    def may_add(self) -> bool:
        """Whether the line takes another number."""
        return not self.kind.most or self.total < self.kind.most

    @property
    def may_begin(self) -> bool:
        """Whether another line can be begun."""
        most = len(self.kind.lines) or MOST_ROWS
        return bool(self.told.lines[-1]) and len(self.told.lines) < most

    def name(self, i: int) -> Text:
        """What line `i` is called."""
        return self.kind.lines[i] if self.kind.lines else T("Row {n}", n=i + 1)

    # places

    def _rooms(self) -> tuple[Area, Area, Area]:
        """The picture, the number keys, the foot with the other keys."""
        w, h = self.logical_size
        if h > w:
            return Area(8, 4, w - 16, h - 308), Area(8, h - 296, w - 16, 172), Area(8, h - 116, w - 16, 112)
        right = Area(w - 316, 4, 308, h - 132)
        return Area(8, 4, w - 336, h - 12), right, Area(right.x, h - 120, right.w, 116)

    def arrange(self) -> None:
        _, keys, foot = self._rooms()
        for key, cell in zip(self.keys.values(), grid(keys, len(self.keys), 4, 56), strict=True):
            key.kind = "digit" if self.may_add else "off"
            self.put(key, *cell)
        half = (foot.w - 8) / 2
        single = len(self.kind.lines) == 1
        self.undo.kind = "plain" if self.total or len(self.told.lines) > 1 else "off"
        self.put(self.undo, foot.x, foot.y, foot.w if single else half, 52)
        if not single:
            self.next.text = self.say(self._next_words())
            self.next.kind = "lapis" if self.may_begin else "off"
            self.put(self.next, foot.x + half + 8, foot.y, half, 52)
        self.ready.kind = "primary" if self.complete else "off"
        self.ready.text = self.say(TN("Ready: {n} number", "Ready: {n} numbers", self.total))
        self.put(self.ready, foot.x, foot.y + 60, foot.w, 52)

    def _next_words(self) -> Text:
        i = len(self.told.lines)
        return self.name(i) if self.kind.lines and i < len(self.kind.lines) else T("Next row")

    def paint(self, pen: Pen) -> None:
        area = self._rooms()[0]
        words = self.say(self.kind.how)
        told = fit.wrapped(words, "label", area.w, 2, pen.frame)
        top = area.y + pen.lines(told, area.x + 4, area.y, "lapis_light", max_width=area.w) + 6
        room = Area(area.x, top, area.w, area.y + area.h - top)
        pen.box(*room, "night", theme.RADIUS["card"])
        if len(self.kind.lines) == 1:
            self._paint_heap(pen, room.inset(8))
        else:
            self._paint_lines(pen, room.inset(8))

    def _paint_heap(self, pen: Pen, room: Area) -> None:
        """The tiles told so far, in rows of five or ten, sorted."""
        across = 5 if room.w < 240 else 10
        size = min(room.w / across, room.h / (TILES / across), 52.0)
        values = sorted(self.told.lines[0])
        for i in range(TILES):
            x, y = room.x + size * (i % across), room.y + size * (i // across)
            self._tile(pen, x, y, size, values[i] if i < len(values) else None, i == len(values))

    def _paint_lines(self, pen: Pen, room: Area) -> None:
        """The lines from below; the one that is filled is lit, and shows where its next number goes."""
        n = max(len(self.told.lines), len(self.kind.lines), 4)
        step = min(room.h / n, 48.0)
        label = max((pen.measure(self.say(self.name(i)), LABEL) for i in range(n)), default=0) + 12
        longest = max(max(len(line) for line in self.told.lines) + 1, 4)
        size = min(step, (room.w - label) / longest, 44.0)
        for i in range(n):
            y = room.y + room.h - step * (i + 1)
            now = i == len(self.told.lines) - 1
            known = i < len(self.told.lines)
            ink = "lit" if now else "sand_2" if known else "sand_3"
            if known or self.kind.lines:
                pen.text(self.say(self.name(i)), room.x, y + step / 2, LABEL, ink, max_width=label)
            line: Sequence[int] = self.told.lines[i] if known else ()
            for j, value in enumerate(line):
                self._tile(pen, room.x + label + size * j, y + (step - size) / 2, size, value, False)
            if now:
                self._tile(pen, room.x + label + size * len(line), y + (step - size) / 2, size, None, True)

    def _tile(self, pen: Pen, x: float, y: float, size: float, value: int | None, now: bool) -> None:
        box = Area(x, y, size, size).inset(2)
        if value is None:
            pen.box(*box, None, 5, "lit" if now else "line", 2.5 if now else 1.5)
            return
        pen.box(*box, "good_soft", 5, "good", 1.5)
        look = TypeStyle("tile", 20 if size >= 30 else 16, True, 24)
        pen.text(str(value), x + size / 2, y + size / 2, look, "sand", "center")
