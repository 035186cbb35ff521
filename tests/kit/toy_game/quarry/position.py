"""The moves and the position of Quarry."""

from __future__ import annotations

import msgspec

from companion.engine.game import Move, Setup, State


class Stake(Move, frozen=True, tag="stake"):
    """A seat shows its stake, 0 to 3."""

    stones: int


class Take(Move, frozen=True, tag="take"):
    """A seat empties a pit (from 0)."""

    pit: int


class Flip(Move, frozen=True, tag="flip"):
    """The table turns up the token that lies on top of the pile."""

    token: int


class Leave(Move, frozen=True, tag="leave"):
    """All agree to stop here."""


class Correct(Move, frozen=True, tag="correct"):
    """The table puts stones right: what lies in each pit and before each seat."""

    pits: tuple[int, ...] | None = None
    stones: dict[str, int] | None = None


class Stones(Setup, frozen=True):
    """How many stones lie in each pit."""

    pits: tuple[int, ...]


class Position(State):
    """Stakes by seat as they are shown; stones and tokens by seat; tokens seen; who is to act."""

    options: dict[str, str | int | bool | None]
    total: int
    pits: tuple[int, ...]
    stakes: dict[str, int] = msgspec.field(default_factory=dict)
    stones: dict[str, int] = msgspec.field(default_factory=dict)
    tokens: dict[str, int] = msgspec.field(default_factory=dict)
    seen: tuple[int, ...] = ()
    turn: int = 0
    flipping: bool = False
    stopped: bool = False

    @property
    def staking(self) -> bool:
        return len(self.stakes) < len(self.seats)

    @property
    def over(self) -> bool:
        return self.stopped or (not self.staking and not self.flipping and not any(self.pits))


def copy_of(position: Position) -> Position:
    """A position of its own, to be changed."""
    return msgspec.structs.replace(
        position,
        n=position.n + 1,
        stakes=dict(position.stakes),
        stones=dict(position.stones),
        tokens=dict(position.tokens),
    )
