"""Pictures of the clock: its page, and the table with a clock in every game, running, paused and below zero."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.games import all_games
from companion.table.session import Session
from tests.kit.desk import Desk
from tests.kit.evening import play


def page(**chosen: Any) -> Callable[[Desk], None]:
    """Opens the page of the clock with these settings."""

    def show(table: Desk) -> None:
        table.context.change(**chosen)
        table.context.go("clock")
        table.ui.frames(3)
        table.context.keep(clock="off")

    return show


def at_table(session: Session, used: int, then: Callable[[Desk], None] | None = None, **chosen: Any) -> Any:
    """Opens the table of a game in which everybody has thought for `used` seconds, with these settings."""

    def show(table: Desk) -> None:
        table.context.keep(**chosen)
        seen = Session.look_at(table.context.journal, session.header.id)
        table.context.play(seen)
        ahead = used + seen.clocks.now()
        seen.clocks.now = lambda: ahead
        table.screen.refresh()
        table.ui.frames(3)
        if then is not None:
            then(table)
        table.context.keep(clock="off")

    return show


def paused(table: Desk) -> None:
    """Pauses it."""
    table.touch(table.screen.headline.clock)


def clock_shots(journal: Any) -> Iterator[tuple[str, Callable[[Desk], None]]]:
    """Every picture: its name, and what opens it from Home."""
    yield "clock-page", page(clock="turn", clock_turn_s=120)
    yield "clock-page-off", page(clock="off")
    for game in all_games():
        seats = game.colours[: game.seat_range[1]]
        # A short game is over by then.
        tries = (play(journal, game, seats, seed, most) for seed, most in (("2", 45), ("3", 4)))
        session = next(session for session in tries if session.outcome is None)
        yield f"clock-up-{game.id}", at_table(session, 754, clock="up")
        yield f"clock-turn-{game.id}", at_table(session, 130, clock="turn", clock_turn_s=120)
        yield f"clock-paused-{game.id}", at_table(session, 754, paused, clock="game", clock_game_s=900)
        yield f"clock-seats-{game.id}", at_table(session, 1700, lambda table: table.screen.open_seats(), clock="up")
