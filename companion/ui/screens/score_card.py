"""The score card of a finished game: everybody's points by category, what they add up to, and how long each thought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.engine.errors import InputError
from companion.engine.header import Seat
from companion.engine.position import places
from companion.engine.text import T
from companion.table import history
from companion.table.clocks import shown
from companion.table.history import Summary
from companion.table.summary import read_text
from companion.titles import title_of
from companion.ui import fit, theme
from companion.ui.dates import day_text
from companion.ui.pen import Pen
from companion.ui.rows import Caption
from companion.ui.screens.base import Screen
from companion.ui.widgets.base import Drawn
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.top_bar import TopBar

HEAD_H = 66.0
ROW_H = 40.0
STACKED_H = 62.0
WIDE = 560.0
"""Width from which titles stand before the values of more than two seats, not over them."""


def stacked(width: float, n: int) -> bool:
    """Whether titles stand on a line of their own, over the values of `n` seats."""
    return n > 2 and width < WIDE


def columns(width: float, n: int) -> tuple[float, float]:
    """Where the columns begin (before it is room for titles), and the width of each of `n`."""
    if stacked(width, n):
        return 0.0, (width - 12) / n
    pitch = min(130.0, (width - 12 - min(280.0, width * 0.36)) / n)
    return width - 12 - pitch * n, pitch


class CardHead(Drawn):
    """The seats' discs with the names under them, one a column."""

    def __init__(self, names: Mapping[str, str], **more: Any) -> None:
        self.names = names
        super().__init__(**more)

    def paint_base(self, pen: Pen) -> None:
        left, pitch = columns(pen.w, len(self.names))
        for i, (seat, name) in enumerate(self.names.items()):
            x = left + pitch * (i + 0.5)
            pen.seat_disc(seat, x, 18, 15)
            ink = theme.seat(seat).text
            look = fit.label(name, pitch - 6, True, pen.frame, (18, 16))
            two = fit.balanced(name, "small", pitch - 6, 2, pen.frame)
            if two.fits and not look.fits:
                pen.lines(two, x, 50 - two.height / 2, ink, "center", pitch - 6)
            else:
                pen.text(name, x, 50, look.style, ink, "center", pitch - 6, may_cut=True)


class CardRow(Drawn):
    """A title, and a value for every seat; `sum`: the line they add up to."""

    def __init__(self, title: str, values: Sequence[str], sum: bool = False, **more: Any) -> None:
        self.title = title
        self.values = tuple(values)
        self.sum = sum
        super().__init__(**more)

    def paint_base(self, pen: Pen) -> None:
        left, pitch = columns(pen.w, len(self.values))
        room, middle, low = left - 20, pen.h / 2, pen.h / 2
        if stacked(pen.w, len(self.values)):
            room, middle, low = pen.w - 32, 16, 43
        if self.sum:
            pen.box(0, 0, pen.w - 12, pen.h, "surface", theme.RADIUS["tag"])
        look = fit.label(self.title, room, self.sum, pen.frame, (20, 18, 16))
        if look.fits:
            pen.text(self.title, 10, middle, look.style, "sand" if self.sum else "sand_2", max_width=room)
        else:
            two = fit.balanced(self.title, "small", room, 2, pen.frame)
            pen.lines(two, 10, middle - two.height / 2, "sand" if self.sum else "sand_2", max_width=room)
        for i, value in enumerate(self.values):
            # "1:05:07" is longer than any points.
            style = fit.label(value, pitch - 4, True, pen.frame, (24, 20, 18, 16) if self.sum else (20, 18, 16)).style
            pen.text(value, left + pitch * (i + 0.5), low, style, "sand", "center", pitch - 4)


class ScoreCardScreen(Screen):
    """A row a category in the order they were scored first, the total, the places, and times where a clock ran.

    Raises InputError in `enter` for a game that has not ended, or is not there.
    """

    name: ClassVar[str] = "score_card"
    ground: ClassVar[str] = "night"

    def enter(self, record: str) -> None:
        found = history.one(self.context.journal, record)
        if found is None or found.status != "finished":
            raise InputError(T("This game has not ended yet; it has no score card."))
        self.summary: Summary = found

    def named_seats(self) -> Sequence[Seat]:
        return self.context.people().seats(self.summary)

    @property
    def practice(self) -> bool:
        return self.summary.practice

    def build(self) -> None:
        frame, summary = self.frame, self.summary
        title = T("{game}, {day}", game=title_of(summary.game), day=day_text(summary.started))
        bar = TopBar(title=self.say(title), tag=self.tag)
        bar.bind(on_back=lambda *_: self.context.back())
        self.put(bar, 0, 0, frame.w, 56)
        names = self.context.names_of(summary)
        self.put(CardHead(names), 8, 64, frame.w - 16, HEAD_H)
        seats = list(names)
        reason = self.say(summary.result) if summary.result is not None else ""
        said = fit.wrapped(reason, "label", frame.w - 32, 4, frame)
        foot = frame.h - 12 - said.height
        high = STACKED_H if stacked(frame.w - 16, len(seats)) else ROW_H
        rows = [(row, high) for row in (*self._parts(seats), *self._sums(seats), *self._times(seats))]
        listed = self.put(ScrollList(gap=0, reads=True), 8, 64 + HEAD_H, frame.w - 16, foot - 72 - HEAD_H)
        listed.set_rows(rows)
        self.put(Caption(reason, "label", lines=4), 16, foot, frame.w - 32, said.height + 4)

    def _parts(self, seats: Sequence[str]) -> list[CardRow]:
        found = []
        for part in self.summary.parts:
            said = read_text(part.title)
            values = [self.say(T("{n}", n=part.points.get(s, 0))) for s in seats]
            found.append(CardRow(self.say(said) if said is not None else part.category, values))
        return found

    def _sums(self, seats: Sequence[str]) -> list[CardRow]:
        scores, ranks = self.summary.scores, places(self.summary.ranking)
        total = [self.say(T("{n}", n=scores[s])) if s in scores else "" for s in seats]
        return [
            CardRow(self.say(T("Total")), total, sum=True),
            CardRow(self.say(T("Rank")), [self.say(T("{n}.", n=ranks[s])) if s in ranks else "" for s in seats]),
        ]

    def _times(self, seats: Sequence[str]) -> list[CardRow]:
        times = self.summary.times
        if not any(times.values()):
            return []
        return [CardRow(self.say(T("Time to think")), [self.say(shown(times.get(s, 0))) for s in seats])]
