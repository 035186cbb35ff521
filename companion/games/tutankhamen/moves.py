"""The moves of Tutankhamen: small facts, each told once at the table."""

from __future__ import annotations

import msgspec

from companion.engine.game import Move


class Take(Move, frozen=True, tag="take"):
    """Jump forward to `slot` (from 1 at the start) and take the tile there (spec tutankhamen 5.1)."""

    slot: int


class Finish(Move, frozen=True, tag="finish"):
    """Go to the pyramid and stay there; the first one takes the mask (spec 5.1, 5.5)."""


class Pass(Move, frozen=True, tag="pass"):
    """Give up the turn. Never allowed (spec 5.1); it exists so that the table can be told why."""


class Steal(Move, frozen=True, tag="steal"):
    """Use the coin tile: take one tile of `kind` from the seat `victim` (spec 5.3)."""

    kind: str
    victim: str


class Decline(Move, frozen=True, tag="decline"):
    """Do not use the coin tile; it goes out of play (spec 5.3)."""


class Mask(Move, frozen=True, tag="mask"):
    """Answer whether the mask is used for the set being scored (spec 5.5)."""

    use: bool


class Pharaoh(Move, frozen=True, tag="pharaoh"):
    """Answer whether one pharaoh is added to the set being scored (spec 7.2)."""

    add: bool


class TakeKind(Move, frozen=True, tag="take_kind"):
    """Light mode: a tile of `kind` (also PH, CO) was taken from a path that is not recorded (spec 6 C)."""

    kind: str


class ClearKind(Move, frozen=True, tag="clear_kind"):
    """Light mode: the next tile behind the last pawn was of `kind` and goes out of play. By the table."""

    kind: str


class Cleared(Move, frozen=True, tag="cleared"):
    """Light mode: no more tiles lie behind the last pawn. By the table."""


class Leave(Move, frozen=True, tag="leave"):
    """A player leaves the game for good (spec 10.1)."""


class Stop(Move, frozen=True, tag="stop"):
    """The table stops the game here; the ranking is as it stands. By the table."""


class FinishNow(Move, frozen=True, tag="finish_now"):
    """Every set is scored, so everybody agrees to end at once (spec 4). By the table."""


class Forget(Move, frozen=True, tag="forget_path"):
    """Nobody knows any more which tile lies where: the game goes on without a recorded path (10.1). By the table."""


class Correct(Move, frozen=True, tag="correct", kw_only=True):
    """The table puts the position right: the new values of whatever was wrong (spec 10.1). By the table.

    slots: kind id by slot number, "" for empty. held: tiles by seat and kind. points: points scored by seat. pawns:
    slot by seat, 0 for the start, one beyond the last slot for the pyramid. left: tiles in an unrecorded path by kind.
    present: tiles of a kind that are in the box at all. mask: "pyramid", "out" or a seat. turn: the seat to move.
    """

    slots: dict[str, str] = {}
    held: dict[str, dict[str, int]] = {}
    points: dict[str, int] = {}
    pawns: dict[str, int] = {}
    left: dict[str, int] = {}
    present: dict[str, int] = {}
    mask: str | None = None
    turn: str | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing is said in it."""
        given = msgspec.structs.asdict(self)
        return not any(value for name, value in given.items() if name != "by")


MOVES: tuple[type[Move], ...] = (
    Take,
    Finish,
    Pass,
    Steal,
    Decline,
    Mask,
    Pharaoh,
    TakeKind,
    ClearKind,
    Cleared,
    Leave,
    Stop,
    FinishNow,
    Forget,
    Correct,
)
