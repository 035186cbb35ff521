"""The live picture of a screen that points the camera: looked at by a thread, as often as the machine can."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from kivy.clock import Clock

from companion.ui.pen import Pen
from companion.ui.picture_view import PictureView
from hardware.camera import Camera, Frame

if TYPE_CHECKING:
    from companion.vision.live import Shown

log = logging.getLogger(__name__)

EVERY_S = 0.15
"""Seconds between two pictures at the least: the eye needs no more to point a camera."""


class Live(NamedTuple):
    """A picture as it is shown, and how many come from the camera in a second (0: not known yet)."""

    shown: Shown
    rate: float


class LiveLook:
    """From `begin` to `end`. `look` makes of a picture what is shown, in a thread; `then` gets it on the screen's.

    The next picture is looked at when the one before was handed over.
    """

    def __init__(self, camera: Camera, look: Callable[[Any], Shown], then: Callable[[Live], None]) -> None:
        self.camera, self.look, self.then = camera, look, then
        self._ends, self._taken = Event(), Event()
        self._first: Frame | None = None

    def begin(self) -> LiveLook:
        """Start looking; returns itself."""
        Thread(target=self._run, name="live", daemon=True).start()
        return self

    def end(self) -> None:
        """Hand nothing over any more."""
        self._ends.set()
        self._taken.set()

    def _run(self) -> None:
        number = 0
        while not self._ends.is_set():
            frame = self.camera.newer(number, EVERY_S)
            if frame is None:
                # A camera that was closed answers at once, for ever.
                self._ends.wait(EVERY_S)
                continue
            number = frame.number
            try:
                live = Live(self.look(frame.picture), self._rate(frame))
            except Exception:
                # One picture that could not be looked at; the next one comes.
                log.exception("a picture could not be shown")
                continue
            self._taken.clear()
            Clock.schedule_once(lambda _, live=live: self._hand(live), 0)
            self._taken.wait(2.0)
            self._ends.wait(EVERY_S)

    def _rate(self, frame: Frame) -> float:
        """Pictures a second since the first one that was looked at."""
        first = self._first
        if first is None or frame.number < first.number or frame.at <= first.at:
            self._first = frame
            return 0.0
        return (frame.number - first.number) / (frame.at - first.at)

    def _hand(self, live: Live) -> None:
        if not self._ends.is_set():
            self.then(live)
        self._taken.set()


def draw_markers(pen: Pen, view: PictureView, shown: Shown) -> None:
    """The mat's markers on its picture: those found framed, those missing dashed in warning, the field outlined."""
    if shown.outline is not None:
        view.outline(pen, shown.outline, "lit", 2)
    for corners in shown.found:
        view.outline(pen, corners, "good", 3)
        x, y = view.at(_middle(corners))
        pen.disc(x, y, 4, "good")
    for corners in shown.missing:
        view.outline(pen, corners, "warn", 2)
        x, y = view.at(_middle(corners))
        if 0 <= x <= pen.w and 0 <= y <= pen.h:
            pen.icon("cross", x, y, 14, "warn")


def _middle(corners: Any) -> tuple[float, float]:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
