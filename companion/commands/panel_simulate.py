"""`cartouche panel simulate`: a button box that exists only in this program, driven by a window, a script or lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from threading import Event, Thread, Timer
from time import monotonic
from typing import Any

import click

from companion.commands.common import Failed, language, read_bytes, say, say_error, say_json, with_switches
from companion.commands.watching import ended_when_asked, seconds_option
from companion.device_words import key_word, sound_word
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.ui import boot
from hardware.box_script import Step, parse_line, parse_script, play
from hardware.simulated import SimulatedBox

LOOK_S = 0.05
"""Seconds between two looks at what the box was told."""
MOST_AHEAD = 64
"""Lines that are read before they are carried out; what comes faster waits where it comes from."""
LAMPS = {"on": T("on"), "off": T("off"), "blink": T("blinking")}


class Told:
    """What the box was told since the last look, as sentences."""

    def __init__(self, box: SimulatedBox) -> None:
        self._box = box
        self._lamps: dict[str, str] = {}
        self._sounds = 0
        self._connected = False

    def look(self) -> list[Text]:
        """The sentences, the oldest first."""
        found: list[Text] = []
        if self._box.connected != self._connected:
            self._connected = self._box.connected
            found.append(T("Cartouche is connected.") if self._connected else T("Nobody is connected."))
        lamps = dict(self._box.lamps)
        for key in sorted(lamps.keys() | self._lamps.keys()):
            now = lamps.get(key, "off")
            if now != self._lamps.get(key, "off"):
                found.append(T("Lamp of {key}: {state}", key=key_word(key), state=LAMPS[now]))
        self._lamps = dict(lamps)
        heard = self._box.heard
        new = self._box.sounds[-(heard - self._sounds) :] if heard > self._sounds else ()
        found += [T("Sound: {sound}", sound=sound_word(sound)) for sound in new]
        self._sounds = heard
        return found


@click.command("simulate")
@click.option("--script", metavar="FILE", help="Press and turn as this file says (“-”: standard input, as it comes).")
@seconds_option("End after so many seconds.")
@click.option("--window", is_flag=True, help="Draw the box in a window of its own, to be clicked.")
@with_switches
def simulate_box(script: str | None, seconds: float | None, window: bool, as_json: bool) -> None:
    """Imitate a button box: a Cartouche that runs on this machine finds it by itself, and calls it simulated.

    It is clicked in its window where there is a desktop (or with --window), else driven by the lines of --script or of
    standard input: wait 0.5, press seat1, hold confirm 0.8, turn -2, tag 04A1B2.
    """
    steps = _steps(script)
    in_window = window or (boot.has_desktop() and script is None)
    if in_window:
        _prepare_window()
    box = SimulatedBox()
    good = True
    # Ctrl-C, or an end that was asked for, is the way to unplug it.
    with suppress(KeyboardInterrupt), ended_when_asked(), box:
        told = Told(box)
        until = monotonic() + seconds if seconds is not None else float("inf")
        if not as_json:
            say(language().say(T("{box}: {path}", box=box.title, path=str(box.path))))
        if in_window:
            _in_window(box, until)
        elif script is not None and script != "-":
            _by_steps(box, steps, told, until, keep=seconds is not None, quiet=as_json)
        else:
            good = _by_lines(box, told, until, keep=seconds is not None, quiet=as_json)
    if as_json:
        say_json({"path": str(box.path), "lamps": box.lamps, "sounds": list(box.sounds), "heard": box.heard})
    if not good:
        raise click.exceptions.Exit(1)


def _steps(script: str | None) -> tuple[Step, ...]:
    if script is None or script == "-":
        return ()
    data = read_bytes(script)
    try:
        return parse_script(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Failed(T("The file is not text in UTF-8. Save it as UTF-8, or choose another file."), script) from error
    except InputError as error:
        raise Failed(error.text, script) from error


def _say(told: Told, quiet: bool) -> None:
    for text in told.look():
        if not quiet:
            say(language().say(text))


def _by_steps(
    box: SimulatedBox, steps: tuple[Step, ...], told: Told, until: float, *, keep: bool, quiet: bool
) -> None:  # fmt: skip
    """Play the script in a thread of its own, and tell meanwhile what the box was told."""
    stop = Event()
    player = Thread(target=play, args=(steps, box, stop), name="script of the simulated box", daemon=True)
    player.start()
    try:
        while monotonic() < until and (keep or player.is_alive()):
            _say(told, quiet)
            stop.wait(LOOK_S)
    finally:
        stop.set()
        player.join(1.0)
        _say(told, quiet)


def _by_lines(box: SimulatedBox, told: Told, until: float, *, keep: bool, quiet: bool) -> bool:
    """Do what each line of standard input says when it comes; a wrong one is told, and the next may be right.

    Returns whether all were.
    """
    lines: Queue[str | None] = Queue(MOST_AHEAD)
    Thread(target=_read_lines, args=(lines.put,), name="standard input", daemon=True).start()
    stop = Event()
    number = 0
    wrong = False
    with _ringing(until, stop):
        while not stop.is_set():
            _say(told, quiet)
            try:
                line = lines.get(timeout=LOOK_S)
            except Empty:
                continue
            if line is None:
                if keep:
                    continue
                break
            number += 1
            try:
                step = parse_line(line, number)
                play((step,) if step is not None else (), box, stop)
            except InputError as error:
                say_error(language().say(error.text))
                wrong = True
    return not wrong


@contextmanager
def _ringing(until: float, stop: Event) -> Iterator[None]:
    """Inside, `stop` is set at the time `until` (monotonic), also while a line is being carried out."""
    if until == float("inf"):
        yield
        return
    timer = Timer(max(0.0, until - monotonic()), stop.set)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _read_lines(put: Callable[[str | None], Any]) -> None:
    for line in sys.stdin:
        put(line)
    put(None)


def _prepare_window() -> None:
    if not boot.has_display():
        raise Failed(T("There is no display for the window. Leave --window out and write lines, or use --script."))
    boot.prepare()


def _in_window(box: SimulatedBox, until: float) -> None:
    try:
        from companion.ui.box_window import open_window
    except (ImportError, SystemExit) as error:
        raise Failed(T("The window does not open. Run “cartouche doctor”, or use --script.")) from error
    open_window(box, language(), box.title, lambda: monotonic() >= until)
