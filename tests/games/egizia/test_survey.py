"""The survey: its order, what depends on what, and the forms as they are typed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.engine.survey import Question
from companion.games.egizia import GAME
from companion.games.egizia.survey import SPHINX_PART
from companion.language import Language
from tests.games.egizia.fixture import F20, FIXTURE, box

EN = Language("en")


def asked(**facts: Any) -> dict[str, Question]:
    """The questions by fact for the shipped box with these values ("__" for a point)."""
    known = GAME.box.with_overrides({key.replace("__", "."): value for key, value in facts.items()})
    return {question.key: question for question in GAME.survey(known)}


def typed(key: str, words: str) -> Any:
    """A form as typed."""
    return GAME.type_answer(GAME.box, asked()[key], words)


def test_the_survey_goes_along_the_board() -> None:
    sections = list(dict.fromkeys(EN.say(question.section) for question in GAME.survey(GAME.box)))
    assert sections == [
        "The river", "Crews", "Markets", "Obelisk", "Pyramid", "Temple", "Strengths",
        "Nile cards and tiles (if you like)", "Sphinx cards (if you like)",
    ]  # fmt: skip


def test_the_rows_of_the_grain_market_are_asked_once_they_are_counted() -> None:
    assert "grain.rows" not in asked()
    assert [EN.say(part) for part in asked(grain__count=4)["grain.rows"].parts] == ["Row 1", "Row 2", "Row 3", "Row 4"]


def test_nothing_is_asked_of_a_sphinx_card_there_is_none_of() -> None:
    assert {"points.own:temple:4", "lastrow.grain", "own_each.graves"} <= set(asked())
    none = {f"sphinx__{card}": 0 for card in ("own:temple:4", "lastrow_count:grain", "own_each:2")}
    assert not {"points.own:temple:4", "lastrow.grain", "own_each.graves"} & set(asked(**none))
    assert "points.most:yellow" not in asked()


def test_what_is_not_needed_comes_last() -> None:
    assert {EN.say(question.section) for question in GAME.survey(GAME.box)[-10:]} == {EN.say(SPHINX_PART)}


def test_the_monuments_and_the_river_are_typed() -> None:
    assert typed("river.order", " ".join(F20).lower()) == F20
    assert typed("obelisk", "1/2/3/4/5/6/7/8/9") == FIXTURE["obelisk"]
    assert typed("pyramid", "1 1 1 1 / 2 2 2 / 3, 3 / 4") == FIXTURE["pyramid"]
    assert typed("temple", "1 2 / 1 2 / 3 / 3 / 4 5") == FIXTURE["temple"]
    assert typed("graves.tiles", "4 " * 20) == [4] * 20
    assert typed("nile.5", "quarry:3x2 Upstream crew_pair:j+c1 points_per_stone:temple+graves stones×2 stones") == {
        "quarry:3": 2, "upstream": 1, "crew_pair:c1+j": 1, "points_per_stone:graves+temple": 1, "stones": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("river.order", "N1 NILE"),
        ("obelisk", "1 / / 2"),
        ("obelisk", "1 13"),
        ("pyramid", "a b"),
        ("pyramid", ""),
        ("temple", "1 2 / 1 2 / 3"),
        ("graves.tiles", "4 4 4"),
        ("nile.5", ""),
        ("nile.5", "quarry"),
        ("nile.5", "quarry:3x13"),
        ("nile.5", "quarry:³"),
        ("nile.5", "points_per_stone:temple+temple"),
    ],
)
def test_what_can_not_be_read_is_refused(key: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        typed(key, words)
    assert EN.say(error.value.text)


def test_a_surveyed_board_asks_for_nothing_that_is_known() -> None:
    assert [fault.code for fault in GAME.check_box(box())] == []
