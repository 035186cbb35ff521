"""What the doctor says of display, touch and backlight, as far as it can be known without opening a window."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

from companion.engine.text import T
from companion.signs import Sign
from companion.ui.boot import has_desktop

DEV = Path("/dev")
SYS = Path("/sys")
TOUCH = ("touch", "ft5", "goodix", "raspberrypi-ts")
"""Parts of the names of touch panels."""


def screen() -> Iterator[Sign]:
    """Display, touch and backlight."""
    yield from display()
    names = [path.read_text("utf-8", "replace").strip() for path in SYS.glob("class/input/event*/device/name")]
    touch = [name for name in names if any(word in name.lower() for word in TOUCH)]
    if touch:
        yield Sign("touch", "ok", T("Touch panel: {names}", names=tuple(touch)))
    else:
        yield Sign("touch", "attention", T("No touch panel was found."), T("Check its cable. A mouse works as well."))
    yield from backlight()
    if importlib.util.find_spec("kivy") is None:
        yield Sign("kivy-module", "fault", T("Kivy can't be loaded."), T("Install Cartouche again."))


def display() -> Iterator[Sign]:
    """Where a picture could go: to a desktop, or to a panel that the kernel finds connected."""
    told = sorted(SYS.glob("class/drm/card*-*/status"))
    connected = tuple(
        path.parent.name.partition("-")[2] for path in told if path.read_text("ascii", "replace").strip() == "connected"
    )
    if has_desktop():
        yield Sign("display", "ok", T("A desktop is running."))
    elif connected:
        yield Sign("display", "ok", T("Connected: {names}", names=connected))
    elif told:
        yield Sign("display", "attention", T("No display is connected."), T("Check its cable, and its power."))
    elif any(DEV.glob("dri/card*")):
        yield Sign("display", "ok", T("The kernel has a graphics driver; it does not say what is connected."))
    else:
        yield Sign("display", "attention", T("There is no display."), T("Connect one, or start from its desktop."))


def backlight() -> Iterator[Sign]:
    """The light of the panel, and whether it may be set."""
    lights = sorted(SYS.glob("class/backlight/*"))
    if not lights:
        yield Sign("backlight", "ok", T("There is no backlight to dim."))
        return
    first = lights[0]
    if os.access(first / "brightness", os.W_OK):
        yield Sign("backlight", "ok", T("Backlight: {names}", names=tuple(path.name for path in lights)))
    else:
        text = T("The backlight {name} may not be set by you, so the screen is never dimmed by it.", name=first.name)
        remedy = T("Run deploy/install.sh, or copy {file} to {folder}.",
                   file="deploy/udev/61-cartouche-kiosk.rules", folder="/etc/udev/rules.d")  # fmt: skip
        yield Sign("backlight", "attention", text, remedy)
