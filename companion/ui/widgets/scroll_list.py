"""A list that scrolls by drag. No inertia and no bounce: it stops where the finger stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.stencilview import StencilView

from companion.ui import boot, layout, theme
from companion.ui.layout import Frame, place
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn, Touchable, Turned

boot.load_kv("scroll_list")


class ScrollBar(Drawn):
    """The thin bar that shows how much lies above and below."""

    top_share = NumericProperty(0)
    share = NumericProperty(1)

    shows = ("top_share", "share")

    def paint(self, pen: Pen) -> None:
        if self.share < 1:
            pen.box(0, 0, pen.w, pen.h, "night", 3)
            pen.box(0, pen.h * self.top_share, pen.w, max(pen.h * self.share, 24), "line_strong", 3)


LINE = 48
"""Logical pixels that one detent of the knob scrolls."""


class ScrollList(Turned, StencilView):
    """Rows one under another, clipped to the list. A tap reaches its row; beyond the slop the rows are dragged.

    `add(row, height)` appends (logical pixels, full width less the bar), `clear_rows()` empties. `offset` is how far
    it is scrolled, in pixels; `below` how many rows lie wholly or partly below the lower edge. A list that `reads` is
    text: the knob scrolls it.
    """

    offset = NumericProperty(0)
    clips = True

    def __init__(
        self, frame: Frame | None = None, gap: float = 4, reads: bool = False, **properties: Any
    ) -> None:  # fmt: skip
        self._frame = frame
        self.reads = reads
        self._gap = gap
        self._rows: list[tuple[Any, float]] = []
        self._finger: Any = None
        self._start_y = 0.0
        self._start_offset = 0.0
        self._dragging = False
        properties.setdefault("size_hint", (None, None))
        super().__init__(**properties)
        self._content, self._bar = self.ids.content, self.ids.bar
        self.fbind("pos", self._lay_out)
        self.fbind("size", self._lay_out)
        self.fbind("offset", self._move)

    @property
    def frame(self) -> Frame:
        return self._frame or layout.current()

    @property
    def rows(self) -> list[Any]:
        """The rows, first to last."""
        return [row for row, _ in self._rows]

    @property
    def content_height(self) -> int:
        """Height of all rows in pixels."""
        gaps = max(len(self._rows) - 1, 0) * self._gap
        return self.frame.px(sum(height for _, height in self._rows) + gaps)

    @property
    def reach(self) -> int:
        """How far it can scroll, in pixels."""
        return max(self.content_height - int(self.height), 0)

    @property
    def below(self) -> int:
        """How many rows reach below the lower edge."""
        seen = self.offset + self.height + 1
        return sum(1 for row, _ in self._rows if self._content.height - row.y > seen)

    def add(self, row: Any, height: float) -> Any:
        """Append a row of this logical height; returns the row."""
        self.set_rows([*self._rows, (row, height)])
        return row

    def set_rows(self, rows: Sequence[tuple[Any, float]]) -> None:
        """Replace all rows at once: pairs of row and logical height."""
        self._content.clear_widgets()
        self._rows = list(rows)
        for row, _ in self._rows:
            self._content.add_widget(row)
        self._lay_out()

    def clear_rows(self) -> None:
        """Take all rows out and go back to the top."""
        self.set_rows([])
        self.offset = 0

    @property
    def takes_knob(self) -> bool:  # type: ignore[override]
        """Whether the knob scrolls it without more ado."""
        return self.reads and self.reach > 0

    @property
    def turns(self) -> bool:
        """Whether there is more to read than is seen, in rows that nothing can ring."""
        return self.reach > 0 and any(not _tappable(row) for row in self.rows)

    def turn(self, steps: int) -> None:
        self.offset = min(max(self.offset + steps * self.frame.px(LINE), 0), self.reach)

    def row_of(self, widget: Any) -> Any:
        """The row that is `widget` or holds it; None: it is not of this list."""
        # Above everything lies the window, which is its own parent.
        while widget is not None and widget is not widget.parent:
            if any(widget is row for row, _ in self._rows):
                return widget
            widget = widget.parent
        return None

    def reveal(self, row: Any) -> None:
        """Scroll as little as needed to see the whole row."""
        top = self._content.height - row.top
        bottom = self._content.height - row.y
        if top < self.offset:
            self.offset = top
        elif bottom > self.offset + self.height:
            self.offset = bottom - self.height

    def _lay_out(self, *_: Any) -> None:
        unit = self.frame.unit
        total = self.content_height
        scrolls = total > self.height
        width = int(self.width) - (self.frame.px(12) if scrolls else 0)
        self._content.size = (self.width, total)
        y = 0.0
        for row, height in self._rows:
            top, bottom = round(y * unit), round((y + height) * unit)
            place(row, layout.Rect(0, total - bottom, width, bottom - top))
            y += height + self._gap
        bar = self.frame.px(6)
        place(self._bar, layout.Rect(int(self.right) - bar, int(self.y), bar, int(self.height)))
        self.offset = min(max(self.offset, 0), self.reach)
        self._move()

    def _move(self, *_: Any) -> None:
        total = self.content_height
        self._content.pos = (self.x, round(self.top - total + self.offset))
        self._bar.share = min(self.height / total, 1) if total else 1
        self._bar.top_share = self.offset / total if total else 0

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if self._finger is None:
            touch.grab(self)
            self._finger = touch
            self._start_y, self._start_offset, self._dragging = touch.y, self.offset, False
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        moved = touch.y - self._start_y
        if not self._dragging and abs(moved) > theme.TOUCH["slop"] * self.frame.unit:
            self._dragging = True
            self._let_go()
        if self._dragging:
            self.offset = min(max(self._start_offset + moved, 0), self.reach)
        return True

    def _let_go(self) -> None:
        """No row is tapped by this finger any more: a row moves along, so it does not see the finger move."""
        for widget in self._content.walk(restrict=True):
            if isinstance(widget, Touchable):
                widget.let_go()

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if touch is self._finger:
            self._finger = None
        return True


def _tappable(row: Any) -> bool:
    return any(isinstance(widget, Touchable | Turned) for widget in row.walk(restrict=True))
