"""A physical step to do at the table: tap anywhere to tick it."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.layout import Frame
from companion.ui.pen import Pen
from companion.ui.widgets.base import Touchable


def _smaller(text: str, bold: bool, room: float, frame: Frame) -> fit.Fitted:
    look = theme.TypeStyle("check", 18, bold, 21)
    two = fit.balanced(text, look, room, 2, frame)
    return two if two.fits else fit.wrapped(text, look, room, None, frame)


def check_height(text: str, width: float, frame: Frame, least: float = 51) -> float:
    """The logical height a CheckRow of logical `width` needs for its words (the scroll bar's room is left aside)."""
    return max(least, _smaller(text, True, width - 76, frame).height + 9)


class CheckRow(Touchable):
    """`done` is changed by the tap itself, before `on_release`; `next_up` lights the first open row."""

    text = StringProperty("")
    done = BooleanProperty(False)
    next_up = BooleanProperty(False)

    shows = ("text", "done", "next_up")

    def paint(self, pen: Pen) -> None:
        lit = self.next_up and not self.done
        fill = "raised" if lit or self.pressed else "surface"
        pen.box(0, 0, pen.w, pen.h, fill, theme.RADIUS["button"], "lit" if lit else None, theme.STROKE["strong"])
        y = pen.h / 2
        if self.done:
            pen.box(14, y - 13, 26, 26, "good_soft", 5, "good", 2)
            pen.icon("check", 27, y, 20, "good")
        else:
            pen.box(14, y - 13, 26, 26, None, 5, "lit" if lit else "line_strong", 2)
        bold = theme.TypeStyle("check", 20, lit, 24)
        room = pen.w - 54 - 10
        fitted = fit.balanced(self.text, bold, room, 1, pen.frame)
        if not fitted.fits:
            fitted = _smaller(self.text, lit, room, pen.frame)
        colour = "sand_2" if self.done else "sand"
        pen.lines(fitted, 54, (pen.h - fitted.height) / 2, colour, max_width=room)

    def tapped(self) -> None:
        self.done = not self.done
