"""A report for whoever helps: the signs of the doctor and how each device stands, as a text file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.config import Settings
from companion.device_words import state_word
from companion.doctor import examine
from companion.engine.errors import InputError
from companion.engine.text import TN, T
from companion.language import Language
from companion.table import box_files
from companion.table.storage import JOURNAL, write_safely
from hardware.device import Device

MARKS = {"ok": "+", "attention": "!", "fault": "x"}


def lines(language: Language, settings: Settings, data: Path, devices: Sequence[Device], at: datetime) -> list[str]:
    """The report line by line, in the words of `language`; no player's name and nothing of a game is in it."""
    say = language.say
    found = [f"Cartouche {__version__}, {at:%Y-%m-%d %H:%M}", ""]
    for sign in examine(data, data / JOURNAL):
        found.append(f"{MARKS[sign.verdict]} {say(sign.text)}")
        if sign.remedy is not None:
            found.append(f"    {say(sign.remedy)}")
    found += ["", say(T("Devices"))]
    for device in devices:
        found.append(f"- {say(device.title)} ({device.id}): {say(state_word(device.state))}")
        keys, lamps = ", ".join(device.keys) or "–", ", ".join(device.lamps) or "–"
        found.append(f"    {say(T('Buttons: {keys}. Lights: {lamps}.', keys=keys, lamps=lamps))}")
        for told in (device.fault, device.wait):
            if told is not None:
                found.append(f"    {say(told)}")
        if device.broken:
            garbled = TN("{n} line arrived cut or garbled.", "{n} lines arrived cut or garbled.", device.broken)
            found.append(f"    {say(garbled)}")
    if not devices:
        found.append(f"- {say(T('none'))}")
    found += ["", f"panel: {settings.panel or '–'}"]
    found.append(f"camera: {settings.camera or '–'}")
    found += [f"{port}: {kind}" for port, kind in settings.ports.items()]
    found.append(f"sound: {settings.sound}, quiet: {settings.quiet[0]}-{settings.quiet[1]}")
    return found


def write(
    language: Language,
    settings: Settings,
    data: Path,
    devices: Sequence[Device],
    sticks: Sequence[Path] | None = None,
    at: datetime | None = None,
) -> Path:
    """Write the report onto the first stick that takes it, else into the data folder; returns its path.

    Raises InputError where no folder takes it.
    """
    now = at or datetime.now()
    text = "\n".join(lines(language, settings, data, devices, now)) + "\n"
    places = [*(box_files.places(data)[1:] if sticks is None else sticks), data]
    why = ""
    for place in places:
        path = place / f"cartouche-report-{now:%Y%m%d-%H%M%S}.txt"
        try:
            os.makedirs(place, exist_ok=True)
            write_safely(path, text.encode("utf-8", "replace"))
        except OSError as error:
            why = error.strerror or str(error)
            continue
        return path
    raise InputError(
        T("The report could not be written ({detail}). Nothing else has changed.", detail=why or T("no folder"))
    )
