"""What the doctor says of the club: the way to it, who may read that, and whether it can be gone."""

from __future__ import annotations

import stat
import threading
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.club.way import Way, load
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.signs import Sign
from companion.table.storage import CLUB
from hardware import network

PAHO = "paho-mqtt"
KIOSK = Path("/etc/systemd/system/cartouche.service")
OPENED = Path("/etc/systemd/system/cartouche.service.d/club.conf")
BROKER_S = 4.0
"""So long the broker may take to answer the doctor."""
Look = Callable[[], Iterator[Sign]]
OPEN = T("Give it one: {command}", command="sudo deploy/install.sh --club")


def looks(data: Path, tries: bool) -> tuple[Look, ...]:
    """Everything there is to look at. `tries`: call the broker too, which takes BROKER_S seconds at most."""
    return (lambda: _club(data, tries),)


def _club(data: Path, tries: bool) -> Iterator[Sign]:
    try:
        way = load(data)
    except InputError as error:
        yield Sign("club", "attention", error.text)
        yield from _mode(data / CLUB)
        return
    if way is None or not way.host:
        yield Sign("club", "ok", T("No club is set, so nothing is told to anybody."))
    elif not way.on:
        yield Sign("club", "ok", T("A club is set, and switched off."))
    else:
        # Neither its name nor its broker: what is said here may be sent to strangers in a report.
        yield Sign("club", "ok", T("A club is set, and told how this table stands."))
    if way is None:
        return
    yield from _mode(data / CLUB)
    if way.ready:
        yield from _paho()
        yield from _network()
        if tries:
            yield _broker(way)


def _mode(path: Path) -> Iterator[Sign]:
    """The password is for the owner of the file alone."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        text = T("The way to the club may be read by others ({file}, mode {mode}).", file=CLUB, mode=f"{mode:03o}")
        yield Sign("club-file", "attention", text, T("Shut it: {command}", command=f"chmod 600 {path}"))
    else:
        yield Sign("club-file", "ok", T("The way to the club can be read by its owner alone."))


def _paho() -> Iterator[Sign]:
    try:
        yield Sign("paho", "ok", T("{package} {version}", package=PAHO, version=version(PAHO)))
    except PackageNotFoundError:
        missing = T("The package {package} is missing.", package=PAHO)
        remedy = T("Install it with the extra “{extra}”.", extra="club")
        yield Sign("paho", "fault", missing, remedy)


def _network(kiosk: Path = KIOSK, opened: Path = OPENED) -> Iterator[Sign]:
    """A service of ours has no network unless it was given one."""
    if network.is_shut():
        yield Sign("club-network", "fault", T("Cartouche has no network, so it can’t tell the club."), OPEN)
    elif kiosk.exists() and not opened.exists():
        text = T("The service of Cartouche has no network, so it can’t tell the club.")
        yield Sign("club-network", "attention", text, OPEN)
    else:
        yield Sign("club-network", "ok", T("Cartouche may use the network."))


def _broker(way: Way, limit_s: float = BROKER_S) -> Sign:
    """Whether the broker lets this table in now; asked in a thread, since a name may take long to look up."""
    from companion.club.trial import trial

    answers: list[Text | None] = []
    thread = threading.Thread(target=lambda: answers.append(trial(way)), daemon=True)
    thread.start()
    thread.join(limit_s)
    if not answers:
        late = T("{host} has not answered within {n} seconds.", host=way.host, n=round(limit_s))
        return Sign("broker", "attention", late, T("Is it switched on and in this network?"))
    fault = answers[0]
    if fault is not None:
        return Sign("broker", "attention", fault)
    return Sign("broker", "ok", T("The broker lets this table in."))
