"""Reads the facts of a box into types, strictly (spec egizia 2.12)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from companion.engine.box import UNKNOWN, Box, read_once
from companion.engine.errors import InputError
from companion.engine.form_reading import shown
from companion.engine.text import T, Text
from companion.games.egizia.components import (
    DECK_SIZES,
    DECKS,
    DOUBTED,
    MOST_POINTS,
    MOST_VALUE,
    OPEN_CARDS,
    ORDINARY,
    PAIR_SPACES,
    PAIRS,
    PLAIN_CARDS,
    SPHINX_CARDS,
    SPHINX_TYPES,
    TEMPLE_PARTS,
    TRACKS,
    Catalogue,
    Line,
    Space,
    all_faces,
)
from companion.games.egizia.names import DECK_NAMES, PART_NAMES, card_name
from companion.games.egizia.riverbed import check_below, check_order

MOST_ROWS, MOST_SPACES, TILES = 12, 40, 20
FEWEST_GRAIN_ROWS, MOST_PENALTY = 3, 3
MOST_COPIES = 12
DOUBTFUL_KINDS = ("permanent", "anytime")
FIXED: Mapping[str, Any] = {
    "rounds": 5, "ships": 8, "stones": 24, "stone.cap": 25, "start.stones": [2, 3, 4, 5], "start.crew": 1,
    "start.joker": 2, "start.quarry": 3, "start.field": 6, "slots": [2, 2, 3], "cards.nile": [22, 22, 12],
    "cards.sphinx": SPHINX_CARDS, "graves.count": TILES, "graves.places": 12, "graves.points": [2, 5, 9],
    "stone.bonus": 3, "grain.bonus": 2, "participation": [1, 3, 6],
}  # fmt: skip
"""What is the same in every box, with its value."""


@cache
def nile_cards() -> frozenset[str]:
    """Every whole Nile card there can be, by id."""
    return frozenset((*PLAIN_CARDS, *(face for card in OPEN_CARDS for face in all_faces(card))))


def _wrong(key: str, wanted: Text, value: Any) -> InputError:
    return InputError(
        T("“{key}” of the box must be {wanted}, not “{value}”. Enter it again.", key=key, wanted=wanted,
          value=shown(value))
    )  # fmt: skip


def _whole(low: int, high: int) -> Text:
    return T("a whole number from {low} to {high}", low=low, high=high)


def _is_number(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _number(box: Box, key: str, low: int, high: int) -> int | None:
    value = box.value(key)
    if value is not None and not _is_number(value, low, high):
        raise _wrong(key, _whole(low, high), value)
    return None if value is None else int(value)


def _sure(box: Box, key: str, low: int, high: int) -> int:
    value = _number(box, key, low, high)
    if value is None:
        raise _wrong(key, _whole(low, high), None)
    return value


def _among(box: Box, key: str, known: tuple[Any, ...]) -> Any:
    value = box.value(key)
    if value is not None and not any(type(one) is type(value) and one == value for one in known):
        raise _wrong(key, T("one of {known}", known=", ".join(str(one) for one in known)), value)
    return value


def _row(box: Box, key: str, low: int, high: int) -> tuple[int | None, ...]:
    """A row of numbers that may have gaps; () while it is unknown."""
    value = box.value(key)
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or len(value) > MOST_SPACES:
        raise _wrong(key, T("a list of whole numbers"), value)
    row = tuple(None if entry == UNKNOWN else entry for entry in value)
    for entry in row:
        if entry is not None and not _is_number(entry, low, high):
            raise _wrong(key, T("whole numbers from {low} to {high}", low=low, high=high), entry)
    return row


def _river(box: Box) -> tuple[str, ...]:
    value = box.value("river.order")
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(isinstance(stop, str) for stop in value):
        raise _wrong("river.order", T("the stops from the source to the delta"), value)
    check_order(value)
    return tuple(value)


def _below(box: Box) -> tuple[tuple[str, str], ...]:
    value = box.value("river.below")
    try:
        below = msgspec.convert(value, tuple[tuple[str, str], ...])
        check_below(below)
    except (msgspec.ValidationError, KeyError) as error:
        raise _wrong("river.below", T("pairs of stops, the upper one first"), value) from error
    return below


def _penalties(box: Box) -> tuple[int | None, ...]:
    """The grain market from the top; its last two rows are 1 (spec 2.6). () while its length is not known.

    Penalties that don't fit the number of rows are from before the rows were counted; they wait to be told anew.
    """
    rows, count = _row(box, "grain.rows", 1, MOST_PENALTY), _number(box, "grain.count", FEWEST_GRAIN_ROWS, MOST_ROWS)
    if box.value("grain.rows") is not None and not FEWEST_GRAIN_ROWS <= len(rows) <= MOST_ROWS:
        raise InputError(
            T("The grain market has {low} to {high} rows; {n} are given. Count again.", low=FEWEST_GRAIN_ROWS,
              high=MOST_ROWS, n=len(rows))
        )  # fmt: skip
    if any(entry not in (None, 1) for entry in rows[-2:]):
        raise InputError(T("The last two rows of the grain market show a 1. Look at the board again."))
    if count is not None and len(rows) != count:
        rows = (None,) * count
    return (*rows[:-2], 1, 1) if rows else ()


class _Obelisk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    spaces: tuple[Space, ...] = ()
    whole: bool = False


class _Pyramid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: tuple[Line, ...] = ()
    whole: bool = False


def _monument(box: Box, key: str, kind: Any) -> Any:
    value = box.value(key)
    if value is None:
        return None
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise InputError(
            T("“{key}” of the box can't be read ({detail}). Enter it again.", key=key, detail=str(error)[:80])
        ) from error


def _check_values(key: str, where: Text, values: tuple[int, ...], *, rising: bool) -> None:
    if len(values) > MOST_SPACES:
        raise InputError(T("{line}: at most {most} spaces, not {n}.", line=where, most=MOST_SPACES, n=len(values)))
    for value in values:
        if not _is_number(value, 1, MOST_VALUE):
            raise _wrong(key, T("values from {low} to {high}", low=1, high=MOST_VALUE), value)
    if rising and list(values) != sorted(values):
        raise InputError(T("{line}: the values can't fall on the way up. Enter it again from below.", line=where))


def _obelisk(box: Box) -> _Obelisk:
    told: _Obelisk = _monument(box, "obelisk", _Obelisk) or _Obelisk()
    where = T("Obelisk")
    _check_values("obelisk", where, tuple(space.value for space in told.spaces), rising=True)
    rows = tuple(space.row for space in told.spaces if space.row is not None)
    _check_values("obelisk", where, rows, rising=True)
    if told.whole and not told.spaces:
        raise InputError(T("The obelisk has spaces. Enter it again from below."))
    if told.whole and len(rows) == len(told.spaces) and not {7, 8, 9} <= set(rows):
        raise InputError(T("The obelisk has rows 7, 8 and 9. Enter it again, row by row from below."))
    return told


def _pyramid(box: Box) -> _Pyramid:
    told: _Pyramid = _monument(box, "pyramid", _Pyramid) or _Pyramid()
    if len(told.rows) > MOST_ROWS:
        raise InputError(T("The pyramid has at most {most} rows, not {n}.", most=MOST_ROWS, n=len(told.rows)))
    for i, line in enumerate(told.rows, 1):
        where = T("Pyramid row {row}", row=i)
        _check_values("pyramid", where, line.values, rising=False)
        if line.whole and not line.values:
            raise InputError(T("{line} has no spaces. Enter it again.", line=where))
    if told.whole and not all(line.whole for line in told.rows):
        raise InputError(T("All rows of the pyramid are told, but one of them not wholly. Enter it again."))
    if told.whole and not told.rows:
        raise InputError(T("The pyramid has rows. Enter it again from below."))
    return told


def _temple(box: Box) -> dict[str, Line]:
    told: dict[str, Line] = _monument(box, "temple", dict[str, Line]) or {}
    for part, line in told.items():
        if part not in TEMPLE_PARTS:
            raise _wrong("temple", T("one of {known}", known=", ".join(TEMPLE_PARTS)), part)
        _check_values("temple", PART_NAMES[part], line.values, rising=True)
        if line.whole and not line.values:
            raise InputError(T("{line} has no spaces. Enter it again.", line=PART_NAMES[part]))
    return {part: told.get(part, Line()) for part in TEMPLE_PARTS}


def _tiles(box: Box) -> tuple[int, ...]:
    tiles = _row(box, "graves.tiles", 1, MOST_VALUE)
    known = tuple(tile for tile in tiles if tile is not None)
    if box.value("graves.tiles") is not None and len(known) != TILES:
        raise InputError(T("There are {n} grave tiles; {given} values are given.", n=TILES, given=len(known)))
    return known


def _deck(box: Box, deck: str) -> dict[str, int]:
    key = f"nile.{deck}"
    value = box.value(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise _wrong(key, T("cards with their copies"), value)
    for card, copies in value.items():
        if card not in nile_cards():
            raise _wrong(key, T("Nile cards with their copies"), card)
        if not _is_number(copies, 1, MOST_COPIES):
            raise InputError(
                T("{deck}: “{card}” is there 1 to {most} times, not {n}.", deck=DECK_NAMES[deck],
                  card=card_name(card, Catalogue()), most=MOST_COPIES, n=str(copies)[:20])
            )  # fmt: skip
    total, size = sum(value.values()), DECK_SIZES[deck]
    if total > size:
        raise InputError(
            T("{deck}: there are {size} cards; {n} are given. Count again.", deck=DECK_NAMES[deck], size=size, n=total)
        )
    return {card: value[card] for card in sorted(value)}


def _sphinx(box: Box) -> dict[str, int | None]:
    copies = {kind: _number(box, f"sphinx.{kind}", 0, 9) for kind in SPHINX_TYPES}
    total = sum(n or 0 for n in copies.values())
    if total > SPHINX_CARDS:
        raise InputError(T("There are {size} Sphinx cards; {n} are given. Count again.", size=SPHINX_CARDS, n=total))
    return copies


def _label(box: Box, crew: str) -> str | None:
    key = f"label.{crew}"
    value = box.value(key)
    if value is not None and (not isinstance(value, str) or not value.strip() or not value.isprintable()):
        raise _wrong(key, T("a name"), value)
    return None if value is None else value.strip()[:16]


def _last_row(box: Box, track: str) -> tuple[int | None, ...]:
    key = f"lastrow.{track}"
    row = _row(box, key, 0, MOST_POINTS)
    if not row and box.value(key) is None:
        return (None,) * 5
    if len(row) != 5:
        raise _wrong(key, T("five numbers: for 0, 1, 2, 3 and 4 players"), box.value(key))
    return row


def _read(box: Box) -> Catalogue:
    for key, fixed in FIXED.items():
        if box.value(key) != fixed or type(box.value(key)) is not type(fixed):
            raise InputError(T("“{key}” is the same in every box: {value}.", key=key, value=str(fixed)))
    obelisk, pyramid = _obelisk(box), _pyramid(box)
    printed = [key.removeprefix("points.") for key in box.facts if key.startswith("points.")]
    river = _river(box)
    return Catalogue(
        river=river,
        below=() if river else _below(box),
        pairs={space: _among(box, f"pair.{space}", PAIRS) for space in PAIR_SPACES},
        labels={crew: _label(box, crew) for crew in ORDINARY},
        stone_rows=_number(box, "stone.rows", 3, MOST_ROWS),
        penalties=_penalties(box),
        top=_row(box, "grain.top", 1, MOST_PENALTY),
        obelisk=obelisk.spaces,
        obelisk_whole=obelisk.whole,
        pyramid=pyramid.rows,
        pyramid_whole=pyramid.whole,
        temple=_temple(box),
        tiles=_tiles(box),
        crew_max=_sure(box, "crew.max", 2, 20),
        joker_max=_sure(box, "joker.max", 2, 20),
        kinds={family: _among(box, f"kind.{family}", DOUBTFUL_KINDS) or "permanent" for family in DOUBTED},
        extras={value: _among(box, f"extra.{value}", TRACKS) or "stone" for value in ("6", "7")},
        nile={deck: _deck(box, deck) for deck in DECKS},
        sphinx=_sphinx(box),
        points={card: _number(box, f"points.{card}", 1, MOST_POINTS) for card in printed},
        lastrow_points={track: _last_row(box, track) for track in TRACKS},
        each_graves=_among(box, "own_each.graves", (True, False)),
    )


@read_once
def read_catalogue(box: Box) -> Catalogue:
    """The typed facts of `box`, read once for the same owner's values. Raises InputError for a fact that can't be."""
    return _read(box)


def deck_whole(facts: Catalogue, deck: str) -> bool:
    """Whether every card of a Nile deck is known."""
    return sum(facts.nile.get(deck, {}).values()) == DECK_SIZES[deck]


def sphinx_whole(facts: Catalogue) -> bool:
    """Whether every card of the Sphinx deck is known."""
    copies = [facts.sphinx.get(card) for card in SPHINX_TYPES]
    return None not in copies and sum(n or 0 for n in copies) == SPHINX_CARDS
