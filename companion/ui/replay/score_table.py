"""The lines of a scoring as rows of a list: title and sum at the left, a column for every seat at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.engine.event import ScoreLine
from companion.engine.sums import number
from companion.engine.text import T, Text
from companion.ui import fit
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.replay.told import Scoring
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn

PITCH = {1: 56, 2: 56, 3: 48, 4: 42}
TITLE = TypeStyle("line", 18, False, 22)
BOLD = TypeStyle("line bold", 18, True, 22)
Say = Callable[[Text | str], str]


def _columns(seats: Sequence[str], width: float) -> tuple[dict[str, float], float]:
    """The middle of each seat's column, and the room left of them."""
    pitch = PITCH.get(len(seats), 36)
    columns = {seat: width - 26.0 - pitch * (len(seats) - 1 - i) for i, seat in enumerate(seats)}
    return columns, min(columns.values()) - pitch / 2 - 12


class HeadRow(Drawn):
    """What was scored, and the discs over the columns."""

    def __init__(self, words: str, seats: Sequence[str], **properties: Any) -> None:
        self.words, self.seats = words, seats
        super().__init__(**properties)

    def _fitted(self, width: float, frame: Frame) -> tuple[fit.Fitted, bool]:
        """The words, and whether they stand over the discs for want of room beside them."""
        beside = fit.wrapped(self.words, BOLD, _columns(self.seats, width)[1], 2, frame)
        if beside.fits:
            return beside, False
        return fit.wrapped(self.words, BOLD, width - 16, 4, frame), True

    def height_for(self, width: float, frame: Frame) -> float:
        """The logical height for a logical width."""
        fitted, over = self._fitted(width, frame)
        return fitted.height + 38.0 if over else max(fitted.height + 10.0, 34.0)

    def paint_base(self, pen: Pen) -> None:
        columns, _ = _columns(self.seats, pen.w)
        fitted, over = self._fitted(pen.w, pen.frame)
        pen.lines(fitted, 8, 5, "sand")
        for seat, x in columns.items():
            pen.seat_disc(seat, x, fitted.height + 22 if over else 17, 12)


class LineRow(Drawn):
    """A line: its title, its sum behind it or beneath, and the points of each seat ("–": none)."""

    def __init__(self, title: str, sums: str, points: Sequence[tuple[str, str]], last: bool = False, **more: Any):
        self.title, self.sums, self.points, self.last = title, sums, tuple(points), last
        super().__init__(**more)

    def _parts(self, width: float, frame: Frame) -> tuple[fit.Fitted, fit.Fitted | None, bool]:
        """Title, sum, and whether the sum stands behind the title."""
        room = _columns([seat for seat, _ in self.points], width)[1]
        title = fit.wrapped(self.title, BOLD if self.last else TITLE, room, 3, frame)
        if not self.sums:
            return title, None, False
        used = fit.measure(self.title, title.style, frame) + 12
        if len(title.lines) == 1 and used + fit.measure(self.sums, "small", frame) <= room:
            return title, fit.wrapped(self.sums, "small", room, 1, frame), True
        return title, fit.wrapped(self.sums, "small", room, 6, frame), False

    def height_for(self, width: float, frame: Frame) -> float:
        """The logical height for a logical width."""
        title, sums, beside = self._parts(width, frame)
        return title.height + (sums.height if sums and not beside else 0) + 8.0

    def paint_base(self, pen: Pen) -> None:
        columns, room = _columns([seat for seat, _ in self.points], pen.w)
        title, sums, beside = self._parts(pen.w, pen.frame)
        if self.last:
            pen.line([(4, 1), (pen.w - 4, 1)], "line", 2)
        pen.lines(title, 8, 4, "sand", max_width=room)
        middle = 4 + title.style.line / 2
        if sums is not None and beside:
            pen.text(self.sums, 20 + pen.measure(self.title, title.style), middle, "small", "sand_2")
        elif sums is not None:
            pen.lines(sums, 8, 4 + title.height, "sand_2", max_width=room)
        for seat, points in self.points:
            ink = "sand" if points != "–" else "sand_3"
            pen.text(points, columns[seat], middle, TypeStyle("points", 20, True, 24), ink, "center")


def score_rows(scoring: Scoring, seats: Sequence[str], say: Say, width: float, frame: Frame) -> Iterator[Any]:
    """The rows of a scoring with their heights: head, lines, what it brought, and the points with it."""
    scores = scoring.scores
    of = [seat for seat in seats if seat in scores.before]
    rows: list[Any] = [HeadRow(say(scoring.title), of)]
    rows += [LineRow(say(line.title), say(line.sum), _points(line, of)) for line in scores.lines]
    if len(scores.lines) > 1:
        sums = {seat: scores.total(seat) - scores.before[seat] for seat in of}
        rows.append(LineRow(say(T("Together")), "", [(seat, number(sums[seat])) for seat in of], True))
    totals = scores.totals
    rows.append(LineRow(say(T("score with it")), "", [(seat, number(totals[seat])) for seat in of], True))
    for row in rows:
        yield row, row.height_for(width, frame)


def _points(line: ScoreLine, seats: Sequence[str]) -> list[tuple[str, str]]:
    return [(seat, number(line.points[seat]) if line.points.get(seat) else "–") for seat in seats]
