"""All games of the journal as lists: the one to go on with, those played, names used before."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.engine.errors import InputError
from companion.engine.header import Seat
from companion.engine.text import Text
from companion.table.errors import JournalError
from companion.table.journal import Journal, Listed
from companion.table.session import Session
from companion.table.summary import Part, Status, Stored, encode, read_text, status_of, without_rules


class _Start(msgspec.Struct, frozen=True):
    """What a list needs of a header."""

    id: str
    game: str
    seats: tuple[Seat, ...]
    started: str
    mode: Literal["referee", "scorekeeper"] = "referee"
    practice: bool = False


class Summary(msgspec.Struct, frozen=True):
    """A game in a list.

    n: moves that stand; touched: when the last act was accepted; round and prompt: where it stands (None where nobody
    could tell); scores: points by seat; winners and result: how it ended (of a finished game); practice: played with
    invented values of the box. The rest is as in `Stored`.
    """

    id: str
    game: str
    mode: Literal["referee", "scorekeeper"]
    seats: tuple[Seat, ...]
    started: str
    touched: str
    status: Status
    n: int
    round: Text | None
    prompt: Text | None
    scores: dict[str, int]
    winners: tuple[str, ...]
    result: Text | None
    practice: bool = False
    told: int = 0
    ranking: tuple[tuple[str, ...], ...] = ()
    reason: str = ""
    order: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    times: dict[str, int] = {}
    played_s: int = 0

    @property
    def names(self) -> dict[str, str]:
        """Player's name by seat id."""
        return {seat.seat: seat.name for seat in self.seats}


def _made_again(journal: Journal, record_id: str) -> Stored:
    """The summary of a game that was mended without its rules, by replay; stored where that is possible."""
    try:
        return Session.look_at(journal, record_id).store_summary()
    except JournalError:
        raise
    except InputError:
        # The game or its ruleset is not installed here: the list tells what it can, opening the game tells why.
        return without_rules(journal.entries(record_id))


def _summary(journal: Journal, listed: Listed) -> Summary | None:
    try:
        start = msgspec.json.decode(listed.header, type=_Start)
    except msgspec.MsgspecError:
        # A header that something else has changed: there is nothing to list it by.
        return None
    told = msgspec.json.decode(listed.summary, type=Stored) if listed.summary else _made_again(journal, listed.id)
    return Summary(
        id=start.id,
        game=start.game,
        mode=start.mode,
        seats=start.seats,
        started=start.started,
        touched=told.touched,
        status=told.status,
        n=told.n,
        round=read_text(told.round),
        prompt=read_text(told.prompt),
        scores=told.scores,
        winners=told.winners,
        result=read_text(told.result),
        practice=start.practice,
        told=told.told,
        ranking=told.ranking,
        reason=told.reason,
        order=told.order,
        parts=told.parts,
        times=told.times,
        played_s=told.played_s,
    )


def games(journal: Journal) -> tuple[Summary, ...]:
    """Every game, the newest first. Raises JournalError."""
    return tuple(summary for listed in journal.listed() if (summary := _summary(journal, listed)) is not None)


def unfinished(journal: Journal) -> Summary | None:
    """The newest game that was neither finished nor put away, or None. Raises JournalError."""
    return next((summary for summary in games(journal) if summary.status == "playing"), None)


def names(journal: Journal) -> tuple[str, ...]:
    """Players' names of all games, the most lately used first, each once. Raises JournalError."""
    return tuple(dict.fromkeys(seat.name for summary in games(journal) for seat in summary.seats))


def put_away(journal: Journal, record_id: str) -> None:
    """Lay a game aside without opening it, so that this works even where its rules are not at hand.

    Raises JournalError.
    """
    entries = journal.entries(record_id)
    if status_of(entries) != "playing":
        return
    stored = next((listed.summary for listed in journal.listed() if listed.id == record_id), None)
    before = msgspec.json.decode(stored, type=Stored) if stored else without_rules(entries)
    at = journal.time_of(record_id)
    after = msgspec.structs.replace(before, status="put_away", touched=at)
    journal.append(record_id, [("put_away", "{}")], encode(after) if stored else None, at)
