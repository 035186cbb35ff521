"""The thin shell round the box's logic on a Raspberry Pi Pico: pins, clock and USB, nothing decided here."""

import os
import select
import sys

import micropython
import utime
from machine import PWM, UART, WDT, Pin, unique_id

from . import config
from .knob import Knob
from .logic import Box
from .tags import Tags

HUNG_MS = 4000
"""A program that stands still for so long is started again by the watchdog."""
MOST_READ = 256
"""Bytes taken from the host before the buttons are looked at again."""


def hexadecimal(data: bytes) -> str:
    """Two digits for each byte."""
    return "".join(f"{byte:02x}" for byte in data)


def button(number: int):  # type: ignore[no-untyped-def]
    """A pin with its pull-up; level 0 while the button is down."""
    return Pin(number, Pin.IN, Pin.PULL_UP)


class Buzzer:
    """The pin of the buzzer: a piezo is given its tone, an active one only its current."""

    def __init__(self, number: int, has_tone: bool) -> None:
        self._tone = 0
        self._pin = Pin(number, Pin.OUT, value=0)
        self._wave = None if has_tone else PWM(self._pin)

    def play(self, tone: int) -> None:
        """Let this be heard from now on, in Hz; 0: nothing."""
        if tone == self._tone:
            return
        self._tone = tone
        if self._wave is None:
            self._pin.value(1 if tone else 0)
            return
        if tone:
            self._wave.freq(tone)
        self._wave.duty_u16(32768 if tone else 0)


class Usb:
    """The serial line over USB. Nothing here waits: a host that does not read must not stop the buttons."""

    def __init__(self) -> None:
        self._arrived = select.poll()
        self._arrived.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._left = b""

    def read(self) -> bytes:
        """What has arrived."""
        data = bytearray()
        while len(data) < MOST_READ and self._arrived.poll(0):
            data.extend(sys.stdin.buffer.read(1))
        return bytes(data)

    def write(self, line) -> None:  # type: ignore[no-untyped-def]
        """Send as much as there is room for; `line()` gives the next line once the last one is away, b"" at the end."""
        while self._room.poll(0):
            self._left = self._left or line()
            if not self._left:
                return
            sys.stdout.buffer.write(self._left[:1])
            self._left = self._left[1:]


def run() -> None:
    """Be a button box for ever; come back at once where the prompt key is held down."""
    buttons = [(key, button(number)) for key, number in config.KEYS]
    utime.sleep_ms(5)  # the pull-ups need a moment
    if any(key == config.PROMPT_KEY and pin.value() == 0 for key, pin in buttons):
        return
    lamps = [(lamp, Pin(number, Pin.OUT, value=1 - config.LAMP_LIT)) for lamp, number in config.LAMPS]
    contacts = [button(number) for number in config.KNOB]
    knob = Knob(config.KNOB_DETENTS)
    buzzer = None if config.BUZZER is None else Buzzer(config.BUZZER, config.BUZZER_HAS_TONE)
    reader = None
    if config.READER is not None:
        which, tx, rx, baud = config.READER
        reader = UART(which, baudrate=baud, tx=Pin(tx), rx=Pin(rx))
    tags = Tags()
    box = Box(
        hexadecimal(unique_id()),
        hexadecimal(os.urandom(4)),
        tuple([key for key, _ in buttons]),
        tuple([lamp for lamp, _ in lamps]),
        buzzer is not None,
        bool(contacts),
        reader is not None,
        utime.ticks_ms(),
        utime.ticks_diff,
    )
    usb = Usb()

    def look_at_knob() -> None:
        """Often: a quick hand turns it through one state in a few milliseconds."""
        steps = knob.update(contacts[0].value(), contacts[1].value()) if contacts else 0
        if steps:
            box.turn(steps, utime.ticks_ms())

    micropython.kbd_intr(-1)  # a byte 3 on the line is a byte like any other
    watchdog = WDT(timeout=HUNG_MS)
    while True:
        now = utime.ticks_ms()
        for key, pin in buttons:
            box.key(key, pin.value() == 0, now)
            look_at_knob()
        look_at_knob()
        if reader is not None and reader.any():
            for tag in tags.feed(reader.read()):
                box.tag(tag, now)
        box.feed(usb.read(), now)
        box.run(now)
        usb.write(lambda: box.line(utime.ticks_ms()))
        for lamp, pin in lamps:
            pin.value(config.LAMP_LIT if box.lit(lamp) else 1 - config.LAMP_LIT)
            look_at_knob()
        if buzzer is not None:
            buzzer.play(box.tone())
        watchdog.feed()
        utime.sleep_ms(1)
