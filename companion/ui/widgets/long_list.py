"""A list of any length of which only the rows in view are widgets. It scrolls by drag, and on a little by a fling."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from math import exp
from typing import Any

from kivy.clock import Clock

from companion.ui import layout
from companion.ui.layout import place
from companion.ui.widgets.scroll_list import ScrollList

BEYOND = 2
"""Rows that are made beyond each edge: the ring steps onto them, and they are brought into view then. A heading, which
it does not stand on, may be one of them."""
SLOWS = 3.5
"""How fast a fling slows down: after one second it has e**-3.5 of its speed."""
LEAST = 60.0
"""Logical pixels a second below which nothing is a fling, or one has ended."""
MOST = 6000.0
RECENT_S = 0.1
"""What the finger did before so many seconds says nothing about its speed."""


class LongList(ScrollList):
    """Rows as in `ScrollList`, each made by `make(index)` when it comes into view and forgotten when it leaves.

    `fill` says how many there are and how high each is (logical pixels); `at(index)` is the row of an item in view.
    """

    def __init__(self, gap: float = 6, **properties: Any) -> None:
        self._heights: tuple[float, ...] = ()
        self._tops: list[float] = []
        self._make: Callable[[int], Any] = _nothing
        self._live: dict[int, Any] = {}
        self._moves: deque[tuple[float, float]] = deque(maxlen=8)
        self._speed = 0.0
        self._gliding: Any = None
        super().__init__(gap=gap, **properties)

    # what is in it

    def fill(self, heights: Sequence[float], make: Callable[[int], Any]) -> None:
        """Replace all items; it stays where it is scrolled to, as far as there is so much."""
        self.stop()
        self._drop(list(self._live))
        self._heights, self._make, self._tops = tuple(heights), make, []
        y = 0.0
        for height in self._heights:
            self._tops.append(y)
            y += height + self._gap
        self._lay_out()

    def set_rows(self, rows: Sequence[tuple[Any, float]]) -> None:
        ready = [row for row, _ in rows]
        self.fill([height for _, height in rows], lambda index: ready[index])

    def __len__(self) -> int:
        return len(self._heights)

    def at(self, index: int) -> Any:
        """The row of this item, or None while it is out of view."""
        return self._live.get(index)

    def show(self, index: int) -> Any:
        """Scroll as little as needed to see the whole item; returns its row."""
        self.stop()
        top, bottom = self._edges(index)
        if top < self.offset:
            self.offset = top
        elif bottom > self.offset + self.height:
            self.offset = bottom - self.height
        return self._live[index]

    @property
    def rows(self) -> list[Any]:
        """The rows that are made, first to last."""
        return [self._live[index] for index in sorted(self._live)]

    @property
    def content_height(self) -> int:
        if not self._tops:
            return 0
        return self.frame.px(self._tops[-1] + self._heights[-1])

    @property
    def below(self) -> int:
        """How many items reach below the lower edge."""
        seen = self.offset + self.height + 1
        return sum(1 for index in range(len(self) - 1, -1, -1) if self._edges(index)[1] > seen)

    @property
    def turns(self) -> bool:
        """Its rows are what the ring stands on."""
        return False

    def row_of(self, widget: Any) -> Any:
        while widget is not None and widget is not widget.parent:
            if any(widget is row for row in self._live.values()):
                return widget
            widget = widget.parent
        return None

    def reveal(self, row: Any) -> None:
        self.stop()
        super().reveal(row)

    # rows come and go

    def _edges(self, index: int) -> tuple[int, int]:
        """Upper and lower edge of an item, in pixels from the top of all."""
        unit, y = self.frame.unit, self._tops[index]
        return round(y * unit), round((y + self._heights[index]) * unit)

    def _lay_out(self, *_: Any) -> None:
        bar = self.frame.px(6)
        place(self._bar, layout.Rect(int(self.right) - bar, int(self.y), bar, int(self.height)))
        total = self.content_height
        self._content.size = (self.width, total)
        for index, row in self._live.items():
            self._put(index, row)
        self.offset = min(max(self.offset, 0), self.reach)
        self._move()

    def _put(self, index: int, row: Any) -> None:
        total = self.content_height
        width = int(self.width) - (self.frame.px(12) if total > self.height else 0)
        top, bottom = self._edges(index)
        place(row, layout.Rect(0, total - bottom, width, bottom - top))

    def _move(self, *args: Any) -> None:
        super()._move(*args)
        wanted = self._in_view()
        self._drop([index for index in self._live if index not in wanted])
        for index in wanted:
            if index not in self._live:
                row = self._live[index] = self._make(index)
                self._put(index, row)
                self._content.add_widget(row)

    def _in_view(self) -> range:
        if not self._tops or self.height <= 1:
            return range(0)
        unit = self.frame.unit
        first = bisect_right(self._tops, self.offset / unit) - 1
        last = bisect_right(self._tops, (self.offset + self.height) / unit)
        return range(max(first - BEYOND, 0), min(last + BEYOND, len(self._tops)))

    def _drop(self, indexes: Sequence[int]) -> None:
        for index in indexes:
            self._content.remove_widget(self._live.pop(index))

    # the fling

    def on_touch_down(self, touch: Any) -> bool:
        if self._gliding is None or not self.collide_point(*touch.pos):
            self._moves.clear()
            return super().on_touch_down(touch)
        # A finger that stops the list means no row.
        self.stop()
        self._moves.clear()
        touch.grab(self)
        self._finger, self._dragging = touch, True
        self._start_y, self._start_offset = touch.y, self.offset
        return True

    def on_touch_move(self, touch: Any) -> bool:
        taken = super().on_touch_move(touch)
        if touch.grab_current is self and touch is self._finger and self._dragging:
            self._moves.append((Clock.get_time(), touch.y))
        return taken

    def on_touch_up(self, touch: Any) -> bool:
        flung = touch.grab_current is self and touch is self._finger and self._dragging
        taken = super().on_touch_up(touch)
        if flung:
            self._fling()
        return taken

    def _fling(self) -> None:
        now = Clock.get_time()
        recent = [(when, y) for when, y in self._moves if now - when <= RECENT_S]
        if len(recent) < 2 or recent[-1][0] <= recent[0][0]:
            return
        speed = (recent[-1][1] - recent[0][1]) / (recent[-1][0] - recent[0][0])
        most = MOST * self.frame.unit
        self._speed = min(max(speed, -most), most)
        if abs(self._speed) >= LEAST * self.frame.unit:
            self._gliding = Clock.schedule_interval(self._glide, 0)

    def _glide(self, seconds: float) -> None:
        wanted = self.offset + self._speed * seconds
        self.offset = min(max(wanted, 0), self.reach)
        self._speed *= exp(-SLOWS * seconds)
        if self.offset != wanted or abs(self._speed) < LEAST * self.frame.unit or self.get_root_window() is None:
            self.stop()

    def stop(self) -> None:
        """Stand still."""
        if self._gliding is not None:
            self._gliding.cancel()
            self._gliding = None


def _nothing(index: int) -> Any:
    raise IndexError(index)
