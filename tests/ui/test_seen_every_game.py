"""Looking at the table in every game: what a next move leaves on the table is told, fits, and can be played."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.games import find_game
from companion.table.judging import judge
from companion.table.session import Session
from companion.ui.table.decide import DecidePanel
from companion.ui.table.seen import Look, unseen_now
from companion.ui.table.seen_panels import SamePanel, SeveralPanel, WayPanel, panel_of
from tests.kit import inspect
from tests.kit.fake_eye import FakeEye, sighted
from tests.kit.readings import reading_of
from tests.kit.sitting import Sitting, header_of

SEATS = ("red", "blue", "green")
GAMES = ("aton", "egizia", "nefertiti", "sobek", "tutankhamen")


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_next_move_is_told_and_played(table: Sitting, game_id: str, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    game = find_game(game_id)
    seats = SEATS[: max(game.seat_range[0], 2)]
    options = game.resolve({})
    dealer = game.dealer(seats, options, Draw("3"), game.practice)
    practice = game.practice is not None
    session = Session.start(
        table.context.journal, game, header_of(game, seats, options, setup=dealer.setup, seed="3", practice=practice)
    )
    looked = played = 0
    while session.outcome is None and session.n < 70 and played < 6:
        before, decision = session.state, session.decision
        move = dealer.choose(before)
        after = game.play(before, move)
        # Every sixth move or so is made on the table first.
        if session.n % 6 == 3 and not decision.private and not decision.secret and not decision.forced:
            table.context.play(session)
            table.settle()
            FakeEye(table.context)
            if isinstance(table.screen.panel, DecidePanel) and not unseen_now(table.screen):
                looked += 1
                played += _look(table, game, after.state)
        if session.state is before:
            session.play(move)
        elif session.lines[-1].move != move:
            return  # Another way led to the same table: the dealer's cards no longer fit.
        dealer.witness(move, before, session.state, session.results[-1].events)
    assert looked and (played or game_id in ("sobek",)), (looked, played)


def _look(table: Sitting, game: Any, state: Any) -> bool:
    """Look at a table that lies as `state` says; whether what it shows was played."""
    look = Look(table.screen)
    look.sighted = sighted(reading_of(game, state, table.session.box))
    look.judged = judge(game, look.state, look.reading, table.session.box)
    panel = panel_of(look, look.judged)
    table.screen.open(panel)
    table.ui.frames(2)
    assert [str(problem) for problem in inspect.problems()] == [], type(panel).__name__
    assert isinstance(panel, WayPanel | SeveralPanel | SamePanel), type(panel).__name__
    n = table.session.n
    if not isinstance(panel, WayPanel):
        table.screen.dismiss()
        return False
    look.play(panel.way)
    table.ui.frames(2)
    assert table.session.n == n + len(panel.way.moves)
    return True
