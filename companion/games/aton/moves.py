"""The moves of Aton: what people at the table do, one small record each (spec aton 4.1, 5)."""

from __future__ import annotations

from typing import Literal

from companion.engine.game import Move

Colour = Literal["red", "blue"]


class Ready(Move, frozen=True, tag="ready"):
    """A player's four cards lie face down at the own cartouches."""


class Unready(Move, frozen=True, tag="unready"):
    """A player takes the own face-down row back, before the other is ready."""


class Exchange(Move, frozen=True, tag="exchange"):
    """A player swaps the four cards in hand for new ones and gives up the exchange token."""


class Thrown(Move, frozen=True, tag="thrown"):
    """The four cards thrown by an exchange, where the table plays them face up. Values 1 to 4."""

    cards: tuple[int, ...]


class TurnedUp(Move, frozen=True, tag="turned_up"):
    """A player's row was turned up before the other was ready (spec aton 5.7)."""


class Reveal(Move, frozen=True, tag="reveal"):
    """A player's cards at cartouches 1, 2, 3, 4. Values 1 to 4."""

    cards: tuple[int, ...]


class TieDraw(Move, frozen=True, tag="tie_draw"):
    """The cards both players turned up from their piles to settle the order. Values 1 to 4."""

    red: int
    blue: int


class Coin(Move, frozen=True, tag="coin"):
    """A coin said who is first."""

    first: Colour


class Remove(Move, frozen=True, tag="remove"):
    """One counter goes from a temple to the Kingdom of the Dead."""

    space: str


class RemoveAll(Move, frozen=True, tag="remove_all"):
    """The whole removal, where there is only one way to do it."""

    spaces: tuple[str, ...]


class Place(Move, frozen=True, tag="place"):
    """One counter goes from the stock to an empty space."""

    space: str


class PlaceAll(Move, frozen=True, tag="place_all"):
    """The whole placement, where there is only one way; counters without a space go to the Dead with it."""

    spaces: tuple[str, ...]


class Thin(Move, frozen=True, tag="thin"):
    """After a scoring, one own counter goes from a temple to the stock."""

    space: str


class ThinAll(Move, frozen=True, tag="thin_all"):
    """All that is left of the thinning, where there is only one way to do it."""

    spaces: tuple[str, ...]


class Done(Move, frozen=True, tag="done"):
    """A player says the step is over. Always refused: a step ends by itself when nothing is owed."""


class Shift(Move, frozen=True, tag="shift"):
    """A counter moved from space to space. Always refused."""

    space: str
    to: str


class Bury(Move, frozen=True, tag="bury"):
    """A counter sent from the stock to the Dead by hand. Always refused: the surplus goes by itself."""


class Correct(Move, frozen=True, tag="correct"):
    """The table says otherwise: spaces (seat id or null), counters in the Dead, scores, exchange tokens still held."""

    board: dict[str, str | None] = {}
    dead: dict[str, int] = {}
    scores: dict[str, int] = {}
    tokens: dict[str, bool] = {}


class Leave(Move, frozen=True, tag="leave"):
    """A player leaves; `outcome` is what the table agreed on for that (switch `abandon`)."""

    outcome: Literal["save", "opponent_wins", "no_result"]


class Stop(Move, frozen=True, tag="stop"):
    """Both agree to stop: no winner, the score is shown."""


MOVES: tuple[type[Move], ...] = (
    Ready,
    Unready,
    Exchange,
    Thrown,
    TurnedUp,
    Reveal,
    TieDraw,
    Coin,
    Remove,
    RemoveAll,
    Place,
    PlaceAll,
    Thin,
    ThinAll,
    Done,
    Shift,
    Bury,
    Correct,
    Leave,
    Stop,
)
