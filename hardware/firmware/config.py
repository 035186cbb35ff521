"""What is wired to which pin of the Pico: change this file to what you built, and take out what you left out.

Numbers are GP numbers, as printed on the board's picture ("GP2"), not the places along its edge.
"""

KEYS = (
    ("seat1", 2),
    ("seat2", 3),
    ("seat3", 4),
    ("seat4", 5),
    ("seat5", 6),
    ("seat6", 7),
    ("confirm", 8),
    ("undo", 9),
    ("next", 10),
    ("push", 11),  # the knob pressed down
)
"""Each button lies between its pin and GND; no resistor."""

KNOB = (12, 13)
"""A and B of the knob, the middle contact on GND; () without a knob. It turns the wrong way: swap them."""
KNOB_DETENTS = 1
"""2 where one detent counts only every second time."""

LAMPS = (
    ("seat1", 16),
    ("seat2", 17),
    ("seat3", 18),
    ("seat4", 19),
    ("seat5", 20),
    ("seat6", 21),
)
"""Each lamp is an LED with its own resistor of 330 Ω."""
LAMP_LIT = 1
"""The level at which a lamp shines: 1 between the pin and GND, 0 between the pin and 3V3."""

BUZZER: "int | None" = 15
"""A piezo disc between this pin and GND, or the signal of a buzzer's board; None without one."""
BUZZER_HAS_TONE = False
"""True for a buzzer that beeps by itself ("active"); it needs a board with a transistor, the pin alone is too weak."""

READER: "tuple[int, int, int, int] | None" = None
"""A reader of tags that sends lines of text at 3.3 V: (UART, TX pin, RX pin, bits a second), say (0, 0, 1, 9600)."""

PROMPT_KEY = "undo"
"""Held down while the box is plugged in: the program does not start, and mpremote or Thonny can change it."""
