"""The position of a game of Nefertiti: everything the table has told, and what it is asked now."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Any, Literal

import msgspec

from companion.engine.game import State
from companion.games.nefertiti.components import (
    GIFTS,
    MARKETS,
    PLACES,
    TYPES,
    Catalogue,
    Character,
    Effect,
    Half,
    Square,
)

AKHENATON = "akhenaton"
OUT = "out"
LAST_FIVE = 5
"""Akhenaton is among so many cards at the bottom of the deck (spec nefertiti 3.1)."""
MOST_PRESTIGE = 400
"""So much can be entered for a seat, by a correction or by a power that is carried out by hand."""

Stage = Literal[
    "lay", "place", "force", "number", "icons", "name", "sell", "give_up", "collect", "steal", "offer", "swap",
    "effect", "put", "amount", "roll", "tie", "buy", "bid", "more", "close_next", "ask", "value", "seen", "over",
]  # fmt: skip


class Match(msgspec.Struct, frozen=True, dict=True):
    """What is settled before play: the printed facts (they grow as the table tells them) and the house answers.

    house: answers in force by key of `HOUSE`; a missing one is asked when it matters. hide: holdings are hidden.
    """

    facts: Catalogue
    house: dict[str, Any]
    hide: bool = False

    @cached_property
    def squares(self) -> dict[str, Square]:
        """Every known square by its full id ("GIZ-L:s3")."""
        return {f"{half.id}:{square.id}": square for half in self.facts.halves.values() for square in half.squares}

    @cached_property
    def of_half(self) -> dict[str, tuple[str, ...]]:
        """Full ids of the known squares of each half."""
        return {
            half.id: tuple(f"{half.id}:{square.id}" for square in half.squares) for half in self.facts.halves.values()
        }


class Servant(msgspec.Struct, frozen=True):
    """A servant of `seat` on a square (full id)."""

    square: str
    seat: str

    @property
    def market(self) -> str:
        """The market it stands in."""
        return self.square[:3]


class Closing(msgspec.Struct, frozen=True):
    """A market that is being resolved (spec 5.4).

    left: servants still to be handled, highest first. highest: the obliged purchase has not been made. now: who is
    asked (None: to be found). taken: places taken so far by `now`, which has paid then.
    """

    market: str
    left: tuple[Servant, ...]
    highest: bool = True
    now: Servant | None = None
    taken: tuple[str, ...] = ()


class Power(msgspec.Struct, frozen=True):
    """A character being carried out: its card, what it does, and how far it is.

    number: on the card, or as told. gift: the named type or the offered card. cards, doubles: what the Scribe scores
    (None: not settled). waits: seats that still have to give something up. source, target: what is moved by hand.
    """

    card: str
    kind: str
    effect: Effect
    source: str = ""
    number: int | None = None
    gift: str = ""
    cards: int | None = None
    doubles: int = 0
    waits: tuple[str, ...] = ()
    lifted: str = ""
    target: str = ""


class Rolling(msgspec.Struct, frozen=True):
    """A roll that may close `market`; `square` was just taken, `got` are the dice so far."""

    market: str
    square: str
    got: tuple[int, ...] = ()


class Late(msgspec.Struct, frozen=True):
    """A placement by `seat` after which the table may say that `market` closes.

    extra: servants that `seat` still had to place; acted: whether it had played a character in that turn.
    """

    market: str
    seat: str
    extra: int = 0
    acted: bool = False


class NewSquare(msgspec.Struct, frozen=True):
    """A square of `half` that is being told; `number` is None until it is known."""

    half: str
    number: int | None = None


class Ask(msgspec.Struct, frozen=True):
    """A question that is open: `key` of a house question, or "value" / "number" with the printed number meant.

    fact: the fact it is the answer to. index: the entry of a value row.
    """

    key: str
    fact: str
    index: int = 0
    who: str = ""


class Nefertiti(State, kw_only=True):
    """A position.

    visible: the half of each market that can be seen. open: markets that are open; tile: where "Market closed" lies.
    places: four gift ids by market in the order of `PLACES`, "" for none. seals_at: markets whose top place has a
    seal; supply: seals beside the board. reserve, money, prestige, seals, held: coins, points, seals, cards by seat.
    given: cards out of the game. servants: in the order they were placed. used: characters played. seen: gifts that
    came off the deck; deck: cards in it, Akhenaton with them; known: the card on top if all have seen it. laying:
    markets to be filled, the first now. acted: a character was played in this turn; placed: the turn's servant is
    placed (or a market forced); extra: more servants to place. told: facts told in this game. away: deben out of the
    game. gone: who has left. final: the final scoring is being made. end: why the game is over. veiled: seats whose
    gifts and money are not for the eyes that look on.
    """

    match: Match
    first: str
    turn: str
    visible: dict[str, str]
    tile: str
    open: tuple[str, ...]
    reserve: dict[str, int]
    money: dict[str, int]
    supply: int
    places: dict[str, tuple[str, ...]]
    prestige: dict[str, int]
    seals: dict[str, int]
    held: dict[str, dict[str, int]]
    used: dict[str, int]
    seen: dict[str, int]
    deck: int
    laying: tuple[str, ...]
    given: dict[str, int]
    seals_at: tuple[str, ...] = ()
    servants: tuple[Servant, ...] = ()
    removed: int = 0
    turns: int = 1
    akhenaton: bool = False
    mode: str = ""
    known: str = ""
    acted: bool = False
    placed: bool = False
    extra: int = 0
    square: NewSquare | None = None
    power: Power | None = None
    rolling: Rolling | None = None
    closing: Closing | None = None
    close_all: tuple[str, ...] = ()
    late: Late | None = None
    ask: Ask | None = None
    naming: bool = False
    shortfall: str = ""
    told: dict[str, Any] = {}
    away: int = 0
    gone: tuple[str, ...] = ()
    final: str = ""
    end: str = ""
    result: dict[str, int] = {}
    veiled: tuple[str, ...] = ()

    # what it asks

    @property
    def stage(self) -> Stage:
        """What the game waits for."""
        if self.end:
            return "over"
        if self.ask is not None:
            return "value" if self.ask.key in ("value", "number") else "ask"
        if self.naming:
            return "seen"
        if self.power is not None:
            return _power_stage(self.power)
        if self.square is not None:
            return "number" if self.square.number is None else "icons"
        if self.rolling is not None:
            return "roll"
        if self.closing is not None:
            return _closing_stage(self.closing)
        if self.close_all:
            return "close_next"
        if self.laying:
            return "lay"
        return "place" if self.can_place(self.turn) else "force"

    @property
    def asked(self) -> str | None:
        """The seat that must answer; None for the table, or at the end."""
        stage = self.stage
        if stage in ("over", "ask", "value", "seen", "roll", "tie", "lay"):
            return None
        if stage in ("buy", "bid", "more") and self.closing is not None and self.closing.now is not None:
            return self.closing.now.seat
        if stage == "give_up" and self.power is not None:
            return self.power.waits[0]
        if self.turn in self.gone:
            return next(seat for seat in self.others(self.turn) if seat not in self.gone)
        return self.turn

    # what lies where

    def half_of(self, market: str) -> Half:
        """The half of `market` that can be seen."""
        return self.match.facts.halves[self.visible[market]]

    def free(self, seat: str) -> int:
        """Servants of `seat` that are not on the board."""
        if seat in self.gone:
            return 0
        return self.match.facts.servants - sum(1 for servant in self.servants if servant.seat == seat)

    def standing(self, market: str) -> list[Servant]:
        """The servants in `market`, in the order they came."""
        return [servant for servant in self.servants if servant.square[:3] == market]

    def bid(self, square: str) -> int:
        """The number of a square."""
        return self.match.squares[square].bid

    def bonus(self, square: str) -> int:
        """The bonus coins of a servant that is put on a square now, as far as the reserve has them (spec 5.2)."""
        market = square[:3]
        return min(self.reserve[market], (not self.standing(market)) + ("COIN" in self.match.squares[square].icons))

    def is_whole(self, half: str) -> bool:
        """Whether every square of a half is known."""
        return self.match.facts.halves[half].complete

    def room(self) -> bool:
        """Whether any open market has a square that is empty, or may have one that is not known yet."""
        taken = {servant.square for servant in self.servants}
        for market in self.open:
            half = self.half_of(market)
            if not half.complete or any(square not in taken for square in self.match.of_half[half.id]):
                return True
        return False

    def can_place(self, seat: str) -> bool:
        """Whether `seat` can place a servant: one is free, and there is a square (spec 5.2, 5.6 C6)."""
        return self.free(seat) > 0 and self.room()

    def can_force(self, seat: str) -> bool:
        """Whether `seat` has a servant on an open market."""
        return any(servant.seat == seat and servant.square[:3] in self.open for servant in self.servants)

    def gift_at(self, market: str, place: str) -> str:
        """The gift at a place, "" where none lies."""
        return self.places[market][PLACES.index(place)]

    def owners(self, kind: str) -> int:
        """How many players own at least one card of a type (spec 7)."""
        if kind == "senet":
            return sum(1 for cards in self.held.values() if cards["senet1"] or cards["senet2"])
        return sum(1 for cards in self.held.values() if cards[kind])

    def cards_of(self, seat: str, kind: str) -> int:
        """Cards of a type that `seat` holds."""
        held = self.held[seat]
        return held["senet1"] + held["senet2"] if kind == "senet" else held[kind]

    def types_of(self, seat: str) -> tuple[str, ...]:
        """The types of gifts that `seat` holds."""
        return tuple(kind for kind in TYPES if self.cards_of(seat, kind))

    @property
    def staying(self) -> tuple[str, ...]:
        """Seats that have not left."""
        return tuple(seat for seat in self.seats if seat not in self.gone)

    @property
    def total(self) -> int:
        """Debens that are in the game (spec 3.2)."""
        facts = self.match.facts
        return sum(facts.money[str(len(self.seats))]) + len(MARKETS) * facts.reserve - self.away

    def others(self, seat: str) -> tuple[str, ...]:
        """The other seats, clockwise from `seat`."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[:at]

    # characters

    @property
    def characters_left(self) -> int:
        """Character cards beside the board."""
        return self.match.facts.character_total - self.removed - sum(self.used.values())

    def copies_left(self, card: str) -> int:
        """How many cards `card` there may still be beside the board."""
        characters = self.match.facts.characters
        known = characters.get(card)
        if known is None:
            return 0
        if known.copies is not None:
            return max(0, known.copies - self._off(card))
        sure = sum(max(0, c.copies - self._off(c.id)) for c in characters.values() if c.copies is not None)
        return max(0, self.characters_left - sure)

    def _off(self, card: str) -> int:
        facts = self.match.facts
        removed = self.removed if card == facts.removed_with_3 else 0
        return self.used.get(card, 0) + removed

    def character(self, card: str) -> Character:
        """The facts of a character card."""
        return self.match.facts.characters[card]

    def twin(self) -> Nefertiti:
        """A copy that shares nothing changeable with this position."""
        other = copy.copy(self)
        other.visible = self.visible.copy()
        other.reserve = self.reserve.copy()
        other.money = self.money.copy()
        other.places = self.places.copy()
        other.prestige = self.prestige.copy()
        other.seals = self.seals.copy()
        other.held = {seat: cards.copy() for seat, cards in self.held.items()}
        other.used = self.used.copy()
        other.seen = self.seen.copy()
        other.given = self.given.copy()
        other.told = self.told.copy()
        return other


def _closing_stage(closing: Closing) -> Stage:
    if closing.now is None:
        return "tie"
    if closing.taken:
        return "more"
    return "buy" if closing.highest else "bid"


POWER_STAGES: dict[Effect, Stage] = {
    "SCORE_TYPE": "name",
    "SCORE_DIVERSITY": "name",
    "DISCARD_TYPE": "name",
    "TAKE_MONEY": "collect",
    "STEAL_GIFT": "steal",
    "SWAP_GIFT": "offer",
    "EXTRA_PLACEMENT": "name",
    "MANUAL_EFFECT": "effect",
}
ONCE_NAMED: dict[Effect, Stage] = {"SWAP_GIFT": "swap", "SCORE_TYPE": "sell", "DISCARD_TYPE": "give_up"}


def _power_stage(power: Power) -> Stage:
    if power.effect == "MANUAL_EFFECT":
        if not power.lifted:
            return "effect"
        return "put" if not power.target else "amount"
    return ONCE_NAMED.get(power.effect, POWER_STAGES[power.effect]) if power.gift else POWER_STAGES[power.effect]


def no_cards() -> dict[str, int]:
    """A count of nothing by gift id."""
    return dict.fromkeys(GIFTS, 0)
