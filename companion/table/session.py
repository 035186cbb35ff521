"""One game being played: accept moves, take them back, resume after whatever happened.

The state is only ever the replay of the entries in the journal, and it changes after the journal has accepted, never
before: an act that fails leaves the session as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.errors import InputError
from companion.engine.game import Decision, Event, Game, IllegalMove, Move, Outcome, Played, State
from companion.engine.header import Header, Sitting, sit_down
from companion.engine.record import Line, Record, parse_header, seats_and_table
from companion.engine.strict_json import detail_of
from companion.engine.text import T, Text, seat
from companion.table.again import Dropped, Memory, Rest
from companion.table.chain import Back, Entry
from companion.table.clocks import Clocks
from companion.table.ending import tell
from companion.table.errors import JournalError, StaleMove, UndoRefused, unplayable
from companion.table.journal import Act, Journal
from companion.table.log import LeftOut, LogEntry, Step, Taken, Told, places, words
from companion.table.scorekeeper import game_for
from companion.table.summary import Status, Stored, encode, summarise

Find = Callable[[Header], Game[Any]]


class Accepted(msgspec.Struct, frozen=True):
    """A move that is in the journal: its number and what it caused."""

    n: int
    events: tuple[Event, ...]


class Session:
    """A game at the table. Made by `start` or `resume`."""

    def __init__(self, journal: Journal, sitting: Sitting) -> None:
        self.journal = journal
        self.game = sitting.game
        self.header = sitting.header
        self.box: Box = sitting.box
        self.first: State = sitting.state
        self._steps: list[Step] = []
        self._trail: list[Told] = []
        self._memory = Memory(self.game)
        self.clocks = Clocks(self.header.seat_ids)
        self._run: str | None = None
        self._status: Status = "playing"
        self._decision: Decision | None = None
        self._outcome: Outcome | None = None
        self._view: tuple[State, Any] | None = None
        self._look()

    @classmethod
    def start(cls, journal: Journal, game: Game[Any], header: Header) -> Session:
        """Begin a game: its header is checked and written. Raises InputError, JournalError."""
        session = cls(journal, sit_down(game, header))
        summary = session._summary([], "playing", session.header.started, session.decision, session.outcome)
        journal.create(session.header, encode(summary))
        return session

    @classmethod
    def resume(cls, journal: Journal, record_id: str, find: Find = game_for) -> Session:
        """Take a game up again by replaying it; a game that was put away is being played again.

        Raises InputError, JournalError.
        """
        session = cls.look_at(journal, record_id, find)
        session.take_up()
        return session

    @classmethod
    def look_at(cls, journal: Journal, record_id: str, find: Find = game_for) -> Session:
        """A game replayed to be looked at; nothing is written. Raises InputError, JournalError."""
        entries = journal.entries(record_id)
        header = parse_header(entries[0].data)
        session = cls(journal, sit_down(find(header), header))
        for entry in entries[1:]:
            session._take(entry)
        session._look()
        session.clocks.restore(journal.summary(record_id))
        return session

    def _take(self, entry: Entry) -> None:
        """Follow an entry that the journal has accepted."""
        if entry.kind == "move":
            try:
                move = self.game.decode_move(msgspec.json.decode(entry.data))
                played = self.game.play(self.state, move)
            except msgspec.MsgspecError as error:
                detail = T("It can't be read: {detail}.", detail=detail_of(error))
                raise JournalError(unplayable(self.n + 1, detail)) from error
            except IllegalMove as error:
                raise JournalError(unplayable(self.n + 1, self.game.say_refusal(error.refusal))) from error
            self._push(Step(Line(self.n + 1, move, entry.at), self.state, played))
            self._status = "playing"
        elif entry.kind in ("undo", "correct"):
            back = msgspec.json.decode(entry.data, type=Back)
            if not 0 <= back.n < self.n:
                raise JournalError(unplayable(self.n + 1, T("It goes back to move {n}.", n=back.n)))
            self._pop("undo" if entry.kind == "undo" else "correct", back, entry.at)
        elif entry.kind == "resumed":
            self._status = "playing"
        elif entry.kind in ("put_away", "finished"):
            self._status = entry.kind

    def _push(self, step: Step) -> None:
        self._steps.append(step)
        self._trail.append(step)
        self._run = None
        self._tell_left_out(self._memory.played(step.line.move, step.played.state), step.line.at)

    def _pop(self, kind: Literal["undo", "correct"], back: Back, at: str) -> None:
        gone = self._steps[back.n :]
        del self._steps[back.n :]
        names = {id(step) for step in gone}
        self._trail = [
            told for told in self._trail
            if id(told) not in names and not (isinstance(told, LeftOut) and told.n > back.n)
        ]  # fmt: skip
        self._trail.append(Taken(kind, back.n, back.by, at, gone[-1]))
        dropped = [Dropped(step.line.move, step.before, step.played.events) for step in gone]
        self._tell_left_out(self._memory.taken_back(back.n, dropped, kind == "correct", self.state), at)
        # A run of undos belongs to one seat until somebody makes a move again.
        self._run = gone[-1].line.move.by if kind == "undo" else None
        self._status = "playing"

    def _tell_left_out(self, moves: Rest, at: str) -> None:
        self._trail += [LeftOut(self.n, at, what) for what in moves]

    def _look(self) -> None:
        self._decision = self.game.decision(self.state)
        self._outcome = self.game.outcome(self.state)
        self.clocks.turn(self._decision.seats)

    # where the game stands

    @property
    def state(self) -> Any:
        """What the table knows now."""
        return self._steps[-1].played.state if self._steps else self.first

    @property
    def view(self) -> Any:
        """What everybody at the table may know now: all that a screen shows is drawn from it."""
        if self._view is None or self._view[0] is not self.state:
            self._view = (self.state, self.game.view(self.state, None))
        return self._view[1]

    @property
    def views(self) -> tuple[Any, ...]:
        """What everybody could know before the first move and after each one that stands."""
        return tuple(
            self.game.view(state, None) for state in (self.first, *(step.played.state for step in self._steps))
        )

    @property
    def learned(self) -> Mapping[str, Any]:
        """Facts of the box told in this game that the box had not known; none where the values are invented."""
        return {} if self.header.practice else self.game.learned(self.state)

    @property
    def learned_before(self) -> Mapping[str, Any]:
        """What had been learned before the last move that stands."""
        return {} if self.header.practice or not self._steps else self.game.learned(self._steps[-1].before)

    @property
    def unverified(self) -> tuple[str, ...]:
        """Facts (keys) that are not known even now and whose lack costs a check or a score."""
        told = self.game.learned(self.state)
        return tuple(key for key in self.box.missed if key not in told)

    @property
    def sealed(self) -> bool:
        """Whether the record of this game may not leave the journal yet: it tells what is not for everybody."""
        return self.game.sealed(self.state)

    @property
    def n(self) -> int:
        """How many moves stand; the next one has the number n + 1."""
        return len(self._steps)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The moves that stand."""
        return tuple(step.line for step in self._steps)

    @property
    def results(self) -> tuple[Played[Any], ...]:
        """What each of `lines` led to."""
        return tuple(step.played for step in self._steps)

    @property
    def decision(self) -> Decision:
        """What the game waits for."""
        assert self._decision is not None
        return self._decision

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self._outcome

    @property
    def status(self) -> Status:
        """Whether it is being played, is put away or finished."""
        return self._status

    @property
    def names(self) -> dict[str, str]:
        """Player's name by seat id."""
        return self.header.names

    # acts

    def store_summary(self) -> Stored:
        """Make the summary of this game again from its replay, and store it. Raises JournalError."""
        at = self.journal.entries(self.header.id)[-1].at
        summary = self._summary(self._steps, self._status, at, self.decision, self.outcome)
        self.journal.set_summary(self.header.id, encode(summary))
        return summary

    def _summary(
        self, steps: Sequence[Step], status: Status, at: str, decision: Decision, outcome: Outcome | None
    ) -> Stored:
        state = steps[-1].played.state if steps else self.first
        summary = self.clocks.stamp(summarise(self.game, state, len(steps), decision, outcome, status, at))
        return tell(summary, self.game, self.first, steps, outcome) if outcome is not None else summary

    def _commit(self, acts: Sequence[Act], steps: Sequence[Step], status: Status, at: str | None = None) -> str:
        """Write `acts` with the summary of the `steps` standing then. Raises JournalError; nothing has changed then."""
        at = at or self.journal.time_of(self.header.id)
        state = steps[-1].played.state if steps else self.first
        decision, outcome = self.game.decision(state), self.game.outcome(state)
        summary = self._summary(steps, status, at, decision, outcome)
        self.journal.append(self.header.id, acts, encode(summary), at)
        self.clocks.turn(decision.seats, summary.round, back=len(steps) < self.n)
        self._decision, self._outcome = decision, outcome
        return at

    def _open(self) -> None:
        if self._status == "put_away":
            raise InputError(T("This game was put away. Continue it first. Nothing has changed."))

    def play(self, move: Move, expected: int | None = None) -> Accepted:
        """Make a move: checked, committed, and only then so. `expected` is the number it was meant to get.

        Raises IllegalMove, StaleMove (a second tap), InputError (no such seat), JournalError; the session is then as
        it was.
        """
        due = self.n + 1
        if expected is not None and expected != due:
            raise StaleMove(expected, due)
        self._open()
        if move.by not in seats_and_table(self.header):
            raise InputError(T("There is no seat “{seat}” in this game. Nothing has changed.", seat=move.by[:40]))
        played = self.game.play(self.state, move)
        acts: list[Act] = [("move", msgspec.json.encode(move).decode())]
        outcome = self.game.outcome(played.state)
        if outcome is not None:
            ending = {"winners": outcome.winners, "reason": outcome.reason, "scores": outcome.scores}
            acts.append(("finished", msgspec.json.encode(ending).decode()))
        status: Status = "finished" if outcome is not None else "playing"
        at = self.journal.time_of(self.header.id)
        step = Step(Line(due, move, at), self.state, played)
        self._commit(acts, [*self._steps, step], status, at)
        self._push(step)
        self._status = status
        return Accepted(due, played.events)

    def toss(self) -> Accepted:
        """Let the record's seed decide a decision of chance.

        Raises InputError where there is none, and what `play` raises.
        """
        if not self.decision.chance or not self.decision.choices:
            raise InputError(T("There is nothing to draw now. Nothing has changed."))
        if self.header.seed is None:
            raise InputError(
                T(
                    "This game has no seed to draw from. Turn it up on the table and tap what it "
                    "shows. Nothing has changed."
                )
            )
        draw = Draw(self.header.seed).branch(f"move {self.n + 1}")
        return self.play(draw.pick(self.decision.choices).move)

    def undo_refused(self) -> Text | None:
        """Why the last move may not simply be taken back, or None."""
        if self._status == "put_away":
            return T("This game was put away. Continue it first.")
        if not self._steps:
            return T("There is nothing to take back: no move stands.")
        last = self._steps[-1]
        if self._run is not None and last.line.move.by != self._run:
            return T(
                "The move before is {who}’s and can only be put right with everybody’s agreement.",
                who=seat(last.line.move.by),
            )
        return self.game.barrier(last.before, last.line.move)

    def undo(self) -> tuple[Text, ...]:
        """Take the last move back. Returns what to put back on the table. Raises UndoRefused, JournalError."""
        refused = self.undo_refused()
        if refused is not None:
            raise UndoRefused(refused)
        return self._back("undo", Back(self.n - 1, (self._steps[-1].line.move.by,)))

    def rewind(self, n: int, agreed: Sequence[str]) -> tuple[Text, ...]:
        """Go back to `n` moves by agreement of all seats.

        Returns what to put back. Raises UndoRefused, JournalError.
        """
        self._open()
        if not 0 <= n < self.n:
            raise UndoRefused(T("There is no move to go back to: {n} stand, {given} was asked for.", n=self.n, given=n))
        missing = [one for one in self.header.seat_ids if one not in agreed]
        if missing:
            raise UndoRefused(
                T("Going back needs everybody’s agreement. Still missing: {who}.", who=tuple(seat(s) for s in missing))
            )
        return self._back("correct", Back(n, self.header.seat_ids))

    def _back(self, kind: Literal["undo", "correct"], back: Back) -> tuple[Text, ...]:
        now = self.state
        then = self._steps[back.n].before
        put_back = self.game.put_back(now, then)
        at = self._commit([(kind, msgspec.json.encode(back).decode())], self._steps[: back.n], "playing")
        self._pop(kind, back, at)
        return put_back

    # the dropped moves again

    @property
    def again(self) -> Move | None:
        """The next of the moves that were dropped by agreement, if it is allowed now."""
        return None if self._status == "put_away" else self._memory.next(self.state)

    @property
    def asked_anew(self) -> Move | None:
        """The next of the dropped moves, if the same seat is asked the same but may not answer so any more."""
        return None if self._status == "put_away" else self._memory.asked_anew(self.state)

    def again_ahead(self, most: int = 2) -> int:
        """How many moves `play_again` would make, counted up to `most`."""
        return 0 if self._status == "put_away" else self._memory.ahead(self.state, most)

    def play_again(self) -> tuple[Accepted, ...]:
        """Make the dropped moves again as long as they fit and nothing new is asked, each committed by itself.

        Raises what `play` raises; the moves made before that stand.
        """
        made: list[Accepted] = []
        while self._memory.fits(self.state):
            made.append(self.play(self._memory.rest[0].move))
        return tuple(made)

    def forget_again(self) -> None:
        """Offer none of the dropped moves any more, until this game is read from the journal anew."""
        self._memory.forget()

    def take_up(self) -> None:
        """Play a game that was put away again. Raises JournalError."""
        if self._status == "put_away":
            self._commit([("resumed", "{}")], self._steps, "playing")
            self._status = "playing"

    def put_away(self) -> None:
        """Lay the game aside; `take_up` plays it again. Raises JournalError."""
        if self._status == "playing":
            self._commit([("put_away", "{}")], self._steps, "put_away")
            self._status = "put_away"

    # looking back

    def record(self) -> Record:
        """The header and the moves that stand."""
        return Record(self.header, self.lines)

    def log(self) -> tuple[LogEntry, ...]:
        """Everything that was told, in order: moves that stand with what they caused, and every taking back."""
        return tuple(entry for told in self._trail for entry in words(self.game, told))

    def places_since(self, n: int) -> frozenset[str]:
        """The places of the board that the moves after the `n`th speak of."""
        return frozenset(place for step in self._steps[n:] for place in places(self.game, step))

    def series(self) -> tuple[tuple[int, dict[str, int]], ...]:
        """Points by seat before the first move (0) and after each one that stands, for the chart."""
        return tuple((n, {s.seat: s.points for s in self.game.standings(view)}) for n, view in enumerate(self.views))
