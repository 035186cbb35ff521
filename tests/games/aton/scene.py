"""Sets up a table of Aton in the middle of a game, for worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.game import Event
from companion.games.aton import GAME
from companion.games.aton.moves import Ready, Reveal
from companion.games.aton.position import AtonState

SEATS = ("red", "blue")


def table(
    *,
    seats: Sequence[str] = SEATS,
    options: Mapping[str, Any] | None = None,
    board: Mapping[str, Sequence[str]] | None = None,
    dead: Mapping[str, int] | None = None,
    score: Mapping[str, int] | None = None,
    stock: Mapping[str, int] | None = None,
    round: int = 4,
    cards: Mapping[str, int] | None = None,
    box: Mapping[str, Any] | None = None,
) -> AtonState:
    """A position before the cards of `round`. A given `stock` sets how many counters the box has, the same for both."""
    board, dead, score = board or {}, dead or {}, score or {}
    overrides = dict(box or {})
    for seat, n in (stock or {}).items():
        whole = n + len(board.get(seat, ())) + dead.get(seat, 0)
        assert overrides.setdefault("counters_per_player", whole) == whole
    state = GAME.new(seats, GAME.resolve(options or {}), GAME.draw_setup(seats, {}, None, GAME.box), _box(overrides))  # type: ignore[arg-type]
    state.round = round
    for seat, side in zip(state.seats, state.sides, strict=True):
        side.counters = state.layout.bitboard(board.get(seat, ()))
        side.dead = dead.get(seat, 0)
        side.score = score.get(seat, 0)
        for key, n in (cards or {}).items():
            setattr(side.cards, key, n)
    return state


def _box(overrides: Mapping[str, Any]) -> Any:
    return GAME.box.with_overrides(overrides)


def do(state: AtonState, *moves: Any) -> AtonState:
    """Play `moves` (Move objects or their JSON objects)."""
    return tell(state, *moves)[0]


def tell(state: AtonState, *moves: Any) -> tuple[AtonState, list[Event]]:
    """Play `moves`; the position after them and all that happened."""
    events: list[Event] = []
    for move in moves:
        played = GAME.play(state, GAME.decode_move(move) if isinstance(move, dict) else move)
        state = played.state
        events += played.events
    return state, events


def rows(red: Sequence[int], blue: Sequence[int]) -> tuple[Any, ...]:
    """Both are ready and turn up their cards."""
    return Ready("red"), Ready("blue"), Reveal("red", tuple(red)), Reveal("blue", tuple(blue))


def code(state: AtonState, move: Any) -> str | None:
    """The refusal code of a move, or None where it is allowed; the position is untouched."""
    before = state.fingerprint()
    refusal = GAME.refuse(state, GAME.decode_move(move) if isinstance(move, dict) else move)
    assert state.fingerprint() == before
    return None if refusal is None else refusal.code


def lit(state: AtonState) -> list[str]:
    """The spaces that light up."""
    return sorted({t.removeprefix("space:") for choice in GAME.decision(state).choices for t in choice.targets})
