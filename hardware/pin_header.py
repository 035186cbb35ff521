"""The 40-pin header that every Raspberry Pi since the B+ has: which GPIO, supply or ground each pin is.

Pins are counted as printed in every manual: odd ones in the inner row, even ones in the outer, 1 beside the corner.
Source: the Raspberry Pi documentation, "GPIO and the 40-pin header".
"""

from __future__ import annotations

from typing import Literal

Supply = Literal["3V3", "5V", "GND"]

HEADER: tuple[int | Supply, ...] = (
    "3V3", "5V",
    2, "5V",
    3, "GND",
    4, 14,
    "GND", 15,
    17, 18,
    27, "GND",
    22, 23,
    "3V3", 24,
    10, "GND",
    9, 25,
    11, 8,
    "GND", 7,
    0, 1,
    5, "GND",
    6, 12,
    13, "GND",
    19, 16,
    26, 20,
    "GND", 21,
)  # fmt: skip
"""What pin 1, 2, 3 … is: a GPIO by its number, or a supply."""

GPIOS = tuple(sorted(pin for pin in HEADER if isinstance(pin, int)))

ID_EEPROM = (0, 1)
"""Read at every start of the machine to know add-on boards by; never ours."""
I2C = (2, 3)
"""These two also have pull-ups soldered to the board."""
SPI = (7, 8, 9, 10, 11)
UART = (14, 15)
HIGH_AT_START = range(9)
"""These are pulled up from power-on until a program takes them; the others are pulled down."""


def header_pin(gpio: int) -> int:
    """The place of a GPIO on the header, 1 to 40. Raises KeyError where it has none."""
    if gpio not in GPIOS:
        raise KeyError(gpio)
    return HEADER.index(gpio) + 1
