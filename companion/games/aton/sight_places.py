"""Where everything lies on the published board of Aton, in mm, and the cards beside it (spec aton 2, 2.1, 2.3)."""

from __future__ import annotations

from companion.engine.sight import At

SIDE = 360.0
"""The board is 36 cm square."""
CARD = (67.0, 44.0)
"""A card as it lies: turned towards the player at its side."""
AIR = 10.0
"""Room between the board, the card beside it and the frame of the mat."""
EDGE = 3.0
"""Room above and below the board."""
FIELD = (SIDE + 2 * (CARD[0] + 2 * AIR), SIDE + 2 * EDGE)
BOARD: At = (FIELD[0] / 2, FIELD[1] / 2, SIDE, SIDE)
SQUARE = 0.061 * SIDE
DISC = 20.0
"""A place of the score track or the Kingdom: as far as a disc reaches, less than the distance of two places."""

COLUMNS = {1: (0.223, 0.295, 0.368, 0.440), 2: (0.565, 0.636, 0.709, 0.781)}
"""Centres of the columns of temples 1 and 3, and of 2 and 4, as shares of the board's width."""
ROWS = {1: (0.211, 0.288, 0.365), 3: (0.600, 0.675, 0.750)}
"""Centres of the rows of temples 1 and 2, and of 3 and 4."""
DEAD = (0.212, 0.292, 0.375, 0.457, 0.537, 0.620, 0.701, 0.782)
DEAD_ROW = 0.935


def on_board(x: float, y: float, width: float, height: float) -> At:
    """A place whose centre is given as shares of the board's sides; its size in mm."""
    return (FIELD[0] / 2 + (x - 0.5) * SIDE, FIELD[1] / 2 + (y - 0.5) * SIDE, width, height)


def space_place(temple: int, number: int) -> At:
    """The square of space `number` (1 to 12, in reading order) of `temple`."""
    row, column = divmod(number - 1, 4)
    x = COLUMNS[1 if temple in (1, 3) else 2][column]
    y = ROWS[1 if temple in (1, 2) else 3][row]
    return on_board(x, y, SQUARE, SQUARE)


def dead_place(index: int, count: int) -> At:
    """Place `index` (from 0) of the Kingdom of the Dead; where the box has another number than 8, evenly spread."""
    x = DEAD[index] if count == len(DEAD) else DEAD[0] + (DEAD[-1] - DEAD[0]) * (index + 0.5) / count
    return on_board(x, DEAD_ROW, DISC, DISC)


def track_place(n: int) -> At:
    """Number `n` (1 to 40) of the score track: up the left side, along the top, down the right side."""
    if n <= 15:
        return on_board(0.121, 0.961 - 0.0658 * (n - 1), DISC, DISC)
    if n <= 25:
        return on_board(0.190 + 0.0692 * (n - 16), 0.031, DISC, DISC)
    return on_board(0.876, 0.039 + 0.0658 * (n - 26), DISC, DISC)


def card_place(colour: str, number: int) -> At:
    """Where the card of cartouche `number` lies, beside the board: no source says where along the edge; evenly."""
    away = AIR + CARD[0] / 2
    x = away if colour == "red" else FIELD[0] - away
    return (x, EDGE + SIDE * (2 * number - 1) / 8, *CARD)


def order_place(colour: str) -> At:
    """Where the card is laid that settles the order: between the upper and the lower temples."""
    y = (ROWS[1][-1] + ROWS[3][0]) / 2
    columns = COLUMNS[1 if colour == "red" else 2]
    return on_board((columns[0] + columns[-1]) / 2, y, *CARD)
