"""Places that are tapped in: where they were tapped, and where the rest of their group is proposed."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.sight import Spot
from companion.engine.text import T
from companion.vision.calibration import places
from companion.vision.tapping import groups, proposed, tapped
from tests.kit.calibrated import PLAN, made, why

ROW = tuple(
    Spot(
        f"row:{n}",
        T("place {n}", n=n),
        "piece",
        ("red",),
        (10.0 + 20 * (n % 3), 10.0 + 20 * (n // 3), 12.0, 8.0),
        "row",
    )
    for n in range(6)
)
GRID = msgspec.structs.replace(PLAN, field=(200.0, 160.0), spots=(*PLAN.spots, *ROW))


def near(at: tuple[float, ...], *values: float) -> bool:
    return at == pytest.approx(values, abs=1e-6)


def test_a_tap_gives_the_centre_and_the_plan_the_size() -> None:
    after = tapped(made(spots={}), PLAN, {"space:2": (60.0, 30.5), "card:1": (80.0, 40.0, 32.0, 48.0)})
    assert after.calibration.spots == {"space:2": (60.0, 30.5, 15.0, 15.0), "card:1": (80.0, 40.0, 32.0, 48.0)}
    assert [spot.id for spot in places(after.calibration, PLAN)] == ["space:2", "card:1"]


def test_another_tap_moves_a_place() -> None:
    after = tapped(tapped(made(), PLAN, {"space:1": (30, 30)}), PLAN, {"space:1": (40, 30)})
    assert after.calibration.spots["space:1"][:2] == (40.0, 30.0)


@pytest.mark.parametrize(
    ("taps", "words"),
    [
        ({"space:9": (20, 20)}, "no place “space:9”"),
        ({"space:2": (119, 20)}, "the second space: It lies outside the field"),
        ({"space:2": (float("nan"), 20)}, "the second space"),
        ({"space:2": (50, 20, 0, 9)}, "has no size"),
        ({"space:2": (50, 20, 9)}, "give its centre"),
        ({"space:2": (26, 21)}, "the second space and the first space lie on each other"),
    ],
)
def test_a_tap_that_can_not_be_meant_is_a_sentence(taps: dict[str, tuple[float, ...]], words: str) -> None:
    assert words in why(lambda: tapped(made(), PLAN, taps))


def test_a_card_may_lie_on_a_space() -> None:
    assert "card:1" in tapped(made(), PLAN, {"card:1": (25.0, 30.0)}).calibration.spots


def test_the_plan_is_tapped_in_by_groups() -> None:
    assert [spot.id for spot in groups(GRID)["row"]] == [f"row:{n}" for n in range(6)]
    assert proposed(GRID, "row", {}) == {}
    assert proposed(GRID, "nothing", {"row:0": (1, 1)}) == {}


def test_one_tap_moves_the_group() -> None:
    found = proposed(GRID, "row", {"row:4": (60.0, 50.0)})
    assert near(found["row:4"], 60, 50, 12, 8) and near(found["row:0"], 40, 30, 12, 8)


def test_two_taps_turn_and_stretch_it_evenly() -> None:
    # The row from 0 to 2 is 40 mm to the right on the stand-in, here 60 mm down.
    found = proposed(GRID, "row", {"row:0": (100.0, 20.0), "row:2": (100.0, 80.0)})
    assert near(found["row:1"], 100, 50, 12, 18) and near(found["row:3"], 70, 20, 12, 18)


def test_three_taps_stretch_it_unevenly_but_three_on_a_line_do_not() -> None:
    found = proposed(GRID, "row", {"row:0": (10.0, 10.0), "row:2": (70.0, 10.0), "row:3": (10.0, 60.0)})
    assert found["row:5"][:2] == pytest.approx((70.0, 60.0))
    line = proposed(GRID, "row", {"row:0": (10.0, 10.0), "row:1": (40.0, 10.0), "row:2": (70.0, 10.0)})
    assert line["row:5"][:2] == pytest.approx((70.0, 40.0))


def test_what_was_tapped_stays_at_its_tap_though_the_others_do_not_agree() -> None:
    taps = {"row:0": (10.0, 10.0), "row:2": (50.0, 11.0), "row:3": (10.0, 30.0), "row:5": (52.0, 33.0)}
    found = proposed(GRID, "row", taps)
    assert all(found[spot_id][:2] == at for spot_id, at in taps.items())


def test_places_that_would_overlap_are_made_smaller() -> None:
    found = proposed(GRID, "row", {"row:0": (10.0, 10.0), "row:1": (16.0, 10.0), "row:3": (10.0, 30.0)})
    assert found["row:0"][2] == pytest.approx(6.0)
