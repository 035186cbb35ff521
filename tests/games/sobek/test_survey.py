"""The survey of a box of Sobek: what is asked, what later answers hang on, and how the track is typed (spec 11)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.box import Box, parse_box, parse_practice
from companion.engine.errors import InputError
from companion.engine.survey import Question, check_answer, is_open
from companion.games.sobek import track
from companion.games.sobek.catalogue import read_catalogue
from companion.games.sobek.survey import check_box, questions, type_answer
from companion.language import Language

EN = Language("en")
GAME = Path(__file__).parents[3] / "companion" / "games" / "sobek"
BOX = parse_box((GAME / "box.toml").read_text("utf-8"))
PRACTICE = parse_practice((GAME / "practice.toml").read_text("utf-8"), BOX)


def _keys(box: Box, start: str = "") -> list[str]:
    return [question.key for question in questions(box) if question.key.startswith(start)]


def _question(box: Box, key: str) -> Question:
    return next(question for question in questions(box) if question.key == key)


def test_everything_that_is_not_known_is_asked() -> None:
    asked = set(_keys(BOX))
    assert set(BOX.unknown) <= asked


def test_every_question_says_why_and_belongs_to_a_section() -> None:
    for question in questions(BOX):
        assert EN.say(question.text).endswith("?"), question.key
        assert EN.say(question.why) and EN.say(question.section) and question.picture
        assert question.key in BOX.facts
        bounded = question.kind == "number"
        assert bounded == (1 <= question.low <= question.high)


def test_the_sections_come_one_after_the_other() -> None:
    sections = [EN.say(question.section) for question in questions(BOX)]
    assert list(dict.fromkeys(sections)) == [
        "Numbers on tokens",
        "The nine characters",
        "Event tokens",
        "The score track",
        "Cards with scarabs",
    ]
    assert sections == sorted(sections, key=list(dict.fromkeys(sections)).index)


def test_a_second_card_is_asked_for_once_it_is_known_to_be_there() -> None:
    assert "family.THI.2" not in _keys(BOX)
    assert "family.THI.2" in _keys(BOX.with_overrides({"copies.THI": 2}))


def test_a_count_that_follows_from_the_others_brings_its_second_card_along() -> None:
    ones = BOX.with_overrides({f"copies.{name}": 1 for name in ("PRI", "THI", "SCR", "VIZ")})
    assert {"family.COU.2", "family.MER.2"} <= set(_keys(ones))
    wrong = BOX.with_overrides({f"copies.{name}": 2 for name in ("PRI", "THI", "SCR")})
    assert len(_keys(wrong, "copies.")) == 6, "answers that can't be can be given again"


def test_the_track_is_open_once_its_groups_differ() -> None:
    other = BOX.with_overrides({"track.order": "other"})
    assert is_open(other, _question(other, "track"))


def test_the_whole_track_is_asked_only_where_its_groups_differ() -> None:
    assert "track" not in _keys(BOX)
    assert "track" not in _keys(BOX.with_overrides({"track.order": "same"}))
    other = BOX.with_overrides({"track.order": "other"})
    assert _question(other, "track").kind == "form"


def test_symbols_are_asked_by_their_first_space() -> None:
    assert EN.say(_question(BOX, "symbol.D").text) == "What do you call the symbol on space 4?"
    own = ["NUMBER", "D", "C", "B", "ANKH", *track.DEFAULT[5:]]
    other = BOX.with_overrides({"track.order": "other", "track": own})
    assert EN.say(_question(other, "symbol.D").text) == "What do you call the symbol on space 1?"


def test_valued_cards_lie_between_one_and_the_beige_cards() -> None:
    bounds = {q.key: (q.low, q.high) for q in questions(BOX) if q.key.startswith("valued.")}
    assert bounds == {
        "valued.IVO": (1, 5), "valued.EBO": (1, 6), "valued.MAR": (1, 6),
        "valued.CAT": (1, 7), "valued.FIS": (1, 8), "valued.WHE": (1, 8),
    }  # fmt: skip


def test_likely_values_may_be_checked_and_certain_ones_are_not_asked() -> None:
    assert _keys(BOX, "value.") == ["value.EBO", "value.MAR", "value.CAT", "value.FIS"]
    assert not is_open(BOX, _question(BOX, "value.EBO"))
    assert is_open(BOX, _question(BOX, "valued.EBO"))


def test_the_answers_of_the_practice_board_answer_the_questions() -> None:
    asked = questions(PRACTICE)
    assert {question.key for question in asked} >= set(PRACTICE.overrides)
    for question in asked:
        if question.key in PRACTICE.overrides:
            value = PRACTICE.overrides[question.key]
            assert check_answer(question, value) == value
    assert not [question.key for question in asked if PRACTICE.value(question.key) is None]


def test_a_survey_answered_one_by_one_ends_with_a_whole_box() -> None:
    box, answers = BOX, dict(PRACTICE.overrides)
    for _ in range(60):
        left = [q for q in questions(box) if is_open(box, q)]
        if not left:
            break
        box = box.with_overrides({left[0].key: check_answer(left[0], answers[left[0].key])})
        assert check_box(box) == ()
    assert read_catalogue(box) == read_catalogue(PRACTICE)
    assert box.unknown == ()


def test_the_track_is_typed_in_groups_of_letters() -> None:
    other = BOX.with_overrides({"track.order": "other"})
    question = _question(other, "track")
    words = " ".join(["ABCD"] * 19 + ["dcba"])
    typed = type_answer(question, words)
    assert typed[:95] == list(track.DEFAULT[:95]) and typed[95:] == ["NUMBER", "D", "C", "B", "ANKH"]
    assert track.groups(typed)[-1] == ("D", "C", "B", "ANKH")
    assert read_catalogue(other.with_overrides({"track": typed})).track == tuple(typed)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Type 20 groups of four letters, not 0."),
        ("ABCD " * 19, "Type 20 groups of four letters, not 19."),
        ("ABCD " * 19 + "ABC", "The group after 95 must be four letters from A to D, not “ABC”."),
        ("ABCX " + "ABCD " * 19, "The group after 0 must be four letters from A to D, not “ABCX”."),
        ("ABCA " * 20, "The track has no “D” anywhere."),
    ],
)
def test_a_track_that_is_typed_wrong_is_refused(words: str, said: str) -> None:
    question = _question(BOX.with_overrides({"track.order": "other"}), "track")
    with pytest.raises(InputError) as error:
        type_answer(question, words)
    assert said in EN.say(error.value.text)


def test_only_the_track_is_typed_as_a_form() -> None:
    with pytest.raises(InputError, match="screen"):
        type_answer(_question(BOX, "curse"), "1")


def test_answers_out_of_bounds_are_refused() -> None:
    values: list[tuple[str, Any]] = [("curse", 3), ("prosperity", 0), ("copies.THI", True), ("family.QUE.1", "AMU")]
    for key, value in [*values, ("track.order", True), ("valued.WHE", 9), ("symbol.B", " ")]:
        with pytest.raises(InputError):
            check_answer(_question(BOX, key), value)
