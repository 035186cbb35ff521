"""Before and after a game of Sobek by touch: the starting player, the survey of a box, a round counted by itself."""

from __future__ import annotations

from typing import Any

import pytest

from companion import config
from companion.engine.header import Seat
from companion.games.sobek import GAME
from companion.games.sobek.setup import SobekSetup
from companion.games.sobek.track import DEFAULT, NUMBER, SYMBOLS
from companion.ui.boards import board_for
from companion.ui.boards.sobek_entry import StarterForm
from companion.ui.boards.sobek_survey import Hint, TrackForm
from companion.ui.draft import Draft
from companion.ui.layout import place
from tests.kit import inspect
from tests.kit.sitting import Sitting
from tests.kit.ui import UI

SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]


def clean() -> list[str]:
    return [str(problem) for problem in inspect.problems()]


# setup


def test_the_setup_shows_who_begins_and_takes_what_the_table_has_settled(ui: UI, table: Sitting) -> None:
    seats = (Seat("red", "Anna", "w"), Seat("blue", "Bence", "e"), Seat("green", "Kira", "n"))
    table.context.go("setup", draft=Draft.fresh(GAME, 3), seats=seats)
    ui.frames(3)
    screen = table.screen
    assert screen.picture.who == screen.setup.first
    assert screen.picture.name == {seat.seat: seat.name for seat in seats}[screen.setup.first]
    assert clean() == []
    table.context.go("setup_entry", title=GAME.title, form=screen._entry_form)
    ui.frames(3)
    form = table.screen.form
    assert isinstance(form, StarterForm)
    assert clean() == []
    other = next(who for who in ("red", "blue", "green") if who != screen.setup.first)
    ui.tap(form.chips[other])
    ui.frames(3)
    assert screen.setup == SobekSetup(first=other)


# the survey


@pytest.mark.parametrize("size", SIZES)
def test_every_question_of_the_survey_has_a_drawing_that_fits(ui: UI, table: Sitting, size: tuple[int, int]) -> None:
    ui.resize(*size)
    table.context.go("box", game=GAME)
    ui.frames(3)
    table.tap_text("Go through the box")
    ui.frames(3)
    assert table.screen.name == "survey"
    assert any(isinstance(widget, Hint) for widget in table.screen.walk())
    assert clean() == []
    frame = table.screen.frame
    for question in GAME.survey(GAME.box):
        hint = place(Hint(question), frame.rect(0, 0, 240, 130))
        ui.clear()
        ui.show(hint)
        assert clean() == []


def test_a_hint_shows_the_scarabs_that_are_known_and_none_that_are_asked(table: Sitting) -> None:
    board = board_for("sobek")
    hints = {q.key: board.survey_hint(table.context, q) for q in GAME.survey(GAME.box) if "value" in q.key}
    assert hints["valued.IVO"].scarabs == 3
    assert hints["valued.WHE"].scarabs == 1
    assert hints["value.EBO"].scarabs is None


def test_the_track_is_told_group_by_group(ui: UI, table: Sitting) -> None:
    told: list[Any] = []
    form = place(TrackForm(table.context, {"B": "Eye"}, told.append), ui.resize(800, 480).rect(0, 56, 800, 424))
    ui.clear()
    ui.show(form)
    for symbol in SYMBOLS:
        ui.tap(form.keys[symbol])
    for _ in range(18):
        ui.tap(form.same)
    ui.tap(form.keys["B"])
    ui.tap(form.undo)
    assert clean() == []
    for symbol in reversed(SYMBOLS):
        ui.tap(form.keys[symbol])
    ui.tap(form.ready)
    assert told == [[*DEFAULT[:95], NUMBER, "D", "C", "B", "ANKH"]]
    assert GAME.check_box(GAME.box.with_overrides({"track.order": "other", "track": told[0]})) == ()


def test_an_incomplete_track_is_not_taken(ui: UI, table: Sitting) -> None:
    told: list[Any] = []
    form = place(TrackForm(table.context, {}, told.append), ui.resize(480, 800).rect(0, 96, 480, 704))
    ui.clear()
    ui.show(form)
    ui.tap(form.keys["ANKH"])
    ui.tap(form.same)
    ui.tap(form.ready)
    assert form.laid == ["ANKH"]
    assert told == []
    assert clean() == []


def test_the_survey_stores_the_track_that_was_tapped_in(ui: UI, table: Sitting) -> None:
    table.context.own(GAME, {"track.order": "other"})
    question = next(question for question in GAME.survey(table.context.box(GAME)) if question.key == "track")
    table.context.own(GAME, {question.key: list(DEFAULT)})
    stored = config.load(table.app.data).settings.boxes["sobek"]
    assert stored == {"track.order": "other", "track": list(DEFAULT)}


# a round by itself


def begin(table: Sitting) -> Any:
    """From New game to the form of a round by touch, with only the scores watched."""
    table.context.go("new_game", draft=Draft.fresh(GAME, 2))
    table.ui.frames(3)
    table.tap_text("Only the scores")
    table.ui.frames(3)
    table.ui.tap(table.screen.start)
    table.ui.frames(3)
    table.ui.tap(table.screen.play)
    table.ui.frames(3)
    table.tap_target("sheet:sobek")
    table.ui.frames(3)
    return table.screen.form


def lay(table: Sitting, form: Any, family: str, valued: int, plain: int, jokers: int) -> None:
    table.ui.tap(form.families[family])
    table.ui.frames(2)
    for key, n in zip(form.members, (valued, plain, jokers), strict=True):
        for _ in range(n):
            table.ui.tap(key)
    table.ui.tap(form.close)
    table.ui.frames(2)


def test_a_round_is_counted_set_by_set_and_added(table: Sitting) -> None:
    """The rulebook's round: sets of 3, 12, 6 and 2 are 23 points, the most corrupt goes back two symbols."""
    form = begin(table)
    lay(table, form, "WHE", 1, 2, 0)
    lay(table, form, "EBO", 2, 1, 0)
    lay(table, form, "CAT", 2, 1, 0)
    table.ui.tap(form.families["MAR"])
    table.ui.frames(2)
    for key in (form.members[0], form.members[1], form.members[2]):
        table.ui.tap(key)
    table.ui.tap(form.flat)
    assert clean() == []
    table.ui.tap(form.close)
    table.ui.frames(2)
    assert clean() == []
    who = form.count.who
    assert form.tabs[who].gain == 13
    table.ui.tap(form.piles["corruption"].plus_key)
    table.ui.frames(2)
    assert form.tabs[who].gain == 13
    other = next(seat for seat in form.tabs if seat != who)
    table.ui.tap(form.tabs[other])
    table.ui.frames(2)
    for _ in range(2):
        table.ui.tap(form.piles["corruption"].plus_key)
    table.ui.frames(2)
    assert form.tabs[who].gain == 23
    table.ui.tap(form.add)
    table.ui.frames(3)
    table.settle()
    assert table.session.state.points[who] == 23


def test_a_set_of_two_is_not_taken(table: Sitting) -> None:
    form = begin(table)
    lay(table, form, "FIS", 1, 1, 0)
    assert form.count.set is not None
    assert form.add.kind == "off"
    table.ui.tap(form.remove)
    table.ui.frames(2)
    assert form.count.here.sets == []


def test_what_a_token_shows_is_asked_when_it_counts(table: Sitting) -> None:
    form = begin(table)
    table.ui.tap(form.families["WHE"])
    table.ui.frames(2)
    for key in form.members:
        table.ui.tap(key)
    table.ui.tap(form.bless)
    table.ui.tap(form.close)
    table.ui.frames(2)
    assert form.add.kind == "off"
    assert table.shows("Look at the Prosperity")
    table.ui.tap(form.adds)
    table.ui.tap(form.adds)
    table.ui.frames(2)
    assert form.tabs[form.count.who].gain == 9


@pytest.mark.parametrize("size", SIZES)
def test_the_form_of_a_round_fits_every_size(ui: UI, table: Sitting, size: tuple[int, int]) -> None:
    ui.resize(*size)
    form = begin(table)
    for family in ("IVO", "EBO", "FIS"):
        lay(table, form, family, 1, 2, 1)
    table.ui.tap(form.piles["curses"].plus_key)
    table.ui.frames(2)
    assert clean() == []
    table.ui.tap(form.rows[0])
    table.ui.frames(2)
    assert form.count.set is not None
    assert clean() == []
