"""How a position is shown and judged: phase bar, score strip, outcome, faults, values the table may put right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from companion.engine.text import Text


class Phase(msgspec.Struct, frozen=True):
    """One segment of the phase bar. `seat` where one seat acts in it."""

    id: str
    title: Text
    status: Literal["done", "now", "next"]
    seat: str | None = None


class Standing(msgspec.Struct, frozen=True):
    """A seat's row in the score strip: points now, points if it were scored now, a note ("Stock 21"), race progress.

    `goal` is the length of the score track (or None); `remaining` is shown instead of points where scores count down.
    """

    seat: str
    points: int
    scored_now: int
    note: Text | None = None
    goal: int | None = None
    remaining: int | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    Winners (several: shared; none: nobody), a reason code with its sentence, the ranking with the best first.
    """

    winners: tuple[str, ...]
    reason: str
    text: Text
    ranking: tuple[tuple[str, ...], ...]
    scores: Mapping[str, int]


def places(ranking: Iterable[Sequence[str]]) -> dict[str, int]:
    """The place of each seat in a ranking: 1 is the best, equal ones share the better number."""
    found: dict[str, int] = {}
    for level in ranking:
        found.update(dict.fromkeys(level, len(found) + 1))
    return found


class Fault(msgspec.Struct, frozen=True):
    """Something wrong (or, with `warning`, unlikely) with a position, named."""

    code: str
    text: Text
    targets: tuple[str, ...] = ()
    warning: bool = False


class Edit(msgspec.Struct, frozen=True):
    """A value of the position that the table may put right: a place with its allowed contents, or a number.

    Places have `values` (content id, label) and a board target; numbers have `low` and `high`.
    """

    id: str
    label: Text
    value: str | int
    values: tuple[tuple[str, Text], ...] = ()
    low: int = 0
    high: int = 0
