"""Faults of a position, and where every component lies (spec egizia 2, 6)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.egizia import GAME
from tests.games.egizia.fixture import box, laid_out, put

WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({"sides": {"red": {"stones": 26}}}, "A_STONES"),
    ({"sides": {"red": {"crews": {"c1": 0}}}}, "A_CREW"),
    ({"sides": {"red": {"grain_row": 5}}}, "A_ROW"),
    ({"sides": {"red": {"ships": 7}}}, "A_SHIPS"),
    ({"ships": {"N1": ["red"]}, "sides": {"red": {"ships": 7}}}, "A_STOP"),
    ({"ships": {"HELIOPOLIS": ["red", "red"]}, "sides": {"red": {"ships": 6}}}, "A_STOP"),
    ({"slots": {"SITE_A": ["red", "red", ""]}, "sides": {"red": {"ships": 6}}}, "A_SITE"),
    ({"built": {"obelisk:2": "red"}}, "A_SPACE"),
    ({"built": {"pyramid:5:1": "red"}}, "A_SPACE"),
    ({"built": {"temple:top:1": "red"}}, "A_TEMPLE"),
    ({"built": {"grave:2": "red"}}, "A_GRAVE"),
    ({"tiles": [5, 2, 3, *[0] * 9]}, "A_GRAVE"),
    ({"sides": {"red": {"cards": ["upstream"]}}}, "A_CARDS"),
    ({"deck": 24}, "A_SPHINX"),
    ({"deck": 26, "sides": {"red": {"sphinx": 0}}, "drawn": 27}, "A_SPHINX"),
    ({"chips": ["red", "red", "green", "yellow"]}, "A_CHIPS"),
)


@pytest.mark.parametrize(("changes", "code"), WRONG, ids=[f"{code}-{i}" for i, (_, code) in enumerate(WRONG)])
def test_a_fault_is_named(changes: dict[str, Any], code: str) -> None:
    assert code in [fault.code for fault in GAME.audit(put(laid_out(), changes))]


def test_a_sound_position_has_no_fault() -> None:
    assert GAME.audit(laid_out()) == ()


def test_more_tiles_than_the_list_of_the_box_are_a_fault() -> None:
    tiles = [2, 3, 5, 6, *[4] * 16]
    state = laid_out(known=box(graves__tiles=tiles))
    assert GAME.audit(state) == ()
    assert [fault.code for fault in GAME.audit(put(state, {"tiles": [5, 5, 3, 6, *[0] * 8]}))] == ["A_TILES"]


def test_everything_in_the_box_lies_somewhere() -> None:  # spec 2.1, G90
    found = GAME.census(laid_out(("blue", "red", "green")))
    assert {thing: total for thing, (total, _) in found.items() if thing in ("nile cards", "grave tiles")} == {
        "nile cards": 56 + 6, "grave tiles": 20,
    }  # fmt: skip
    assert all(sum(where.values()) == total for total, where in found.values())
    assert found["nile cards"][1] == {"decks": 46, "river": 10, "box": 0, "blue": 2, "red": 2, "green": 2}
    assert found["stones red"] == (24, {"markers": 4, "monuments": 0, "supply": 20})
    assert found["sphinx cards"] == (29, {"deck": 26, "drawn": 0, "box": 0, "blue": 1, "red": 1, "green": 1})


def test_the_card_that_was_taken_out_lies_in_the_box() -> None:  # spec 5.11
    total, where = GAME.census(laid_out(ten_percent_card="removed"))["sphinx cards"]
    assert (total, where["deck"], where["box"]) == (29, 24, 1)
