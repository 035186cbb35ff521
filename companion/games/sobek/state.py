"""The position of a game of Sobek: what the table knows, and what can be concluded about hidden cards (spec 6)."""

from __future__ import annotations

import copy
from functools import lru_cache

import msgspec

from companion.engine.game import State
from companion.engine.knowledge import ANY, Hidden
from companion.games.sobek.catalogue import (
    AMULET,
    BLESSED,
    CARDS,
    CHARACTERS,
    DECK,
    FACE_DOWN,
    FAMILIES,
    QUAY,
    Catalogue,
)
from companion.games.sobek.switches import Switches

EMPTY = ""
GREEN = "GREEN"
"""The slot of a dealt card with a green back: some goods card without scarabs."""
HIDDEN = Hidden(-1)
"""A corruption pile that not everybody may know."""
ROUNDS, PER_ROUND, DEALT, LEAST, REACH, HAND, DRAWN = 3, 5, 2, 3, 4, 6, 3
"""Rounds; event tokens in each; green cards dealt to a seat; cards in the smallest set; places within reach; cards that
the Scribe leaves in a hand; cards that the Queen draws (spec 3 to 5)."""
GOAL = 100
"""More than this after the second round ends the game."""

Stage = str
"""What the game waits for; also the id of the decision."""


class LaidSet(msgspec.Struct, frozen=True):
    """A set in front of a seat: its family, its cards in the order they came, Prosperity tokens on it.

    `flat`: laid horizontally at the end of the round.
    """

    family: str
    cards: tuple[str, ...]
    prosperity: int = 0
    flat: bool = False

    def scarabs(self, facts: Catalogue) -> int:
        """Scarabs printed on its cards."""
        return sum(facts.card(card)[1] for card in self.cards)


class Draft(msgspec.Struct, frozen=True):
    """What a seat is laying: cards already put down, and the hand as it was before."""

    family: str
    onto: int
    cards: tuple[str, ...]
    before: Hidden


class Side(msgspec.Struct):
    """One seat: points, hand, corruption pile, Curse tokens, sets, what is being laid.

    done: lays no more sets in this round. gone: has left. counted: scarabs on the corruption cards, None where nobody
    needs to know.
    """

    points: int = 0
    hand: Hidden = Hidden()
    pile: Hidden = Hidden()
    curses: int = 0
    sets: tuple[LaidSet, ...] = ()
    draft: Draft | None = None
    done: bool = False
    gone: bool = False
    counted: int | None = None


class Sobek(State, kw_only=True):
    """A position.

    printed: the box. facts: the box with what was told in this game (`told`, by fact key). quay: nine places, "" where
    no card is; while a delivery is being laid its cards still count to the deck. delivery: number of the one on the
    quay. discard: cards laid off, characters by name and dropped goods by
    family. boxed: cards out of this round. astray: cards that a count did not find. left: event tokens still to choose;
    used: chosen ones by kind. seen: cards that lay on the quay in this round. extra: further turns of the seat to move.
    late: the seat whose event was forgotten. power and token: what is being carried out; family: what the priest
    named. least: so many cards of it everybody saw go under the tile. chooser: who names the starting player.
    start: points at the beginning of the round; players: how many began it; earned: points for the sets of the
    round being counted. asked: seats that still count their scarabs. finished: rounds that are over. end: why the
    game is over.
    """

    printed: Catalogue
    facts: Catalogue
    rules: Switches
    sides: dict[str, Side]
    turn: str
    stage: Stage = "lay"
    round: int = 1
    quay: tuple[str, ...] = (EMPTY,) * QUAY
    deck: int = DECK
    delivery: int = 1
    discard: dict[str, int] = {}
    boxed: int = 0
    astray: int = 0
    left: int = PER_ROUND
    used: dict[str, int] = {}
    seen: dict[str, int] = {}
    extra: int = 0
    late: str = ""
    power: str = ""
    token: str = ""
    family: str = ""
    least: int = 0
    chooser: str = ""
    told: dict[str, int | str] = {}
    start: dict[str, int] = {}
    earned: dict[str, int] = {}
    players: int
    asked: tuple[str, ...] = ()
    finished: int = 0
    end: str = ""

    @property
    def playing(self) -> tuple[str, ...]:
        """Seats that have not left."""
        return tuple(who for who in self.seats if not self.sides[who].gone)

    def clockwise(self, first: str) -> tuple[str, ...]:
        """All seats in clockwise order from `first`."""
        at = self.seats.index(first)
        return self.seats[at:] + self.seats[:at]

    def others(self, who: str) -> tuple[str, ...]:
        """The opponents of `who` in clockwise order."""
        return tuple(other for other in self.clockwise(who)[1:] if not self.sides[other].gone)

    @property
    def deliveries(self) -> int:
        """Deliveries of this round, if the deck is as it should be (spec 3.2)."""
        return 5 if self.players == 2 else 6

    @property
    def open_piles(self) -> bool:
        """Whether everybody may know how many cards lie under each tile."""
        return self.rules.counts_shown or self.stage in ("count", "scarabs", "guilt", "over")

    @property
    def on_quay(self) -> int:
        """Cards on the quay that have left the deck."""
        return 0 if self.stage == "lay" else QUAY - self.quay.count(EMPTY)

    @property
    def under_tiles(self) -> int:
        """All corruption cards together: what is nowhere else, so everybody can work it out."""
        here = self.deck + self.on_quay + self.boxed + self.astray + sum(self.discard.values())
        for side in self.sides.values():
            here += side.hand.n + sum(len(laid.cards) for laid in side.sets)
            if side.draft is not None:
                here += len(side.draft.cards)
        return CARDS - here

    def twin(self) -> Sobek:
        """A copy whose sides may be replaced with `side`; dictionaries of the old one are never changed."""
        other = copy.copy(self)
        other.sides = self.sides.copy()
        return other

    def side(self, who: str) -> Side:
        """The side of `who`, copied so that it may be changed. Only for a position that is a fresh twin."""
        fresh = copy.copy(self.sides[who])
        self.sides[who] = fresh
        return fresh


def reach(quay: tuple[str, ...]) -> list[int]:
    """Numbers (from 1) of the first four cards that remain (spec 5.1)."""
    return [at for at, card in enumerate(quay, 1) if card][:REACH]


def blessed(side: Side) -> list[int]:
    """Numbers of the sets that a Prosperity may lie on (spec 5.4)."""
    return [at for at, laid in enumerate(side.sets) if laid.family in BLESSED and not laid.flat]


def ways(facts: Catalogue) -> dict[str, tuple[str, ...]]:
    """For every card of a hand the slots of a hidden holding that can be it, goods first, then characters."""
    return _ways(tuple(facts.families[family].value for family in FAMILIES))


@lru_cache(maxsize=16)
def _ways(values: tuple[int, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for family, value in zip(FAMILIES, values, strict=True):
        found[f"{family}{value}"] = (f"{family}{value}", ANY)
        found[f"{family}0"] = (f"{family}0", GREEN, ANY)
    found[AMULET] = (AMULET, ANY)
    return found | dict.fromkeys(CHARACTERS, (FACE_DOWN, ANY))


def view(state: Sobek, seat: str | None) -> Sobek:
    """The position without what `seat` may not know (None: without what not everybody may know).

    Corruption piles are hidden until they are counted, unless the table plays with open counts; the one that a Fraud
    reveals is shown as long as it lies open.
    """
    if state.open_piles:
        return state
    seen = state.twin()
    for who in state.seats:
        own = who == seat and state.rules.own_pile_visible
        if not own and not (state.stage == "fraud" and who == state.turn) and state.sides[who].pile.n >= 0:
            seen.side(who).pile = HIDDEN
    return seen
