"""A second telling of the sums, for checking the first: stones on a track, plots, cards in the hand.

Written from the spec alone (egizia 4.1, 5.3, 5.9, 7). It shares no code with the scoring and the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

GRADES = ["brown", "yellow", "green"]
CHOICES = ("obelisk", "pyramid", "temple")


class Track:
    """The scoring track as it lies there: seats on each space, the first that came to it foremost."""

    def __init__(self, chips: Sequence[str]) -> None:
        self.spaces: dict[int, list[str]] = {0: list(reversed(chips))}
        self.at = dict.fromkeys(chips, 0)

    def move(self, seat: str, points: int) -> None:
        """A stone goes on or back and lies down behind all that are there; no points, no movement (spec 4.1)."""
        if points:
            self.spaces[self.at[seat]].remove(seat)
            self.at[seat] += points
            self.spaces.setdefault(self.at[seat], []).append(seat)

    def put(self, seat: str, score: int) -> None:
        """The table puts a stone right."""
        self.move(seat, score - self.at[seat])

    def front(self) -> list[str]:
        """Seats from the leader to the last."""
        return [seat for space in sorted(self.spaces, reverse=True) for seat in self.spaces[space]]


@dataclass
class Plot:
    """A field as it lies there; `grade`: the colour it counts as, improved or not."""

    colour: str
    value: int
    grade: str

    def improve(self) -> None:
        """An upgrade lies on it now."""
        self.grade = GRADES[min(2, GRADES.index(self.grade) + 1)]


def harvest(plots: Iterable[Plot], ring: str) -> int:
    """Grain that the watered plots give (spec 2.6)."""
    dry = {"left": {"yellow", "brown"}, "middle": {"brown"}, "right": set()}[ring]
    return sum(plot.value for plot in plots if plot.grade not in dry)


def participation(sites: int) -> int:
    """Points for the sites where a stone was spent (spec 5.9)."""
    return [0, 1, 3, 6][sites]


def graves(total: int) -> int:
    """Points for the sum of the grave tiles (spec 7)."""
    for least, points in ((21, 9), (11, 5), (1, 2)):
        if total >= least:
            return points
    return 0


def sale(stones: int, tens: int, market: bool) -> int | None:
    """Points for so many stones sold in the end; None where they can't be sold.

    tens: cards of which each sells ten for a point each; market: the rest goes two for one.
    """
    single = min(stones, 10 * tens)
    rest = stones - single
    return single + rest // 2 if market or not rest else None


@dataclass
class Estate:
    """What a seat has in the end.

    stones_on: own stones by building; tiles: values of the own grave tiles; bonus: what cards add to them; crews:
    strength by crew; quarries: their sum; plots: fields; last: tracks whose last row its marker lies on; permanent:
    permanent cards, fields and quarries not among them.
    """

    stones_on: dict[str, int]
    tiles: list[int]
    bonus: int
    crews: dict[str, int]
    quarries: int
    plots: list[Plot]
    last: set[str]
    permanent: int

    def has(self, thing: str) -> int:
        """All the grain of a colour, or all the stones of the quarries."""
        return self.quarries if thing == "quarry" else sum(p.value for p in self.plots if p.grade == thing)


@dataclass
class Board:
    """What all seats share: finished things by Sphinx type, points printed, points by players on the last row."""

    estates: dict[str, Estate]
    finished: set[str]
    points: Mapping[str, int]
    table: Mapping[str, Sequence[int]]
    graves_too: bool = False
    rivals: Sequence[str] = ()


def reached(card: str, seat: str, board: Board) -> bool:
    """Whether what a card with printed points asks for is so."""
    family, _, rest = card.partition(":")
    mine = board.estates[seat]
    if family in ("obelisk_done", "built"):
        return card in board.finished
    if family == "own":
        building, _, n = rest.partition(":")
        return mine.stones_on[building] >= int(n)
    if family == "own_each":
        wanted = [*CHOICES, *(["graves"] if board.graves_too else [])]
        return all(mine.stones_on[building] >= int(rest) for building in wanted)
    if family == "most":
        others = [board.estates[other].has(rest) for other in board.rivals if other != seat]
        return mine.has(rest) > 0 and not any(other > mine.has(rest) for other in others)
    if family == "own_lastrow":
        return rest in mine.last
    raise LookupError(card)


def sphinx(card: str, seat: str, board: Board) -> int:
    """Points of a Sphinx card but for the one of ten percent (spec 2.11.2)."""
    family, _, rest = card.partition(":")
    mine = board.estates[seat]
    if family == "lastrow_count":
        return board.table[rest][sum(rest in board.estates[other].last for other in board.rivals)]
    if family == "graves":
        return mine.stones_on["graves"]
    if family == "crew":
        return mine.crews[rest]
    if family == "permanents":
        return sum(2 for _ in range(mine.permanent))
    if family == "ten_percent":
        return 0
    return board.points[card] if reached(card, seat, board) else 0


def final(seat: str, score: int, cards: Sequence[str], board: Board) -> int:
    """The score after graves and Sphinx cards; `score`: with the stones sold."""
    mine = board.estates[seat]
    total = score + graves(sum(mine.tiles) + mine.bonus)
    for card in cards:
        total += sphinx(card, seat, board)
    tens = sum(card == "ten_percent" for card in cards)
    return total + tens * (max(0, total) // 10)
