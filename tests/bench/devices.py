# ruff: noqa: E402 (the window is opened before the kit of the tests would open a larger one)
"""A child process: plays by seat buttons, on imitated pins and on a line, and tells how long an edge takes to count.

Frames come as on a real screen, 60 a second. What is measured: from the edge to the sound at the device, to the move in
the journal, and how long a touch takes while a box says far too much.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

os.environ["GPIOZERO_PIN_FACTORY"] = "mock"

import click
import msgspec

from companion.ui import boot

boot.prepare(headless=True, maxfps=60)

import kivy.core.window  # noqa: F401 (opens it)

from companion.games import all_games
from companion.table.proposals import means
from companion.table.session import Session
from companion.ui.switchboard import seats_of_keys
from hardware.device import Device
from hardware.panel import Panel
from hardware.pins import Output
from hardware.profiles import profile
from hardware.serial_link import SerialLink
from hardware.simulated import SimulatedBox
from tests.bench.flood import Flood
from tests.bench.spots import offered
from tests.kit.ui import UI, Finger

PRESSES = int(os.environ.get("CARTOUCHE_BENCH_PRESSES", "40"))
FLOODED_S = float(os.environ.get("CARTOUCHE_BENCH_SECONDS", "10"))
REST_S = 0.3
"""Seconds between two presses of one button, so that they are two."""
LONGEST_S = 2.0
FPS = 60


class Watcher:
    """Notes when a move was stored and when a device was heard (perf_counter), and lets real frames pass."""

    def __init__(self, ui: UI) -> None:
        from kivy.base import EventLoop
        from kivy.clock import Clock

        self._idle = EventLoop.idle
        Clock._max_fps = FPS
        self.ui = ui
        self.stored = 0.0
        self.heard = 0.0
        play = Session.play

        def noted(session: Session, *arguments: Any, **more: Any) -> Any:
            played = play(session, *arguments, **more)
            self.stored = time.perf_counter()
            return played

        Session.play = noted  # type: ignore[method-assign]

    def note(self) -> None:
        """The device is heard now."""
        self.heard = self.heard or time.perf_counter()

    def until(self, true: Callable[[], Any], seconds: float = LONGEST_S) -> bool:
        """Let frames pass until it is so, or the seconds are over."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self._idle()
            if true():
                return True
        return False

    def rest(self, seconds: float = REST_S) -> None:
        """Let frames pass."""
        self.until(lambda: False, seconds)


class Hand(NamedTuple):
    """A device and how its buttons are moved: `move(key, down)`."""

    device: Device
    move: Callable[[str, bool], None]


@contextmanager
def on_pins(watcher: Watcher) -> Iterator[Hand]:
    """The standard panel on imitated pins; its buzzer is heard when its pin is switched."""
    from gpiozero import Device as Pins

    switch = Output.switch

    def noted(output: Output, on: bool) -> None:
        switch(output, on)
        if on and output.part.kind == "buzzer":
            watcher.note()

    Output.switch = noted  # type: ignore[method-assign]
    chosen = profile("standard")

    def move(key: str, down: bool) -> None:
        pin = Pins.pin_factory.pin(chosen.buttons[key])
        (pin.drive_low if down else pin.drive_high)()

    try:
        yield Hand(Panel(chosen, clock=watcher.ui.now), move)
    finally:
        Output.switch = switch  # type: ignore[method-assign]


@contextmanager
def on_a_line(watcher: Watcher, folder: Path) -> Iterator[Hand]:
    """A simulated box behind a pseudo-terminal; heard when its own buzzer begins."""
    with SimulatedBox(folder=folder) as box:
        note = box._note

        def noted(sound: str) -> None:
            note(sound)
            watcher.note()

        box._box.buzzer._told = noted  # type: ignore[attr-defined]
        link = SerialLink(box.device, str(box.path), "box", simulated=True, clock=watcher.ui.now)
        yield Hand(link, lambda key, down: (box.press if down else box.release)(key))


def key_that_plays(sitting: Any) -> str | None:
    """A seat button that makes a move at once now."""
    session = sitting.session
    for key, seat in seats_of_keys(session.header.seats, {}).items():
        choice = means(session.decision, seat) if not session.decision.private else None
        if choice is not None and (choice.consequence is None or session.decision.forced):
            return key
    return None


def go_on(sitting: Any, number: int, till: Callable[[Any], Any] = lambda _: True) -> None:
    """Play moves without the screen until `till`, beginning again where a game has ended; then show the table."""
    game = sitting.session.game
    if sitting.session.outcome is not None:
        sitting.start(game, game.colours[: game.seat_range[0]], seed=f"press {number}")
    while sitting.session.outcome is None:
        legal = game.legal_moves(sitting.session.state)
        sitting.session.play(legal[number % len(legal)])
        if till(sitting):
            break
    sitting.context.play(sitting.session)
    sitting.ui.frames(3)


def pressed(sitting: Any, watcher: Watcher, hand: Hand) -> tuple[list[float], list[float]]:
    """Milliseconds from each edge to the move in the journal, and to the sound at the device."""
    hub = sitting.context.devices.hub
    hub.add(hand.device)
    if not watcher.until(lambda: hand.device.state == "ready", 10.0):
        raise RuntimeError(f"{hand.device.id} is {hand.device.state}: {hand.device.fault}")
    stored: list[float] = []
    heard: list[float] = []
    number = 0
    while len(stored) < PRESSES:
        number += 1
        sitting.settle()
        key = key_that_plays(sitting) if sitting.screen.name == "table" else None
        if key is None:
            go_on(sitting, number, key_that_plays)
            continue
        watcher.rest()
        watcher.stored = watcher.heard = 0.0
        begun = time.perf_counter()
        # As on the real machine, the edge comes in another thread.
        Thread(target=hand.move, args=(key, True)).start()
        if watcher.until(lambda: watcher.stored and watcher.heard):
            stored.append((watcher.stored - begun) * 1000)
            heard.append((watcher.heard - begun) * 1000)
        else:
            raise RuntimeError(f"{key} on {hand.device.id} did nothing within {LONGEST_S} s: {sitting.headline()}")
        hand.move(key, False)
        watcher.rest()
    hub.remove(hand.device.id)
    return stored, heard


def touched(sitting: Any, watcher: Watcher, seconds: float) -> tuple[list[float], list[float]]:
    """Milliseconds of touches: until the screen is drawn anew, and from finger up to the move in the journal."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish

    drawn: list[float] = []
    stored: list[float] = []
    end, number = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        number += 1
        sitting.settle()
        spot = offered(sitting, number) if sitting.screen.name == "table" else None
        if spot is None or sitting.session.outcome is not None:
            go_on(sitting, number)
            continue
        finger = Finger(*sitting.ui.point(spot), number + 1000)
        watcher.stored = 0.0
        for kind in ("begin", "end"):
            begun = time.perf_counter()
            EventLoop.post_dispatch_input(kind, finger)
            EventLoop.idle()
            glFinish()
            drawn.append((time.perf_counter() - begun) * 1000)
        if watcher.stored:
            stored.append((watcher.stored - begun) * 1000)
        watcher.rest(0.05)
    return drawn, stored


def main(folder: Path) -> None:
    """Measure and print one JSON value: lists of milliseconds by what was measured."""
    from tests.kit.sitting import Sitting

    ui = UI()
    sitting = Sitting(ui, folder / "data")
    sitting.context.change(sound="on")
    boot.stay_small()
    watcher = Watcher(ui)
    game = all_games()[0]
    sitting.start(game, game.colours[: game.seat_range[0]])
    found: dict[str, Any] = {}
    with on_pins(watcher) as hand:
        found["pin stored"], found["pin heard"] = pressed(sitting, watcher, hand)
    with on_a_line(watcher, folder) as hand:
        found["line stored"], found["line heard"] = pressed(sitting, watcher, hand)
    found["quiet"], found["touch stored"] = touched(sitting, watcher, FLOODED_S / 2)
    for kind in ("box", "reader"):
        with Flood(kind) as flood:
            link = SerialLink(f"serial:flood-{kind}", flood.path, kind, clock=ui.now)
            sitting.context.devices.hub.add(link)
            watcher.until(lambda: flood.lines > 0, 5.0)
            found[f"{kind} flood"], _ = touched(sitting, watcher, FLOODED_S)
            found[f"{kind} flood lines"] = flood.lines
            sitting.context.devices.hub.remove(link.id)
    click.echo(msgspec.json.encode(found).decode())
    sitting.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
