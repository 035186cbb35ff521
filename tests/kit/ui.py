# ruff: noqa: E402 (Kivy reads its settings when it is first imported, so they are made before)
"""A real Kivy window on SDL's offscreen driver, with fingers: widgets are shown, touched and photographed.

Use the fixture `ui` of tests/conftest.py; scripts make their own `UI()`. One window a process.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.ui import boot

# The offscreen driver never enlarges what it first made, so the first window is as large as any size asked for later.
LARGEST = (1280, 1280)
if "kivy.core.window" not in sys.modules:
    boot.prepare(headless=True, size=LARGEST, maxfps=0)

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder

from companion.ui import layout, switchboard, theme
from companion.ui import root as roots
from companion.ui.widgets import base
from companion.ui.widgets.base import Touchable

FRAME_S = 1 / 60
"""What a frame takes on the clock of a test, as on a real screen."""

Spot = Any
"""A widget, a Rect, or a point (x, y) in window pixels."""


class Finger(MotionEvent):
    """One injected finger."""

    def __init__(self, x: float, y: float, number: int = 1) -> None:
        place = {"x": x / Window.width, "y": y / Window.height}
        super().__init__("test", number, place, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: Any) -> None:
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)

    def to(self, x: float, y: float) -> None:
        """Move without telling anybody yet."""
        self.move({"x": x / Window.width, "y": y / Window.height})


class UI:
    """The window and what a test does with it."""

    def __init__(self) -> None:
        EventLoop.ensure_window()
        if EventLoop.status != "started":
            EventLoop.start()
        # Kivy's clock may have been made before its settings were. Nobody waits here between frames: time is put ahead.
        Clock._max_fps = 0
        self.ahead = 0.0
        clock_time = Clock.time
        Clock.time = lambda: clock_time() + self.ahead
        roots.monotonic = base.monotonic = switchboard.monotonic = self.now
        Window.clearcolor = theme.colour("ground")
        self.window = Window
        self._numbers = 0
        self.resize(800, 480)

    def now(self) -> float:
        """Seconds on the clock of widgets and of Kivy: the real one, put ahead by the frames that passed."""
        return time.monotonic() + self.ahead

    # the screen

    def resize(self, width: int, height: int) -> layout.Frame:
        """Make the window this size (within LARGEST), and its Frame the current one."""
        if width > LARGEST[0] or height > LARGEST[1]:
            raise ValueError(f"the offscreen window holds {LARGEST[0]} x {LARGEST[1]} at most")
        frame = layout.use(layout.Frame(width, height))
        if tuple(Window.size) != (width, height):
            Window.size = (width, height)
            self.frames(2)
        return frame

    def frames(self, n: int = 1) -> None:
        """Let `n` frames pass: fingers, clock and layouts as in Kivy's own loop; what nobody looks at is not drawn."""
        for _ in range(n):
            self.ahead += FRAME_S
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def draw(self) -> None:
        """Let a frame pass, and draw it: before its pixels are read, and once for whatever is put on the window."""
        Window.canvas.ask_update()
        EventLoop.idle()
        # A software driver queues frames that nobody waits for, some megabytes each.
        glFinish()

    def wait(self, seconds: float) -> None:
        """Let frames pass for a time that a widget measures (a hold, a toast)."""
        self.until(lambda: False, seconds, strict=False)

    def until(self, condition: Callable[[], Any], seconds: float = 5.0, strict: bool = True) -> None:
        """Let frames pass until the condition holds; AssertionError after `seconds`. Nobody waits for them really."""
        deadline = self.now() + seconds
        while self.now() < deadline:
            self.frames()
            if condition():
                return
        assert not strict, f"still not so after {seconds} s"

    def show(self, root: Any) -> Any:
        """Put a widget on the window; returns it."""
        Window.add_widget(root)
        self.frames(2)
        self.draw()
        return root

    def clear(self) -> None:
        """Draw once more what there is, then take everything off the window."""
        self.draw()
        for child in Window.children[:]:
            Window.remove_widget(child)
        EventLoop.touches.clear()
        self.frames()

    def shot(self, path: str | Path) -> Path:
        """A picture of the window as PNG; returns its path."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.frames(1)
        self.draw()
        # Kivy numbers the file it writes, so the name asked for is made here.
        os.replace(Window.screenshot(name=str(path)), path)
        return path

    def pixel(self, x: float, y: float) -> tuple[int, int, int]:
        """The colour at a window pixel (origin bottom left), 0 to 255 each."""
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

        self.draw()
        red, green, blue, _ = glReadPixels(int(x), int(y), 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)
        return red, green, blue

    # fingers

    def point(self, spot: Spot) -> tuple[float, float]:
        """The window point a finger would aim at."""
        if hasattr(spot, "to_window"):
            x, y = spot.to_window(*spot.center)
            return float(x), float(y)
        if isinstance(spot, layout.Rect):
            return spot.center
        return float(spot[0]), float(spot[1])

    def down(self, spot: Spot) -> Finger:
        """Put a finger down and leave it there."""
        self._numbers += 1
        finger = Finger(*self.point(spot), self._numbers)
        EventLoop.post_dispatch_input("begin", finger)
        self.frames()
        return finger

    def move(self, finger: Finger, spot: Spot) -> None:
        """Move a finger that is down."""
        finger.to(*self.point(spot))
        EventLoop.post_dispatch_input("update", finger)
        self.frames()

    def up(self, finger: Finger) -> None:
        """Lift a finger."""
        EventLoop.post_dispatch_input("end", finger)
        self.frames(2)

    def tap(self, spot: Spot) -> None:
        """Down and up on the spot, as one that is meant for itself: never the second half of a double tap."""
        for root in Window.children:
            if hasattr(root, "rested"):
                root.rested()
        if isinstance(spot, Touchable):
            spot.rested()
        self.up(self.down(spot))

    def double_tap(self, spot: Spot) -> None:
        """Twice on the same point at once, as a hasty or trembling finger does."""
        point = self.point(spot)
        for _ in range(2):
            self.up(self.down(point))

    def hold(self, spot: Spot, seconds: float = 0.7) -> None:
        """Down, wait, up."""
        finger = self.down(spot)
        self.wait(seconds)
        self.up(finger)

    def drag(self, start: Spot, end: Spot, steps: int = 6) -> None:
        """Down at `start`, along a straight line, up at `end`."""
        finger = self.down(start)
        (ax, ay), (bx, by) = self.point(start), self.point(end)
        for i in range(1, steps + 1):
            self.move(finger, (ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps))
        self.up(finger)
