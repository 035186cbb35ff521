"""The moves of Nefertiti: small facts, each told once at the table.

Squares are named with their half ("GIZ-L:s3"), gift places by their name in the market ("top", "low1").
"""

from __future__ import annotations

import msgspec

from companion.engine.game import Move


class Lay(Move, frozen=True, tag="lay"):
    """The next card off the deck, laid on the place that is due (spec nefertiti 3.1, 5.5). By the table.

    `gift`: a gift id, or "akhenaton".
    """

    gift: str


class Place(Move, frozen=True, tag="place"):
    """Put a free servant on `square` (spec 5.2)."""

    square: str


class NewSquare(Move, frozen=True, tag="new_square"):
    """Put a free servant on a square of `market` that is not known yet; its number and icons are asked next."""

    market: str


class Number(Move, frozen=True, tag="number"):
    """The number printed on the new square, 0 to 12 (spec 2.4)."""

    number: int


class Icons(Move, frozen=True, tag="icons"):
    """What else is printed on the new square: "none", or icons joined by "+" ("COIN+PLUS_GIFT")."""

    icons: str


class Character(Move, frozen=True, tag="character"):
    """Spend a seal for the character `card` ("scribe:3"; "thief" where the number is not known) (spec 5.1)."""

    card: str


class Name(Move, frozen=True, tag="name"):
    """Name a type of gift for a character's power (spec 2.6)."""

    gift: str


class Sell(Move, frozen=True, tag="sell"):
    """How many cards of the named type the Scribe scores and gives up; `doubles` of them are double senets."""

    cards: int
    doubles: int = 0


class GiveUp(Move, frozen=True, tag="give_up"):
    """Which card of the named type goes out of the game, where there is a choice (single or double senet)."""

    gift: str


class Collect(Move, frozen=True, tag="collect"):
    """Take the character's money from `source`: a market (its reserve) or a seat."""

    source: str


class Steal(Move, frozen=True, tag="steal"):
    """Take a gift with a character: `source` is a seat or a gift place with its market ("GIZ:low1")."""

    source: str
    gift: str


class Offer(Move, frozen=True, tag="offer"):
    """The own gift that is exchanged."""

    gift: str


class Swap(Move, frozen=True, tag="swap"):
    """The gift of the seat `victim` that comes for it."""

    victim: str
    gift: str


class Nothing(Move, frozen=True, tag="nothing"):
    """The power can do nothing now, or nothing is wanted from it."""


class Lift(Move, frozen=True, tag="lift"):
    """Effect entered by hand: what moves ("gift:GIZ:top", "holding:red:gold", "money:red", "seal:red", "prestige:red").

    Reserves are "reserve:GIZ", seals on markets "seal:GIZ".
    """

    source: str


class Put(Move, frozen=True, tag="put"):
    """Effect entered by hand: where it goes: a seat, a market (its reserve), a place of a market, or "out"."""

    target: str


class Amount(Move, frozen=True, tag="amount"):
    """Effect entered by hand: how many deben, or by how much the prestige changes."""

    amount: int


class MoreServant(Move, frozen=True, tag="more_servant"):
    """Effect entered by hand: one more servant may be placed in this turn."""


class EffectDone(Move, frozen=True, tag="effect_done"):
    """Effect entered by hand: all of it is entered."""


class Force(Move, frozen=True, tag="force"):
    """Without a free servant: close `market`, whatever its rule says (spec 5.3)."""

    market: str


class Closes(Move, frozen=True, tag="closes"):
    """The table sees that `market` closes now, where its rule is not known (spec 2.5 MANUAL). By the table."""

    market: str


class Whole(Move, frozen=True, tag="whole"):
    """Asked for the number of another square, the table sees that `half` has none. By the table."""

    half: str


class Roll(Move, frozen=True, tag="roll"):
    """One die of the roll that may close the market (spec 2.5 DICE_MATCH). By the table."""

    die: int


class NextBidder(Move, frozen=True, tag="next_bidder"):
    """Which of several equal bids goes first (spec 5.4). By the table."""

    square: str


class Take(Move, frozen=True, tag="take"):
    """Pay, if it is not paid yet, and take the gift at `place` of the closing market (spec 5.4)."""

    place: str


class Enough(Move, frozen=True, tag="enough"):
    """Take no further gift."""


class Half(Move, frozen=True, tag="half"):
    """Pay nothing and take half of the reserve, rounded up (spec 5.4)."""


class CloseNext(Move, frozen=True, tag="close_next"):
    """Which market closes next when all of them do (spec 5.6 C3)."""

    market: str


class Tell(Move, frozen=True, tag="tell"):
    """The table's answer to a question of the house that is open: `key` is a switch of spec 5.7. By the table."""

    key: str
    value: str


class Value(Move, frozen=True, tag="value"):
    """A printed number that is asked now: a gift's value, a character's number. By the table."""

    value: int


class Leave(Move, frozen=True, tag="leave"):
    """A player leaves the game (spec 10.1)."""


class GameOver(Move, frozen=True, tag="game_over"):
    """The table ends the game here; the final scoring follows (spec 5.6). By the table."""


class Seen(Move, frozen=True, tag="seen"):
    """The next card of the deck was seen by all (spec 10.1); it is named next. By the table."""


class Known(Move, frozen=True, tag="known"):
    """Which card that was: a gift id or "akhenaton". By the table."""

    gift: str


class Correct(Move, frozen=True, tag="correct", kw_only=True):
    """The table puts the position right: the new values of whatever was wrong (spec 10.1). By the table.

    places: gift id or "" by "MARKET:PLACE". seals: whether a seal lies, by market. held: cards by seat and gift id.
    servants: seat or "" by square. money, reserve, prestige, own_seals: numbers by seat or market. used: characters
    played by id. visible: half by market. turn: a seat.
    """

    places: dict[str, str] = {}
    seals: dict[str, bool] = {}
    held: dict[str, dict[str, int]] = {}
    servants: dict[str, str] = {}
    money: dict[str, int] = {}
    reserve: dict[str, int] = {}
    prestige: dict[str, int] = {}
    own_seals: dict[str, int] = {}
    used: dict[str, int] = {}
    visible: dict[str, str] = {}
    turn: str | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing is changed at all."""
        return self.turn is None and not any(
            getattr(self, name) for name in self.__struct_fields__ if name not in ("by", "turn")
        )

    def __hash__(self) -> int:
        """By content, as every move; the fields are plain data."""
        return hash(msgspec.json.encode(self, order="deterministic"))


MOVES: tuple[type[Move], ...] = (
    Lay, Place, NewSquare, Number, Icons, Character, Name, Sell, GiveUp, Collect, Steal, Offer, Swap, Nothing,
    Lift, Put, Amount, MoreServant, EffectDone, Force, Closes, Whole, Roll, NextBidder, Take, Enough, Half, CloseNext,
    Tell, Value, Leave, GameOver, Seen, Known, Correct,
)  # fmt: skip
