"""What must be settled before Kivy opens a window: environment, configuration, and where the kv files lie."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from pathlib import Path

BASE_SIZE = (800, 480)
KIOSK_VARIABLE = "CARTOUCHE_KIOSK"
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Names of settings in the malloc.h of the GNU C library."""
_loaded: set[str] = set()


class KivyTooEarlyError(RuntimeError):
    """Kivy was imported before `prepare()`, so its settings can no longer be chosen."""


def has_desktop() -> bool:
    """Whether there is an X or Wayland session, with room for windows; a bare kernel display holds one picture."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def has_display() -> bool:
    """Whether a picture can reach a person: a desktop (Wayland's through XWayland), or a kernel display."""
    return has_desktop() or any(Path("/dev/dri").glob("card*"))


def kiosk() -> bool:
    """Whether this is the only thing on the screen (`CARTOUCHE_KIOSK=1`): full screen, and never a demonstration."""
    return os.environ.get(KIOSK_VARIABLE) == "1"


def prepare(
    headless: bool = False, size: tuple[int, int] = BASE_SIZE, fullscreen: bool = False, maxfps: int = 60
) -> None:
    """Set Kivy's environment and configuration; call once, before anything imports Kivy's window.

    `size` is in pixels and counts where there is a desktop; a bare kernel display keeps its own size.
    `maxfps` 0 means no waiting between frames (tests). Raises KivyTooEarlyError when the window module is loaded
    already.
    """
    if "kivy.core.window" in sys.modules:
        raise KivyTooEarlyError("kivy.core.window is already imported; call companion.ui.boot.prepare() first")
    settings = {
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        # Named outright: otherwise a broken display leaves the app running behind a black panel.
        "KIVY_WINDOW": "sdl2",
    }
    for name, value in settings.items():
        os.environ.setdefault(name, value)
    if headless:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    elif "SDL_VIDEODRIVER" not in os.environ:
        os.environ["SDL_VIDEODRIVER"] = "x11" if has_desktop() else "kmsdrm"
    _configure(size, fullscreen, maxfps, headless)


def _configure(size: tuple[int, int], fullscreen: bool, maxfps: int, headless: bool) -> None:
    from kivy.config import Config

    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "show_cursor", "0" if fullscreen else "1")
    Config.set("graphics", "maxfps", str(maxfps))
    Config.set("graphics", "multisamples", "0")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "keyboard_mode", "system")
    Config.set("kivy", "log_level", "warning")
    # SDL delivers both the mouse and a touch panel; a second provider would report every touch twice.
    for name, _ in Config.items("input"):
        Config.remove_option("input", name)
    if not headless:
        Config.set("input", "mouse", "mouse,disable_multitouch")


def kv_path(name: str) -> Path:
    """Where `<name>.kv` lies: in `kv/` beside the package in a checkout, in `companion/kv` once installed."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "kv", package.parent / "kv"):
        path = folder / f"{name}.kv"
        if path.is_file():
            return path
    raise FileNotFoundError(f"no {name}.kv in {package / 'kv'} or {package.parent / 'kv'}")


def load_kv(name: str) -> None:
    """Load `<name>.kv` into Kivy's rules, once a process."""
    if name in _loaded:
        return
    from kivy.lang import Builder

    Builder.load_file(str(kv_path(name)))
    _loaded.add(name)


def stay_small() -> None:
    """Call once when Home stands: what is there stays, and what comes after is cleared away sooner.

    Widgets point at each other, so only the collector frees them. Its usual pace lets a game's worth of panels pile up.
    Pictures that are cleared away go back to the system: where the C library is GNU's, blocks of 64 kB and more are
    mapped one by one, and a free end of the heap is cut off.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, 64 * 1024)
        mallopt(M_TRIM_THRESHOLD, 128 * 1024)
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 5, 2)
