"""What is plugged in: entries of a few folders, by names that are the same in every run. Nothing is opened for it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from hardware.entries import usable

BY_ID = Path("/dev/serial/by-id")
FOLDER_VARIABLE = "CARTOUCHE_SERIAL"
"""Names one more folder to look into, for trying out."""
SERIAL = "serial:"
"""How the id of a port begins; the name of its entry follows."""
SIMULATED = "simulated-"
MOST_PORTS = 40

_BOXES = ("cartouche", "micropython")
_READERS = ("barcode", "honeywell", "rfid", "scanner", "symbol")


class Port(msgspec.Struct, frozen=True):
    """One serial port. `id`: of the device and in the settings, "serial:" and the name of the entry.

    `name`: for people. `guess`: what its name tells it is; "" where the owner has to say.
    """

    id: str
    path: str
    name: str
    guess: Literal["box", "reader", ""]
    simulated: bool = False

    @property
    def opened_as(self) -> Literal["box", "reader", ""]:
        """What it is opened as where the owner has said nothing; "" where it is left alone until then."""
        return self.guess if self.guess == "box" or self.simulated else ""


def simulated_folder() -> Path:
    """Where simulated boxes lie: in the run-time folder of the user, else in the user's own for temporary files."""
    run = os.environ.get("XDG_RUNTIME_DIR", "")
    if run.startswith("/") and os.path.isdir(run):
        return Path(run) / "cartouche"
    return Path(tempfile.gettempdir()) / f"cartouche-{os.getuid()}"


def looked_into() -> tuple[Path, ...]:
    """The folders that are looked into where none are named."""
    named = os.environ.get(FOLDER_VARIABLE)
    return (BY_ID, simulated_folder(), *([Path(named)] if named else []))


def ports(folders: Iterable[Path] | None = None) -> tuple[Port, ...]:
    """What is plugged in now, sorted by id; a folder that is not there, or belongs to somebody else, holds nothing."""
    found: dict[str, Port] = {}
    for folder in looked_into() if folders is None else folders:
        for path in _entries(Path(folder)):
            port = port_of(path)
            found.setdefault(port.id, port)
    return tuple(found[port_id] for port_id in sorted(found)[:MOST_PORTS])


def port_of(path: Path) -> Port:
    """The port of an entry."""
    entry = path.name
    simulated = entry.startswith(SIMULATED)
    words = entry.removeprefix("usb-").removeprefix(SIMULATED).lower()
    guess: Literal["box", "reader", ""] = ""
    if any(word in words for word in _BOXES) or (simulated and words.startswith("box")):
        guess = "box"
    elif any(word in words for word in _READERS) or (simulated and words.startswith("reader")):
        guess = "reader"
    return Port(f"{SERIAL}{entry}", str(path), name_of(entry), guess, simulated)


def name_of(entry: str) -> str:
    """An entry's name for people: without the bus and the number of the interface, with spaces."""
    parts = entry.removeprefix("usb-").split("-")
    while len(parts) > 1 and (parts[-1].startswith(("if0", "if1", "port")) and len(parts[-1]) <= 6):
        parts.pop()
    return "-".join(parts).replace("_", " ").strip()


def _entries(folder: Path) -> list[Path]:
    try:
        if folder == simulated_folder() and folder.stat().st_uid != os.getuid():
            # Anybody may make folders where temporary files lie.
            return []
        return [path for path in sorted(folder.iterdir()) if usable(path)]
    except OSError:
        # No such folder is the common case: nothing is plugged in.
        return []
