"""A screen that says what was done, with the way back for ten seconds, also after it was drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.engine.errors import InputError
from companion.engine.text import Text
from companion.ui.screens.base import Screen
from companion.ui.widgets.toast import Toast, height_for

SECONDS = 10.0


class Done(NamedTuple):
    """What was done, and what takes it back. Handed to the screen that is shown next, if another one is."""

    text: Text
    undo: Callable[[], None]


class Undoable(Screen):
    """Shows the newest `Done` above its lower edge; its own `build` calls `show_done` last."""

    _done: Done | None = None
    _until = 0.0
    note: Toast | None = None

    def did(self, done: Done | None) -> None:
        """Say with the next drawing what was done; nothing where it is None."""
        if done is not None:
            self._done, self._until = done, self.context.devices.now() + SECONDS

    def show_done(self, above: float = 12.0) -> None:
        """Put the toast so far above the lower edge, if there is something to say still."""
        done, left = self._done, self._until - self.context.devices.now()
        if done is None or left <= 0:
            self._done = self.note = None
            return
        frame, words = self.frame, self.say(done.text)
        width = min(560.0, frame.w - 24)
        height = height_for(words, width, True, frame)
        self.note = Toast(text=words, kind="good", can_undo=True, seconds=left)
        self.note.bind(on_undo=lambda *_: self._take_back(done), on_read=lambda *_: self._read())
        self.put(self.note, (frame.w - width) / 2, frame.h - above - height, width, height)

    def _read(self) -> None:
        """It was tapped away."""
        self._done = self.note = None

    def _take_back(self, done: Done) -> None:
        self._read()
        try:
            done.undo()
        except InputError as error:
            self.context.trouble(error.text)
            return
        self.taken_back()

    def taken_back(self) -> None:
        """What was done is undone: draw anew what is so again."""
        self.relayout()
