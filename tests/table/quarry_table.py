"""A table for Quarry, the toy game of the tests: headers, sessions, random play."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from companion.engine.box import Box
from companion.engine.draw import Draw
from companion.engine.game import Game
from companion.engine.header import Header, Seat
from companion.table.journal import Journal
from companion.table.session import Session

NAMES = {"red": "Anna", "blue": "Béla", "green": "Света"}


def header(game: Game[Any], record_id: str, seats: tuple[str, ...] = ("red", "blue"), **options: Any) -> Header:
    """The header of a game of Quarry set up from its own id."""
    resolved = game.resolve(options)
    box: Box = game.box
    setup: Any = game.draw_setup(seats, resolved, Draw(record_id).branch("setup"), box)
    return Header(
        record=1,
        game=game.id,
        rules=game.rules,
        id=record_id,
        seats=tuple(Seat(seat, NAMES[seat]) for seat in seats),
        options=dict(options),
        seed=record_id,
        setup={"pits": list(setup.pits)},
        started="2026-05-01T18:00:00Z",
    )


def started(
    journal: Journal,
    game: Game[Any],
    record_id: str = "first",
    seats: tuple[str, ...] = ("red", "blue"),
    **options: Any,
) -> Session:
    """A game that has just begun."""
    return Session.start(journal, game, header(game, record_id, seats, **options))


def play_on(session: Session, moves: int, rng: random.Random) -> int:
    """Up to `moves` random moves; how many it was."""
    for done in range(moves):
        legal = list(session.game.legal_moves(session.state))
        if not legal:
            return done
        session.play(rng.choice(legal))
    return moves


def journal_path(folder: Path) -> Path:
    """The journal of a test."""
    return folder / "journal.db"
