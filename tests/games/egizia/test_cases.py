"""The worked examples of the specification, read from tests/cases/egizia.

`river.toml`, `sites.toml`, ...: a `[[turn]]` each with `position` (changes of the first ship of round 1), perhaps the
`site` where building begins, `moves` (with `refused` = a code for one that must not be possible), `after` (values of
the position), `kinds` (of events, in order, among others) and `next` (who is asked what then). `sheets.toml`: a
`[[sheet]]` each. `markets.toml`: steps of a marker.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.game import Event
from companion.games.egizia import GAME, sites
from companion.games.egizia.flow import run_on
from companion.games.egizia.gains import step
from companion.games.egizia.state import Egizia
from tests.games.egizia.fixture import SEATS, box, laid_out, play, put

CASES = Path(__file__).parents[2] / "cases" / "egizia"
READ = [tomllib.loads(path.read_text("utf-8")) for path in sorted(CASES.glob("*.toml"))]
TURNS = [case for file in READ for case in file.get("turn", ())]
SHEETS = [case for file in READ for case in file.get("sheet", ())]
MARKETS = [case for file in READ for case in file.get("market", ())]


def part_of(wanted: Any, got: Any) -> bool:
    """Whether everything in `wanted` is so in `got`: objects entry by entry."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        return all(key in got and part_of(value, got[key]) for key, value in wanted.items())
    return bool(wanted == got)


def scene(case: dict[str, Any]) -> Egizia:
    """The position that a case begins with."""
    known = box(**case.get("box", {}))
    state = laid_out(SEATS[: case.get("players", 4)], known=known, **case.get("options", {}))
    state = put(state, case.get("position", {}))
    return building(state, case["site"]) if "site" in case else state


def building(state: Egizia, site: dict[str, Any]) -> Egizia:
    """The position when building begins at a site, with ships in its slots and perhaps one in reserve."""
    at, ships, waiting = site["at"], site["ships"], site.get("reserve", "")
    state.slots = state.slots | {at: (*ships, *[""] * (3 - len(ships)))}
    state.reserve = state.reserve | {at: waiting}
    for who in filter(None, (*ships, waiting)):
        state.side(who).ships -= 1
    sites.begin(state, at.lower(), [])
    run_on(state, [])
    return state


def assert_after(state: Egizia, wanted: dict[str, Any]) -> None:
    """The values of a position, and the score order as `front`."""
    wanted = dict(wanted)
    front = wanted.pop("front", None)
    got = msgspec.json.decode(msgspec.json.encode(state))
    for name, value in wanted.items():
        assert part_of(value, got[name]), (name, got[name])
    assert front is None or list(state.front) == front


@pytest.mark.parametrize("case", TURNS, ids=[case["name"] for case in TURNS])
def test_a_turn_goes_as_worked_out(case: dict[str, Any]) -> None:
    state = scene(case)
    kinds: list[str] = []
    for data in case["moves"]:
        if "refused" in data:
            move = GAME.decode_move({key: value for key, value in data.items() if key != "refused"})
            refusal = GAME.refuse(state, move)
            assert refusal is not None and refusal.code == data["refused"], (data, refusal)
            assert move not in GAME.legal_moves(state)
            continue
        state, events = play(state, data)
        kinds += [event.kind for event in events]
    assert_after(state, case.get("after", {}))
    told = iter(kinds)
    assert all(kind in told for kind in case.get("kinds", ())), kinds
    if "next" in case:
        assert [state.stage, state.turn or "table"] == case["next"]


@pytest.mark.parametrize("case", MARKETS, ids=[case["name"] for case in MARKETS])
def test_a_marker_goes_down_as_worked_out(case: dict[str, Any]) -> None:
    state = put(laid_out(), {"todo": [], "sides": {"red": case["before"]}})
    events: list[Event] = []
    for track in case["steps"]:
        step(state, "red", track, events)
    assert_after(state, {"sides": {"red": case["after"]}})


@pytest.mark.parametrize("case", SHEETS, ids=[case["name"] for case in SHEETS])
def test_a_form_is_scored_as_worked_out(case: dict[str, Any]) -> None:
    scores = GAME.sheets[case["sheet"]].score(case["data"], box(**case.get("box", {})))
    assert scores.totals == case["totals"]
    assert part_of(case.get("more", {}), dict(scores.more)), scores.more
    assert list(scores.open) == case.get("open", [])
