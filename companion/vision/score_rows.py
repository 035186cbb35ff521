"""The rows of the table that a score comes to, and what each should reach."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from companion.engine.text import T, Text

TIERS = ("clean", "normal", "hard")
Kind = Literal["least", "most", "percentile", "open"]
"""least: the share of hits is to be at least the target. most: at most. percentile: of values, at most. open: has no
target."""


class Aim(msgspec.Struct, frozen=True):
    """A row as it should be. `counted`: what is counted or measured. `targets`: of the tiers in their order, None
    where there is none. `part`: which percentile."""

    id: str
    title: Text
    kind: Kind
    counted: str
    targets: tuple[float | None, float | None, float | None] = (None, None, None)
    part: int = 0
    unit: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row as it is. `n`: what the figure rests on. `bound`: the rate that is ruled out with 95 % certainty (for
    errors the highest it can be, for successes the lowest), None for measures. `met`: None where there is no target."""

    id: str
    title: Text
    unit: str
    n: int
    figure: float
    bound: float | None
    target: float | None
    at_least: bool
    met: bool | None


AIMS: tuple[Aim, ...] = (
    Aim("located", T("Mat located (where five markers can be seen whole)"), "least", "located", (1.0, 0.995, 0.97)),
    Aim("refused", T("Pictures that could not be read (told why)"), "open", "refused"),
    Aim("off", T("Error of the map, 99th percentile"), "percentile", "off", (1.0, 1.5, 3.0), 99, "mm"),
    Aim("wrong_marker", T("Pictures with a wrong marker"), "most", "wrong marker", (0.0, 0.0, 0.0)),
    Aim("place", T("Places read rightly"), "least", "place", (0.999, 0.995, 0.97)),
    Aim("accepted", T("Wrong among places that were surely read"), "most", "accepted", (1e-4, 3e-4, 1e-3)),
    Aim("board", T("Whole board right before any question"), "least", "board", (0.99, 0.96, 0.80)),
    Aim("group", T("Largest group of places right before any question"), "least", "group", (0.99, 0.96, 0.80)),
    Aim("answered", T("Whole board right after the questions"), "least", "answered", (1.0, 0.998, 0.99)),
    Aim("asked_50", T("Questions for each reading, median"), "percentile", "asked", (0, 0, 1), 50),
    Aim("asked_95", T("Questions for each reading, 95th percentile"), "percentile", "asked", (1, 2, 6), 95),
    Aim("group_asked", T("Questions about it, 95th percentile"), "percentile", "group asked", (1, 2, 6), 95),
    Aim("silent", T("Readings with something wrong and not asked about"), "most", "silent", (5e-4, 2e-3, 1e-2)),
    Aim("covered", T("Covered places that were read as empty"), "most", "covered", (1e-4, 1e-3, 5e-3)),
    Aim("foreign", T("Positions that contradict the record and were found to"), "least", "foreign", (1.0, 0.995, 0.98)),
    Aim("art", T("Pictures of cards and tiles told apart rightly"), "least", "art", (1.0, 0.995, 0.97)),
    Aim("sign", T("Wrong among small signs that were surely read"), "most", "sign", (0.002, 0.005, None)),
    Aim("sign_asked", T("Small signs that were asked about"), "open", "sign asked"),
    Aim("tile_asked", T("Tiles along a path that were asked about"), "open", "tile asked"),
    Aim("order", T("Paths of tiles in the right order"), "open", "order"),
    Aim("colour", T("Colours of pieces told apart rightly"), "least", "colour", (1.0, 0.998, 0.99)),
    Aim("asked_covered", T("Covered places that were asked about"), "open", "covered asked"),
    Aim("ms", T("From the picture to the reading, 95th percentile"), "percentile", "ms", (80, 80, 120), 95, "ms"),
    Aim("gate_ms", T("Motion gate for each picture, 95th percentile"), "percentile", "gate", (5, 5, 5), 95, "ms"),
)


def row_of(
    aim: Aim, counts: Mapping[str, Sequence[int]], values: Mapping[str, Sequence[float]], tier: str
) -> Row | None:
    """One row, held against the target of a tier; None where nothing was counted for it."""
    target = aim.targets[TIERS.index(tier)] if tier in TIERS else None
    at_least = aim.kind == "least"
    if aim.kind == "percentile":
        measured = sorted(values.get(aim.counted, ()))
        if not measured:
            return None
        figure, n, bound = percentile(measured, aim.part), len(measured), None
    else:
        hits, n = counts.get(aim.counted, (0, 0))
        if not n:
            return None
        figure = hits / n
        bound = 1 - highest_rate(n - hits, n) if at_least else highest_rate(hits, n)
    met = None if target is None else figure >= target if at_least else figure <= target
    return Row(
        id=aim.id, title=aim.title, unit=aim.unit, n=n, figure=figure, bound=bound, target=target,
        at_least=at_least, met=met,
    )  # fmt: skip


def percentile(ordered: Sequence[float], part: int) -> float:
    """The smallest value that at least `part` percent of the values, in order, do not exceed."""
    return ordered[max(0, math.ceil(len(ordered) * part / 100) - 1)]


def highest_rate(hits: int, tried: int, certainty: float = 0.95) -> float:
    """The highest rate that `hits` of `tried` do not rule out (one-sided Clopper-Pearson; about 3 / n for none)."""
    if hits >= tried:
        return 1.0
    if hits == 0:
        return float(1 - (1 - certainty) ** (1 / tried))
    low, high = hits / tried, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        low, high = (rate, high) if _at_most(hits, tried, rate) > 1 - certainty else (low, rate)
    return high


def _at_most(hits: int, tried: int, rate: float) -> float:
    """How likely at most `hits` of `tried` are at a rate."""
    yes, no = math.log(rate), math.log1p(-rate) if rate < 1 else -math.inf
    whole = math.lgamma(tried + 1)
    return sum(
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(tried - k + 1) + k * yes + (tried - k) * no)
        for k in range(hits + 1)
    )
