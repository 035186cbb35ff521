"""What a running Cartouche says of itself, and where it does: `facts.json` of its runtime folder."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec

FACTS = "facts.json"
RUNTIME = Path("/run/cartouche")
"""Where the service keeps its runtime folder, for whoever asks from outside of it."""
SHOWS = frozenset({"kmsdrm", "x11", "wayland"})
"""SDL's video drivers whose picture reaches a person."""


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """What a running Cartouche says of itself; times in UTC. What it does not say is None or empty."""

    pid: int
    version: str = ""
    driver: str | None = None
    renderer: str | None = None
    size: tuple[int, int] | None = None
    providers: tuple[str, ...] = ()
    touch_devices: tuple[str, ...] = ()
    twins: int = 0
    watchdog_s: float | None = None
    held_back: str | None = None
    last_pulse: datetime | None = None


class Found(msgspec.Struct, frozen=True):
    """The facts of a runtime folder: those of a process that lives, or why there are none.

    `why`: "none" (nothing is there), "left" (their process is gone), "shut" (they may not be read), "garbled"; "" with
    facts.
    """

    running: Running | None = None
    why: Literal["", "none", "left", "shut", "garbled"] = ""


def own_folder() -> Path | None:
    """The runtime folder that systemd made for this process, the first where there are several; None outside of it."""
    first = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(first) if first else None


def look_for(place: Path | None = None) -> Found:
    """Look for the facts of a Cartouche that runs; `place` is their folder."""
    try:
        data = ((place or own_folder() or RUNTIME) / FACTS).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return Found(why="none")
    except OSError:
        return Found(why="shut")
    try:
        running = msgspec.json.decode(data, type=Running)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return Found(why="garbled")
    return Found(running) if lives(running.pid) else Found(why="left")


def lives(pid: int) -> bool:
    """Whether there is a process of this number."""
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        # It is there, and somebody else's.
        return True
    return True
