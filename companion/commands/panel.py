"""`cartouche panel`: buttons, lights and readers tried out, watched, drawn and imitated, without the screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import Any

import click
import msgspec
from rich.table import Table

from companion.commands.common import Failed, cell, language, paper, say, say_json, tidy, with_switches
from companion.commands.panel_simulate import simulate_box
from companion.commands.panel_trial import Trial, Tried
from companion.commands.panel_wiring import profiles_table, wiring
from companion.commands.watching import Watch, seconds_option, standing, stored_settings, watching
from companion.config import Settings, data_folder
from companion.device_words import key_word
from companion.engine.text import T, Text
from hardware.device import Changed, Device, Pressed, Read, Released, Signal, Turned
from hardware.profiles import profile

WHILE_NOTHING = 0.25
"""Seconds between two looks at the clock while nothing is told."""
profile_option = click.option(
    "--profile", "panel", metavar="PROFILE", help="Take this panel instead of the one that is set."
)


@click.group("panel")
def panel_group() -> None:
    """Buttons, lights, dials and readers: try them out, watch them, draw their wires, imitate a box."""


def wanted_settings(name: str | None) -> Settings:
    """The settings of this installation without a camera, with another panel if one is named.

    Raises Failed where that can't be used.
    """
    # It has no buttons and no lamps, and the Cartouche that runs may need it.
    settings = msgspec.structs.replace(stored_settings(), camera="")
    if name is None:
        return settings
    for fault in profile(name, data_folder()).faults:
        raise Failed(fault)
    return msgspec.structs.replace(settings, panel=name)


@panel_group.command("test")
@profile_option
@seconds_option("End after so many seconds (default: Ctrl-C).")
@with_switches
def test(panel: str | None, seconds: float | None, as_json: bool) -> None:
    """Try every device out: press each of its buttons once, while its lamps and sounds run.

    Ends when all were pressed, after the seconds, or at Ctrl-C; the exit code is 0 if every device answered and every
    button was pressed.
    """
    said = language()
    found: list[Tried] = []
    # At Ctrl-C somebody has seen enough; what was found till then is told.
    with suppress(KeyboardInterrupt), watching(wanted_settings(panel), data_folder()) as watch:
        if not watch.hub.devices:
            raise Failed(T("No device is set up and none is plugged in. Plug a button box in, or name --profile."))
        trial = Trial(watch.hub)
        try:
            for text in tried(watch, trial, seconds):
                if not as_json:
                    say(said.say(text))
        finally:
            found = trial.found()
    good = bool(found) and all(one.good for one in found)
    if as_json:
        say_json({"good": good, "devices": [{**one.told(), "words": said.say(one.words())} for one in found]})
    else:
        for one in found:
            say(said.say(one.words()))
    if not good:
        raise click.exceptions.Exit(1)


def tried(watch: Watch, trial: Trial, seconds: float | None) -> Iterator[Text]:
    """Try out until the end of the trial, or for so many seconds; what there is to say meanwhile."""
    until = monotonic() + seconds if seconds is not None else float("inf")
    while monotonic() < until and not trial.ended(monotonic()):
        trial.run(monotonic())
        for signal in watch.signals(min(until, monotonic() + WHILE_NOTHING)):
            yield from trial.take(signal)


@panel_group.command("monitor")
@profile_option
@seconds_option("End after so many seconds (default: Ctrl-C).")
@with_switches
def monitor(panel: str | None, seconds: float | None, as_json: bool) -> None:
    """Say everything the devices tell, a line each, until Ctrl-C. With --json a line is one JSON value."""
    # Ctrl-C is the way to end it: nothing went wrong.
    with suppress(KeyboardInterrupt), watching(wanted_settings(panel), data_folder()) as watch:
        until = monotonic() + seconds if seconds is not None else float("inf")
        faults: dict[str, Text | None] = {}
        if not watch.hub.devices and not as_json:
            say(language().say(T("There is no device yet. What is plugged in meanwhile is taken up.")))
        while monotonic() < until:
            for signal in watch.signals(min(until, monotonic() + WHILE_NOTHING)):
                _tell(watch, signal, as_json, faults)


def _tell(watch: Watch, signal: Signal, as_json: bool, faults: dict[str, Text | None]) -> None:
    """Say what a signal tells; `faults`: what was wrong last with each device, as it was said."""
    device = watch.hub.device(signal.device)
    if device is None:
        return
    at = round(max(0.0, signal.at - watch.begun), 3)
    if as_json:
        click.echo(json.dumps({"at": at, "device": device.id, **as_data(signal, device)}))
    else:
        text = in_words(signal, device)
        wrong = device.fault if isinstance(signal, Changed) and device.state == "ready" else None
        if wrong is not None and wrong != faults.get(device.id):
            # It goes on, but something went wrong meanwhile.
            text = T("{told}. {fault}", told=text, fault=wrong)
        click.echo(f"{at:9.3f} s  {tidy(language().say(text))}")
    if isinstance(signal, Changed):
        faults[device.id] = device.fault


def as_data(signal: Signal, device: Device) -> dict[str, Any]:
    """A signal as data: what happened, and its values."""
    match signal:
        case Pressed(key=key):
            return {"signal": "pressed", "key": key}
        case Released(key=key):
            return {"signal": "released", "key": key}
        case Turned(steps=steps):
            return {"signal": "turned", "steps": steps}
        case Read(tag=tag):
            return {"signal": "read", "tag": tag}
    fault = language().say(device.fault) if device.fault is not None else None
    return {"signal": "state", "state": device.state, "fault": fault, "simulated": device.simulated}


def in_words(signal: Signal, device: Device) -> Text:
    """A signal as a line."""
    name = device.title
    match signal:
        case Pressed(key=key):
            return T("{device}: {key}, down", device=name, key=key_word(key))
        case Released(key=key):
            return T("{device}: {key}, up", device=name, key=key_word(key))
        case Turned(steps=steps):
            return T("{device}: turned by {steps}", device=name, steps=steps)
        case Read(tag=tag):
            return T("{device}: the tag {tag}", device=name, tag=tag)
        case Changed():
            return standing(device)
    raise AssertionError(signal)


@panel_group.command("profiles")
@with_switches
def profiles(as_json: bool) -> None:
    """List the panels there are, your own too, and check them."""
    rows, good = profiles_table(data_folder())
    said = language()
    if as_json:
        say_json({"good": good, "profiles": rows})
    else:
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for row in rows:
            table.add_row(cell(row["id"], "green" if not row["faults"] else "red"), cell(row["title"]))
            for fault in row["faults"] or [row["holds"]]:
                table.add_row(cell(""), cell(fault))
        paper().print(table)
        say(said.say(T("Panels of your own lie in {folder}.", folder=str(data_folder() / "profiles"))))
    if not good:
        raise click.exceptions.Exit(1)


panel_group.add_command(wiring)
panel_group.add_command(simulate_box)

__all__ = ["panel_group"]
