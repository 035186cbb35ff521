"""The app as a service: a real process, and a socket in the place of systemd."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from companion.table.journal import Journal

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
from pathlib import Path
from companion.table.storage import folder_warning

# What disk the folder lies on is not asked here: a warning would stand before Home.
folder_warning.__defaults__ = (Path("no table of mounts"),)
from companion.__main__ import main

sys.argv = ["cartouche"]
main()
"""
WAIT_S = 60
"""Far longer than anything takes here; only a failure waits for it."""


class Service:
    """What systemd would know of the process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data, self.run = folder / "data", folder / "run"
        self.run.mkdir()
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.listener.bind(str(folder / "notify"))
        self.listener.settimeout(WAIT_S)

    def environment(self, **more: str) -> dict[str, str]:
        """What the unit sets: SDL draws offscreen though a desktop seems to be there."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY", "SDL", "WAYLAND"))}
        return {
            **kept,
            "PYTHONPATH": str(ROOT),
            "CARTOUCHE_DATA": str(self.data),
            "RUNTIME_DIRECTORY": str(self.run),
            "XDG_RUNTIME_DIR": str(self.run),
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "WATCHDOG_USEC": "900000",
            "DISPLAY": ":717",
            "SDL_VIDEODRIVER": "offscreen",
            "SDL_AUDIODRIVER": "dummy",
            "KIVY_NO_ARGS": "1",
            **more,
        }

    @contextmanager
    def started(self, *command: str, **more: str) -> Iterator[subprocess.Popen[str]]:
        """The service, killed at the end if it still runs."""
        words = command or ("-c", PROGRAM)
        with subprocess.Popen(
            [sys.executable, *words], env=self.environment(**more), cwd=self.folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            try:
                yield process
            finally:
                process.kill()

    def told(self) -> str:
        """The next datagram."""
        return self.listener.recv(4000).decode()

    def rest(self) -> list[str]:
        """All that was told and not taken yet."""
        self.listener.setblocking(False)
        found: list[str] = []
        try:
            while True:
                found.append(self.told())
        except BlockingIOError:
            return found


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    made.listener.close()


def test_it_is_ready_lives_and_ends_when_it_is_told_to(service: Service) -> None:
    with service.started() as process:
        assert service.told() == "READY=1\nSTATUS=Home is shown."
        assert [service.told() for _ in range(4)] == ["WATCHDOG=1"] * 4
        found = msgspec.json.decode((service.run / "facts.json").read_bytes())
        assert (found["pid"], found["driver"], found["watchdog_s"]) == (process.pid, "offscreen", 0.9)
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT_S) == 0
    # Beats may lie between the last one taken and the end.
    assert [word for word in service.rest() if word != "WATCHDOG=1"] == ["STOPPING=1"]
    assert not (service.run / "facts.json").exists()
    with Journal.open(service.data / "journal.db") as journal:
        assert journal.notices == []
    # The log beside the file is gone: it was closed, not left.
    assert not (service.data / "journal.db-wal").exists()


def test_a_journal_that_can_not_be_opened_is_trouble_that_lives(service: Service) -> None:
    (service.data / "journal.db").mkdir(parents=True)
    with service.started() as process:
        assert service.told().startswith("READY=1\nSTATUS=Trouble is shown: There is a folder where the journal")
        assert [service.told() for _ in range(3)] == ["WATCHDOG=1"] * 3
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT_S) == 0


def test_a_device_that_never_lets_go_keeps_neither_the_journal_nor_the_end(service: Service) -> None:
    from companion.ui.pulse import LIMIT_S

    assert LIMIT_S < 2
    with service.started(str(Path(__file__).with_name("hanging_app.py"))) as process:
        assert service.told().startswith("READY=1")
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT_S) == 0
        assert process.stderr is not None and "left behind" in process.stderr.read()
    assert [word for word in service.rest() if word != "WATCHDOG=1"] == ["STOPPING=1"]
    assert not (service.data / "journal.db-wal").exists()


@pytest.mark.parametrize("driver", ["offscreen", "no-such-driver"])
def test_a_kiosk_that_nobody_sees_ends_loudly(service: Service, driver: str) -> None:
    with service.started(CARTOUCHE_KIOSK="1", SDL_VIDEODRIVER=driver, DISPLAY="") as process:
        said, complaint = process.communicate(timeout=WAIT_S)
    assert process.returncode == 3
    assert complaint.startswith("The display does not open") and "Traceback" not in complaint
    assert said == "", "no demonstration is played"
    assert driver in (service.data / "crash.txt").read_text("utf-8")
    assert service.rest() == []


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb: a real X server for the kiosk")
def test_a_kiosk_on_a_real_x_server_is_ready(service: Service) -> None:
    read, write = os.pipe()
    x = ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x480x24", "-nolisten", "tcp"]
    with subprocess.Popen(x, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        try:
            os.close(write)
            with os.fdopen(read) as number:
                display = f":{number.readline().strip()}"
            with service.started(CARTOUCHE_KIOSK="1", SDL_VIDEODRIVER="x11", DISPLAY=display) as process:
                assert service.told() == "READY=1\nSTATUS=Home is shown."
                assert service.told() == "WATCHDOG=1"
                found = msgspec.json.decode((service.run / "facts.json").read_bytes())
                assert (found["driver"], found["size"]) == ("x11", [800, 480])
                process.send_signal(signal.SIGTERM)
                assert process.wait(WAIT_S) == 0
        finally:
            server.terminate()
