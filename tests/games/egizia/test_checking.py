"""What is unusual about a box: told as a warning, never refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.egizia import GAME
from companion.games.egizia.components import SPHINX_TYPES
from companion.language import Language
from tests.games.egizia.fixture import F20, FIXTURE, box, line

EN = Language("en")


def warnings(**facts: Any) -> set[str]:
    """Codes of the warnings of the fixture board with other facts."""
    faults = GAME.check_box(box(**facts))
    assert all(fault.warning and EN.say(fault.text) for fault in faults)
    return {fault.code for fault in faults}


def moved(stop: str, to: int) -> list[str]:
    """The fixture river with one stop elsewhere (place from 0)."""
    rest = [other for other in F20 if other != stop]
    return [*rest[:to], stop, *rest[to:]]


def test_the_shipped_and_the_fixture_board_are_sound() -> None:
    assert GAME.check_box(GAME.box) == ()
    assert warnings() == set()


@pytest.mark.parametrize(
    ("river", "code"),
    [
        (moved("N10", 19), "A_LAST_STOP"),
        (moved("SITE_A", 0), "A_ABOVE_SPHINX"),
        (moved("SITE_C", 14), "A_BETWEEN"),
        (moved("SITE_C", 15), "A_BETWEEN"),
        (moved("N1", 1), "A_TURNS"),
        (moved("SELINON", 3), "A_ROUND_SPACES"),
        (moved("EDFU", 6), "A_EDFU"),
    ],
)
def test_an_unusual_river_is_told(river: list[str], code: str) -> None:
    assert code in warnings(river__order=river)


def test_what_is_just_usual_is_not_told() -> None:
    assert "A_EDFU" not in warnings(river__order=moved("EDFU", 5))
    assert "A_BETWEEN" not in warnings()


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"pair__SELINON": "c1+c2"}, "A_PAIRS"),
        ({"label__c1": "Red", "label__c2": "red"}, "A_LABELS"),
        ({"grain__rows": [2, 3, 1, 1]}, "A_GRAIN"),
        ({"grain__count": 3, "grain__rows": [3, 1, 1]}, "A_GRAIN_ROWS"),
        ({"grain__count": 5}, "A_GRAIN_AGAIN"),
        ({"obelisk": {"spaces": [{"value": 1}, {"value": 2}], "whole": True}}, "A_OBELISK_ROWS"),
        ({"crew__max": 2, "joker__max": 2}, "A_TOO_DEAR"),
        ({f"sphinx__{card}": 1 for card in SPHINX_TYPES}, "A_SPHINX"),
    ],
)
def test_what_is_unusual_is_told(facts: dict[str, Any], code: str) -> None:
    assert warnings(**facts) == {code}


def test_a_dear_space_of_the_pyramid_or_temple_is_told_too() -> None:
    low: dict[str, Any] = {"crew__max": 2, "joker__max": 2, "obelisk": {"spaces": [{"value": 1}]}}
    assert warnings(**low, pyramid={"rows": [line(8)], "whole": True}, temple={"top": line(1)}) == {"A_TOO_DEAR"}
    assert warnings(**low, pyramid={"rows": [line(7)], "whole": True}, temple={"top": line(8)}) == {"A_TOO_DEAR"}
    assert warnings(**low, pyramid={"rows": [line(7)], "whole": True}, temple={"top": line(7)}) == set()


def test_the_fixture_is_not_what_anybody_is_shipped() -> None:
    shipped = {key: GAME.box.value(key) for key in FIXTURE}
    assert not any(value == FIXTURE[key] for key, value in shipped.items())
    assert GAME.practice.value("river.order") != F20
