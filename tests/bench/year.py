# ruff: noqa: E402 (the window is opened before the kit of the tests would open a larger one)
"""A child process: a year of 1,000 games; tells how long the lists and statistics of them take."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import msgspec

from companion.ui import boot

boot.prepare(headless=True, maxfps=0)

import kivy.core.window  # noqa: F401 (opens it)

from companion.table import history
from companion.table import statistics as counted
from companion.table.journal import Journal
from companion.table.people import People
from companion.table.storage import JOURNAL
from tests.kit.many_games import many
from tests.kit.ui import UI

GAMES = 1000
TIMES = 5
SCREENS = ("history", "stats")


def taken(what: Callable[[], object], times: int = TIMES) -> float:
    """The median milliseconds of something."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        what()
        found.append((time.perf_counter() - begun) * 1000)
    return statistics.median(found)


def counting(games: tuple[history.Summary, ...]) -> float:
    """Milliseconds of the slowest of the statistics."""
    people = People()
    told = counted.overall(games, people)
    first, second = (row.player_id for row in told.players[:2])
    return max(
        taken(lambda: counted.overall(games, people)),
        *(taken(lambda game=row.game: counted.of_game(games, people, game)) for row in told.by_game),  # type: ignore[misc]
        taken(lambda: counted.of_player(games, people, first)),
        taken(lambda: counted.head_to_head(games, people, first, second)),
    )


def main(folder: Path, n: int = GAMES) -> None:
    """Fill the data folder, list, count, and open the screens; print the times in milliseconds."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish

    from tests.kit.sitting import Sitting

    with Journal.open(folder / JOURNAL) as journal:
        many(journal, n, each=3 if n == GAMES else 1)
        begun = time.perf_counter()
        games = history.games(journal)
        found = {"listed": (time.perf_counter() - begun) * 1000, "counted": counting(games)}
    history.summary_of.cache_clear()
    ui = UI()
    sitting = Sitting(ui, folder)
    context = sitting.context

    def opened(name: str) -> None:
        """Open a screen and wait for its first frame to be on the display."""
        context.go(name)
        EventLoop.idle()
        glFinish()

    for name in SCREENS:
        begun = time.perf_counter()
        opened(name)
        found[f"{name}, first"] = (time.perf_counter() - begun) * 1000
        again = []
        for _ in range(TIMES):
            context.go("home")
            ui.frames(3)
            begun = time.perf_counter()
            opened(name)
            again.append((time.perf_counter() - begun) * 1000)
        found[name] = statistics.median(again)
    click.echo(msgspec.json.encode(found).decode())
    sitting.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *(int(n) for n in sys.argv[2:3]))
