"""The monuments as diagrams: which space lies where, in cells from the top left. Pure, no Kivy."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.games.egizia.components import PLACES, TEMPLE_PARTS, Line
from companion.games.egizia.state import Egizia
from companion.ui.boards.base import Area
from companion.ui.boards.egizia_layout import LEAST

PLACE_NEW = "+"
CELL, GAP = 56.0, 4.0
"""Spaces are so large at most, and so far apart."""


class Cell(NamedTuple):
    """A space: its target, its place in cells (halves happen), its value ("" unknown, "+" a new one), its owner."""

    target: str
    x: float
    y: float
    value: str
    seat: str = ""


class Diagram(NamedTuple):
    """A monument: its cells, and how many of them side by side and one above another it takes."""

    building: str
    cells: tuple[Cell, ...]
    across: float
    down: float

    def size(self, cell: float) -> tuple[float, float]:
        """Its logical size with cells of `cell`."""
        return self.across * (cell + GAP) - GAP, self.down * (cell + GAP) - GAP

    def fits(self, area: Area) -> float:
        """How large its cells can be in an area."""
        wide, high = max(self.across, 1.0), max(self.down, 1.0)
        return min((area.w + GAP) / wide - GAP, (area.h + GAP) / high - GAP, CELL)


def diagram(state: Egizia, building: str, lit: frozenset[str], most_down: int) -> Diagram:
    """A monument as far as it is known, with a place for a new space where one can be built on."""
    make: dict[str, Callable[[Egizia, frozenset[str], int], Diagram]] = {
        "obelisk": _obelisk, "graves": _graves, "pyramid": _pyramid, "temple": _temple,
    }  # fmt: skip
    return make[building](state, lit, most_down)


def _space(state: Egizia, space: str, value: int | None) -> tuple[str, str, str]:
    """Target, value in words and owner."""
    return f"space:{space}", "" if value is None else str(value), state.built.get(space, "")


def _obelisk(state: Egizia, lit: frozenset[str], most_down: int) -> Diagram:
    """From below upwards; what does not fit the height goes on beside it, from below again."""
    spaces = [_space(state, f"obelisk:{i}", space.value) for i, space in enumerate(state.facts.obelisk, 1)]
    if "space:obelisk:new" in lit or (not state.facts.obelisk_whole and not spaces):
        spaces.append(("space:obelisk:new", PLACE_NEW, ""))
    columns = max(-(-len(spaces) // most_down), 1)
    down = max(-(-len(spaces) // columns), 1)
    cells = tuple(
        Cell(target, i // down, down - 1 - i % down, value, seat) for i, (target, value, seat) in enumerate(spaces)
    )
    return Diagram("obelisk", cells, columns, down)


def _graves(state: Egizia, lit: frozenset[str], most_down: int) -> Diagram:
    """Twelve places in their order."""
    down = min(most_down, 4 if most_down >= 4 else 3)
    across = -(-PLACES // down)
    cells = []
    for i in range(PLACES):
        value = state.tiles[i] if i < len(state.tiles) else 0
        target, words, seat = _space(state, f"grave:{i + 1}", value or None)
        cells.append(Cell(target, i % across, i // across, words, seat))
    return Diagram("graves", tuple(cells), across, down)


def _pyramid(state: Egizia, lit: frozenset[str], most_down: int) -> Diagram:
    """Rows from below, each in the middle; a row that may go on ends with a new place."""
    rows: list[list[tuple[str, str, str]]] = []
    facts = state.facts
    count = len(facts.pyramid)
    new_rows = {
        int(t.split(":")[2]) for t in lit if t.startswith("space:pyramid:") and t.endswith(":new") and t.count(":") == 3
    }
    top = max([count, *new_rows])
    for r in range(1, top + 1):
        known = facts.pyramid[r - 1] if r <= count else Line()
        row = [_space(state, f"pyramid:{r}:{i}", value) for i, value in enumerate(known.values, 1)]
        if r in new_rows:
            row.append((f"space:pyramid:{r}:new", PLACE_NEW, ""))
        rows.append(row)
    if "space:pyramid:new" in lit or not rows:
        rows.append([("space:pyramid:new", PLACE_NEW, "")])
    across = max(len(row) for row in rows)
    cells = []
    for r, row in enumerate(rows):
        left = (across - len(row)) / 2
        cells += [Cell(t, left + i, len(rows) - 1 - r, value, seat) for i, (t, value, seat) in enumerate(row)]
    return Diagram("pyramid", tuple(cells), max(across, 1), len(rows))


def _temple(state: Egizia, lit: frozenset[str], most_down: int) -> Diagram:
    """The pillars outside, the columns between them, each from below, the top row above."""
    parts: dict[str, list[tuple[str, str, str]]] = {}
    for part in TEMPLE_PARTS:
        known = state.facts.temple.get(part, Line())
        parts[part] = [_space(state, f"temple:{part}:{i}", value) for i, value in enumerate(known.values, 1)]
        new = f"space:temple:{part}:new"
        if new in lit:
            parts[part].append((new, PLACE_NEW, ""))
    upright = ("pillar_left", "column_left", "column_right", "pillar_right")
    high = max([len(parts[part]) for part in upright] + [1])
    top = parts["top"]
    across = max(len(top), 4)
    cells = [Cell(t, (across - len(top)) / 2 + i, 0, value, seat) for i, (t, value, seat) in enumerate(top)]
    roof = 1 if top else 0
    for k, part in enumerate(upright):
        left = (across - 4) / 2 + k
        cells += [Cell(t, left, roof + high - 1 - i, value, seat) for i, (t, value, seat) in enumerate(parts[part])]
    return Diagram("temple", tuple(cells), across, roof + high)


class Placed(NamedTuple):
    """A diagram in its place: the size of its cells and the top left corner."""

    diagram: Diagram
    cell: float
    x: float
    y: float

    def area(self, cell: Cell) -> Area:
        """Where a cell is touched."""
        pitch = self.cell + GAP
        return Area(self.x + cell.x * pitch, self.y + cell.y * pitch, self.cell, self.cell)


def side_by_side(diagrams: list[Diagram], area: Area, upright: bool) -> list[Placed]:
    """Diagrams next to each other (upright: one below another) in an area, their feet on one line; [] if too large."""
    gap = 16.0
    for tenth in range(int(CELL), int(LEAST) - 1, -2):
        sizes = [diagram.size(float(tenth)) for diagram in diagrams]
        along = sum(size[1 if upright else 0] for size in sizes) + gap * (len(sizes) - 1)
        across = max(size[0 if upright else 1] for size in sizes)
        if along <= (area.h if upright else area.w) and across <= (area.w if upright else area.h):
            return _in_line(diagrams, sizes, area, upright, float(tenth), along)
    return []


def _in_line(
    diagrams: list[Diagram], sizes: list[tuple[float, float]], area: Area, upright: bool, cell: float, along: float
) -> list[Placed]:  # fmt: skip
    room = area.h if upright else area.w
    gap = (room - along) / len(diagrams) + 16.0
    start = (gap - 16.0) / 2
    found = []
    for one, (w, h) in zip(diagrams, sizes, strict=True):
        if upright:
            found.append(Placed(one, cell, area.x + (area.w - w) / 2, area.y + start))
            start += h + gap
        else:
            found.append(Placed(one, cell, area.x + start, area.y + area.h - h))
            start += w + gap
    return found


def alone(one: Diagram, area: Area) -> Placed:
    """One diagram in an area, as large as it goes."""
    cell = max(one.fits(area), 20.0)
    w, h = one.size(cell)
    return Placed(one, cell, area.x + (area.w - w) / 2, area.y + area.h - h)
