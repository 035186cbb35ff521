"""A whole game of Tutankhamen for three without a touch: from Home to the result by a panel on simulated pins."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.dealer import TutankhamenDealer
from companion.ui.screens import setup
from tests.kit.by_buttons import Player
from tests.kit.sitting import Sitting


def test_a_whole_game_by_buttons_and_knob(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "draw_number", lambda: "271828")
    player = Player(table)
    player.begin("Tutankhamen", more=("n0",))
    session = table.session
    seats = session.header.seat_ids
    assert len(seats) == 3
    # The dealer lays the path that the screen has drawn.
    draw = Draw("271828").branch("setup")
    dealer = TutankhamenDealer(GAME, seats, session.header.options, draw, light=False)
    assert msgspec.to_builtins(dealer.setup) == session.header.setup
    looked: set[tuple[str, ...]] = set()
    while session.outcome is None:
        player.settle()
        before, decision = session.state, session.decision
        if decision.seats not in looked and decision.seats:
            looked.add(tuple(decision.seats))
            assert player.glowing() == set(decision.seats)
        move = dealer.choose(before)
        player.make(move)
        played = session.results[-1]
        assert dealer.witness(move, before, played.state, played.events) == []
    player.settle()
    assert table.screen.name == "result"
    assert dealer.verdict(session.state) == []
    assert {(seat,) for seat in seats} <= looked
    assert player.scored and all(glowed == set(seats) for glowed in player.scored)
    assert player.glowing() == set(session.outcome.winners)
