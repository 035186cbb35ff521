"""The survey of one's own box: which questions, in which order, and how squares and lines are typed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.box import Box
from companion.engine.errors import InputError
from companion.engine.survey import Question, check_answer, is_open, read_answer
from companion.games.nefertiti.catalogue import HALVES, HOUSE, KINDS, TYPES, read_catalogue
from companion.games.nefertiti.checking import check_catalogue
from companion.games.nefertiti.house import QUESTIONS
from companion.games.nefertiti.survey import questions, type_answer
from companion.language import Language
from tests.games.nefertiti.boxes import PRACTICE_BOX, SHIPPED, squares

EN = Language("en")


def _keys(box: Box) -> list[str]:
    return [question.key for question in questions(box)]


def _question(box: Box, key: str) -> Question:
    return next(question for question in questions(box) if question.key == key)


def _mine(values: dict[str, Any]) -> Box:
    return SHIPPED.with_overrides(values)


def test_an_unsurveyed_box_is_asked_for_squares_rules_values_characters_and_the_house() -> None:
    keys = _keys(SHIPPED)
    assert {f"half.{half}.squares" for half in HALVES} <= set(keys)
    assert {f"half.{half}.rule" for half in HALVES} <= set(keys)
    assert {f"values.{kind}" for kind in TYPES} <= set(keys)
    assert {f"copies.{kind}" for kind in KINDS} <= set(keys)
    assert {f"house.{key}" for key in HOUSE} <= set(keys)
    assert set(QUESTIONS) == set(HOUSE)
    assert "dice.count" not in keys


def test_every_question_is_about_a_fact_and_says_why() -> None:
    for box in (SHIPPED, PRACTICE_BOX):
        found = questions(box)
        assert len({question.key for question in found}) == len(found)
        for question in found:
            assert question.key in box.facts
            assert EN.say(question.text)
            assert EN.say(question.why)
            assert (question.typed is not None) is (question.kind == "form")


def test_everything_unknown_that_matters_is_asked() -> None:
    for box in (SHIPPED, _mine({"half.GIZ-L.rule": "LINE", "effect.thief": "STEAL_GIFT"})):
        open_ones = {question.key for question in questions(box) if is_open(box, question)}
        later = {"magnitude.scribe"}  # asked once it is told how many there are
        assert set(box.unknown) - later <= open_ones


def test_what_sources_are_sure_of_can_be_put_right_but_is_not_asked_for() -> None:
    assert not is_open(SHIPPED, _question(SHIPPED, "half.ABU-R.rule"))
    assert is_open(SHIPPED, _question(SHIPPED, "values.gold"))
    assert is_open(SHIPPED, _question(SHIPPED, "points.deben"))


@pytest.mark.parametrize(
    ("values", "appear"),
    [
        ({"half.GIZ-L.rule": "SUM_GE"}, ["half.GIZ-L.n"]),
        ({"half.GIZ-L.rule": "COUNT_GE"}, ["half.GIZ-L.n"]),
        ({"half.GIZ-L.rule": "CONNECTED_GE"}, ["half.GIZ-L.n"]),
        ({"half.GIZ-L.rule": "COLOURS_OR_TOTAL"}, ["half.GIZ-L.colours", "half.GIZ-L.total"]),
        ({"half.GIZ-L.rule": "LINE"}, ["half.GIZ-L.lines"]),
        ({"half.GIZ-L.rule": "FULL"}, []),
        ({"half.GIZ-L.rule": "MANUAL"}, []),
        ({"half.GIZ-L.rule": "DICE_MATCH"}, ["dice.count", "dice.counts"]),
        ({"half.GIZ-L.rule": "DICE_MATCH", "dice.count": 2}, ["dice.count", "dice.compare", "dice.counts"]),
        ({"half.GIZ-L.squares": squares(1, 2)}, ["half.GIZ-L.complete"]),
        ({"copies.scribe": 3}, ["magnitude.scribe"]),
        ({"copies.thief": 1, "effect.thief": "STEAL_GIFT"}, ["from.thief"]),
        ({"copies.treasurer": 2, "effect.treasurer": "TAKE_MONEY"}, ["from.treasurer", "magnitude.treasurer"]),
        ({"copies.merchant": 1, "effect.merchant": "SWAP_GIFT"}, []),
    ],
)
def test_dependent_questions_appear_when_they_are_needed(values: dict[str, Any], appear: list[str]) -> None:
    before, after = _keys(SHIPPED), _keys(_mine(values))
    assert [key for key in after if key not in before] == appear


def test_every_answer_of_the_practice_board_passes_its_question() -> None:
    asked = {question.key: question for question in questions(PRACTICE_BOX)}
    assert set(PRACTICE_BOX.overrides) <= set(asked)
    box = SHIPPED
    for key, value in PRACTICE_BOX.overrides.items():
        box = box.with_overrides({key: check_answer(asked[key], value)})
    check_catalogue(box)
    assert read_catalogue(box).halves == read_catalogue(PRACTICE_BOX).halves


def test_a_row_of_values_is_typed_as_four_numbers() -> None:
    question = _question(SHIPPED, "values.gold")
    assert read_answer(question, "14 9 7 7") == [14, 9, 7, 7]
    with pytest.raises(InputError):
        read_answer(question, "14 9 7")
    with pytest.raises(InputError):
        read_answer(question, "31 9 7 7")


def test_squares_are_typed_with_signs_and_neighbours() -> None:
    question = _question(SHIPPED, "half.GIZ-L.squares")
    typed = type_answer(SHIPPED, question, "3 5c 7+ 12x: 1-2 2-3 s3-s4 2-1")
    assert typed == [
        {"id": "s1", "bid": 3, "icons": [], "adj": ["s2"]},
        {"id": "s2", "bid": 5, "icons": ["COIN"], "adj": ["s1", "s3"]},
        {"id": "s3", "bid": 7, "icons": ["PLUS_GIFT"], "adj": ["s2", "s4"]},
        {"id": "s4", "bid": 12, "icons": ["ONE_GIFT"], "adj": ["s3"]},
    ]
    squares_of_half = read_catalogue(_mine({question.key: typed})).halves["GIZ-L"].squares
    assert [(square.bid, square.adj) for square in squares_of_half] == [
        (3, ("s2",)), (5, ("s1", "s3")), (7, ("s2", "s4")), (12, ("s3",)),
    ]  # fmt: skip
    assert type_answer(SHIPPED, question, "0,1C+")[1]["icons"] == ["COIN", "PLUS_GIFT"]


def test_lines_are_typed_by_the_places_of_their_squares() -> None:
    box = _mine({"half.GIZ-L.squares": squares(4, 5, 6, 7), "half.GIZ-L.rule": "LINE"})
    question = _question(box, "half.GIZ-L.lines")
    assert type_answer(box, question, "1-2-3 s2-s3-s4") == [["s1", "s2", "s3"], ["s2", "s3", "s4"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Type 1 to 20 squares, not 0"),
        (": 1-2", "Type 1 to 20 squares, not 0"),
        ("1 " * 21, "not 21"),
        ("3 five", "“five” is no square"),
        ("13", "“13” is no square"),
        ("3z", "“3z” is no square"),
        ("-1", "“-1” is no square"),
        ("3 4: 1-3", "there are squares 1 to 2, not 3"),
        ("3 4: 0-1", "there are squares 1 to 2, not 0"),
        ("3 4: 1-1", "names one square twice"),
        ("3 4: 1", "“1” is no pair"),
        ("3 4: 1-2-1", "is no pair"),
    ],
)
def test_squares_that_cannot_be_read_are_refused_by_the_word(words: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        type_answer(SHIPPED, _question(SHIPPED, "half.GIZ-L.squares"), words)
    assert said in EN.say(error.value.text)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "at least one line"),
        ("1", "“1” is no line"),
        ("1-5", "there are squares 1 to 4, not 5"),
        ("1-2-1", "names one square twice"),
        ("a-b", "is no line"),
    ],
)
def test_lines_that_cannot_be_read_are_refused_by_the_word(words: str, said: str) -> None:
    box = _mine({"half.GIZ-L.squares": squares(4, 5, 6, 7), "half.GIZ-L.rule": "LINE"})
    with pytest.raises(InputError) as error:
        type_answer(box, _question(box, "half.GIZ-L.lines"), words)
    assert said in EN.say(error.value.text)


def test_lines_need_squares_first() -> None:
    box = _mine({"half.GIZ-L.rule": "LINE"})
    with pytest.raises(InputError, match="first which squares"):
        type_answer(box, _question(box, "half.GIZ-L.lines"), "1-2")
