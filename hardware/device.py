"""The one protocol of all devices: what they tell (signals), what they can be told (lamps, sounds), how they stand.

A device never blocks its caller, never raises once it was made, and decides nothing: it says what was pressed,
turned or read, and when. Its threads end here: it hands signals to `deliver`, which may be called from anywhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from companion.engine.text import T, Text

DeviceState = Literal["absent", "starting", "ready", "lost"]
"""absent: never there (or switched off). starting: being called. ready: it answers. lost: it was there, or it fails."""

Kind = Literal["panel", "box", "reader", "camera"]
Lamp = Literal["off", "on", "blink"]
Sound = Literal["good", "refused", "ask", "turn"]
"""good: accepted. refused: read and not allowed. ask: several things could be meant. turn: another seat decides."""

SEAT_KEYS = ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6")
"""A button, and a lamp of the same name, for each of up to six seats."""
TABLE_KEYS = ("confirm", "undo", "next")
"""The buttons of the whole table."""
COMMON_KEYS = (*TABLE_KEYS, "push")
"""What belongs to no seat; `push` is the knob pressed down."""
KEYS = (*SEAT_KEYS, *COMMON_KEYS)
LAMPS = SEAT_KEYS


class Pressed(msgspec.Struct, frozen=True):
    """A button went down. `at`: when, in seconds of the machine's monotonic clock."""

    device: str
    key: str
    at: float


class Released(msgspec.Struct, frozen=True):
    """A button came up. `cut`: nobody let it go, the device that held it is lost."""

    device: str
    key: str
    at: float
    cut: bool = False


class Turned(msgspec.Struct, frozen=True):
    """The knob was turned by `steps` detents, clockwise above 0."""

    device: str
    steps: int
    at: float


class Read(msgspec.Struct, frozen=True):
    """A tag or a bar code was read: 1 to 64 printable ASCII characters."""

    device: str
    tag: str
    at: float


class Changed(msgspec.Struct, frozen=True):
    """The state, the fault or the keys of a device are others now; ask it."""

    device: str
    at: float


Signal = Pressed | Released | Turned | Read | Changed
Deliver = Callable[[Signal], None]


class Device(ABC):
    """Something at the edge of the machine.

    `id` is the same in every run ("panel", "serial:usb-…"). `simulated` devices are named so wherever they are named.
    """

    kind: Kind
    simulated: bool = False

    def __init__(self, device_id: str) -> None:
        self.id = device_id
        self._stands: DeviceState = "starting"
        self._fault: Text | None = None

    # how it stands; each may be asked by any thread

    @property
    @abstractmethod
    def title(self) -> Text:
        """Its name for people ("Button panel", "Simulated button box")."""

    @property
    def state(self) -> DeviceState:
        """How it stands; starting until the first try has ended."""
        return self._stands

    @property
    def fault(self) -> Text | None:
        """What is wrong now, or was wrong last, in one sentence with the remedy; None: nothing yet."""
        return self._fault

    @property
    def keys(self) -> tuple[str, ...]:
        """The buttons it has, of `KEYS`; "turn" too where it has a knob, "tags" where it reads tags."""
        return ()

    @property
    def lamps(self) -> tuple[str, ...]:
        """The lamps it has, of `LAMPS`."""
        return ()

    @property
    def sounds(self) -> bool:
        """Whether it can be heard."""
        return False

    @property
    def wait(self) -> Text | None:
        """While starting or lost: what it waits for ("trying every 8 s"); None else."""
        return None

    @property
    def broken(self) -> int:
        """How many lines of its present connection arrived cut or garbled; such lines are never used."""
        return 0

    # what it is told, from the table's own thread; none of it waits for the device

    @abstractmethod
    def start(self, deliver: Deliver) -> None:
        """Begin; from now on signals go to `deliver`."""

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        """Show exactly these lamps; those not named are off. Remembered, and shown again after a reconnect."""
        return

    def sound(self, sound: Sound) -> None:
        """Let it be heard once, if it can."""
        return

    def try_again(self) -> None:
        """Somebody wants it to be looked for now, not at the end of the wait."""
        return

    @abstractmethod
    def close(self) -> None:
        """Let go of everything within a second. Lamps go out."""


SIMULATED = T("Simulated")
