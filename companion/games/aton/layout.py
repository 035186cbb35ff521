"""The board of one box as bitboards: which space is in which temple and of which kind (spec aton 2.2).

Bit i of a bitboard is space i in reading order, temple 1 first. Everything that asks for "all yellow spaces" or
"temple 3" asks here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.form_reading import shown
from companion.engine.text import T, Text
from companion.games.aton.moves import Place, Remove, Thin

SEATS = ("red", "blue")
TEMPLES = (1, 2, 3, 4)
VALUES = (1, 2, 3, 4)
CARTOUCHES = (1, 2, 3, 4)
MOST_COUNTERS = 99


class Facts(msgspec.Struct, frozen=True, cache_hash=True, kw_only=True):
    """The printed facts in force (the shipped ones with the owner's over them). `deck`: cards of value 1, 2, 3, 4."""

    temples: tuple[tuple[str, ...], ...]
    dead_spaces: int
    track_max: int
    target: int
    counters: int
    deck: tuple[int, int, int, int]
    hand: int
    black_points: int
    temple2_points: int
    temple4_per_blue: int


def _number(box: Box, key: str, low: int, high: int) -> int:
    value = box.value(key)
    if type(value) is not int or not low <= value <= high:
        raise InputError(
            T(
                "The box value “{key}” must be a whole number from {low} to {high}, not “{value}”.",
                key=key,
                low=low,
                high=high,
                value=shown(value),
            )
        )
    return value


def facts_of(box: Box) -> Facts:
    """The facts of `box`, checked for form only: odd values are warned of by `load_warnings`. Raises InputError."""
    temples: Any = box.value("temples")
    keys = [str(temple) for temple in TEMPLES]
    if (
        not isinstance(temples, dict)
        or sorted(temples) != keys
        or not all(isinstance(temples[key], list | tuple) and 1 <= len(temples[key]) <= 99 for key in keys)
        or not all(isinstance(kind, str) for key in keys for kind in temples[key])
    ):
        raise InputError(T("The box value “temples” must list the spaces of temples 1, 2, 3 and 4."))
    deck: Any = box.value("deck_per_player")
    if (
        not isinstance(deck, dict)
        or sorted(deck) != [str(value) for value in VALUES]
        or not all(type(n) is int and 0 <= n <= 99 for n in deck.values())
    ):
        raise InputError(T("The box value “deck_per_player” must say how many cards of 1, 2, 3 and 4 there are."))
    hand = _number(box, "hand", 4, 4)
    if sum(deck.values()) < 2 * hand:
        raise InputError(T("The box value “deck_per_player” has fewer than 8 cards; a player needs two hands of four."))
    return Facts(
        temples=tuple(tuple(temples[key]) for key in keys),
        dead_spaces=_number(box, "dead_spaces", 1, MOST_COUNTERS),
        track_max=_number(box, "track_max", 1, 999),
        target=_number(box, "target", 1, 999),
        counters=_number(box, "counters_per_player", 1, MOST_COUNTERS),
        deck=(deck["1"], deck["2"], deck["3"], deck["4"]),
        hand=hand,
        black_points=_number(box, "black_points", 0, 99),
        temple2_points=_number(box, "temple2_points", 0, 99),
        temple4_per_blue=_number(box, "temple4_per_blue", 0, 99),
    )


class Layout:
    """Bitboards and ready-made moves of one board.

    names: space id by bit; index: bit by space id; temple: temple number by bit; kinds: printed kind by bit;
    open: bitboard of temples 1 to c3, by c3; wins: sets of spaces that win when one player holds them all, by id.
    """

    def __init__(self, facts: Facts) -> None:
        names: list[str] = []
        temple: list[int] = []
        for number, kinds in zip(TEMPLES, facts.temples, strict=True):
            names += [f"{number}.{space:02d}" for space in range(1, len(kinds) + 1)]
            temple += [number] * len(kinds)
        self.names = tuple(names)
        self.index = {name: bit for bit, name in enumerate(names)}
        self.temple = tuple(temple)
        self.kinds = tuple(kind for kinds in facts.temples for kind in kinds)
        self.temples = tuple(self._where(temple, number) for number in TEMPLES)
        first, second, third, fourth = self.temples
        self.open = (0, first, first | second, first | second | third, first | second | third | fourth)
        self.yellow = self._where(self.kinds, "Y")
        self.green = self._where(self.kinds, "G")
        self.black = self._where(self.kinds, "K")
        self.blue = self._where(self.kinds, "B")
        self.bonus = tuple(
            (int(kind), self._where(self.kinds, kind))
            for kind in sorted(set(self.kinds))
            if re.fullmatch(r"\+\d", kind)
        )
        self.all_bonus = sum(spaces for _, spaces in self.bonus)
        sets = [(f"temple{number}", spaces) for number, spaces in zip(TEMPLES, self.temples, strict=True)]
        sets += [("yellow", self.yellow), ("green", self.green)]
        self.wins = tuple((name, spaces) for name, spaces in sets if spaces)
        self.place = {seat: tuple(Place(seat, name) for name in names) for seat in SEATS}
        self.remove = {seat: tuple(Remove(seat, name) for name in names) for seat in SEATS}
        self.thin = {seat: tuple(Thin(seat, name) for name in names) for seat in SEATS}

    @staticmethod
    def _where(things: Sequence[object], wanted: object) -> int:
        return sum(1 << bit for bit, thing in enumerate(things) if thing == wanted)

    def spaces(self, bitboard: int) -> tuple[str, ...]:
        """Space ids of a bitboard, in reading order."""
        return tuple(self.names[bit] for bit in bits(bitboard))

    def targets(self, bitboard: int) -> tuple[str, ...]:
        """Board target ids of a bitboard."""
        return tuple("space:" + self.names[bit] for bit in bits(bitboard))

    def bitboard(self, spaces: Sequence[str]) -> int:
        """The bitboard of space ids. Raises KeyError for a space the board does not have."""
        board = 0
        for space in spaces:
            board |= 1 << self.index[space]
        return board


def bits(bitboard: int) -> list[int]:
    """The numbers of the set bits, lowest first."""
    found = []
    while bitboard:
        low = bitboard & -bitboard
        found.append(low.bit_length() - 1)
        bitboard ^= low
    return found


@lru_cache(maxsize=64)
def layout_of(facts: Facts) -> Layout:
    """The layout of `facts`, made once."""
    return Layout(facts)


@lru_cache(maxsize=64)
def load_warnings(facts: Facts) -> tuple[Text, ...]:
    """What of the box differs from every known copy (spec aton 2.2): warned of, never refused."""
    layout = layout_of(facts)
    found: list[Text] = []
    for number, kinds in zip(TEMPLES, facts.temples, strict=True):
        if len(kinds) != 12:
            found.append(
                T("Temple {number} has {n} spaces in the box data; 12 are known.", number=number, n=len(kinds))
            )
    bonus = sum(value * spaces.bit_count() for value, spaces in layout.bonus)
    counts = (
        (T("The box data has {n} spaces in all; 48 are known.", n=len(layout.names)), len(layout.names), 48),
        (
            T("The box data has {n} yellow spaces; 14 are known.", n=layout.yellow.bit_count()),
            layout.yellow.bit_count(),
            14,
        ),
        (
            T("The box data has {n} green spaces; 14 are known.", n=layout.green.bit_count()),
            layout.green.bit_count(),
            14,
        ),
        (
            T("The box data has {n} black spaces; 10 are known.", n=layout.black.bit_count()),
            layout.black.bit_count(),
            10,
        ),
        (T("The box data has {n} blue spaces; 4 are known.", n=layout.blue.bit_count()), layout.blue.bit_count(), 4),
        (T("The bonus spaces in the box data add up to {n}; 8 is known.", n=bonus), bonus, 8),
        (T("The box data has {n} cards a player; 36 are known.", n=sum(facts.deck)), sum(facts.deck), 36),
    )
    return (*found, *(text for text, value, known in counts if value != known))
