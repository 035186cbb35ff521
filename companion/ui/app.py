"""The touchscreen app: opens the journal, shows screens, and never ends in a black panel.

`prepare` of `companion.ui.boot` must have run before this module's classes are used; `run` sees to it.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path

import click

from companion import config
from companion.engine.text import T, Text
from companion.language import Language
from companion.table.storage import CRASH
from companion.ui import boot, guard

log = logging.getLogger(__name__)
DEMO = Path("build/demo")
NO_DISPLAY = 3
"""Exit code: no display opens, or its picture would reach nobody."""


def say_aloud(text: Text, language: str | None = None) -> None:
    """One sentence on the terminal."""
    click.echo(Language(language or "en").say(text), err=True)


def run(demo: Path | None = None) -> int:
    """Open the app on the display; without one, or with a folder `demo`, play the demonstration. Returns the exit code.

    The demonstration leaves its pictures and its record in `demo` (by default build/demo). A kiosk never plays it.
    """
    if demo is None and (boot.has_display() or boot.kiosk()):
        return open_app()
    if demo is None:
        say_aloud(T("There is no display here, so Cartouche plays a demonstration of a whole game instead."))
    from companion.ui.demo import play

    return play(demo or DEMO)


def open_app() -> int:
    """Open the window and stay until it is closed, or the process is told to end (SIGTERM): 0.

    Returns NO_DISPLAY when no window opens or nobody would see it, saying so.
    """
    boot.prepare(fullscreen=boot.kiosk() or not boot.has_desktop())
    why = no_window()
    if why is not None:
        file = crash_file(why, config.data_folder())
        say_aloud(
            T(
                "The display does not open, so there is nothing to touch. Check its cable and driver, or run "
                "“cartouche doctor”. The details are in {file}.",
                file=str(file),
            )
        )
        return NO_DISPLAY
    from companion.notify import Notifier
    from companion.running import own_folder
    from companion.ui.pulse import Pulse
    from companion.ui.stage import CartoucheApp

    app = CartoucheApp()
    pulse = Pulse(app, Notifier.from_environment(), own_folder())
    app.bind(on_start=pulse.begin, on_stop=pulse.end)
    try:
        app.run()
    except KeyboardInterrupt:
        app.on_stop()
        raise
    return 0


def no_window() -> str | None:
    """Open Kivy's window, once `boot.prepare` has settled which. The reasons where none opens, or nobody sees it."""
    reasons = _Reasons()
    kivy_log = logging.getLogger("kivy")
    kivy_log.addHandler(reasons)
    kivy_log.propagate = False
    try:
        from kivy.core.window import Window
    except (ImportError, SystemExit) as error:
        reasons.lines.append(str(error))
        window = None
    else:
        window = Window
    finally:
        kivy_log.propagate = True
        kivy_log.removeHandler(reasons)
    if window is None:
        return "\n".join(reasons.lines)
    dark = guard.black_panel(guard.video_driver(), boot.kiosk())
    return None if dark is None else Language("en").say(dark)


class _Reasons(logging.Handler):
    """Keeps what Kivy says while it looks for a window; nobody needs to read it when one opens."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def crash_file(trace: str, folder: Path) -> Path:
    """Keep a failure's trace in `folder` (in the system's temporary folder where that can't be); returns the file."""
    for place in (folder, Path(tempfile.gettempdir())):
        try:
            place.mkdir(parents=True, exist_ok=True)
            path = place / CRASH
            path.write_text(trace, "utf-8")
        except OSError as error:
            log.warning("no crash file in %s: %s", place, error)
        else:
            return path
    raise OSError("no folder takes a crash file")
