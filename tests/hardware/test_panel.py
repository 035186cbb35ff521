"""The button panel on simulated pins: presses, bounces, the knob, lamps and sounds, on a clock of ours."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.engine.text import T
from companion.language import Language
from hardware.device import Changed, Pressed, Released, Signal, Turned
from hardware.firmware.debounce import WINDOW_MS
from hardware.hub import Hub
from hardware.panel import Panel
from hardware.pins import Output, PinFault, Pins
from hardware.profiles import Part, Profile, profile, read

SAY = Language().say
WINDOW = WINDOW_MS / 1000
STANDARD = profile("standard")


class World:
    """A panel on mock pins, with a clock that goes only when it is told to."""

    def __init__(self, chosen: Profile = STANDARD) -> None:
        self.now = 100.0
        self.factory = MockFactory()
        self.signals: list[Signal] = []
        self.panel = Panel(chosen, pins=self._open, clock=lambda: self.now, own_thread=False)
        self.wait: float | None = None

    def _open(self) -> Pins:
        return Pins(self.factory, simulated=True, own=False)

    def start(self) -> World:
        self.panel.start(self.signals.append)
        self.work()
        assert self.panel.state == "ready", self.panel.fault
        self.signals.clear()
        return self

    def work(self) -> None:
        self.wait = self.panel.work()

    def pass_(self, seconds: float) -> None:
        """Let time pass; the panel's own thread would work whenever it asked to."""
        end = self.now + seconds
        self.work()
        while self.wait is not None and self.now + self.wait <= end:
            self.now += max(self.wait, 0.001)
            self.work()
        self.now = end

    def pin(self, number: int) -> Any:
        return self.factory.pin(number)

    def lit(self) -> list[str]:
        return [seat for seat, pin in self.panel.profile.lamps.items() if self.pin(pin).state]


@pytest.fixture
def world() -> Iterator[World]:
    made = World().start()
    yield made
    made.panel.close()


def test_a_press_and_its_release_are_told_at_once_with_their_times(world: World) -> None:
    world.pin(4).drive_low()
    assert world.signals == [Pressed("panel", "seat1", 100.0)]
    world.pass_(1.5)
    world.pin(4).drive_high()
    assert world.signals[1:] == [Released("panel", "seat1", 101.5)]


def test_every_button_of_the_profile_has_its_key(world: World) -> None:
    pins = {**STANDARD.buttons, "push": 26}
    for key, pin in pins.items():
        world.pin(pin).drive_low()
        world.pass_(0.1)
        world.pin(pin).drive_high()
        world.pass_(0.1)
        assert [signal.key for signal in world.signals if not isinstance(signal, Changed | Turned)] == [key, key]  # type: ignore[union-attr]
        world.signals.clear()


def test_a_bouncing_button_is_pressed_once_and_released_once(world: World) -> None:
    pin = world.pin(4)
    for _ in range(6):
        pin.drive_low()
        world.now += 0.001
        pin.drive_high()
        world.now += 0.001
    pin.drive_low()
    world.pass_(0.3)
    for _ in range(6):
        pin.drive_high()
        world.now += 0.001
        pin.drive_low()
        world.now += 0.001
    pin.drive_high()
    world.pass_(0.3)
    assert [type(signal) for signal in world.signals] == [Pressed, Released]
    assert world.wait is None


def test_a_press_shorter_than_the_bouncing_is_released_when_the_contacts_have_come_to_rest(world: World) -> None:
    world.pin(4).drive_low()
    world.now += 0.004
    world.pin(4).drive_high()
    assert [type(signal) for signal in world.signals] == [Pressed]
    world.pass_(WINDOW)
    assert [type(signal) for signal in world.signals] == [Pressed, Released]
    assert world.signals[1].at == pytest.approx(100.0 + WINDOW, abs=0.002)


def test_two_buttons_at_once_are_two_presses(world: World) -> None:
    world.pin(4).drive_low()
    world.pin(27).drive_low()
    assert [signal.key for signal in world.signals] == ["seat1", "seat2"]  # type: ignore[union-attr]


class HeldDown(MockPin):
    """Pin 4 is low already when the program begins."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name == "GPIO4":
            self.drive_low()


def test_a_button_that_was_down_before_the_panel_began_says_nothing_until_it_is_pressed_anew() -> None:
    world = World()
    world.factory.pin_class = HeldDown
    world.start()
    world.pass_(1)
    world.pin(4).drive_high()
    world.pass_(1)
    assert world.signals == []
    world.pin(4).drive_low()
    assert [type(signal) for signal in world.signals] == [Pressed]


def turn(world: World, steps: int, bounces: Callable[[], int] = lambda: 0) -> None:
    a, b = world.pin(13), world.pin(19)
    for _ in range(abs(steps)):
        first, second = (a, b) if steps > 0 else (b, a)
        for pin, low in ((first, True), (second, True), (first, False), (second, False)):
            for _ in range(bounces()):
                pin.drive_low() if low else pin.drive_high()
                pin.drive_high() if low else pin.drive_low()
            pin.drive_low() if low else pin.drive_high()


def turned(world: World) -> int:
    return sum(signal.steps for signal in world.signals if isinstance(signal, Turned))


class SlowPins(Pins):
    """While the last part is opened, seat 1's button is pressed and Confirm's let go."""

    def output(self, part: Part, active_low: bool) -> Output:
        if part.kind == "buzzer":
            self._factory.pin(4).drive_low()
            self._factory.pin(12).drive_high()
        return super().output(part, active_low)


def test_what_happens_to_a_button_while_the_others_are_opened_is_not_lost() -> None:
    world = World()
    opened = SlowPins(world.factory, simulated=True, own=False)
    world.panel = Panel(STANDARD, pins=lambda: opened, clock=lambda: world.now, own_thread=False)
    world.pin(12).pull = "up"
    world.pin(12).drive_low()
    world.panel.start(world.signals.append)
    world.work()
    assert [signal for signal in world.signals if not isinstance(signal, Changed)] == [Pressed("panel", "seat1", 100.0)]
    world.pass_(1.0)
    world.pin(12).drive_low()
    assert world.signals[-1] == Pressed("panel", "confirm", 101.0), "and it is listened to"
    world.panel.close()


def test_the_knob_counts_its_detents_both_ways(world: World) -> None:
    turn(world, 3)
    assert world.signals == [Turned("panel", 1, 100.0)] * 3
    turn(world, -5)
    assert turned(world) == -2


def test_a_bouncing_knob_counts_right(world: World) -> None:
    dice = random.Random(7)
    for _ in range(200):
        steps = dice.choice((1, -1))
        before = turned(world)
        turn(world, steps, lambda: dice.randrange(5))
        assert turned(world) - before == steps


def test_a_knob_turned_half_way_and_back_counts_nothing(world: World) -> None:
    a, b = world.pin(13), world.pin(19)
    for pin in (a, b):
        pin.drive_low()
    for pin in (b, a):
        pin.drive_high()
    assert world.signals == []


def test_lamps_are_on_off_and_blinking_together_once_a_second(world: World) -> None:
    world.panel.light({"seat1": "on", "seat2": "blink", "seat5": "blink"})
    world.work()
    assert world.lit() == ["seat1", "seat2", "seat5"]
    seen = []
    for _ in range(4):
        world.pass_(0.5)
        world.work()
        seen.append(world.lit())
    assert seen == [["seat1"], ["seat1", "seat2", "seat5"], ["seat1"], ["seat1", "seat2", "seat5"]]
    world.panel.light({"seat3": "on"})
    world.work()
    assert world.lit() == ["seat3"]
    assert world.wait is None, "with nothing blinking the panel sleeps"


def test_lamps_told_before_the_pins_are_open_are_shown_when_they_are() -> None:
    world = World()
    world.panel.light({"seat4": "on"})
    world.start()
    assert world.lit() == ["seat4"]
    world.panel.close()


def test_lamps_that_hang_on_3_volts_are_lit_by_a_low_pin() -> None:
    world = World(read("lamps_active_low = true\n[buttons]\nconfirm = 4\n[lamps]\nseat1 = 17\n", "mine")).start()
    assert world.pin(17).state
    world.panel.light({"seat1": "on"})
    world.work()
    assert not world.pin(17).state


def test_buttons_to_3_volts_are_pulled_down() -> None:
    world = World(read('pull = "down"\n[buttons]\nconfirm = 4\n', "mine")).start()
    world.pin(4).drive_high()
    assert [type(signal) for signal in world.signals] == [Pressed]


def beeps(world: World, seconds: float) -> list[tuple[bool, float]]:
    """The states of the buzzer and how long each lasted, to hundredths."""
    states: list[tuple[bool, float]] = []
    for _ in range(round(seconds * 100)):
        world.work()
        on = bool(world.pin(21).state)
        if states and states[-1][0] == on:
            states[-1] = (on, round(states[-1][1] + 0.01, 2))
        else:
            states.append((on, 0.01))
        world.now += 0.01
    return states


@pytest.mark.parametrize(
    ("sound", "pattern"),
    [
        ("good", [(True, 0.09)]),
        ("refused", [(True, 0.14), (False, 0.06), (True, 0.22)]),
        ("ask", [(True, 0.08), (False, 0.07), (True, 0.08)]),
        ("turn", [(True, 0.26)]),
    ],
)
def test_each_sound_has_its_pattern_on_the_buzzer(world: World, sound: Any, pattern: list[tuple[bool, float]]) -> None:
    world.panel.sound(sound)
    heard = beeps(world, 1.0)
    assert [on for on, _ in heard[:-1]] == [on for on, _ in pattern]
    assert [length for _, length in heard[:-1]] == pytest.approx([length for _, length in pattern], abs=0.021)
    assert heard[-1][0] is False
    assert world.wait is None


def test_a_panel_without_a_buzzer_is_silent_and_says_so() -> None:
    world = World(profile("small")).start()
    assert not world.panel.sounds
    world.panel.sound("good")
    world.work()
    assert world.wait is None


def test_closing_puts_lamps_out_and_frees_the_pins(world: World) -> None:
    world.panel.light({"seat1": "on", "seat2": "blink"})
    world.panel.sound("refused")
    world.work()
    world.panel.close()
    assert not any(world.pin(pin).state for pin in (*STANDARD.lamps.values(), 21))
    assert world.pin(4).function == "input"
    world.pin(4).drive_low()
    assert world.signals == []
    again = Panel(STANDARD, pins=world._open, own_thread=False)
    again.start(world.signals.append)
    again.work()
    assert again.state == "ready"
    again.close()


def test_mock_pins_are_called_simulated(world: World) -> None:
    assert world.panel.simulated
    assert SAY(world.panel.title) == "Simulated button panel"


def test_a_pin_used_by_another_part_of_the_program_is_named_with_its_key() -> None:
    from gpiozero import LED

    world = World()
    other = LED(24, pin_factory=world.factory)
    world.panel.start(world.signals.append)
    world.work()
    assert world.panel.state == "lost"
    assert world.panel.fault is not None
    assert SAY(world.panel.fault) == "GPIO 24 (button of seat 5) is already used in this program."
    assert world.signals == [Changed("panel", 100.0)]
    other.close()
    world.panel.try_again()
    assert world.panel.state == "starting"
    world.work()
    assert world.panel.state == "ready"
    assert world.panel.fault is None
    world.panel.close()


def test_a_broken_profile_is_told_and_opens_nothing() -> None:
    world = World(read("[buttons]\nconfirm = 40\nundo = 0\n", "oak"))
    world.panel.start(world.signals.append)
    world.work()
    assert world.panel.state == "lost"
    assert world.panel.fault is not None
    assert SAY(world.panel.fault) == (
        "The panel “oak” can't be used. GPIO 0 (Undo button) is kept for telling add-on boards apart. "
        "Choose one from 2 to 27. “cartouche panel profiles” names 1 fault more."
    )
    assert not world.factory.pins


def test_another_try_reads_the_profile_anew() -> None:
    world = World()
    mended = read("[buttons]\nconfirm = 24\n", "oak")
    panel = Panel(read("[buttons]\n", "oak"), reread=lambda: mended, pins=world._open, own_thread=False)
    panel.start(world.signals.append)
    panel.work()
    assert panel.state == "lost"
    panel.try_again()
    panel.work()
    assert (panel.state, panel.keys) == ("ready", ("confirm",))
    panel.close()


def test_without_pins_the_panel_is_absent_and_told_things_are_forgotten() -> None:
    def none() -> Pins:
        raise PinFault(T("This machine has no pins."), absent=True)

    signals: list[Signal] = []
    panel = Panel(STANDARD, pins=none, own_thread=False)
    panel.start(signals.append)
    assert panel.state == "starting"
    panel.work()
    assert panel.state == "absent"
    panel.light({"seat1": "blink"})
    panel.sound("good")
    assert panel.work() is None
    panel.close()


def test_its_own_thread_opens_the_pins_settles_buttons_and_blinks() -> None:
    factory = MockFactory()
    hub = Hub(lambda: None)
    panel = Panel(profile("small"), pins=lambda: Pins(factory, True, False))
    hub.add(panel)
    until(lambda: panel.state == "ready")
    factory.pin(17).drive_low()
    factory.pin(17).drive_high()
    until(lambda: any(isinstance(signal, Released) for signal in hub.take()))
    hub.light({"seat1": "on", "seat2": "blink"})
    until(lambda: factory.pin(27).state and factory.pin(23).state)
    until(lambda: not factory.pin(23).state)
    assert factory.pin(27).state
    hub.remove("panel")
    assert panel._thread is not None
    assert not panel._thread.is_alive()
    assert not factory.pin(27).state


def until(condition: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)
