"""What the buzzer plays for each sound, as a row of tones.

This file runs under MicroPython as well: plain names as annotations, no dataclasses, no `typing`.
"""

from .debounce import plain_difference

SOUNDS = {
    "good": ((1319, 90),),
    "refused": ((392, 140), (0, 60), (330, 220)),
    "ask": ((880, 80), (0, 70), (880, 80)),
    "turn": ((784, 110), (1047, 150)),
}
"""By name: (Hz, milliseconds) one after the other; 0 Hz is a pause."""


class Buzzer:
    """One sound at a time; the next one cuts it short."""

    def __init__(self, difference=plain_difference) -> None:  # type: ignore[no-untyped-def]
        self.sound = ""
        """What is being played; "" in silence."""
        self._difference = difference
        self._left: tuple[tuple[int, int], ...] = ()
        self._began = 0

    def play(self, sound: str, now: int) -> None:
        """Begin a sound of `SOUNDS`."""
        self.sound = sound
        self._left = SOUNDS[sound]
        self._began = now

    def stop(self) -> None:
        """Be silent."""
        self.sound = ""
        self._left = ()

    def run(self, now: int) -> None:
        """Let time pass."""
        if self._left and not 0 <= self._difference(now, self._began) < self._left[0][1]:
            self._left = self._left[1:]
            self._began = now
        if not self._left:
            self.sound = ""

    def tone(self) -> int:
        """What is to be heard now, in Hz; 0: nothing."""
        return self._left[0][0] if self._left else 0
