"""Our own drawing of a board, as its stand-in is printed, with pieces on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.sight import At, Plan
from companion.ui import theme
from companion.ui.pen import Pen
from companion.ui.widgets.base import Drawn


class PlanView(Drawn):
    """`places`: where the places lie in mm; `laid`: what lies on them (a seat's colour, or any other look)."""

    def __init__(self, plan: Plan, places: Mapping[str, At], laid: Mapping[str, str], **properties: Any) -> None:
        self.plan, self.places, self.laid = plan, places, laid
        super().__init__(**properties)

    def paint(self, pen: Pen) -> None:
        wide, high = self.plan.field
        scale = min(pen.w / wide, pen.h / high)
        board = pen.shifted((pen.w - wide * scale) / 2, (pen.h - high * scale) / 2)
        pen.box(0, 0, pen.w, pen.h, "night", 6)
        x, y, w, h = (side * scale for side in self.plan.board)
        board.box(x - w / 2, y - h / 2, w, h, "surface", 4, "line_strong", 1.5)
        for shape in self.plan.shapes:
            _draw_shape(board, shape, scale)
        for spot_id, at in self.places.items():
            if spot_id in self.laid:
                cx, cy, width, height = (side * scale for side in at)
                draw_piece(board, self.laid[spot_id], cx, cy, max(min(width, height) / 2, 7.0))


def _draw_shape(pen: Pen, shape: Any, scale: float) -> None:
    x, y, w, h = (side * scale for side in shape.at)
    line = "line_strong"
    if shape.form == "box":
        pen.box(x - w / 2, y - h / 2, w, h, None, 2, line, 1.2)
    elif shape.form == "disc":
        pen.disc(x, y, min(w, h) / 2, None, line, 1.2)
    elif shape.form == "line":
        pen.line([(x - w / 2, y - h / 2), (x + w / 2, y + h / 2)], line, 1.2)


def draw_piece(pen: Pen, look: str, x: float, y: float, r: float) -> None:
    """A piece about a logical point: a seat's disc, or a gold one for anything else."""
    if look in theme.SEATS:
        pen.seat_disc(look, x, y, r)
    else:
        pen.disc(x, y, r, "gold", "gold_ink", 2)
