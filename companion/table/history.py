"""All games of the journal as lists: the one to go on with, those played, those deleted.

A deleted game is in no list but that of the deleted ones; its entries stay in the journal until it is purged.
"""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from companion.engine.errors import InputError
from companion.engine.header import Seat
from companion.engine.text import T, Text
from companion.table import shelf
from companion.table.ending import TOLD
from companion.table.errors import JournalError
from companion.table.journal import Journal, Listed
from companion.table.people import People
from companion.table.session import Session
from companion.table.shelf import Note, Shelf
from companion.table.summary import Part, Status, Stored, encode, read_text, status_of, without_rules
from companion.table.times import day_of

log = logging.getLogger(__name__)


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


def _start(header: str) -> _Start | None:
    try:
        return msgspec.json.decode(header, type=_Start)
    except msgspec.MsgspecError:
        # A header that something else has changed: there is nothing to list it by.
        return None


def _summary(journal: Journal, listed: Listed) -> Summary | None:
    stored = listed.summary
    if stored is None:
        if _start(listed.header) is None:
            return None
        stored = encode(_made_again(journal, listed.id))
    return summary_of(listed.header, stored)


@lru_cache(maxsize=4096)
def summary_of(header: str, stored: str) -> Summary | None:
    """A game in a list. Lists are made at every step, and most games in them are as they were."""
    start = _start(header)
    if start is None:
        return None
    told = msgspec.json.decode(stored, type=Stored)
    said = {name: read_text(getattr(told, name)) for name in ("round", "prompt", "result")}
    return Summary(**{**msgspec.structs.asdict(start), **msgspec.structs.asdict(told), **said})


def _all(journal: Journal) -> tuple[Summary, ...]:
    """Every game of the journal, deleted or not, the newest first. Raises JournalError."""
    found = (summary for listed in journal.listed() if (summary := _summary(journal, listed)) is not None)
    return newest_first(found)


def newest_first(found: Iterable[Summary]) -> tuple[Summary, ...]:
    """Games by when they were begun, wherever that was: those of another device come into the journal later.

    found: as the journal lists them; of two begun at one time the one it lists first stays first.
    """
    return tuple(sorted(found, key=lambda summary: summary.started, reverse=True))


def games(journal: Journal) -> tuple[Summary, ...]:
    """Every game that is not deleted, the newest first. Raises JournalError."""
    gone = shelf.glance(journal.path.parent).deleted
    return tuple(summary for summary in _all(journal) if summary.id not in gone)


def deleted(journal: Journal) -> tuple[Summary, ...]:
    """The deleted games, the most lately deleted first; `Shelf.deleted` tells when. Raises JournalError."""
    gone = shelf.glance(journal.path.parent).deleted
    found = [summary for summary in _all(journal) if summary.id in gone]
    return tuple(sorted(found, key=lambda summary: gone[summary.id], reverse=True))


def one(journal: Journal, record_id: str) -> Summary | None:
    """A single game as it is listed, deleted or not; None: there is no such game.

    Of a finished one all is told, as far as its rules are at hand. Raises JournalError.
    """
    found = _one(journal, record_id)
    if found is None or found.status != "finished" or found.told >= TOLD:
        return found
    try:
        bring_up(journal, record_id)
    except InputError as error:
        log.info("No more can be told of the game %s: %s", record_id, error)
        return found
    return _one(journal, record_id)


def _one(journal: Journal, record_id: str) -> Summary | None:
    found = journal.listed_one(record_id)
    return _summary(journal, found) if found is not None else None


def behind(journal: Journal) -> tuple[str, ...]:
    """Finished games of which an older Cartouche told less than is told now (ids), the newest first; to be brought up.

    Raises JournalError.
    """
    return tuple(one.id for one in games(journal) if one.status == "finished" and one.told < TOLD)


def bring_up(journal: Journal, record_id: str) -> None:
    """Tell of a finished game all that is told now, by replaying it; what is known of its time at the table stays.

    Raises InputError where its rules are not at hand (it is listed as before), JournalError.
    """
    Session.look_at(journal, record_id).store_summary()


def unfinished(journal: Journal) -> Summary | None:
    """The game that was last played of those neither finished nor put away, or None. Raises JournalError."""
    return max((one for one in games(journal) if one.status == "playing"), key=lambda one: one.touched, default=None)


def put_away(journal: Journal, record_id: str) -> None:
    """Lay a game aside without opening it, so that this works even where its rules are not at hand.

    Raises JournalError.
    """
    entries = journal.entries(record_id)
    if status_of(entries) != "playing":
        return
    stored = journal.summary(record_id)
    before = msgspec.json.decode(stored, type=Stored) if stored else without_rules(entries)
    at = journal.time_of(record_id)
    after = msgspec.structs.replace(before, status="put_away", touched=at)
    journal.append(record_id, [("put_away", "{}")], encode(after) if stored else None, at)


# deleting


def delete(journal: Journal, record_id: str, at_table: str = "") -> None:
    """Put a game among the deleted ones; `restore` takes it back out, and it is in its old place in every list.

    at_table: the record that is open at the table; it can't be deleted, nor the one that Home would go on with. Raises
    InputError (with what to do), JournalError; nothing has changed then.
    """
    _demand(journal, record_id)
    going_on = unfinished(journal)
    if record_id == at_table or (going_on is not None and going_on.id == record_id):
        raise InputError(
            T("This game is at the table. Nothing has changed. Finish it or put it away first, then delete it.")
        )
    Shelf.load(journal.path.parent).delete(record_id)


def restore(journal: Journal, record_id: str) -> None:
    """Take a game out of the deleted ones. Raises InputError, JournalError."""
    _demand(journal, record_id)
    Shelf.load(journal.path.parent).bring_back(record_id)


def purge(journal: Journal, record_id: str) -> None:
    """Delete for good a game that is among the deleted ones, with its notes. Raises InputError, JournalError.

    Copies of the journal and copies of everything that were made before still hold it; brought from there it is a new
    game.
    """
    kept = Shelf.load(journal.path.parent)
    if record_id not in kept.deleted:
        _demand(journal, record_id)
        raise InputError(T("Only a deleted game can be deleted for good. Nothing has changed. Delete it first."))
    kept.demand()
    journal.remove(record_id)
    try:
        kept.forget(record_id)
    except JournalError as error:
        # The game is gone, and what was noted of it names nothing now. If a copy brings it, it is a deleted one.
        log.warning("Notes of the removed game %s are left over: %s", record_id, error)


def _demand(journal: Journal, record_id: str) -> None:
    if journal.listed_one(record_id) is None:
        raise InputError(T("The journal has no game {id}. Choose one from the list.", id=record_id[:40]))


# finding


@lru_cache(maxsize=4096)
def folded(words: str) -> str:
    """Letters as they are compared: small, and without accents ("Béla" is found by "bela")."""
    apart = unicodedata.normalize("NFKD", words.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


def find(
    games: Iterable[Summary],
    people: People,
    *,
    text: str = "",
    game: str = "",
    player: str = "",
    since: str = "",
    until: str = "",
    status: str = "",
    titles: Callable[[str], str] = str,
    days: Callable[[str], str] = day_of,
    notes: Mapping[str, tuple[Note, ...]] = {},
) -> tuple[Summary, ...]:
    """Those of `games` that fit everything asked, in their order.

    text: words (or beginnings and pieces of them) that are all found in the game's title, its players' names (as
    written then, and as they are called now), its day or its notes; large and small letters and accents are the same.
    game: its id. player: a player's id, or a name. since, until: local days ("2026-03-05"), months or years, both
    included. status: as in `Summary`. titles: by game id, the words its title is found by, in as many languages as
    wished. days: by time stamp, the words its day is found by. notes: by record.
    """
    words = folded(text).split()
    asked = _asked(people, player) if player else frozenset()
    found: list[Summary] = []
    for summary in games:
        if (game and summary.game != game) or (status and summary.status != status):
            continue
        if (since or until) and not _within(day_of(summary.started), since, until):
            continue
        if asked and not any(one.id in asked for one in people.seated(summary).values()):
            continue
        if words:
            said = [titles(summary.game), days(summary.started), *(seat.name for seat in summary.seats)]
            said += people.names(summary).values()
            said += [note.text for note in notes.get(summary.id, ())]
            heap = "\n".join(map(folded, said))
            if not all(word in heap for word in words):
                continue
        found.append(summary)
    return tuple(found)


def _asked(people: People, player: str) -> frozenset[str]:
    """The ids of the players that are meant by an id, or by a name they have or had."""
    held = people.holder(player)
    named = (held or people.unsaid(player), *people.once(player))
    return frozenset((player, *(one.id for one in named)))


def _within(day: str, since: str, until: str) -> bool:
    """Whether a day lies between two, or between two months or years ("2026-03"), both included."""
    return since <= day and (not until or day[: len(until)] <= until)
