"""A whole game of Egizia for four with fingers on the practice board, and a beginning with an unknown box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.games.egizia import GAME
from companion.games.egizia.moves import Build
from companion.table.session import Session
from tests.kit.egizia_fingers import Fingers
from tests.kit.sitting import Sitting, header_of

pytestmark = pytest.mark.slow

FOUR = ("red", "blue", "green", "yellow")
UNKNOWN = "t18"
"""A game in which everything that a box can leave open is asked in the first round and a half."""


def begin(table: Sitting, seats: tuple[str, ...], seed: str, practice: bool) -> Any:
    """A game whose cards, tiles and players come from a dealer. A late mistake is played back, never typed over."""
    box = GAME.practice if practice else GAME.box
    options = {"late_mistake": "rewind"}
    dealer = GAME.dealer(seats, GAME.resolve(options), Draw(seed), box)
    header = header_of(GAME, seats, options, setup=dealer.setup, seed=seed)
    header = msgspec.structs.replace(header, practice=practice)
    table.context.play(Session.start(table.context.journal, GAME, header))
    table.ui.frames(3)
    return dealer


def test_four_play_a_whole_game_on_the_practice_board(
    table: Sitting, record_property: Callable[[str, object], None]
) -> None:
    dealer = begin(table, FOUR, "evening", practice=True)
    fingers = Fingers(table)
    while table.session.outcome is None:
        before, move = table.session.state, dealer.choose(table.session.state)
        if table.session.decision.id == "declare" and table.screen.name == "table":
            assert table.screen.phase_bar.now_label == "", "a seat's own step is not named twice"
        fingers.make(move)
        assert not dealer.witness(move, before, table.session.state, table.session.results[-1].events)
    table.ui.until(lambda: (fingers.settle(), table.screen.name == "result")[1])
    assert not dealer.verdict(table.session.state)
    record_property("counted", f"Egizia, four players: {fingers.told()}; worst: {fingers.worst}")
    assert fingers.taps < 2 * fingers.acts, fingers.told()


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_box_nobody_has_described_is_told_while_it_is_played(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    dealer = begin(table, ("red", "blue"), UNKNOWN, practice=False)
    fingers, session = Fingers(table), table.session
    new: list[str] = []
    while session.state.round < 2 or session.state.phase in ("reveal", "ships"):
        before, move = session.state, dealer.choose(session.state)
        fingers.make(move)
        assert not dealer.witness(move, before, session.state, session.results[-1].events)
        new += [move.space] if isinstance(move, Build) and move.space.endswith(":new") else []
    assert {"grave", "below", "pair", "last_row", "worth", "whole"} <= set(fingers.steps)
    assert new
    learned = GAME.learned(session.state)
    assert {"river.below", "pair.THEBES"} & set(learned)
    assert any(key in learned for key in ("obelisk", "pyramid", "temple")), learned
