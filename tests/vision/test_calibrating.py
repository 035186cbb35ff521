"""A calibration is begun from one picture of the empty board, or it is said what is wrong with that picture."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from companion.engine.errors import InputError
from companion.engine.text import T
from companion.vision.axes import axes
from companion.vision.calibrating import begin, check_picture, field_from, ready, renewed
from companion.vision.calibration import Lens
from companion.vision.mat import mat_of
from tests.kit.calibrated import PLAN, made, noise, why
from tests.kit.mat_photo import BOARD, Camera, Laid, photo, seen_at

MAT = mat_of(PLAN)
ABOVE = Camera(distance=480)
ASLANT = Camera(distance=460, tilt=28, turn=35, bends=(-0.12, 0.03))


def begun(picture: Any, **others: Any) -> Any:
    return begin(picture, PLAN, game="quarry", camera="folder:x", made="2026-11-30T12:00:00Z", **others)


@pytest.fixture(scope="module")
def empty() -> np.ndarray:
    return photo(MAT, ABOVE)


@pytest.mark.parametrize("camera", [ABOVE, ASLANT])
def test_the_empty_picture_is_the_field_from_above(camera: Camera) -> None:
    dot = Laid((30.0, 50.0, 10.0, 10.0), (30, 30, 200))
    one = begun(photo(MAT, camera, (dot,)))
    calibration, picture = one.calibrated.calibration, one.calibrated.empty
    assert calibration.size == (1280, 720) and calibration.field == (120.0, 80.0)
    assert picture.shape == (160, 240, 3)
    # The board has its own colour in the corners, and the dot lies where it was laid: 2 px a mm.
    for x, y in ((6, 6), (233, 6), (6, 153), (233, 153)):
        assert np.abs(picture[y, x].astype(int) / 0.85 - BOARD).max() < 14
    red = np.argwhere((picture[:, :, 2].astype(int) - picture[:, :, 1]) > 60)
    assert red.mean(axis=0)[::-1] / 2 + 0.25 == pytest.approx((30.0, 50.0), abs=0.4)
    assert len(one.located.markers) == 8 and one.located.off_mm < 0.5


def test_corners_by_hand_stand_for_a_mat() -> None:
    hidden = tuple(range(8, 16))
    around = seen_at(ABOVE, MAT.field, [(0, 0), (120, 0), (120, 80), (0, 80)])
    dot = Laid((30.0, 50.0, 10.0, 10.0), (30, 30, 200))
    one = begun(photo(MAT, ABOVE, (dot,), hidden), corners=around.tolist())
    red = np.argwhere((one.calibrated.empty[:, :, 2].astype(int) - one.calibrated.empty[:, :, 1]) > 60)
    assert red.mean(axis=0)[::-1] / 2 + 0.25 == pytest.approx((30.0, 50.0), abs=0.5)
    assert one.calibrated.calibration.corners is not None and one.located.markers == ()


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ([(0, 0), (100, 0), (100, 100)], "four corners"),
        ([(0, 0), (0, 500), (900, 500), (900, 0)], "wrong way"),
        ([(0, 0), (900, 0), (10, 10), (0, 500)], "make no field"),
    ],
)
def test_corners_that_are_none_are_refused(empty: np.ndarray, corners: list[Any], words: str) -> None:
    assert words in why(lambda: begun(empty, corners=corners))


@pytest.mark.parametrize("field", [(120.0, 80.0), (150.0, 80.0), (120.0, 110.0), (210.0, 150.0)])
def test_the_field_of_a_mat_is_measured_by_its_markers(field: tuple[float, float]) -> None:
    measured = field_from(photo(mat_of(PLAN, field), ASLANT._replace(distance=560)), PLAN)
    assert measured == pytest.approx(field, rel=0.012)


def test_a_mat_of_another_size_is_told_with_both_sizes() -> None:
    other = photo(mat_of(PLAN, (150.0, 80.0)), ABOVE)
    words = why(lambda: begun(other))
    assert "looks like 149 × 8" in words or "looks like 150 × 8" in words
    assert words.endswith("not 120 × 80. Measure it, and give its size.")
    assert begun(other, field=(150.0, 80.0)).calibrated.empty.shape == (160, 300, 3)


def test_a_field_that_can_be_none_is_refused(empty: np.ndarray) -> None:
    assert "sides of 40 to 2000 mm" in why(lambda: begun(empty, field=(5.0, 80.0)))


def test_a_lens_of_other_pictures_is_refused(empty: np.ndarray) -> None:
    lens = Lens((640, 480), (500.0, 500.0), (320.0, 240.0), (0.0, 0.0, 0.0, 0.0, 0.0))
    assert "640 × 480" in why(lambda: begun(empty, lens=lens))


@pytest.mark.parametrize(
    "picture",
    [
        None, np.zeros((720, 1280, 3), np.uint8), np.full((720, 1280, 3), 255, np.uint8), noise(1280, 720),
        np.zeros((8, 8, 3), np.uint8), np.zeros((720, 1280), np.uint8),
    ],
)  # fmt: skip
def test_what_shows_no_mat_is_a_sentence_and_no_calibration(picture: Any) -> None:
    assert why(lambda: begun(picture)).endswith(".")
    checked = check_picture(picture, MAT)
    assert checked.trouble is not None and checked.located.pose is None


def test_four_markers_are_too_few_and_five_are_enough() -> None:
    assert begun(photo(MAT, ABOVE, hidden=(8, 12, 15))).located.markers == (9, 10, 11, 13, 14)
    assert "five are needed" in why(lambda: begun(photo(MAT, ABOVE, hidden=(8, 9, 12, 15))))


def test_what_was_taught_stays_when_the_camera_is_calibrated_anew(empty: np.ndarray) -> None:
    former = made()
    after = renewed(begun(empty).calibrated, former, PLAN)
    assert after.calibration.spots == former.calibration.spots
    assert set(after.calibration.colours) == set(former.calibration.colours)
    assert after.calibration.lens is None and after.empty.shape == (160, 240, 3)
    assert set(after.looks) == set(former.looks)


def test_what_was_taught_comes_into_the_light_of_the_new_picture(empty: np.ndarray) -> None:
    before = begun(empty).calibrated
    piece, card = (40.0, 60.0, 190.0), np.full((20, 30, 3), (90, 120, 60), np.uint8)
    card[:5] = 0
    colours = {"red": tuple(float(value) for value in axes(np.array(piece)))}
    calibration = msgspec.structs.replace(before.calibration, colours=colours)
    taught = msgspec.structs.replace(before, calibration=calibration, looks={"card:corn": (card,)})
    lit = begun(photo(MAT, ABOVE, light=0.51, seed=9)).calibrated
    after = renewed(lit, taught, PLAN)
    # 0.51 of the light is six tenths of the 0.85 before.
    assert after.calibration.colours["red"] == pytest.approx(tuple(axes(np.array(piece) * 0.6)), abs=0.03)
    assert after.looks["card:corn"][0][10, 10] == pytest.approx(np.array((54, 72, 36)), abs=2)
    assert not after.looks["card:corn"][0][:5].any()


@pytest.mark.parametrize("other", [{"stand_in": True}, {"field": (130.0, 80.0)}, {"game": "shaft"}])
def test_nothing_stays_of_another_board(empty: np.ndarray, other: dict[str, Any]) -> None:
    after = renewed(begun(empty).calibrated, made(**other), PLAN)
    assert (after.calibration.spots, after.calibration.colours, after.looks) == ({}, {}, {})


def test_a_board_without_a_single_place_is_not_ready_to_be_read() -> None:
    assert ready(made(), PLAN) is None
    assert ready(made(spots={}), PLAN) == T(
        "It is not known yet where the places of this board lie. Tap them in first."
    )
    assert ready(made(spots={}, stand_in=True), PLAN) is None


def test_a_dim_or_blurred_picture_is_refused_for_what_it_is() -> None:
    with pytest.raises(InputError):
        begun(photo(MAT, ABOVE, light=0.06))
    with pytest.raises(InputError):
        begun(photo(MAT, ABOVE, blur=9.0))


def test_a_calibration_can_be_kept_and_read_as_it_was_begun(empty: np.ndarray, tmp_path: Any) -> None:
    from companion.vision.keeping import load, save

    one = begun(empty).calibrated
    save(tmp_path / "c", one)
    found = load(tmp_path / "c", PLAN, "quarry")
    assert found.calibration == one.calibration
    assert np.array_equal(found.empty, one.empty)
    assert msgspec.structs.asdict(found.calibration)["made"] == "2026-11-30T12:00:00Z"
