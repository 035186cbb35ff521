"""Events on their way to the host: numbered, kept until acknowledged, sent again until then (go back N).

This file runs under MicroPython as well: plain names as annotations, no dataclasses, no `typing`.
"""

from .debounce import plain_difference

ROOM = 32
"""Events that are kept at most."""
AGAIN_MS = 250
"""Without an acknowledgement for so long, everything is sent again."""
OLDEST_MS = 9999
"""An event does not tell a greater age than this; twice what any host still listens to."""


class Outbox:
    """Numbers go up from 1 and are never given twice while the box runs."""

    def __init__(self, difference=plain_difference) -> None:  # type: ignore[no-untyped-def]
        self.lost = 0
        """Events that found no room so far."""
        self.next = 1
        """The lowest number that was not acknowledged yet, also where no event bears it so far."""
        self._difference = difference
        self._events: list[tuple[str, str, int, bool]] = []
        self._sent = 0
        self._since = 0

    def __len__(self) -> int:
        return len(self._events)

    def add(self, verb: str, what: str, now: int) -> bool:
        """Keep an event that happened at `now`; False, and counted as lost, where there is no room."""
        if len(self._events) >= ROOM:
            self.lost += 1
            return False
        self._events.append((verb, what, now, False))
        return True

    def acknowledge(self, number: int, now: int) -> None:
        """All events up to `number` have arrived. A number that was never sent, or is long done, says nothing."""
        done = number - self.next + 1
        if 0 < done <= len(self._events):
            self._events = self._events[done:]
            self.next = number + 1
            self._sent = max(0, self._sent - done)
            self._since = now

    def again(self) -> None:
        """Begin again with the oldest event: somebody else listens now."""
        self._sent = 0

    def run(self, now: int) -> None:
        """Let time pass: begin again where no acknowledgement came, and settle the age of the old ones."""
        if self._sent and not 0 <= self._difference(now, self._since) < AGAIN_MS:
            self._sent = 0
        # Long before the clock wraps around an event is simply old, and its time is not looked at any more.
        for place, (verb, what, at, old) in enumerate(self._events):
            if not old and self._difference(now, at) >= OLDEST_MS:
                self._events[place] = (verb, what, at, True)

    def body(self, now: int) -> str:
        """The next event to send, with its age, as the body of a line; "" where all have been sent."""
        if self._sent >= len(self._events):
            return ""
        verb, what, at, old = self._events[self._sent]
        age = OLDEST_MS if old else min(OLDEST_MS, max(0, int(self._difference(now, at))))
        if self._sent == 0:
            self._since = now
        self._sent += 1
        return f"{verb} {self.next + self._sent - 1} {what} {age}"
