"""The games: one folder each, found by the entry point group `cartouche.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from companion.engine.errors import InputError
from companion.engine.game import Game
from companion.engine.text import T

GROUP = "cartouche.games"


@cache
def game_ids() -> tuple[str, ...]:
    """Ids of all registered games, in alphabetical order; looked up once, since lists ask for every game's title."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def _load(game_id: str) -> Game[Any]:
    game: Game[Any] = next(iter(entry_points(group=GROUP, name=game_id))).load()
    return game


def find_game(game_id: str) -> Game[Any]:
    """The game `game_id`. Raises `InputError` naming the games there are."""
    if game_id not in game_ids():
        known = ", ".join(game_ids())
        shown = str(game_id)[:40]
        raise InputError(T("There is no game “{game}” here. The games are: {known}.", game=shown, known=known))
    return _load(game_id)


def all_games() -> tuple[Game[Any], ...]:
    """Every registered game, in alphabetical order of ids."""
    return tuple(_load(game_id) for game_id in game_ids())
