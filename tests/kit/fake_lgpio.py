"""A module `lgpio` without pins: as much of it as gpiozero calls, with levels that a test sets and reads."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

PI_4 = 0xC03114


class FakeLgpio(ModuleType):
    """Install with `installed`. `busy` pins can't be claimed; `broken` ones fail when they are read or written."""

    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_BIAS_PULL_UP, SET_BIAS_PULL_DOWN, SET_BIAS_DISABLE = 32, 64, 128
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128

    class error(Exception):  # noqa: N801
        """As lgpio has it: a plain exception that shows its value in quotes."""

        def __str__(self) -> str:
            return repr(self.args[0])

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.busy: set[int] = set()
        self.broken: set[int] = set()
        self.refuses_to_open = ""
        self.chips_open = 0
        self.chip: int | None = None
        self.modes: dict[int, int] = {}
        self.levels: dict[int, bool] = {}
        self.calls: dict[int, Callable[..., None]] = {}

    def gpiochip_open(self, chip: int) -> int:
        if self.refuses_to_open:
            raise self.error(self.refuses_to_open)
        self.chips_open += 1
        self.chip = chip
        return 0

    def gpiochip_close(self, handle: int) -> None:
        self.chips_open -= 1

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        if gpio in self.busy:
            raise self.error("GPIO busy")
        self.modes[gpio] = flags
        self.levels[gpio] = flags == self.SET_PULL_UP

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0, flags: int = 0) -> None:
        self.modes[gpio] = 2

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int = 0) -> None:
        self.modes[gpio] = flags

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return self.modes[gpio]

    def gpio_free(self, handle: int, gpio: int) -> None:
        del self.modes[gpio]

    def gpio_set_debounce_micros(self, handle: int, gpio: int, micros: int) -> None:
        assert micros == 0, "contacts are debounced by Cartouche"

    def gpio_read(self, handle: int, gpio: int) -> int:
        self._check(gpio)
        return int(self.levels[gpio])

    def gpio_write(self, handle: int, gpio: int, level: bool) -> None:
        self._check(gpio)
        self.levels[gpio] = bool(level)

    def callback(self, handle: int, gpio: int, edges: int, func: Callable[..., None]) -> Any:
        self.calls[gpio] = func
        return SimpleNamespace(cancel=lambda: self.calls.pop(gpio, None))

    def drive(self, gpio: int, level: bool) -> None:
        """The world sets a pin."""
        self.levels[gpio] = level
        self.calls[gpio](0, gpio, int(level), 0)

    def _check(self, gpio: int) -> None:
        if gpio in self.broken:
            raise self.error("bad GPIO read")


@contextmanager
def installed(module: ModuleType | None, revision: int | None = PI_4) -> Iterator[None]:
    """Let `import lgpio` find `module` (None: nothing), on a machine of this revision (None: no Raspberry Pi)."""
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins import local

    def known() -> int:
        if revision is None:
            raise PinUnknownPi("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")
        return revision

    names = ("lgpio", "gpiozero.pins.lgpio")
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    asked = local.get_pi_revision
    sys.modules["lgpio"] = module  # type: ignore[assignment]
    local.get_pi_revision = known
    try:
        yield
    finally:
        local.get_pi_revision = asked
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)
        local.LocalPiFactory.pins.clear()
        local.LocalPiFactory._reservations.clear()
