"""Reads the facts of a box into types, strictly (spec nefertiti 2.8)."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.box import UNKNOWN, Box, read_once
from companion.engine.errors import InputError
from companion.engine.form_reading import shown
from companion.engine.text import T, Text
from companion.games.nefertiti.components import (
    COUNTED,
    EFFECTS,
    GIFT_NAMES,
    GIFTS,
    HALVES,
    HOUSE,
    ICONS,
    KIND_NAMES,
    KINDS,
    MARKET_NAMES,
    MARKETS,
    MOST_BID,
    MOST_SQUARES,
    MOST_VALUE,
    PLACES,
    RULES,
    TAKEN_FROM,
    TYPE_NAMES,
    TYPES,
    WHOLE_BOARD,
    Catalogue,
    Character,
    Dice,
    Effect,
    GiftType,
    Half,
    Icon,
    Rule,
    RuleKind,
    Square,
    character_name,
    half_name,
    type_of,
)

__all__ = [
    "COUNTED",
    "EFFECTS",
    "GIFTS",
    "GIFT_NAMES",
    "HALVES",
    "HOUSE",
    "ICONS",
    "KINDS",
    "KIND_NAMES",
    "MARKETS",
    "MARKET_NAMES",
    "MOST_BID",
    "MOST_SQUARES",
    "MOST_VALUE",
    "PLACES",
    "RULES",
    "TAKEN_FROM",
    "TYPES",
    "TYPE_NAMES",
    "WHOLE_BOARD",
    "Catalogue",
    "Character",
    "Dice",
    "Effect",
    "GiftType",
    "Half",
    "Icon",
    "Rule",
    "RuleKind",
    "Square",
    "character_name",
    "half_name",
    "read_catalogue",
    "type_of",
]


def _wrong(key: str, wanted: Text, value: Any) -> InputError:
    return InputError(
        T("“{key}” of the box must be {wanted}, not “{value}”. Enter it again.", key=key, wanted=wanted,
          value=shown(value))
    )  # fmt: skip


def _number(box: Box, key: str, low: int, high: int) -> int | None:
    value = box.value(key)
    if value is not None and (type(value) is not int or not low <= value <= high):
        raise _wrong(key, T("a whole number from {low} to {high}", low=low, high=high), value)
    return value


def _sure(box: Box, key: str, low: int, high: int) -> int:
    value = _number(box, key, low, high)
    if value is None:
        raise _wrong(key, T("a whole number from {low} to {high}", low=low, high=high), None)
    return value


def _among(box: Box, key: str, known: tuple[Any, ...]) -> Any:
    value = box.value(key)
    if value is not None and not any(type(one) is type(value) and one == value for one in known):
        raise _wrong(key, T("one of {known}", known=", ".join(str(one) for one in known)), value)
    return value


def _squares(box: Box, half: str) -> tuple[Square, ...]:
    key = f"half.{half}.squares"
    value = box.value(key)
    if value is None:
        return ()
    try:
        squares = msgspec.convert(value, tuple[Square, ...])
    except msgspec.ValidationError as error:
        raise InputError(
            T("“{key}” of the box can't be read ({detail}). Enter the squares again.", key=key, detail=str(error)[:80])
        ) from error
    where = half_name(half)
    ids = {square.id for square in squares}
    if len(squares) > MOST_SQUARES:
        raise InputError(T("{half}: at most {most} squares, not {n}.", half=where, most=MOST_SQUARES, n=len(squares)))
    if len(ids) < len(squares):
        raise InputError(T("{half}: two squares have the same name. Enter the squares again.", half=where))
    for square in squares:
        if not square.id or len(square.id) > 8 or not square.id.isascii() or not square.id.isalnum():
            raise InputError(T("{half}: “{square}” is no name for a square.", half=where, square=square.id[:20]))
        if not 0 <= square.bid <= MOST_BID:
            raise InputError(
                T("{half}: a square has a number from 0 to {most}, not {n}.", half=where, most=MOST_BID, n=square.bid)
            )
        if len(set(square.icons)) < len(square.icons):
            raise InputError(T("{half}: square {square} has a sign twice.", half=where, square=square.id))
        for other in square.adj:
            if other not in ids or other == square.id:
                raise InputError(
                    T("{half}: square {square} can't lie beside “{other}”. Enter its neighbours again.", half=where,
                      square=square.id, other=other[:20])
                )  # fmt: skip
            if square.id not in next(s.adj for s in squares if s.id == other):
                raise InputError(
                    T("{half}: {square} lies beside {other}, so {other} must lie beside {square} too.", half=where,
                      square=square.id, other=other)
                )  # fmt: skip
    return squares


def _lines(box: Box, half: str) -> tuple[tuple[str, ...], ...]:
    key = f"half.{half}.lines"
    value = box.value(key)
    if value is None:
        return ()
    try:
        lines = msgspec.convert(value, tuple[tuple[str, ...], ...])
    except msgspec.ValidationError as error:
        raise _wrong(key, T("a list of lines, each a list of squares"), value) from error
    for line in lines:
        if len(line) < 2 or len(set(line)) < len(line):
            raise InputError(T("{half}: a line needs at least two different squares.", half=half_name(half)))
    return lines


def _rule(box: Box, half: str, squares: tuple[Square, ...], complete: bool) -> Rule | None:
    kind = _among(box, f"half.{half}.rule", RULES)
    n = _number(box, f"half.{half}.n", 1, 99)
    colours = _number(box, f"half.{half}.colours", 1, 4)
    total = _number(box, f"half.{half}.total", 1, 16)
    lines = _lines(box, half)
    if kind in ("SUM_GE", "CONNECTED_GE", "COUNT_GE"):
        return None if n is None else Rule(kind, n=n)
    if kind == "COLOURS_OR_TOTAL":
        return None if colours is None or total is None else Rule(kind, colours=colours, total=total)
    if kind == "LINE":
        known = {square.id for square in squares}
        fits = not complete or all(square in known for line in lines for square in line)
        # Lines from before the squares were entered anew wait until they are entered anew too.
        return Rule(kind, lines=lines) if lines and fits else None
    return None if kind is None else Rule(kind)


def _half(box: Box, half: str) -> Half:
    squares = _squares(box, half)
    complete = bool(squares) and _among(box, f"half.{half}.complete", (True, False)) is True
    return Half(half, half[:3], squares, complete, _rule(box, half, squares, complete))


def _values(box: Box, kind: str) -> tuple[int | None, int | None, int | None, int | None]:
    key = f"values.{kind}"
    value = box.value(key)
    if value is None:
        return (None, None, None, None)
    if not isinstance(value, list | tuple) or len(value) != 4:
        raise _wrong(key, T("four values: for 1, 2, 3 and 4 owners"), value)
    row = [None if entry == UNKNOWN else entry for entry in value]
    for entry in row:
        if entry is not None and (type(entry) is not int or not 0 <= entry <= MOST_VALUE):
            raise _wrong(key, T("four whole numbers from 0 to {most}", most=MOST_VALUE), entry)
    told = [entry for entry in row if entry is not None]
    if told != sorted(told, reverse=True):
        raise InputError(
            T("{gift}: the value never rises with more owners, so {values} can't be. Look at the card again.",
              gift=TYPE_NAMES[kind], values=tuple("?" if entry is None else entry for entry in row))
        )  # fmt: skip
    return (row[0], row[1], row[2], row[3])


def _characters(box: Box, kind: str) -> dict[str, Character]:
    copies = _number(box, f"copies.{kind}", 1, 7)
    effect: Effect | None = _among(box, f"effect.{kind}", EFFECTS)
    source = _among(box, f"from.{kind}", ("reserve", "market", "player")) or ""
    if effect not in TAKEN_FROM or source not in TAKEN_FROM[effect]:
        source = ""
    key = f"magnitude.{kind}"
    given = box.value(key)
    if given is not None and (
        not isinstance(given, list | tuple) or not all(type(n) is int and 0 <= n <= MOST_VALUE for n in given)
    ):
        raise _wrong(key, T("whole numbers from 0 to {most}, one for each card", most=MOST_VALUE), given)
    counted = effect in COUNTED
    numbers = sorted(given or (), reverse=True) if counted else []
    if numbers and copies in (None, len(numbers)):
        many = len(set(numbers)) > 1 or kind == "scribe"
        found = {}
        for number in dict.fromkeys(numbers):
            name = f"{kind}:{number}" if many else kind
            known = numbers.count(number) if copies is not None else None
            found[name] = Character(name, kind, number, known, effect, source)
        return found
    if kind == "scribe" and counted:
        # Both numbers are known to exist, how many of each is not (spec 2.6).
        return {f"scribe:{n}": Character(f"scribe:{n}", kind, n, None, effect) for n in (3, 2)}
    return {kind: Character(kind, kind, None, copies, effect, source)}


def _money(box: Box, players: int) -> tuple[int, ...]:
    key = f"money.{players}"
    value = box.value(key)
    if (
        not isinstance(value, list | tuple)
        or len(value) != players
        or not all(type(n) is int and 0 <= n <= 40 for n in value)
    ):
        raise _wrong(key, T("{n} whole numbers", n=players), value)
    return tuple(value)


def _read(box: Box) -> Catalogue:
    halves = {half: _half(box, half) for half in HALVES}
    gifts = {gift: _sure(box, f"cards.{gift}", 1, 12) for gift in GIFTS}
    cards = {kind: sum(n for gift, n in gifts.items() if type_of(gift) == kind) for kind in TYPES}
    types = {kind: GiftType(kind, cards[kind], _values(box, kind)) for kind in TYPES}
    characters: dict[str, Character] = {}
    for kind in KINDS:
        characters |= _characters(box, kind)
    house = {key: _among(box, f"house.{key}", known) for key, known in HOUSE.items()}
    extra = box.value("name.extra_servant")
    if extra is not None and (not isinstance(extra, str) or not extra.strip() or not extra.isprintable()):
        raise _wrong("name.extra_servant", T("a name"), extra)
    dice = Dice(
        _number(box, "dice.count", 1, 2),
        _among(box, "dice.compare", ("sum", "each")),
        _among(box, "dice.counts", ("all", "others")),
    )
    return Catalogue(
        halves=halves,
        gifts=gifts,
        types=types,
        characters=characters,
        dice=dice,
        house={key: value for key, value in house.items() if value is not None},
        money={str(players): _money(box, players) for players in (3, 4)},
        reserve=_sure(box, "money.reserve", 0, 5),
        coins=_sure(box, "coins.silver", 0, 99) + 2 * _sure(box, "coins.gold", 0, 99),
        seals=_sure(box, "seals", 1, 99),
        servants=_sure(box, "servants", 1, 9),
        character_total=_sure(box, "characters", 1, 30),
        akhenaton=_sure(box, "akhenaton", 1, 1),
        closed_first=_among(box, "closed.first", MARKETS) or "LOU",
        removed_with_3=str(box.value("removed.3")),
        seal_points=_sure(box, "points.seal", 0, 9),
        deben_points=_sure(box, "points.deben", 0, 3),
        extra_name=(extra or "").strip()[:24],
    )


@read_once
def read_catalogue(box: Box) -> Catalogue:
    """The typed facts of `box`, read once for the same owner's values. Raises InputError for a fact that can't be."""
    return _read(box)
