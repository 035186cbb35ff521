"""Many truthful random games at every table: never refused, equal to the oracle, nothing lost, an end (P8 to P13).

Every second game turns one switch of the rules, each in its turn. What all games reached together is counted and
printed after the tests; `reached.toml` names what they must reach.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.engine.game import Game
from companion.engine.simulate import Simulated, can_begin, simulate, switches
from companion.games import game_ids
from tests.generic.tables import FEW, ONLY, SOAK, TABLES, Table, games

pytestmark = pytest.mark.slow

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
EACH = 120
"""Truthful games of each game and number of players at least, its rulesets and boxes together: twice as many as it
takes to reach everything. `make soak` plays thousands."""
WANTED: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("reached.toml").read_text("utf-8"))


class Reached(NamedTuple):
    """What the games of a table reached together, and the seed of each that went wrong, with its problems."""

    games: int
    events: Counter[str]
    decisions: Counter[str]
    refusals: Counter[str]
    endings: Counter[str]
    options: Counter[str]
    wrong: list[tuple[str, tuple[str, ...]]]


def games_at(table: Table) -> int:
    """How many truthful games are played at a table."""
    if SOAK:
        return SOAK
    shared = [other for other in TABLES if (other.game.id, other.seats) == (table.game.id, table.seats)]
    return -(-EACH // len(shared)) if table.game.id in game_ids() else FEW


def switched(table: Table) -> list[dict[str, Any]]:
    """The switches that can be turned at a table: by its ruleset, with what its box tells."""
    game, box = table.game, table.box or table.game.box
    own = [switch for switch in switches(game) if not table.options.keys() & switch.keys()]
    return [switch for switch in own if can_begin(game, table.seats, {**table.options, **switch}, box)]


@cache
def _reached(name: str) -> Reached:
    table = next(table for table in TABLES if table.name == name)
    number = games_at(table)
    turned = switched(table)
    reached = Reached(number, Counter(), Counter(), Counter(), Counter(), Counter(), [])
    for seed in range(1, number + 1):
        switch = turned[seed // 2 % len(turned)] if turned and seed % 2 == 0 else {}
        options = {**table.options, **switch}
        simulated = simulate(table.game, table.seats, options, f"{table.name}.{seed}", table.box)
        reached.endings[simulated.outcome.reason if simulated.outcome else "none"] += 1
        reached.options.update(f"{key}={value}" for key, value in switch.items())
        reached.events.update(simulated.events)
        reached.decisions.update(simulated.decisions)
        reached.refusals.update(simulated.refusals)
        if problems := _problems(table, simulated):
            reached.wrong.append((f"{table.name}.{seed} {dict(switch)}", problems))
    return reached


def _problems(table: Table, simulated: Simulated) -> tuple[str, ...]:
    unending = simulated.outcome is None or simulated.moves > table.game.longest
    return (*simulated.problems, *(["no end"] if unending else []))


@EVERY
def test_truthful_games_agree_with_the_oracle(table: Table) -> None:
    assert _reached(table.name).wrong == []


@pytest.mark.parametrize("game", [game for game in games() if game.id in game_ids()], ids=lambda game: game.id)
def test_truthful_games_reach_everything_there_is(
    game: Game[Any], record_property: Callable[[str, object], None]
) -> None:
    parts = [_reached(table.name) for table in TABLES if table.game.id == game.id]
    together = {
        kind: sum((getattr(part, kind) for part in parts), Counter())
        for kind in ("events", "decisions", "refusals", "endings", "options")
    }
    number = sum(part.games for part in parts)
    record_property("counted", told(game, number, together))
    # Fewer games than usual, on demand, need not reach the rarest of it.
    if number >= EACH:
        wanted_here = {**WANTED[game.id], "options": options_of(game)}
        for kind in together.keys() & wanted_here.keys():
            wanted = wanted_here[kind]
            assert [name for name in wanted if not together[kind][name]] == [], kind


def options_of(game: Game[Any]) -> list[str]:
    """Every value of every option but the default and the rulesets, which have tables of their own."""
    rulesets = {"ruleset"} if game.presets else set()
    return [f"{key}={value}" for switch in switches(game) for key, value in switch.items() if key not in rulesets]


def told(game: Game[Any], number: int, together: Mapping[str, Counter[str]]) -> str:
    """The coverage of a game in words. Refusals it leaves out are held to tests of their own (test_refusals.py)."""
    lines = [f"{game.id}: {number} truthful games"]
    for kind, counts in together.items():
        of = f" of {len(game.help.refusals)}" if kind == "refusals" else ""
        lines.append(f"  {len(counts)}{of} {kind}: " + ", ".join(f"{name} {n}" for name, n in sorted(counts.items())))
    own = [code for code in game.help.refusals if not together["refusals"][code]]
    lines.append(f"  refusals reached by tests of their own: {', '.join(own) or '-'}")
    return "\n".join(lines)


def test_every_registered_game_names_what_must_be_reached() -> None:
    assert set(WANTED) == set(game_ids()) or ONLY
