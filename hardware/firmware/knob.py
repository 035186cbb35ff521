"""A knob that turns for ever: two contacts, A and B, that close one after the other (quadrature).

This file runs under MicroPython as well: plain names as annotations, no dataclasses, no `typing`.
"""

_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)
"""What a change is worth, by `before * 4 + after` with each state as `a * 2 + b`. Clockwise A changes before B.

Where both contacts seem to have changed at once one change was missed, and which way nobody knows: worth nothing.
"""
_OPEN = 3


class Knob:
    """Counts detents. A contact that bounces goes to and fro between two neighbouring states, which adds up to nothing.

    `per_cycle`: detents in one round of the four states; 1 for nearly all knobs, 2 for those that also rest with both
    contacts closed.
    """

    def __init__(self, per_cycle: int = 1) -> None:
        self._rests = (_OPEN, 0) if per_cycle == 2 else (_OPEN,)
        self._state = _OPEN
        self._quarters = 0

    def update(self, a: int, b: int) -> int:
        """Tell the levels of A and B, 1 where a contact is open; how many detents that completed: −1, 0 or 1.

        Above 0: clockwise. Half the way to the next rest is enough, so that one missed state loses nothing.
        """
        state = (2 if a else 0) + (1 if b else 0)
        if state == self._state:
            return 0
        self._quarters += _QUARTERS[self._state * 4 + state]
        self._state = state
        if state not in self._rests:
            return 0
        turned, self._quarters = self._quarters, 0
        if turned >= 2:
            return 1
        return -1 if turned <= -2 else 0
