"""What the doctor says of a Cartouche that runs: where its picture goes, how touches come, when it last answered.

A running Cartouche keeps these facts in `facts.json` of its runtime folder; the app itself hands them over directly.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from companion.engine.text import TN, T
from companion.running import SHOWS, Found
from companion.signs import Sign

BY_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "software")
"""How renderers call themselves that draw without a graphics driver."""
MOUSE = "mouse"
SILENT_S = 60
"""Seconds after the last sign of life in which nothing is wrong yet; the beats come at least every ten."""


def picture(known: Found) -> Iterator[Sign]:
    """Which driver draws, and with what; known only of a Cartouche that runs."""
    running = known.running
    if running is None or running.driver is None:
        yield Sign("driver", "ok", T("Which driver draws the picture is known only while Cartouche runs."))
        return
    wide, high = running.size or (0, 0)
    text = T(
        "The picture goes out through {driver}, {width} × {height}.", driver=running.driver, width=wide, height=high
    )
    if running.driver in SHOWS:
        yield Sign("driver", "ok", text)
    else:
        remedy = T("Nobody sees it there. Set SDL_VIDEODRIVER to kmsdrm or x11, and start Cartouche anew.")
        yield Sign("driver", "attention", text, remedy)
    if running.renderer is None:
        return
    if any(word in running.renderer.lower() for word in BY_SOFTWARE):
        text = T(
            "The processor draws the picture by itself ({renderer}), which is slow.", renderer=running.renderer[:60]
        )
        yield Sign("renderer", "attention", text, T("Put the user of Cartouche into the group render."))
    else:
        yield Sign("renderer", "ok", T("Drawn by {renderer}.", renderer=running.renderer[:60]))


def touches(known: Found) -> Iterator[Sign]:
    """By which ways touches come in: one is right, two report every finger twice."""
    running = known.running
    if running is None:
        return
    ways = tuple(name for name in running.providers if name != MOUSE)
    if len(ways) > 1:
        text = T("Touches come in by several ways: {names}.", names=ways)
        yield Sign("touch-ways", "attention", text, T("Touches that come twice are counted once. One way would do."))
    elif ways:
        yield Sign("touch-ways", "ok", T("Touches come in by one way: {name}.", name=ways[0]))
    else:
        yield Sign("touch-ways", "ok", T("Only a mouse is listened to."))
    if running.touch_devices:
        yield Sign("touch-known", "ok", T("Touched already: {names}", names=running.touch_devices))
    if running.twins:
        n = running.twins
        yield Sign("touch-twins", "ok", TN("{n} touch came twice and was counted once.",
                                           "{n} touches came twice and were counted once.", n))  # fmt: skip


def alive(known: Found, now: datetime | None = None) -> Iterator[Sign]:
    """Whether a Cartouche runs, and whether all of it answers."""
    running = known.running
    if running is None:
        if known.why == "shut":
            text = T("What a running Cartouche says of itself may not be read by you.")
            yield Sign("running", "ok", text, T("Run “sudo cartouche doctor”."))
        elif known.why == "garbled":
            text = T("What a running Cartouche says of itself can't be read.")
            yield Sign("running", "attention", text, T("Start Cartouche anew."))
        elif known.why == "left":
            text = T("Cartouche does not run. It was cut off the last time it ran; what was accepted is safe.")
            yield Sign("running", "ok", text)
        else:
            yield Sign("running", "ok", T("No Cartouche runs as a service now."))
        return
    if running.held_back is not None:
        text = T("A part of Cartouche does not answer: {what}", what=running.held_back[:80])
        yield Sign("running", "attention", text, T("The watchdog starts it anew. If this comes again, report it."))
        return
    if running.last_pulse is None:
        yield Sign("running", "ok", T("Cartouche {version} runs.", version=running.version))
        return
    silent = round(((now or datetime.now(UTC)) - running.last_pulse).total_seconds())
    if silent > SILENT_S:
        text = T("Cartouche runs, and has given no sign of life for {n} seconds.", n=silent)
        yield Sign("running", "attention", text, T("Wait a minute. If it stays so, start Cartouche anew."))
    else:
        yield Sign("running", "ok", T("Cartouche {version} runs, and all of it answers.", version=running.version))
