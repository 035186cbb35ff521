"""A camera in name only: a test says what it shows, when it hangs and when it is pulled out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from threading import Event
from typing import Any

import numpy as np

from companion.engine.text import T
from hardware.camera import Camera, Limits
from hardware.camera_source import CameraFault, Locked, Source, keeps_nothing

QUICK = Limits(dark=0.05, waits=(0.02, 0.03), abandoned=2)
"""Tries again at once; what is never to hang in a test has the time a busy machine needs."""


def grey(level: int = 128, size: tuple[int, int] = (64, 36)) -> Any:
    """An even picture of this size (width, height)."""
    return np.full((size[1], size[0], 3), level, np.uint8)


class FakeSource(Source):
    """Gives what its plug says, one picture every few milliseconds."""

    spec = "fake:camera"

    def __init__(self, plug: Plug) -> None:
        self.plug = plug
        self.closed = 0

    def open(self) -> None:
        self.plug.opened += 1
        if self.plug.refuses is not None:
            raise self.plug.refuses
        if not self.plug.there:
            raise CameraFault(T("It is not there."), absent=True)

    def read(self) -> Any:
        plug = self.plug
        if plug.hangs:
            plug.hanging += 1
            plug.freed.wait(20)
            plug.hanging -= 1
        Event().wait(0.004)
        if plug.breaks is not None:
            raise plug.breaks
        if not plug.there:
            raise CameraFault(T("It was pulled out."), absent=True)
        return plug.shows()

    def still(self) -> Any:
        if self.plug.hangs_in_still:
            self.plug.freed.wait(20)
        return grey(200, (256, 144))

    def lock_light(self, like: Mapping[str, float] | None) -> Locked:
        self.plug.locks.append(dict(like) if like is not None else None)
        return Locked({"exposure": 7.0}, None if self.plug.lockable else keeps_nothing())

    def free_light(self) -> None:
        self.plug.locks.append("free")

    def close(self) -> None:
        self.closed += 1
        self.plug.closed += 1


class Plug:
    """What a test does to the camera. `opened`, `closed`: how often; `locks`: what it was told of its light."""

    def __init__(self) -> None:
        self.there = True
        self.hangs = self.hangs_in_still = False
        self.freed = Event()
        self.refuses: CameraFault | None = None
        self.breaks: Exception | None = None
        self.lockable = True
        self.picture: Any = grey()
        self.coming: deque[Any] = deque()
        self.opened = self.closed = self.hanging = 0
        self.locks: list[Any] = []

    def shows(self) -> Any:
        """The next picture: those that are coming first, then the same again and again."""
        return self.coming.popleft() if self.coming else self.picture.copy()

    def camera(self, limits: Limits = QUICK, make: Callable[[], Source] | None = None) -> Camera:
        """A camera on this plug, not started."""
        return Camera("fake:camera", make or (lambda: FakeSource(self)), name="Fake", limits=limits)
