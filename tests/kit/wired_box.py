"""The logic of a button box with three buttons, two lamps, a buzzer, a knob and a reader, and how to talk to it."""

from __future__ import annotations

from collections.abc import Callable

from hardware.firmware.debounce import plain_difference
from hardware.firmware.logic import Box
from hardware.firmware.wire import Lines, frame

KEYS = ("seat1", "seat2", "confirm")


def box(difference: Callable[[int, int], int] = plain_difference, now: int = 0) -> Box:
    """A box with three buttons, two lamps, a buzzer, a knob and a reader."""
    return Box("e660", "1f", KEYS, ("seat1", "seat2"), True, True, True, now, difference)


def said(it: Box, now: int) -> list[str]:
    """Everything the box has to say now."""
    bodies = []
    while line := it.line(now):
        bodies += Lines().feed(line)
    return bodies


def tell(it: Box, now: int, *bodies: str) -> list[str]:
    """Tell the box these lines; its answers."""
    it.feed(b"".join(map(frame, bodies)), now)
    return said(it, now)


def met(now: int = 0) -> Box:
    """A box whose host has said hello."""
    it = box(now=now)
    tell(it, now, "hello 0 1")
    return it
