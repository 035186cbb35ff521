"""A whole game of Sobek for three with fingers: a dealer holds the real cards, the touches are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.draw import Draw
from companion.games.sobek import GAME
from companion.games.sobek.moves import Add, Aim, Character, Counted, Done, Drop, Lay, Prosper, Reveal, Take, Token
from companion.games.sobek.state import Sobek
from tests.kit import inspect
from tests.kit.sitting import Sitting
from tests.kit.sobek_fingers import Fingers

THREE = ("red", "blue", "green")
SEED = "three at the Nile"
SHARE = 1.0
"""Touches for each thing that hands do at the table, at most."""
OPENING = 2 * len(THREE) + 5 + 2
"""What hands do before each round: two cards for each, five tokens, both shuffled."""


def acts(before: Sobek, move: Any) -> int:
    """What hands do at the real table for `move`: cards laid, taken, put under a tile; tokens and markers moved."""
    if isinstance(move, Take):
        skipped = sum(1 for card in before.quay[: move.place - 1] if card) if before.stage == "turn" else 0
        return 1 + skipped
    if isinstance(move, Drop):
        return move.cards
    if isinstance(move, Counted):
        # Every pile is counted, every marker moved.
        return 2 * len(before.playing)
    if isinstance(move, Token | Reveal):
        # The tokens are looked through and one is laid out; the pile is shown and the marker moved.
        return 2
    return int(isinstance(move, Lay | Add | Character | Aim | Prosper | Done))


def test_three_play_from_the_first_delivery_to_the_winner(
    table: Sitting, record_property: Callable[[str, object], None]
) -> None:
    dealer = GAME.dealer(THREE, GAME.resolve({}), Draw(SEED))
    table.start(GAME, THREE, setup=dealer.setup, seed=SEED)
    fingers = Fingers(table)
    hands = OPENING
    faults: list[str] = []
    looked: set[str] = set()
    while table.session.outcome is None:
        before = table.session.state
        move = dealer.choose(before)
        hands += acts(before, move)
        fingers.make(move)
        last = table.session.results[-1]
        hands += OPENING * (last.state.round - before.round)
        if any(event.kind == "dump" for event in last.events):
            hands += sum(1 for who in before.playing if before.sides[who].hand.n)
        faults += dealer.witness(move, before, last.state, last.events)
        stage = table.session.decision.id
        if stage not in looked and table.screen.name == "table":
            looked.add(stage)
            faults += [f"{stage}: {problem}" for problem in inspect.problems()]
    faults += dealer.verdict(table.session.state)
    assert faults == []
    table.ui.until(lambda: (fingers.settle(), table.screen.name == "result")[1])
    touches = sum(fingers.touches.values())
    told = ", ".join(f"{step} {n}/{fingers.moves[step]}" for step, n in fingers.touches.most_common())
    worst = max(fingers.moves, key=lambda step: fingers.touches[step] / fingers.moves[step])
    each = f"{touches} touches for {hands} acts ({touches / hands:.2f} each; {told})"
    record_property("counted", f"Sobek, three players: {each}; worst: {worst}")
    assert touches <= SHARE * hands
    assert fingers.touches["lay"] <= 1.1 * fingers.moves["lay"]
    assert {"lay", "take", "set", "add", "down", "event", "done", "counted"} <= set(fingers.moves)


def test_undo_puts_a_taken_card_back(table: Sitting) -> None:
    dealer = GAME.dealer(THREE, GAME.resolve({}), Draw(SEED))
    moves: list[Any] = []
    state = GAME.new(THREE, GAME.resolve({}), dealer.setup, GAME.box)
    while not any(isinstance(move, Take) for move in moves):
        move = dealer.choose(state)
        before, played = state, GAME.play(state, move)
        dealer.witness(move, before, played.state, played.events)
        state = played.state
        moves.append(move)
    screen = table.start(GAME, THREE, moves, setup=dealer.setup)
    taken = moves[-1].place
    assert table.session.state.quay[taken - 1] == ""
    table.tap_tool("undo")
    assert table.session.n == len(moves) - 1
    assert table.session.state.quay[taken - 1] != ""
    table.tap_text("Done")
    assert f"quay:{taken}" in screen.decision_marks().lit
