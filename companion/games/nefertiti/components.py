"""The printed things of a box as types: squares, rules, halves, gifts, characters, and their names (spec 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from companion.engine.text import T, Text

MARKETS = ("GIZ", "AKH", "ABU", "LOU")
HALVES = tuple(f"{market}-{side}" for market in MARKETS for side in "LR")
PLACES = ("top", "low1", "low2", "low3")
"""The gift places of a market, in the order a refill fills them (spec 2.3, 5.5)."""
TYPES = ("gold", "necklace", "mirror", "statuette", "chair", "harp", "senet")
GIFTS = ("gold", "necklace", "mirror", "statuette", "chair", "harp", "senet1", "senet2")
KINDS = ("scribe", "vizier", "royal_servant", "treasurer", "thief", "merchant", "extra_servant")
MOST_BID = 12
MOST_SQUARES = 20
MOST_VALUE = 30

Icon = Literal["COIN", "PLUS_GIFT", "ONE_GIFT"]
ICONS: tuple[Icon, ...] = ("COIN", "PLUS_GIFT", "ONE_GIFT")
RuleKind = Literal["SUM_GE", "COLOURS_OR_TOTAL", "CONNECTED_GE", "LINE", "COUNT_GE", "DICE_MATCH", "FULL", "MANUAL"]
RULES: tuple[RuleKind, ...] = (
    "SUM_GE", "COLOURS_OR_TOTAL", "CONNECTED_GE", "LINE", "COUNT_GE", "DICE_MATCH", "FULL", "MANUAL",
)  # fmt: skip
Effect = Literal[
    "SCORE_TYPE", "SCORE_DIVERSITY", "DISCARD_TYPE", "TAKE_MONEY", "STEAL_GIFT", "SWAP_GIFT", "EXTRA_PLACEMENT",
    "MANUAL_EFFECT",
]  # fmt: skip
EFFECTS: tuple[Effect, ...] = (
    "SCORE_TYPE", "SCORE_DIVERSITY", "DISCARD_TYPE", "TAKE_MONEY", "STEAL_GIFT", "SWAP_GIFT", "EXTRA_PLACEMENT",
    "MANUAL_EFFECT",
)  # fmt: skip
COUNTED = ("SCORE_TYPE", "SCORE_DIVERSITY", "TAKE_MONEY", "EXTRA_PLACEMENT")
"""Powers with a number on the card: a bonus, points for each kind, deben, servants."""
TAKEN_FROM: dict[str, tuple[str, ...]] = {"TAKE_MONEY": ("reserve", "player"), "STEAL_GIFT": ("market", "player")}
WHOLE_BOARD = ("CONNECTED_GE", "LINE", "FULL")
"""Rules that look at where squares lie: they are checked once every square of the half is known."""

MARKET_NAMES: dict[str, Text] = {
    "GIZ": T("Gizeh"),
    "AKH": T("Akhet-Aton"),
    "ABU": T("Abou Simbel"),
    "LOU": T("Louqsor"),
}
TYPE_NAMES: dict[str, Text] = {
    "gold": T("gold"),
    "necklace": T("necklace"),
    "mirror": T("mirror"),
    "statuette": T("statuette"),
    "chair": T("chair"),
    "harp": T("harp"),
    "senet": T("senet"),
}
TYPE_TITLES: dict[str, Text] = {
    "gold": T("Gold"),
    "necklace": T("Necklaces"),
    "mirror": T("Mirrors"),
    "statuette": T("Statuettes"),
    "chair": T("Chairs"),
    "harp": T("Harps"),
    "senet": T("Senet"),
}
"""The types as headings."""
GIFT_NAMES: dict[str, Text] = {
    **{gift: TYPE_NAMES[gift] for gift in GIFTS if gift in TYPE_NAMES},
    "senet1": T("senet"),
    "senet2": T("double senet"),
}
KIND_NAMES: dict[str, Text] = {
    "scribe": T("Scribe"),
    "vizier": T("Vizier"),
    "royal_servant": T("Royal Servant"),
    "treasurer": T("Treasurer"),
    "thief": T("Thief"),
    "merchant": T("Merchant"),
    "extra_servant": T("Extra servant"),
}
HOUSE: dict[str, tuple[Any, ...]] = {
    "end_mode": ("RUN_OUT", "IMMEDIATE", "CLOSE_ALL"),
    "akh_refill": ("finish", "stop", "no_open"),
    "senet_double": (2, 1),
    "later_top": (True, False),
    "unaffordable_bid": ("forbid", "warn"),
    "highest_cannot_pay": ("ask", "pass_over", "take_half"),
    "plus_gift": ("any", "low"),
    "full_half": ("stay", "close"),
    "scribe_keep": ("all", "choose"),
    "scribe_double": (2, 1),
    "leaver": ("stop", "go_on"),
}
"""The house questions with what can be answered, what to offer first in front (spec 5.7)."""


class Square(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bid square: number 0 to 12, icons, neighbours by id, and where it is drawn ([column, row]; None: anywhere)."""

    id: str
    bid: int
    icons: tuple[Icon, ...] = ()
    adj: tuple[str, ...] = ()
    at: tuple[int, int] | None = None


class Rule(msgspec.Struct, frozen=True):
    """A closing rule with its parameters; those that its kind does not use are empty (spec 2.5)."""

    kind: RuleKind
    n: int = 0
    colours: int = 0
    total: int = 0
    lines: tuple[tuple[str, ...], ...] = ()


class Half(msgspec.Struct, frozen=True):
    """One half of a market: what is known of its squares, whether that is all of them, its rule (None: unknown)."""

    id: str
    market: str
    squares: tuple[Square, ...]
    complete: bool
    rule: Rule | None

    @property
    def checked(self) -> Rule | None:
        """The rule if it can be checked with what is known of the squares.

        None: the table says when this half closes (spec 2.5 MANUAL).
        """
        rule = self.rule
        if rule is None or rule.kind == "MANUAL" or (rule.kind in WHOLE_BOARD and not self.complete):
            return None
        if rule.kind == "CONNECTED_GE" and not any(square.adj for square in self.squares):
            return None
        if rule.kind == "LINE":
            known = {square.id for square in self.squares}
            return rule if all(known.issuperset(line) for line in rule.lines) else None
        return rule

    def square(self, square: str) -> Square | None:
        """The square with this id, or None."""
        return next((known for known in self.squares if known.id == square), None)


class GiftType(msgspec.Struct, frozen=True):
    """A type of gift: how many cards, and what one is worth with 1, 2, 3, 4 owners (None: unknown)."""

    id: str
    cards: int
    values: tuple[int | None, int | None, int | None, int | None]


class Character(msgspec.Struct, frozen=True):
    """Equal character cards. `id` is the kind, or kind:number where copies differ ("scribe:3").

    `number` is on the card (None: unknown, or the power has none); `copies` how many lie in the box (None: unknown);
    `effect` what the card does (None: unknown, the table enters what moves); `source` from whom it takes ("" if not).
    """

    id: str
    kind: str
    number: int | None
    copies: int | None
    effect: Effect | None
    source: str = ""


class Dice(msgspec.Struct, frozen=True):
    """How a roll closes a half (spec 2.5 DICE_MATCH).

    `compare`: "sum" of the dice or "each" die against the numbers of the taken squares; `counts`: "all" of them, or
    "others" than the one just taken. None: unknown.
    """

    count: int | None
    compare: str | None
    counts: str | None

    @property
    def known(self) -> bool:
        """Whether the app can judge a roll; else the table says whether the market closes."""
        one = self.count == 1 or self.compare is not None
        return self.count is not None and one and self.counts is not None


class Catalogue(msgspec.Struct, frozen=True):
    """Everything the rules need of a box. `house` has only what is answered; unknown numbers are None."""

    halves: Mapping[str, Half]
    gifts: Mapping[str, int]
    types: Mapping[str, GiftType]
    characters: Mapping[str, Character]
    dice: Dice
    house: Mapping[str, Any]
    money: Mapping[str, tuple[int, ...]]
    reserve: int
    coins: int
    seals: int
    servants: int
    character_total: int
    akhenaton: int
    closed_first: str
    removed_with_3: str
    seal_points: int
    deben_points: int
    extra_name: str

    @property
    def gift_total(self) -> int:
        """Gift cards in the box, Akhenaton not counted."""
        return sum(self.gifts.values())

    def worth(self, kind: str, owners: int) -> int | None:
        """What one gift of type `kind` is worth with so many owners (1 to 4); None: unknown."""
        return self.types[kind].values[owners - 1]


def type_of(gift: str) -> str:
    """The gift type of a card id ("senet2" is senet)."""
    return "senet" if gift in ("senet1", "senet2") else gift


def half_name(half: str) -> Text:
    """A half in words."""
    market = MARKET_NAMES[half[:3]]
    return T("{market}, left half", market=market) if half.endswith("L") else T("{market}, right half", market=market)


_INVENTED = {"Foreman": T("Foreman")}
"""What the practice board calls the character whose name is not known."""


def character_name(catalogue: Catalogue, character: str) -> Text | str:
    """A character card in words ("Scribe +3")."""
    kind, _, number = character.partition(":")
    name: Text | str = KIND_NAMES[kind]
    if kind == "extra_servant" and catalogue.extra_name:
        name = _INVENTED.get(catalogue.extra_name, catalogue.extra_name)
    if not number:
        return name
    return T("{character} +{number}", character=name, number=int(number))
