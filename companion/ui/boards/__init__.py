"""The board views: one a game, by the entry point group `cartouche.boards`; any other game gets the plain board."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from companion.ui.boards.base import Board

GROUP = "cartouche.boards"


@cache
def board_for(game_id: str) -> Board:
    """The board of the game `game_id`, or the plain one if none is registered."""
    for point in entry_points(group=GROUP, name=game_id):
        board: Board = point.load()
        return board
    from companion.ui.boards.plain import PlainBoard

    return PlainBoard(game_id)
