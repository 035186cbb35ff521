"""The form of the final scoring: the example, and every kind of bad input."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.games.nefertiti.sheet import FinalSheet
from companion.language import Language
from tests.games.nefertiti.boxes import PRACTICE_BOX, SHIPPED

EN = Language("en")
SHEET = FinalSheet(SHIPPED)
GOOD: dict[str, Any] = {
    "players": {
        "red": {"prestige": 34, "gifts": {"gold": 3}, "seals": 2, "deben": 4},
        "blue": {"prestige": 51},
        "green": {},
    }
}


def _red(**fields: Any) -> dict[str, Any]:
    return {"players": GOOD["players"] | {"red": fields}}


def test_prestige_gifts_and_seals_are_added() -> None:
    scores = SHEET.score(GOOD)
    assert scores.totals == {"red": 34 + 42 + 6, "blue": 51, "green": 0}
    assert scores.more == {"winners": ["red"], "unlikely": ["green"]}
    assert (scores.needs, scores.open) == ((), ())


def test_the_winners_and_odd_totals_are_said_in_words() -> None:
    assert [EN.say(note) for note in SHEET.score(GOOD).notes] == [
        "Red wins.",
        "Count again: Green. A final total is rarely below 40 or above 220.",
    ]
    level = {"players": {who: {"prestige": 120, "deben": 3} for who in ("red", "blue", "green")}}
    assert [EN.say(note) for note in SHEET.score(level).notes] == ["Red, Blue, Green share the victory."]
    assert SHEET.score(_red(gifts={"necklace": 2})).notes == ()


def test_the_example_is_scored() -> None:
    assert SHEET.score(SHEET.example).totals == {"red": 61, "blue": 58, "green": 50}


def test_an_unknown_value_is_named_and_nobody_has_won_yet() -> None:
    scores = SHEET.score(_red(gifts={"necklace": 2}))
    assert [EN.say(need) for need in scores.needs] == ["Value of necklace with 1 owner"]
    assert scores.open == ("red",)
    assert scores.more == {"winners": None}


def test_the_sheet_may_bring_the_values_along() -> None:
    sheet = _red(gifts={"gold": 1}) | {"values": {"gold": [14, 9, 7, 7]}}
    sheet["players"]["blue"] = {"gifts": {"gold": 1}}
    assert SHEET.score(sheet).totals == {"red": 9, "blue": 9, "green": 0}
    partly = sheet | {"values": {"gold": [14, None, 7, 7]}}
    assert SHEET.score(partly).open == ("red", "blue")


def test_the_values_of_a_box_are_used() -> None:
    assert SHEET.score(_red(gifts={"senet": 1, "senet2": 1}), PRACTICE_BOX).totals["red"] == 3 * 6
    as_one = _red(gifts={"senet": 1, "senet2": 1}) | {"senet_double": 1}
    assert SHEET.score(as_one, PRACTICE_BOX).totals["red"] == 2 * 6


def test_players_may_have_any_names_and_four_may_play() -> None:
    sheet = {"players": {"Anna": {"deben": 40}, "Béla": {}, "Жан": {}, "D": {}}}
    assert list(SHEET.score(sheet).totals) == ["Anna", "Béla", "Жан", "D"]


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ([], "one JSON object"),
        (None, "one JSON object"),
        ({}, "“players” is missing"),
        (GOOD | {"winner": "red"}, "has no “winner”"),
        ({"players": [1, 2, 3]}, "must name each player"),
        ({"players": {}}, "needs 3 or 4 players; 0 are given"),
        ({"players": dict.fromkeys("AB")}, "needs 3 or 4 players; 2 are given"),
        ({"players": dict.fromkeys("ABCDE")}, "needs 3 or 4 players; 5 are given"),
        ({"players": {"": {}, "B": {}, "C": {}}}, "has no name"),
        ({"players": {"A" * 41: {}, "B": {}, "C": {}}}, "has no name"),
        ({"players": {"A": 3, "B": {}, "C": {}}}, "What A owns must be one JSON object"),
        (_red(points=3), "has no “points”"),
        (_red(prestige=-1), "“prestige” of Red must be a whole number from 0 to 999, not “-1”"),
        (_red(prestige=True), "“prestige” of Red"),
        (_red(prestige=10**30), "“prestige” of Red"),
        (_red(prestige=None), "not “nothing”"),
        (_red(seals="2"), "“seals” of Red"),
        (_red(seals=13), "The players have 13 seals; the box has 12"),
        (_red(deben=2.5), "“deben” of Red"),
        (_red(deben=31), "The players have 31 deben; only 30 are in play with 3 players"),
        ({"players": {"A": {"deben": 41}, "B": {}, "C": {}, "D": {}}}, "only 40 are in play with 4 players"),
        (_red(gifts=[]), "“gifts” of Red must be one JSON object"),
        (_red(gifts={"crown": 1}), "has no “crown”"),
        (_red(gifts={"gold": "3"}), "“gold” of Red must be a whole number"),
        (_red(gifts={"gold": 6}), "gold: 6 are given; the box has 5"),
        (_red(gifts={"chair": 9}), "chair: 9 are given; the box has 8"),
        (_red(gifts={"senet": 1, "senet1": 1}), "mean the same"),
        (GOOD | {"values": [14]}, "The field “values” must be one JSON object"),
        (GOOD | {"values": {"senet1": [1, 1, 1, 1]}}, "has no “senet1”"),
        (GOOD | {"values": {"gold": [14, 7]}}, "“values.gold” of the box must be four values"),
        (GOOD | {"values": {"gold": [7, 14, 7, 7]}}, "never rises with more owners"),
        (GOOD | {"values": {"gold": [14.5, 7, 7, 7]}}, "four whole numbers"),
        (GOOD | {"senet_double": 3}, "“senet_double” must be 2 or 1"),
        (GOOD | {"senet_double": True}, "“senet_double” must be 2 or 1"),
    ],
)
def test_bad_input_is_refused_with_its_field_and_the_remedy(sheet: Any, said: str) -> None:
    with pytest.raises(InputError) as error:
        SHEET.score(sheet)
    assert said in EN.say(error.value.text)
