"""The practice board: never by itself, named on every screen of its game, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.box import PRACTICE
from companion.engine.game import ScoreLine, Scores
from companion.engine.text import T
from companion.ui.draft import Draft
from companion.ui.table import around
from companion.ui.table.keeping import open_values
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.toy import shaft_installed
from tests.kit.ui import UI

SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]


@pytest.fixture
def home(ui: UI, tmp_path: Path) -> Iterator[tuple[Desk, Any]]:
    with shaft_installed() as game, desk(ui, tmp_path) as opened:
        yield opened, game


def chosen(home: tuple[Desk, Any]) -> Desk:
    """New game with the practice board chosen."""
    table, game = home
    table.context.go("new_game", game=game)
    table.ui.frames(3)
    assert not table.screen.draft.practice
    assert not table.shows(PRACTICE)
    table.touch(table.screen.rows[-1])
    table.touch(table.screen.rows["practice"])
    assert table.screen.name == "new_game"
    assert table.screen.draft.practice
    return table


def playing(home: tuple[Desk, Any]) -> Desk:
    """The Table screen of a game on the practice board."""
    table = chosen(home)
    table.touch(table.screen.start)
    assert table.shows(table.context.say(PRACTICE))
    table.touch(table.screen.play)
    assert table.screen.name == "table"
    return table


def finished(table: Desk) -> None:
    """Play the game at the table to its end."""
    session = table.context.session
    while session.outcome is None:
        session.play(session.game.legal_moves(session.state)[0])


def test_the_practice_board_is_played_with_its_invented_values(home: tuple[Desk, Any]) -> None:
    session = playing(home).context.session
    assert session.header.practice
    assert session.header.box == {}
    assert session.state.depth == 5
    finished(home[0])
    assert session.learned == {}


def test_it_is_never_mixed_with_what_the_owner_knows(home: tuple[Desk, Any]) -> None:
    table, game = home
    table.context.own(game, {"depth": 7})
    session = playing(home).context.session
    assert session.header.box == {}
    assert session.state.depth == 5


def test_ones_own_box_is_chosen_back(home: tuple[Desk, Any]) -> None:
    table = chosen(home)
    table.touch(table.screen.rows[-1])
    table.touch(table.screen.rows["own"])
    table.touch(table.screen.start)
    assert not table.shows(PRACTICE)
    table.touch(table.screen.play)
    assert not table.context.session.header.practice


def test_a_rematch_is_played_on_the_same_board(home: tuple[Desk, Any]) -> None:
    table = playing(home)
    finished(table)
    assert Draft.like(home[1], table.context.session.header).practice


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_screen_of_such_a_game_says_so(home: tuple[Desk, Any], size: tuple[int, int], language: str) -> None:
    table, _ = home
    table.context.change(language=language)
    table.resize(*size)
    name = table.context.say(PRACTICE)

    def says_so() -> None:
        table.ui.frames(3)
        assert any(name in text for text in table.texts()), (table.screen.name, table.texts())
        assert [str(problem) for problem in inspect.problems()] == [], table.screen.name

    draft = chosen(home).screen.draft
    says_so()
    place = next(iter(draft.chairs))
    for screen, args in (
        ("which_box", {}),
        ("options", {}),
        *(("option", {"option": option}) for option in draft.game.options[:1]),
        ("seat", {"place": place}),
    ):
        table.context.go(screen, draft=draft, **args)
        says_so()
        table.context.back()
    table.context.go("seat", draft=draft, place=place)
    table.context.go("name_entry", name="", done=lambda name: None, practice=draft.practice)
    says_so()
    table.context.home()
    playing(home)
    record = table.context.session.header.id
    says_so()
    session = table.context.session
    for screen, args in (
        ("correct", {}),
        ("unknown", {"game": session.game, "box": session.box, "keys": list(session.box.facts)[:2]}),
    ):
        table.context.go(screen, **args)
        says_so()
        table.context.back()
    table.screen.open_menu()
    says_so()
    around.use(table.screen, "log")
    says_so()
    table.screen.open_seats()
    says_so()
    table.context.home()
    says_so()
    table.context.go("resume", record=record)
    says_so()
    table.context.back()
    table.context.go("history")
    says_so()
    table.context.go("replay", record=record)
    says_so()
    table.context.home()
    table.context.go("resume", record=record)
    table.context.play(table.screen.session)
    table.context.go("privacy", who="red", prompt=table.context.session.decision.prompt)
    says_so()
    table.context.back()
    finished(table)
    line = ScoreLine("depth", T("Depth"), T("{n} deep", n=5), {"red": 5})
    table.context.go("scoring", scores=Scores((line,), dict.fromkeys(session.header.seat_ids, 0)))
    says_so()
    table.context.back()
    table.context.go("result")
    says_so()


def test_nothing_told_on_it_is_offered_to_be_kept(home: tuple[Desk, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    table = playing(home)
    monkeypatch.setattr(type(home[1]), "learned", lambda self, state: {"ropes": 3})
    assert table.context.session.learned == {}
    assert open_values(table.context, table.context.session) == {}
