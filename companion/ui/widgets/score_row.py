"""A seat in the score strip: score, stock, and where it would stand if scored now."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.ui import fit, theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import ASIDE, Touchable


class ScoreRow(Touchable):
    """240 x 68. `score`, `note` and `gain` are words ready to show; `share` and `tick` are 0 to 1 of the track.

    A negative `share` leaves the track away; a negative `tick` the white mark.
    """

    ring_rank = ASIDE
    seat = StringProperty("red")
    name = StringProperty("")
    score = StringProperty("")
    note = StringProperty("")
    gain = StringProperty("")
    share = NumericProperty(-1)
    tick = NumericProperty(-1)
    active = BooleanProperty(False)
    loss = BooleanProperty(False)

    shows = ("seat", "name", "score", "note", "gain", "share", "tick", "active", "loss")

    def paint(self, pen: Pen) -> None:
        look = theme.seat(self.seat)
        h = pen.h
        pen.box(0, 0, pen.w, h, "raised" if self.active or self.pressed else "surface", theme.RADIUS["tag"])
        pen.box(0, 0, 8, h, look.ring or look.fill, theme.RADIUS["tag"])
        style = theme.style("score") if h >= 56 else theme.style("title")
        score = pen.text(self.score, pen.w - 10, 24 if h >= 56 else h / 2, style, "sand", "right")
        tracked = self.share >= 0
        disc = 24 if h >= 56 else h / 2
        pen.seat_disc(self.seat, 30, disc, 14)
        room = pen.w - 50 - score - 16
        name = fit.short_name(self.name)
        bold = theme.TypeStyle("name", 18, True, 22)
        middle = disc if not self.note else 17 if tracked else h / 2 - 11
        pen.text(name, 50, middle, bold, look.text, max_width=room, may_cut=True)
        if self.note:
            pen.text(self.note, 50, middle + 20, "small", "sand_2", max_width=room)
        if tracked:
            self._paint_track(pen, look)
        if self.gain:
            colour = "bad" if self.loss else "good"
            pen.text(self.gain, pen.w - 10, h - 13, theme.TypeStyle("gain", 18, True, 22), colour, "right")

    def _paint_track(self, pen: Pen, look: theme.SeatLook) -> None:
        y, width = pen.h - 17, pen.w - 72
        pen.box(18, y, width, 8, "night", 4)
        done = width * min(self.share, 1.0)
        if done >= 2:
            pen.box(18, y, max(done, 8), 8, look.ring or look.fill, 4)
        if self.tick >= 0:
            pen.box(18 + width * min(self.tick, 1.0) - 1.5, y - 3, 3, 14, "sand", 1)
