"""What the gold button says before a ship is placed can be read whole, in every language and on every screen."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.draw import Draw
from companion.games.egizia import GAME
from companion.table.session import Session
from companion.ui.widgets.button import PushButton
from tests.kit import inspect
from tests.kit.sitting import Sitting, header_of

FOUR = ("red", "blue", "green", "yellow")
SIZES = [(800, 480), (720, 1280), (480, 800)]


def first_ship(table: Sitting, language: str) -> Session:
    """The first ship of a practice game, with every stop free."""
    table.context.change(language=language)
    dealer = GAME.dealer(FOUR, GAME.resolve({}), Draw("gold"), GAME.practice)
    header = msgspec.structs.replace(header_of(GAME, FOUR, setup=dealer.setup, seed="gold"), practice=True)
    session = Session.start(table.context.journal, GAME, header)
    while session.decision.id != "ship":
        session.play(dealer.choose(session.state))
    table.context.play(session)
    table.ui.frames(3)
    return session


def gold(screen: Any) -> list[PushButton]:
    """The gold buttons of the panel."""
    return [part for part in screen._parts if isinstance(part, PushButton) and part.kind == "primary"]


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", SIZES)
def test_every_stop_tells_whole_what_it_gives(table: Sitting, size: tuple[int, int], language: str) -> None:
    table.ui.resize(*size)
    session = first_ship(table, language)
    screen = table.screen
    said = set()
    for choice in session.decision.choices:
        if not choice.targets:
            continue
        screen.panel.select((choice,))
        table.ui.frames(1)
        (button,) = gold(screen)
        cut = [str(p) for p in inspect.problems() if p.kind == "texts collide" or p.widget == "PushButton"]
        assert cut == [], choice.move
        said.add(button.text)
    assert len(said) > 15


def test_a_long_gold_button_makes_its_move_and_passing_beneath_it_is_covered(table: Sitting) -> None:
    session = first_ship(table, "ru")
    usual = table.screen.frame.px(table.screen.plan.action.w)
    for choice in session.decision.choices:
        table.screen.panel.select((choice,) if choice.targets else ())
        if any(button.width > usual for button in gold(table.screen)):
            break
    (button,) = gold(table.screen)
    assert button.width > usual
    n, passing = session.n, next(c for c in session.decision.choices if not c.targets)
    assert table.screen.side is not None
    beneath = table.screen.side._by_choice[session.decision.choices.index(passing)]
    table.ui.tap((beneath.x + 2, beneath.y + beneath.height - 2))
    assert session.n == n or session.lines[-1].move == choice.move
    if session.n == n:
        table.ui.tap(button)
    assert session.lines[-1].move == choice.move


@pytest.mark.parametrize("language", ["en", "hu"])
@pytest.mark.parametrize("size", SIZES)
def test_every_card_to_choose_from_is_named_whole(table: Sitting, size: tuple[int, int], language: str) -> None:
    table.ui.resize(*size)
    table.context.change(language=language)
    dealer = GAME.dealer(("red", "blue"), GAME.resolve({}), Draw("pick"), GAME.box)
    header = header_of(GAME, ("red", "blue"), setup=dealer.setup, seed="pick")
    session = Session.start(table.context.journal, GAME, header)
    while session.decision.id != "reveal":
        session.play(dealer.choose(session.state))
    table.context.play(session)
    table.ui.frames(3)
    assert [str(problem) for problem in inspect.problems()] == []
