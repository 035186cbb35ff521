"""What the doctor says of the board itself: its power supply, how hot it is, and whether its clock can be trusted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import companion
from companion.doctor_systemd import Ask
from companion.engine.text import T
from companion.signs import Sign

SYS = Path("/sys")
NOW, EARLIER = 1 << 0, 1 << 16
"""Bits of the firmware's word: the supply is too weak now; it was since the machine was started."""
HOT = 80
"""Degrees Celsius from which a Raspberry Pi slows itself down."""


def supply(sys: Path = SYS) -> Iterator[Sign]:
    """Whether the power supply keeps up, as the kernel has it from the firmware of a Raspberry Pi.

    The sensor tells of the last seconds only; the firmware's word, which older kernels show, of the past as well.
    """
    remedy = T("Use the power supply made for this Raspberry Pi, and a short cable.")
    alarms = [
        alarm.read_text("ascii").strip()
        for alarm in sorted(sys.glob("class/hwmon/hwmon*/in0_lcrit_alarm"))
        if alarm.with_name("name").read_text("ascii").strip() == "rpi_volt"
    ]
    if alarms:
        if any(alarm != "0" for alarm in alarms):
            yield Sign("power", "attention", T("The power supply is too weak just now."), remedy)
        else:
            yield Sign("power", "ok", T("The power supply is strong enough just now."))
        return
    for word in sorted(sys.glob("devices/platform/*/*firmware/get_throttled")):
        bits = int(word.read_text("ascii").strip(), 16)
        if bits & NOW:
            yield Sign("power", "attention", T("The power supply is too weak just now."), remedy)
        elif bits & EARLIER:
            text = T("The power supply was too weak since this machine was started.")
            yield Sign("power", "attention", text, remedy)
        else:
            yield Sign("power", "ok", T("The power supply was strong enough since this machine was started."))
        return
    yield Sign("power", "ok", T("This machine does not tell how strong its power supply is."))


def heat(sys: Path = SYS) -> Iterator[Sign]:
    """How hot the processor is, where the kernel says it."""
    for kind in sorted(sys.glob("class/thermal/thermal_zone*/type")):
        if "cpu" not in kind.read_text("ascii").lower():
            continue
        degrees = round(int(kind.with_name("temp").read_text("ascii")) / 1000)
        text = T("The processor is at {n} °C.", n=degrees)
        if degrees >= HOT:
            yield Sign("heat", "attention", text, T("It slows itself down. Give it air, or a cooler."))
        else:
            yield Sign("heat", "ok", text)
        return


def clock(ask: Ask, sys: Path = SYS, now: float | None = None) -> Iterator[Sign]:
    """Whether the dates of games will be right."""
    remedy = T("Connect this machine to a network once, or run “sudo date -s 'YEAR-MONTH-DAY HH:MM'”.")
    if (time.time() if now is None else now) < Path(companion.__file__).stat().st_mtime:
        yield Sign("clock", "attention", T("The clock is slow: Cartouche was installed later than that."), remedy)
        return
    answer = ask.clock()
    if answer is None:
        yield Sign("clock", "ok", T("Nothing here says whether the clock was set by the network."))
    elif answer.get("NTPSynchronized") == "yes":
        yield Sign("clock", "ok", T("The clock was set by the network."))
    elif any(sys.glob("class/rtc/rtc*")):
        text = T("The clock was not set by the network; this machine has one of its own.")
        yield Sign("clock", "ok", text)
    else:
        text = T("The clock was not set by the network, and stands still while this machine is off.")
        yield Sign("clock", "attention", text, remedy)
