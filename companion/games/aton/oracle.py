"""A second, slower Aton for checking the first: one dictionary of spaces and one list of the dead.

Straight from the rulebook's words; shares no code with the rules, the scoring or the position of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class Oracle:
    """The true table: `board` owner by space, `dead` one colour a counter, `score`, `rows`, and what it waits for.

    waits: ("cards",), ("reveal",), ("order",), ("remove", seat), ("place", seat), ("thin", seat), ("thin coin",),
    ("over", winner or None).
    """

    def __init__(self, printed: Mapping[str, Any], seats: Sequence[str], options: Mapping[str, Any]) -> None:
        self.kind = {
            f"{temple}.{n:02d}": kind for temple, kinds in printed["temples"].items() for n, kind in enumerate(kinds, 1)
        }
        self.printed = printed
        self.seats = list(seats)
        self.options = options
        self.board: dict[str, str] = {}
        self.dead: list[str] = []
        self.score = dict.fromkeys(seats, 0)
        self.rows: dict[str, Sequence[int]] = {}
        self.round = 1
        self.waits: tuple[str | None, ...] = ("cards",)
        self.order: list[str] = []
        self.owed = 0
        self.owed_by_temple: dict[str, int] = {}

    # positions

    def stock(self, seat: str) -> int:
        """Counters in a player's stock."""
        whole: int = self.printed["counters_per_player"]
        return whole - list(self.board.values()).count(seat) - self.dead.count(seat)

    def other(self, seat: str) -> str:
        """The opponent."""
        return self.seats[1] if seat == self.seats[0] else self.seats[0]

    def own(self, seat: str, temple: str | None = None) -> list[str]:
        """Spaces a player occupies, in one temple or anywhere."""
        return [s for s, who in self.board.items() if who == seat and (temple is None or s[0] == temple)]

    def is_open(self, seat: str, space: str) -> bool:
        """Whether the card at cartouche 3 opens the temple of `space`."""
        return int(space[0]) <= self.rows[seat][2]

    # the round

    def reveal(self, rows: Mapping[str, Sequence[int]]) -> None:
        """Both rows lie open: cartouche 1, then the order."""
        self.rows = dict(rows)
        one, two = self.seats
        difference = rows[one][0] - rows[two][0]
        if difference > 0:
            self.score[one] += 2 * difference
        if difference < 0:
            self.score[two] -= 2 * difference
        for seat in self.seats:
            if self.score[seat] >= self.printed["target"]:
                self.waits = ("over", seat)
                return
        keys = {seat: (rows[seat][1], rows[seat][0]) for seat in self.seats}
        if keys[one] == keys[two]:
            self.waits = ("order",)
        else:
            self.begin(min(self.seats, key=lambda seat: keys[seat]))

    def begin(self, first: str) -> None:
        """The order is known."""
        self.order = [first, self.other(first)]
        self._next_actor()

    def _next_actor(self) -> None:
        if not self.order:
            self._round_over()
            return
        seat = self.order.pop(0)
        removed = {1: 1, 2: 0, 3: 1, 4: 2}[self.rows[seat][1]] if self.round > 1 else 0
        self.waits = ("remove", seat)
        self.owed = min(removed, len(self._prey(seat)))
        if not self.owed:
            self._to_place(seat)

    def _prey(self, seat: str) -> list[str]:
        whose = seat if self.rows[seat][1] == 1 else self.other(seat)
        return sorted(space for space in self.own(whose) if self.is_open(seat, space))

    def _to_place(self, seat: str) -> None:
        self.waits = ("place", seat)
        self.owed = min(self.rows[seat][3], self.stock(seat))
        if not self.choices() and self.is_shut():
            self.owed = 0
        if not self.owed:
            self._placed(seat)

    def choices(self) -> list[str]:
        """Spaces the waiting player may choose from."""
        kind, seat = self.waits[0], self.waits[1]
        assert seat is not None
        if kind == "remove":
            return self._prey(seat)
        if kind == "place":
            return sorted(s for s in self.kind if self.is_open(seat, s) and s not in self.board)
        return sorted(s for s in self.own(seat) if self.owed_by_temple[s[0]])

    def number_owed(self) -> int:
        """How many of `choices` must be chosen in this step."""
        if self.waits[0] == "thin":
            return sum(self.owed_by_temple.values())
        return min(self.owed, len(self.choices()))

    def remove(self, spaces: Sequence[str]) -> None:
        """Counters to the Kingdom of the Dead."""
        seat = self.waits[1]
        assert seat is not None
        for space in spaces:
            self._die(self.board.pop(space))
            self.owed -= 1
        if not self.owed:
            self._to_place(seat)

    def place(self, spaces: Sequence[str]) -> None:
        """Counters from the stock; those without a space die when no space is left."""
        seat = self.waits[1]
        assert seat is not None
        for space in spaces:
            self.board[space] = seat
            self.owed -= 1
        if self.owed and not self.choices():
            while self.owed:
                self.owed -= 1
                self._die(seat)
        if not self.owed:
            self._placed(seat)

    def is_shut(self) -> bool:
        """Whether the Kingdom of the Dead takes no more counters."""
        spaces: int = self.printed["dead_spaces"]
        return self.options["dead_overflow"] == "stock" and len(self.dead) >= spaces

    def _die(self, seat: str) -> None:
        if not self.is_shut():
            self.dead.append(seat)

    def _placed(self, seat: str) -> None:
        if self.fills_something(seat):
            self.waits = ("over", seat)
        else:
            self._next_actor()

    def fills_something(self, seat: str) -> bool:
        """A whole temple, all yellow or all green."""
        mine = set(self.own(seat))
        groups = [{s for s in self.kind if s[0] == temple} for temple in "1234"]
        groups += [{s for s, kind in self.kind.items() if kind == colour} for colour in "YG"]
        return any(group <= mine for group in groups if group)

    def _round_over(self) -> None:
        if len(self.dead) < self.printed["dead_spaces"]:
            self._new_round()
            return
        gained = self.tally()
        for seat in self.seats:
            self.score[seat] += sum(gained[seat].values())
        ahead = sorted(self.seats, key=lambda seat: -self.score[seat])
        level = self.score[ahead[0]] == self.score[ahead[1]]
        if self.score[ahead[0]] >= self.printed["target"]:
            self.waits = ("over", None if level else ahead[0])
        elif not level:
            self.thin_from(ahead[0])
        elif self.options["tie_thin_first"] == "coin":
            self.waits = ("thin coin",)
        else:
            self.thin_from("red")

    def tally(self) -> dict[str, dict[str, int]]:
        """Points of a scoring by player and item."""
        points: dict[str, dict[str, int]] = {seat: {} for seat in self.seats}
        for seat in self.seats:
            foe = self.other(seat)
            gain = points[seat]
            ours = {temple: len(self.own(seat, temple)) for temple in "1234"}
            theirs = {temple: len(self.own(foe, temple)) for temple in "1234"}
            gain["temple1"] = max(0, ours["1"] - theirs["1"])
            gain["temple2"] = self.printed["temple2_points"] if ours["2"] > theirs["2"] else 0
            gain["temple3"] = ours["3"] if ours["3"] > theirs["3"] else 0
            blue = [s for s in self.own(seat) if self.kind[s] == "B"]
            gain["temple4"] = self.printed["temple4_per_blue"] * len(blue) if ours["4"] > theirs["4"] else 0
            black = [who for s, who in self.board.items() if self.kind[s] == "K"]
            gain["black"] = self.printed["black_points"] if black.count(seat) > black.count(foe) else 0
            gain["bonus"] = sum(int(self.kind[s]) for s in self.own(seat) if self.kind[s].startswith("+"))
        return points

    def thin_from(self, leader: str) -> None:
        """The leader thins first, then the other."""
        self.order = [leader, self.other(leader)]
        self._next_thinner()

    def _next_thinner(self) -> None:
        if not self.order:
            self.dead = []
            self._new_round()
            return
        seat = self.order.pop(0)
        self.waits = ("thin", seat)
        left = {temple: len(self.own(seat, temple)) for temple in "1234"}
        owed = dict.fromkeys("1234", 0)
        missing = 0
        for temple in "1234":
            if left[temple]:
                owed[temple] += 1
                left[temple] -= 1
            else:
                missing += 1
        while missing and any(left.values()):
            if self.options["thin_fallback"] == "fullest":
                temple = sorted("1234", key=lambda t: (left[t], t))[-1]
            else:
                temple = max(t for t in "1234" if left[t])
            owed[temple] += 1
            left[temple] -= 1
            missing -= 1
        self.owed_by_temple = owed
        if not any(owed.values()):
            self._next_thinner()

    def thin(self, spaces: Sequence[str]) -> None:
        """Counters go home."""
        for space in spaces:
            del self.board[space]
            self.owed_by_temple[space[0]] -= 1
        if not any(self.owed_by_temple.values()):
            self._next_thinner()

    def _new_round(self) -> None:
        self.round += 1
        self.rows = {}
        self.waits = ("cards",)
