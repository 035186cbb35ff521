"""The box survey's forms of Nefertiti: the squares of a half drawn by taps, its neighbours, and the lines over them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.nefertiti import GAME
from companion.games.nefertiti.catalogue import read_catalogue
from companion.games.nefertiti.components import Half
from companion.language import Language
from companion.ui.boards.nefertiti_drawing import HalfDrawing, LinesDrawing
from companion.ui.layout import place
from companion.ui.survey.course import Course
from tests.kit import inspect
from tests.kit.ui import UI

EMPTY = Half("GIZ-L", "GIZ", (), False, None)


class Words:
    """What a form needs of the app: a frame and words."""

    def __init__(self, ui: UI, code: str = "en") -> None:
        self.frame = ui.resize(*ui.window.size)
        self.say = Language(code).say


def show(ui: UI, make: Callable[[Any], Any], size: tuple[int, int] = (800, 480), code: str = "en") -> Any:
    ui.resize(*size)
    form = make(Words(ui, code))
    frame = form.frame
    place(form, frame.rect(0, 108, frame.w, frame.h - 108 - 72))
    ui.show(form)
    return form


def tap_cell(ui: UI, form: Any, cell: tuple[int, int]) -> None:
    area = form.field.area(cell)
    ui.tap(form.field.inner(*area))
    ui.frames(2)


def test_squares_are_placed_and_numbered_by_two_taps_each(ui: UI) -> None:
    from companion.ui.boards.nefertiti_survey import SquaresForm

    told: list[Any] = []
    form = show(ui, lambda words: SquaresForm(words, EMPTY, told.append))
    for cell, number in (((1, 0), 7), ((2, 0), 12), ((1, 2), 0)):
        tap_cell(ui, form, cell)
        ui.tap(form.keys[number])
        ui.frames(2)
    ui.tap(form.signs["COIN"])
    ui.frames(2)
    ui.tap(inspect.find(None, "Ready: 3 squares"))
    assert told == [
        [
            {"id": "s1", "bid": 7, "icons": [], "adj": ["s2"], "at": [1, 0]},
            {"id": "s2", "bid": 12, "icons": [], "adj": ["s1"], "at": [2, 0]},
            {"id": "s3", "bid": 0, "icons": ["COIN"], "adj": [], "at": [1, 2]},
        ]
    ]


def test_what_was_drawn_can_be_kept_by_the_box(ui: UI) -> None:
    from companion.ui.boards.nefertiti_survey import SquaresForm

    told: list[Any] = []
    form = show(ui, lambda words: SquaresForm(words, EMPTY, told.append))
    tap_cell(ui, form, (0, 0))
    ui.tap(form.keys[4])
    ui.frames(2)
    ui.tap(form.ready)
    box = GAME.box.with_overrides({"half.GIZ-L.squares": told[0]})
    assert [square.bid for square in read_catalogue(box).halves["GIZ-L"].squares] == [4]


def test_a_square_without_a_number_holds_the_form_open(ui: UI) -> None:
    from companion.ui.boards.nefertiti_survey import SquaresForm

    form = show(ui, lambda words: SquaresForm(words, EMPTY, lambda _: None))
    tap_cell(ui, form, (0, 0))
    assert form.ready.kind == "off"
    assert "Its number and signs?" in inspect.texts()
    ui.tap(form.remove)
    ui.frames(2)
    assert not form.drawing.squares


def test_neighbours_are_suggested_by_sides_and_changed_by_tapping_two_squares(ui: UI) -> None:
    from companion.ui.boards.nefertiti_survey import SquaresForm

    form = show(ui, lambda words: SquaresForm(words, EMPTY, lambda _: None))
    for n, cell in enumerate(((0, 0), (1, 0), (3, 3))):
        tap_cell(ui, form, cell)
        ui.tap(form.keys[n])
    ui.tap(form.join)
    ui.frames(2)
    for cell in ((0, 0), (1, 0), (1, 0), (3, 3)):
        tap_cell(ui, form, cell)
    beside = {square["id"]: square["adj"] for square in form.drawing.answer()}
    assert beside == {"s1": [], "s2": ["s3"], "s3": ["s2"]}


def test_known_squares_come_back_as_they_were() -> None:
    assert GAME.practice is not None
    for half in read_catalogue(GAME.practice).halves.values():
        again = {square["id"]: square for square in HalfDrawing.of(half.squares).answer()}
        for square in half.squares:
            assert again[square.id]["bid"] == square.bid
            assert set(again[square.id]["adj"]) == set(square.adj), (half.id, square.id)
            assert again[square.id]["icons"] == [icon for icon in again[square.id]["icons"] if icon in square.icons]


def test_what_was_drawn_goes_on_when_the_picture_turns_but_not_to_another_half(ui: UI) -> None:
    from companion.ui.boards.nefertiti_survey import SquaresForm

    form = show(ui, lambda words: SquaresForm(words, EMPTY, lambda _: None))
    tap_cell(ui, form, (2, 1))
    turned = show(ui, lambda words: SquaresForm(words, EMPTY, lambda _: None), (480, 800))
    turned.keep(form.kept())
    assert list(turned.drawing.squares) == [(2, 1)]
    other = show(ui, lambda words: SquaresForm(words, Half("GIZ-R", "GIZ", (), False, None), lambda _: None))
    other.keep(form.kept())
    assert not other.drawing.squares


def test_taking_a_square_away_forgets_its_neighbours() -> None:
    drawing = HalfDrawing()
    for cell in ((0, 0), (1, 0)):
        drawing.tap(cell)
        drawing.number(3)
    drawing.join(True)
    drawing.tap((0, 0))
    drawing.tap((1, 0))
    assert drawing.turned
    drawing.join(False)
    drawing.tap((0, 0))
    drawing.remove()
    assert not drawing.turned
    drawing.tap((2, 0))
    assert drawing.squares[(2, 0)].id == "s1", "a name that is free again"
    assert len(drawing.links()) == 1


def test_lines_are_tapped_square_by_square() -> None:
    drawing = LinesDrawing({"s1": (0, 0), "s2": (1, 0), "s3": (2, 0)})
    for square in ("s1", "s2", "s3", "s3"):
        drawing.tap(square)
    assert drawing.open == ["s1", "s2"], "the last one again takes it away"
    drawing.add()
    drawing.tap("s2")
    drawing.tap("s1")
    drawing.add()
    assert drawing.lines == [["s1", "s2"]], "the same line the other way round is the same"
    drawing.undo()
    assert not drawing.lines


def test_the_lines_form_gives_the_lines(ui: UI) -> None:
    from companion.ui.boards.nefertiti_survey import LinesForm

    assert GAME.practice is not None
    halves = read_catalogue(GAME.practice).halves.values()
    half = next(half for half in halves if half.rule is not None and half.rule.kind == "LINE")
    told: list[Any] = []
    form = show(ui, lambda words: LinesForm(words, half, told.append))
    first, second = list(form.drawing.cells.values())[:2]
    before = len(form.drawing.lines)
    tap_cell(ui, form, first)
    tap_cell(ui, form, second)
    ui.tap(form.add)
    ui.frames(2)
    ui.tap(form.ready)
    assert len(told[0]) == before + 1
    assert set(told[0][-1]) <= {square.id for square in half.squares}


@pytest.mark.parametrize("code", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)])
def test_the_forms_are_readable_at_every_size(ui: UI, size: tuple[int, int], code: str) -> None:
    from companion.ui.boards.nefertiti_survey import LinesForm, SquaresForm

    assert GAME.practice is not None
    halves = list(read_catalogue(GAME.practice).halves.values())
    full = max(halves, key=lambda half: len(half.squares))
    lined = next(half for half in halves if half.rule is not None and half.rule.kind == "LINE")
    for make in (
        lambda words: SquaresForm(words, full, lambda _: None),
        lambda words: LinesForm(words, lined, lambda _: None),
    ):
        show(ui, make, size, code)
        assert [str(problem) for problem in inspect.problems()] == []
        ui.clear()
    ui.resize(800, 480)


@pytest.mark.parametrize("picture", ["half:ABU-R", "type:senet", "character:royal_servant", "dice"])
def test_every_question_has_a_drawn_hint(ui: UI, picture: str) -> None:
    from companion.ui.boards.nefertiti_hints import hint

    shown = hint(Words(ui), (picture,))
    assert shown is not None
    place(shown, shown.frame.rect(8, 72, 240, 190))
    ui.show(shown)
    assert [str(problem) for problem in inspect.problems()] == []


def test_every_question_of_the_survey_that_shows_something_is_drawn(ui: UI) -> None:
    from companion.ui.boards.nefertiti_hints import hint

    words = Words(ui)
    questions = [question for question in GAME.survey(GAME.box) if question.picture]
    assert len(questions) > 20
    assert all(hint(words, question.picture) is not None for question in questions)


def test_an_answer_that_leaves_another_one_impossible_names_it() -> None:
    box = GAME.box.with_overrides({"copies.scribe": 3, "magnitude.scribe": [3, 2, 2]})
    course = Course(GAME, box)
    question = next(one for one in course.questions if one.key == "copies.scribe")
    assert course.attempt(question, 3).fault is None
    tried = course.attempt(question, 2)
    assert tried.fault is not None
    assert tried.clash == "magnitude.scribe"
