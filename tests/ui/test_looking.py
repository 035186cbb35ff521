"""What ends looking at the covered screen, and what comes of a choice there that can't be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.event import Event, Scores
from companion.engine.text import T
from companion.table.errors import JournalError, StaleMove, UndoRefused
from companion.ui.table import looking
from companion.ui.table.decide import DecidePanel
from companion.ui.table.keeping import KeepPanel
from companion.ui.table.trouble import TroublePanel
from tests.kit.fake_box import Hands
from tests.kit.in_secret import secret_shown, shaft_at_table
from tests.kit.sitting import Sitting
from tests.kit.ui import UI
from tests.ui.test_egizia_privacy import declaring, enter, look, play


@pytest.fixture
def shaft(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    with shaft_at_table(ui, tmp_path) as sitting:
        yield sitting


def failing(error: Exception) -> Callable[..., Any]:
    def fails(*_: Any, **__: Any) -> Any:
        raise error

    return fails


def test_a_choice_that_could_not_be_stored_is_told_on_the_table(shaft: Sitting, monkeypatch: Any) -> None:
    look(shaft)
    monkeypatch.setattr(shaft.session, "play", failing(JournalError(T("The disk is full."))))
    shaft.ui.tap(shaft.screen.rows[1])
    shaft.ui.frames(3)
    assert shaft.screen.name == "table" and isinstance(shaft.screen.panel, TroublePanel)
    assert shaft.shows("The disk is full.") and not secret_shown()
    assert shaft.session.n == 0


def test_a_choice_that_came_too_late_changes_nothing_and_leads_back(shaft: Sitting, monkeypatch: Any) -> None:
    look(shaft)
    monkeypatch.setattr(shaft.session, "play", failing(StaleMove(1, 2)))
    shaft.ui.tap(shaft.screen.rows[1])
    shaft.ui.frames(3)
    assert shaft.screen.name == "table" and not isinstance(shaft.screen.panel, TroublePanel)
    assert shaft.session.n == 0 and not secret_shown()


def test_what_can_not_be_taken_back_there_is_told_on_the_table(table: Sitting, monkeypatch: Any) -> None:
    session, dealer = play(table, declaring(3))
    look(table)
    enter(table, dealer.choose(session.state))
    monkeypatch.setattr(session, "undo", failing(UndoRefused(T("The disk is full."))))
    table.ui.tap(table.screen.back)
    table.ui.frames(3)
    assert table.screen.name == "table" and isinstance(table.screen.panel, TroublePanel)
    assert table.shows("The disk is full.") and len(session.state.named) == 1


@pytest.mark.parametrize("told", [{}, {"show": True}, {"scoring": Scores((), {})}], ids=("nothing", "shown", "scored"))
def test_what_is_to_be_told_to_all_ends_looking(table: Sitting, monkeypatch: Any, told: dict[str, Any]) -> None:
    session, dealer = play(table, declaring(3))
    look(table)
    move, really = dealer.choose(session.state), session.play

    def tells(*of: Any, **more: Any) -> Any:
        event = Event("told", T("Everybody sees this."), **told)
        return msgspec.structs.replace(really(*of, **more), events=(event,))

    monkeypatch.setattr(session, "play", tells)
    enter(table, move)
    assert len(session.state.named) == 1
    assert (table.screen.name == "privacy") is (not told)
    assert table.shows("Everybody sees this.") is bool(told)


def test_a_fact_that_is_learned_ends_looking(table: Sitting, monkeypatch: Any) -> None:
    session, dealer = play(table, declaring(3))
    look(table)
    move = dealer.choose(session.state)
    learned = property(lambda session: {"rounds": 5} if session.state.named else {})
    monkeypatch.setattr(type(session), "learned", learned)
    enter(table, move)
    assert table.screen.name == "table" and isinstance(table.screen.panel, KeepPanel)


def test_a_choice_that_is_open_to_all_is_asked_on_the_table(table: Sitting, monkeypatch: Any) -> None:
    session, dealer = play(table, declaring(3))
    look(table)
    monkeypatch.setattr(looking, "covered", lambda *_: False)
    enter(table, dealer.choose(session.state))
    assert table.screen.name == "table" and len(session.state.named) == 1


def test_nobody_takes_the_unseen_choice_of_another_seat_back(shaft: Sitting, monkeypatch: Any) -> None:
    monkeypatch.setattr(shaft.session, "undo_refused", lambda: None)
    thumb = look(shaft)
    shaft.ui.tap(shaft.screen.rows[1])
    shaft.ui.up(thumb)
    shaft.ui.wait(0.4)
    assert shaft.screen.who == "blue" and shaft.screen.take_back is None


def test_what_can_not_simply_be_taken_back_is_not_offered(table: Sitting, monkeypatch: Any) -> None:
    session, dealer = play(table, declaring(3))
    look(table)
    monkeypatch.setattr(session, "undo_refused", lambda: T("Not now."))
    enter(table, dealer.choose(session.state))
    assert table.screen.name == "privacy" and table.screen.take_back is None


def test_a_covered_screen_that_is_gone_at_once_turns_nothing(shaft: Sitting) -> None:
    shaft.context.go("privacy", who="red", prompt=T("Look."))
    shaft.context.back()
    shaft.ui.wait(0.4)
    assert shaft.screen.name == "table" and shaft.context.root.turn == 0


@pytest.mark.parametrize("whose", ["what one may see alone", "the choice"])
def test_after_looking_the_table_asks_and_faces_as_before(shaft: Sitting, whose: str) -> None:
    shaft.context.change(facing="quarter")
    shaft.ui.wait(0.4)
    turn = shaft.context.root.turn
    shaft.screen.open_seats()
    if whose == "the choice":
        shaft.screen.dismiss()
        looking.look(shaft.screen)
    else:
        looking.look_at_own(shaft.screen, "blue")
    shaft.ui.wait(0.4)
    assert shaft.screen.name == "privacy" and shaft.context.root.turn != 0
    shaft.context.back()
    shaft.ui.wait(0.4)
    assert isinstance(shaft.screen.panel, DecidePanel)
    assert shaft.context.root.turn == turn != 0


def test_the_picture_turns_back_where_it_faces_nobody(shaft: Sitting) -> None:
    looking.look(shaft.screen)
    shaft.ui.wait(0.4)
    assert shaft.context.root.turn != 0
    shaft.context.back()
    shaft.ui.wait(0.4)
    assert shaft.screen.name == "table" and shaft.context.root.turn == 0


def test_whose_button_opens_it_is_not_said_any_more_once_it_was_open(shaft: Sitting) -> None:
    hands = Hands(shaft.ui, shaft.context)
    looking.look(shaft.screen)
    shaft.ui.wait(0.4)
    hands.press("seat2")
    assert shaft.shows("Only Anna's button opens this.")
    shaft.ui.up(shaft.ui.down(shaft.screen.circle))
    assert not shaft.shows("Only Anna's button opens this.") and not secret_shown()


def test_a_button_that_opens_it_again_covers_it_again_and_holds_while_it_is_laid_out_anew(shaft: Sitting) -> None:
    hands = Hands(shaft.ui, shaft.context)
    looking.look(shaft.screen)
    shaft.ui.wait(0.4)
    for _ in range(2):
        hands.down("seat1")
        assert secret_shown()
        shaft.screen.relayout()
        shaft.ui.frames(2)
        assert secret_shown()
        hands.up("seat1")
        assert not secret_shown()
        shaft.ui.wait(0.4)
