"""Final scoring: what every gift is worth, unspent seals, the winners, and what must be known first (spec 7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from companion.engine.game import ScoreLine, Scores
from companion.engine.text import TN, T, Text, Value, seat
from companion.games.nefertiti.components import GIFTS, TYPE_NAMES, TYPE_TITLES, TYPES, Catalogue, type_of

Holdings = Mapping[str, Mapping[str, int]]
"""Cards by seat and gift id; seats in clockwise order."""

LEAST_LIKELY, MOST_LIKELY = 40, 220
"""Final totals of played games lie between these; others are worth a second look (spec 7)."""


class Need(msgspec.Struct, frozen=True):
    """Something that must be known before a type can be scored.

    The value of `type` with so many `owners`, or (owners 0) whether a double senet counts as two or as one.
    """

    type: str
    owners: int = 0


def say_need(need: Need) -> Text:
    """What is needed, in words."""
    if not need.owners:
        return T("Whether a double senet counts as two or as one")
    return TN(
        "Value of {gift} with {n} owner", "Value of {gift} with {n} owners", need.owners, gift=TYPE_NAMES[need.type]
    )


def cards(held: Mapping[str, int], kind: str) -> int:
    """How many cards of the type `kind` are among `held`."""
    return sum(n for gift, n in held.items() if n and type_of(gift) == kind)


def owners(held: Holdings, kind: str) -> tuple[str, ...]:
    """The seats that own at least one card of the type now (spec 7)."""
    return tuple(who for who, own in held.items() if cards(own, kind))


def units(held: Mapping[str, int], kind: str, senet_double: int | None) -> int | None:
    """How many gifts of the type `held` counts as; None while a double senet is held and nobody said (spec 2.2)."""
    if kind != "senet":
        return held.get(kind, 0)
    single, double = held.get("senet1", 0), held.get("senet2", 0)
    if not double:
        return single
    return None if senet_double is None else single + double * senet_double


def needs(catalogue: Catalogue, held: Holdings, senet_double: int | None) -> tuple[Need, ...]:
    """Everything that must be known before these holdings can be scored, in the order of the types."""
    found = []
    for kind in TYPES:
        n = len(owners(held, kind))
        if n and catalogue.worth(kind, n) is None:
            found.append(Need(kind, n))
        if kind == "senet" and any(units(own, kind, senet_double) is None for own in held.values()):
            found.append(Need(kind))
    return tuple(found)


def worth_now(
    catalogue: Catalogue, held: Holdings, who: str, kind: str, senet_double: int | None, more: int = 0
) -> int | None:
    """What the gifts of one type are worth to `who` now, or with so many `more` owners; None: not known."""
    n = len(owners(held, kind)) + more
    count = units(held[who], kind, senet_double)
    if count == 0 or not 1 <= n <= 4:
        return 0
    value = catalogue.worth(kind, n)
    return None if value is None or count is None else count * value


def _product(n: int, value: int) -> Value:
    return value if n == 1 else T("{n} × {value} = {points}", n=n, value=value, points=n * value)


def _type_line(catalogue: Catalogue, held: Holdings, kind: str, senet_double: int | None) -> ScoreLine | None:
    """The line of a type: whoever can be scored now; None if nobody can."""
    who_own = owners(held, kind)
    value = catalogue.worth(kind, len(who_own)) if who_own else None
    if value is None:
        return None
    counted = {who: units(held[who], kind, senet_double) for who in who_own}
    points = {who: n * value for who, n in counted.items() if n is not None}
    if not points:
        return None
    sums: tuple[Value, ...] = tuple(
        T("{who} {sum}", who=seat(who), sum=_product(n, value)) for who, n in counted.items() if n is not None
    )
    said = TN(
        "{n} owner, {value} each: {sums}", "{n} owners, {value} each: {sums}", len(who_own), value=value, sums=sums
    )
    targets = tuple(f"holding:{who}:{gift}" for who in who_own for gift in GIFTS if type_of(gift) == kind
                    and held[who].get(gift, 0))  # fmt: skip
    return ScoreLine(kind, TYPE_TITLES[kind], said, points, targets)


def _each_line(category: str, title: Text, each: int, counts: Mapping[str, int], place: str) -> ScoreLine | None:
    having = {who: n for who, n in counts.items() if n and each}
    if not having:
        return None
    sums: tuple[Value, ...] = tuple(T("{who} {sum}", who=seat(who), sum=_product(n, each)) for who, n in having.items())
    return ScoreLine(
        category,
        title,
        T("{value} each: {sums}", value=each, sums=sums),
        {who: n * each for who, n in having.items()},
        tuple(f"{place}:{who}" for who in having),
    )


def final_scores(
    catalogue: Catalogue,
    held: Holdings,
    seals: Mapping[str, int],
    deben: Mapping[str, int],
    prestige: Mapping[str, int],
    senet_double: int | None,
) -> Scores:
    """The final scoring of these holdings line by line (spec 7); `needs` and `open` where a value is not known."""
    lines = [_type_line(catalogue, held, kind, senet_double) for kind in TYPES]
    lines.append(_each_line("seals", T("Unspent seals"), catalogue.seal_points, seals, "seat"))
    lines.append(_each_line("deben", T("Deben"), catalogue.deben_points, deben, "seat"))
    wanted = needs(catalogue, held, senet_double)
    unscored = {
        who
        for need in wanted
        for who, own in held.items()
        if (cards(own, need.type) if need.owners else own.get("senet2", 0))
    }
    return Scores(
        tuple(line for line in lines if line is not None),
        dict(prestige),
        needs=tuple(say_need(need) for need in wanted),
        open=tuple(who for who in held if who in unscored),
    )


def ranking(
    totals: Mapping[str, int], deben: Mapping[str, int], out: Collection[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """The seats by prestige, then by deben, equal ones together; who left (`out`) comes last and can't win (spec 7)."""
    places: dict[tuple[bool, int, int], list[str]] = {}
    for who, points in totals.items():
        places.setdefault((who not in out, points, deben[who]), []).append(who)
    return tuple(tuple(places[key]) for key in sorted(places, reverse=True))


def winners(totals: Mapping[str, int], deben: Mapping[str, int], out: Collection[str] = ()) -> tuple[str, ...]:
    """Most prestige, then most deben; several: a shared victory (spec 7)."""
    staying = {who: points for who, points in totals.items() if who not in out}
    return ranking(staying, deben)[0] if staying else ()


def unlikely(totals: Mapping[str, int]) -> tuple[str, ...]:
    """Seats with a total that no report of a game comes near: worth counting again, never refused (spec 7)."""
    return tuple(who for who, points in totals.items() if not LEAST_LIKELY <= points <= MOST_LIKELY)


def half(reserve: int) -> int:
    """Half of a reserve, rounded up (spec 5.4)."""
    return -(-reserve // 2)


def scribe_points(value: int, bonus: int, count: int, bonus_count: int) -> int:
    """What the Scribe scores: `count` gifts of `value`, and the bonus `bonus_count` times (spec 2.6, example 26)."""
    return count * value + bonus_count * bonus
