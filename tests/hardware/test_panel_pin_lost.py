"""A pin that stops working while the panel runs: everything is let go, and nobody waits for that."""

from __future__ import annotations

from threading import Thread
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion.engine.text import T
from hardware.device import Changed, Pressed, Released, Signal
from hardware.panel import Panel
from hardware.pins import Output, PinFault, Pins
from hardware.profiles import Part, profile


class Breaking(Pins):
    """Pins whose lamps fail once `broken`; whoever waits for the panel while they are closed is counted."""

    def __init__(self) -> None:
        super().__init__(MockFactory(), simulated=True, own=False)
        self.broken = False
        self.waited: list[bool] = []
        self.panel: Panel | None = None

    def output(self, part: Part, active_low: bool) -> Output:
        lamp = super().output(part, active_low)
        switch = lamp.switch

        def failing(on: bool) -> None:
            if self.broken and part.kind == "lamp":
                raise PinFault(T("GPIO {pin} does not work.", pin=part.pin))
            switch(on)

        lamp.switch = failing  # type: ignore[method-assign]
        return lamp

    def close(self) -> None:
        assert self.panel is not None
        screen = Thread(target=self.panel.light, args=({},), daemon=True)
        screen.start()
        screen.join(2)
        self.waited.append(screen.is_alive())
        super().close()

    def pin(self, number: int) -> Any:
        return self._factory.pin(number)


def lost() -> tuple[Breaking, list[Signal]]:
    pins, signals = Breaking(), list[Signal]()
    panel = pins.panel = Panel(profile("standard"), pins=lambda: pins, clock=lambda: 100.0, own_thread=False)
    panel.start(signals.append)
    panel.work()
    pins.pin(profile("standard").buttons["confirm"]).drive_low()
    pins.broken = True
    panel.work()
    return pins, signals


def test_a_pin_that_fails_lets_the_buttons_come_up_and_is_named() -> None:
    pins, signals = lost()
    panel = pins.panel
    assert panel is not None and (panel.state, panel.fault and panel.fault.message) == (
        "lost",
        "GPIO {pin} does not work.",
    )
    assert signals[1:] == [
        Pressed("panel", "confirm", 100.0),
        Released("panel", "confirm", 100.0, cut=True),
        Changed("panel", 100.0),
    ]
    assert panel.work() is None and not panel._down


def test_the_screen_does_not_wait_while_the_pins_are_closed() -> None:
    pins, _ = lost()
    assert pins.waited == [False]
