"""What the table tells of its box during a game: offered to be kept once, and never in the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.table.session import Session
from companion.ui.table import keeping, undoing
from companion.ui.table.keeping import KeepPanel
from companion.ui.table.panel import ToldPanel
from tests.kit import inspect
from tests.kit.sitting import Sitting
from tests.kit.toy import shaft_installed
from tests.kit.ui import UI

SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    with shaft_installed() as game:
        sitting = Sitting(ui, tmp_path)
        moves = [game.decode_move({"move": "dig", "by": who, "deep": 2}) for who in ("red", "blue")]
        sitting.start(game, ["red", "blue"], moves)
        yield sitting
        sitting.close()


def own(table: Sitting) -> dict[str, Any]:
    return dict(config.load(table.app.data).settings.boxes.get("shaft", {}))


def told(table: Sitting) -> None:
    """Tell the depth that the box does not say, and read what came of it."""
    assert table.headline() == "How deep is the shaft? The box does not say."
    table.tap_text("5 deep")
    table.ui.frames(3)
    assert isinstance(table.screen.panel, ToldPanel)
    table.tap_text("Next")
    table.ui.frames(3)


def test_what_was_told_is_offered_to_be_kept_after_what_it_caused(table: Sitting) -> None:
    told(table)
    assert isinstance(table.screen.panel, KeepPanel)
    assert "Depth of the shaft: 5" in " ".join(inspect.texts())
    assert own(table) == {}
    table.tap_text("Keep")
    table.ui.frames(3)
    assert own(table) == {"depth": 5}
    assert table.screen.name == "privacy"


def test_only_this_game_keeps_nothing_and_is_asked_once(table: Sitting) -> None:
    told(table)
    table.tap_text("Only this game")
    table.ui.frames(3)
    assert own(table) == {}
    assert table.screen.name == "privacy"
    table.context.back()
    session = table.session
    session.rewind(2, ["red", "blue"])
    table.screen.dismiss()
    table.ui.wait(0.32)
    told(table)
    assert table.screen.name == "privacy"
    assert own(table) == {}


def restarted(table: Sitting) -> Sitting:
    """The plug was pulled; the app is opened again and the game taken up."""
    record = table.session.header.id
    table.app.on_stop()
    table.ui.clear()
    table.app = type(table.app)(data=table.app.data)
    table.ui.show(table.app.build())
    table.context.play(Session.resume(table.context.journal, record))
    table.ui.frames(3)
    return table


def test_a_declined_question_is_not_asked_again_after_a_restart(table: Sitting) -> None:
    told(table)
    table.tap_text("Only this game")
    table.ui.frames(3)
    restarted(table)
    assert not isinstance(table.screen.panel, KeepPanel)
    session = table.session
    session.rewind(2, ["red", "blue"])
    session.play(session.game.decode_move({"move": "tell", "by": "table", "depth": 7}))
    assert keeping.open_values(table.context, session) == {"depth": 7}
    keeping.heard(table.screen, {})
    assert not table.screen.keep_due
    assert own(table) == {}


def test_what_was_to_be_kept_is_kept_without_a_word_after_a_restart(table: Sitting) -> None:
    told(table)
    table.context.say_kept(table.session.header.id, True)
    restarted(table)
    assert not isinstance(table.screen.panel, KeepPanel)
    assert own(table) == {"depth": 5}


def test_a_question_without_an_answer_is_asked_again_after_a_restart(table: Sitting) -> None:
    told(table)
    restarted(table)
    table.ui.wait(0.32)
    assert isinstance(table.screen.panel, KeepPanel)
    table.tap_text("Keep")
    table.ui.frames(3)
    assert own(table) == {"depth": 5}


def test_a_kept_value_goes_with_the_move_that_told_it(table: Sitting) -> None:
    told(table)
    table.tap_text("Keep")
    table.ui.frames(3)
    assert own(table) == {"depth": 5}
    table.context.back()
    undoing.rewind(table.screen, 2)
    assert own(table) == {}
    table.ui.wait(0.32)
    table.tap_text("4 deep")
    table.ui.frames(3)
    assert own(table) == {"depth": 4}


def test_a_value_that_was_one_s_own_before_stays_when_moves_are_taken_back(table: Sitting) -> None:
    table.context.own(table.session.game, {"ropes": 7})
    told(table)
    table.tap_text("Keep")
    table.ui.frames(3)
    table.context.back()
    undoing.rewind(table.screen, 2)
    assert own(table) == {"ropes": 7}


def finished(table: Sitting) -> None:
    session = table.session
    while session.outcome is None:
        session.play(session.game.legal_moves(session.state)[0])
    table.context.go("result")
    table.ui.frames(3)


def test_the_result_offers_what_was_not_kept(table: Sitting) -> None:
    finished(table)
    table.tap_text("Keep 1 told fact")
    table.ui.frames(3)
    assert table.shows("Depth of the shaft: 3")
    table.tap_text("Keep")
    table.ui.frames(3)
    assert own(table) == {"depth": 3}
    assert table.screen.name == "result"
    assert not table.shows("Keep 1 told fact")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_offer_and_result_fit_every_size(ui: UI, table: Sitting, size: tuple[int, int]) -> None:
    ui.resize(*size)
    ui.frames(3)
    told(table)
    assert [str(problem) for problem in inspect.problems()] == []
    table.tap_text("Only this game")
    ui.frames(3)
    finished(table)
    assert [str(problem) for problem in inspect.problems()] == []
    table.tap_text("Keep 1 told fact")
    ui.frames(3)
    assert [str(problem) for problem in inspect.problems()] == []


# what can't be checked


def test_a_sign_leads_to_what_cant_be_checked_and_what_that_costs(table: Sitting) -> None:
    assert table.screen.headline.open_facts
    table.ui.tap(table.screen.headline.menu_corner)
    table.ui.frames(3)
    table.ui.tap(table.screen.panel.buttons["unknown"])
    table.ui.frames(3)
    assert table.screen.name == "unknown"
    shown = " ".join(inspect.texts())
    assert "Without it Cartouche can't tell who dug too deep; it asks once a game." in shown
    assert "Name of the shaft" not in shown
    assert [str(problem) for problem in inspect.problems()] == []


def test_what_was_told_can_be_checked_from_then_on(table: Sitting) -> None:
    before = len(table.session.unverified)
    told(table)
    assert "depth" not in table.session.unverified
    assert len(table.session.unverified) == before - 1


def test_a_known_box_wears_no_sign(ui: UI, table: Sitting) -> None:
    game = table.session.game
    table.context.home()
    table.context.own(game, dict(game.practice.overrides))
    header = table.app.context
    assert game.box.with_overrides(table.context.box(game).overrides).unknown == ()
    from companion.ui.draft import Draft

    draft = Draft.fresh(game)
    header.go("setup", draft=draft, seats=draft.seats({}))
    ui.frames(3)
    assert not table.shows("not known")
    table.tap_text("Tick all and play")
    ui.frames(3)
    assert not table.screen.headline.open_facts
