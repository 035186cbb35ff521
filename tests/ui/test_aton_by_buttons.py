"""A whole game of Aton without a touch, from Home to the result: by a panel on simulated pins, and by serial lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.draw import Draw
from companion.games.aton import GAME
from companion.games.aton.moves import Ready
from hardware.simulated import SimulatedBox
from tests.kit.aton_games import SEATS
from tests.kit.box_on_a_line import PlayerOnALine
from tests.kit.by_buttons import Player
from tests.kit.sitting import Sitting


@pytest.fixture(params=("pins", "line"))
def player(request: pytest.FixtureRequest, table: Sitting, tmp_path: Path) -> Iterator[Player]:
    if request.param == "pins":
        yield Player(table)
        return
    with SimulatedBox(folder=tmp_path / "ports") as box:
        yield PlayerOnALine(table, box)


def test_a_whole_game_by_buttons_and_knob(table: Sitting, player: Player) -> None:
    player.begin("Aton")
    session = table.session
    dealer = GAME.dealer(SEATS, session.header.options, Draw("E-11"))
    looked: set[str] = set()
    undone = False
    while session.outcome is None:
        player.settle()
        before, decision = session.state, session.decision
        if decision.id not in looked:
            looked.add(decision.id)
            assert player.glowing() == set(decision.seats)
            assert player.blinking() == (set() if decision.forced else set(decision.seats))
        if not undone and decision.id == "place" and not decision.forced:
            undone = True
            player.make(decision.choices[0].move)
            player.hand.press("undo")
            assert session.state == before
            player.lose_contact()
            player.hand.press("next")
        move = dealer.choose(before)
        beeps = player.panel.beeps
        player.make(move)
        if isinstance(move, Ready):
            assert player.panel.beeps > beeps
        played = session.results[-1]
        assert dealer.witness(move, before, played.state, played.events) == []
    player.settle()
    assert table.screen.name == "result"
    assert dealer.verdict(session.state) == []
    assert undone and {"place", "remove"} <= looked
    assert player.scored and all(glowed == set(SEATS) for glowed in player.scored)
    assert player.glowing() == set(session.outcome.winners)
    player.hand.press("undo")
    assert table.screen.name == "home"
    assert player.lit() == set()
