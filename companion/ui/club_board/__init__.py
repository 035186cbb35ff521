"""The club's board for a TV: all tables of the evening, how they stand, and the tournament table.

It looks on only: it opens no journal and no device, and writes nothing.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

import click

from companion import config
from companion.engine.text import T
from companion.language import LANGUAGES, Language
from companion.ui import boot

log = logging.getLogger(__name__)


def language_of(data: Path, chosen: str | None = None) -> Language:
    """The language that was chosen, else of CARTOUCHE_LANG, else of the settings in `data`, else English."""
    settings = config.glance(data)
    told = (chosen, os.environ.get("CARTOUCHE_LANG"), settings.language if settings is not None else None)
    return Language(next((code for code in told if code in LANGUAGES), "en"))


def run(data: Path, language: str | None = None) -> int:
    """Show the board on the whole screen until it is closed (Esc, q, a tap on the cross, SIGTERM): 0.

    `data`: the folder with the way to the club. Returns NO_DISPLAY, having said so, where no window opens.
    """
    from companion.ui.app import NO_DISPLAY, no_window

    said = language_of(data, language)
    boot.prepare(size=(1280, 720), fullscreen=True, maxfps=10)
    why = no_window() if boot.has_display() else "there is no display"
    if why is not None:
        log.warning("the board has no display: %s", why)
        click.echo(
            said.say(T("There is no display here. “cartouche club board --text” shows the board as text.")), err=True
        )
        return NO_DISPLAY
    from companion.club.collector import Collector
    from companion.ui.club_board.app import BoardApp

    collector = Collector.from_settings(data)
    try:
        BoardApp(collector, said).run()
    finally:
        collector.stop()
    return 0
