"""The final scoring without having tracked the game (spec nefertiti 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.form_reading import read_object, shown
from companion.engine.game import Scores, Sheet
from companion.engine.text import T, Text, Value, seat
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.components import GIFT_NAMES, GIFTS, TYPES, Catalogue
from companion.games.nefertiti.scoring import LEAST_LIKELY, MOST_LIKELY, final_scores, unlikely, winners

FIELDS = ("players", "values", "senet_double")
PLAYER = ("prestige", "gifts", "seals", "deben")
LEAST_SEATS, MOST_SEATS = 3, 4
MOST_NAME = 40
MOST_PRESTIGE = 999


def _whole(value: Any, who: str, field: str, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise InputError(
            T("“{field}” of {who} must be a whole number from 0 to {most}, not “{value}”.", field=field, who=seat(who),
              most=most, value=shown(value))
        )  # fmt: skip
    return value


def _players(data: Mapping[str, Any]) -> Mapping[str, Any]:
    if "players" not in data:
        raise InputError(T("The field “{field}” is missing. Add it.", field="players"))
    players = data["players"]
    if not isinstance(players, dict):
        raise InputError(T("“players” must name each player with what they own, in braces."))
    if not LEAST_SEATS <= len(players) <= MOST_SEATS:
        raise InputError(
            T("“players” needs {least} or {most} players; {n} are given.", least=LEAST_SEATS, most=MOST_SEATS,
              n=len(players))
        )  # fmt: skip
    for name in players:
        if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME:
            raise InputError(T("A player has no name, or a very long one. Give a short one."))
    return players


def _gifts(given: Any, who: str) -> dict[str, int]:
    known = ("senet", *GIFTS)
    table = read_object(given, T("“gifts” of {who}", who=seat(who)), known)
    if "senet" in table and "senet1" in table:
        raise InputError(
            T("{who} has “senet” and “senet1”, which mean the same. Keep one of them.", who=seat(who))
        )  # fmt: skip
    held = {}
    for name, n in table.items():
        gift = "senet1" if name == "senet" else name
        held[gift] = _whole(n, who, name, 99)
    return held


def _check_totals(held: Mapping[str, Mapping[str, int]], catalogue: Catalogue) -> None:
    for gift, most in catalogue.gifts.items():
        total = sum(own.get(gift, 0) for own in held.values())
        if total <= most:
            continue
        if gift == "senet1":
            raise InputError(
                T("{total} single senets are given; the box has {most}, and {doubles} double ones, given as “senet2”.",
                  total=total, most=most, doubles=catalogue.gifts["senet2"])
            )  # fmt: skip
        raise InputError(
            T("Cards of {gift}: {total} are given; the box has {most}. Count again.", gift=GIFT_NAMES[gift],
              total=total, most=most)
        )  # fmt: skip


def _facts(data: Mapping[str, Any], box: Box) -> Box:
    """The box with the values that the sheet itself gives."""
    values = read_object(data.get("values", {}), T("The field “values”"), TYPES)
    rows = {f"values.{kind}": row for kind, row in values.items()}
    double = data.get("senet_double")
    if double is not None and (type(double) is not int or double not in (1, 2)):
        raise InputError(T("“senet_double” must be 2 or 1, not “{value}”.", value=shown(double)))
    return box.with_overrides(rows | ({} if double is None else {"house.senet_double": double}))


class FinalSheet(Sheet):
    """`{"players": {"red": {"prestige": 34, "gifts": {"gold": 3}, "seals": 2, "deben": 4}, ...}}` for 3 or 4 players.

    Gifts by card: gold, necklace, mirror, statuette, chair, harp, senet (or senet1: single cards), senet2 (double
    cards). What is left out counts as 0. Optional: `values` with four numbers for a type (for 1, 2, 3, 4 owners, null:
    unknown), `senet_double` 2 or 1. Results: `winners` (null while a player has no total), `unlikely` totals.
    """

    id = "nefertiti"
    title = T("Final scoring")
    example: Mapping[str, Any] = {
        "players": {
            "red": {"prestige": 34, "gifts": {"gold": 3}, "seals": 2, "deben": 4},
            "blue": {"prestige": 51, "gifts": {"gold": 1}, "seals": 0, "deben": 9},
            "green": {"prestige": 40, "gifts": {"gold": 1}, "seals": 1, "deben": 2},
        }
    }

    def __init__(self, shipped: Box) -> None:
        self._shipped = shipped

    def score(self, data: Any, box: Box | None = None) -> Scores:
        """The final scoring line by line. Raises `InputError` naming the field and the remedy."""
        fields = read_object(data, T("The sheet"), FIELDS)
        players = _players(fields)
        catalogue = read_catalogue(_facts(fields, box or self._shipped))
        held, seals, deben, prestige = {}, {}, {}, {}
        for who, given in players.items():
            own = read_object(given, T("What {who} owns", who=seat(who)), PLAYER)
            held[who] = _gifts(own.get("gifts", {}), who)
            seals[who] = _whole(own.get("seals", 0), who, "seals", 99)
            deben[who] = _whole(own.get("deben", 0), who, "deben", 99)
            prestige[who] = _whole(own.get("prestige", 0), who, "prestige", MOST_PRESTIGE)
        _check_totals(held, catalogue)
        if sum(seals.values()) > catalogue.seals:
            raise InputError(
                T("The players have {total} seals; the box has {most}. Count again.", total=sum(seals.values()),
                  most=catalogue.seals)
            )  # fmt: skip
        most = sum(catalogue.money[str(len(players))]) + 4 * catalogue.reserve
        if sum(deben.values()) > most:
            raise InputError(
                T("The players have {total} deben; only {most} are in play with {n} players. Count again.",
                  total=sum(deben.values()), most=most, n=len(players))
            )  # fmt: skip
        scores = final_scores(catalogue, held, seals, deben, prestige, catalogue.house.get("senet_double"))
        if scores.open:
            return msgspec.structs.replace(scores, more={"winners": None})
        best, odd = winners(scores.totals, deben), unlikely(scores.totals)
        more: dict[str, Any] = {"winners": list(best)} | ({"unlikely": list(odd)} if odd else {})
        return msgspec.structs.replace(scores, more=more, notes=(*_say_winners(best), *_say_unlikely(odd)))


def _say_winners(best: tuple[str, ...]) -> tuple[Text, ...]:
    names: tuple[Value, ...] = tuple(seat(who) for who in best)
    if len(names) > 1:
        return (T("{winners} share the victory.", winners=names),)
    return (T("{winner} wins.", winner=names[0]),)


def _say_unlikely(odd: tuple[str, ...]) -> tuple[Text, ...]:
    """Spec 7: totals that no report comes near are worth a second look, never refused."""
    if not odd:
        return ()
    names: tuple[Value, ...] = tuple(seat(who) for who in odd)
    return (T("Count again: {names}. A final total is rarely below {low} or above {high}.", names=names,
              low=LEAST_LIKELY, high=MOST_LIKELY),)  # fmt: skip
