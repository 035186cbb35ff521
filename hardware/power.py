"""What is asked of the system itself: switch off, start again, go back a version. By systemctl, never by a password.

Every call waits at most `LIMIT_S`, so the screen calls it from a thread of its own. Each returns None where the system
has taken the wish (it is carried out meanwhile), else a sentence that says why not; nothing has changed then.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

from companion.engine.text import T, Text
from hardware.command import Run, ask, systemctl

log = logging.getLogger(__name__)
LIMIT_S = 10.0
KIOSK, BACK = "cartouche.service", "cartouche-back.service"
START_BY_HAND = f"sudo systemctl reset-failed {KIOSK}; sudo systemctl start {KIOSK}"
"""For a person: after too many failures a start alone is refused."""
MOST_DETAIL = 120


class Power:
    """The system of this machine. `run`: as subprocess.run; `program`: the environment this program runs from."""

    def __init__(self, run: Run = subprocess.run, program: Path | None = None) -> None:
        self._run = run
        self._program = Path(sys.prefix) if program is None else program

    def off(self) -> Text | None:
        """Switch the machine off."""
        return self._ask("poweroff")

    def restart(self) -> Text | None:
        """Start the machine anew."""
        return self._ask("reboot")

    def start_again(self) -> Text | None:
        """Start Cartouche anew, also after it was started too often."""
        # Refused where nothing failed, which is as well.
        why = self._ask("reset-failed", KIOSK)
        if why is not None:
            log.info("the count of starts stays")
        return self._ask("restart", "--no-block", KIOSK)

    def version_before(self) -> Text | None:
        """Go back to the version before this one, and start that."""
        if not self.has_version_before:
            return T("There is no version before this one on this machine. Nothing has changed.")
        return self._ask("start", "--no-block", BACK)

    @property
    def has_version_before(self) -> bool:
        """Whether this is an installed version with another one beside it to go back to."""
        # versions/<version>/venv, with the link `previous` beside `versions`.
        parents = self._program.resolve().parents
        if len(parents) < 3 or parents[1].name != "versions":
            return False
        before = parents[2] / "previous"
        return before.is_dir() and before.resolve() != parents[0]

    def _ask(self, *words: str) -> Text | None:
        command = systemctl(*words)
        try:
            done = ask(self._run, command, LIMIT_S)
        except FileNotFoundError:
            return T("There is no systemd on this machine, so that must be done by hand. Nothing has changed.")
        except subprocess.TimeoutExpired:
            return T("The system gave no answer within {n} seconds. Try again.", n=round(LIMIT_S))
        except OSError as error:
            return _refused(error.strerror or str(error))
        if done.returncode == 0:
            return None
        log.warning("%s: exit code %d: %s", " ".join(command), done.returncode, done.stderr.strip())
        lines = done.stderr.strip().splitlines()
        return _refused(lines[0].strip() if lines else str(done.returncode))


def _refused(detail: str) -> Text:
    return T("The system did not allow it ({detail}). Nothing has changed.", detail=detail[:MOST_DETAIL])
