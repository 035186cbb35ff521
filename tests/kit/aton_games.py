"""Positions of Aton for tests of the screen: moves that lead somewhere, found by a truthful dealer or set by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.draw import Draw
from companion.engine.game import Decision, Move
from companion.games.aton import GAME
from companion.games.aton.moves import Correct, Ready, Reveal

SEATS = ("red", "blue")


def start(options: Mapping[str, Any] | None = None) -> Any:
    """The first state."""
    resolved = GAME.resolve(options or {})
    return GAME.new(SEATS, resolved, GAME.draw_setup(SEATS, resolved, Draw("A-1"), GAME.box), GAME.box)


def dealt(until: Callable[[Decision], bool], least: int = 0, seed: str = "B-2") -> list[Move]:
    """The moves of a dealer's game until at least `least` were made and the decision is as wanted."""
    dealer = GAME.dealer(SEATS, GAME.resolve({}), Draw(seed))
    state, moves = start(), []
    while len(moves) < least or not until(GAME.decision(state)):
        move = dealer.choose(state)
        played = GAME.play(state, move)
        dealer.witness(move, state, played.state, played.events)
        state = played.state
        moves.append(move)
    return moves


def row(red: tuple[int, int, int, int], blue: tuple[int, int, int, int]) -> list[Move]:
    """Both lie their rows down and turn them up."""
    return [Ready("red"), Ready("blue"), Reveal("red", cards=red), Reveal("blue", cards=blue)]


def laid(board: Mapping[str, str], **more: Any) -> Correct:
    """The table puts a position right: seats by space, and dead, scores, tokens."""
    return Correct("table", board=dict(board), **more)
