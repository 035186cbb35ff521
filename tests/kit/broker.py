"""A real Mosquitto on the loopback while a test runs, on a port of its own; the system's service is left alone."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

HOST = "127.0.0.1"
PATIENCE_S = 20.0


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


def program(name: str = "mosquitto") -> str:
    """Where a program of Mosquitto is; the test is skipped where it is not installed."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed (Debian's package mosquitto)")
    return found


def until(true: Callable[[], object], what: str = "it") -> None:
    """Wait until something is true; fails where that takes far too long."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > end:
            pytest.fail(f"{what} did not come")
        time.sleep(0.005)


class Broker:
    """One Mosquitto that forgets everything when it is killed."""

    def __init__(self, folder: Path, lines: Sequence[str] = ("allow_anonymous true",), port: int = 0) -> None:
        self.port = port or free_port()
        self.log = folder / f"mosquitto-{self.port}.log"
        self._conf = folder / f"mosquitto-{self.port}.conf"
        # Started by root, it would go on as another user, who can't read the test's folder.
        own = ["user root"] if os.geteuid() == 0 else []
        head = [f"listener {self.port} {HOST}", "persistence false", *own]
        self._conf.write_text("\n".join([*head, *lines, ""]), "utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen([program(), "-c", str(self._conf)], stdout=log, stderr=log)
        until(self._listens, "the broker")

    def _listens(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            pytest.fail(f"mosquitto ended: {self.log.read_text('utf-8', 'replace')}")
        with socket.socket() as one:
            return one.connect_ex((HOST, self.port)) == 0

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None
