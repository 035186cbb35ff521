"""Scoring one set without having tracked the game (spec tutankhamen 7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.form_reading import shown
from companion.engine.game import Scores, Sheet
from companion.engine.options import resolve
from companion.engine.text import T, Text, Value, seat
from companion.games.tutankhamen.catalogue import MOST_SPECIAL, MOST_VALUE
from companion.games.tutankhamen.scoring import award, contested, line
from companion.games.tutankhamen.switches import OPTIONS, PRESETS

FIELDS = ("ruleset", "value", "holdings", "pharaohs", "mask", "removed", "options")
MOST_SEATS = 6
MOST_NAME = 40


def _whole(data: Mapping[str, Any], field: str, low: int, high: int) -> int:
    value = data[field]
    if type(value) is not int or not low <= value <= high:
        raise InputError(
            T(
                "“{field}” must be a whole number from {low} to {high}, not “{value}”.",
                field=field,
                low=low,
                high=high,
                value=shown(value),
            )
        )
    return value


def _table(data: Mapping[str, Any], field: str) -> dict[str, Any]:
    table = data[field]
    if not isinstance(table, dict):
        text = T("“{field}” must name seats with numbers, like {example}.", field=field, example='{"A": 2}')
        raise InputError(text)
    return table


def _holdings(data: Mapping[str, Any], value: int) -> dict[str, int]:
    table = _table(data, "holdings")
    if not 1 <= len(table) <= MOST_SEATS:
        raise InputError(
            T("“holdings” needs 1 to {most} seats; {n} are given.", most=MOST_SEATS, n=len(table)),
        )
    for name, n in table.items():
        if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME:
            raise InputError(T("A seat in “holdings” has no name, or a very long one. Give it a short one."))
        if type(n) is not int or not 0 <= n <= value:
            raise InputError(
                T(
                    "{who} in “holdings” needs a whole number from 0 to {value}, not “{given}”.",
                    who=seat(name),
                    value=value,
                    given=shown(n),
                )
            )
    total = sum(table.values())
    if total > value:
        raise InputError(
            T("The players hold {total} tiles, but there are only {value} of this kind.", total=total, value=value)
        )
    if data.get("removed") is not None:
        removed = _whole(data, "removed", 0, value)
        if total + removed != value:
            raise InputError(
                T(
                    "Held {total} and removed {removed} do not make {value}. Correct one, or leave out “removed”.",
                    total=total,
                    removed=removed,
                    value=value,
                )
            )
    return dict(table)


def _mask(data: Mapping[str, Any], holdings: Mapping[str, int]) -> str | None:
    who = data.get("mask")
    if who is None:
        return None
    if not isinstance(who, str) or who not in holdings:
        known: tuple[Value, ...] = tuple(seat(s) for s in holdings)
        raise InputError(
            T("“mask” names “{who}”, who isn't in “holdings”. Choose one of: {known}.", who=shown(who), known=known)
        )
    return who


def _why_not(who: str, tiles: Mapping[str, int], group: tuple[str, ...]) -> Text | None:
    if not tiles[who]:
        return T("{who} has no tile of this kind, so no pharaoh can be added.", who=seat(who))
    if not group:
        return T("Nobody is tied, so {who} can't add a pharaoh.", who=seat(who))
    if who not in group:
        tied: tuple[Value, ...] = tuple(seat(s) for s in group)
        return T("Only {tied} are tied, so {who} can't add a pharaoh.", tied=tied, who=seat(who))
    return None


def _pharaohs(data: Mapping[str, Any], tiles: Mapping[str, int]) -> dict[str, int]:
    table = _table(data, "pharaohs") if data.get("pharaohs") is not None else {}
    group = contested(tiles)
    for who, n in table.items():
        if who not in tiles:
            known: tuple[Value, ...] = tuple(seat(s) for s in tiles)
            raise InputError(
                T(
                    "“pharaohs” names “{who}”, who isn't in “holdings”. Choose from: {known}.",
                    who=shown(who),
                    known=known,
                )
            )
        if type(n) is not int or not 0 <= n <= MOST_SPECIAL:
            raise InputError(
                T(
                    "{who} in “pharaohs” needs a whole number from 0 to {most}, not “{given}”.",
                    who=seat(who),
                    most=MOST_SPECIAL,
                    given=shown(n),
                )
            )
        if n and (why := _why_not(who, tiles, group)) is not None:
            raise InputError(why)
    return dict(table)


class SetSheet(Sheet):
    """One set: its value, who holds how many tiles (the mask not counted), pharaohs played, who uses the mask."""

    id = "tutankhamen"
    title = T("One set")
    example: Mapping[str, Any] = {
        "ruleset": "SEED",
        "value": 8,
        "holdings": {"A": 5, "B": 2, "C": 1},
        "pharaohs": {},
        "mask": None,
    }

    def score(self, data: Any, box: Box | None = None) -> Scores:
        """Points of every seat in one line. Seats may have any names. Raises InputError naming the field.

        `value` 1 to 20; `removed` may be left out; `options` may set the switches of the ruleset.
        """
        if not isinstance(data, dict):
            raise InputError(T("The sheet must be one JSON object in braces."))
        for field in data:
            if field not in FIELDS:
                known = ", ".join(FIELDS)
                raise InputError(
                    T("There is no field “{field}” here. The fields are: {known}.", field=shown(field), known=known)
                )
        for field in ("value", "holdings"):
            if field not in data:
                raise InputError(T("The field “{field}” is missing. Add it.", field=field))
        switches = data.get("options", {})
        if not isinstance(switches, dict):
            raise InputError(T("“options” must name switches with their values in braces."))
        given = {"ruleset": data.get("ruleset", "SEED"), **switches}
        rules = resolve(OPTIONS, PRESETS, given)
        value = _whole(data, "value", 1, MOST_VALUE)
        tiles = _holdings(data, value)
        masked = _mask(data, tiles)
        if masked is not None:
            tiles[masked] += 1
        pharaohs = _pharaohs(data, tiles)
        paid = award(value, tiles, pharaohs, str(rules["tie_first_3plus"]), str(rules["half_rounding"]))
        title = T("A set of value {value}", value=value)
        scored = msgspec.structs.replace(line("set", title, value, paid), targets=())
        return Scores((scored,), dict.fromkeys(tiles, 0))
