"""The board views: one a game, by the entry point group `cartouche.boards`; any other game gets the plain board."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from companion.ui.boards.base import Board

if TYPE_CHECKING:
    from companion.table.session import Session

GROUP = "cartouche.boards"


@cache
def board_for(game_id: str) -> Board:
    """The board of the game `game_id`, or the plain one if none is registered."""
    for point in entry_points(group=GROUP, name=game_id):
        board: Board = point.load()
        return board
    return plain_board(game_id)


@cache
def plain_board(game_id: str) -> Board:
    """The board that shows any decision as buttons."""
    from companion.ui.boards.plain import PlainBoard

    return PlainBoard(game_id)


def board_of(session: Session) -> Board:
    """The board for what is played: in scorekeeper mode no board is followed, so the plain one."""
    from companion.ui.boards.plain import PlainBoard

    game_id = session.header.game
    return board_for(game_id) if session.header.mode == "referee" else PlainBoard(game_id, played=session.game)
