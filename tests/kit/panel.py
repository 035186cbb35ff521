"""A button panel in the hands of a test: its keys are pressed, its knob is turned, and its lamps are read.

`FakePanel` is a device in name only, `WiredPanel` the real driver on simulated pins; `Buttons` works the app with
either of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from gpiozero.pins.mock import MockFactory
from kivy.clock import Clock

from companion.engine.text import T
from companion.ui.spots import Spot
from hardware.device import Lamp, Sound
from hardware.panel import Panel
from hardware.pins import Pins
from hardware.profiles import Profile, profile
from tests.kit import inspect
from tests.kit.fake_device import FakeDevice

MOST_DETENTS = 400
SLOW_S = 0.05
"""Between two detents, besides the frames that pass."""


class FakePanel(FakeDevice):
    """All keys, all lamps, a knob and a reader."""

    simulated = True

    def __init__(self, now: Callable[[], float], device_id: str = "panel") -> None:
        super().__init__(device_id, "panel", T("Button panel"), now=now)

    def turn(self, steps: int) -> None:
        """The knob, one signal a detent."""
        for _ in range(abs(steps)):
            super().turn(1 if steps > 0 else -1)


class PromptPanel(Panel):
    """A panel that has no thread: what it is told it does at once, what comes later when `work` is called."""

    def __init__(self, chosen: Profile, pins: Callable[[], Pins], clock: Callable[[], float]) -> None:
        self.due: Callable[[], None] = lambda: None
        super().__init__(chosen, pins=pins, clock=clock, own_thread=False)

    def sound(self, sound: Sound) -> None:
        super().sound(sound)
        self.due()

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        super().light(lamps)
        self.due()


class WiredPanel:
    """The real panel driver on simulated pins: contacts close and open, lamps and buzzer are read from their pins.

    `beeps` counts how often the buzzer's pin went up. The driver has no thread here: `work` does what is due.
    """

    def __init__(self, now: Callable[[], float], name: str = "standard") -> None:
        self.factory = MockFactory()
        self.profile = profile(name)
        self.panel = PromptPanel(self.profile, lambda: Pins(self.factory, simulated=True, own=False), now)
        self.panel.due = self.work
        self.beeps = 0
        self._up = False

    def work(self) -> None:
        """What the driver's own thread would do now."""
        self.panel.work()
        buzzer = self.profile.buzzer
        if self.panel.state == "ready" and buzzer is not None:
            up = bool(self.factory.pin(buzzer.pin).state)
            self.beeps += up and not self._up
            self._up = up

    def press(self, key: str) -> None:
        """Close the contact of a button, bouncing once."""
        contact = self.factory.pin(self._pins[key])
        contact.drive_low()
        contact.drive_high()
        contact.drive_low()
        self.work()

    def release(self, key: str) -> None:
        """Open it."""
        self.work()
        self.factory.pin(self._pins[key]).drive_high()
        self.work()

    def turn(self, steps: int) -> None:
        """Turn the knob: four edges a detent."""
        knob = self.profile.knob
        assert knob is not None
        a, b = self.factory.pin(knob.a), self.factory.pin(knob.b)
        first, second = (a, b) if steps > 0 else (b, a)
        for _ in range(abs(steps)):
            for contact in (first, second):
                contact.drive_low()
            for contact in (first, second):
                contact.drive_high()

    @property
    def _pins(self) -> dict[str, int]:
        knob = self.profile.knob
        return {**self.profile.buttons, "push": -1 if knob is None or knob.push is None else knob.push}

    def glows(self, key: str) -> bool:
        """Whether the lamp has current now; a blinking one has it every other half second."""
        return bool(self.factory.pin(self.profile.lamps[key]).state)


class Worked(Protocol):
    """A device that a test can press and turn."""

    def press(self, key: str) -> None:
        """A key goes down."""

    def release(self, key: str) -> None:
        """It comes up."""

    def turn(self, steps: int) -> None:
        """The knob is turned by so many detents."""


class Buttons:
    """Works the app with a device alone. `desk` is a Sitting or a Desk; without a device a FakePanel is plugged in."""

    def __init__(self, desk: Any, device: Any = None) -> None:
        self.desk = desk
        self.ui = desk.ui
        self.device = FakePanel(self.ui.now) if device is None else device
        desk.context.devices.hub.add(getattr(self.device, "panel", self.device))
        if isinstance(self.device, WiredPanel):
            Clock.schedule_interval(self._work, 0)
        self.ui.frames(3)

    def _work(self, _: float) -> bool:
        """In every frame, in place of the driver's own thread, until the panel is gone."""
        panel = self.device.panel
        if self.desk.context.devices.hub.device(panel.id) is not panel:
            return False
        self.device.work()
        return True

    @property
    def focus(self) -> Any:
        """The ring."""
        return self.desk.context.root.focus

    @property
    def words(self) -> str:
        """What the ring stands on: a place of the board, or the first words on the widget."""
        spot: Spot | None = self.focus.spot
        if spot is None:
            return ""
        return spot.target or said(spot)

    def down(self, key: str) -> None:
        """Press a key and keep it down."""
        self.device.press(key)
        self.ui.frames(4)

    def up(self, key: str) -> None:
        """Let go of it."""
        self.device.release(key)
        self.ui.frames(4)

    def press(self, key: str) -> None:
        """Down and up, as a press that is meant for itself: never the second half of another."""
        self.desk.context.devices.rested()
        if self.desk.screen.name == "table":
            self.desk.screen.taps.forget()
        self.down(key)
        self.up(key)

    def hold(self, key: str, seconds: float = 0.7) -> None:
        """Down for a while."""
        self.down(key)
        self.ui.wait(seconds)
        self.up(key)

    def turn(self, steps: int) -> None:
        """Turn the knob slowly."""
        for _ in range(abs(steps)):
            self.ui.ahead += SLOW_S
            self.device.turn(1 if steps > 0 else -1)
            self.ui.frames(2)

    # the ring

    def ring(self, wanted: Callable[[Spot], bool]) -> None:
        """Turn the knob, the shorter way round, until the ring stands on what is wanted."""
        for _ in range(MOST_DETENTS):
            spots = self.focus.spots()
            if self.focus.spot is not None and wanted(self.focus.spot):
                return
            way = self._way(spots, wanted)
            if self.focus.spot is None and self.focus.look()[1] is not None:
                self.press("next")
            else:
                self.turn(way)
        raise AssertionError(f"the ring never comes there; it goes over {[s.target or said(s) for s in spots]}")

    def _way(self, spots: list[Spot], wanted: Callable[[Spot], bool]) -> int:
        aims = [i for i, spot in enumerate(spots) if wanted(spot)]
        assert aims, f"nothing like it; the ring goes over {[spot.target or said(spot) for spot in spots]}"
        here = spots.index(self.focus.spot) if self.focus.spot in spots else -1
        there = aims[0]
        forth, back = (there - here) % len(spots), (here - there) % len(spots)
        return 1 if forth <= back else -1

    def choose(self, words: str, key: str = "push") -> None:
        """Bring the ring to the widget that shows exactly these words, and press it."""
        self.ring(lambda spot: not spot.target and words in shown(spot))
        self.press(key)

    def place(self, target: str, key: str = "push") -> None:
        """Bring the ring to a place of the board, and press it."""
        self.ring(lambda spot: spot.target == target)
        self.press(key)

    def widget(self, widget: Any, key: str = "push") -> None:
        """Bring the ring to this widget, and press it."""
        self.ring(lambda spot: spot.widget is widget)
        self.press(key)


def shown(spot: Spot) -> list[str]:
    """The words on a widget: as a whole, and as they are written."""
    whole = getattr(spot.widget, "text", "")
    return [*([whole] if whole else []), *inspect.texts(spot.widget)]


def said(spot: Spot) -> str:
    """What tells a widget from others, for people who read a failed test."""
    words = shown(spot)
    return words[0] if words else f"{type(spot.widget).__name__} {getattr(spot.widget, 'icon', '')}".strip()
