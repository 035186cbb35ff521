"""What is known of all tables of an evening: every message is judged here, and none touches another table's row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from companion.club.evening import this_evening
from companion.club.messages import AnotherVersion, Finished, OnlineSent, ResultsSent, Sent, State, StateSent, read
from companion.club.standings import Standings, standings
from companion.club.topics import Kind, Place, place_of
from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text
from companion.table.people import folded
from companion.table.times import moment

MOST_TABLES = 200
CLOCK_S = 1800
"""A clock that is so far off is told of; less does no harm."""
CLOCK = T("its clock is wrong")
STATUS = {"free": T("no game"), "playing": T("playing"), "put_away": T("put away"), "finished": T("finished")}
"""How it stands at a table, in a word or two."""
NO_TABLE = T("No table has told anything this evening.")
NO_GAME = T("No game has been finished yet this evening.")


class Table(msgspec.Struct, frozen=True):
    """One table's row on the board.

    id: its stable id; name: for people ("" where it told none); online: whether it is there now; state: what it shows
    (None: not told yet); games: finished this evening; speaks: the version it speaks where that is not ours; told: why
    its last message could not be used; clock_off_s: how far its clock is ahead of ours (behind: less than 0), where
    that is much; namesake: another table that is shown has the same name.
    """

    id: str
    name: str = ""
    online: bool = False
    state: State | None = None
    games: tuple[Finished, ...] = ()
    speaks: int | None = None
    told: Text | None = None
    clock_off_s: int = 0
    namesake: bool = False

    @property
    def label(self) -> str:
        """Its name, else the first letters of its id; both where another table has the same name.

        The id comes first: a long name is cut at its end.
        """
        if self.name and self.namesake:
            return f"{self.id[:4]} · {self.name}"
        return self.name or self.id[:6]


def notes(board: Standings, left_out: int) -> tuple[Text, ...]:
    """What is to be known beside the tournament table: games told of differently, tables without room."""
    found = []
    if n := len(board.twice):
        found.append(
            TN("{n} game is told of differently by two tables.", "{n} games are told of differently by two tables.", n)
        )
    if left_out:
        found.append(TN("{n} more table is not shown.", "{n} more tables are not shown.", left_out))
    return tuple(found)


class Evening(msgspec.Struct, frozen=True):
    """All that a board shows: tables by name, the tournament table, and how many tables were too many."""

    tables: tuple[Table, ...] = ()
    standings: Standings = Standings()
    left_out: int = 0


class _Known:
    """What one table has told: the newest message of each kind."""

    def __init__(self) -> None:
        self.sent: dict[Kind, Sent] = {}
        self.faults: dict[Kind, InputError] = {}
        self.name = ""
        self.named: tuple[int, int] = (-1, -1)
        self.clock_off_s = 0

    @property
    def speaks(self) -> int | None:
        """The version it speaks, where that is another than ours."""
        return next((fault.version for fault in self.faults.values() if isinstance(fault, AnotherVersion)), None)

    @property
    def told(self) -> Text | None:
        """Why what it sent last can't be used."""
        faults = sorted(self.faults.values(), key=lambda fault: not isinstance(fault, AnotherVersion))
        return faults[0].text if faults else None


class Board:
    """Takes messages as they come, in any order and however often; `evening` is what they amount to."""

    def __init__(self, club: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.club = club
        self._now = now
        self._tables: dict[str, _Known] = {}
        self._left_out: set[str] = set()

    def take(self, topic: str, payload: bytes, kept: bool = False) -> bool:
        """Take a message. Returns whether anything that is shown has changed; never raises for what was sent.

        `kept`: the broker has had it for a while.
        """
        place = place_of(self.club, topic)
        if place is None:
            return False
        known = self._tables.get(place.table)
        if not payload:
            return known is not None and self._forget(place, known)
        try:
            message = read(place.kind, place.table, payload)
        except InputError as error:
            known = known or self._seat(place.table)
            if known is None:
                return False
            before = known.told
            known.faults[place.kind] = error
            return known.told != before
        known = known or self._seat(place.table, good=True)
        if known is None or not _keep(known, place.kind, message):
            return False
        _compare_clocks(known, message, self._now(), kept)
        return True

    def listen_anew(self) -> None:
        """The connection was made anew: who is there is not known until told again."""
        for known in self._tables.values():
            known.sent.pop("online", None)

    def _seat(self, table: str, good: bool = False) -> _Known | None:
        """A row for a table that was not known; None where there are too many. What is `good` displaces rubbish."""
        if len(self._tables) >= MOST_TABLES and good:
            rubbish = next((one for one, known in self._tables.items() if not known.sent), None)
            if rubbish is not None:
                del self._tables[rubbish]
        if len(self._tables) >= MOST_TABLES:
            if len(self._left_out) < MOST_TABLES:
                self._left_out.add(table)
            return None
        self._left_out.discard(table)
        known = self._tables[table] = _Known()
        return known

    def _forget(self, place: Place, known: _Known) -> bool:
        """An empty message takes a kept one away from the broker."""
        gone = known.sent.pop(place.kind, None), known.faults.pop(place.kind, None)
        if not known.sent and not known.faults:
            del self._tables[place.table]
        return gone != (None, None)

    def evening(self) -> Evening:
        """What is to be shown now: tables that are there or have done something this evening, by name."""
        now = self._now()
        rows = [self._row(table, known, now) for table, known in self._tables.items()]
        rows = [row for row in rows if _to_show(row, now)]
        named = Counter(folded(row.name) for row in rows)
        rows = [msgspec.structs.replace(row, namesake=named[folded(row.name)] > 1) for row in rows]
        rows.sort(key=lambda row: (_natural(row.name or row.label), row.id))
        games = {row.id: row.games for row in rows}
        return Evening(tuple(rows), standings(games), len(self._left_out))

    def _row(self, table: str, known: _Known, now: datetime) -> Table:
        state, results, online = (known.sent.get(kind) for kind in ("state", "results", "online"))
        return Table(
            id=table,
            name=known.name,
            online=isinstance(online, OnlineSent) and online.online,
            state=state.state if isinstance(state, StateSent) else None,
            games=tuple(game for game in results.games if this_evening(game.ended, now))
            if isinstance(results, ResultsSent)
            else (),
            speaks=known.speaks,
            told=known.told,
            clock_off_s=known.clock_off_s,
        )


def _keep(known: _Known, kind: Kind, message: Sent) -> bool:
    """Keep a message, unless it is stale or has come before."""
    before = known.sent.get(kind)
    order = (message.boot, message.n)
    if before is not None and order <= (before.boot, before.n):
        # What has come before and comes again after something that can't be used counts again.
        return order == (before.boot, before.n) and known.faults.pop(kind, None) is not None
    known.sent[kind] = message
    known.faults.pop(kind, None)
    if order > known.named:
        known.named, known.name = order, message.name
    return True


def _compare_clocks(known: _Known, message: Sent, now: datetime, kept: bool) -> None:
    """See from a message how far the clock of its table is off.

    Of one that was kept, or was written before the table came, nobody knows how old it is: it can only be from a time
    that is still to come.
    """
    sent, greeting = moment(message.sent), known.sent.get("online")
    if sent is None or greeting is None:
        return
    off_s = int((sent - now).total_seconds())
    fresh = not kept and (message.boot, message.n) >= (greeting.boot, greeting.n) and message.run == greeting.run
    if isinstance(message, OnlineSent) and not message.online:
        # A last will was written when the table came.
        fresh = False
    if fresh or off_s >= -CLOCK_S:
        known.clock_off_s = off_s if abs(off_s) > CLOCK_S else 0


def _to_show(row: Table, now: datetime) -> bool:
    """Whether a table is there, has done something this evening, or says what can't be understood."""
    if row.online or row.games or row.told is not None:
        return True
    return row.state is not None and this_evening(row.state.at, now)


def _natural(name: str) -> list[tuple[int, int, str]]:
    """A key by which “Table 2” stands before “Table 10”."""
    found: list[tuple[int, int, str]] = []
    word = digits = ""
    for letter in name.casefold():
        if letter.isascii() and letter.isdigit():
            if word:
                found.append((1, 0, word))
                word = ""
            digits += letter
        else:
            if digits:
                found.append((0, int(digits), ""))
                digits = ""
            word += letter
    return [*found, (0, int(digits), "") if digits else (1, 0, word)]
