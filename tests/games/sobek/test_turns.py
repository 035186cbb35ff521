"""The worked examples of turns, read from tests/cases/sobek."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.engine.simulate import check_decision
from companion.games.sobek import GAME
from companion.games.sobek.moves import Take
from companion.games.sobek.state import Sobek
from tests.games.sobek.scene import code, laid, move_of, scene, start

TURNS = tomllib.loads((Path(__file__).parents[2] / "cases/sobek/turns.toml").read_text("utf-8"))["turn"]


def _holds(state: Sobek, then: dict[str, Any]) -> None:
    for who, n in then.get("hand", {}).items():
        assert state.sides[who].hand.n == n, who
    for who, n in then.get("pile", {}).items():
        assert state.sides[who].pile.n == n, who
    for who, n in then.get("points", {}).items():
        assert state.sides[who].points == n, who
    for who, n in then.get("curses", {}).items():
        assert state.sides[who].curses == n, who
    for who, sets in then.get("sets", {}).items():
        assert state.sides[who].sets == tuple(map(laid, sets))
    for who, n in then.get("worth", {}).items():
        assert sum(line.points[who] for line in GAME.scores(state).lines if who in line.points) == n
    for key in ("stage", "turn", "deck", "left"):
        if key in then:
            assert getattr(state, key) == then[key], key
    legal = GAME.legal_moves(state)
    if "takes" in then:
        assert [move.place for move in legal if isinstance(move, Take)] == then["takes"]
    if "choices" in then:
        assert len(legal) == then["choices"]
    if "asked" in then:
        assert list(GAME.decision(state).seats) == then["asked"]


@pytest.mark.parametrize("case", TURNS, ids=[case["name"] for case in TURNS])
def test_a_turn_goes_as_worked_out(case: dict[str, Any]) -> None:
    state = scene(case["given"])
    for data in case["moves"]:
        move = move_of(data)
        assert code(state, move) == data.get("refused"), data
        if "refused" not in data:
            state = GAME.play(state, move).state
        assert [fault.code for fault in GAME.audit(state) if not fault.warning] == []
        assert check_decision(GAME, state, GAME.decision(state), GAME.legal_moves(state)) == []
    _holds(state, case["then"])


@pytest.mark.parametrize(
    ("seats", "boxed", "hands", "deck"),
    [
        (("red", "blue", "green"), 3, 6, 54),
        (("red", "blue"), 14, 4, 45),
        (("red", "blue", "green", "yellow"), 1, 8, 54),
    ],
)
def test_every_card_is_dealt_somewhere(seats: tuple[str, ...], boxed: int, hands: int, deck: int) -> None:  # 34, 35
    state = start(*seats)
    assert (state.boxed, sum(side.hand.n for side in state.sides.values()), state.deck) == (boxed, hands, deck)
    assert boxed + hands + deck == 63
    assert state.deliveries == (5 if len(seats) == 2 else 6)
