"""Hands for the demonstration: touches put into Kivy's own input as a panel would, and pictures of what is seen."""

from __future__ import annotations

import os
import time
from math import dist
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent

from companion.ui.widgets.base import DOUBLE_TAP_S

NEAR = 60
"""Window pixels within which two taps could be taken for one double tap."""


class Finger(MotionEvent):
    """One finger on the panel, at a point in window pixels."""

    def __init__(self, number: int, x: float, y: float) -> None:
        self.profile = ["pos"]
        place = {"x": x / Window.width, "y": y / Window.height}
        super().__init__("hands", number, place, is_touch=True, type_id="touch")

    def depack(self, args: Any) -> None:
        self.profile = ["pos"]
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


class Hands:
    """Taps, and lets frames pass. A place tapped again waits until that is no double tap."""

    def __init__(self) -> None:
        self._number = 0
        self._taps: list[tuple[tuple[float, float], float]] = []

    def frames(self, count: int = 2) -> None:
        """Let so many frames pass."""
        for _ in range(count):
            Window.canvas.ask_update()
            EventLoop.idle()

    def rest(self, seconds: float) -> None:
        """Let frames pass for a time, until what blinks stands still."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.frames(1)
            time.sleep(0.01)

    def tap(self, spot: Any) -> None:
        """Tap a widget or a rectangle of the picture (Kivy pixels)."""
        x, y = spot.to_window(*spot.center) if hasattr(spot, "to_window") else spot.center
        now = time.monotonic()
        self._taps = [(place, at) for place, at in self._taps if now - at < DOUBLE_TAP_S + 0.02]
        near = [at for place, at in self._taps if dist(place, (x, y)) < NEAR]
        if near:
            # A finger was there moments ago, maybe before another place was tapped.
            time.sleep(max(near) + DOUBLE_TAP_S + 0.02 - now)
        self._number += 1
        finger = Finger(self._number, x, y)
        EventLoop.post_dispatch_input("begin", finger)
        self.frames(1)
        EventLoop.post_dispatch_input("end", finger)
        self.frames(3)
        self._taps.append(((x, y), time.monotonic()))

    def picture(self, path: Path) -> None:
        """Write what is on the screen as PNG."""
        self.frames(2)
        # Kivy numbers the file it writes, so the name asked for is made here.
        os.replace(Window.screenshot(name=str(path)), path)


def showing(root: Any, words: str) -> Any | None:
    """The uppermost widget below `root` that can be pressed and says exactly `words`; None if there is none."""
    for child in root.children:
        found = showing(child, words)
        if found is not None:
            return found
    said = root.texts() if hasattr(root, "texts") and hasattr(root, "on_release") else ()
    return root if words in said else None
