"""What the doctor says of Cartouche as a service: whether it runs, its watchdog, its versions, its nightly copies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.doctor_systemd import BACKUP, SAFE, TIMER, Properties
from companion.engine.text import TN, T
from companion.signs import Sign
from hardware.power import KIOSK, START_BY_HAND

Units = dict[str, Properties] | None
OFF = ("", "0", "infinity")
LOG = f"sudo journalctl -b -u {KIOSK}"


def _installed(units: Units, name: str) -> Properties | None:
    """A unit that is there; None where it is not, or nobody could say."""
    unit = (units or {}).get(name)
    return unit if unit is not None and unit.get("LoadState") not in (None, "", "not-found") else None


def service(units: Units) -> Iterator[Sign]:
    """The kiosk's unit: whether it runs, how often it had to be started, and whether it is watched."""
    if units is None:
        yield Sign("service", "ok", T("No systemd answers here, so nothing is known of a service."))
        return
    unit = _installed(units, KIOSK)
    if unit is None:
        yield Sign("service", "ok", T("Cartouche is not set up as a service here; it is started by hand."))
        return
    state = unit.get("ActiveState", "")
    safe = _installed(units, SAFE)
    if safe is not None and safe.get("ActiveState") == "active":
        text = T("Safe mode is open, because Cartouche did not come up.")
        yield Sign("safe-mode", "attention", text, T("Choose “Try again” there. Why: {command}", command=LOG))
    if unit.get("LoadState") in ("error", "bad-setting"):
        text = T("The service can't be read by systemd.")
        yield Sign("service", "fault", text, T("Run deploy/install.sh again."))
    elif state == "active":
        yield Sign("service", "ok", T("The service runs."))
    elif state == "failed":
        text = T("The service failed ({result}) and is not started again.", result=unit.get("Result", ""))
        yield Sign("service", "fault", text, T("Why: {log}. To start it: {start}", log=LOG, start=START_BY_HAND))
    elif state == "inactive":
        text = T("The service does not run.")
        yield Sign("service", "attention", text, T("To start it: {start}", start=START_BY_HAND))
    else:
        text = T("The service is on its way ({state}).", state=unit.get("SubState") or state)
        yield Sign("service", "attention", text, T("Look again in a minute. Why: {command}", command=LOG))
    if state == "inactive" or unit.get("LoadState") != "loaded":
        return
    yield from _restarts(unit)
    yield from _watchdog(unit)


def _restarts(unit: Properties) -> Iterator[Sign]:
    count = unit.get("NRestarts", "")
    if not count.isdecimal():
        return
    if int(count):
        text = TN(
            "It had to be started anew {n} time by itself.",
            "It had to be started anew {n} times by itself.",
            int(count),
        )
        yield Sign("restarts", "attention", text, T("Why: {log}", log=LOG))
    else:
        yield Sign("restarts", "ok", T("It never had to be started anew by itself."))


def _watchdog(unit: Properties) -> Iterator[Sign]:
    after = unit.get("WatchdogUSec")
    if after is None:
        return
    if after in OFF:
        text = T("No watchdog waits: if Cartouche hangs, it stays so.")
        yield Sign("watchdog", "attention", text, T("Run deploy/install.sh again."))
    else:
        yield Sign("watchdog", "ok", T("The watchdog starts Cartouche anew if it is silent for {time}.", time=after))


def enabled(units: Units) -> Iterator[Sign]:
    """Whether Cartouche comes up by itself when the machine is switched on."""
    unit = _installed(units, KIOSK)
    state = "" if unit is None else unit.get("UnitFileState", "")
    if state == "enabled":
        yield Sign("enabled", "ok", T("Cartouche comes up by itself when this machine is switched on."))
    elif state:
        text = T("Cartouche does not come up by itself when this machine is switched on.")
        yield Sign("enabled", "attention", text, T("Run “sudo systemctl enable cartouche.service”."))


def nightly(units: Units) -> Iterator[Sign]:
    """The copies made at night."""
    timer = _installed(units, TIMER)
    if timer is None:
        return
    if timer.get("ActiveState") != "active":
        text = T("No copy of the games is made at night.")
        yield Sign("nightly", "attention", text, T("Run “sudo systemctl enable --now cartouche-backup.timer”."))
        return
    job = _installed(units, BACKUP)
    if job is not None and job.get("ActiveState") == "failed":
        text = T("The last copy at night did not come about.")
        yield Sign("nightly", "attention", text, T("Why: {log}", log="sudo journalctl -u cartouche-backup.service"))
    else:
        yield Sign("nightly", "ok", T("A copy of the games is made every night."))


def versions(program: Path | None = None) -> Iterator[Sign]:
    """The versions beside each other: present, before, on trial, and the one that was taken back."""
    place = (Path(sys.prefix) if program is None else program).resolve()
    if len(place.parents) < 3 or place.parents[1].name != "versions":
        yield Sign(
            "versions", "ok", T("Cartouche is not installed by its installer; there is no other version to go to.")
        )
        return
    opt, ours = place.parents[2], place.parent.name
    present, before = _named(opt / "current"), _named(opt / "previous")
    if present != ours:
        text = T(
            "This answer comes from version {ours}; the present one is {present}.", ours=ours, present=present or "–"
        )
        yield Sign("versions", "ok", text)
    elif before and before != present:
        yield Sign("versions", "ok", T("Present version: {present}. The one before: {before}.",
                                       present=present, before=before))  # fmt: skip
    else:
        yield Sign("versions", "ok", T("Present version: {present}. There is none before it.", present=present))
    trial = _lines(opt / "trial")
    if trial:
        text = T("Version {present} is on trial; {before} comes back if it fails.", present=present, before=trial[0])
        yield Sign("trial", "ok", text)
    returned = _lines(opt / "returned")
    if len(returned) >= 3:
        failed, back, at = returned[:3]
        text = T("Version {failed} did not come up on {date}, so {before} is back.",
                 failed=failed, date=at[:10], before=back)  # fmt: skip
        remedy = T("What went wrong stands in the log: {command}", command=f"sudo journalctl -u {KIOSK}")
        yield Sign("returned", "attention", text, remedy)


def _named(link: Path) -> str:
    return Path(os.readlink(link)).name if link.is_symlink() else ""


def _lines(path: Path) -> list[str]:
    try:
        return [line.strip()[:60] for line in path.read_text("utf-8", "replace").splitlines() if line.strip()]
    except FileNotFoundError:
        return []
