"""The scoring form of one set: the example, and every kind of bad input."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.games.tutankhamen import GAME
from companion.language import Language

EN = Language("en")
SHEET = GAME.sheets["tutankhamen"]
GOOD: dict[str, Any] = {
    "ruleset": "SEED",
    "value": 8,
    "holdings": {"A": 5, "B": 2, "C": 1},
    "pharaohs": {},
    "mask": None,
}


def test_the_example_pays_8_4_0() -> None:
    assert SHEET.score(GOOD).totals == {"A": 8, "B": 4, "C": 0}
    assert SHEET.score(SHEET.example).totals == {"A": 8, "B": 4, "C": 0}


def test_only_value_and_holdings_are_needed() -> None:
    assert SHEET.score({"value": 8, "holdings": {"Anna": 4, "Béla": 4}}).totals == {"Anna": 4, "Béla": 4}


def test_the_mask_is_added_to_the_holdings() -> None:
    assert SHEET.score(GOOD | {"mask": "C"}).totals == {"A": 8, "B": 0, "C": 0}


def test_removed_tiles_may_be_given() -> None:
    assert SHEET.score({"value": 6, "holdings": {"A": 1, "B": 0}, "removed": 5}).totals == {"A": 6, "B": 0}


def test_switches_may_be_given() -> None:
    tied = {"value": 6, "holdings": {"A": 2, "B": 2, "C": 2}}
    assert SHEET.score(tied | {"options": {"tie_first_3plus": "zero"}}).totals == {"A": 0, "B": 0, "C": 0}


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ([], "one JSON object"),
        (None, "one JSON object"),
        ({}, "“value” is missing"),
        ({"value": 8}, "“holdings” is missing"),
        (GOOD | {"valeu": 8}, "There is no field “valeu”"),
        (GOOD | {"value": "8"}, "“value” must be a whole number"),
        (GOOD | {"value": True}, "“value” must be a whole number"),
        (GOOD | {"value": 0}, "“value” must be a whole number"),
        (GOOD | {"value": 10**40}, "“value” must be a whole number"),
        (GOOD | {"value": 8.5}, "“value” must be a whole number"),
        (GOOD | {"holdings": [5, 2]}, "“holdings” must name seats"),
        (GOOD | {"holdings": {}}, "needs 1 to 6 seats"),
        (GOOD | {"holdings": dict.fromkeys("ABCDEFG", 0)}, "needs 1 to 6 seats"),
        (GOOD | {"holdings": {"": 1}}, "has no name"),
        (GOOD | {"holdings": {"A" * 41: 1}}, "has no name"),
        (GOOD | {"holdings": {"A": -1}}, "A in “holdings” needs a whole number"),
        (GOOD | {"holdings": {"A": 9}}, "A in “holdings” needs a whole number"),
        (GOOD | {"holdings": {"A": None}}, "A in “holdings” needs a whole number"),
        (GOOD | {"holdings": {"A": 5, "B": 4}}, "The players hold 9 tiles"),
        (GOOD | {"removed": 3}, "Held 8 and removed 3 do not make 8"),
        (GOOD | {"removed": "none"}, "“removed” must be a whole number"),
        (GOOD | {"mask": "D"}, "“mask” names “D”"),
        (GOOD | {"mask": ["A"]}, "“mask” names"),
        (GOOD | {"pharaohs": {"D": 1}}, "“pharaohs” names “D”"),
        (GOOD | {"pharaohs": [1]}, "“pharaohs” must name seats"),
        (GOOD | {"pharaohs": {"A": "one"}}, "A in “pharaohs” needs a whole number"),
        (GOOD | {"pharaohs": {"A": 99}}, "A in “pharaohs” needs a whole number"),
        (GOOD | {"pharaohs": {"A": 1}}, "Nobody is tied"),
        ({"value": 8, "holdings": {"A": 3, "B": 2, "C": 0}, "pharaohs": {"C": 1}}, "C has no tile of this kind"),
        ({"value": 8, "holdings": {"A": 4, "B": 3, "C": 1}, "pharaohs": {"B": 1}}, "Nobody is tied"),
        ({"value": 8, "holdings": {"A": 3, "B": 3, "C": 2}, "pharaohs": {"C": 1}}, "Only A, B are tied"),
        (GOOD | {"ruleset": "RHINO"}, "RHINO"),
        (GOOD | {"ruleset": ["SEED"]}, "ruleset"),
        (GOOD | {"options": 5}, "“options” must name switches"),
        (GOOD | {"options": {"haste": True}}, "haste"),
        (GOOD | {"options": {"tie_first_3plus": "third"}}, "third"),
    ],
)
def test_bad_input_is_refused_with_its_field_and_the_remedy(sheet: Any, said: str) -> None:
    with pytest.raises(InputError) as error:
        SHEET.score(sheet)
    assert said in EN.say(error.value.text)


def test_pharaohs_of_the_mask_alone_are_allowed() -> None:
    sheet = {"value": 1, "holdings": {"A": 1, "B": 0}, "mask": "B", "pharaohs": {"B": 1}}
    assert SHEET.score(sheet).totals == {"A": 0, "B": 1}
