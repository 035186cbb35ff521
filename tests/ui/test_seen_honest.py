"""What the camera proposes when the current fails, the disk is full, or the game went on and came back meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.sight import Reading
from companion.games.aton import GAME
from companion.games.aton.moves import Place
from companion.table.errors import FULL, JournalError
from companion.table.seen import UNSEEN, Moves, Same, Several, explain
from companion.table.session import Session
from companion.ui.table.decide import DecidePanel
from companion.ui.table.seen import Look, play_all
from companion.ui.table.seen_panels import LookingPanel, SamePanel
from tests.kit.aton_games import SEATS
from tests.kit.fake_eye import FakeEye
from tests.kit.readings import reading_of
from tests.kit.sitting import Sitting
from tests.ui.test_follow import SHOWN, after

WAY = (Place("red", "2.06"), Place("blue", "3.03"), Place("blue", "3.02"))


def opened(table: Sitting) -> FakeEye:
    table.start(GAME, SEATS, SHOWN, seed="B-2")
    table.settle()
    eye = FakeEye(table.context)
    table.screen.refresh()
    table.ui.frames(2)
    return eye


def failing_after(table: Sitting, monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    """The disk takes so many more moves."""
    append, left = table.session.journal.append, [writes]

    def fails(*args: Any, **more: Any) -> Any:
        if not left[0]:
            raise JournalError(FULL)
        left[0] -= 1
        return append(*args, **more)

    monkeypatch.setattr(table.session.journal, "append", fails)


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_moves_of_one_proposal_stand_each_by_itself(
    table: Sitting, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    opened(table)
    n, shown = table.session.n, reading_of(GAME, after(table, *WAY))
    with monkeypatch.context() as patched:
        failing_after(table, patched, writes)
        assert play_all(table.screen, WAY, n) is bool(writes)
        table.ui.frames(3)
    assert table.shows("The disk is full") and table.session.n == n + writes
    again = Session.look_at(table.context.journal, table.session.header.id)
    assert [line.move for line in again.lines[n:]] == list(WAY[:writes]), "what is on the disk is what was shown"
    found = explain(GAME, again.state, shown)
    assert isinstance(found, Moves | Several)
    ways = (found.way,) if isinstance(found, Moves) else found.ways
    assert all(set(way.moves) == set(WAY[writes:]) for way in ways), "the picture still tells the rest, and only that"


def test_a_way_counts_for_its_position_alone_also_if_the_game_came_back_to_it(table: Sitting) -> None:
    eye = opened(table)
    look = Look(table.screen)
    look.begin()
    table.screen.play(Place("red", "2.07"))
    table.ui.frames(2)
    table.screen.undo()
    table.screen.to_put_back = None
    table.screen.dismiss()
    eye.sees(reading_of(GAME, after(table, WAY[0])))
    table.ui.frames(2)
    assert isinstance(table.screen.panel, DecidePanel) and table.session.n == len(SHOWN)


def test_a_table_that_did_not_change_plays_nothing_however_often_it_is_looked_at(table: Sitting) -> None:
    eye = opened(table)
    state = table.session.state
    assert isinstance(explain(GAME, state, reading_of(GAME, state)), Same)
    for _ in range(3):
        Look(table.screen).begin()
        eye.sees(reading_of(GAME, state))
        table.ui.frames(2)
        assert isinstance(table.screen.panel, SamePanel)
        table.screen.dismiss()
    assert table.session.state is state


def test_where_tiles_lay_is_told_to_the_reader_and_remembered_from_what_it_read(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    eye = opened(table)
    record, reading = table.session.header.id, reading_of(GAME, table.session.state)
    kept: list[Any] = []
    known = {"slot:1": (1.0, 2.0, 3.0, 4.0)}
    monkeypatch.setattr(eye.tiles, "keep", lambda record, reading: kept.append((record, reading)))
    monkeypatch.setattr(eye.tiles, "of", lambda of: known if of == record else {})
    for what in (Reading(game="aton", trouble=UNSEEN), reading):
        Look(table.screen).begin()
        eye.sees(what)
        table.screen.dismiss()
    assert kept == [(record, reading)] and [asked.known for asked in eye.asked] == [known, known]


def test_what_lies_hidden_is_never_asked_for(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    eye = opened(table)
    monkeypatch.setattr(type(GAME.sight), "unseen", lambda self, state: frozenset({"cartouche:red:1"}))
    Look(table.screen).begin()
    assert eye.asked[-1].unseen == {"cartouche:red:1"}


def test_a_picture_of_a_position_that_was_left_is_not_held_against_the_next_one(table: Sitting) -> None:
    eye = opened(table)
    Look(table.screen).begin()
    table.session.play(Place("red", "2.07"))
    eye.sees(reading_of(GAME, table.session.state))
    assert isinstance(table.screen.panel, LookingPanel)
