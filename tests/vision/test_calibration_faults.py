"""What of a calibration can't be true: fields, pictures, places, lenses, corners and colours at their limits."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from companion.engine.errors import InputError
from companion.engine.sight import BACK, Plan, Spot
from companion.engine.text import T
from companion.vision.calibration import (
    ALIKE,
    LEAST_SPOT,
    MOST_BEND,
    MOST_PX,
    OVER,
    Lens,
    check,
    corners_fault,
    empty_size,
    field_fault,
    lens_fault,
    look_fault,
    missing_looks,
    place_fault,
    places,
    size_fault,
)
from tests.kit.calibrated import PLAN, made, words

NAN, INF = math.nan, math.inf
SIZE = (1000, 500)
GOOD = Lens(SIZE, (900.0, 900.0), (500.0, 250.0), (0.1, 0.0, 0.0, 0.0, 0.0))


def refused(plan: Plan = PLAN, **changes: Any) -> str:
    """Why a calibration with these fields won't do; nothing where it will."""
    try:
        check(made(**changes).calibration, plan, "quarry")
    except InputError as error:
        return words(error.text)
    return ""


def test_a_calibration_that_is_right_is_taken() -> None:
    assert refused() == ""
    assert refused(lens=None, corners=None) == ""
    assert empty_size((120.0, 80.2)) == (240, 160)


@pytest.mark.parametrize(
    ("field", "good"),
    [((40, 2000), True), ((39.9, 80), False), ((80, 39.9), False), ((80, 2000.1), False), ((80, NAN), False)],
)
def test_a_field_has_sides_that_a_table_can_have(field: tuple[float, float], good: bool) -> None:
    assert (field_fault(field) is None) == good


@pytest.mark.parametrize(
    ("size", "good"), [((1, MOST_PX), True), ((0, 720), False), ((720, 0), False), ((720, MOST_PX + 1), False)]
)
def test_pictures_have_a_size(size: tuple[int, int], good: bool) -> None:
    assert (size_fault(size) is None) == good


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ((5 - OVER, 5 - OVER, 10, 10), ""),
        ((115 + OVER, 75 + OVER, 10, 10), ""),
        ((4.9 - OVER, 5, 10, 10), "outside"),
        ((5, 4.9 - OVER, 10, 10), "outside"),
        ((115.1 + OVER, 5, 10, 10), "outside"),
        ((5, 75.1 + OVER, 10, 10), "outside"),
        ((20, 20, LEAST_SPOT, LEAST_SPOT), ""),
        ((20, 20, LEAST_SPOT - 0.1, 10), "no size"),
        ((20, 20, 10, LEAST_SPOT - 0.1), "no size"),
        ((NAN, 20, 10, 10), "no size"),
        ((20, 20, 10, INF), "no size"),
    ],
)
def test_a_place_lies_in_the_field_but_for_a_little(at: Any, told: str) -> None:
    fault = place_fault(at, (120.0, 80.0))
    assert (fault is None) if not told else (fault is not None and told in words(fault))


@pytest.mark.parametrize(
    ("changes", "good"),
    [
        ({}, True),
        ({"focal": (200.0, 20_000.0)}, True),
        ({"focal": (199.0, 900.0)}, False),
        ({"focal": (900.0, 20_001.0)}, False),
        ({"centre": (200.0, 100.0)}, True),
        ({"centre": (800.0, 400.0)}, True),
        ({"centre": (199.0, 250.0)}, False),
        ({"centre": (500.0, 99.0)}, False),
        ({"centre": (801.0, 250.0)}, False),
        ({"centre": (500.0, 401.0)}, False),
        ({"bends": (0.0, 0.0, 0.0, 0.0, -MOST_BEND)}, True),
        ({"bends": (0.0, 0.0, 0.0, 0.0, -MOST_BEND - 0.1)}, False),
        ({"bends": (0.0, NAN, 0.0, 0.0, 0.0)}, False),
    ],
)
def test_a_lens_is_one_that_a_camera_can_have(changes: dict[str, Any], good: bool) -> None:
    assert (lens_fault(msgspec.structs.replace(GOOD, **changes), SIZE) is None) == good
    assert lens_fault(None, SIZE) is None


SQUARE = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]


@pytest.mark.parametrize(
    ("corners", "told"),
    [
        (SQUARE, ""),
        ([(-1000.0, -500.0), (2000.0, -500.0), (2000.0, 1000.0), (-1000.0, 1000.0)], ""),
        ([(-1001.0, 0.0), *SQUARE[1:]], "far outside"),
        ([(0.0, -501.0), *SQUARE[1:]], "far outside"),
        ([*SQUARE[:2], (2001.0, 100.0), SQUARE[3]], "far outside"),
        ([*SQUARE[:2], (100.0, 1001.0), SQUARE[3]], "far outside"),
        (SQUARE[::-1], "wrong way"),
        ([*SQUARE, (50.0, 50.0)], "four corners"),
        ([(NAN, 0.0), *SQUARE[1:]], "four corners"),
        ([(0.0, 0.0), (100.0, 0.0), (50.0, 1.0), (0.0, 100.0)], "make no field"),
        ([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)], "make no field"),
    ],
)
def test_corners_go_round_a_field_that_can_be_seen(corners: Any, told: str) -> None:
    fault = corners_fault(corners, SIZE)
    assert (fault is None) if not told else (fault is not None and told in words(fault))


def test_two_colours_are_two_and_each_is_that_of_a_piece() -> None:
    assert refused(colours={"red": (1.0, 0.0, 0.0), "blue": (1.0, ALIKE, 0.0)}) == ""
    assert "have the same colour" in refused(colours={"red": (1.0, 0.0, 0.0), "blue": (1.0, ALIKE * 0.99, 0.0)})
    assert "The colour of" in refused(colours={"red": (NAN, 0.0, 0.0)})
    assert refused(colours={"red": (-1000.0, 0.0, 0.0)}) == ""
    assert "card:corn" in refused(colours={"card:corn": (1.0, 0.0, 0.0)})


def test_places_of_one_kind_that_were_tapped_in_lie_apart_by_half_of_the_smaller_one() -> None:
    first = (20.0, 20.0, 14.0, 14.0)
    assert refused(spots={"space:1": first, "space:2": (25.0, 20.0, 10.0, 10.0)}) == ""
    assert "lie on each other" in refused(spots={"space:1": first, "space:2": (24.9, 20.0, 10.0, 10.0)})
    assert refused(spots={"space:1": first, "card:1": (22.0, 22.0, 30.0, 30.0)}) == "", "a piece may lie on a card"
    # What nobody tapped in is where the plan says, however near.
    near = msgspec.structs.replace(PLAN.spots[1], at=(21.0, 20.0, 15.0, 15.0))
    plan = msgspec.structs.replace(PLAN, spots=(PLAN.spots[0], near, PLAN.spots[2]))
    assert refused(plan, spots={}, stand_in=True) == ""
    assert "lie on each other" in refused(plan, spots={"space:2": (21.0, 20.0, 15.0, 15.0)}, stand_in=True)


def test_tiles_lie_where_they_lie_and_only_along_a_path() -> None:
    tiles = tuple(Spot(f"slot:{n}", T("a tile"), "tile", (), (20.0, 20.0, 9.0, 9.0)) for n in (1, 2))
    plan = msgspec.structs.replace(PLAN, spots=(*PLAN.spots, *tiles), path=(60.0, 40.0, 100.0, 60.0))
    assert refused(plan, spots={"slot:1": (20.0, 20.0, 9.0, 9.0)}) == ""
    without = msgspec.structs.replace(plan, path=None)
    assert [spot.id for spot in places(made().calibration, without)] == ["space:1"]


def test_a_look_is_taught_by_pictures_unless_it_is_a_piece() -> None:
    assert look_fault("card:corn", PLAN) is None and look_fault(BACK, PLAN) is None
    assert look_fault("red", PLAN) is not None and look_fault("card:owl", PLAN) is not None
    shown = msgspec.structs.replace(made(), looks={"red": ("picture",), "card:corn": ("picture",)})
    assert missing_looks(shown, PLAN) == ("blue",)
    colours = made(colours={"red": (1.0, 0.0, 0.0), "blue": (9.0, 0.0, 0.0), "card:corn": (5.0, 0.0, 0.0)})
    assert missing_looks(msgspec.structs.replace(colours, looks={}), PLAN) == ("card:corn",)
