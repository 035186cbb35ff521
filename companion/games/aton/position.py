"""The position of a game of Aton: everything the table knows after some moves (spec aton 6.1)."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.engine.game import State
from companion.engine.options import OptionValue
from companion.games.aton.cards import Cards
from companion.games.aton.layout import Facts, Layout, layout_of

PhaseId = Literal["cards", "thrown", "reveal", "tie_draw", "coin", "remove", "place", "thin", "over"]
Row = tuple[int, int, int, int]


class Side(msgspec.Struct):
    """One player's things. `counters` and `fresh` (placed in this turn) are bitboards.

    `row`: the cards at cartouches 1 to 4, once revealed. `bound`: the row was turned up too early and stays.
    """

    cards: Cards
    counters: int = 0
    fresh: int = 0
    dead: int = 0
    score: int = 0
    token: bool = True
    ready: bool = False
    bound: bool = False
    row: Row | None = None


class End(msgspec.Struct, frozen=True):
    """How the game ended: the reason, the winner (none: nobody), and what was filled (`temple2`, `yellow`)."""

    reason: Literal["points", "board", "scoring", "draw", "left", "no_result", "stopped"]
    winner: str | None = None
    filled: str = ""


class AtonState(State, kw_only=True):
    """The public position. `sides` are in seat order; `active` and `first` are indexes into it.

    done: counters removed or placed in this step. taken: counters thinned from each temple in this step.
    ties, tie_limit: tie draws so far, and the number after which a coin decides. coin: what the coin decides.
    """

    options: dict[str, OptionValue]
    facts: Facts
    sides: tuple[Side, Side]
    round: int = 1
    phase: PhaseId = "cards"
    active: int = 0
    first: int | None = None
    done: int = 0
    taken: tuple[int, int, int, int] = (0, 0, 0, 0)
    ties: int = 0
    tie_limit: int = 0
    coin: Literal["", "order", "thin"] = ""
    end: End | None = None

    @property
    def layout(self) -> Layout:
        """Bitboards of the board in use."""
        return layout_of(self.facts)

    def index(self, seat: str) -> int:
        """The side of `seat`, or −1."""
        one, two = self.seats
        return 0 if seat == one else 1 if seat == two else -1

    def stock(self, i: int) -> int:
        """Counters in the stock of side `i`: all that are neither on the board nor in the Dead."""
        side = self.sides[i]
        return self.facts.counters - side.counters.bit_count() - side.dead

    @property
    def dead(self) -> int:
        """Counters in the Kingdom of the Dead, those beside it included."""
        return self.sides[0].dead + self.sides[1].dead

    def owner(self, space: str) -> str | None:
        """The seat whose counter is on `space`, or None. Raises KeyError for a space the board does not have."""
        bit = 1 << self.layout.index[space]
        for seat, side in zip(self.seats, self.sides, strict=True):
            if side.counters & bit:
                return seat
        return None

    @property
    def counters(self) -> dict[str, str]:
        """Seat by occupied space id, in reading order."""
        both = self.sides[0].counters | self.sides[1].counters
        return {space: owner for space in self.layout.spaces(both) if (owner := self.owner(space)) is not None}


def card(state: AtonState, i: int, cartouche: int) -> int:
    """The revealed card of side `i` at `cartouche`. Raises LookupError before the reveal."""
    row = state.sides[i].row
    if row is None:
        raise LookupError("the row is not revealed")
    return row[cartouche - 1]
