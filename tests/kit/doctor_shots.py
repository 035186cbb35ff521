"""Pictures of the doctor's page: a sound kiosk, and one where nearly everything calls for a person."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from companion import doctor, doctor_board, doctor_running, doctor_screen, doctor_service
from companion.doctor_systemd import Ask
from companion.engine.text import T
from companion.running import Found, Running
from companion.signs import Sign
from tests.kit.camera_shots import settle
from tests.kit.desk import Desk

RUNS = Running(
    pid=1,
    version="1.4.0",
    driver="kmsdrm",
    renderer="V3D 7.1.7.0",
    size=(1280, 720),
    providers=("sdl", "mouse"),
    touch_devices=("ft5x06",),
    twins=3,
    watchdog_s=30.0,
    last_pulse=datetime(2026, 3, 9, 18, 0, 0, tzinfo=UTC),
)
SICK = msgspec.structs.replace(
    RUNS,
    renderer="llvmpipe (LLVM 15.0.6, 128 bits)",
    providers=("sdl", "mtdev", "mouse"),
    held_back="the journal: database disk image is malformed",
)
NOW = datetime(2026, 3, 9, 18, 0, 8, tzinfo=UTC)


def unit(**properties: str) -> dict[str, str]:
    """The properties of a unit that is loaded and well, but for these."""
    usual = {"LoadState": "loaded", "ActiveState": "active", "SubState": "running", "UnitFileState": "enabled"}
    return {**usual, "Result": "success", "NRestarts": "0", "WatchdogUSec": "30s", **properties}


WELL = {
    "cartouche.service": unit(),
    "cartouche-safe.service": unit(ActiveState="inactive"),
    "cartouche-backup.timer": unit(),
    "cartouche-backup.service": unit(ActiveState="inactive"),
}
ILL = {
    "cartouche.service": unit(ActiveState="failed", Result="start-limit-hit", NRestarts="5", UnitFileState="disabled"),
    "cartouche-safe.service": unit(),
    "cartouche-backup.timer": unit(),
    "cartouche-backup.service": unit(ActiveState="failed"),
}


class Told(Ask):
    """A systemd that answers this."""

    def __init__(self, units: Any, clock: Any) -> None:
        super().__init__()
        self._units, self._clock = units, clock

    def units(self) -> Any:
        return self._units

    def clock(self) -> Any:
        return self._clock


def systemctl(out: str = "", code: int = 0) -> Callable[..., subprocess.CompletedProcess[str]]:
    """A command that says `out` and ends with `code`."""
    return lambda command, **_: subprocess.CompletedProcess(command, code, out, "")


def board(folder: Path, alarm: str = "0", temperature: int = 48_300) -> Path:
    """The part of /sys in which a Raspberry Pi tells of its supply and its heat."""
    for name, text in {
        "class/hwmon/hwmon2/name": "rpi_volt",
        "class/hwmon/hwmon2/in0_lcrit_alarm": alarm,
        "class/thermal/thermal_zone0/type": "cpu-thermal",
        "class/thermal/thermal_zone0/temp": str(temperature),
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text + "\n", "ascii")
    return folder


def signs(sick: bool) -> list[Sign]:
    """What the doctor says of a kiosk; paths and names as long as they come."""
    units, known = (ILL, Found(SICK)) if sick else (WELL, Found(RUNS))
    with tempfile.TemporaryDirectory() as folder:
        sys = board(Path(folder), "1" if sick else "0", 84_000 if sick else 48_300)
        found = {
            "machine": [
                Sign("machine", "ok", T("{name}", name="Raspberry Pi 5 Model B Rev 1.0")),
                *doctor_board.supply(sys),
                *doctor_board.heat(sys),
                *doctor_board.clock(Told(units, {"NTPSynchronized": "no" if sick else "yes"}), sys),
            ],
            "program": [*doctor.packages(), *doctor_service.versions()],
            "service": [
                *doctor_running.alive(known, NOW),
                *doctor_service.service(units),
                *doctor_service.enabled(units),
                *doctor_service.nightly(units),
            ],
            "screen": [*doctor_screen.backlight(), *doctor_running.picture(known), *doctor_running.touches(known)],
        }
    return [msgspec.structs.replace(sign, area=area) for area, some in found.items() for sign in some]


def showing(sick: bool) -> Callable[[Desk], None]:
    """Opens the page, lets it look at this machine, and then shows what it would say of a kiosk."""

    def show(table: Desk) -> None:
        table.context.go("doctor")
        settle(table, lambda: not table.screen.looking)
        table.screen.signs = signs(sick)
        table.screen.relayout()
        table.ui.frames(2)

    return show


def doctor_shots() -> Iterator[tuple[str, Callable[[Desk], None]]]:
    """Every picture of the page."""
    yield "doctor-well", showing(False)
    yield "doctor-ill", showing(True)
