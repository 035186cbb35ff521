"""The survey of a box by touch: one question a screen, every answer kept at once, nothing asked twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.games import all_games
from companion.ui.boards import board_for
from companion.ui.draft import Draft
from companion.ui.survey.parts import PartsForm
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.toy import shaft_installed
from tests.kit.ui import UI


@pytest.fixture
def survey(ui: UI, tmp_path: Path) -> Iterator[Desk]:
    with shaft_installed() as game, desk(ui, tmp_path) as opened:
        opened.context.go("box", game=game)
        ui.frames(3)
        opened.tap("Go through the box")
        assert opened.screen.name == "survey"
        yield opened


def own(survey: Desk) -> dict[str, Any]:
    """The owner's values as they are stored."""
    return dict(config.load(survey.app.data).settings.boxes.get("shaft", {}))


def asked(survey: Desk) -> str:
    return str(survey.screen.headline.sentence)


def read(survey: Desk) -> str:
    """All words on the screen as one text."""
    return " ".join(survey.texts())


def key(survey: Desk, words: str) -> None:
    """Tap the answer that says this."""
    survey.touch(next(one for one in survey.screen.form.keys if one.text == words))


def test_a_number_is_answered_by_its_key_and_stored_at_once(survey: Desk) -> None:
    assert asked(survey) == "How deep is the shaft?"
    assert "Why I ask: Without it Cartouche can't tell who dug too deep" in read(survey)
    key(survey, "5")
    assert own(survey) == {"depth": 5}
    assert asked(survey) == "Which stone is it?"
    assert survey.shows("1 of 6")


def test_a_question_that_depends_on_an_answer_appears_with_it(survey: Desk) -> None:
    assert survey.shows("0 of 5")
    key(survey, "5")
    key(survey, "limestone")
    assert asked(survey) == "What are the layers?"


def test_a_list_is_filled_part_by_part_and_kept_when_the_survey_stops(survey: Desk, ui: UI) -> None:
    key(survey, "5")
    key(survey, "limestone")
    form = survey.screen.form
    assert isinstance(form, PartsForm)
    survey.touch(form.keys["lime"])
    survey.touch(form.keys["hard"])
    assert survey.shows("2 of 3 given.")
    assert survey.screen.confirm.kind == "off"
    assert "layers" not in own(survey)
    survey.touch(survey.screen.headline.menu_corner)
    survey.tap("Stop for now")
    assert survey.screen.name == "box"
    ui.wait(0.3)
    survey.tap("Go through the box")
    assert asked(survey) == "What are the layers?"
    assert survey.screen.form.row == ["lime", "hard", None]
    survey.touch(survey.screen.form.keys["lime"])
    survey.tap("That is right")
    assert own(survey)["layers"] == ["lime", "hard", "lime"]
    assert config.load(survey.app.data).settings.halfway == {"shaft": {}}


def test_a_cell_of_a_list_is_tapped_to_be_changed(survey: Desk) -> None:
    key(survey, "5")
    key(survey, "limestone")
    form = survey.screen.form
    for _ in range(3):
        survey.touch(form.keys["lime"])
    survey.touch(form.cells[1])
    survey.touch(form.keys["hard"])
    assert form.row == ["lime", "hard", "lime"]


def test_one_part_of_a_list_may_stay_unknown(survey: Desk) -> None:
    key(survey, "5")
    key(survey, "limestone")
    form = survey.screen.form
    for value in ("lime", "unknown", "hard"):
        survey.touch(form.keys[value])
    survey.tap("That is right")
    assert own(survey)["layers"] == ["lime", "unknown", "hard"]


def test_i_dont_know_keeps_it_unknown_and_goes_on(survey: Desk) -> None:
    survey.tap("I don't know")
    assert own(survey) == {}
    assert asked(survey) == "Which stone is it?"


def test_i_dont_know_takes_an_earlier_answer_back(survey: Desk) -> None:
    key(survey, "5")
    survey.tap("Back")
    assert asked(survey) == "How deep is the shaft?"
    assert [one.text for one in survey.screen.form.keys if one.given] == ["5"]
    survey.tap("I don't know")
    assert own(survey) == {}


def test_it_is_taken_up_again_at_the_first_open_question(survey: Desk, ui: UI) -> None:
    key(survey, "5")
    survey.touch(survey.screen.headline.menu_corner)
    survey.tap("Stop for now")
    ui.wait(0.3)
    survey.tap("Go through the box")
    assert asked(survey) == "Which stone is it?"


def test_an_unusual_answer_is_explained_and_kept_once_confirmed(survey: Desk) -> None:
    key(survey, "8")
    assert "A shaft of 8 is very deep." in read(survey)
    assert own(survey) == {}
    survey.tap("Yes, it is printed like this")
    assert own(survey) == {"depth": 8}


def test_an_unusual_answer_can_be_chosen_again(survey: Desk) -> None:
    key(survey, "8")
    survey.tap("Choose again")
    key(survey, "4")
    assert own(survey) == {"depth": 4}


def test_an_answer_that_cant_be_is_refused_with_the_reason_and_the_way_out(survey: Desk) -> None:
    survey.tap("Skip")
    key(survey, "granite")
    survey.screen.course.at = "depth"
    survey.screen.relayout()
    survey.ui.frames(3)
    key(survey, "9")
    assert "A shaft through granite is at most 8 deep." in read(survey)
    assert own(survey) == {"stone": "hard"}
    survey.tap("Keep it, ask again: Kind of stone")
    assert own(survey) == {"depth": 9}
    assert asked(survey) == "Which stone is it?"


def test_words_are_typed_on_our_keyboard(survey: Desk) -> None:
    survey.tap("Skip")
    survey.tap("Skip")
    assert asked(survey) == "What is the shaft called?"
    for letter in "ab":
        survey.touch(survey.screen.form.key(letter))
    survey.touch(survey.screen.form.key("ok"))
    assert own(survey) == {"name": "Ab"}


def test_a_form_without_a_drawing_is_typed(survey: Desk) -> None:
    for _ in range(3):
        survey.tap("Skip")
    assert asked(survey) == "What is the plan?"
    keyboard = survey.screen.form
    survey.touch(keyboard.key("1"))
    survey.touch(keyboard.key("ok"))
    assert survey.shows("Give two numbers, like 1 2.")
    keyboard = survey.screen.form
    survey.touch(keyboard.key("space"))
    survey.touch(keyboard.key("2"))
    survey.touch(keyboard.key("ok"))
    assert own(survey) == {"plan": [1, 2]}


def test_a_large_number_is_typed_digit_by_digit(survey: Desk) -> None:
    for _ in range(4):
        survey.tap("Skip")
    assert asked(survey) == "How many ropes are there?"
    keys = survey.screen.form.keys
    for digit in "61":
        survey.touch(keys[digit])
    assert keys["ok"].kind == "off"
    survey.touch(keys["back"])
    survey.touch(keys["0"])
    survey.touch(keys["ok"])
    assert own(survey) == {"ropes": 60}


def test_the_end_lists_what_is_open_and_leads_there(survey: Desk, ui: UI) -> None:
    for _ in range(5):
        survey.tap("Skip")
    assert asked(survey) == "What is still open?"
    assert survey.shows("5 questions are open.")
    ui.wait(0.3)
    survey.touch(survey.screen.rows["stone"])
    assert asked(survey) == "Which stone is it?"


def test_the_menu_shows_what_is_open_and_leads_back(survey: Desk, ui: UI) -> None:
    key(survey, "5")
    survey.touch(survey.screen.headline.menu_corner)
    assert asked(survey) == "What is still open?"
    assert "depth" not in survey.screen.rows
    ui.wait(0.3)
    survey.tap("Back")
    assert asked(survey) == "Which stone is it?"


def test_a_row_of_the_box_leads_to_its_question_and_back(survey: Desk, ui: UI) -> None:
    survey.touch(survey.screen.headline.menu_corner)
    survey.tap("Stop for now")
    ui.wait(0.3)
    survey.touch(survey.screen.rows["stone"])
    assert asked(survey) == "Which stone is it?"
    key(survey, "granite")
    assert survey.screen.name == "box"
    assert survey.shows("Kind of stone: granite")
    assert survey.shows("Without it Cartouche can't tell who dug too deep")


# files


def answered(survey: Desk) -> Any:
    """The Box screen of an owner who knows depth and stone."""
    key(survey, "5")
    key(survey, "limestone")
    survey.touch(survey.screen.headline.menu_corner)
    survey.tap("Stop for now")
    survey.ui.wait(0.3)
    return survey.screen


def test_the_values_are_written_to_a_file_that_another_device_reads(survey: Desk, tmp_path: Path) -> None:
    answered(survey)
    survey.tap("To a file")
    survey.touch(survey.screen.rows[tmp_path / "boxes"])
    written = tmp_path / "boxes" / "shaft-box.json"
    assert f"Written:{written}" in "".join("".join(survey.texts()).split()), "the whole path, on one line or two"
    assert json.loads(written.read_text("utf-8")) == {
        "owner_values": 1, "game": "shaft", "edition": "Test 1", "values": {"depth": 5, "stone": "lime"},
    }  # fmt: skip


def file_with(survey: Desk, **values: Any) -> Path:
    """A file that another owner wrote."""
    folder = survey.app.data / "boxes"
    folder.mkdir(exist_ok=True)
    path: Path = folder / "from-anna.json"
    data = {"owner_values": 1, "game": "shaft", "edition": "Test 1", "values": values}
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_a_file_shows_what_would_change_before_it_is_taken_over(survey: Desk) -> None:
    answered(survey)
    path = file_with(survey, depth=6, stone="lime", layers=["lime", "lime", "hard"])
    survey.tap("From a file")
    survey.touch(survey.screen.rows[path])
    assert survey.screen.name == "box_changes"
    assert survey.shows("2 values would be other ones.")
    assert survey.shows("So far: 5. Then: 6")
    assert own(survey) == {"depth": 5, "stone": "lime"}
    survey.tap("Take it over")
    assert own(survey) == {"depth": 6, "stone": "lime", "layers": ["lime", "lime", "hard"]}
    assert survey.screen.name == "box"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"depth": 99}, "“depth” must be a whole number from 3 to 9"),
        ({"stone": "chalk"}, "“stone”: “chalk” is not among"),
        ({"depth": 9, "stone": "hard"}, "A shaft through granite is at most 8 deep."),
        ({"gold": 1}, "The box has no value “gold”."),
    ],
)
def test_a_file_that_cant_be_is_refused_whole(survey: Desk, values: dict[str, Any], reason: str) -> None:
    answered(survey)
    path = file_with(survey, **values)
    survey.tap("From a file")
    survey.touch(survey.screen.rows[path])
    assert survey.screen.name == "trouble"
    assert reason in read(survey)
    assert own(survey) == {"depth": 5, "stone": "lime"}


def test_a_file_of_another_game_is_not_offered(survey: Desk) -> None:
    answered(survey)
    path = file_with(survey, depth=6)
    path.write_text(path.read_text("utf-8").replace('"shaft"', '"quarry"'), "utf-8")
    survey.tap("From a file")
    assert survey.screen.rows == {}
    assert survey.shows("There is no such file")


SIZES = [(800, 480), (1280, 720), (720, 1280), (480, 800)]


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_question_fits_every_size(survey: Desk, size: tuple[int, int], language: str) -> None:
    survey.context.change(language=language)
    survey.resize(*size)
    screen = survey.screen
    screen.answer(8)
    survey.ui.frames(3)
    assert [str(problem) for problem in inspect.problems()] == []
    survey.touch(screen.sure)
    while screen.course.question is not None:
        assert [str(problem) for problem in inspect.problems()] == []
        survey.touch(screen.skip)
    assert [str(problem) for problem in inspect.problems()] == []
    survey.touch(screen.finish)
    assert survey.screen.name == "box"
    assert [str(problem) for problem in inspect.problems()] == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_files_and_changes_fit_every_size(survey: Desk, size: tuple[int, int]) -> None:
    answered(survey)
    path = file_with(survey, depth=8, layers=["lime", "lime", "hard"])
    survey.resize(*size)
    for tapped in (survey.screen.to_file, None):
        if tapped is None:
            survey.touch(survey.screen.from_file)
        else:
            survey.touch(tapped)
            survey.touch(next(iter(survey.screen.rows.values())))
        assert [str(problem) for problem in inspect.problems()] == []
        if tapped is not None:
            survey.context.back()
            survey.ui.frames(3)
    survey.touch(survey.screen.rows[path])
    assert [str(problem) for problem in inspect.problems()] == []


def test_setup_offers_the_survey_and_plays_by_what_was_answered(survey: Desk, ui: UI) -> None:
    game = survey.screen.game
    draft = Draft.fresh(game)
    survey.context.home()
    survey.context.go("setup", draft=draft, seats=draft.seats({}))
    ui.frames(3)
    assert survey.shows("4 facts of this box are not known")
    survey.touch(survey.screen.open_row)
    assert "Without it Cartouche can't tell who dug too deep" in read(survey)
    survey.tap("Go through the box")
    key(survey, "5")
    survey.touch(survey.screen.headline.menu_corner)
    survey.tap("Stop for now")
    survey.context.back()
    ui.frames(3)
    assert survey.shows("3 facts of this box are not known")
    survey.touch(survey.screen.play)
    assert survey.context.session.header.box == {"depth": 5}
    assert survey.context.session.state.depth == 5


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_question_of_every_game_has_a_drawn_hint(ui: UI, tmp_path: Path, game: Any) -> None:
    with desk(ui, tmp_path) as table:
        hints = {}
        for box in (game.box, *([game.practice] if game.practice is not None else [])):
            for question in game.survey(box):
                hint = board_for(game.id).survey_hint(table.context, question)
                if hint is None and question.kind == "form":
                    continue  # Its form is the drawing.
                assert hint is not None, question.key
                hints[question.section.message, getattr(hint, "about", question.key[:6])] = hint
        for hint in hints.values():
            hint.size = (160, 130)
            ui.show(hint)
