"""Scorekeeper mode: turn, points and sheets of a game whose moves are not followed; the right rules for a record."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Game
from companion.engine.header import Header
from companion.games import find_game
from companion.table.scorekeeper.rules import Scorekeeper as Scorekeeper
from companion.table.scorekeeper.rules import scorekeeper_of as scorekeeper_of


def game_for(header: Header) -> Game[Any]:
    """The game that plays `header`: the game itself or its scorekeeper. Raises `InputError` for no such game."""
    game = find_game(header.game)
    return scorekeeper_of(game) if header.mode == "scorekeeper" else game
