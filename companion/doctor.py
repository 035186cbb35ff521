"""Plain facts about this machine and what they mean for Cartouche: signs, each with a remedy where one is due."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from companion import (
    __version__,
    config,
    doctor_board,
    doctor_camera,
    doctor_club,
    doctor_devices,
    doctor_running,
    doctor_screen,
    doctor_service,
)
from companion.doctor_systemd import Ask
from companion.engine.errors import InputError
from companion.engine.owner_file import usable
from companion.engine.text import T, Text
from companion.games import find_game, game_ids
from companion.running import Found, Running, look_for
from companion.signs import Sign
from companion.table.backup import Backups
from companion.table.errors import is_damage, of_sqlite
from companion.table.storage import CRASH, MIN_FREE, NEARLY_FULL, folder_warning, free_bytes, standing

PYTHONS = ((3, 11), (3, 13))
PACKAGES = ("kivy", "msgspec", "platformdirs", "click", "rich", "gpiozero", "pyserial")
AREAS: dict[str, Text] = {
    "machine": T("The machine"),
    "program": T("The program"),
    "service": T("The service"),
    "data": T("Games and settings"),
    "screen": T("Screen and touch"),
    "devices": T("Buttons, lights and readers"),
    "camera": T("Camera"),
    "club": T("Club"),
}
"""What signs are parts of, in the order in which they are told."""
Look = Callable[[], Iterator[Sign]]


def system() -> Iterator[Sign]:
    """The operating system and the Python that runs this."""
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", platform.platform())
    except OSError:
        # A system that does not name itself.
        name = platform.platform()
    yield Sign("os", "ok", T("{name}, {machine}", name=name, machine=platform.machine()))
    model = Path("/proc/device-tree/model")
    if model.is_file():
        yield Sign("machine", "ok", T("{name}", name=model.read_text("utf-8", "replace").rstrip("\0")))
    now = sys.version_info[:2]
    fits = PYTHONS[0] <= now <= PYTHONS[1]
    yield Sign(
        "python",
        "ok" if fits else "fault",
        T("Python {version}", version=platform.python_version()),
        None if fits else T("Use Python 3.11 to 3.13."),
    )


def packages() -> Iterator[Sign]:
    """Cartouche, its games, and the packages it stands on."""
    yield Sign("cartouche", "ok", T("Cartouche {version}", version=__version__))
    ids = game_ids()
    if ids:
        yield Sign("games", "ok", T("Games: {games}", games=tuple(ids)))
    else:
        yield Sign("games", "fault", T("No game is installed."), T("Install Cartouche again."))
    for name in PACKAGES:
        try:
            yield Sign(name, "ok", T("{package} {version}", package=name, version=version(name)))
        except PackageNotFoundError:
            missing = T("The package {package} is missing.", package=name)
            yield Sign(name, "fault", missing, T("Install Cartouche again."))


def folder(data: Path) -> Iterator[Sign]:
    """The data folder: there, a folder, writable, on a real disk, with room."""
    place = data
    while not os.path.exists(place) and place != place.parent:
        place = place.parent
    if not place.is_dir():
        text = T("There is a file where a folder should be: {path}.", path=str(place))
        yield Sign("data", "fault", text, T("Move it away, or name another data folder in CARTOUCHE_DATA."))
        place = place.parent
    elif not os.access(place, os.W_OK | os.X_OK):
        text = T("The data folder {folder} can't be written.", folder=str(data))
        yield Sign("data", "fault", text, T("Change its permissions, or name another in CARTOUCHE_DATA."))
    elif place != data:
        yield Sign("data", "ok", T("The data folder {folder} is made at the first start.", folder=str(data)))
    else:
        yield Sign("data", "ok", T("Data folder: {folder}", folder=str(data)))
    under = standing(place)
    if under.kind == "disk":
        yield Sign("disk", "ok", T("The data lies on a disk that keeps it when the power goes."))
    elif under.kind == "unknown":
        yield Sign("disk", "ok", T("Nothing here says on what kind of disk the data lies."))
    elif (warning := folder_warning(place)) is not None:
        yield Sign("disk", "attention", warning)
    free = free_bytes(place)
    room = T("{n} MB free", n=free // 1_000_000)
    remedy = T("Make room: a new game needs {n} MB.", n=MIN_FREE // 1_000_000)
    if free < MIN_FREE:
        yield Sign("room", "fault", room, remedy)
    elif free < NEARLY_FULL:
        yield Sign("room", "attention", room, remedy)
    else:
        yield Sign("room", "ok", room)
    crash = data / CRASH
    if crash.is_file():
        yield Sign(
            "crash",
            "attention",
            T("The last failure, of {date}, is kept in {file}.", date=_date(crash), file=str(crash)),
            T("Report it, then remove the file."),
        )
    else:
        yield Sign("crash", "ok", T("No failure is recorded."))


def _date(path: Path) -> str:
    return f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}"


def copies(journal_path: Path) -> Iterator[Sign]:
    """The copies of the journal that are kept beside it."""
    newest = next(iter(Backups(journal_path).all()), None)
    if newest is not None:
        yield Sign("copies", "ok", T("The newest copy of all games is of {date}.", date=_date(newest)))
    elif journal_path.exists():
        yield Sign("copies", "ok", T("No copy of the games lies beside them yet."))


def settings(data: Path) -> Iterator[Sign]:
    """The settings and the owner's values in them, looked at without changing anything."""
    try:
        found = config.stored(data)
    except InputError as error:
        text = T("The settings can't be used. {why}", why=error.text)
        yield Sign("settings", "fault", text, T("Start Cartouche: it puts the file aside and uses those before."))
        return
    if found is None:
        yield Sign("settings", "ok", T("There are no settings yet; they are made at the first change."))
        return
    boxes = found.boxes
    yield Sign("settings", "ok", T("The settings are sound."))
    for game_id in sorted(boxes.keys() & set(game_ids())):
        game = find_game(game_id)
        for why in usable(game, boxes[game_id])[1].values():
            remedy = T("“cartouche box survey {game}” asks for it again.", game=game_id)
            text = T("A value of your own for the box of {game} can't be used. {why}", game=game.title, why=why)
            yield Sign("box", "attention", text, remedy)


def journal(path: Path) -> Iterator[Sign]:
    """The journal's own health, looked at without changing anything."""
    if not path.exists():
        yield Sign("journal", "ok", T("There is no journal yet; it is made at the first start."))
        return
    try:
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=1)
        try:
            answer = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error as error:
        answer = str(error)
        if not is_damage(error) and "locked" not in answer:
            yield Sign("journal", "fault", of_sqlite(error).text)
            return
    if answer == "ok":
        yield Sign("journal", "ok", T("The journal is sound."))
    elif "locked" in answer:
        busy = T("The journal is in use, so it was not looked at.")
        yield Sign("journal", "attention", busy, T("Close Cartouche and try again."))
    else:
        yield Sign(
            "journal",
            "fault",
            T("The journal is damaged: {detail}", detail=answer[:80]),
            T("Start Cartouche: it saves what can be saved and keeps the damaged file."),
        )


def areas(
    data: Path, journal_path: Path, try_camera: bool, running: Running | None, ask: Ask
) -> Iterator[tuple[str, Look]]:
    """Every look there is, with the area it belongs to."""
    chosen = config.glance(data) or config.Settings()
    known = look_for()
    if running is not None and (known.running is None or known.running.pid != running.pid):
        # The app asks about itself, and keeps no facts in a file.
        known = Found(running)
    units = ask.units()
    yield from (("machine", look) for look in (system, doctor_board.supply, doctor_board.heat))
    yield "machine", lambda: doctor_board.clock(ask)
    yield from (("program", look) for look in (packages, doctor_service.versions))
    yield "service", lambda: doctor_running.alive(known)
    for told in (doctor_service.service, doctor_service.enabled, doctor_service.nightly):
        yield "service", partial(told, units)
    yield "data", lambda: folder(data)
    yield "data", lambda: settings(data)
    yield "data", lambda: journal(journal_path)
    yield "data", lambda: copies(journal_path)
    yield "screen", doctor_screen.screen
    yield "screen", lambda: doctor_running.picture(known)
    yield "screen", lambda: doctor_running.touches(known)
    runs = known.running is not None
    yield from (("devices", look) for look in doctor_devices.looks(chosen, data, runs))
    for look in doctor_camera.looks(chosen, doctor_devices.join_for_camera, try_camera):
        yield "camera", look
    yield from (("club", look) for look in doctor_club.looks(data, try_camera))


def examine(
    data: Path,
    journal_path: Path,
    try_camera: bool = False,
    running: Running | None = None,
    ask: Ask | None = None,
) -> list[Sign]:
    """Everything that can be said about this machine, area by area. A look that fails is itself a sign.

    `try_camera`: open the chosen camera too and wait for its picture, and call the club's broker, which takes some
    seconds. `running`: what the
    app that asks says of itself. `ask`: how systemd is asked.
    """
    found: list[Sign] = []
    for area, look in areas(data, journal_path, try_camera, running, ask or Ask()):
        signs: list[Sign] = []
        try:
            signs += look()
        except OSError as error:
            named = error.filename is not None and error.strerror is not None
            signs.append(_unseen(f"{error.filename} ({error.strerror})" if named else str(error)))
        except Exception as error:  # noqa: BLE001 - one look that fails must not hide what the others find
            signs.append(_unseen(repr(error)[:120]))
        found += [msgspec.structs.replace(sign, area=area) for sign in signs]
    return found


def _unseen(detail: str) -> Sign:
    return Sign("look", "attention", T("This could not be looked at: {detail}", detail=detail))
