"""Games, wins and shared wins counted, and the mean: the arithmetic under all statistics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.table.placing import Place


class Count(msgspec.Struct, frozen=True):
    """Games played, games won among them, and of those the ones won together with others."""

    games: int = 0
    wins: int = 0
    shared: int = 0

    @property
    def win_rate(self) -> float | None:
        """Wins a game, 0 to 1; None where nothing was played."""
        return self.wins / self.games if self.games else None


def count(places: Iterable[Place]) -> Count:
    """Places counted."""
    found = list(places)
    return Count(len(found), sum(place.won for place in found), sum(place.shared for place in found))


def mean(values: Sequence[float]) -> float | None:
    """The mean, or None of nothing."""
    return sum(values) / len(values) if values else None
