"""Contacts bounce: the first edge counts at once, then nothing counts until they have come to rest.

This file runs under MicroPython as well: plain names as annotations, no dataclasses, no `typing`.
"""

WINDOW_MS = 25
"""Longer than the contacts of common push buttons bounce, shorter than anybody can press twice."""


def plain_difference(later: int, earlier: int) -> int:
    """The time from `earlier` to `later` on a clock that never wraps around."""
    return later - earlier


class Debounce:
    """One contact. `down` is what it stands for now; pressed and released are told apart by it after each change.

    Times are milliseconds of any clock, passed in. On a clock that wraps around, pass its own difference
    (`utime.ticks_diff`); a rest so long that the difference turns its sign does no harm.
    """

    def __init__(self, window: int = WINDOW_MS, difference=plain_difference) -> None:  # type: ignore[no-untyped-def]
        self.down = False
        self._window = window
        self._difference = difference
        self._resting = True
        self._changed = 0

    def update(self, closed: bool, now: int) -> bool:
        """Tell whether the contact is closed at `now`; True where `down` has just become another.

        Call it at every edge and, while `wait` is above 0, once more after so many milliseconds: what changed inside
        the window and stayed so (a very short press) is found then.
        """
        if not self._resting and self.wait(now) == 0:
            self._resting = True
        if closed == self.down or not self._resting:
            return False
        self.down = closed
        self._resting = False
        self._changed = now
        return True

    def wait(self, now: int) -> int:
        """Milliseconds until the contact is listened to again; 0: it is listened to now."""
        if self._resting:
            return 0
        passed = int(self._difference(now, self._changed))
        return self._window - passed if 0 <= passed < self._window else 0
