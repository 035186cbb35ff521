"""The toast of the Table screen: what happened without a tap, for six seconds, the newest alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kivy.clock import Clock

from companion.engine.text import Text
from companion.ui.boards.base import Area
from companion.ui.boards.plan import toast_area
from companion.ui.table.again import AgainPanel
from companion.ui.table.decide import DecidePanel
from companion.ui.table.panel import GAP
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.score_row import ScoreRow
from companion.ui.widgets.toast import Toast, height_for

if TYPE_CHECKING:
    from companion.ui.screens.table import TableScreen

SECONDS = 6.0
MOST = 112.0
"""Higher than this, a toast says it in fewer words, where there are some: it is read in passing."""


class Note(NamedTuple):
    """What a toast says. It goes once the game stands otherwise than in `state`.

    `over`: the panel it may lie over although that has something to say itself. `short`: said where `text` is long.
    """

    text: Text
    kind: str
    state: Any
    can_undo: bool = False
    over: Any = None
    short: Text | None = None


class Toasting:
    """Shows the newest note, however many come between two pictures, and again after the screen was drawn anew."""

    def __init__(self, table: TableScreen) -> None:
        self.table = table
        self.toast: Toast | None = None
        self._note: Note | None = None
        self._until = 0.0
        self._put = Clock.create_trigger(lambda _: self._show(), -1)

    def say(self, note: Note) -> None:
        """Show this note with the next picture."""
        self._drop()
        self._note = note
        self._until = self._now() + SECONDS
        self._put()

    def refreshed(self) -> None:
        """The screen was drawn anew: on top again, or away."""
        if self._note is not None:
            self._put()

    def _now(self) -> float:
        return self.table.context.devices.now()

    def _drop(self) -> None:
        if self.toast is not None:
            self.toast.dismiss()
            self.toast = None

    def _fits(self, note: Note) -> bool:
        panel = self.table.panel
        return isinstance(panel, DecidePanel | AgainPanel) or panel is note.over

    def _show(self) -> None:
        table, note = self.table, self._note
        left = self._until - self._now()
        if note is None or note.state is not table.session.state or left <= 0:
            self._drop()
            self._note = None
            return
        if table.context.screen is not table or not self._fits(note):
            self._drop()
            return
        if self.toast is not None and self.toast.parent is table:
            table.remove_widget(self.toast)
            table.add_widget(self.toast)
            return
        self._drop()
        area = toast_area(table.plan, table.frame)
        words = table.say(note.text)
        if note.short is not None and height_for(words, area.w, note.can_undo, table.frame) > MOST:
            words = table.say(note.short)
        toast = self.toast = Toast(text=words, kind=note.kind, can_undo=note.can_undo, seconds=left)
        if note.can_undo:
            # It was played without a touch, and only waits a while: nobody takes back what a dark screen shows.
            table.context.root.wake()
        toast.bind(on_undo=lambda *_: self._undo(note), on_read=lambda *_: self._read())
        height = max(area.h, height_for(words, area.w, note.can_undo, table.frame))
        top = self._top(area, height)
        table.put(toast, *area._replace(y=top, h=self._bottom(top + height) - top))

    def _top(self, area: Area, height: float) -> float:
        """Where it begins. What only tells something is read from its beginning: then it lies right over its button."""
        table = self.table
        gold = next((one for one in table.children if isinstance(one, PushButton) and one.gold), None)
        if not table.panel.apart or gold is None:
            return area.y
        return max(area.y, float(table.frame.h - gold.top / table.frame.unit) - GAP - height)

    def _bottom(self, bottom: float) -> float:
        """Where it ends: at the end of a score row rather than in the middle of its number."""
        frame = self.table.frame
        for row in self.table.children:
            if isinstance(row, ScoreRow) and frame.h - row.top / frame.unit < bottom:
                bottom = max(bottom, float(frame.h - row.y / frame.unit))
        return bottom

    def _read(self) -> None:
        """It was tapped away."""
        self._note = self.toast = None

    def _undo(self, note: Note) -> None:
        if note.state is self.table.session.state:
            self.table.undo()
