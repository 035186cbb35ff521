"""Bad input to the scoring form is named; nothing is guessed. (Good positions: test_cases.)"""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InputError
from companion.games.aton import GAME
from companion.language import Language

ALL = [f"{temple}.{n:02d}" for temple in (1, 2, 3, 4) for n in range(1, 13)]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "must be one JSON object"),
        ("1.01", "must be one JSON object"),
        ({}, "“board” is missing"),
        ({"board": []}, "must be one JSON object"),
        ({"board": {}, "round": 4}, "has no “round”"),
        ({"board": {"green": []}}, "has no “green”"),
        ({"board": {"red": "1.01"}}, "list of texts"),
        ({"board": {"red": [1.01]}}, "list of texts"),
        ({"board": {"red": ["1.13"]}}, "There is no space “1.13”"),
        ({"board": {"red": ["1.1"]}}, "There is no space “1.1”"),
        ({"board": {"red": ["1.01", "1.01"]}}, "given twice"),
        ({"board": {"red": ["1.01"], "blue": ["1.01"]}}, "given for red and for blue"),
        ({"board": {"red": ALL[:30]}}, "there are only 29 counters"),
        ({"board": {}, "scores": 4}, "must be one JSON object"),
        ({"board": {}, "scores": {"red": -1}}, "whole number from 0"),
        ({"board": {}, "scores": {"red": 1.5}}, "whole number from 0"),
        ({"board": {}, "scores": {"red": True}}, "whole number from 0"),
        ({"board": {}, "scores": {"red": 10**40}}, "whole number from 0"),
        ({"board": {}, "scores": {"green": 1}}, "has no “green”"),
    ],
)
def test_bad_input_is_named(data: Any, words: str) -> None:
    with pytest.raises(InputError) as caught:
        GAME.sheets["aton"].score(data)
    assert words in Language("en").say(caught.value.text)


def test_an_empty_board_scores_nothing() -> None:
    assert GAME.sheets["aton"].score({"board": {}}).totals == {"red": 0, "blue": 0}


def test_the_example_can_be_scored() -> None:
    sheet = GAME.sheets["aton"]
    # Red 2 − 1 in temple 1, alone in temple 3 on a +1; Blue alone in temple 4 on its blue space.
    assert sheet.score(sheet.example).totals == {"red": 12 + 1 + 1 + 1, "blue": 14 + 3}
