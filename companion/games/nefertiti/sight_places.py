"""Where everything lies on our own stand-in board of Nefertiti, in mm.

No source tells where the published board has its markets, squares and gifts: there the places are tapped in.
"""

from __future__ import annotations

from companion.engine.sight import At
from companion.games.nefertiti.components import MARKETS, PLACES, Square

EDGE = 4.0
GAP = 8.0
"""Between two markets."""
CARD = (46.0, 68.0)
"""A gift card fits, with a little room: no source tells its size."""
CARD_PITCH = (54.0, 74.0)
PITCH = 22.0
SQUARE = 18.0
COLUMNS, ROWS = 5, 4
"""The squares of a half as drawn; the most that a half can have (twenty) fill it."""
HALF = (COLUMNS * PITCH, ROWS * PITCH)
SEAL = 20.0
SEAL_ROOM = 30.0
"""Left of the upper gift: its seal is laid beside it, where it hides nothing."""
BETWEEN = 6.0
BLOCK = (SEAL_ROOM + CARD_PITCH[0] + 2 * (BETWEEN + HALF[0]), HALF[1] + BETWEEN + CARD_PITCH[1])
FIELD = (2 * (EDGE + BLOCK[0]) + GAP, 2 * (EDGE + BLOCK[1]) + GAP)
BOARD: At = (FIELD[0] / 2, FIELD[1] / 2, *FIELD)


def _corner(market: str) -> tuple[float, float]:
    """Left and top edge of a market: two above, two below."""
    row, column = divmod(MARKETS.index(market), 2)
    return EDGE + column * (BLOCK[0] + GAP), EDGE + row * (BLOCK[1] + GAP)


def block_place(market: str) -> At:
    """The ground of a whole market."""
    left, top = _corner(market)
    return (left + BLOCK[0] / 2, top + BLOCK[1] / 2, *BLOCK)


def gift_place(market: str, place: str) -> At:
    """Where a gift lies: one above, three below it (spec nefertiti 2.3)."""
    left, top = _corner(market)
    index = PLACES.index(place)
    if index == 0:
        return (left + SEAL_ROOM + CARD_PITCH[0] / 2, top + HALF[1] / 2, *CARD)
    return (left + CARD_PITCH[0] * (index - 0.5), top + HALF[1] + BETWEEN + CARD_PITCH[1] / 2, *CARD)


def seal_place(market: str) -> At:
    """Where the seal of the upper gift is laid."""
    left, top = _corner(market)
    return (left + SEAL_ROOM / 2, top + HALF[1] / 2, SEAL, SEAL)


def half_place(half: str) -> At:
    """The whole half: what a reserve plate or the tile of the closed market covers."""
    left, top = _corner(half[:3])
    x = left + SEAL_ROOM + CARD_PITCH[0] + BETWEEN + HALF[0] / 2
    return (x + (HALF[0] + BETWEEN if half.endswith("R") else 0.0), top + HALF[1] / 2, *HALF)


def square_places(half: str, squares: tuple[Square, ...]) -> dict[str, At]:
    """Each square's place by its own id: where the box says it is drawn, the others in order where room is left."""
    x, y, width, height = half_place(half)
    return {
        square: (x - width / 2 + PITCH * (column + 0.5), y - height / 2 + PITCH * (row + 0.5), SQUARE, SQUARE)
        for square, (column, row) in _cells(squares).items()
    }


def _cells(squares: tuple[Square, ...]) -> dict[str, tuple[int, int]]:
    drawn = {square.id: square.at for square in squares if square.at is not None}
    left = min((column for column, _ in drawn.values()), default=0)
    top = min((row for _, row in drawn.values()), default=0)
    free = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
    found: dict[str, tuple[int, int]] = {}
    for square, (column, row) in drawn.items():
        if (column - left, row - top) in free:
            free.remove((column - left, row - top))
            found[square] = (column - left, row - top)
    for other in squares:
        if other.id not in found:
            found[other.id] = free.pop(0)
    return found
