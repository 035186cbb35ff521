# ruff: noqa: E402 (the window is opened before the kit of the tests would open a larger one)
"""A child process: scrolls through the history of a year of games on the real screen, and searches in it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import msgspec

from companion.ui import boot

# As large as the screen it is made for.
boot.prepare(headless=True, maxfps=0)

import kivy.core.window  # noqa: F401 (opens it)

from tests.kit.ui import UI

GAMES = 1000
SCREENS = 30


def main(folder: Path, games: int) -> None:
    """Fill `folder` with so many games and print the times in milliseconds, each until the picture is drawn."""
    from companion.table.journal import Journal
    from companion.table.storage import JOURNAL
    from tests.kit.desk import desk
    from tests.kit.many_games import many

    folder.mkdir(parents=True, exist_ok=True)
    with Journal.open(folder / JOURNAL) as journal:
        many(journal, games, each=3)
    ui = UI()
    boot.stay_small()
    found: dict[str, list[float]] = {"letter": [], "screenful": []}

    def timed(kind: str, act: Callable[[], object]) -> None:
        begun = time.perf_counter()
        act()
        ui.draw()
        found[kind].append((time.perf_counter() - begun) * 1000)

    with desk(ui, folder) as table:
        context = table.context
        context.go("history")
        history = context.screen
        assert len(history.found) == games
        for n in range(SCREENS):
            at = history.list.reach * n / SCREENS
            timed("screenful", lambda at=at: setattr(history.list, "offset", at))  # type: ignore[misc]
        context.go("history_search", history=history)
        ui.draw()
        for letter in "anna soz":
            text = context.screen.keyboard.text + letter
            timed("letter", lambda text=text: setattr(context.screen.keyboard, "text", text))  # type: ignore[misc]
        click.echo(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else GAMES)
