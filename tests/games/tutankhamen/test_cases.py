"""The worked examples of the specification, read from tests/cases/tutankhamen."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.engine.game import Event, IllegalMove, Move
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.moves import Decline, Finish, Mask, Pharaoh, Steal, Take
from companion.games.tutankhamen.position import preview
from companion.games.tutankhamen.state import Tutankhamen
from tests.games.tutankhamen.positions import events_of, move_of, position, start

CASES = Path(__file__).parents[2] / "cases" / "tutankhamen"
SETS = tomllib.loads((CASES / "sets.toml").read_text("utf-8"))["set"]
TURNS = tomllib.loads((CASES / "turns.toml").read_text("utf-8"))["turn"]
GAMES = tomllib.loads((CASES / "games.toml").read_text("utf-8"))["game"]
SEATS = ("A", "B", "C", "D", "E", "F")
SHEET = GAME.sheets["tutankhamen"]


def _sheet_of(case: dict[str, Any]) -> dict[str, Any]:
    tiles = dict(zip(SEATS, case["tiles"], strict=False))
    pharaohs = {seat: n for seat, n in zip(SEATS, case.get("pharaohs", []), strict=False) if n}
    sheet = {"value": case["value"], "holdings": tiles, "pharaohs": pharaohs, "mask": case.get("mask")}
    return sheet | {"ruleset": case.get("ruleset", "SEED"), "options": case.get("options", {})}


@pytest.mark.parametrize("case", SETS, ids=[case["name"] for case in SETS])
def test_a_set_pays_as_worked_out(case: dict[str, Any]) -> None:
    scores = SHEET.score(_sheet_of(case))
    assert list(scores.totals.values()) == case["points"]
    assert len(scores.lines) == 1
    for at in case.get("refused", []):
        sheet = _sheet_of(case) | {"pharaohs": {SEATS[at]: 1}}
        with pytest.raises(InputError):
            SHEET.score(sheet)


def _foreseen(state: Tutankhamen, move: Move) -> tuple[list[int], list[str]]:
    assert isinstance(move, Take | Finish)
    seen = preview(state, move)
    return [slot for slot, _ in seen.cleared], list(seen.scored)


@pytest.mark.parametrize("case", TURNS, ids=[case["name"] for case in TURNS])
def test_a_turn_goes_as_worked_out(case: dict[str, Any]) -> None:
    state = position(case)
    first, events = dict(state.points), list[Event]()
    before = state
    for data in case["moves"]:
        move = move_of(data)
        prints = state.fingerprint()
        if "refused" in data:
            with pytest.raises(IllegalMove) as refused:
                GAME.play(state, move)
            assert refused.value.refusal.code == data["refused"]
            assert state.fingerprint() == prints
            continue
        played = GAME.play(state, move)
        assert state.fingerprint() == prints
        assert [fault.code for fault in GAME.audit(played.state)] == []
        before, state = state, played.state
        events += played.events
    assert {who: state.points[who] - first[who] for who in first} == case["points"]
    assert events_of(events, "score") == case["scored"]
    assert [int(slot) for slot in events_of(events, "clear")] == case["cleared"]
    assert any(event.kind == "mask_skipped" for event in events) is case.get("skipped", False)
    for who, tiles in case.get("after", {}).items():
        assert {tile: state.held[who][tile] for tile in tiles} == tiles
    if "mask" in case:
        assert state.mask == case["mask"]
    outcome = GAME.outcome(state)
    if "end" in case:
        assert outcome is not None
        assert (outcome.reason, list(outcome.winners)) == (case["end"], case["winners"])
        assert [list(group) for group in outcome.ranking] == case["ranking"]
        assert list(GAME.legal_moves(state)) == []
    else:
        assert outcome is None
        assert [state.stage, state.asked] == case["next"]
    moves = [data for data in case["moves"] if "refused" not in data]
    if len(moves) == 1 and moves[0]["move"] in ("take", "finish") and case.get("end") != "zero":
        assert _foreseen(before, move_of(moves[0])) == (case["cleared"], case["scored"])


def _by_policy(state: Tutankhamen, case: dict[str, Any]) -> Move:
    legal = GAME.legal_moves(state)
    if state.stage == "move":
        takes = [move for move in legal if isinstance(move, Take)]
        return takes[case["k"] - 1] if len(takes) >= case["k"] else Finish(state.turn)
    if state.stage == "coin":
        thefts = [move for move in legal if isinstance(move, Steal)]
        return thefts[0] if case["coin"] == "auto" else Decline(state.turn)
    if state.stage == "mask":
        return Mask(state.mask, False)
    return Pharaoh(state.asked or state.turn, False)


@pytest.mark.parametrize(
    "case", GAMES, ids=[f"{case['players']} players, k {case['k']}, {case['coin']}" for case in GAMES]
)
def test_a_whole_game_goes_as_worked_out(case: dict[str, Any]) -> None:
    seats = SEATS[: case["players"]]
    state = start(seats, case.get("options"))
    log: list[list[Any]] = []
    cleared = coins = 0
    while GAME.outcome(state) is None:
        move = _by_policy(state, case)
        turn, before = state.turns, state
        coins += isinstance(move, Take) and state.path[move.slot - 1] == "CO"
        played = GAME.play(state, move)
        cleared += len(events_of(list(played.events), "clear"))
        state = played.state
        for event in played.events:
            if event.kind == "score":
                kind = event.targets[0].removeprefix("set:")
                held = [before.held[who][kind] + (1 if _takes(before, move, who, kind) else 0) for who in seats]
                log.append([turn, kind, held, [event.points.get(who, 0) for who in seats]])
            elif event.kind == "steal" and isinstance(move, Steal):
                log.append([turn, move.kind, move.by, move.victim])
            elif event.kind == "coin" and isinstance(move, Take):
                log.append([turn, "lost", move.by, ""])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [state.points[who] for who in seats] == case["points"]
    assert list(outcome.winners) == list(case["winners"])
    assert outcome.reason == case.get("end", "path")
    assert state.turns == case["turns"]
    assert state.mask == case["mask"]
    ahead = [slot for slot, tile in enumerate(state.path, 1) if tile]
    assert ahead == case.get("ahead", [])
    assert cleared + coins == case["removed"]
    if "log" in case:
        assert log == case["log"]


def _takes(state: Tutankhamen, move: Move, who: str, kind: str) -> bool:
    return isinstance(move, Take) and move.by == who and state.path[move.slot - 1] == kind
