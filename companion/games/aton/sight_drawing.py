"""The stand-in board of Aton: a plain drawing of our own with everything in its place."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.sight import At, Shape
from companion.games.aton.layout import CARTOUCHES, SEATS, TEMPLES, Facts, layout_of
from companion.games.aton.sight_places import (
    BOARD,
    COLUMNS,
    DEAD_ROW,
    ROWS,
    SIDE,
    SQUARE,
    card_place,
    dead_place,
    on_board,
    space_place,
    track_place,
)

SAND, PALE, INK = "#e4d3ab", "#f1e8d0", "#3b3226"
KINDS = {"Y": "#d8bf3c", "G": "#93b845", "K": "#808080", "B": "#4a74a8"}
BONUS = "#cf8f47"
TRACK = "#5f8fb0"
DEAD = "#d9c79a"


def drawing(facts: Facts) -> tuple[Shape, ...]:
    """Every stroke, the lowest first."""
    return (
        Shape("box", BOARD, SAND, INK),
        *_track(facts),
        *(Shape("box", _temple(temple), PALE, INK) for temple in TEMPLES),
        *(Shape("text", _heading(temple), line=INK, text=str(temple)) for temple in TEMPLES),
        *_spaces(facts),
        *_dead(facts),
        *_cartouches(),
    )


def _temple(temple: int) -> At:
    columns, rows = COLUMNS[1 if temple in (1, 3) else 2], ROWS[1 if temple in (1, 2) else 3]
    x, y = (columns[0] + columns[-1]) / 2, (rows[0] + rows[-1]) / 2
    return on_board(x, y, (columns[-1] - columns[0]) * SIDE + SQUARE + 6, (rows[-1] - rows[0]) * SIDE + SQUARE + 6)


def _heading(temple: int) -> At:
    """The temple's number, over its first column."""
    columns, rows = COLUMNS[1 if temple in (1, 3) else 2], ROWS[1 if temple in (1, 2) else 3]
    x, y, _, _ = on_board(columns[0], rows[0], 0, 0)
    return (x, y - SQUARE / 2 - 10, 10, 10)


def _spaces(facts: Facts) -> Iterable[Shape]:
    layout = layout_of(facts)
    for name, kind in zip(layout.names, layout.kinds, strict=True):
        temple, number = (int(part) for part in name.split("."))
        if number <= 12:
            bonus = kind not in KINDS
            at = space_place(temple, number)
            yield Shape("box", at, KINDS.get(kind, BONUS), INK, kind if bonus else "")


def _dead(facts: Facts) -> Iterable[Shape]:
    first, last = dead_place(0, facts.dead_spaces), dead_place(facts.dead_spaces - 1, facts.dead_spaces)
    x, y, _, _ = on_board(0.5, DEAD_ROW, 0, 0)
    yield Shape("box", (x, y, last[0] - first[0] + 28, 26), DEAD, INK)
    for index in range(facts.dead_spaces):
        yield Shape("disc", dead_place(index, facts.dead_spaces), PALE, INK)


def _track(facts: Facts) -> Iterable[Shape]:
    for n in range(1, min(facts.track_max, 40) + 1):
        yield Shape("disc", track_place(n), TRACK, INK, str(n))


def _cartouches() -> Iterable[Shape]:
    """The numbers of the cartouches at both edges."""
    for colour in SEATS:
        inwards = 1 if colour == "red" else -1
        edge = BOARD[0] - inwards * SIDE / 2
        for number in CARTOUCHES:
            _, y, _, _ = card_place(colour, number)
            yield Shape("box", (edge + inwards * 16, y, 18, 30), PALE, INK, str(number))
