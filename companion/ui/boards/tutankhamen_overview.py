"""The overview of the path: every slot small, the pawns on it, and a frame around what is shown large."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.tutankhamen.state import PYRAMID, Tutankhamen
from companion.ui.boards import tutankhamen_tiles as tiles
from companion.ui.boards.tutankhamen_places import Overview
from companion.ui.pen import Pen


def draw_path(pen: Pen, state: Tutankhamen, over: Overview, looks: Mapping[str, tiles.Look]) -> None:
    """The tiles that lie, a dot for each that is gone, and the pyramid at the end."""
    for slot, tile in enumerate(state.path, 1):
        x, y = over.centre(slot)
        if tile:
            tiles.draw_small(pen, looks[tile], x, y, 16 * over.scale)
        else:
            pen.disc(x, y, 2, "line_strong")
    fx, fy = over.finish
    corners = [(fx, fy - 11), (fx + 13, fy + 11), (fx - 13, fy + 11)]
    if state.mask == PYRAMID:
        pen.polygon(corners, "gold_soft")
    pen.line(corners, "gold" if state.mask == PYRAMID else "line_strong", 2, closed=True)


def draw_pawns(pen: Pen, state: Tutankhamen, over: Overview, window: tuple[int, int] | None) -> None:
    """Pawns on their slots, and in a little heap at both ends; and the frame about the slots of `window`."""
    start = [seat for seat in state.seats if not state.pos[seat]]
    home = [seat for seat in state.seats if state.at_finish(seat) and seat not in state.gone]
    x0 = over.first[0] - over.pitch / 2
    top = over.first[1] - 9
    if x0 >= 30:
        for i, seat in enumerate(start):
            pen.seat_disc(seat, 9 + 14 * (i % 2), top + 10 + 16 * (i // 2), 7.5)
    else:
        for i, seat in enumerate(start):
            pen.seat_disc(seat, x0 + 8 + 15 * i, top - 11, 6.5)
    fx, fy = over.finish
    for i, seat in enumerate(home):
        pen.seat_disc(seat, fx - 7 + 14 * (i % 2), fy - 20 - 14 * (i // 2), 6.5)
    for seat in state.seats:
        if 0 < state.pos[seat] <= state.match.length:
            pen.seat_disc(seat, *over.centre(state.pos[seat]), 10 * over.scale)
    if window is not None:
        for box in over.boxes(*window):
            pen.box(*box, None, 5, "lit", 2.5)
