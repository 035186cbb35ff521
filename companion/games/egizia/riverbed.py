"""The order of the 20 stops: what must hold, what is unusual, and what lies downstream of what (spec egizia 2.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.games.egizia.components import CARD_STOPS, LAST_SPACE, ROUND_SPACES, SITES, STOPS, Catalogue
from companion.games.egizia.names import STOP_NAMES

Below = tuple[tuple[str, str], ...]
EARLY = 6
"""Edfu is among so many first stops, as far as is known (spec 2.2 R6)."""


def check_order(stops: Sequence[str]) -> None:
    """Refuse an order of the river that can't be. Raises `InputError` naming the stops."""
    for stop in stops:
        if stop not in STOPS:
            raise InputError(
                T("“{stop}” is no stop of the river. The stops are: {stops}.", stop=str(stop)[:20],
                  stops=", ".join(STOPS))
            )  # fmt: skip
    for i, stop in enumerate(stops):
        if stop in stops[:i]:
            raise InputError(T("{stop} stands there twice. Enter each stop once.", stop=STOP_NAMES[stop]))
    if len(stops) != len(STOPS):
        raise InputError(T("The river has {n} stops; {given} are given.", n=len(STOPS), given=len(stops)))
    at = {stop: i for i, stop in enumerate(stops)}
    for upper, lower in (*pairwise(CARD_STOPS), *pairwise(SITES), *_above_last()):
        if at[upper] > at[lower]:
            raise InputError(
                T("{lower} lies downstream of {upper}, not the other way round. Enter the river again.",
                  lower=STOP_NAMES[lower], upper=STOP_NAMES[upper])
            )  # fmt: skip


def _above_last() -> Below:
    return tuple((space, LAST_SPACE) for space in ROUND_SPACES if space != LAST_SPACE)


def unusual(stops: Sequence[str]) -> Iterator[tuple[str, Text]]:
    """What about a whole order is worth a second look, each with a code (spec 2.2: only warnings)."""
    at = {stop: i for i, stop in enumerate(stops)}
    if stops[-1] != LAST_SPACE:
        yield "A_LAST_STOP", T("{stop} is usually the last stop of the river.", stop=STOP_NAMES[LAST_SPACE])
    if at["N1"] > at["SITE_A"]:
        yield "A_ABOVE_SPHINX", T("Usually a card space lies upstream of the Sphinx.")
    if sum(at["SITE_B"] < at[stop] < at["SITE_C"] for stop in CARD_STOPS) < 3:
        yield "A_BETWEEN", T("Usually at least three card spaces lie between the obelisk and the pyramid.")
    if any((upper in CARD_STOPS) == (lower in CARD_STOPS) for upper, lower in pairwise(stops)):
        yield "A_TURNS", T("Usually a card space and a fixed stop take turns along the river.")
    rounds = tuple(stop for stop in stops if stop in ROUND_SPACES)
    if rounds != ROUND_SPACES:
        names = tuple(STOP_NAMES[stop] for stop in ROUND_SPACES)
        yield "A_ROUND_SPACES", T("Usually the round spaces follow one another like this: {stops}.", stops=names)
    if at["EDFU"] >= EARLY:
        yield "A_EDFU", T("{stop} usually lies near the source.", stop=STOP_NAMES["EDFU"])


@lru_cache(maxsize=256)
def _downstream(below: Below) -> dict[str, frozenset[str]]:
    """All stops that surely lie downstream of each: what holds in every box, and the told pairs, chained."""
    next_ones: dict[str, set[str]] = {stop: set() for stop in STOPS}
    for upper, lower in (*pairwise(CARD_STOPS), *pairwise(SITES), *_above_last(), *below):
        next_ones[upper].add(lower)
    found: dict[str, frozenset[str]] = {}
    for stop in STOPS:
        reached: set[str] = set()
        due = [stop]
        while due:
            for lower in next_ones[due.pop()]:
                if lower not in reached:
                    reached.add(lower)
                    due.append(lower)
        found[stop] = frozenset(reached)
    return found


@lru_cache(maxsize=64)
def _positions(river: tuple[str, ...]) -> dict[str, int]:
    return {stop: i for i, stop in enumerate(river, 1)}


def position(facts: Catalogue, stop: str) -> int | None:
    """1 for the stop next to the source, 20 for the last one; None while the river is not known."""
    return _positions(facts.river)[stop] if facts.river else None


def relation(facts: Catalogue, upper: str, lower: str) -> bool | None:
    """Whether `lower` lies downstream of `upper`; None: not known. A stop does not lie downstream of itself.

    `upper` "" stands for the source: everything lies downstream of it.
    """
    if not upper:
        return True
    if facts.river:
        at = _positions(facts.river)
        return at[lower] > at[upper]
    known = _downstream(facts.below)
    if lower in known[upper]:
        return True
    return False if lower == upper or upper in known[lower] else None


def check_below(below: Below) -> None:
    """Refuse told pairs that contradict each other or what holds in every box. Raises `InputError`."""
    known = _downstream(below)
    for stop in STOPS:
        if stop in known[stop]:
            raise InputError(
                T("What was told of the river can't be: {stop} would lie downstream of itself. Enter the river "
                  "in the survey.", stop=STOP_NAMES[stop])
            )  # fmt: skip
