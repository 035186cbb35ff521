"""What is not on the screen yet can't be meant by a button: something else is told first, or another page is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.event import Event
from companion.engine.text import T
from companion.games.aton import GAME as ATON
from companion.games.aton.moves import Ready, Unready
from companion.games.nefertiti import GAME as NEFERTITI
from companion.table.proposals import Late, Play, Reading
from companion.ui.table.panel import ToldPanel
from tests.kit.aton_games import SEATS
from tests.kit.fake_box import Hands, said
from tests.kit.sitting import Sitting
from tests.kit.ui import UI


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(ui, tmp_path)
    yield sitting
    sitting.close()


def tell(table: Sitting) -> None:
    """Let the screen tell something before it asks."""
    table.screen.told = [Event("told", T("Something has happened."), show=True)]
    table.screen.next_told(skip=False)
    assert isinstance(table.screen.panel, ToldPanel)


@pytest.mark.parametrize("instead", ["told", "another page", "the table"])
def test_a_button_means_what_was_drawn_on_the_table_only(table: Sitting, instead: str) -> None:
    table.start(ATON, list(SEATS))
    table.ui.wait(0.3)
    screen, session = table.screen, table.session
    session.play(Ready("red"))
    if instead == "told":
        session.undo()
        screen.refresh()
        session.play(Ready("red"))
        tell(table)
    else:
        screen.refresh()
        if instead == "another page":
            table.context.go("devices")
    table.ui.frames(3)
    answer = screen.proposals.arbiter.judge(Reading("seat1", table.ui.now(), seat="red"))
    if instead == "the table":
        assert isinstance(answer, Play) and answer.choice.move == Unready("red")
    else:
        assert isinstance(answer, Late)


def test_a_button_held_while_something_is_told_opens_nothing(table: Sitting) -> None:
    table.start(NEFERTITI, ["red", "blue", "green"], options={"hide_holdings": "yes"}, practice=True)
    hands = Hands(table.ui, table.context)
    who = table.session.decision.seats
    key = next(key for key, seat in (("seat1", "red"), ("seat2", "blue")) if seat not in who)
    tell(table)
    table.ui.wait(0.3)
    hands.down(key)
    assert said(table).startswith("The screen has something to tell first.")
    table.ui.wait(0.8)
    assert table.screen.name == "table"
    hands.up(key)
