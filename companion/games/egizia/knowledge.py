"""What the table of a simulated game says of its own box, and what it has taught the engine (spec egizia 2.13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import TABLE, Move
from companion.games.egizia import moves as m
from companion.games.egizia.components import Catalogue
from companion.games.egizia.invented import Copy
from companion.games.egizia.state import Egizia
from companion.games.egizia.truth import Truth
from companion.games.egizia.truth_table import Real


def known_spaces(facts: Catalogue) -> dict[Real, str]:
    """The spaces that the engine knows from the beginning, by what they really are."""
    found: dict[Real, str] = {("obelisk", at): f"obelisk:{at + 1}" for at in range(len(facts.obelisk))}
    for row, line in enumerate(facts.pyramid):
        found.update({("pyramid", row, at): f"pyramid:{row + 1}:{at + 1}" for at in range(len(line.values))})
    for part, line in facts.temple.items():
        found.update({("temple", part, at): f"temple:{part}:{at + 1}" for at in range(len(line.values))})
    return found


def seen(s: Egizia, truth: Truth, pending: Real) -> Move:
    """What the table sees where it is asked. `pending`: the space that was just built on."""
    due, own = s.todo[0], truth.copy
    side = s.sides.get(due.who)
    match s.stage:
        case "grave":
            return m.Grave(TABLE, truth.hidden.tiles[int(due.what.partition(":")[2]) - 1])
        case "below" if side is not None:
            stop = due.what.partition(":")[0]
            return m.Below(TABLE, truth.depth[stop] > truth.depth.get(side.last, 0))
        case "pair":
            one, other = own.pairs[due.what]
            return m.Pair(TABLE, f"{one}+{other}")
        case "last_row" if side is not None:
            return m.LastRow(TABLE, side.row(due.what) == own.rows(due.what))
        case "penalty" if side is not None:
            return m.Penalty(TABLE, own.penalties[side.grain_row - 1])
        case "worth":
            return m.Worth(TABLE, truth.worth(pending))
        case "whole":
            return m.Whole(TABLE, truth.full(*pending[:2]))
        case "printed":
            return m.Printed(TABLE, truth.printed(s.asked_space))
        case "reached":
            return m.Reached(TABLE, _reached(s, truth))
    raise LookupError(f"the table sees nothing for {s.stage}")


def _reached(s: Egizia, truth: Truth) -> bool:
    who, own = s.todo[0].who, truth.copy
    kind, _, track = s.asked_space.partition(":")
    if kind == "low_row":
        return truth.people[who].rows["stone"] >= own.stone_rows - 1
    if kind == "last":
        return max(person.rows[track] for person in truth.people.values()) == own.rows(track)
    return truth.holds(s.asked_space, who)


def learned_wrong(learned: Mapping[str, Any], own: Copy) -> list[str]:
    """What the engine has learned and is not so."""
    return [f"learned {key} = {value}, which is not so" for key, value in learned.items() if not _so(key, value, own)]


def _so(key: str, value: Any, own: Copy) -> bool:
    what, _, name = key.partition(".")
    match what:
        case "river":
            return all(own.river.index(upper) < own.river.index(lower) for upper, lower in value)
        case "pair":
            return bool("+".join(own.pairs[name]) == value)
        case "stone":
            return bool(value == own.stone_rows)
        case "grain" if name == "count":
            return bool(value == len(own.penalties))
        case "grain":
            told = [(one, real) for one, real in zip(value, own.penalties, strict=False) if one is not None]
            return all(one == real for one, real in told) and (name == "top" or len(value) == len(own.penalties))
        case "obelisk":
            return [space["value"] for space in value["spaces"]] == [n for _, n in own.obelisk[: len(value["spaces"])]]
        case "pyramid":
            return all(_line(line, real) for line, real in zip(value["rows"], own.pyramid, strict=False))
        case "temple":
            return all(_line(line, own.temple[part]) for part, line in value.items())
        case "nile":
            return all(own.nile[name].count(card) >= n for card, n in value.items())
        case "points":
            return bool(own.points[name] == value)
        case "lastrow":
            return all(one in (None, real) for one, real in zip(value, own.table[name], strict=True))
        case "own_each":
            return bool(value == own.graves_too)
    return False


def _line(line: Mapping[str, Any], real: list[int]) -> bool:
    known = list(line["values"])
    return known == real[: len(known)] and (not line["whole"] or known == real)
