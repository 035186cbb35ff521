"""The moves of Sobek: small facts, each told once at the table."""

from __future__ import annotations

from companion.engine.game import Move

NEW = -1
"""The `onto` of a set that is none of the seat's sets yet."""


class Lay(Move, frozen=True, tag="lay"):
    """A card of the delivery as it lies on the quay: `place` from 1 on, `card` a goods card or CHA. By the table."""

    place: int
    card: str


class Laid(Move, frozen=True, tag="laid"):
    """The delivery lies there as it was told (spec sobek 3.2, 4). By the table."""


class Lot(Move, frozen=True, tag="lot"):
    """Of those who share the fewest points, `seat` names the starting player (spec 3.2 step 6). By the table."""

    seat: str


class Begin(Move, frozen=True, tag="begin"):
    """Name the starting player of the round (spec 3.2 step 6)."""

    seat: str


class Take(Move, frozen=True, tag="take"):
    """Take the card at `place` of the quay (spec 5.1), with the Merchant any card (spec 5.2)."""

    place: int


class Character(Move, frozen=True, tag="character"):
    """Play the character `name` from the hand for its power (spec 5.2)."""

    name: str


class Decline(Move, frozen=True, tag="decline"):
    """Do not use the power of the character just played; the card is spent all the same (spec 5.2)."""


class Aim(Move, frozen=True, tag="aim"):
    """Name the player whom the power or the token concerns (spec 5.2, 5.4)."""

    seat: str


class Name(Move, frozen=True, tag="family"):
    """Name the family that the priest drops from under the own tile (spec 5.2)."""

    family: str


class Drop(Move, frozen=True, tag="drop"):
    """So many cards of the family named left the own corruption pile, characters among them (spec 5.2)."""

    cards: int


class LaySet(Move, frozen=True, tag="set"):
    """Begin a set of `family`, or an addition to the own set number `onto` (from 0; -1: a new one) (spec 5.3)."""

    family: str
    onto: int = NEW


class Add(Move, frozen=True, tag="add"):
    """Put `card` from the hand to what is being laid: a goods card, AMU, or a character by name (spec 5.3)."""

    card: str


class Down(Move, frozen=True, tag="down"):
    """What is being laid is complete and stays (spec 5.3)."""


class Withdraw(Move, frozen=True, tag="withdraw"):
    """Take what is being laid back into the hand and choose anew."""


class Token(Move, frozen=True, tag="event"):
    """Choose an event token (spec 5.4)."""

    token: str


class Prosper(Move, frozen=True, tag="prosper"):
    """Put the Prosperity token on the own set number `onto` (spec 5.4)."""

    onto: int


class Tell(Move, frozen=True, tag="tell"):
    """The number printed on the token `key` (`prosperity` or `curse`), which the box did not know. By the table."""

    key: str
    value: int


class Reveal(Move, frozen=True, tag="fraud"):
    """The number of cards under the own tile, shown for the Fraud (spec 5.4)."""

    cards: int


class Done(Move, frozen=True, tag="done"):
    """Lay no more sets in this round (spec 5.5)."""


class Counted(Move, frozen=True, tag="counted"):
    """The corruption cards are counted and agree with the numbers shown (spec 6.1). By the table."""


class Recount(Move, frozen=True, tag="recount"):
    """Another number of corruption cards lies under the own tile than was shown: the table's cards win (spec 6)."""

    cards: int


class Scarabs(Move, frozen=True, tag="scarabs"):
    """So many scarabs are printed on the own corruption cards (spec 7.4 step 2)."""

    scarabs: int


class Guilt(Move, frozen=True, tag="guilt"):
    """Nobody has any corruption card: whether all are penalised (spec 7.4 step 5). By the table."""

    all: bool


class ForgetEvent(Move, frozen=True, tag="forget_event"):
    """Nobody thought of the event; play has gone on (spec 10.1). By the table."""


class LateEvent(Move, frozen=True, tag="late_event"):
    """Make up the event that was forgotten (spec 10.1)."""


class Leave(Move, frozen=True, tag="leave"):
    """A player leaves the game for good (spec 10.1)."""


class Stop(Move, frozen=True, tag="stop"):
    """The table stops after a finished round (spec 10.1). By the table."""


class Correct(Move, frozen=True, tag="correct", kw_only=True):
    """The table puts the position right: the new values of whatever was wrong (spec 10.1). By the table.

    points, hands, piles: by seat. sets: number of a card by seat, number of the set and card. quay: card by place.
    deck, tokens: how many are left. turn: whose turn it is. told: values of the box told in this game, null to forget
    one. unsure: seats of whose hand nothing is known any more.
    """

    points: dict[str, int] = {}
    hands: dict[str, int] = {}
    piles: dict[str, int] = {}
    sets: dict[str, dict[str, dict[str, int]]] = {}
    quay: dict[str, str] = {}
    deck: int | None = None
    tokens: int | None = None
    turn: str | None = None
    told: dict[str, int | str | None] = {}
    unsure: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing would change."""
        return not any(getattr(self, name) not in ({}, (), None) for name in self.__struct_fields__ if name != "by")


MOVES: tuple[type[Move], ...] = (
    Lay,
    Laid,
    Lot,
    Begin,
    Take,
    Character,
    Decline,
    Aim,
    Name,
    Drop,
    LaySet,
    Add,
    Down,
    Withdraw,
    Token,
    Prosper,
    Tell,
    Reveal,
    Done,
    Counted,
    Recount,
    Scarabs,
    Guilt,
    ForgetEvent,
    LateEvent,
    Leave,
    Stop,
    Correct,
)
