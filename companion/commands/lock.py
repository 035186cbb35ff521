"""`cartouche lock`: whether settings, devices and boxes ask for a PIN, and the owner's way out without it."""

from __future__ import annotations

import click

from companion.commands.common import language, say, say_json, with_switches
from companion.engine.text import T


@click.command("lock")
@click.option("--clear", is_flag=True, help="Take the PIN away: for the owner who does not know it any more.")
@with_switches
def lock(clear: bool, as_json: bool) -> None:
    """Say whether settings, devices and boxes are locked with a PIN, or take the PIN away.

    A PIN is chosen on the screen: Settings, This machine. A running Cartouche notices that it was taken away.
    """
    from companion.config import changed, data_folder, save, stored

    folder = data_folder()
    settings = stored(folder)
    locked = settings is not None and bool(settings.lock)
    if clear and settings is not None and locked:
        save(changed(settings, lock="", wrong_pins=0), folder)
    if as_json:
        say_json({"locked": locked and not clear, "cleared": locked and clear})
    elif not locked:
        say(language().say(T("There is no PIN. Nothing has changed.") if clear else T("There is no PIN.")))
    elif clear:
        say(language().say(T("The PIN is taken away: settings, devices and boxes are open.")))
    else:
        say(language().say(T("Settings, devices and boxes ask for a PIN. “cartouche lock --clear” takes it away.")))
