"""What the table tells of the box in a game: in force at once, and kept by fact for the next games (spec egizia 2.13).

Every function takes the facts in force and what was told so far, by fact key, and returns both with the news.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.egizia.catalogue import deck_whole
from companion.games.egizia.components import DECK_SIZES, TEMPLE_PARTS, Catalogue, Kind, Line, Space

Told = dict[str, Any]
Grown = tuple[Catalogue, Told]

_LAST_ROWS = 2
"""So many rows at the end of the grain market show a 1 (spec 2.6)."""


def _with(facts: Catalogue, told: Mapping[str, Any], key: str, value: Any, **changes: Any) -> Grown:
    return msgspec.structs.replace(facts, **changes), {**told, key: value}


def with_river_pair(facts: Catalogue, told: Told, upper: str, lower: str) -> Grown:
    """`lower` lies downstream of `upper`."""
    below = (*facts.below, (upper, lower))
    return _with(facts, told, "river.below", [list(pair) for pair in below], below=below)


def with_pair(facts: Catalogue, told: Told, space: str, crews: str) -> Grown:
    """Which two crews are pictured on a round space."""
    return _with(facts, told, f"pair.{space}", crews, pairs={**facts.pairs, space: crews})


def with_row(facts: Catalogue, told: Told, track: str, row: int) -> Grown:
    """`row` (from 1) is the last row of a market."""
    if track == "stone":
        return _with(facts, told, "stone.rows", row, stone_rows=row)
    upper = (*facts.top, *(None,) * row)[: max(0, row - _LAST_ROWS)]
    penalties = (*upper, *(1,) * min(row, _LAST_ROWS))
    if any(entry is not None for entry in upper):
        told = {**told, "grain.rows": list(penalties)}
    return _with(facts, told, "grain.count", row, penalties=penalties)


def with_penalty(facts: Catalogue, told: Told, row: int, points: int) -> Grown:
    """Points lost for each missing grain with the marker on `row` (from 1)."""
    if facts.penalties:
        penalties = (*facts.penalties[: row - 1], points, *facts.penalties[row:])
        return _with(facts, told, "grain.rows", list(penalties), penalties=penalties)
    gap = (None,) * max(0, row - 1 - len(facts.top))
    top = (*facts.top[: row - 1], *gap, points, *facts.top[row:])
    return _with(facts, told, "grain.top", list(top), top=top)


def with_obelisk_space(facts: Catalogue, told: Told, value: int) -> Grown:
    """The next space of the obelisk, not below the last in value; its row is not told."""
    return _obelisk(facts, told, (*facts.obelisk, Space(value)), facts.obelisk_whole)


def with_pyramid_space(facts: Catalogue, told: Told, row: int, value: int) -> Grown:
    """The next space of a row of the pyramid (from 1, from below); rows below that nobody told are there too."""
    lines = [*facts.pyramid, *(Line() for _ in range(row - len(facts.pyramid)))]
    lines[row - 1] = Line((*lines[row - 1].values, value), lines[row - 1].whole)
    return _pyramid(facts, told, tuple(lines), facts.pyramid_whole)


def with_temple_space(facts: Catalogue, told: Told, part: str, value: int) -> Grown:
    """The next space of a part of the temple."""
    line = facts.temple.get(part, Line())
    return _temple(facts, told, {**facts.temple, part: Line((*line.values, value), line.whole)})


def with_line_whole(facts: Catalogue, told: Told, line: str) -> Grown:
    """Every space of a line is known: "pyramid:2", "temple:top", "obelisk", or "pyramid" (there are no more rows)."""
    building, _, which = line.partition(":")
    if building == "obelisk":
        return _obelisk(facts, told, facts.obelisk, True)
    if building == "temple":
        return _temple(facts, told, {**facts.temple, which: Line(facts.temple[which].values, True)})
    if not which:
        return _pyramid(facts, told, facts.pyramid, True)
    at = int(which) - 1
    rows = (*facts.pyramid[:at], Line(facts.pyramid[at].values, True), *facts.pyramid[at + 1 :])
    return _pyramid(facts, told, rows, facts.pyramid_whole)


def with_points(facts: Catalogue, told: Told, card: str, points: int, players: int = 0) -> Grown:
    """The points printed on a Sphinx card; on "lastrow_count:..." in the row for so many `players`."""
    kind, _, track = card.partition(":")
    if kind != "lastrow_count":
        return _with(facts, told, f"points.{card}", points, points={**facts.points, card: points})
    row = (*facts.lastrow_points[track][:players], points, *facts.lastrow_points[track][players + 1 :])
    return _with(facts, told, f"lastrow.{track}", list(row), lastrow_points={**facts.lastrow_points, track: row})


def with_each_graves(facts: Catalogue, told: Told, graves: bool) -> Grown:
    """Whether the Sphinx card "2 own stones on each building" asks for graves too."""
    return _with(facts, told, "own_each.graves", graves, each_graves=graves)


def with_card(facts: Catalogue, told: Told, deck: str, card: str, copies: int) -> Grown:
    """So many copies of a Nile card were seen in one game; it may be more than was known of an unfinished list.

    Nothing is learned of a list that is whole, nor of cards that would be more than the deck holds.
    """
    known = facts.nile.get(deck, {})
    more = copies - known.get(card, 0)
    if more <= 0 or deck_whole(facts, deck) or sum(known.values()) + more > DECK_SIZES[deck]:
        return facts, told
    cards = {**known, card: copies}
    return _with(facts, told, f"nile.{deck}", dict(sorted(cards.items())), nile={**facts.nile, deck: cards})


def with_kind(facts: Catalogue, told: Told, family: str, kind: Kind) -> Grown:
    """The word on a card of a doubted family."""
    return _with(facts, told, f"kind.{family}", kind, kinds={**facts.kinds, family: kind})


def with_extra(facts: Catalogue, told: Told, value: str, track: str) -> Grown:
    """The market that the brown field 6 or 7 moves."""
    return _with(facts, told, f"extra.{value}", track, extras={**facts.extras, value: track})


def _obelisk(facts: Catalogue, told: Told, spaces: tuple[Space, ...], whole: bool) -> Grown:
    told_spaces = [
        {"value": space.value} if space.row is None else {"row": space.row, "value": space.value} for space in spaces
    ]
    value = {"spaces": told_spaces, "whole": whole}
    return _with(facts, told, "obelisk", value, obelisk=spaces, obelisk_whole=whole)


def line_value(line: Line) -> dict[str, Any]:
    """A line of a monument as a box keeps it."""
    return {"values": list(line.values), "whole": line.whole}


def _pyramid(facts: Catalogue, told: Told, rows: tuple[Line, ...], whole: bool) -> Grown:
    value = {"rows": [line_value(line) for line in rows], "whole": whole}
    return _with(facts, told, "pyramid", value, pyramid=rows, pyramid_whole=whole)


def _temple(facts: Catalogue, told: Told, parts: dict[str, Line]) -> Grown:
    value = {part: line_value(parts.get(part, Line())) for part in TEMPLE_PARTS}
    return _with(facts, told, "temple", value, temple=parts)
