"""One simulated copy of the box and what people have of it; what the box leaves unknown is drawn within its bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.engine.draw import Draw
from companion.games.sobek.catalogue import (
    ALLIANCES,
    AMULET,
    CHARACTERS,
    DOUBLES,
    FAMILIES,
    UNSURE_TOKENS,
    Catalogue,
)


@dataclass
class Copy:
    """All cards and tokens of a copy. A goods card is its id ("WHE1"), a character its name and family ("VIZ/FIS").

    blessing: scarabs of a Prosperity; weight: cards a Curse counts for.
    """

    green: list[str]
    beige: list[str]
    orange: list[str]
    tokens: list[str]
    blessing: int
    weight: int


@dataclass
class Row:
    """A set on the table."""

    family: str
    cards: list[str]
    blessed: int = 0
    flat: bool = False


@dataclass
class Person:
    """One player's real things."""

    score: int = 0
    hand: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    curses: int = 0
    laying: list[str] | None = None
    where: tuple[str, int] = ("", -1)
    gone: bool = False
    done: bool = False
    counted: bool = False


def _twice(names: Sequence[str], known: dict[str, int | None], draw: Draw) -> dict[str, int]:
    """Every name once, and two of them twice, as far as it is known."""
    open_ = draw.shuffled([name for name in names if known[name] is None])
    more = 2 - sum(known[name] == 2 for name in names)
    return {name: known[name] or (2 if name in open_[:more] else 1) for name in names}


def invent(facts: Catalogue, draw: Draw) -> Copy:
    """A whole copy of the box."""
    green: list[str] = []
    beige: list[str] = [AMULET] * facts.amulets
    for family in facts.families.values():
        valued = family.valued or 1 + draw.below(family.beige)
        dear, plain = family.cards
        green += [plain] * family.green
        beige += [dear] * valued + [plain] * (family.beige - valued)
    copies = {"QUE": 1, **_twice(DOUBLES, {name: facts.copies[name] for name in DOUBLES}, draw)}
    orange = []
    for name in CHARACTERS:
        for n in range(copies[name]):
            known = facts.bears[name][n] if n < len(facts.bears[name]) else ""
            orange.append(f"{name}/{known or draw.pick(FAMILIES)}")
    kinds = _twice(UNSURE_TOKENS, {kind: facts.tokens[kind] for kind in UNSURE_TOKENS}, draw)
    tokens = [*ALLIANCES, "PRO", "PRO", *(kind for kind, n in kinds.items() for _ in range(n))]
    return Copy(green, beige, orange, tokens, facts.prosperity or 1 + draw.below(2), facts.curse or 1 + draw.below(2))


def id_of(card: str) -> str:
    """A card as the table names it."""
    return card.partition("/")[0]


def family_of(card: str) -> str:
    """The family of a card; "" for an amulet."""
    name, _, family = card.partition("/")
    return family or ("" if name == AMULET else name[:3])


def is_character(card: str) -> bool:
    """Whether a card has an orange back."""
    return "/" in card
