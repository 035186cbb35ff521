"""A device that says far too much: a thousand sound lines a second on a pseudo-terminal."""

from __future__ import annotations

import os
import tty
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Literal

from hardware.firmware.wire import VERSION, frame

RATE = 1000
"""Lines a second."""
BUNCH = 20
"""Lines written at once."""


class Flood:
    """Says a thousand lines a second as a button box or a tag reader, for as long as it is open (`with`)."""

    def __init__(self, kind: Literal["box", "reader"]) -> None:
        self.kind = kind
        self.lines = 0
        """How many went out."""
        self._end = Event()
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._thread = Thread(target=self._run, name="flood", daemon=True)

    def __enter__(self) -> Flood:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _run(self) -> None:
        begun = monotonic()
        self._write(frame(f"hello 0 {VERSION} flood 1 1 seat1,confirm,turn - 0") if self.kind == "box" else b"")
        while not self._end.wait(BUNCH / RATE):
            # Nobody waits for what is said to a full line; what the host says is thrown away.
            with suppress(BlockingIOError):
                os.read(self._master, 4096)
            due = int((monotonic() - begun) * RATE)
            while self.lines < due and self._write(self._line(self.lines + 1)):
                self.lines += 1

    def _line(self, number: int) -> bytes:
        if self.kind == "reader":
            return b"%08d\r\n" % number
        return frame(f"turn {number} {1 - 2 * (number % 2)} 0")

    def _write(self, data: bytes) -> bool:
        try:
            # A line is shorter than the room a terminal has or has not: it goes whole or not at all.
            return os.write(self._master, data) == len(data)
        except BlockingIOError:
            return False
