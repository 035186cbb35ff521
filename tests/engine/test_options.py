"""Options: presets give values, the table's own go before them, everything else is the default."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InputError
from tests.kit.toy import toy_game


def test_a_preset_gives_its_values_and_the_table_s_own_go_before() -> None:
    game = toy_game()
    assert game.resolve({}) == {"ruleset": "SHORT", "pits": 3, "tokens": True}
    assert game.resolve({"ruleset": "LONG"}) == {"ruleset": "LONG", "pits": 5, "tokens": True}
    assert game.resolve({"ruleset": "LONG", "pits": 2}) == {"ruleset": "LONG", "pits": 2, "tokens": True}
    assert game.resolve({"ruleset": "OPEN"}) == {"ruleset": "OPEN", "pits": None, "tokens": False}


@pytest.mark.parametrize(
    "given",
    [{"ruleset": "NONE"}, {"ruleset": None}, {"tokens": 1}, {"pits": True}, {"pits": "3"}, {"pits": 1}, {"x": 1}],
)
def test_values_that_are_not_allowed_are_refused_by_name(given: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refused:
        toy_game().resolve(given)
    assert refused.value.text.params["key"] == next(iter(given))
