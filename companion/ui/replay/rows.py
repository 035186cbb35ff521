"""The rows of the replay's panel: a move, a note, a scoring, and what stands over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.ui import fit, theme
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.theme import TypeStyle
from companion.ui.widgets.base import Drawn, Touchable

ROW = 48.0
POINTS = TypeStyle("points", 20, True, 24)


class MoveRow(Touchable):
    """A move in the list: number, seat, words; the current one in lapis, later ones dim. `noted`: it has a note."""

    def __init__(self, n: int, by: str, words: str, how: str, noted: bool = False, **properties: Any) -> None:
        self.n, self.by, self.words, self.how, self.noted = n, by, words, how, noted
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        now = self.how == "now"
        if now or self.pressed:
            pen.box(0, 1, pen.w, pen.h - 2, "lapis" if now else "surface", theme.RADIUS["button"])
        ink = "lapis_ink" if now else "sand_3" if self.how == "later" else "sand"
        y = pen.h / 2
        pen.text(str(self.n), 48, y, "label", "lapis_ink" if now else "sand_3", "right")
        left = 60.0
        if self.by in theme.SEATS:
            pen.seat_disc(self.by, 66, y, 12)
            left = 90.0
        room = pen.w - left - 8
        if self.noted:
            pen.icon("edit", pen.w - 20, y, 20, ink)
            room -= 32
        look = fit.label(self.words, room, now, pen.frame, (20, 18, 16))
        if look.fits:
            pen.text(self.words, left, y, look.style, ink, max_width=room)
            return
        two = fit.wrapped(self.words, "small", room, 2, pen.frame)
        pen.lines(two, left, (pen.h - two.height) / 2, ink)


class NoteRow(Touchable):
    """A note: to which move it belongs (`head`; "": told beside it already) over its words."""

    def __init__(self, words: str, head: str = "", n: int = 0, now: bool = False, **properties: Any) -> None:
        self.words, self.head, self.n, self.now = words, head, n, now
        super().__init__(guard=True, **properties)

    def height_for(self, width: float, frame: Frame, most: int = 30) -> float:
        """The logical height for a logical width; at most so many lines of the note."""
        lines = fit.wrapped(self.words, "small", width - 56, None, frame)
        return max(min(len(lines.lines), most) * lines.style.line + (22 if self.head else 0) + 14.0, 50.0)

    def paint(self, pen: Pen) -> None:
        fill = "lapis_soft" if self.now else "raised" if self.pressed else "surface"
        pen.box(0, 1, pen.w, pen.h - 2, fill, theme.RADIUS["button"])
        pen.icon("edit", 24, pen.h / 2, 20, "sand_2")
        y = 7.0
        if self.head:
            pen.text(self.head, 46, y + 10, "label", "sand_2", max_width=pen.w - 56)
            y += 22
        lines = fit.wrapped(self.words, "small", pen.w - 56, None, pen.frame)
        room = max(int((pen.h - y - 5) // lines.style.line), 1)
        shown = list(lines.lines[:room])
        if len(lines.lines) > room:
            # All of it is read in the list of notes, where the row is as high as the note.
            shown[-1] = shown[-1].rstrip(" .,") + "…"
        height = len(shown) * lines.style.line
        top = y if self.head else (pen.h - height) / 2
        for i, line in enumerate(shown):
            pen.text(line, 46, top + lines.style.line * (i + 0.5), lines.style, "sand", max_width=pen.w - 50,
                     may_cut=True)  # fmt: skip


class ScoringRow(Touchable):
    """A scoring in the list: the move, what it was, and who gained what."""

    def __init__(self, n: int, words: str, points: Sequence[tuple[str, str]], now: bool, **properties: Any) -> None:
        self.n, self.words, self.points, self.now = n, words, tuple(points), now
        super().__init__(guard=True, **properties)

    def _title(self, width: float, frame: Frame) -> fit.Fitted:
        room = width - 72
        title = fit.label(self.words, room, False, frame, (20, 18))
        return title if title.fits else fit.wrapped(self.words, "small", room, 3, frame)

    def height_for(self, width: float, frame: Frame) -> float:
        """The logical height for a logical width."""
        return max(self._title(width, frame).height + (28 if self.points else 0) + 14.0, 52.0)

    def paint(self, pen: Pen) -> None:
        fill = "lapis" if self.now else "raised" if self.pressed else "surface"
        pen.box(0, 1, pen.w, pen.h - 2, fill, theme.RADIUS["button"])
        quiet = "lapis_ink" if self.now else "sand_2"
        title = self._title(pen.w, pen.frame)
        height = title.height + (28 if self.points else 0)
        y = (pen.h - height) / 2
        pen.text(str(self.n), 48, y + title.style.line / 2, "label", quiet, "right")
        y += pen.lines(title, 60, y, "lapis_ink" if self.now else "sand", max_width=pen.w - 68)
        pitch = min((pen.w - 68) / max(len(self.points), 1), 90)
        for i, (seat, points) in enumerate(self.points):
            pen.seat_disc(seat, 71 + pitch * i, y + 15, 10)
            pen.text(points, 86 + pitch * i, y + 15, POINTS, "lapis_ink" if self.now else "sand")


class PointsRow(Drawn):
    """The round label, and everybody's points: two or three as "12 : 14", more behind their discs."""

    def __init__(self, words: str, points: Sequence[tuple[str, str]], **properties: Any) -> None:
        self.words, self.points = words, tuple(points)
        super().__init__(**properties)

    @staticmethod
    def height_for(words: str, players: int, width: float, frame: Frame) -> float:
        """28, or 56 where label and points do not stand side by side."""
        if players <= 3:
            return 28.0
        return 28.0 if fit.measure(words, "label", frame) + 16 + 58 * players <= width else 56.0

    def paint_base(self, pen: Pen) -> None:
        if len(self.points) <= 3:
            said = " : ".join(points for _, points in self.points)
            used = pen.text(said, pen.w - 8, 14, "decision2", "sand", "right")
            pen.text(self.words, 0, 14, "label", "sand_2", max_width=pen.w - used - 24)
            return
        pen.text(self.words, 0, 14, "label", "sand_2", max_width=pen.w)
        below = pen.h > 40
        room = pen.w if below else pen.w - pen.measure(self.words, "label") - 16
        pitch = min(room / len(self.points), 72.0)
        left = 0.0 if below else pen.w - pitch * len(self.points)
        for i, (seat, points) in enumerate(self.points):
            pen.seat_disc(seat, left + pitch * i + 11, pen.h - 14, 10)
            pen.text(points, left + pitch * i + 25, pen.h - 14, POINTS, "sand")
