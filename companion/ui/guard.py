"""The black-panel guard: asks SDL itself where it draws, since it falls back to an offscreen picture without a word.

The library is the one that Kivy has loaded (its wheel brings its own), found among the files mapped into this process.
"""

from __future__ import annotations

import ctypes
import logging
import os
import re
from collections.abc import Mapping
from pathlib import Path

from companion.engine.text import T, Text
from companion.running import SHOWS

log = logging.getLogger(__name__)
MAPS = Path("/proc/self/maps")
LIBRARY = re.compile(r"/libSDL2-2[-.][^/]*$")
"""SDL alone: SDL_image and its like are other files."""
MOST_TOUCH = 16


def sdl(maps: Path = MAPS) -> ctypes.CDLL | None:
    """The SDL library of this process; None before Kivy's window module is loaded, or where it can't be found."""
    try:
        rows = maps.read_text("utf-8", "surrogateescape").splitlines()
    except OSError as error:
        log.warning("the libraries of this process are not known: %s", error)
        return None
    for row in rows:
        path = row.split(maxsplit=5)[5:]
        if path and LIBRARY.search(path[0]):
            try:
                return ctypes.CDLL(path[0])
            except OSError as error:
                log.warning("SDL can't be asked: %s", error)
    return None


def video_driver(library: ctypes.CDLL | None = None) -> str | None:
    """The video driver that runs, in small letters ("kmsdrm"); None where it can't be asked or none runs."""
    library = sdl() if library is None else library
    if library is None:
        return None
    ask = library.SDL_GetCurrentVideoDriver
    ask.restype, ask.argtypes = ctypes.c_char_p, ()
    name = ask()
    return name.decode("ascii", "replace").lower() if name else None


def touch_devices(library: ctypes.CDLL | None = None) -> tuple[str, ...]:
    """What SDL calls the touch panels it knows; some are known only after their first touch."""
    library = sdl() if library is None else library
    if library is None or not hasattr(library, "SDL_GetTouchName"):
        return ()
    library.SDL_GetNumTouchDevices.argtypes = ()
    ask = library.SDL_GetTouchName
    ask.restype, ask.argtypes = ctypes.c_char_p, (ctypes.c_int,)
    names = (ask(i) for i in range(min(library.SDL_GetNumTouchDevices(), MOST_TOUCH)))
    return tuple(name.decode("utf-8", "replace") for name in names if name)


def black_panel(driver: str | None, kiosk: bool, environment: Mapping[str, str] | None = None) -> Text | None:
    """Why nobody would see the picture that `driver` draws; None where it is as SDL_VIDEODRIVER wants it.

    In a kiosk only a driver that shows something will do, and one that can't be asked does not.
    """
    wanted = (os.environ if environment is None else environment).get("SDL_VIDEODRIVER", "")
    named = tuple(name.strip().lower() for name in wanted.split(",") if name.strip())
    if driver is None:
        return T("It can't be found out where the picture goes.") if kiosk else None
    if (named and driver not in named) or (kiosk and driver not in SHOWS):
        return T(
            "The picture would go to “{driver}”, where nobody sees it; “{wanted}” was wanted.",
            driver=driver,
            wanted=", ".join(named) or "kmsdrm",
        )
    return None
