"""The squares of a half as somebody draws them: where they lie, their numbers, signs and neighbours. Pure, no Kivy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from companion.games.nefertiti.components import ICONS, MOST_SQUARES, Square

COLUMNS, ROWS = 6, 5
Cell = tuple[int, int]
"""Column and row, from 0."""


@dataclass
class Drawn:
    """One square: its name, its number (None: not told yet), its signs."""

    id: str
    bid: int | None = None
    icons: frozenset[str] = frozenset()


def touching(a: Cell, b: Cell) -> bool:
    """Whether two places share a side."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


@dataclass
class HalfDrawing:
    """What was tapped in so far. Neighbours are those that share a side, but for the pairs in `turned`.

    selected: the square that numbers and signs go to. joining: taps join two squares or part them; `first` is the
    square that waits for the second.
    """

    squares: dict[Cell, Drawn] = field(default_factory=dict)
    turned: set[frozenset[Cell]] = field(default_factory=set)
    selected: Cell | None = None
    joining: bool = False
    first: Cell | None = None

    @classmethod
    def of(cls, squares: Sequence[Square]) -> HalfDrawing:
        """The drawing of squares that are known already; those that lie anywhere go to the first free places."""
        made = cls()
        cells: dict[str, Cell] = {}
        for square in squares:
            at = square.at
            if at is None or not (0 <= at[0] < COLUMNS and 0 <= at[1] < ROWS) or at in made.squares:
                at = next(cell for cell in made.free())
            made.squares[at] = Drawn(square.id, square.bid, frozenset(square.icons))
            cells[square.id] = at
        for a, b in combinations(squares, 2):
            pair = (cells[a.id], cells[b.id])
            if (b.id in a.adj) != touching(*pair):
                made.turned.add(frozenset(pair))
        return made

    def free(self) -> list[Cell]:
        """Empty places in reading order."""
        return [(c, r) for r in range(ROWS) for c in range(COLUMNS) if (c, r) not in self.squares]

    def beside(self, a: Cell, b: Cell) -> bool:
        """Whether two squares are neighbours."""
        return touching(a, b) != (frozenset((a, b)) in self.turned)

    def links(self) -> list[tuple[Cell, Cell]]:
        """All pairs of neighbours."""
        return [(a, b) for a, b in combinations(self.squares, 2) if self.beside(a, b)]

    # what fingers do

    def tap(self, cell: Cell) -> None:
        """A new square, or another one meant; while joining, the first or second of a pair."""
        if self.joining:
            self._join(cell)
        elif cell in self.squares:
            self.selected = cell
        elif len(self.squares) < MOST_SQUARES:
            taken = {square.id for square in self.squares.values()}
            name = next(f"s{n}" for n in range(1, MOST_SQUARES + 2) if f"s{n}" not in taken)
            self.squares[cell] = Drawn(name)
            self.selected = cell

    def _join(self, cell: Cell) -> None:
        if cell not in self.squares:
            return
        if self.first is None or self.first == cell:
            self.first = None if self.first == cell else cell
            return
        self.turned ^= {frozenset((self.first, cell))}
        self.first = None

    def number(self, bid: int) -> None:
        """The number of the selected square."""
        if self.selected is not None:
            self.squares[self.selected].bid = bid

    def sign(self, icon: str) -> None:
        """Give the selected square a sign, or take it away."""
        if self.selected is not None:
            self.squares[self.selected].icons ^= {icon}

    def remove(self) -> None:
        """The selected square is none."""
        if self.selected is not None:
            gone, self.selected = self.selected, None
            del self.squares[gone]
            self.turned = {pair for pair in self.turned if gone not in pair}

    def join(self, on: bool) -> None:
        """Taps join and part squares from now on, or no longer."""
        self.joining, self.first = on, None

    @property
    def open(self) -> int:
        """How many squares have no number yet."""
        return sum(square.bid is None for square in self.squares.values())

    def answer(self) -> list[dict[str, Any]]:
        """The squares as the box keeps them, in reading order."""
        cells = sorted(self.squares, key=lambda cell: (cell[1], cell[0]))
        found = []
        for cell in cells:
            square = self.squares[cell]
            beside = [self.squares[other].id for other in cells if other != cell and self.beside(cell, other)]
            icons = [icon for icon in ICONS if icon in square.icons]
            found.append({"id": square.id, "bid": square.bid, "icons": icons, "adj": beside, "at": list(cell)})
        return found


@dataclass
class LinesDrawing:
    """Lines over squares: the finished ones and the one that is being tapped."""

    cells: Mapping[str, Cell]
    lines: list[list[str]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def tap(self, square: str) -> None:
        """The next square of the line; the last one again takes it away."""
        if self.open and self.open[-1] == square:
            self.open.pop()
        elif square not in self.open:
            self.open.append(square)

    def add(self) -> None:
        """The line is complete."""
        if len(self.open) > 1 and sorted(self.open) not in [sorted(line) for line in self.lines]:
            self.lines.append(self.open)
        self.open = []

    def undo(self) -> None:
        """Take back the last square, or the last line."""
        if self.open:
            self.open.pop()
        elif self.lines:
            self.lines.pop()
