"""The board of Egizia on the real Table screen: a game on the practice board, shown at every stage that it reaches."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.games.egizia import GAME
from companion.table.session import Session
from companion.ui.boards import egizia_river as river
from companion.ui.boards.egizia_layout import STOPS_SHOWN
from tests.games.egizia.fixture import laid_out, put
from tests.kit import inspect
from tests.kit.sitting import Sitting, header_of

FOUR = ("red", "blue", "green", "yellow")
SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]


@pytest.mark.parametrize("size", SIZES)
def test_every_stage_of_two_rounds_is_shown_without_a_fault(table: Sitting, size: tuple[int, int]) -> None:
    table.ui.resize(*size)
    dealer = GAME.dealer(FOUR, GAME.resolve({}), Draw("evening"), GAME.practice)
    header = msgspec.structs.replace(header_of(GAME, FOUR, {}, setup=dealer.setup, seed="evening"), practice=True)
    session = Session.start(table.context.journal, GAME, header)
    table.context.play(session)
    shown: set[str] = set()
    while session.state.round < 3 and session.outcome is None:
        move, before = dealer.choose(session.state), session.state
        session.play(move)
        dealer.witness(move, before, session.state, session.results[-1].events)
        if session.decision.id in shown:
            continue
        shown.add(session.decision.id)
        table.screen.told = []
        table.screen.dismiss()
        table.ui.frames(2)
        assert [str(problem) for problem in inspect.problems()] == [], session.decision.id
        for choice in table.screen.decision.choices if not session.decision.forced else ():
            for target in choice.targets[:1]:
                table.screen.board.reveal(target)
                assert table.screen.board.rect_of(target) is not None, target
    assert {"grave", "reveal", "ship", "build"} <= shown


def test_the_reach_begins_where_something_can_be_chosen() -> None:
    """At the last ship; a card that nobody took may lie far above it."""
    empty = {f"N{n}": "" for n in range(1, 11)}
    side = {"last": "N10", "cards": ["leftover_pick"]}
    choosing = {"phase": "leftover", "stage": "leftover", "turn": "blue", "queue": ["blue"], "sides": {"blue": side}}
    taken = put(laid_out(), choosing | {"stops": empty | {"N4": "stones"}})
    assert [choice.targets for choice in GAME.decision(taken).choices if choice.targets[:1] == ("stop:N4",)]
    order = river.in_order(taken)
    start = river.first_shown(taken, GAME.decision(taken))
    assert "N4" in order[start : start + STOPS_SHOWN]
    assert river.first_shown(taken) == len(order) - STOPS_SHOWN
    near = put(laid_out(), choosing | {"stops": empty | {"N4": "stones", "N9": "grain"}})
    assert river.first_shown(near, GAME.decision(near)) == len(order) - STOPS_SHOWN
