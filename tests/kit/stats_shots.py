"""The screens of statistics as pictures: of an evening's few games, and of a year's many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.table.people import player_id
from tests.kit.desk import Desk
from tests.kit.many_games import many

MANY = 150
LONG = ("Anna", "Márton", "Maximiliane-Theodora von Hohenstaufen-O", "Дора", "Bartholomäus-Konstantin", "Ilka",
        "Константинополь Всеволодович Долгорукий", "Kenji")  # fmt: skip
"""Two of about forty letters, which is as many as a name has."""


def stats_shots() -> Iterator[tuple[str, Callable[[Desk], None]]]:
    """Every picture: its name, and what opens it from Home. The year's games are played when the first one opens."""
    filled: list[Any] = []

    def opened(screen: str, scroll: float = 0.0, **args: Any) -> Callable[[Desk], None]:
        def show(table: Desk) -> None:
            if not filled:
                filled.append(many(table.context.journal, MANY, each=2, names=LONG))
            table.context.go(screen, **args)
            table.ui.frames(3)
            table.screen.list.offset = scroll * table.screen.list.reach

        return show

    a, b = (player_id(name) for name in LONG[2:5:2])
    for part, scroll in (("", 0.0), ("-middle", 0.5), ("-end", 1.0)):
        yield f"stats{part}", opened("stats", scroll)
        yield f"stats-game-six{part}", opened("game_stats", scroll, game="tutankhamen")
        yield f"stats-game-two{part}", opened("game_stats", scroll, game="egizia", players=2)
        yield f"stats-player{part}", opened("player_stats", scroll, player=a)
        yield f"stats-two{part}", opened("head_to_head", scroll, a=a, b=b)
    yield "stats-whom", opened("head_to_head", a=a)
    yield "stats-nobody", opened("player_stats", player=player_id("Nobody"))
