"""What systemd answers to the doctor: properties of our units and of the clock. Nothing is started or changed."""

from __future__ import annotations

import logging
import subprocess
from pathlib import Path

from hardware.command import Run, ask
from hardware.power import KIOSK

log = logging.getLogger(__name__)
RUNS = Path("/run/systemd/system")
"""A folder that is there where systemd runs the machine."""
LIMIT_S = 5.0
SAFE = "cartouche-safe.service"
TIMER, BACKUP = "cartouche-backup.timer", "cartouche-backup.service"
UNITS = (KIOSK, SAFE, TIMER, BACKUP)
PROPERTIES = (
    "Id",
    "LoadState",
    "ActiveState",
    "SubState",
    "UnitFileState",
    "Result",
    "NRestarts",
    "WatchdogUSec",
    "StatusText",
)
Properties = dict[str, str]


class Ask:
    """Asks the systemd of this machine. `run`: as subprocess.run; `runs`: the folder that says that systemd runs."""

    def __init__(self, run: Run = subprocess.run, runs: Path = RUNS) -> None:
        self._run = run
        self._runs = runs

    def units(self) -> dict[str, Properties] | None:
        """The properties of our units by their names; None where systemd does not run or gave no answer."""
        answer = self._asked("systemctl", "show", f"--property={','.join(PROPERTIES)}", *UNITS)
        if answer is None:
            return None
        blocks = (_properties(block) for block in answer.split("\n\n"))
        return {block["Id"]: block for block in blocks if block.get("Id")}

    def clock(self) -> Properties | None:
        """Whether the clock was set by the network (NTPSynchronized), and is to be (NTP); None without an answer."""
        answer = self._asked("timedatectl", "show", "--property=NTP", "--property=NTPSynchronized")
        return None if answer is None else _properties(answer)

    def _asked(self, *command: str) -> str | None:
        if not self._runs.is_dir():
            return None
        try:
            done = ask(self._run, command, LIMIT_S)
        except (OSError, subprocess.TimeoutExpired) as error:
            log.info("%s: %s", command[0], error)
            return None
        if done.returncode != 0:
            log.info("%s: exit code %d: %s", command[0], done.returncode, done.stderr.strip())
            return None
        return done.stdout


def _properties(text: str) -> Properties:
    pairs = (line.partition("=") for line in text.splitlines())
    return {key: value for key, equals, value in pairs if equals}
