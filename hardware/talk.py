"""What both kinds of conversation over a serial line have in common. Pure: bytes, signals and the time in and out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping

from companion.engine.text import Text
from hardware.device import Lamp, Read, Signal, Sound

SAME_READ = 2.0
"""Seconds in which the same tag again is still the same read."""
MOST_READS = 32
MOST_A_SECOND = 50
"""Signals within one second that people can cause; more is a flood."""
QUIET = 1.0
"""Seconds without a signal that end a flood."""


class Reads:
    """Makes one read of a tag that is told again and again while it lies there."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._seen)

    def new(self, tag: str, at: float) -> bool:
        """Whether this is a read of its own: the tag was not told within the 2 seconds before."""
        before = self._seen.pop(tag, None)
        while len(self._seen) >= MOST_READS:
            del self._seen[next(iter(self._seen))]
        self._seen[tag] = at if before is None else max(at, before)
        return before is None or at - before > SAME_READ


class Flood:
    """Tells when more comes than people can cause, and when it is over."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=MOST_A_SECOND + 1)
        self._noisy: float | None = None

    @property
    def on(self) -> bool:
        """Whether nothing is listened to now."""
        return self._noisy is not None

    def forget(self) -> None:
        """A new connection begins quietly."""
        self._times.clear()
        self._noisy = None

    def another(self, now: float) -> bool:
        """Something came; whether it is part of a flood."""
        if self._noisy is None:
            self._times.append(now)
            if len(self._times) <= MOST_A_SECOND or now - self._times[0] > 1.0:
                return False
        self._noisy = now
        return True

    def over(self, now: float) -> bool:
        """Whether a flood has just come to its end: a quiet second has passed."""
        if self._noisy is None or now - self._noisy < QUIET:
            return False
        self.forget()
        return True


class Talk(ABC):
    """One side of a conversation; it lives on while the connection is made again and again.

    Times are seconds of any clock that never goes back. Only one thread may use it.
    """

    def __init__(self, device: str) -> None:
        self.device = device
        self.ready = False
        """Whether what is there answers, and is listened to."""
        self.fault: Text | None = None
        """What went wrong last in the conversation itself."""
        self.ended = False
        """Whether the connection is to be closed, because of `fault`."""
        self.keys: tuple[str, ...] = ()
        self.lamps: tuple[str, ...] = ()
        self.sounds = False
        self.broken = 0
        """Lines thrown away in this connection."""
        self._reads = Reads()
        self._flood = Flood()

    @abstractmethod
    def begin(self, now: float) -> None:
        """A connection was made."""

    @abstractmethod
    def feed(self, data: bytes, now: float) -> list[Signal]:
        """What these bytes tell."""

    def due(self, now: float) -> list[Signal]:
        """What the time alone tells; call it several times a second."""
        return []

    def take(self, now: float) -> bytes:
        """What is to be sent now."""
        return b""

    def end(self, now: float) -> list[Signal]:
        """The connection is gone."""
        self.ready = False
        return []

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        """Show exactly these lamps, after every reconnect too."""
        return

    def sound(self, sound: Sound) -> None:
        """Sound once, if that can be done at once."""
        return

    def farewell(self) -> bytes:
        """The last that is sent before closing."""
        return b""

    def _read(self, tag: str, at: float) -> list[Signal]:
        return [Read(self.device, tag, at)] if self._reads.new(tag, at) else []
