"""A game played on from one of its moves: a record of its own, which begins with the same moves."""

from __future__ import annotations

import msgspec

from companion.engine.header import new_id
from companion.table.session import Session
from companion.table.summary import encode, summarise
from companion.table.times import now_text


def play_on(session: Session, n: int) -> str:
    """Begin a game that stands where `session` stood after `n` moves, in one commit; returns its record id.

    n: 0 to one less than all. The old record stays as it is. Raises JournalError; then no game was begun.
    """
    game, header = session.game, msgspec.structs.replace(session.header, id=new_id(), started=now_text())
    state = session.results[n - 1].state if n else session.first
    summary = summarise(game, state, n, game.decision(state), None, "playing", header.started)
    moves = [msgspec.json.encode(line.move).decode() for line in session.lines[:n]]
    session.journal.create(header, encode(summary), [("move", move) for move in moves])
    return header.id
