"""Moves that are a little wrong: each is refused in words, by a rule, and changes nothing (P5 to P7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.game import Game, Move
from companion.engine.wrong_moves import mutants, other_value, words_of
from companion.language import Language
from tests.generic.tables import TABLES, Table, games, nodes, walk

EVERY = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
TESTS = Path(__file__).resolve().parents[1]
NODES = 24
TRIED = 12
"""So many legal moves of a decision are tried and changed; a decision may offer hundreds."""


def some(moves: list[Move], draw: Draw) -> list[Move]:
    """A few moves of a decision, different ones at every node."""
    return moves if len(moves) <= TRIED else draw.shuffled(moves)[:TRIED]


def wrong_moves(table: Table, at: int, draw: Draw) -> Iterator[Move]:
    """Small changes of what is legal at a node, and moves of other decisions of the same game."""
    of = walk(table)
    legal = list(table.game.legal_moves(of.states[at]))
    words = words_of([*of.moves, *legal])
    for move in some(legal, draw)[:5]:
        yield from mutants(table.game, table.seats, move, words)
    yield from some(of.moves, draw)
    edits = table.game.edits(of.states[at])
    for edit in draw.shuffled(edits)[:4]:
        yield table.game.correction(of.states[at], {edit.id: other_value(edit, draw)})


@EVERY
def test_every_offered_move_is_accepted(table: Table) -> None:  # P5
    game, of, draw = table.game, walk(table), Draw(f"offered {table.name}")
    for state in of.states:
        for move in game.legal_moves(state):
            assert game.refuse(state, move) is None, move
    for n in nodes(of, NODES):
        for choice in game.incidents(of.states[n]):
            assert game.refuse(of.states[n], choice.move) is None, choice.move
            assert game.play(of.states[n], choice.move).state.n == n + 1
        for move in some(list(game.legal_moves(of.states[n])), draw):
            assert game.play(of.states[n], move).state.n == n + 1


@EVERY
def test_every_accepted_move_was_offered_and_every_other_is_refused_in_words(table: Table) -> None:  # P5, P6
    game, of, said = table.game, walk(table), Language("en")
    draw = Draw(f"wrong {table.name}")
    for n in nodes(of, NODES):
        state = of.states[n]
        offered = {*game.legal_moves(state), *(choice.move for choice in game.incidents(state))}
        tags = {kind.__struct_config__.tag for kind in map(type, offered)}
        for move in wrong_moves(table, n, draw):
            refusal = game.refuse(state, move)
            tag = type(move).__struct_config__.tag
            # Corrections are not offered as moves; a typed sum is one of many ways to write a number.
            if tag != "correct" and not (tag == "add" and tag in tags and getattr(move, "sum", "")):
                assert (refusal is None) is (move in offered), (n, move, refusal)
            if refusal is None:
                continue
            assert refusal.code in game.help.refusals, refusal
            words = said.say(game.say_refusal(refusal))
            assert words and "{" not in words
            assert game.help.refusals[refusal.code].rule in game.help.rules
        assert state.fingerprint() == of.prints[n]


@cache
def codes_met(game_id: str) -> frozenset[str]:
    """Every refusal code that small changes of legal moves lead to, over all tables of a game."""
    found = set()
    for table in (table for table in TABLES if table.game.id == game_id):
        of, draw = walk(table), Draw(f"codes {table.name}")
        for n in nodes(of, NODES):
            for move in wrong_moves(table, n, draw):
                refusal = table.game.refuse(of.states[n], move)
                if refusal is not None:
                    found.add(refusal.code)
    return frozenset(found)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_refusal_code_is_reached_by_a_test(game: Game[Any]) -> None:  # P7
    """Here by changed moves, or by name in the game's own tests and worked examples."""
    own = [*(TESTS / "games" / game.id).rglob("*.py"), *(TESTS / "cases" / game.id).glob("*.toml")]
    named = "\n".join(path.read_text("utf-8") for path in own)
    missing = {code for code in game.help.refusals if code not in codes_met(game.id) and f'"{code}"' not in named}
    assert missing == set()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_refusal_leads_to_a_rule_page(game: Game[Any]) -> None:  # P7
    for code, refusal in game.help.refusals.items():
        assert refusal.rule in game.help.rules, code
    for page in game.help.phases.values():
        assert page.rule in game.help.rules
    for preset in game.presets:
        assert game.resolve({"ruleset": preset.id})["ruleset"] == preset.id
