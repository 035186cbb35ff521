"""A row of cards that lies open is told as it lies, put right where it was told wrong; what can’t be is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Game
from companion.engine.sight import EMPTY, Reading, Seen
from companion.games.egizia import GAME as EGIZIA
from companion.games.egizia.moves import Clear, Face
from companion.games.sobek import GAME as SOBEK
from companion.games.sobek.moves import Laid, Lay, Take
from companion.table.seen import Foreign, Moves, Same, Several, explain
from tests.games.egizia.fixture import ROW
from tests.games.egizia.fixture import play as told
from tests.games.egizia.fixture import start as new_river
from tests.games.sobek.scene import play, start
from tests.kit.readings import SURE

QUAY = ("WHE1", "MAR0", "AMU", "CHA", "FIS1", "WHE0", "IVO3", "EBO0", "CAT0")
DELIVERY = {f"quay:{n}": f"card:{card}" for n, card in enumerate(QUAY, 1)}
RIVER = {f"stop:N{n}": f"card:{card}" for n, card in enumerate(ROW, 1)}


def read(game: Game[Any], lying: Mapping[str, str]) -> Reading:
    seen = (Seen(spot, label, SURE, True) for spot, label in lying.items())
    return Reading(game=game.id, seen=tuple(seen))


def river() -> Any:
    """The board of the practice box before the first card is told."""
    state = new_river(known=EGIZIA.practice)
    for value in (5, 2, 3, 6):
        state, _ = told(state, {"move": "grave", "by": "table", "value": value})
    return state


def test_a_card_told_wrong_by_hand_is_told_again_as_it_lies() -> None:
    state = play(start(), Lay("table", 1, "MAR0"), Lay("table", 2, "MAR0"))
    found = explain(SOBEK, state, read(SOBEK, DELIVERY), box=SOBEK.practice)
    assert isinstance(found, Moves)
    assert found.moves[:2] == (Lay("table", 1, "WHE1"), Lay("table", 3, "AMU"))


def test_more_of_a_card_than_the_box_has_is_never_taken_for_a_delivery() -> None:
    # Five amulets (spec sobek 2.2); where six seem to lie, people are asked.
    lying = {f"quay:{n}": "card:AMU" for n in range(1, 7)} | {f"quay:{n}": DELIVERY[f"quay:{n}"] for n in range(7, 10)}
    found = explain(SOBEK, start(), read(SOBEK, lying), box=SOBEK.practice)
    assert isinstance(found, Several | Foreign)
    if isinstance(found, Several):
        assert all(sum(getattr(move, "card", "") == "AMU" for move in way.moves) <= 5 for way in found.ways)
        assert all(Laid("table") not in way.moves for way in found.ways)


def test_three_cards_that_are_gone_were_taken_by_one_or_by_several_so_people_are_asked() -> None:
    state = play(start(), *(Lay("table", n, card) for n, card in enumerate(QUAY, 1)), Laid("table"))
    assert isinstance(explain(SOBEK, state, read(SOBEK, DELIVERY), box=SOBEK.practice), Same)
    lying = {**DELIVERY, **{f"quay:{n}": EMPTY for n in (1, 2, 3)}}
    found = explain(SOBEK, state, read(SOBEK, lying), box=SOBEK.practice)
    assert isinstance(found, Several)
    assert found.ways[0].moves == (Take("red", 3),)
    assert (Take("red", 1), Take("blue", 2), Take("green", 3)) in [way.moves for way in found.ways]


def test_the_first_card_gone_was_taken_by_the_seat_to_move() -> None:
    state = play(start(), *(Lay("table", n, card) for n, card in enumerate(QUAY, 1)), Laid("table"))
    found = explain(SOBEK, state, read(SOBEK, {**DELIVERY, "quay:1": EMPTY}), box=SOBEK.practice)
    assert isinstance(found, Moves) and found.moves == (Take("red", 1),)


def test_a_row_of_cards_with_numbers_asks_each_number_in_between() -> None:
    state = new_river()
    for value in (5, 2, 3, 6):
        state, _ = told(state, {"move": "grave", "by": "table", "value": value})
    found = explain(EGIZIA, state, read(EGIZIA, RIVER))
    assert isinstance(found, Moves)
    numbers = [move.card for move in found.moves if isinstance(move, Face)]
    assert numbers == ["field:brown:7", "field:brown:6", "quarry:3", "field:yellow:5"] and len(found.moves) == 15


def test_a_card_of_the_row_told_wrong_by_hand_is_cleared_first() -> None:
    state, _ = told(river(), {"move": "reveal", "by": "table", "stop": "N1", "card": "grain"})
    found = explain(EGIZIA, state, read(EGIZIA, RIVER), box=EGIZIA.practice)
    assert isinstance(found, Moves) and found.moves[0] == Clear("table", "N1") and len(found.moves) == 12
