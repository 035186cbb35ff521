"""Scripts that work a simulated button box: one step a line, blank lines and what follows a ` #` are left out.

wait 0.5            nothing for half a second
press seat1         a short press
hold confirm 0.8    a press of that many seconds
turn -2             the knob, clockwise above 0
tag 04A1B2          a tag laid on the reader, to the end of the line
"""

from __future__ import annotations

import re
from threading import Event
from typing import Literal

import msgspec

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from hardware.box_lines import MOST_STEPS
from hardware.device import KEYS
from hardware.firmware.tags import MOST_TAG, is_tag
from hardware.simulated import SimulatedBox

SHORT = 0.08
"""Seconds of a short press."""
LONGEST = 3600.0
MOST_LINES = 10_000
_SETTLE = 0.005
_REMARK = re.compile(r"(?:^|\s)#.*", re.DOTALL)
"""From a # that stands by itself; one inside a word is a sign of a tag."""


class Step(msgspec.Struct, frozen=True):
    """One step. `what`: the key or the tag; `seconds`: of waiting or holding; `steps`: of the knob."""

    kind: Literal["wait", "press", "turn", "tag"]
    what: str = ""
    seconds: float = 0.0
    steps: int = 0


def parse_script(text: str) -> tuple[Step, ...]:
    """The steps of a script. Raises InputError with the number of the line and what to write there."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise InputError(T("The script has {n} lines; at most {most} are read.", n=len(lines), most=MOST_LINES))
    found = [parse_line(line, number) for number, line in enumerate(lines, start=1)]
    return tuple(step for step in found if step is not None)


def parse_line(line: str, number: int = 1) -> Step | None:
    """The step of a line, None where it has none. Raises InputError as `parse_script` does."""
    bare = _REMARK.sub("", line).strip()
    if not bare:
        return None
    words = bare.split(None, 1 if bare.split()[0] == "tag" else -1)
    try:
        match words:
            case ["wait", seconds]:
                return Step("wait", seconds=_seconds(seconds))
            case ["press", key]:
                return Step("press", _key(key), SHORT)
            case ["hold", key, seconds]:
                return Step("press", _key(key), _seconds(seconds))
            case ["turn", steps]:
                return Step("turn", steps=_steps(steps))
            case ["tag", tag]:
                return Step("tag", _tag(tag))
        raise _Wrong(
            T("Write “wait SECONDS”, “press BUTTON”, “hold BUTTON SECONDS”, “turn STEPS” or “tag TEXT”, one a line.")
        )
    except _Wrong as wrong:
        raise InputError(
            T("Line {n}: “{line}” is no step. {remedy}", n=number, line=bare[:60], remedy=wrong.text)
        ) from wrong


def play(steps: tuple[Step, ...], box: SimulatedBox, stop: Event | None = None) -> bool:
    """Do the steps one after the other, in their own time; False where `stop` was set before the end."""
    stopping = Event() if stop is None else stop
    for step in steps:
        if stopping.is_set():
            return False
        match step.kind:
            case "wait":
                stopping.wait(step.seconds)
            case "press":
                box.press(step.what)
                stopping.wait(step.seconds)
                # Stopped or not: a button that was pushed down comes up.
                box.release(step.what)
            case "turn":
                box.turn(step.steps)
            case "tag":
                box.tag(step.what)
        while not box.idle and not stopping.wait(_SETTLE):
            continue
    return not stopping.is_set()


class _Wrong(Exception):
    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST:
        raise _Wrong(T("Write seconds from 0 to {most}, with a point: 0.5.", most=int(LONGEST)))
    return seconds


def _key(word: str) -> str:
    if word not in KEYS:
        raise _Wrong(T("Write one of these buttons: {keys}.", keys=KEYS))
    return word


def _steps(word: str) -> int:
    sign, digits = (-1, word[1:]) if word[:1] in ("-", "−") else (1, word.removeprefix("+"))
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 5 and 1 <= int(digits) <= MOST_STEPS):
        raise _Wrong(T("Write how many steps: 2 clockwise, -2 the other way, at most {most}.", most=MOST_STEPS))
    return sign * int(digits)


def _tag(word: str) -> str:
    if not is_tag(word):
        raise _Wrong(T("Write a tag of 1 to {most} letters, digits and common signs.", most=MOST_TAG))
    return word
