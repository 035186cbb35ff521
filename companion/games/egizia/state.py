"""The position of a game of Egizia: everything the table has told, and what it is asked now."""

from __future__ import annotations

import copy
from typing import Any, Literal

import msgspec

from companion.engine.game import State
from companion.games.egizia.components import CARD_STOPS, CIRCLES, COLOURS, PLACES, SITES, Catalogue

Phase = Literal[
    "setup", "reveal", "ships", "leftover", "feed", "produce", "site_a", "site_b", "site_c", "bonus", "last", "final",
    "over",
]  # fmt: skip
"""Where in the round (spec 4). "bonus" (participation) never waits; the new order is made when "last" is over."""
SITE_PHASES: tuple[Phase, ...] = ("site_a", "site_b", "site_c")

Stage = Literal[
    "grave", "reveal", "face", "ship", "below", "more", "ring", "grow", "flex", "attach", "pair", "last_row",
    "leftover", "feeding", "feed", "penalty", "produce", "first", "build", "worth", "whole", "keep", "market", "last",
    "sell", "declare", "printed", "reached", "over",
]  # fmt: skip
"""What the game waits for; also the id of the decision and of its help page."""
BETWEEN: tuple[Stage, ...] = (
    "reveal", "ship", "more", "leftover", "feeding", "feed", "produce", "first", "build", "last",
)  # fmt: skip
"""Stages between two events: there the cards that may be used at any moment of the round may be used (spec 4); not in
a build that has begun (`team` is not empty), and not in the final scoring."""


class Rules(msgspec.Struct, frozen=True):
    """The switches of spec 5.11 in force. draw_*: what the app draws for the table."""

    start_sphinx_card: bool = True
    pass_allowed: bool = True
    sphinx_plus_two_needs_work: bool = True
    leftover_timing: Literal["phase_2", "round"] = "phase_2"
    ten_percent_card: bool = True
    temple_own_side_only: bool = False
    pyramid_support: bool = False
    late_mistake: Literal["forward", "rewind"] = "forward"
    player_leaves: Literal["ghost", "end"] = "ghost"
    draw_nile: bool = False
    draw_graves: bool = False
    draw_sphinx: bool = False


class Field(msgspec.Struct, frozen=True):
    """A field in front of a seat: its printed colour and value, and cards that improve it (spec 5.12)."""

    colour: str
    value: int
    upgrades: int = 0

    @property
    def grade(self) -> str:
        """The colour it counts as."""
        return COLOURS[max(0, COLOURS.index(self.colour) - self.upgrades)]

    def watered(self, ring: str) -> bool:
        """Whether it gives grain with the water ring on that circle (spec 2.6)."""
        return COLOURS.index(self.grade) <= CIRCLES.index(ring)


class Side(msgspec.Struct):
    """One seat.

    score; arrival: a larger one came later to its space. stones in the counter; crews: strength by crew; down: crews
    face down. ships in the stock; last: the stop of the last ship of the round, "" before the first; out: places no
    more in this round. fields, quarries; cards: open and anytime cards in the order they were taken (fields, quarries
    and attached upgrades are not among them); fresh: cards taken as a leftover in this round. spent: cards used in this
    round, one entry a use. stone_row, grain_row: rows of the markers from 1. sphinx: Sphinx cards held. gone: has left.
    """

    score: int = 0
    arrival: int = 0
    stones: int = 0
    crews: dict[str, int] = {}
    down: tuple[str, ...] = ()
    ships: int = 0
    last: str = ""
    out: bool = False
    fields: tuple[Field, ...] = ()
    quarries: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    stone_row: int = 1
    grain_row: int = 1
    sphinx: int = 0
    gone: bool = False

    @property
    def need(self) -> int:
        """Grain that its crews eat (spec 5.3)."""
        return sum(self.crews.values())

    @property
    def production(self) -> int:
        """Stones from its quarries (spec 5.4)."""
        return sum(self.quarries)

    def grain(self, ring: str) -> int:
        """Grain from its fields with the water ring on that circle."""
        return sum(field.value for field in self.fields if field.watered(ring))

    def row(self, track: str) -> int:
        """The row of its marker on a market, from 1."""
        return self.stone_row if track == "stone" else self.grain_row

    def unused(self, card: str) -> int:
        """How many cards of this name it owns that were not used in this round."""
        return self.cards.count(card) - self.spent.count(card)


class Team(msgspec.Struct, frozen=True):
    """A build that has begun: crews, those of them that a card boosts, what was built so far, and its value."""

    crews: tuple[str, ...] = ()
    boosts: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    value: int = 0


class Todo(msgspec.Struct, frozen=True):
    """Something that must happen before play goes on: an effect, or a question about one.

    kind: "grow" (what: crew, number), "any_crew" (Alyi), "ring" (number: circles it may move), "steps" (what: track,
    number), "points", "stones" (number), "flex", "attach", "pair" (what: space, number: times), "row" (what: track:
    is it the last?), "market", "tile" (what: "grave:5"), "worth" (what: space), "whole" (what: line), "extra" ...
    """

    kind: str
    who: str = ""
    what: str = ""
    number: int = 0


class Stock(msgspec.Struct, frozen=True):
    """What the app has drawn and nobody may see yet. `view` takes it away.

    rows: ten cards for each round still to come; tiles: the values of the 12 grave places; dealt: the Sphinx card that
    each seat was dealt.
    """

    rows: tuple[tuple[str, ...], ...] = ()
    tiles: tuple[int, ...] = ()
    dealt: dict[str, str] = {}


class Egizia(State, kw_only=True):
    """A position.

    printed: the box; facts: the box with what was told in this game (`told`, by fact key). chips: seats by number
    chip, chip 1 first. clock: the last arrival number given. turn: who acts ("": the table). queue: who is still to
    act in this phase, in order; at a site it begins with the ship that is due. todo: what must happen first. stops:
    card on each card stop, "" where none lies. telling: the card stop and card that is told in part. ships: seats
    with a ship by stop. slots: seat or "" by slot for each site; reserve: the ship beside a full site. builders:
    ships that have built at this site; everyone: all of them may (spec 5.5 first position). worked: sites where a
    seat has built in this round. built: seat by space. tiles: values of the grave places in order, 0 face down;
    early: tiles turned up too soon. ring: circle of the water ring. deck: cards in the Sphinx deck. shown: Nile
    cards that lay on the river in this game, by deck. placed: the seat to move has placed a ship in this turn; in
    the feeding, the table has said go. team: the build that has begun. drawn: Sphinx cards being looked at.
    asked_space: the space or line that the table is asked about. named: Sphinx cards entered by the seat that is
    being scored; scored: those of all seats scored before. answers: what the table has said about Sphinx
    conditions. stock: what the app has drawn. done_final: seats already scored. end: why the game is over.
    """

    rules: Rules
    printed: Catalogue
    facts: Catalogue
    sides: dict[str, Side]
    chips: tuple[str, ...]
    clock: int = 0
    round: int = 1
    phase: Phase = "setup"
    stage: Stage = "grave"
    turn: str = ""
    queue: tuple[str, ...] = ()
    todo: tuple[Todo, ...] = ()
    stops: dict[str, str] = msgspec.field(default_factory=lambda: dict.fromkeys(CARD_STOPS, ""))
    telling: tuple[str, str] = ("", "")
    ships: dict[str, tuple[str, ...]] = {}
    slots: dict[str, tuple[str, ...]] = {}
    reserve: dict[str, str] = msgspec.field(default_factory=lambda: dict.fromkeys(SITES, ""))
    builders: int = 0
    everyone: bool = False
    worked: dict[str, tuple[str, ...]] = {}
    built: dict[str, str] = {}
    tiles: tuple[int, ...] = (0,) * PLACES
    early: int = 0
    ring: str = "middle"
    deck: int = 0
    shown: dict[str, dict[str, int]] = {}
    placed: bool = False
    team: Team | None = None
    drawn: int = 0
    asked_space: str = ""
    named: tuple[str, ...] = ()
    scored: dict[str, tuple[str, ...]] = {}
    answers: dict[str, Any] = {}
    stock: Stock | None = None
    done_final: tuple[str, ...] = ()
    told: dict[str, Any] = {}
    end: str = ""

    @property
    def playing(self) -> tuple[str, ...]:
        """Seats that have not left, by chip ascending."""
        return tuple(who for who in self.chips if not self.sides[who].gone)

    @property
    def front(self) -> tuple[str, ...]:
        """Seats that have not left in score order, the leader first; on one space the earlier arrival (spec 4.1)."""
        return tuple(sorted(self.playing, key=lambda who: (-self.sides[who].score, self.sides[who].arrival)))

    @property
    def open_tiles(self) -> tuple[int, ...]:
        """Numbers (from 1) of the grave places whose tile lies face up and is not taken, in order."""
        return tuple(at for at, value in enumerate(self.tiles, 1) if value and f"grave:{at}" not in self.built)

    def enter(self, phase: Phase, queue: tuple[str, ...] = ()) -> None:
        """Begin a phase: who acts in it, in order. Only for a position that is a fresh twin."""
        self.phase, self.queue, self.turn, self.placed, self.team = phase, queue, "", False, None

    def due(self, *todo: Todo) -> None:
        """Put these in front of what must happen first. Only for a position that is a fresh twin."""
        self.todo = (*todo, *self.todo)

    def wait(self, stage: Stage, turn: str = "") -> bool:
        """Stop and ask: `turn` is the seat that must answer, "" the table. False, for the steps of the course."""
        self.stage, self.turn = stage, turn
        return False

    def twin(self) -> Egizia:
        """A copy whose dictionaries may be changed; sides are replaced with `side`."""
        other = copy.copy(self)
        other.sides = self.sides.copy()
        return other

    def side(self, who: str) -> Side:
        """The side of `who`, copied so that it may be changed. Only for a position that is a fresh twin.

        Its `crews` is the old one's still: replace it, never change it in place.
        """
        fresh = copy.copy(self.sides[who])
        self.sides[who] = fresh
        return fresh


def view(state: Egizia, seat: str | None) -> Egizia:
    """The position without what `seat` may not know (None: what not everybody may know).

    What the app has drawn is hidden but for one's own dealt card; so are the Sphinx cards that a seat is entering.
    """
    if state.stock is None and not state.named:
        return state
    seen = state.twin()
    if state.named and seat != state.turn:
        seen.named = ("",) * len(state.named)
    if state.stock is not None:
        own = {who: card for who, card in state.stock.dealt.items() if who == seat}
        seen.stock = Stock(dealt=own)
    return seen
