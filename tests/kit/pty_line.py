"""The other end of a serial port: a pseudo terminal that says what a test wants, and waiting without measuring."""

from __future__ import annotations

import os
import select
import time
import tty
from collections.abc import Callable
from pathlib import Path

from hardware.firmware.wire import Lines, frame

PATIENCE = 20.0
"""Seconds after which what a test waits for will not come any more."""


def until(come: Callable[[], object], what: str = "") -> None:
    """Wait for something that has to come."""
    end = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < end, f"this did not come: {what or come}"
        time.sleep(0.001)


class PtyLine:
    """A port under an entry of a folder. `plug` and `unplug` it; `say` and `hear` lines."""

    def __init__(self, entry: Path) -> None:
        self.entry = entry
        self._ends: tuple[int, int] | None = None
        self._lines = Lines()
        self.plug()

    def plug(self) -> None:
        """Put it in: another terminal under the same entry."""
        master, slave = os.openpty()
        tty.setraw(slave)
        self._lines = Lines()
        self._ends = master, slave
        self.entry.symlink_to(os.ttyname(slave))

    def unplug(self) -> None:
        """Pull it out."""
        if self._ends is not None:
            self.entry.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def write(self, data: bytes) -> None:
        """Send bytes, all of them; what comes back meanwhile is thrown away, as by a box that does not listen."""
        assert self._ends is not None
        os.set_blocking(self._ends[0], False)
        while data:
            readable, writable, _ = select.select([self._ends[0]], [self._ends[0]], [], PATIENCE)
            assert readable or writable, "nobody reads"
            if readable:
                self._lines.feed(os.read(self._ends[0], 4096))
            try:
                data = data[os.write(self._ends[0], data) :]
            except BlockingIOError:
                time.sleep(0.001)

    def say(self, *bodies: str) -> None:
        """Send lines."""
        self.write(b"".join(map(frame, bodies)))

    def hear(self, word: str) -> str:
        """The next line that begins so; those before it are passed over."""
        assert self._ends is not None
        while True:
            readable, _, _ = select.select([self._ends[0]], [], [], PATIENCE)
            assert readable, f"nobody says {word}"
            for body in self._lines.feed(os.read(self._ends[0], 1)):
                if body.startswith(word):
                    return body
