"""Plain facts about this machine and what they mean for Cartouche: signs, each with a remedy where one is due."""

from __future__ import annotations

import importlib.util
import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion import __version__, config, doctor_devices
from companion.engine.errors import InputError
from companion.engine.owner_file import usable
from companion.engine.text import T
from companion.games import find_game, game_ids
from companion.signs import Sign
from companion.table.errors import is_damage, of_sqlite
from companion.table.storage import MIN_FREE, folder_warning, free_bytes
from companion.ui.boot import has_desktop

PYTHONS = ((3, 11), (3, 13))
PACKAGES = ("kivy", "msgspec", "platformdirs", "click", "rich", "gpiozero", "pyserial")
CRASH = "crash.txt"


def system() -> Iterator[Sign]:
    """The operating system and the Python that runs this."""
    name = platform.platform()
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", name)
    except OSError:
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
    warning = folder_warning(place)
    if warning is not None:
        yield Sign("disk", "attention", warning)
    free = free_bytes(place)
    room = T("{n} MB free", n=free // 1_000_000)
    if free < MIN_FREE:
        remedy = T("Make room: a new game needs {n} MB.", n=MIN_FREE // 1_000_000)
        yield Sign("room", "fault", room, remedy)
    else:
        yield Sign("room", "ok", room)
    crash = data / CRASH
    if crash.is_file():
        yield Sign(
            "crash",
            "attention",
            T("The last failure is kept in {file}.", file=str(crash)),
            T("Report it, then remove the file."),
        )
    else:
        yield Sign("crash", "ok", T("No failure is recorded."))


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


def screen() -> Iterator[Sign]:
    """Display, touch and backlight, as far as they can be known without opening a window."""
    if has_desktop():
        yield Sign("display", "ok", T("A desktop is running."))
    elif any(Path("/dev/dri").glob("card*")):
        yield Sign("display", "ok", T("A display is connected to the kernel."))
    else:
        yield Sign("display", "attention", T("There is no display."), T("Connect one, or start from its desktop."))
    names = [path.read_text("utf-8", "replace").strip() for path in Path("/sys/class/input").glob("event*/device/name")]
    touch = [
        name for name in names if any(word in name.lower() for word in ("touch", "ft5", "goodix", "raspberrypi-ts"))
    ]
    if touch:
        yield Sign("touch", "ok", T("Touch panel: {names}", names=tuple(touch)))
    else:
        yield Sign("touch", "attention", T("No touch panel was found."), T("Check its cable. A mouse works as well."))
    lights = sorted(path.name for path in Path("/sys/class/backlight").glob("*"))
    if lights:
        yield Sign("backlight", "ok", T("Backlight: {names}", names=tuple(lights)))
    else:
        yield Sign("backlight", "ok", T("There is no backlight to dim."))
    if importlib.util.find_spec("kivy") is None:
        yield Sign("kivy-module", "fault", T("Kivy can't be loaded."), T("Install Cartouche again."))


def examine(data: Path, journal_path: Path, try_camera: bool = False) -> list[Sign]:
    """Everything that can be said about this machine. A look that fails is itself a sign.

    `try_camera`: open the chosen camera too and wait for its picture, which takes some seconds.
    """
    looks: tuple[Callable[[], Iterator[Sign]], ...] = (
        system,
        packages,
        lambda: folder(data),
        lambda: settings(data),
        lambda: journal(journal_path),
        screen,
        *doctor_devices.looks(config.glance(data) or config.Settings(), data, try_camera),
    )
    found: list[Sign] = []
    for look in looks:
        try:
            found += look()
        except OSError as error:
            named = error.filename is not None and error.strerror is not None
            detail = f"{error.filename} ({error.strerror})" if named else str(error)
            text = T("This could not be looked at: {detail}", detail=detail)
            found.append(Sign("look", "attention", text))
    return found
