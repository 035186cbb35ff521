"""Pins of a Pico that are worked by a plan, for trying the box's shell; runs under Python and MicroPython.

The plan is the second argument of the program: "LOOP:GP=LEVEL" with commas between, and "LOOP:end". What the pins were
told is written to stderr at the end. Time is the machine's own.
"""

import sys

LEVELS: dict[int, int] = {}
TOLD: list[str] = []
PLAN = [step.split(":") for step in sys.argv[2].split(",")]


def unique_id() -> bytes:
    return b"\xe6\x60\x58"


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number: int, mode: int = 0, pull: int = 0, value: int = 1) -> None:
        self.number = number
        if mode == Pin.OUT or number not in LEVELS:
            LEVELS[number] = value

    def value(self, level: "int | None" = None) -> int:
        if level is not None and level != LEVELS[self.number]:
            TOLD.append(f"{self.number}={level}")
            LEVELS[self.number] = level
        return LEVELS[self.number]


class PWM:
    def __init__(self, pin: Pin) -> None:
        self.pin = pin

    def freq(self, tone: int) -> None:
        TOLD.append(f"{self.pin.number}~{tone}")

    def duty_u16(self, duty: int) -> None:
        TOLD.append(f"{self.pin.number}%{duty}")


class UART:
    def __init__(self, which: int, baudrate: int, tx: Pin, rx: Pin) -> None:
        self.left = b"\x0204A1\x03\r\n"

    def any(self) -> int:
        return len(self.left)

    def read(self) -> bytes:
        left, self.left = self.left, b""
        return left


def work(loop: int) -> None:
    """Do what the plan says for this loop."""
    for at, what in PLAN:
        if int(at) != loop:
            continue
        if what == "end":
            sys.stderr.write(" ".join(TOLD))
            sys.exit(0)
        number, level = what.split("=")
        LEVELS[int(number)] = int(level)


class WDT:
    def __init__(self, timeout: int) -> None:
        self.loops = 0

    def feed(self) -> None:
        self.loops += 1
        work(self.loops)


work(0)
