"""A screen that says what was done, with the way back for ten seconds, also after it was drawn anew.

Games and names are what the club is told of, so it hears of both at once, and not only with the next screen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.errors import InputError
from companion.engine.text import Text
from companion.table.people_store import Change, Store
from companion.ui.screens.base import Screen
from companion.ui.widgets.toast import Toast, height_for

if TYPE_CHECKING:
    from companion.ui.context import Context

SECONDS = 10.0
WIDE = 560.0


class Done(NamedTuple):
    """What was done, and what takes it back. Handed to the screen that is shown next, if another one is."""

    text: Text
    undo: Callable[[], None]


def done_with(store: Store, change: Change, text: Text) -> Done | None:
    """What is to be said of an act about players; None where it changed nothing."""
    return Done(text, lambda: store.undo(change)) if change.before != change.after else None


def hand_back(context: Context, done: Done | None) -> None:
    """Return to the screen below, which says what was done."""
    context.back()
    below = context.screen
    if done is not None and isinstance(below, Undoable):
        below.did(done)
        below.relayout()


class Undoable(Screen):
    """Shows the newest `Done` above its lower edge; its own `build` calls `show_done` last."""

    _done: Done | None = None
    _until = 0.0
    note: Toast | None = None

    def did(self, done: Done | None) -> None:
        """Say with the next drawing what was done; nothing where it is None."""
        if done is not None:
            self._done, self._until = done, self.context.devices.now() + SECONDS
            self.context.club.show()

    def done_room(self, wide: float = WIDE) -> float:
        """How much room a list leaves for the toast at its lower end, so that no row is half seen; else nothing."""
        if self._done is None or self._until <= self.context.devices.now():
            return 0.0
        return height_for(self.say(self._done.text), min(wide, self.frame.w - 24), True, self.frame) + 12

    def show_done(self, above: float = 12.0, wide: float = WIDE, left: float | None = None) -> None:
        """Put the toast so far above the lower edge (`left`: not in the middle), if there is something to say still."""
        done, seconds = self._done, self._until - self.context.devices.now()
        if done is None or seconds <= 0:
            self._done = self.note = None
            return
        frame, words = self.frame, self.say(done.text)
        width = min(wide, frame.w - 24)
        height = height_for(words, width, True, frame)
        self.note = Toast(text=words, kind="good", can_undo=True, seconds=seconds)
        self.note.bind(on_undo=lambda *_: self._take_back(done), on_gone=lambda toast: self._gone(toast))
        x = (frame.w - width) / 2 if left is None else left
        self.put(self.note, x, frame.h - above - height, width, height)

    def _gone(self, toast: Toast) -> None:
        """It was read, taken back, or its time is over."""
        if self.note is toast:
            self._done = self.note = None

    def _take_back(self, done: Done) -> None:
        self._done = None
        try:
            done.undo()
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.context.club.show()
        self.taken_back()

    def taken_back(self) -> None:
        """What was done is undone: draw anew what is so again."""
        self.relayout()
