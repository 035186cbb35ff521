"""The pins of this machine through gpiozero: opened with lgpio, or as a mock where the environment asks for one.

What can go wrong becomes one sentence here, with the remedy; nothing of gpiozero or lgpio is seen beyond this room.
"""

from __future__ import annotations

import atexit
import importlib
import logging
import os
import pwd
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from companion.engine.text import T, Text
from hardware import gpio_chip
from hardware.profiles import Part

log = logging.getLogger(__name__)

FACTORY = "GPIOZERO_PIN_FACTORY"
WORK_FOLDER = "LG_WD"
USB = T("Buttons in a box on USB work here.")
_opening = Lock()


class PinFault(Exception):
    """The pins, or one of them, can't be used. absent: this machine has none at all."""

    def __init__(self, text: Text, absent: bool = False) -> None:
        super().__init__(text.message)
        self.text = text
        self.absent = absent


def pin_errors() -> tuple[type[Exception], ...]:
    """What gpiozero and lgpio raise when a pin does not do what it is told."""
    from gpiozero.exc import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    own = getattr(lgpio, "error", None)
    errors: tuple[type[Exception], ...] = (GPIOZeroError, OSError)
    return (*errors, own) if isinstance(own, type) and issubclass(own, Exception) else errors


class Contact:
    """An open button. Whether it is closed is told to `changed` at every edge, from any thread."""

    def __init__(self, device: Any, part: Part, changed: Callable[[bool], None]) -> None:
        self.part = part
        self._device = device
        self._changed = changed
        self._open_level = device.pull_up
        device.pin.edges = "both"
        device.pin.when_changed = self._edge

    def _edge(self, _ticks: Any, level: Any) -> None:
        self._changed(bool(level) != self._open_level)

    def closed(self) -> bool:
        """Whether it is pressed at this moment. Raises `PinFault`."""
        with _working(self.part):
            return bool(self._device.is_active)

    def close(self) -> None:
        """Let go of the pin; one that fails by now is let go with the whole program."""
        with suppress(*pin_errors()):
            # gpiozero leaves the pin listening when its device is closed.
            self._device.pin.when_changed = None
        with suppress(*pin_errors()):
            self._device.close()


class Output:
    """An open lamp or buzzer, off at first."""

    def __init__(self, device: Any, part: Part) -> None:
        self.part = part
        self.on = False
        self._device = device

    def switch(self, on: bool) -> None:
        """Switch it on or off; the pin is touched only where that is a change. Raises `PinFault`."""
        if on == self.on:
            return
        with _working(self.part):
            if on:
                self._device.on()
            else:
                self._device.off()
        self.on = on

    def close(self) -> None:
        """Off, and let go of the pin; one that fails by now is let go with the whole program."""
        with suppress(*pin_errors()):
            self._device.off()
        with suppress(*pin_errors()):
            self._device.close()


class Pins:
    """The open pins. What takes one raises `PinFault` where it can't be had."""

    def __init__(self, factory: Any, simulated: bool, own: bool) -> None:
        self._factory = factory
        self._own = own
        self.simulated = simulated

    def contact(self, part: Part, pull_up: bool, changed: Callable[[bool], None]) -> Contact:
        """A button to ground, pulled up, or to 3.3 V, pulled down."""
        from gpiozero import InputDevice

        with self._claiming(part):
            device = InputDevice(part.pin, pull_up=pull_up, pin_factory=self._factory)
            try:
                return Contact(device, part, changed)
            except pin_errors():
                device.close()
                raise

    def output(self, part: Part, active_low: bool) -> Output:
        """A lamp or a buzzer; active_low: on while its pin is low."""
        from gpiozero import DigitalOutputDevice

        with self._claiming(part):
            device = DigitalOutputDevice(part.pin, active_high=not active_low, pin_factory=self._factory)
            return Output(device, part)

    @contextmanager
    def _claiming(self, part: Part) -> Iterator[None]:
        from gpiozero.exc import GPIOPinInUse

        try:
            with _working(part, GPIOPinInUse):
                # First by itself: a device that fails to get its pin keeps it reserved as long as its error is known.
                self._factory.pin(part.pin)
                yield
        except GPIOPinInUse as error:
            text = T("GPIO {pin} ({part}) is already used in this program.", pin=part.pin, part=part.title)
            raise PinFault(text) from error

    def close(self) -> None:
        """Give the pins back to the machine."""
        if self._own:
            with suppress(*pin_errors()):
                self._factory.close()


def open_pins(folder: Path = Path("/dev")) -> Pins:
    """The pins of this machine. Raises `PinFault` that says why there are none and what to do about it."""
    name = os.environ.get(FACTORY, "")
    if name not in ("", "lgpio"):
        return _open_named(name)
    chips = gpio_chip.chips(folder)
    if not chips:
        raise PinFault(T("This machine has no pins. {usb}", usb=USB), absent=True)
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise _no_permission()
    with _opening:
        return Pins(_lgpio_factory(_number(chips)), simulated=False, own=True)


def _number(chips: Iterable[Path]) -> int | None:
    """Which chip the header hangs on; that depends on the board and on the kernel. None: gpiozero shall guess."""
    # A chip that does not tell what it is leaves the guess.
    with suppress(OSError):
        chip = gpio_chip.header_chip(chips)
        if chip is not None:
            return int(chip.name.removeprefix("gpiochip"))
    return None


def _open_named(name: str) -> Pins:
    from gpiozero import Device
    from gpiozero.exc import BadPinFactory
    from gpiozero.pins.mock import MockFactory

    others: tuple[type[Exception], ...] = (*pin_errors(), ImportError, AttributeError)
    try:
        Device.ensure_pin_factory()
    except BadPinFactory as error:
        text = T("{variable} asks for “{name}”, which is not there. Remove the variable.", variable=FACTORY, name=name)
        raise PinFault(text) from error
    except others as error:
        raise PinFault(
            T(
                "{variable} asks for “{name}”, which does not work here ({detail}). Remove the variable.",
                variable=FACTORY,
                name=name,
                detail=str(error),
            )
        ) from error
    return Pins(Device.pin_factory, simulated=isinstance(Device.pin_factory, MockFactory), own=False)


def _lgpio_factory(chip: int | None) -> Any:
    try:
        with _work_folder():
            lgpio = importlib.import_module("lgpio")
    except ImportError as error:
        raise PinFault(
            T(
                "The package lgpio is missing, by which the pins are reached. "
                "Install Cartouche with “pi”, or the system's python3-lgpio."
            )
        ) from error
    except OSError as error:
        # There was no place for its pipes.
        raise _not_opened(error) from error
    if not hasattr(lgpio, "SET_BIAS_DISABLE"):
        # Version 0.0.0.2, which installers take where there is no other.
        text = T("The package lgpio is empty. Remove it, and install version 0.2.2 or the system's python3-lgpio.")
        raise PinFault(text)
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins.lgpio import LGPIOFactory

    factory = None
    try:
        factory = LGPIOFactory(chip=chip)
        # With a chip named it has not asked yet what machine this is, and raises that only here.
        log.info("Pins of a %s on gpiochip%s", factory.board_info.description, factory.chip)
        return factory
    except pin_errors() as error:
        if factory is not None:
            factory.close()
        if isinstance(error, PinUnknownPi):
            raise PinFault(T("This is no Raspberry Pi, so its pins are left alone. {usb}", usb=USB), True) from error
        if isinstance(error, PermissionError) or "permission" in str(error):
            raise _no_permission() from error
        raise _not_opened(error) from error


def _not_opened(error: Exception) -> PinFault:
    return PinFault(T("The pins can't be opened ({detail}). Start the machine anew.", detail=_words(error)))


@contextmanager
def _work_folder() -> Iterator[None]:
    """A place for the pipes lgpio makes when it is imported; it moves the whole process there, so it is moved back."""
    named = os.environ.get(WORK_FOLDER, "")
    if not named or not os.access(named, os.W_OK | os.X_OK):
        folder = tempfile.mkdtemp(prefix="cartouche-pins-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ[WORK_FOLDER] = folder
    # By its handle: the folder's name may be gone by now, or not be readable.
    before = os.open(".", os.O_PATH)
    try:
        yield
    finally:
        os.fchdir(before)
        os.close(before)


@contextmanager
def _working(part: Part, *others: type[Exception]) -> Iterator[None]:
    """Put what a pin answers into a sentence; `others` are left to the caller."""
    try:
        yield
    except others:
        raise
    except pin_errors() as error:
        if "busy" in str(error):
            text = T(
                "GPIO {pin} ({part}) is taken by {holder}. End that, or choose another pin.",
                pin=part.pin,
                part=part.title,
                holder=_holder(part.pin),
            )
        else:
            text = T(
                "GPIO {pin} ({part}) does not work ({detail}). Look at its wire, or choose another pin.",
                pin=part.pin,
                part=part.title,
                detail=_words(error),
            )
        raise PinFault(text) from error


def _holder(pin: int) -> Text:
    """Who has the pin, as the kernel says."""
    name: str | None = None
    # Where the kernel does not tell, the sentence does without the name.
    with suppress(OSError):
        chip = gpio_chip.header_chip(gpio_chip.chips())
        if chip is not None:
            name = gpio_chip.holder(chip, pin)
    return T("“{name}”", name=name) if name else T("another program")


def user() -> str:
    """Whose program this is; the number where it has no name."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def _no_permission() -> PinFault:
    return PinFault(
        T("{user} may not use the pins. Type “sudo usermod -aG gpio {user}”, then start the machine anew.", user=user())
    )


def _words(error: Exception) -> str:
    return str(error).strip("'\"")[:120]
