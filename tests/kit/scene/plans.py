"""A plan to try the renderer with: a board of four blocks of twelve places with a row of eight, and eight cards."""

from __future__ import annotations

from companion.engine.sight import Look, Plan, Shape, Spot
from companion.engine.text import Text

SIDE = 360.0
FIELD = (520.0, 380.0)
BOARD = (FIELD[0] / 2, FIELD[1] / 2, SIDE, SIDE)
COLUMNS = {1: (0.223, 0.295, 0.368, 0.440), 2: (0.565, 0.636, 0.709, 0.781)}
ROWS = {1: (0.211, 0.288, 0.365), 3: (0.600, 0.675, 0.750)}
STRIP = (0.212, 0.292, 0.375, 0.457, 0.537, 0.620, 0.701, 0.782)
PRINTED = ("#e0c044", "#8a8a86", "#4f9a52")
"""Row by row; the last of a middle row is blue and the one before it orange."""


def trial_plan() -> Plan:
    """48 + 8 places for red and blue pieces 22 mm wide, and four cards at each side."""
    left, top = BOARD[0] - SIDE / 2, BOARD[1] - SIDE / 2
    spots: list[Spot] = []
    shapes: list[Shape] = [Shape("box", BOARD, "#d8c49c", "#7a6440")]
    for block in (1, 2, 3, 4):
        xs, ys = COLUMNS[1 if block in (1, 3) else 2], ROWS[1 if block in (1, 2) else 3]
        for number in range(12):
            row, column = divmod(number, 4)
            at = (left + xs[column] * SIDE, top + ys[row] * SIDE, 22.0, 22.0)
            name = f"space:{block}.{number + 1:02}"
            spots.append(Spot(name, Text(name), "piece", ("red", "blue"), at, group="spaces"))
            fill = {(1, 3): "#3f74b0", (1, 2): "#d08238"}.get((row, column), PRINTED[row])
            shapes.append(Shape("box", at, fill, "#5a4a30"))
    for number, x in enumerate(STRIP, 1):
        at = (left + x * SIDE, top + 0.935 * SIDE, 22.0, 22.0)
        spots.append(Spot(f"dead:{number}", Text(f"dead:{number}"), "piece", ("red", "blue"), at, group="dead"))
        shapes.append(Shape("box", at, "#6a5a78", "#2c2434"))
    looks = [Look("red", Text("red"), "piece"), Look("blue", Text("blue"), "piece")]
    for seat, turned, x in (("red", 1, 40.0), ("blue", 3, FIELD[0] - 40.0)):
        labels = tuple(f"card:{seat}:{value}" for value in (1, 2, 3, 4))
        looks += [Look(label, Text(label), "card", art=seat) for label in labels]
        for number in range(4):
            at = (x, 70.0 + number * 80.0, 67.0, 44.0)
            name = f"cartouche:{seat}:{number + 1}"
            spots.append(Spot(name, Text(name), "card", ("back", *labels), at, group="cards", turned=turned))
    return Plan(
        mat=5, field=FIELD, board=BOARD, known=True, spots=tuple(spots), looks=tuple(looks), shapes=tuple(shapes)
    )  # fmt: skip
