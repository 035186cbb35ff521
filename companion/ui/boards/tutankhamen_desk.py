"""What the parts of one Tutankhamen screen share: the sheet that lies open, and readings of a position for drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.games.tutankhamen.catalogue import MASK
from companion.games.tutankhamen.state import Tutankhamen

SETS, HOLDINGS = "sets", "holdings"


class Desk:
    """Which sheet is open ("" for none): the board and the panel beside it both open and close it."""

    def __init__(self) -> None:
        self.sheet = ""
        self.about = ""
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever another sheet is opened or it is closed."""
        self._listeners.append(listener)

    def open(self, sheet: str, about: str = "") -> None:
        """Open a sheet, or close it with "". `about` is the set or seat it is opened for."""
        self.sheet, self.about = sheet, about
        for listener in self._listeners:
            listener()


class Lead(NamedTuple):
    """Who has most of a kind: the seats, how many each, how many are left in the path, whether it is done."""

    seats: tuple[str, ...]
    most: int
    left: int
    done: bool


def lead(state: Tutankhamen, kind: str) -> Lead:
    """Who leads the set `kind` by tiles alone."""
    counts = {seat: held[kind] for seat, held in state.held.items()}
    most = max(counts.values(), default=0)
    leaders = tuple(seat for seat in state.seats if most and counts[seat] == most)
    return Lead(leaders, most, state.left[kind], kind in state.scored)


def holdings(state: Tutankhamen, seat: str) -> list[tuple[str, int]]:
    """What lies in front of a seat, in the order of the catalogue; the mask last."""
    found = [(tile, n) for tile in state.match.ids if (n := state.held[seat][tile])]
    return [*found, (MASK, 1)] if state.mask == seat else found


def acting(state: Tutankhamen) -> str:
    """The seat whose things are shown: the one that is asked, else the one to move."""
    return state.asked or state.turn
