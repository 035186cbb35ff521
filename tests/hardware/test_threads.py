"""An evening in which every device talks at once from threads of its own: only the screen's thread touches anything."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games import find_game
from companion.table.session import Session
from hardware.device import KEYS, Read
from hardware.hub import MOST_WAITING, Hub
from hardware.panel import Panel
from hardware.profiles import profile
from hardware.simulated import SimulatedBox
from tests.kit.box_on_a_line import OnTheAppsClock
from tests.kit.fake_device import FakeBox

if TYPE_CHECKING:
    from tests.kit.ui import UI

EVENING_MOVES = 30
DEADLINE_S = 120.0
WEIGHTS = {"seat1": 12, "seat2": 12, "confirm": 30, "next": 22, "push": 8, "undo": 2}
"""How often which button is pressed."""


class Noted:
    """Which threads called what, by name."""

    def __init__(self) -> None:
        self.threads: dict[str, Counter[str]] = {}

    def watch(self, patch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        """Note every call of a method from now on."""
        counts = self.threads.setdefault(f"{owner.__name__}.{name}", Counter())
        method = getattr(owner, name)

        def noted(*arguments: Any, **more: Any) -> Any:
            counts[threading.current_thread().name] += 1
            return method(*arguments, **more)

        patch.setattr(owner, name, noted)


class Fidget(threading.Thread):
    """Somebody who presses and turns without rest, in a thread of their own."""

    def __init__(
        self, name: str, pause: float, move: Callable[[str, bool], None], turn: Callable[[int], None]
    ) -> None:  # fmt: skip
        super().__init__(name=name, daemon=True)
        self._pause = pause
        self._dice = random.Random(name)
        self._move, self._turn = move, turn
        self.end = threading.Event()

    def run(self) -> None:
        while not self.end.wait(self._pause):
            if self._dice.random() < 0.15:
                self._turn(self._dice.choice((-1, 1)))
                continue
            (key,) = self._dice.choices(list(WEIGHTS), WEIGHTS.values())
            self._move(key, True)
            self.end.wait(self._pause)
            self._move(key, False)


@pytest.fixture
def evening(ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Noted]]:
    """A game at the table, with a panel on imitated pins, a simulated box on a line and a reader, all in use."""
    from companion.ui.stage import CartoucheApp
    from companion.ui.widgets.base import Drawn
    from tests.kit.sitting import Sitting

    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    noted = Noted()
    for owner, names in {
        Session: ("play", "undo", "_commit"),
        Drawn: ("redraw",),
        Hub: ("deliver",),
        CartoucheApp: ("failed",),
    }.items():
        for name in names:
            noted.watch(monkeypatch, owner, name)
    sitting = Sitting(ui, tmp_path / "data")
    sitting.start(find_game("aton"), ("red", "blue"))
    hub = sitting.context.devices.hub
    with SimulatedBox(folder=tmp_path) as box:
        link = OnTheAppsClock(box.device, str(box.path), "box", simulated=True)
        link.now = ui.now
        panel = Panel(profile("standard"), clock=ui.now)
        reader = FakeBox("serial:reader")
        for device in (panel, link, reader):
            hub.add(device)
        people = [
            Fidget("at the panel", 0.01, on_pins(), turned_pins()),
            Fidget("at the box", 0.06, lambda key, down: (box.press if down else box.release)(key), box.turn),
            Fidget(
                "at the reader", 0.04, lambda key, _: reader.deliver(Read(reader.id, key, ui.now())), lambda _: None
            ),
        ]
        ready_by = time.monotonic() + DEADLINE_S
        while not (panel.state == link.state == "ready"):
            assert time.monotonic() < ready_by, (panel.fault, link.fault)
            ui.frames()
        for person in people:
            person.start()
        yield sitting, noted
        for person in people:
            person.end.set()
        for person in people:
            person.join(5.0)
            assert not person.is_alive()
        sitting.close()


def on_pins() -> Callable[[str, bool], None]:
    """Moves the buttons of the standard panel by the levels of their pins."""
    from gpiozero import Device

    chosen = profile("standard")
    assert chosen.knob is not None
    pins = {**chosen.buttons, "push": chosen.knob.push}

    def move(key: str, down: bool) -> None:
        pin = Device.pin_factory.pin(pins[key])
        (pin.drive_low if down else pin.drive_high)()

    return move


def turned_pins() -> Callable[[int], None]:
    """Turns the knob of the standard panel by one detent either way."""
    from gpiozero import Device

    knob = profile("standard").knob
    assert knob is not None

    def turn(steps: int) -> None:
        first, second = (knob.a, knob.b) if steps > 0 else (knob.b, knob.a)
        for name in ("drive_low", "drive_high"):
            for number in (first, second):
                getattr(Device.pin_factory.pin(number), name)()

    return turn


def test_only_the_screen_s_thread_touches_the_game_and_the_widgets(ui: UI, evening: tuple[Any, Noted]) -> None:
    sitting, noted = evening
    hub = sitting.context.devices.hub
    main = threading.current_thread().name
    most = 0
    end = time.monotonic() + DEADLINE_S
    while noted.threads["Session.play"].total() < EVENING_MOVES:
        assert time.monotonic() < end, {name: dict(counts) for name, counts in noted.threads.items()}
        ui.frames()
        assert set(noted.threads["Session.play"]) <= {main}
        most = max(most, len(hub._waiting))
        if sitting.context.session is None or sitting.context.screen.name in ("home", "result", "history"):
            # Whoever fidgets leaves the game as well; the evening goes on.
            sitting.start(find_game("aton"), ("red", "blue"))
    assert {name: set(noted.threads[name]) for name in ("Session.play", "Drawn.redraw")} == {
        "Session.play": {main},
        "Drawn.redraw": {main},
    }
    assert set(noted.threads["Session.undo"]) <= {main}
    assert set(noted.threads["Session._commit"]) <= {main}
    told_by = set(noted.threads["Hub.deliver"])
    assert len(told_by - {main}) >= 3, "each device tells from a thread of its own"
    assert most <= MOST_WAITING + len(hub.devices) * (1 + len(KEYS))
    assert not noted.threads["CartoucheApp.failed"]


def test_a_call_from_another_thread_would_be_seen() -> None:
    class Thing:
        def touch(self) -> None:
            """Be touched."""

    with pytest.MonkeyPatch.context() as patch:
        noted = Noted()
        noted.watch(patch, Thing, "touch")
        other = threading.Thread(target=Thing().touch, name="another")
        other.start()
        other.join()
        Thing().touch()
    assert noted.threads["Thing.touch"] == {"another": 1, threading.current_thread().name: 1}
