"""Results as a table for spreadsheets: one row a seat, columns as docs/handoff.md lists them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from companion.table.bg_stats import role_of
from companion.table.handoff import Play, Seated

COLUMNS = (
    "play", "game", "title", "bgg_id", "rules", "ruleset", "practice", "mode", "began_utc", "ended_utc", "minutes",
    "seat", "player", "name", "colour", "score", "winner", "rank", "starts", "position", "seconds", "notes",
)  # fmt: skip
POINTS = "points:"
"""Begins the name of each column with the points of a category of scoring, by its id."""
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")
"""A text that begins so gets an apostrophe in front, for a spreadsheet would take it for a formula."""


def results_csv(plays: Sequence[Play]) -> bytes:
    """The table of the plays (RFC 4180, UTF-8 with a byte order mark, commas, every number whole)."""
    categories = tuple(dict.fromkeys(part.category for play in plays for part in play.parts))
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow([*COLUMNS, *(POINTS + category for category in categories)])
    for play in plays:
        for one in play.players:
            points = {part.category: part.points.get(one.seat, 0) for part in play.parts}
            writer.writerow([*_cells(play, one), *(points.get(category, "") for category in categories)])
    return b"\xef\xbb\xbf" + file.getvalue().encode()


def _cells(play: Play, one: Seated) -> Iterable[str | int]:
    yield guarded(play.uuid)
    yield guarded(play.game)
    yield guarded(play.title.message)
    yield _number(play.bgg_id)
    yield guarded(play.rules)
    yield guarded(play.ruleset.message) if play.ruleset is not None else ""
    yield _flag(play.practice)
    yield "scorekeeper" if play.scorekeeper else "referee"
    yield play.began
    yield play.ended
    yield _number(play.minutes)
    yield play.players.index(one) + 1
    yield one.player
    yield guarded(one.name)
    yield role_of(one)
    yield _number(one.score)
    yield _flag(one.winner)
    yield _number(one.rank)
    yield _flag(one.starts)
    yield play.order.index(one.seat) + 1 if one.seat in play.order else ""
    yield _number(one.time_s)
    yield guarded("\n".join(play.notes))


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(RISKY) else text


def _number(value: int | None) -> int | str:
    return "" if value is None else value


def _flag(value: bool) -> str:
    return "yes" if value else "no"
