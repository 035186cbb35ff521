"""Scoring a set: who contests it, who gets what, and how the sum is told (spec tutankhamen 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import msgspec

from companion.engine.game import ScoreLine
from companion.engine.text import T, Text, Value, seat

Counts = Mapping[str, int]
"""Tiles of the kind by seat, the mask added where it is used; all seats, in clockwise order."""


class Award(msgspec.Struct, frozen=True):
    """What a set pays: points by seat, and the seats that came first and second (several: tied)."""

    points: dict[str, int]
    first: tuple[str, ...]
    second: tuple[str, ...]
    half: int


def half(value: int, rounding: str) -> int:
    """Half of `value`, `floor` or `ceil` where it is odd (spec 7.1)."""
    return value // 2 if rounding == "floor" else -(-value // 2)


def contested(counts: Counts) -> tuple[str, ...]:
    """The seats that may break a tie with pharaohs: those tied for most, else those tied for second (spec 7.2)."""
    holders = [n for n in counts.values() if n]
    for n in sorted(set(holders), reverse=True)[:2]:
        if holders.count(n) > 1:
            return tuple(s for s, count in counts.items() if count == n)
    return ()


def award(value: int, counts: Counts, pharaohs: Counts, tie_first_3plus: str, rounding: str) -> Award:
    """Points of every seat for a set of `value` (spec 7.2 steps 4 to 8)."""
    points = dict.fromkeys(counts, 0)
    ranks = {s: (n, pharaohs.get(s, 0)) for s, n in counts.items() if n}
    places = sorted(set(ranks.values()), reverse=True)
    share = half(value, rounding)
    if not places:
        return Award(points, (), (), share)
    first = tuple(s for s in counts if ranks.get(s) == places[0])
    second = tuple(s for s in counts if ranks.get(s) == places[1]) if len(places) > 1 else ()
    if len(first) == 1:
        points[first[0]] = value
        if len(second) == 1:
            points[second[0]] = share
    elif len(first) == 2 or tie_first_3plus == "half":
        for s in first:
            points[s] = share
    return Award(points, first, second, share)


def _additions(group: Sequence[str], stock: Counts) -> Iterator[dict[str, int]]:
    for numbers in product(*(range(stock[s] + 1) for s in group)):
        yield dict(zip(group, numbers, strict=True))


def mask_matters(value: int, counts: Counts, holder: str, stock: Counts, tie_first_3plus: str, rounding: str) -> bool:
    """Whether the mask of `holder` could change anything in a set (spec 9, mask prompts).

    `counts` are without the mask; `stock` holds the pharaohs that each seat would still be asked for.
    """
    masked = {**counts, holder: counts[holder] + 1}
    able = [s for s in contested(counts) if stock.get(s, 0)]
    if able != [s for s in contested(masked) if stock.get(s, 0)]:
        return True
    return any(
        award(value, counts, added, tie_first_3plus, rounding).points
        != award(value, masked, added, tie_first_3plus, rounding).points
        for added in _additions(able, stock)
    )


def _names(seats: Sequence[str]) -> tuple[Value, ...]:
    return tuple(seat(s) for s in seats)


def _half_sum(value: int, share: int) -> Text:
    if value % 2 == 0:
        return T("{value} ÷ 2 = {half}", value=value, half=share)
    if share * 2 < value:
        return T("{value} ÷ 2 = {half}, rounded down", value=value, half=share)
    return T("{value} ÷ 2 = {half}, rounded up", value=value, half=share)


def say_sum(value: int, paid: Award) -> Text:
    """The sum of a set as people would say it."""
    first, second = paid.first, paid.second
    if not first:
        return T("Nobody has one.")
    if len(first) > 1:
        if not paid.points[first[0]] and paid.half:
            return T("{seats} tie for most: nobody scores", seats=_names(first))
        return T("{seats} tie for most: {half} each", seats=_names(first), half=_half_sum(value, paid.half))
    best = seat(first[0])
    if len(second) == 1:
        return T(
            "{first} has most: {value}; {second} is second: {half}",
            first=best,
            second=seat(second[0]),
            value=value,
            half=_half_sum(value, paid.half),
        )
    if second:
        return T("{first} has most: {value}; {seats} tie for second: 0", first=best, value=value, seats=_names(second))
    return T("Only {first} has any: {value}", first=best, value=value)


def line(kind: str, title: Text | str, value: int, paid: Award) -> ScoreLine:
    """The score line of a set: seats that get nothing are not in its points."""
    points = {s: n for s, n in paid.points.items() if n}
    words = title if isinstance(title, Text) else T("{kind}", kind=title)
    return ScoreLine(kind, words, say_sum(value, paid), points, (f"set:{kind}",))
