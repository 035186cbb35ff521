# ruff: noqa: E402 (the window is opened before the kit of the tests would open a larger one)
"""A child process: plays by touch on the real Table screen and tells how long a touch takes to be seen."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
import msgspec

from companion.ui import boot

# As large as the screen it is made for: the window counts in the memory.
boot.prepare(headless=True, maxfps=0)

import kivy.core.window  # noqa: F401 (opens it)

from companion.games import all_games
from tests.bench.spots import offered
from tests.bench.start import memory_mb
from tests.kit.ui import UI

TOUCHES = 120


def main(folder: Path) -> None:
    """Tap what is offered on the board or in the panel, again and again; print the times in milliseconds."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish

    from tests.kit.sitting import Sitting
    from tests.kit.ui import Finger

    ui = UI()
    sitting = Sitting(ui, folder)
    boot.stay_small()
    times: list[float] = []

    def timed(kind: str, finger: Finger) -> None:
        """Dispatch one touch and wait for the frame that was drawn after it to be on the screen."""
        begun = time.perf_counter()
        EventLoop.post_dispatch_input(kind, finger)
        EventLoop.idle()
        glFinish()
        times.append((time.perf_counter() - begun) * 1000)

    for game in all_games():
        seats = game.colours[: game.seat_range[0]]
        sitting.start(game, seats)
        for number in range(TOUCHES // 2):
            sitting.settle()
            if sitting.screen.name != "table" or sitting.session.outcome is not None:
                sitting.start(game, seats, seed=f"touch {number}")
            spot = offered(sitting, number)
            if spot is None:
                # Typed and private decisions are played without the screen; the next one is touched again.
                legal = game.legal_moves(sitting.session.state)
                sitting.session.play(legal[number % len(legal)])
                sitting.context.play(sitting.session)
                ui.frames(2)
                continue
            finger = Finger(*ui.point(spot), number + 1000)
            timed("begin", finger)
            timed("end", finger)
            ui.frames(2)
            ui.wait(0.3)
    click.echo(msgspec.json.encode({"times": times, "memory": memory_mb()}).decode())
    sitting.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
