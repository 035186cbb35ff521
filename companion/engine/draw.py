"""Seeded draws: the only randomness in the program.

A stream of SHA-256 blocks over the seed and a counter; whole numbers by rejection, shuffles after Fisher and
Yates. The same seed gives the same draw on every machine and every Python, so a setup can be checked again later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

E = TypeVar("E")


class Draw:
    """A stream of fair draws from `seed` (any text)."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._block = 0
        self._pool = b""

    def branch(self, name: str) -> Draw:
        """An independent stream for one purpose ("layout", "move 17"), whatever was drawn from this one."""
        return Draw(f"{self.seed}/{name}")

    def _bytes(self, n: int) -> bytes:
        while len(self._pool) < n:
            self._pool += hashlib.sha256(f"{self.seed}#{self._block}".encode()).digest()
            self._block += 1
        taken, self._pool = self._pool[:n], self._pool[n:]
        return taken

    def below(self, n: int) -> int:
        """A fair whole number from 0 to n − 1. Raises ValueError for n < 1."""
        if n < 1:
            raise ValueError(f"nothing to draw from: {n}")
        if n == 1:
            return 0
        size = (n.bit_length() + 7) // 8 + 1
        fair = 256**size // n * n
        while True:
            number = int.from_bytes(self._bytes(size), "big")
            if number < fair:
                return number % n

    def pick(self, things: Sequence[E]) -> E:
        """One of `things`, each equally likely. Raises ValueError for none."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[E]) -> list[E]:
        """All of `things` in a uniformly random order."""
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
