"""A whole game as text: a header line and one line a move, in JSON. Cartouche's PGN.

The header holds all that `Game.new` needs; replaying the moves gives every state of the game again. Unknown fields are
refused; a newer version says so. Every fault is named with its line.
"""

from __future__ import annotations

import calendar
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.engine.errors import InputError
from companion.engine.game import TABLE, Game, IllegalMove, Move, Played
from companion.engine.header import VERSION, Header, Sitting, sit_down
from companion.engine.strict_json import detail_of, load
from companion.engine.text import T, Text

MAX_BYTES = 4_000_000
MOST_FAULTS = 2000
"""Faults that are told of one file; a file with more of them is no record that somebody puts right by hand."""
CLOSED = T(
    "This game holds things that nobody may see yet, and its record would show them. It opens when they lie on the "
    "table, at the latest at the end of the game. Until then the game is safe in the journal and its backups."
)
"""Said of a sealed record (`Game.sealed`) instead of writing it into a file or reading it out."""
_DAY = r"([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})"
_TIME = re.compile(_DAY + r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?(?:Z|\+00:00)")


class Line(msgspec.Struct, frozen=True):
    """An accepted move with its number (from 1) and the time it was accepted (UTC, ISO 8601)."""

    n: int
    move: Move
    at: str


class Record(msgspec.Struct, frozen=True):
    """A header and the effective moves."""

    header: Header
    lines: tuple[Line, ...]


class RecordFault(msgspec.Struct, frozen=True):
    """A fault of a record.

    The line in the file (from 1), the move number if it is a move's, the sentence, the rule page behind it.
    """

    line: int
    text: Text
    n: int | None = None
    rule: str | None = None


class RecordError(InputError):
    """A record that can't be read; carries every fault that was found."""

    def __init__(self, faults: Iterable[RecordFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults[0].text)


def dump_header(header: Header) -> str:
    """The header as one line; `practice` stands there only where it is so."""
    fields = msgspec.to_builtins(header)
    if not header.practice:
        del fields["practice"]
    return msgspec.json.encode(fields).decode()


def dump(record: Record) -> str:
    """The record as text: JSON Lines, UTF-8, one trailing newline."""
    rows = [dump_header(record.header)]
    for line in record.lines:
        rows.append(dump_line(line))
    return "\n".join(rows) + "\n"


def dump_line(line: Line) -> str:
    """One move line."""
    fields = msgspec.to_builtins(line.move)
    return json.dumps({"n": line.n, **fields, "at": line.at}, ensure_ascii=False, separators=(",", ":"))


def _load_json(number: int, row: str) -> Mapping[str, Any]:
    try:
        data = load(row)
    except InputError as error:
        raise RecordError([RecordFault(number, error.text)]) from error
    if not isinstance(data, dict):
        text = T("A line must be one JSON object in braces. A record has one JSON object a line.")
        raise RecordError([RecordFault(number, text)])
    return data


def _check_time(field: str, value: object) -> None:
    """Raises InputError unless `value` is a time that there is, in UTC (ISO 8601)."""
    found = _TIME.fullmatch(value) if type(value) is str else None
    year, month, day = map(int, found.groups()) if found else (0, 0, 0)
    if not year or not 1 <= day <= calendar.monthrange(year, month)[1]:
        raise InputError(
            T("“{field}” must be a time in UTC, like {example}.", field=field, example="2026-03-09T18:00:11Z")
        )


def parse_header(row: str) -> Header:
    """The header from the first line. Raises RecordError."""
    data = _load_json(1, row)
    version = data.get("record")
    if type(version) is not int or version < 1:
        raise RecordError(
            [
                RecordFault(
                    1,
                    T(
                        "The first line is not the header of a record: it must begin with “record”: {version}.",
                        version=VERSION,
                    ),
                )
            ]
        )
    if version > VERSION:
        raise RecordError(
            [
                RecordFault(
                    1,
                    T(
                        "The record has version {version}; this Cartouche reads up to {ours}. Update it first.",
                        version=version if version < 10**6 else "…",
                        ours=VERSION,
                    ),
                )
            ]
        )
    try:
        header = msgspec.convert(data, Header)
        _check_time("started", header.started)
    except msgspec.ValidationError as error:
        text = T("The header can't be read: {detail}.", detail=detail_of(error))
        raise RecordError([RecordFault(1, text)]) from error
    except InputError as error:
        raise RecordError([RecordFault(1, error.text)]) from error
    return header


def parse_line(game: Game[Any], number: int, n: int, row: str) -> Line:
    """Move `n` from line `number` of the file. Raises RecordError."""
    data = dict(_load_json(number, row))
    given, at = data.pop("n", None), data.pop("at", None)
    if type(given) is not int or given != n:
        shown = json.dumps(given)[:20]
        raise RecordError(
            [RecordFault(number, T("The move number is {given}; {n} was expected here.", given=shown, n=n), n)]
        )
    try:
        _check_time("at", at)
        move = game.decode_move(data)
    except InputError as error:
        raise RecordError([RecordFault(number, error.text, n)]) from error
    except msgspec.ValidationError as error:
        raise RecordError(
            [RecordFault(number, T("The move can't be read: {detail}.", detail=detail_of(error)), n)]
        ) from error
    return Line(n, move, at)


def decode(data: bytes) -> list[str]:
    """The lines of a record file. Raises RecordError for what is too large, not text, or empty."""
    if len(data) > MAX_BYTES:
        size, most = len(data) // 1_000_000, MAX_BYTES // 1_000_000
        raise RecordError(
            [
                RecordFault(
                    1,
                    T(
                        "The file has {size} MB; a record has at most {most}. It is not a record of one game.",
                        size=size,
                        most=most,
                    ),
                )
            ]
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordError(
            [RecordFault(line, T("The file is not text in UTF-8, so it is no record. Choose another file."))]
        ) from error
    rows = text.split("\n")
    while rows and not rows[-1].strip():
        rows.pop()
    if not rows:
        raise RecordError([RecordFault(1, T("The file is empty, so there is no record in it. Choose another file."))])
    return rows


def seats_and_table(header: Header) -> tuple[str, ...]:
    """All that may stand in the `by` of a move."""
    return (*header.seat_ids, TABLE)


def examine(
    data: bytes, find: Callable[[str], Game[Any]]
) -> tuple[Record | None, Sitting | None, list[Played[Any]], list[RecordFault]]:
    """Read and replay a record file as far as it goes. `find` gives the game for an id (raises InputError).

    Returns the record (its valid part), its sitting, what each move caused, and every fault with its line. A move that
    can't be read or is not allowed ends the replay; the lines after it are still read for faults of form.
    """
    try:
        rows = decode(data)
        header = parse_header(rows[0])
        game: Game[Any] = find(header.game)
        sitting = sit_down(game, header)
    except RecordError as error:
        return None, None, [], list(error.faults)
    except InputError as error:
        return None, None, [], [RecordFault(1, error.text)]
    faults: list[RecordFault] = []
    lines: list[Line] = []
    results: list[Played[Any]] = []
    state = sitting.state
    for number, row in enumerate(rows[1:], 2):
        n = number - 1
        if len(faults) >= MOST_FAULTS:
            text = T("More faults than {most} were found, so the rest of the file was not read.", most=MOST_FAULTS)
            faults.append(RecordFault(number, text))
            break
        try:
            line = parse_line(game, number, n, row)
        except RecordError as error:
            faults += error.faults
            continue
        if line.move.by not in seats_and_table(sitting.header):
            text = T("There is no seat “{seat}” in this record.", seat=line.move.by[:40])
            faults.append(RecordFault(number, text, n))
        if faults:
            continue
        try:
            played = game.play(state, line.move)
        except IllegalMove as error:
            rule = game.rule_behind(error.refusal)
            faults.append(RecordFault(number, game.say_whole_refusal(error.refusal), n, rule))
            continue
        state = played.state
        lines.append(line)
        results.append(played)
    return Record(sitting.header, tuple(lines)), sitting, results, faults
