"""Running the devices without a screen: the commands that test and watch them share it."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import monotonic
from types import FrameType
from typing import Any

import click

from companion import config
from companion.commands.common import language, say_error
from companion.config import Settings, data_folder
from companion.device_words import state_word
from companion.devices import LOOK_S, Fleet
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from hardware.device import Device, Signal
from hardware.hub import Hub

MOST_SECONDS = 86_400
"""A day: whoever waits longer names no time at all."""


def seconds_option(words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The switch that ends a command after a time; `words`: its help."""
    return click.option("--seconds", metavar="N", callback=_seconds, help=words)


def _seconds(_: click.Context, __: click.Parameter, word: str | None) -> float | None:
    """So many seconds. Raises BadParameter for what is no number from 0 to a day: it would never end, or not begin."""
    if word is None:
        return None
    try:
        seconds = float(word)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= MOST_SECONDS:
        raise click.BadParameter(f"give seconds from 0 to {MOST_SECONDS}, for example 2.5")
    return seconds


class Watch:
    """The devices of this machine and what they tell, taken in one thread."""

    def __init__(self, settings: Settings, data: Path) -> None:
        self._awake = Event()
        self.hub = Hub(self._awake.set)
        self.fleet = Fleet(self.hub, data)
        self.fleet.follow(settings)
        self.begun = monotonic()
        self._looked = self.begun

    def signals(self, until: float) -> list[Signal]:
        """What was told, waiting for it at most till `until` (monotonic); devices plugged in meanwhile are taken up."""
        self._awake.wait(max(0.0, until - monotonic()))
        self._awake.clear()
        if monotonic() - self._looked >= LOOK_S:
            self._looked = monotonic()
            self.fleet.look()
        return self.hub.take()

    def close(self) -> None:
        """Let go of all devices."""
        self.fleet.close()


def stored_settings() -> Settings:
    """The settings of this installation; where they can't be used, that is said, and it goes on as at a first start."""
    try:
        return config.stored(data_folder()) or Settings()
    except InputError as error:
        said = T("The settings can't be used, so nothing that was set up counts here. {why}", why=error.text)
        say_error(language().say(said))
        return Settings()


@contextmanager
def watching(settings: Settings, data: Path) -> Iterator[Watch]:
    """The devices run inside; Ctrl-C and an end that is asked for leave it as KeyboardInterrupt."""
    with ended_when_asked():
        watch = Watch(settings, data)
        try:
            yield watch
        finally:
            watch.close()


@contextmanager
def ended_when_asked() -> Iterator[None]:
    """Inside, the signal to end (SIGTERM) is told as KeyboardInterrupt, so that everything is put away."""

    def end(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def standing(device: Device) -> Text:
    """How a device stands, with its fault where it has one."""
    told = T("{device}: {state}", device=device.title, state=state_word(device.state))
    if device.fault is not None and device.state != "ready":
        return T("{told}. {fault}", told=told, fault=device.fault)
    return told
