"""Setting Tutankhamen up by touch: the path told tile by tile, the picture, the survey, the scoring sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.draw import Draw
from companion.engine.header import Seat
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.catalogue import KIND_IDS, read_catalogue
from companion.ui.draft import Draft
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.sitting import header_of
from tests.kit.ui import UI

SEATS = (Seat("red", "Anna", "w"), Seat("blue", "Bence", "e"), Seat("green", "Kira", "n"))
IDS = tuple(seat.seat for seat in SEATS)


@pytest.fixture
def opened(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with desk(ui, tmp_path) as table:
        yield table


def entry(table: Desk) -> Any:
    """The form for what lies on the table, reached from Setup."""
    table.context.go("setup", draft=Draft.fresh(GAME, 3), seats=SEATS)
    table.ui.frames(3)
    table.touch(table.screen.enter_button)
    return table.screen.form


def test_the_69_tiles_of_a_path_are_told_with_a_tap_each(opened: Desk) -> None:
    layout = GAME.draw_setup(IDS, GAME.resolve({}), Draw("path"), GAME.box).layout
    assert layout is not None
    form = entry(opened)
    taps = 0
    for tile in layout:
        if form.asking_first:
            break
        opened.ui.tap(form.keys[tile])
        taps += 1
    assert tuple(form.laying.laid) == layout
    assert taps <= 69
    opened.ui.tap(form.starters["green"])
    opened.ui.frames(3)
    setup = opened.screen.setup
    assert (setup.layout, setup.first, setup.laid_by) == (layout, "green", "table")


def test_a_slip_of_the_finger_is_undone(opened: Desk) -> None:
    form = entry(opened)
    opened.ui.tap(form.keys["S8A"])
    opened.ui.tap(form.keys["S6A"])
    assert opened.shows("2 of 69")
    opened.ui.tap(form.undo)
    assert form.laying.laid == ["S8A"]
    assert opened.shows("Slot 2, from the start on: which tile?")


def test_a_kind_that_is_used_up_takes_no_more_taps(opened: Desk) -> None:
    form = entry(opened)
    opened.ui.tap(form.keys["S1A"])
    opened.ui.tap(form.keys["S1A"])
    assert form.laying.laid == ["S1A"]


def test_going_out_and_in_again_keeps_what_was_told(opened: Desk) -> None:
    form = entry(opened)
    opened.ui.tap(form.keys["S8A"])
    opened.context.back()
    opened.ui.frames(3)
    opened.touch(opened.screen.enter_button)
    assert opened.screen.form.laying.laid == ["S8A"]
    opened.ui.tap(opened.screen.form.again)
    assert opened.screen.form.laying.laid == []


def test_another_game_begins_with_an_empty_path(opened: Desk) -> None:
    opened.ui.tap(entry(opened).keys["S8A"])
    opened.context.home()
    assert entry(opened).laying.laid == []


def test_what_was_entered_is_not_drawn_over_without_a_question(opened: Desk) -> None:
    form = entry(opened)
    opened.ui.tap(form.light)
    opened.ui.frames(3)
    opened.touch(form.starters["blue"])
    entered = opened.screen.setup
    opened.touch(opened.screen.again)
    assert opened.shows("What you entered from the table would be forgotten.")
    opened.tap("Keep it")
    assert opened.screen.setup == entered
    opened.touch(opened.screen.again)
    opened.touch(opened.screen.dialog.action_button)
    assert opened.screen.setup.laid_by == "app"


def test_the_drawn_path_shows_its_numbers_on_the_smallest_screen(opened: Desk) -> None:
    opened.context.go("setup", draft=Draft.fresh(GAME, 3), seats=SEATS)
    opened.ui.frames(3)
    numbers = inspect.texts(opened.screen.picture)
    assert numbers.count("8") == 24


def test_the_game_goes_on_without_the_path(opened: Desk) -> None:
    form = entry(opened)
    opened.ui.tap(form.light)
    opened.ui.frames(3)
    opened.ui.tap(form.starters["blue"])
    opened.ui.frames(3)
    setup = opened.screen.setup
    assert (setup.layout, setup.first) == (None, "blue")


def test_who_begins_is_asked_by_name(opened: Desk) -> None:
    form = entry(opened)
    opened.ui.tap(form.light)
    opened.ui.frames(3)
    assert [chip.name for chip in form.starters.values()] == ["Anna", "Bence", "Kira"]
    opened.context.change(language="hu")
    opened.ui.frames(3)
    assert [chip.name for chip in opened.screen.form.starters.values()] == ["Anna", "Bence", "Kira"]
    opened.context.home()
    assert opened.context.language.names == {}


def test_lots_name_one_of_the_seats(opened: Desk) -> None:
    form = entry(opened)
    opened.ui.tap(form.light)
    opened.ui.frames(3)
    opened.ui.tap(form.lot)
    opened.ui.frames(3)
    assert opened.screen.setup.first in IDS


def test_the_setup_shows_the_drawn_path_as_a_picture(opened: Desk) -> None:
    from companion.ui.boards.tutankhamen import BOARD

    setup = GAME.draw_setup(IDS, GAME.resolve({}), Draw("path"), GAME.box)
    picture = BOARD.setup_picture(opened.context, setup)
    assert tuple(picture.layout) == setup.layout


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
def test_the_form_is_readable_at_every_size(opened: Desk, size: tuple[int, int]) -> None:
    opened.resize(*size)
    form = entry(opened)
    for tile in ("S8A", "S1A", "PH", "CO"):
        opened.ui.tap(form.keys[tile])
    assert [str(problem) for problem in inspect.problems()] == []
    opened.ui.shot(Path("build/screenshots") / f"tutankhamen-entry-{size[0]}x{size[1]}.png")


def survey(table: Desk) -> Any:
    table.context.go("box", game=GAME)
    table.ui.frames(3)
    table.touch(table.screen.survey)
    return table.screen.form


def test_the_survey_stores_name_and_count_as_the_owners(opened: Desk) -> None:
    form = survey(opened)
    assert opened.shows("69 tiles in the path: as it should be.")
    opened.ui.tap(form.cells["S6B"])
    opened.ui.tap(form.name_key)
    opened.ui.frames(3)
    for letter in "senet":
        opened.ui.tap(form.keyboard.key(letter))
    opened.ui.tap(form.keyboard.key("ok"))
    opened.ui.tap(form.count.minus_key)
    opened.ui.tap(form.ready)
    assert opened.shows("5 of 6 tiles")
    assert opened.shows("The path has 68 tiles; a whole box has 69.")
    opened.touch(form.confirm)
    catalogue = read_catalogue(opened.context.box(GAME))
    kind = next(kind for kind in catalogue.kinds if kind.id == "S6B")
    assert (kind.name, kind.value, kind.present) == ("Senet", 6, 5)


def test_a_box_that_is_as_printed_is_confirmed_with_one_tap(opened: Desk) -> None:
    opened.touch(survey(opened).confirm)
    box = opened.context.box(GAME)
    numbers = [f"kind.{kind}.{what}" for kind in KIND_IDS for what in ("value", "present")]
    numbers += [f"special.{tile}" for tile in ("PH", "CO", "MASK")]
    assert {box.fact(key).confidence for key in numbers} == {"owner"}
    assert box.fact("kind.S8A.name").confidence == "certain", "a name nobody typed stays translated"
    assert read_catalogue(box) == read_catalogue(GAME.box)


def test_the_first_setup_offers_to_go_through_the_box_and_lays_out_what_was_found(opened: Desk) -> None:
    opened.context.go("setup", draft=Draft.fresh(GAME, 3), seats=SEATS)
    opened.ui.frames(3)
    number = opened.screen.seed
    assert opened.shows("First game with this box?")
    opened.touch(opened.screen.survey)
    form = opened.screen.form
    opened.ui.tap(form.cells["S6B"])
    opened.ui.tap(form.count.minus_key)
    opened.ui.tap(form.ready)
    opened.ui.wait(0.3)
    opened.touch(form.confirm)
    assert opened.screen.name == "setup"
    assert not opened.shows("First game with this box?")
    assert (opened.screen.seed, len(opened.screen.setup.layout)) == (number, 68)
    opened.touch(opened.screen.play)
    assert opened.context.session.header.box["kind.S6B.present"] == 5
    assert opened.context.session.state.match.length == 68
    opened.context.home()
    opened.context.go("setup", draft=Draft.fresh(GAME, 3), seats=SEATS)
    opened.ui.frames(3)
    assert not opened.shows("First game with this box?"), "a box is gone through once"


def test_the_number_of_a_kind_brings_its_count_along(opened: Desk) -> None:
    form = survey(opened)
    opened.ui.tap(form.cells["S2C"])
    opened.ui.tap(form.number.plus_key)
    kind = next(kind for kind in form.findings.catalogue.kinds if kind.id == "S2C")
    assert (kind.value, kind.present) == (3, 3)


def test_two_kinds_of_one_name_are_not_stored(opened: Desk) -> None:
    form = survey(opened)
    for cell in ("S6B", "S6C"):
        opened.ui.tap(form.cells[cell])
        opened.ui.tap(form.name_key)
        opened.ui.frames(3)
        opened.ui.tap(form.keyboard.key("a"))
        opened.ui.tap(form.keyboard.key("ok"))
        opened.ui.tap(form.ready)
        opened.ui.wait(0.3)
    assert opened.shows("Two kinds of tiles are called")
    assert form.confirm.kind == "off"


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
def test_the_survey_is_readable_at_every_size(opened: Desk, size: tuple[int, int]) -> None:
    opened.resize(*size)
    form = survey(opened)
    assert [str(problem) for problem in inspect.problems()] == []
    opened.ui.tap(form.cells["S4B"])
    opened.ui.frames(2)
    assert [str(problem) for problem in inspect.problems()] == []


def sheet(table: Desk, seats: tuple[str, ...]) -> tuple[Any, list[dict[str, Any]]]:
    """The form of a set on the screen, with what it hands over."""
    from companion.table.session import Session
    from companion.ui.boards.tutankhamen import BOARD
    from companion.ui.layout import place

    header = header_of(GAME, seats)
    table.context.session = Session.start(table.context.journal, GAME, header)
    handed: list[dict[str, Any]] = []
    form = BOARD.sheet_entry(table.context, "tutankhamen", handed.append)
    frame = table.context.frame
    place(form, frame.rect(0, 56, frame.w, frame.h - 56))
    table.ui.clear()
    table.ui.show(form)
    return form, handed


def test_a_set_is_counted_by_taps(opened: Desk) -> None:
    form, handed = sheet(opened, ("red", "blue", "green"))
    for seat, n in (("red", 4), ("blue", 3), ("green", 1)):
        for _ in range(n):
            opened.ui.tap(form.tiles[seat].plus_key)
    assert form.scores.totals == {"red": 8, "blue": 4, "green": 0}
    opened.ui.tap(form.masks["blue"])
    assert form.scores.totals == {"red": 4, "blue": 4, "green": 0}, "four each with the mask"
    opened.ui.tap(form.pharaohs["red"].plus_key)
    assert form.scores.totals == {"red": 8, "blue": 4, "green": 0}
    opened.ui.tap(form.add)
    assert handed == [form.data()]
    assert handed[0]["holdings"] == {"red": 4, "blue": 3, "green": 1}


def test_a_pharaoh_without_a_tie_is_explained_and_adds_nothing(opened: Desk) -> None:
    form, handed = sheet(opened, ("red", "blue"))
    opened.ui.tap(form.tiles["red"].plus_key)
    opened.ui.tap(form.pharaohs["red"].plus_key)
    assert inspect.texts(form).count("Nobody is tied, so Anna can't add a pharaoh.") == 1
    opened.ui.tap(form.add)
    assert handed == []


def test_three_tied_follow_the_switch(opened: Desk) -> None:
    form, _ = sheet(opened, ("red", "blue", "green"))
    opened.ui.tap(form.value_keys[6])
    for seat in form.seats:
        opened.ui.tap(form.tiles[seat].plus_key)
    assert form.scores.totals == {"red": 3, "blue": 3, "green": 3}
    opened.ui.tap(form.tie_key)
    assert form.scores.totals == {"red": 0, "blue": 0, "green": 0}


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (480, 800)])
def test_the_form_of_a_set_is_readable_with_six_players(opened: Desk, size: tuple[int, int]) -> None:
    opened.resize(*size)
    form, _ = sheet(opened, ("red", "blue", "green", "yellow", "black", "violet"))
    assert [str(problem) for problem in inspect.problems(form)] == []
