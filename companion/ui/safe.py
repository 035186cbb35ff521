"""Safe mode: what is shown when Cartouche does not stay up. What happened, and four plain ways on.

It opens no journal, no device and no settings for writing, and uses none of the screens that may be what fails.
Without a display the same words come on the terminal.
"""

from __future__ import annotations

import logging
import os
from datetime import UTC, datetime
from pathlib import Path

import click

from companion import __version__, config
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.language import LANGUAGES, Language
from companion.table.rescue import copy_everything
from companion.table.storage import CRASH
from companion.ui import boot
from hardware import power, sticks

log = logging.getLogger(__name__)
TITLE = T("Cartouche did not stay up")
MOST_CRASH = 100_000
MOST_LINE = 160

TRY_AGAIN = T("Try again")
VERSION_BEFORE = T("The version before")
COPY = T("Copy everything to a stick")
SWITCH_OFF = T("Switch off")


def data_folder() -> Path | None:
    """The folder of journal and settings; None where even that can't be known."""
    try:
        return config.data_folder()
    except InputError as error:
        log.warning("%s", Language().say(error.text))
        return None


def language(data: Path | None) -> Language:
    """The language of the settings where they can be read, else of CARTOUCHE_LANG, else English."""
    settings = None if data is None else config.glance(data)
    code = os.environ.get("CARTOUCHE_LANG", "en") if settings is None else settings.language
    return Language(code if code in LANGUAGES else "en")


def rotation(data: Path | None) -> int:
    """Degrees clockwise by which the picture is turned on the panel, where the settings can be read; else 0."""
    settings = None if data is None else config.glance(data)
    return 0 if settings is None else settings.rotation


def story(data: Path | None) -> tuple[Text, ...]:
    """What happened, one sentence a paragraph, the most important first."""
    told = [
        T("It was started several times and ended each time, so it rests now. What was accepted in a game is safe."),
    ]
    last = None if data is None else last_words(data / CRASH)
    if last is not None and data is not None:
        at, line = last
        told.append(T("The last failure, {when}: {line}", when=at, line=line))
        told.append(T("The details are in {file}.", file=str(data / CRASH)))
    else:
        told.append(T("No failure was recorded. The log of the system may tell more: “journalctl -u cartouche”."))
    told.append(T("This is Cartouche {version}.", version=__version__))
    return tuple(told)


def last_words(crash: Path) -> tuple[str, str] | None:
    """When the last failure was kept (UTC), and the last line of it; None where none is, or it can't be read."""
    try:
        kept = datetime.fromtimestamp(crash.stat().st_mtime, UTC)
        with crash.open("rb") as file:
            file.seek(max(0, crash.stat().st_size - MOST_CRASH))
            lines = file.read(MOST_CRASH).decode("utf-8", "replace").split("\n")
    except OSError as error:
        log.info("no failure can be read: %s", error)
        return None
    line = next((line.strip() for line in reversed(lines) if line.strip()), "")
    plain = "".join(c if c.isprintable() else " " for c in line)
    return (f"{kept:%Y-%m-%d %H:%M}", plain[:MOST_LINE]) if plain else None


def copy_to_stick(data: Path | None, now: datetime | None = None) -> Text:
    """Copy everything to the first stick that takes it; what came of it, in a sentence."""
    if data is None:
        return T("There is no data folder to copy.")
    try:
        found = [stick for stick in sticks.sticks() if not stick.read_only]
        if not found:
            return T("There is no stick that can be written. Plug one in, wait a moment and tap again.")
        copied = copy_everything(data, Path(found[0].path), now or datetime.now(UTC))
    except InputError as error:
        return error.text
    except OSError as error:
        return T("The sticks can't be looked at ({detail}).", detail=error.strerror or str(error))
    return T(
        "Everything is on the stick {stick} in the folder {folder}, and was read back. "
        "Switch off before you pull it out.",
        stick=found[0].name,
        folder=copied.name,
    )


def by_hand() -> tuple[Text, ...]:
    """The four ways on, for somebody at a terminal."""
    return (
        T("To try again: {command}", command=power.START_BY_HAND),
        T("The version before: {command}", command=f"sudo systemctl start {power.BACK}"),
        T("To look at this machine: {command}", command="cartouche doctor"),
        T("To switch off: {command}", command="sudo systemctl poweroff"),
    )


def say_on_terminal(said: Language, told: tuple[Text, ...]) -> None:
    """The title, what happened and what to do, on the terminal."""
    for text in (TITLE, *told, *by_hand()):
        click.echo(said.say(text))


def run(text_only: bool = False) -> int:
    """Show the safe screen until it is left: 0. Returns NO_DISPLAY after telling it on the terminal instead.

    `text_only`: tell it on the terminal and nothing else.
    """
    from companion.ui.app import NO_DISPLAY, no_window

    data = data_folder()
    said, told = language(data), story(data)
    if text_only:
        say_on_terminal(said, told)
        return 0
    why: str | None = "there is no display"
    if boot.has_display() or boot.kiosk():
        boot.prepare(fullscreen=boot.kiosk() or not boot.has_desktop())
        why = no_window()
    if why is not None:
        log.warning("safe mode has no display: %s", why)
        say_on_terminal(said, told)
        return NO_DISPLAY
    from companion.ui.safe_screen import SafeApp

    SafeApp(said, told, data, power.Power()).run()
    return 0
