"""What the camera is told of Tutankhamen: the path slot by slot, and how a laid one is entered (spec 6 B, 9)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.engine.errors import InputError
from companion.engine.sight import EMPTY
from companion.games.tutankhamen import GAME
from companion.games.tutankhamen.moves import Take
from companion.games.tutankhamen.setup import TutankhamenSetup
from companion.games.tutankhamen.sight import slot_place
from tests.games.tutankhamen.positions import layout_l1, played, start

SIGHT = GAME.sight
PLAN = SIGHT.plan(GAME.box)
SEATS = ("red", "blue")


def at(slot: int) -> tuple[float, float]:
    spot = PLAN.spot(f"slot:{slot}")
    assert spot is not None
    return spot.at[:2]


def test_there_is_a_slot_for_each_tile_of_the_box() -> None:
    assert len(PLAN.spots) == 69  # 63 of the 15 kinds, 3 pharaohs, 3 coins
    lost = GAME.box.with_overrides({"kind.S8A.present": 7})
    assert len(SIGHT.plan(lost).spots) == 68
    assert SIGHT.counts(lost)["path", "tile:S8A"] == 7


def test_a_kind_of_which_no_tile_is_left_is_not_looked_for() -> None:
    lost = SIGHT.plan(GAME.box.with_overrides({"kind.S1A.present": 0}))
    assert lost.look("tile:S1A") is None
    assert len(lost.looks) == len(PLAN.looks) - 1 == 16


def test_as_many_tiles_of_a_kind_are_counted_as_its_number_says() -> None:
    counts = SIGHT.counts(GAME.box)
    assert counts["path", "tile:S6B"] == 6
    assert (counts["path", "tile:PH"], counts["path", "tile:CO"]) == (3, 3)
    assert sum(counts.values()) == 69


def test_the_stand_in_path_winds_and_turns_every_other_tile() -> None:
    assert at(2)[0] > at(1)[0] and at(2)[1] == at(1)[1]
    assert at(15)[0] == at(14)[0] and at(15)[1] > at(14)[1]  # down at the end of the lane
    assert at(16)[0] < at(15)[0]  # and back
    # Neighbours along the path are nearer than any tile of another lane.
    gaps = [abs(at(n)[0] - at(n + 1)[0]) + abs(at(n)[1] - at(n + 1)[1]) for n in range(1, 69)]
    assert max(gaps) < 2 * min(gaps)
    assert [spot.turned for spot in PLAN.spots[:4]] == [0, 2, 0, 2]


def test_a_longer_path_is_drawn_smaller_so_that_its_tiles_lie_apart() -> None:
    assert slot_place(1, 69)[2:] == (36, 36)
    for length in (100, 400):
        there = [slot_place(slot, length) for slot in range(1, length + 1)]
        for one, other in pairwise(there):
            assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) > one[2]


def test_every_slot_shows_its_tile_and_nothing_once_that_is_taken() -> None:
    state = start(SEATS)
    shows = SIGHT.shows(state)
    assert [labels[0] for labels in shows.values()] == [f"tile:{kind}" for kind in layout_l1()]
    state = played(state, Take("red", 3))
    after = SIGHT.shows(state)
    assert after["slot:3"] == (EMPTY,)
    assert {spot for spot in after if after[spot] != shows[spot]} == {"slot:3"}


def test_tiles_behind_the_last_pawn_are_gone_too() -> None:
    state = played(start(SEATS), Take("red", 5), Take("blue", 4))
    shows = SIGHT.shows(state)
    assert [shows[f"slot:{n}"] for n in range(1, 6)] == [(EMPTY,)] * 5
    assert shows["slot:6"] == ("tile:S6C",)


def test_a_path_that_is_not_recorded_shows_anything() -> None:
    assert SIGHT.shows(start(SEATS, light=True)) == {}


def read(layout: tuple[str, ...]) -> dict[str, str]:
    return {f"slot:{slot}": f"tile:{kind}" for slot, kind in enumerate(layout, 1)}


def test_the_path_is_entered_as_it_lies() -> None:
    laid = SIGHT.laid(read(layout_l1()), GAME.box)
    assert laid == {"layout": list(layout_l1()), "laid_by": "table"}


@pytest.mark.parametrize("gap", [1, 35, 69])
def test_a_path_with_an_unsure_slot_is_not_entered(gap: int) -> None:
    lying = read(layout_l1())
    del lying[f"slot:{gap}"]
    assert SIGHT.laid(lying, GAME.box) == {}
    assert SIGHT.laid({**lying, f"slot:{gap}": EMPTY}, GAME.box) == {}


def test_a_path_that_does_not_fit_the_box_is_not_forced_to_fit() -> None:
    wrong = ("S8A", "S8A", *layout_l1()[2:])
    laid = SIGHT.laid(read(wrong), GAME.box)
    assert laid["layout"][:2] == ["S8A", "S8A"]
    setup = TutankhamenSetup(layout=tuple(laid["layout"]), first="red", laid_by="table")
    with pytest.raises(InputError):
        GAME.new(SEATS, GAME.resolve({}), setup, GAME.box)
