"""Tells when a box and Cartouche count differently for good, from the numbers that come out of turn. Pure."""

from __future__ import annotations

FOR_GOOD = 3.0
"""Seconds of nothing but numbers out of turn; a box that is heard gets over a lost line within half a second."""
APART = 1.0
"""Seconds without a number out of turn that end a row of them."""


class OutOfStep:
    """The numbers that came out of turn, in a row. `now`: seconds of a clock that never goes back."""

    def __init__(self) -> None:
        self.in_step()

    def in_step(self) -> None:
        """A number came in its turn."""
        self._since: float | None = None
        self._last = 0.0
        self._before = 0
        self._after = 0

    def came(self, number: int, due: int, now: float) -> int:
        """A number came that is not the one that is due; the number to go on from now, `due` for as long as possible.

        One that never comes is passed over. A box that counts anew without saying so is followed behind all that it
        repeats: that may have been heard before it began anew, and nothing is taken twice.
        """
        if self._since is None or now - self._last > APART:
            self.in_step()
            self._since = now
        self._last = now
        if number < due:
            self._before = max(self._before, number)
        else:
            self._after = min(self._after or number, number)
        if now - self._since < FOR_GOOD:
            return due
        ahead, behind = self._after, self._before + 1
        self.in_step()
        return ahead or behind
