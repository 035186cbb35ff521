"""Reading the scoring forms of Egizia: players, score stones, crews, fields, the rows of the markets (spec 2.12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.form_reading import read_object, shown
from companion.engine.text import T, Text, Value, seat
from companion.games.egizia import scoring
from companion.games.egizia.catalogue import FEWEST_GRAIN_ROWS as FEWEST_ROWS
from companion.games.egizia.catalogue import MOST_PENALTY, MOST_ROWS, read_catalogue
from companion.games.egizia.components import COLOURS, CREWS, JOKER, MOST_VALUE, Catalogue
from companion.games.egizia.state import Field

LEAST_SEATS, MOST_SEATS, MOST_NAME = 2, 4, 40
MOST_SCORE, MOST_ARRIVAL, MOST_FIELDS = 999, 9999, 20
FIELD_FIELDS = ("color", "value", "field_upgrade")


def whole(value: Any, who: str, field: str, low: int, high: int) -> int:
    """A whole number of a player's. Raises `InputError` naming the field."""
    if type(value) is not int or not low <= value <= high:
        raise InputError(
            T("“{field}” of {who} must be a whole number from {low} to {high}, not “{value}”.", field=field,
              who=seat(who), low=low, high=high, value=shown(value))
        )  # fmt: skip
    return value


def flag(value: Any, who: str, field: str) -> bool:
    """A yes or no of a player's. Raises `InputError` naming the field."""
    if type(value) is not bool:
        raise InputError(
            T("“{field}” of {who} must be true or false, not “{value}”.", field=field, who=seat(who),
              value=shown(value))
        )  # fmt: skip
    return value


def listed(value: Any, who: str, field: str) -> list[Any]:
    """A list of a player's. Raises `InputError` naming the field."""
    if not isinstance(value, list):
        raise InputError(T("“{field}” of {who} must be a list, in square brackets.", field=field, who=seat(who)))
    return value


def read_players(data: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Mapping[str, Any]]:
    """The players with their fields. Raises `InputError` for no or too many players, and for a field nobody has."""
    if "players" not in data:
        raise InputError(T("The field “{field}” is missing. Add it.", field="players"))
    players = data["players"]
    if not isinstance(players, dict):
        raise InputError(T("“players” must name each player with what they have, in braces."))
    if not LEAST_SEATS <= len(players) <= MOST_SEATS:
        raise InputError(
            T("“players” needs {least} to {most} players; {n} are given.", least=LEAST_SEATS, most=MOST_SEATS,
              n=len(players))
        )  # fmt: skip
    for name in players:
        if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME or not name.isprintable():
            raise InputError(T("A player has no name, or a very long one. Give a short one."))
    return {who: read_object(own, T("What {who} has", who=seat(who)), known) for who, own in players.items()}


def facts_of(data: Mapping[str, Any], box: Box) -> Catalogue:
    """The printed facts with the rows of the markets that the form itself gives."""
    given: dict[str, Any] = {}
    if "stone_market" in data:
        market = read_object(data["stone_market"], T("“{field}”", field="stone_market"), ("row_count",))
        count = market.get("row_count")
        if count is not None and (type(count) is not int or not FEWEST_ROWS <= count <= MOST_ROWS):
            raise InputError(
                T("“{field}” must be a whole number from {low} to {high}, not “{value}”.",
                  field="stone_market.row_count", low=FEWEST_ROWS, high=MOST_ROWS, value=shown(count))
            )  # fmt: skip
        given |= {"stone.rows": count} if count is not None else {}
    if "grain_market" in data:
        market = read_object(data["grain_market"], T("“{field}”", field="grain_market"), ("rows",))
        rows = market.get("rows")
        if rows is not None:
            _check_rows(rows)
        given |= {"grain.rows": rows, "grain.count": len(rows)} if rows is not None else {}
    return read_catalogue(box.with_overrides(given))


def _check_rows(rows: Any) -> None:
    if not isinstance(rows, list) or not FEWEST_ROWS <= len(rows) <= MOST_ROWS:
        raise InputError(
            T("“rows” of “grain_market” must list the number in each row from the top, {low} to {high} numbers.",
              low=FEWEST_ROWS, high=MOST_ROWS)
        )  # fmt: skip
    for number in rows:
        if number is not None and (type(number) is not int or not 1 <= number <= MOST_PENALTY):
            raise InputError(
                T("“{field}” must be whole numbers from {low} to {high}, not “{value}”.", field="grain_market.rows",
                  low=1, high=MOST_PENALTY, value=shown(number))
            )  # fmt: skip


def read_scores(players: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """The points of each player. Raises `InputError` where a player has none."""
    for who, own in players.items():
        if "score" not in own:
            raise InputError(T("“{field}” of {who} is missing. Add it.", field="score", who=seat(who)))
    return {who: whole(own["score"], who, "score", -MOST_SCORE, MOST_SCORE) for who, own in players.items()}


def read_crews(value: Any, who: str, facts: Catalogue) -> dict[str, int]:
    """The strengths of the four crews. Raises `InputError` naming the crew."""
    given = read_object(value, T("“{field}” of {who}", field="crews", who=seat(who)), CREWS)
    for crew in CREWS:
        if crew not in given:
            raise InputError(T("“{field}” of {who} is missing. Add it.", field=f"crews.{crew}", who=seat(who)))
    least = {crew: 2 if crew == JOKER else 1 for crew in CREWS}
    return {crew: whole(given[crew], who, f"crews.{crew}", least[crew], facts.most(crew)) for crew in CREWS}


def read_fields(value: Any, who: str) -> tuple[Field, ...]:
    """The fields in front of a player. Raises `InputError` naming what is wrong with one."""
    entries = listed(value, who, "fields")
    if len(entries) > MOST_FIELDS:
        raise InputError(
            T("{who} can’t have more than {most} fields; {n} are given.", who=seat(who), most=MOST_FIELDS,
              n=len(entries))
        )  # fmt: skip
    found = []
    for entry in entries:
        given = read_object(entry, T("A field of {who}", who=seat(who)), FIELD_FIELDS)
        if given.get("color") not in COLOURS:
            raise InputError(
                T("“{field}” of {who} must be one of {known}, not “{value}”.", field="fields.color", who=seat(who),
                  known=", ".join(COLOURS), value=shown(given.get("color")))
            )  # fmt: skip
        grain = whole(given.get("value"), who, "fields.value", 1, MOST_VALUE)
        better = whole(given.get("field_upgrade", 0), who, "fields.field_upgrade", 0, COLOURS.index(given["color"]))
        found.append(Field(given["color"], grain, better))
    return tuple(found)


class Track(msgspec.Struct):
    """The score stones: points, and who came earlier to a space (spec 4.1)."""

    scores: dict[str, int]
    arrivals: dict[str, int]
    clock: int = MOST_ARRIVAL

    @property
    def front(self) -> tuple[str, ...]:
        """The leader first; on one space the earlier arrival."""
        return scoring.front(self.scores, self.arrivals)

    def move(self, who: str, points: int) -> tuple[str, ...]:
        """Move a stone behind all on its new space; 0 changes nothing. Returns those it lies behind there."""
        if not points:
            return ()
        self.clock += 1
        self.scores[who] += points
        self.arrivals[who] = self.clock
        return tuple(other for other in self.front if other != who and self.scores[other] == self.scores[who])


def read_track(players: Mapping[str, Mapping[str, Any]]) -> Track:
    """The score stones as they lie now.

    Raises `InputError` if two share a space and their “arrival” does not say who came first.
    """
    scores = read_scores(players)
    arrivals: dict[str, int] = {}
    for who, own in players.items():
        if "arrival" in own:
            arrivals[who] = whole(own["arrival"], who, "arrival", 0, MOST_ARRIVAL)
    for who in players:
        there = [other for other in players if scores[other] == scores[who]]
        told = [arrivals[other] for other in there if other in arrivals]
        if len(there) > 1 and len(set(told)) < len(there):
            names: tuple[Value, ...] = tuple(seat(other) for other in there)
            raise InputError(
                T("{players} share the space {n}. Add “arrival” to each: 1 for the stone in front, 2 for the next.",
                  players=names, n=scores[who])
            )  # fmt: skip
    return Track(scores, {who: arrivals.get(who, 0) for who in players})


def say_behind(who: str, others: tuple[str, ...], n: int) -> Text:
    """Where a score stone goes on a shared space."""
    names: tuple[Value, ...] = tuple(seat(other) for other in others)
    return T("{who}’s score stone goes behind {others} on {n}.", who=seat(who), others=names, n=n)
