"""The moves that were dropped when the table went back by agreement, so that what still fits can be made again.

Pure: states and moves by the contract, no game by name. What is remembered follows from the journal's entries alone, so
a game that is taken up again remembers the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from companion.engine.game import TABLE, Choice, Decision, Event, Game, Move, ScoreLine, State


class Dropped(msgspec.Struct, frozen=True):
    """A move that stood once: the state it was made in, and what it caused then."""

    move: Move
    before: State
    events: tuple[Event, ...] = ()


Rest = tuple[Dropped, ...]


class Memory:
    """What is left to be made again, in order; `rest[0]` is the next. Empty unless the table has gone back."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.rest: Rest = ()
        self._before: list[Rest] = []
        """What was left before each move that stands, so that taking it back gives it back."""

    # what happened at the table

    def played(self, move: Move, now: State) -> Rest:
        """`move` was made and led to `now`. Returns what is not asked any more and was left out."""
        self._before.append(self.rest)
        if self.rest:
            self.rest = self._without(move)
        return self._settle(now)

    def taken_back(self, n: int, gone: Sequence[Dropped], by_agreement: bool, now: State) -> Rest:
        """The moves `gone` were dropped; `n` are left and `now` is what they led to. Returns what was left out.

        By agreement they are what is to be made again, before whatever was left. The undo of a single move only gives
        back what that move had used up.
        """
        before = self._before[n]
        del self._before[n:]
        if by_agreement:
            self.rest = (*gone, *self.rest)
            self._before = [()] * n
        elif before:
            self.rest = before
        elif self.rest:
            self.rest = (*gone, *self.rest)
        return self._settle(now)

    def forget(self) -> None:
        """Offer nothing any more."""
        self.rest = ()
        self._before = [()] * len(self._before)

    # what fits

    def next(self, now: State) -> Move | None:
        """The next move if it is allowed now."""
        return self.rest[0].move if self.rest and self._allowed(self.rest[0], now) else None

    def asked_anew(self, now: State) -> Move | None:
        """The next move if it is its turn but it has become impossible: the same is to be decided anew."""
        if not self.rest or self._allowed(self.rest[0], now):
            return None
        return self.rest[0].move if self._still_asked(self.rest[0], now) else None

    def fits(self, now: State) -> bool:
        """Whether the next move may be made without asking: it is allowed, and the question is still the same.

        Where places on the board are chosen, the place has to be what it was; every other answer needs the same
        choices, and the same sums of what it was about.
        """
        if self.next(now) is None:
            return False
        head = self.rest[0]
        if head.before.fingerprint() == now.fingerprint():
            return True
        then, today = self.game.decision(head.before), self.game.decision(now)
        if (then.id, then.seats) != (today.id, today.seats):
            return False
        was, is_now = _choice(then, head.move), _choice(today, head.move)
        if was is None or is_now is None:
            return _is_declared(then, head.move) and then.forms == today.forms
        if all(choice.targets for choice in (*then.choices, *today.choices)):
            return (was.label, was.targets) == (is_now.label, is_now.targets)
        same = then.prompt == today.prompt and _same(then.choices, today.choices)
        return same and self._same_sums(head, now)

    def ahead(self, now: State, most: int) -> int:
        """How many moves would be made again without asking, counted up to `most`."""
        trial = Memory(self.game)
        trial.rest = self.rest
        for count in range(most):
            if not trial.fits(now):
                return count
            move = trial.rest[0].move
            now = self.game.play(now, move).state
            trial.played(move, now)
        return most

    # within

    def _without(self, move: Move) -> Rest:
        """What is left after `move`: it was the next one or stands for it, or it came before its turn."""
        head, rest = self.rest[0], self.rest[1:]
        if _alike(head.move, move):
            return rest
        if rest and _alike(rest[0].move, move):
            # Of two who act at once the other came first; or the same seat (or the table) has left something out.
            return rest[1:] if head.move.by in (move.by, TABLE) else (head, *rest[1:])
        # The same seat was asked the same and did something else.
        return rest if move.by == head.move.by and self._answers(head, move) else self.rest

    def _answers(self, head: Dropped, move: Move) -> bool:
        then = self.game.decision(head.before)
        return _choice(then, move) is not None or _is_declared(then, move)

    def _settle(self, now: State) -> Rest:
        """Leave out what is not asked any more, if what comes after it is allowed now."""
        if not self.rest or self._allowed(self.rest[0], now) or self._still_asked(self.rest[0], now):
            return ()
        count = 1
        for one, other in pairwise(self.rest):
            if self._allowed(other, now):
                out, self.rest = self.rest[:count], self.rest[count:]
                return out
            if not self._one_question(one, other):
                break
            count += 1
        return ()

    def _allowed(self, dropped: Dropped, now: State) -> bool:
        return self.game.refuse(now, dropped.move) is None

    def _still_asked(self, dropped: Dropped, now: State) -> bool:
        """Whether its seat may make a move of this kind now, only not this one."""
        move, today = dropped.move, self.game.decision(now)
        offered = any(type(c.move) is type(move) and c.move.by == move.by for c in today.choices)
        return offered or _is_declared(today, move)

    def _one_question(self, one: Dropped, other: Dropped) -> bool:
        """Whether two moves answered the same prompt (several counters to place, several seats at once)."""
        first, second = self.game.decision(one.before), self.game.decision(other.before)
        return first.id == second.id and (first.seats == second.seats or not set(first.seats).isdisjoint(second.seats))

    def _same_sums(self, head: Dropped, now: State) -> bool:
        """Whether the score lines are the same that the move speaks of, now or then."""
        events = (*head.events, *self.game.play(now, head.move).events)
        places = {target for event in events for target in event.targets}
        return self._lines(head.before, places) == self._lines(now, places)

    def _lines(self, state: State, places: set[str]) -> list[ScoreLine]:
        return [line for line in self.game.scores(state).lines if not places.isdisjoint(line.targets)]


def _alike(one: Move, other: Move) -> bool:
    """The same seat doing the same kind of thing: one can stand for the other."""
    return type(one) is type(other) and one.by == other.by


def _choice(decision: Decision, move: Move) -> Choice | None:
    return next((choice for choice in decision.choices if choice.move == move), None)


def _is_declared(decision: Decision, move: Move) -> bool:
    """Whether it is the kind of move that a form of the decision makes."""
    tag = type(move).__struct_config__.tag
    return any(form.by == move.by and form.move == tag for form in decision.forms)


def _same(some: Sequence[Choice], others: Iterable[Choice]) -> bool:
    """The same choices, in whatever order."""
    left = list(others)
    return len(some) == len(left) and all(choice in left for choice in some)
