"""The games as the kit sees them: their plan and what the box has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.sight import Plan
from companion.games import find_game


@dataclass(frozen=True)
class Game:
    """What the kit needs of a game: its id, its plan and how much of each the box has."""

    id: str
    plan: Plan
    counts: Mapping[tuple[str, str], int]


def game_of(game_id: str) -> Game:
    """A game's plan by its practice box where its own box is not surveyed yet."""
    game = find_game(game_id)
    if game.sight is None:
        raise ValueError(f"{game_id} has nothing for a camera to look at")
    box = game.practice or game.box
    return Game(game_id, game.sight.plan(box), game.sight.counts(box))
