"""The simulated button box, started beside the app as a program with a window of its own."""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
from typing import IO

from companion.engine.text import T, Text

log = logging.getLogger(__name__)
COMMAND = (sys.executable, "-m", "companion", "panel", "simulate", "--window")
BY_SCRIPT = "cartouche panel simulate --script FILE"
END_S = 2.0


class Pretend:
    """The program, running or not. It is ended with the app."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._command = command
        self._program: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self.fault: Text | None = None
        """Why it ended by itself, if that was not meant."""

    @property
    def runs(self) -> bool:
        return self._program is not None

    def begin(self, language: str) -> None:
        """Start it in this language; what hinders that is told in `fault`."""
        if self._program is not None:
            return
        self.fault = None
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (open while the program runs)
        try:
            self._program = subprocess.Popen(
                (*self._command, "--lang", language),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._said,
            )
        except OSError as error:
            self.fault = T("The simulated box does not start ({detail}).", detail=error.strerror or str(error))
            self._forget()

    def look(self) -> bool:
        """Whether it has ended by itself since the last look."""
        if self._program is None or (code := self._program.poll()) is None:
            return False
        if code != 0:
            self.fault = T("The simulated box has ended ({detail}).", detail=self._last_line() or str(code))
            log.warning("The simulated box ended with %s", code)
        self._forget()
        return True

    def end(self) -> None:
        """End it, kindly first."""
        if self._program is None:
            return
        self._program.terminate()
        try:
            self._program.wait(END_S)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()
        self._forget()

    def _last_line(self) -> str:
        if self._said is None:
            return ""
        self._said.seek(0)
        lines = self._said.read(10_000).decode("utf-8", "replace").split("\n")
        return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")

    def _forget(self) -> None:
        if self._said is not None:
            self._said.close()
        self._program = self._said = None
