"""The worked examples of turns, read from tests/cases/sobek."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.engine.simulate import check_decision
from companion.games.sobek import GAME
from companion.games.sobek.moves import Character, Laid, Lay, Take
from companion.games.sobek.state import Sobek
from tests.games.sobek.scene import code, laid, move_of, scene, start

CASES = tomllib.loads((Path(__file__).parents[2] / "cases/sobek/turns.toml").read_text("utf-8"))
TURNS = CASES["turn"]
_deals = pytest.mark.parametrize("case", CASES["deal"], ids=[case["name"] for case in CASES["deal"]])


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


@_deals
def test_every_card_is_dealt_somewhere(case: dict[str, Any]) -> None:  # 34, 35
    state = start(*case["seats"])
    hands = sum(side.hand.n for side in state.sides.values())
    assert (state.boxed, hands, state.deck) == (case["boxed"], case["hands"], case["deck"])
    assert case["boxed"] + case["hands"] + case["deck"] == 63
    assert state.deliveries == len(case["deliveries"])


@_deals
@pytest.mark.parametrize("queen", [False, True], ids=["no Queen", "Queen"])
def test_the_deck_lasts_for_its_deliveries(case: dict[str, Any], queen: bool) -> None:  # 22
    state, sizes, wanted = start(*case["seats"]), [0], "CHA" if queen else "WHE0"
    while state.stage in ("lay", "turn"):
        legal = GAME.legal_moves(state)
        if state.stage == "turn":
            if queen and wanted == "CHA" and Character("red", "QUE") in legal:
                state, wanted = GAME.play(state, Character("red", "QUE")).state, ""
                continue
            # The first card of all, then always as far as one may reach.
            reach = [move for move in legal if isinstance(move, Take)]
            state = GAME.play(state, reach[0 if wanted and len(sizes) == 1 else -1]).state
            if state.stage == "lay":
                sizes.append(0)
            continue
        empty = [move for move in legal if isinstance(move, Lay) and not state.quay[move.place - 1]]
        fitting = [move for move in empty if not sizes[0] and move.card == wanted] or empty
        sizes[-1] += bool(empty)
        state = GAME.play(state, fitting[0] if empty else Laid("table")).state
    assert sizes == case["queen" if queen else "deliveries"]
    assert wanted == ("" if queen else "WHE0")
