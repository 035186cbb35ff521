"""The moves of Egizia: small facts, each told once at the table (spec egizia 4, 5).

Places are written as on the board: a stop ("N4", "THEBES"), a slot ("SITE_B:2", "SITE_B:reserve"), a space of a
monument ("obelisk:3", "pyramid:2:1" for the first space of the second row, "temple:top:1", "grave:5"); ":new" stands
for a space that is not known yet ("obelisk:new", "pyramid:2:new", "pyramid:new" in a new row, "temple:top:new").
"""

from __future__ import annotations

import msgspec

from companion.engine.game import Move


class Grave(Move, frozen=True, tag="grave"):
    """The value of the grave tile that was turned up (spec 5.7). By the table."""

    value: int


class Reveal(Move, frozen=True, tag="reveal"):
    """The card that lies on `stop`, the first one still to be told: whole, or one of `OPEN_CARDS`. By the table."""

    stop: str
    card: str


class Face(Move, frozen=True, tag="face"):
    """What is printed on the card that was told in part: the whole card ("quarry:3"). By the table."""

    card: str


class Clear(Move, frozen=True, tag="clear"):
    """Another card lies on `stop` than was told; it is told again. By the table."""

    stop: str


class Revealed(Move, frozen=True, tag="revealed"):
    """All ten cards are told as they lie there. By the table."""


class Place(Move, frozen=True, tag="place"):
    """Put a ship on a stop or a slot; `double`: with the card that makes a round space count twice (spec 5.1)."""

    place: str
    double: bool = False


class Below(Move, frozen=True, tag="below"):
    """Whether the stop just named lies downstream of the seat's last ship, where the river is not known."""

    yes: bool


class Pass(Move, frozen=True, tag="pass"):
    """Place no more ships in this round (spec 5.1)."""


class Use(Move, frozen=True, tag="use"):
    """Play a card that needs nothing more: "extra_ship" or "stones" (spec 2.11.1)."""

    card: str


class SellTen(Move, frozen=True, tag="sell_ten"):
    """Play "sell_ten" as an anytime card: so many stones, 1 to 10, for a point each (spec 5.12)."""

    stones: int


class Attach(Move, frozen=True, tag="attach"):
    """Attach a "field_upgrade" to the own field with this number, from 0 in the order they were taken (spec 5.12)."""

    field: int


class Ring(Move, frozen=True, tag="ring"):
    """Where the water ring lies now; the circle it lies on already: it stays (spec 2.3)."""

    circle: str


class Grow(Move, frozen=True, tag="grow"):
    """Which crew gets stronger by one (spec 2.3 Alyi)."""

    crew: str


class Flex(Move, frozen=True, tag="flex"):
    """Two crews that get stronger by one each, joined by "+" ("c1+j"), or one twice ("c2+c2") (spec 2.11.1)."""

    crews: str


class Pair(Move, frozen=True, tag="pair"):
    """Which two crews are pictured on the round space, joined by "+", where that is not known. By the table."""

    crews: str


class LastRow(Move, frozen=True, tag="last_row"):
    """Whether the marker just moved lies on the last row of its market, where that is not known. By the table."""

    yes: bool


class Strengthen(Move, frozen=True, tag="strengthen"):
    """A crew stronger by one with "crew_plus_one" or, for 2 stones, "stones_to_crew": once a round, at any moment."""

    card: str
    crew: str


class Pick(Move, frozen=True, tag="pick"):
    """Take the card that nobody took from `stop` (spec 5.2)."""

    stop: str


class Enough(Move, frozen=True, tag="enough"):
    """No more: no further ship, no leftover card, nothing before the round ends."""


class Go(Move, frozen=True, tag="go"):
    """Feed now. By the table (spec 5.3)."""


class Feed(Move, frozen=True, tag="feed"):
    """Feed with so many "grain" cards and so many stones (spec 5.3)."""

    cards: int = 0
    stones: int = 0


class Penalty(Move, frozen=True, tag="penalty"):
    """The points lost for each missing grain in the row of the marker, where that is not known. By the table."""

    points: int


class First(Move, frozen=True, tag="first"):
    """Move the own ship to the first position of the site (spec 5.5)."""


class Stay(Move, frozen=True, tag="stay"):
    """Leave the own ship where it is."""


class Crew(Move, frozen=True, tag="crew"):
    """An unused crew (or the joker) joins this build; a second ordinary one with "two_crews" (spec 5.5)."""

    crew: str


class Boost(Move, frozen=True, tag="boost"):
    """Play "crew_boost": 3 more strength for a crew of this build."""

    crew: str


class Build(Move, frozen=True, tag="build"):
    """A stone on a space, or the next grave tile taken ("grave:5") (spec 5.7, 5.8)."""

    space: str


class Worth(Move, frozen=True, tag="worth"):
    """The value printed on the space just named, where it is not known. By the table."""

    value: int


class Whole(Move, frozen=True, tag="whole"):
    """Whether the row or part just built on is complete, where that is not known. By the table."""

    yes: bool


class Done(Move, frozen=True, tag="done"):
    """The build is complete: pay, score, turn the crews down."""


class Withdraw(Move, frozen=True, tag="withdraw"):
    """Build nothing here: the ship goes back (spec 5.5)."""


class DrawCards(Move, frozen=True, tag="draw"):
    """Draw so many Sphinx cards, 1 to 5 (spec 5.6)."""

    cards: int


class Keep(Move, frozen=True, tag="keep"):
    """Keep so many of the drawn cards; two with "keep_two". The others go under the deck (spec 5.6)."""

    cards: int


class Market(Move, frozen=True, tag="market"):
    """Which of the two own markers moves down after a build at the obelisk and graves (spec 5.7)."""

    track: str


class Sell(Move, frozen=True, tag="sell"):
    """Sell so many stones in the final scoring (spec 7)."""

    stones: int


class Declare(Move, frozen=True, tag="declare"):
    """One of the own Sphinx cards, a type of `SPHINX_TYPES` (spec 7)."""

    card: str


class Printed(Move, frozen=True, tag="printed"):
    """The points printed on the Sphinx card that is asked for. By the table."""

    points: int


class Reached(Move, frozen=True, tag="reached"):
    """Whether what the Sphinx card asks for is reached, where that can't be counted. By the table."""

    yes: bool


class Leave(Move, frozen=True, tag="leave"):
    """A player leaves the game (spec 5.13)."""


class Early(Move, frozen=True, tag="early"):
    """A grave tile was turned up too early; its value is told next (spec 5.13). By the table."""


class Correct(Move, frozen=True, tag="correct", kw_only=True):
    """The table puts the position right: the new values of whatever was wrong (spec 5.13). By the table.

    By seat: score, stones, ships, sphinx (cards held), stone_row, grain_row (from 1). crews: strength by seat and crew.
    up: whether a crew is face up, by "seat:crew". cards: copies of a Nile card by seat and card. stops: card or "" by
    card stop. ships_at: seat or "" by place. built: seat or "" by space. tiles: grave value by place. ring: a circle.
    deck: Sphinx cards in the deck. turn: a seat.
    """

    score: dict[str, int] = {}
    stones: dict[str, int] = {}
    ships: dict[str, int] = {}
    sphinx: dict[str, int] = {}
    stone_row: dict[str, int] = {}
    grain_row: dict[str, int] = {}
    crews: dict[str, dict[str, int]] = {}
    up: dict[str, bool] = {}
    cards: dict[str, dict[str, int]] = {}
    stops: dict[str, str] = {}
    ships_at: dict[str, str] = {}
    built: dict[str, str] = {}
    tiles: dict[str, int] = {}
    ring: str | None = None
    deck: int | None = None
    turn: str | None = None

    def __hash__(self) -> int:
        """By content, as every move; the fields are plain data."""
        return hash(msgspec.json.encode(self, order="deterministic"))


MOVES: tuple[type[Move], ...] = (
    Grave, Reveal, Face, Clear, Revealed, Place, Below, Pass, Use, SellTen, Attach, Ring, Grow, Flex, Pair, LastRow,
    Strengthen, Pick, Enough, Go, Feed, Penalty, First, Stay, Crew, Boost, Build, Worth, Whole, Done, Withdraw,
    DrawCards, Keep, Market, Sell, Declare, Printed, Reached, Leave, Early, Correct,
)  # fmt: skip
