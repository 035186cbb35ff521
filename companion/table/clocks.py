"""Who has thought for how long: whose clock runs now, every seat's time, and how long the game was at the table.

Time is only ever shown: nothing ends, nothing is refused when it is up. It is counted by a clock that never jumps, and
stored with every accepted act; what has run since the last one is lost when the power goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Literal

import msgspec

from companion.engine.text import T, Text
from companion.table.summary import Stored

ASLEEP_S = 1800.0
"""After so long without any act nobody counts as thinking: the table is asleep until somebody acts again."""
Way = Literal["off", "up", "turn", "game"]
"""Counts nothing; up; down from a time for each turn; down from a time for the whole game."""


class Clocks:
    """The clocks of one game: `now` tells seconds that never go back.

    They run between `go` and `rest`, not while paused. `counts`: whether the seats' times are counted at all; how long
    the game is at the table always is. A turn lasts as long as the same seat goes on deciding in the same round; while
    several decide, each of them has a turn of its own.
    """

    def __init__(self, seats: Sequence[str], now: Callable[[], float] = monotonic) -> None:
        self._counts = False
        self._seats = tuple(seats)
        self.now = now
        self._times: dict[str, float] = {}
        self._turns: dict[str, float] = {}
        self._played = 0.0
        self._deciding: tuple[str, ...] = ()
        self._before: tuple[str, ...] = ()
        self._lap: Any = None
        self._here = self._thinking = self._paused = False
        self._since = self._acted = now()

    def restore(self, summary: str | None) -> None:
        """Take over the times of a summary as the journal holds it; None: it is to be made again and tells nothing."""
        if summary is None:
            return
        stored = msgspec.json.decode(summary, type=Stored)
        self._times = {seat: float(stored.times[seat]) for seat in self._seats if seat in stored.times}
        self._played = float(stored.played_s)

    def stamp(self, summary: Stored) -> Stored:
        """`summary` with the times as they are now."""
        return msgspec.structs.replace(summary, times=self.times, played_s=self.played_s)

    # what runs

    @property
    def counts(self) -> bool:
        """Whether the seats' times are counted."""
        return self._counts

    @counts.setter
    def counts(self, counts: bool) -> None:
        self._settle()
        self._counts = counts

    def go(self, thinking: bool = True, acted: bool = True) -> None:
        """The game is at the table; `thinking`: whoever decides is asked now (not while something is told); `acted`:
        somebody has shown to be there by it."""
        self._settle(acted)
        self._here, self._thinking = True, thinking

    def rest(self) -> None:
        """The game is not at the table now."""
        self._settle(acted=True)
        self._here = self._thinking = False

    def pause(self) -> None:
        """Nothing is counted until `resume`, or until the next act."""
        self._settle(acted=True)
        self._paused = True

    def resume(self) -> None:
        """Count again."""
        self._settle(acted=True)
        self._paused = False

    def turn(self, seats: Sequence[str], lap: Any = None, back: bool = False) -> None:
        """An act was accepted: `seats` decide now, in the round `lap` (None: not known).

        Where nobody does (the table draws) the turn of who decided before is not over. `back`: an act was taken back;
        who decides again goes on with the turn as it stood: going back gives no time.
        """
        self._settle(acted=True)
        self._paused = False
        if lap is not None:
            if self._lap is not None and lap != self._lap and not back:
                self._before = ()
            self._lap = lap
        self._deciding = tuple(seat for seat in seats if seat in self._seats)
        if self._deciding:
            anew = () if back else [seat for seat in self._deciding if seat not in self._before]
            self._turns.update(dict.fromkeys(anew, 0.0))
            self._before = self._deciding

    def _settle(self, acted: bool = False) -> None:
        """Add what has run since the last time, to whom it belongs."""
        now = max(self.now(), self._since)
        gone = max(0.0, min(now, self._acted + ASLEEP_S) - self._since)
        self._since = now
        if acted:
            self._acted = now
        if not self._here or self._paused:
            return
        self._played += gone
        if self._counts and self._thinking and gone > 0:
            for seat in self._deciding:
                self._times[seat] = self._times.get(seat, 0.0) + gone
                self._turns[seat] = self._turns.get(seat, 0.0) + gone

    # what is shown

    @property
    def paused(self) -> bool:
        """Whether somebody has paused it."""
        return self._paused

    @property
    def deciding(self) -> tuple[str, ...]:
        """The seats that are asked now."""
        return self._deciding

    @property
    def runs(self) -> bool:
        """Whether the time of any seat runs now."""
        self._settle()
        awake = self._since < self._acted + ASLEEP_S
        return bool(self._deciding) and self._counts and self._here and self._thinking and not self._paused and awake

    @property
    def times(self) -> dict[str, int]:
        """How long each seat has thought, in whole seconds; empty where no clock ever ran."""
        self._settle()
        return {seat: int(self._times.get(seat, 0.0)) for seat in self._seats} if self._times else {}

    @property
    def played_s(self) -> int:
        """How long the game was at the table, in whole seconds."""
        self._settle()
        return int(self._played)

    def face(self, seat: str, way: Way, turn_s: int, game_s: int) -> float:
        """What the clock of `seat` shows, in seconds: up what it has thought in this game, or down what is left of
        this turn or of the game; below 0 where that is used up."""
        self._settle()
        if way == "turn":
            return turn_s - self._turns.get(seat, 0.0)
        thought = self._times.get(seat, 0.0)
        return game_s - thought if way == "game" else thought


def length_text(seconds: float) -> Text:
    """How long something took, in words: "< 1 min", "47 min", "1 h 38 min", and whole hours from 20 on."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return T("< 1 min")
    if minutes < 60:
        return T("{minutes} min", minutes=minutes)
    if minutes < 20 * 60:
        return T("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    return T("{hours} h", hours=round(minutes / 60))


def shown(seconds: int) -> Text:
    """A time in digits, like 5:07, 1:05:07 or −0:12."""
    sign = "−" if seconds < 0 else ""
    minutes, ss = divmod(abs(seconds), 60)
    if minutes < 60:
        return T("{m}:{ss}", m=f"{sign}{minutes}", ss=f"{ss:02}")
    hours, mm = divmod(minutes, 60)
    return T("{h}:{mm}:{ss}", h=f"{sign}{hours}", mm=f"{mm:02}", ss=f"{ss:02}")
