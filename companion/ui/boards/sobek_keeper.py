"""A round of Sobek counted without having followed it: sets card by card, corruption, and what it makes together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.game import Scores
from companion.engine.text import T, Text
from companion.games.sobek.catalogue import AMULET, BLESSED, FAMILY_NAMES, Catalogue, read_catalogue
from companion.games.sobek.scoring import LaidSet, Pile, heaviest
from companion.games.sobek.sheet import RoundSheet
from companion.games.sobek.state import LEAST


@dataclass
class OneSet:
    """A set as tapped in: cards with scarabs, without, amulets, characters; Prosperity tokens on it; how it lies."""

    family: str
    valued: int = 0
    plain: int = 0
    jokers: int = 0
    prosperity: int = 0
    flat: bool = False

    @property
    def cards(self) -> int:
        """Cards in it."""
        return self.valued + self.plain + self.jokers

    def laid(self, catalogue: Catalogue) -> LaidSet:
        """The set as it counts."""
        scarabs = self.valued * catalogue.families[self.family].value
        return LaidSet(self.family, scarabs, self.cards, self.flat, self.prosperity)

    def faces(self, catalogue: Catalogue) -> tuple[str, ...]:
        """Its cards as they are drawn."""
        valued, plain = catalogue.families[self.family].cards
        return (valued,) * self.valued + (plain,) * self.plain + (AMULET,) * self.jokers


@dataclass
class SeatCount:
    """What was tapped in for one seat."""

    sets: list[OneSet] = field(default_factory=list)
    corruption: int = 0
    corruption_scarabs: int = 0
    curses: int = 0


@dataclass
class RoundCount:
    """A whole round as tapped in. It outlives its form, which is made anew when the picture turns.

    open: the set that is being put together, -1 for none. prosperity, curse: what the tokens show, 0 while unknown.
    """

    before: dict[str, int]
    who: str
    seats: dict[str, SeatCount]
    open: int = -1
    prosperity: int = 0
    curse: int = 0

    @classmethod
    def empty(cls, before: Mapping[str, int]) -> RoundCount:
        """Nothing counted yet."""
        return cls(dict(before), next(iter(before)), {who: SeatCount() for who in before})

    @property
    def here(self) -> SeatCount:
        """The seat that is counted now."""
        return self.seats[self.who]

    @property
    def set(self) -> OneSet | None:
        """The set that is being put together."""
        return self.here.sets[self.open] if 0 <= self.open < len(self.here.sets) else None

    # what fingers do

    def begin(self, family: str) -> None:
        """Another set of the seat."""
        self.here.sets.append(OneSet(family))
        self.open = len(self.here.sets) - 1

    def close(self) -> None:
        """The set is complete; one without a card is none."""
        laid = self.set
        if laid is not None and not laid.cards:
            self.here.sets.remove(laid)
        self.open = -1

    def drop(self) -> None:
        """Take the open set away."""
        laid = self.set
        if laid is not None:
            self.here.sets.remove(laid)
        self.open = -1

    def choose(self, who: str) -> None:
        """Count another seat."""
        self.close()
        self.who = who

    # what it makes

    def data(self, catalogue: Catalogue) -> dict[str, Any]:
        """The round as the sheet reads it."""
        found: dict[str, Any] = {
            "players": {
                who: {
                    "before": self.before[who],
                    "sets": [_set_data(one.laid(catalogue)) for one in seat.sets if one.cards],
                    "corruption": seat.corruption,
                    "corruption_scarabs": seat.corruption_scarabs,
                    "curses": seat.curses,
                }
                for who, seat in self.seats.items()
            }
        }
        if self.prosperity:
            found["prosperity_scarabs"] = self.prosperity
        if self.curse:
            found["curse_cards"] = self.curse
        return found

    def blessed(self) -> bool:
        """Whether a Prosperity lies on a set."""
        return any(one.prosperity for seat in self.seats.values() for one in seat.sets)

    def cursed(self) -> bool:
        """Whether a Curse lies beside a tile."""
        return any(seat.curses for seat in self.seats.values())

    def tied(self, curse_cards: int) -> tuple[str, ...]:
        """The seats with as much corruption as any other, if there are several and nobody counted scarabs yet."""
        piles = {who: Pile(one.corruption, one.curses, one.corruption_scarabs) for who, one in self.seats.items()}
        most = heaviest(piles, curse_cards)
        counted = any(self.seats[who].corruption_scarabs for who in most)
        return most if len(most) > 1 and self.seats[most[0]].corruption and not counted else ()

    def score(self, sheet: RoundSheet, box: Box) -> tuple[Scores | None, Text | None]:
        """What it makes, or what can't be."""
        catalogue = read_catalogue(box)
        short = next(
            ((who, one) for who, seat in self.seats.items() for one in seat.sets if 0 < one.cards < LEAST), None
        )  # fmt: skip
        if short is not None:
            family = FAMILY_NAMES[short[1].family]
            return None, T("{family}: a set has three cards or more.", family=family)
        try:
            scores = sheet.score(self.data(catalogue), box)
        except InputError as error:
            return None, error.text
        return scores, None


def _set_data(laid: LaidSet) -> dict[str, Any]:
    found: dict[str, Any] = {"family": laid.family, "scarabs": laid.scarabs, "cards": laid.cards}
    found["horizontal"] = laid.horizontal
    if laid.prosperity:
        found["prosperity"] = laid.prosperity
    return found


def may_bless(one: OneSet) -> bool:
    """Whether a Prosperity can lie on a set."""
    return one.family in BLESSED and not one.flat
