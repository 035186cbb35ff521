"""Games for the screens to show: played to an end or to the middle through the real session, from a fixed seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.engine.game import Game
from companion.engine.header import Seat, new_id
from companion.engine.simulate import simulate
from companion.table.journal import Journal
from companion.table.session import Session

NAMES = {
    "red": "Anna", "blue": "Bartholomäus-Konstantin", "green": "Kira", "yellow": "Márton", "black": "Дора",
    "violet": "Konstantin",
}  # fmt: skip
SIDES = ("w", "n", "n", "e", "s", "s")


def play(journal: Journal, game: Game[Any], seats: Sequence[str], seed: str = "7", most: int | None = None) -> Session:
    """A truthful random game from `seed` to its end, or `most` moves of it."""
    record = simulate(game, seats, {}, seed).record
    chosen = tuple(Seat(seat, NAMES[seat], SIDES[i]) for i, seat in enumerate(seats))  # type: ignore[arg-type]
    header = msgspec.structs.replace(record.header, id=new_id(), seats=chosen, started="2026-03-14T18:00:00Z")
    session = Session.start(journal, game, header)
    for line in record.lines[:most]:
        session.play(line.move)
    return session
