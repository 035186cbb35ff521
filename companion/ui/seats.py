"""The drawn table with its places: chips to tap and to drag, and the bar that stands for this screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import dist
from typing import Any, NamedTuple

from companion.ui import theme
from companion.ui.draft import PLACES, Draft
from companion.ui.layout import Rect
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable
from companion.ui.widgets.seat_chip import SeatChip


class SeatingPlan(NamedTuple):
    """Logical places on the screen: the drawn table and, a place each, its chip."""

    table: tuple[float, float, float, float]
    chips: Mapping[str, tuple[float, float, float, float]]


def plan(portrait: bool, width: float) -> SeatingPlan:
    """Where table and chips lie in a part of the screen that is `width` wide."""
    table_w, side = (232.0, 134.0) if not portrait else (208.0, 108.0)
    shift = (width - 528) / 2 if not portrait else 0.0
    left = 8.0 if not portrait else 4.0
    right = 392.0 if not portrait else 348.0
    table_x = 148.0 if not portrait else 136.0
    at = {
        "n0": (side, 72.0),
        "n1": (side + (134 if not portrait else 136), 72.0),
        "e0": (right, 208.0),
        "s1": (side + (134 if not portrait else 136), 348.0),
        "s0": (side, 348.0),
        "w0": (left, 208.0),
    }
    chips = {place: (x + shift, y, 128.0, 60.0) for place, (x, y) in at.items()}
    return SeatingPlan((table_x + shift, 140.0, table_w, 200.0), chips)


class DraggedMixin:
    """A touchable that follows the finger past the slop and tells `dropped(x, y)` where it was let go (pixels)."""

    dragged = False
    dropped: Callable[[float, float], None]

    def on_touch_move(self, touch: Any) -> bool:
        widget: Any = self
        if touch.grab_current is not self or widget._finger is not touch:
            return bool(super().on_touch_move(touch))  # type: ignore[misc]
        if dist(widget._start, touch.pos) > theme.TOUCH["slop"] * widget.frame.unit:
            widget.dragged = True
            widget._hold_timer.cancel()
        if widget.dragged:
            widget.center = touch.pos
        return True

    def on_touch_up(self, touch: Any) -> bool:
        widget: Any = self
        if touch.grab_current is self and widget.dragged and widget._finger is touch:
            widget.dragged = False
            touch.ungrab(widget)
            widget.let_go()
            self.dropped(*touch.pos)
            return True
        return bool(super().on_touch_up(touch))  # type: ignore[misc]


class ChairChip(DraggedMixin, SeatChip):
    """The chip of a place; taken ones can be dragged to another."""

    def __init__(self, place: str, dropped: Callable[[str, float, float], None], **properties: Any) -> None:
        self.place = place
        self.dropped = lambda x, y: dropped(place, x, y)
        super().__init__(guard=True, **properties)

    def on_touch_move(self, touch: Any) -> bool:
        return super().on_touch_move(touch) if self.seat else SeatChip.on_touch_move(self, touch)


class DrawnTable(Drawn):
    """The table seen from above with the board in its middle."""

    def __init__(self, word: str, **properties: Any) -> None:
        self.word = word
        super().__init__(**properties)

    def paint_base(self, pen: Pen) -> None:
        pen.box(0, 0, pen.w, pen.h, "surface", theme.RADIUS["card"], "line_strong", 2)
        x = (pen.w - 76) / 2
        pen.box(x, 56, 76, 88, "ground", 2, "sand_3", 2)
        pen.text(self.word, pen.w / 2, 100, "small", "sand_3", "center", 70)


class ScreenBar(DraggedMixin, Touchable):
    """The gold bar that stands for this screen, with its word; drag it to the side the screen lies at."""

    def __init__(self, word: str, dropped: Callable[[float, float], None], **properties: Any) -> None:
        self.word = word
        self.dropped = dropped
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        pen.text(self.word, pen.w / 2, pen.h / 2 - 8, "small", "gold", "center", pen.w)
        pen.box((pen.w - 48) / 2, pen.h / 2 + 6, 48, 14, "gold_press" if self.pressed else "gold", 3)


def bar_place(plan: SeatingPlan, side: str) -> tuple[float, float, float, float]:
    """Where the screen's bar lies in the drawn table for a side: a touchable rectangle of 80 x 52."""
    x, y, w, h = plan.table
    return {
        "s": (x + w - 88, y + h - 54, 80.0, 52.0),
        "n": (x + 8, y + 2, 80.0, 52.0),
        "w": (x + 2, y + h / 2 - 26, 74.0, 52.0),
        "e": (x + w - 76, y + h / 2 - 26, 74.0, 52.0),
    }[side]


def nearest_place(draft: Draft, rects: Mapping[str, Rect], x: float, y: float) -> str:
    """The place whose chip is nearest to a point in pixels."""
    return min(PLACES, key=lambda place: dist(rects[place].center, (x, y)))


def nearest_side(table: Rect, x: float, y: float) -> str:
    """The side of the table (in pixels) a point lies at."""
    across, up = (x - table.center[0]) / max(table.w, 1), (y - table.center[1]) / max(table.h, 1)
    if abs(across) > abs(up):
        return "e" if across > 0 else "w"
    return "n" if up > 0 else "s"
