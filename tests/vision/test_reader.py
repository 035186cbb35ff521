"""The reader: from a picture to a reading; what it leaves out, hides, doubts and refuses."""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.engine.sight import BACK, EMPTY, Reading, Seen
from companion.vision.another import ANOTHER, is_another
from companion.vision.calibration import Calibrated
from companion.vision.locate import locate
from companion.vision.reader import Reader
from tests.kit.other_board import other_board
from tests.kit.scene import TIERS, TUNING, Shot, World, render, trial_plan, world_of
from tests.kit.scene.session import calibrate

PLAN = trial_plan()
PIECES = tuple(spot for spot in PLAN.spots if spot.kind == "piece")
CARDS = tuple(spot for spot in PLAN.spots if spot.kind == "card")
LAID = {spot.id: ("red", "blue")[n % 2] for n, spot in enumerate(PIECES) if n % 3}
LAID |= {spot.id: spot.labels[1 + n % 4] for n, spot in enumerate(CARDS)}


@pytest.fixture(scope="module")
def world() -> World:
    return world_of(PLAN, TIERS["clean"], 104)


@pytest.fixture(scope="module")
def calibrated(world: World) -> Calibrated:
    return calibrate(world)


@pytest.fixture(scope="module")
def reader(calibrated: Calibrated) -> Reader:
    return Reader("trial", PLAN, calibrated)


@pytest.fixture(scope="module")
def shot(world: World) -> Shot:
    return render(world, LAID, TUNING[7], ())


def _wrong(reading: Reading, shot: Shot, kind: str = "piece") -> list[tuple[str, str | None, str]]:
    spots = {spot.id for spot in PLAN.spots if spot.kind == kind}
    return [
        (one.spot, one.label, shot.labels[one.spot])
        for one in reading.seen
        if one.spot in spots and one.label != shot.labels[one.spot]
    ]


def test_a_good_picture_is_read_rightly_and_without_a_question(reader: Reader, shot: Shot) -> None:
    reading = reader.read(shot.picture)
    assert reading.trouble is None and reading.game == "trial"
    assert [one.spot for one in reading.seen] == [spot.id for spot in PLAN.spots]
    assert reading.markers == tuple(range(40, 48)) and reading.off_mm < 1.0
    assert _wrong(reading, shot) == []
    pieces = {spot.id for spot in PIECES}
    assert len(pieces & set(reading.unsure)) <= 1


def test_nothing_of_the_picture_before_goes_into_the_next(reader: Reader, world: World, shot: Shot) -> None:
    """Read after a full board an empty one is empty, and as it would be read at first."""
    first = reader.read(shot.picture)
    bare = render(world, {}, TUNING[9], ())
    assert _wrong(reader.read(bare.picture), bare) == []
    assert reader.read(shot.picture) == first


@pytest.mark.parametrize("tier", ["normal", "hard"])
def test_no_wrong_place_is_sure_where_pictures_are_worse(tier: str) -> None:
    world = world_of(PLAN, TIERS[tier], 105)
    reader = Reader("trial", PLAN, calibrate(world))
    total = right = 0
    for seed in TUNING[40:44]:
        shot = render(world, LAID, seed)
        reading = reader.read(shot.picture)
        if reading.trouble is not None:
            continue
        for one in reading.seen:
            spot = PLAN.spot(one.spot)
            assert spot is not None
            if spot.kind != "piece" or shot.visible[one.spot] < 0.6:
                continue
            assert one.label == shot.labels[one.spot] or not one.sure, (seed, one)
            total += 1
            right += one.label == shot.labels[one.spot]
    assert total > 100
    assert right / total > (0.97 if tier == "normal" else 0.9)


def test_places_that_must_not_be_seen_are_not_read_and_not_kept(reader: Reader, shot: Shot) -> None:
    unseen = frozenset(spot.id for spot in CARDS[:4])
    looked = reader.look(shot.picture, unseen)
    assert not unseen & {one.spot for one in looked.reading.seen}
    kept = reader.mask(shot.picture, unseen)
    assert kept.shape == shot.picture.shape
    for spot in CARDS[:4]:
        x, y, width, height = spot.at
        corners = [(x + dx * width / 2, y + dy * height / 2) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        for px, py in np.round(shot.to_px(corners)).astype(int):
            assert kept[py, px].max() == 0
        assert looked.field[round(y * 2), round(x * 2)].max() == 0
    # What may be seen is still there, and nothing of the room is.
    x, y = np.round(shot.to_px([CARDS[4].at[:2]])[0]).astype(int)
    assert (kept[y, x] == shot.picture[y, x]).all()
    assert kept[0, 0].max() == 0 and kept[-1, -1].max() == 0
    # Blackened places spoil nothing around them.
    assert _wrong(looked.reading, shot) == []


def test_a_picture_without_a_mat_is_kept_all_black(reader: Reader) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (720, 1280, 3)).astype(np.uint8)
    assert reader.mask(noise).max() == 0
    assert reader.mask(None).max() == 0


def test_more_than_the_box_holds_makes_places_unsure(calibrated: Calibrated, shot: Shot) -> None:
    there = sum(label == "red" and spot.startswith("space") for spot, label in LAID.items())
    fair = Reader("trial", PLAN, calibrated, {("spaces", "red"): there}).read(shot.picture)
    short = Reader("trial", PLAN, calibrated, {("spaces", "red"): there - 1}).read(shot.picture)
    assert len(short.unsure) >= len(fair.unsure) + 2
    assert [one.label for one in short.seen] == [one.label for one in fair.seen]


def test_the_empty_picture_of_another_board_is_told(calibrated: Calibrated, shot: Shot) -> None:
    other = cv2.cvtColor(np.ascontiguousarray(calibrated.empty[::-1, ::-1]), cv2.COLOR_BGR2HSV)
    other[..., 0] = (other[..., 0].astype(int) + 70) % 180
    wrong = msgspec.structs.replace(calibrated, empty=cv2.cvtColor(other, cv2.COLOR_HSV2BGR))
    reading = Reader("trial", PLAN, wrong).read(shot.picture)
    assert reading.trouble is not None and "as it did when it was calibrated" in reading.trouble.message
    small = msgspec.structs.replace(calibrated, empty=calibrated.empty[:100, :100])
    reading = Reader("trial", PLAN, small).read(shot.picture)
    assert reading.trouble is not None and "another size" in reading.trouble.message


@pytest.mark.parametrize("seed", [0, 4, 6])
def test_another_board_in_the_same_mat_is_told_and_not_read(reader: Reader, seed: int) -> None:
    # On each of these boards some places look as if they were sure of something, most of them wrongly.
    other = world_of(other_board(PLAN, seed), TIERS["clean"], 104)
    few = {spot.id: "red" for spot in PIECES[::8]}
    reading = reader.read(render(other, few, TUNING[8], ()).picture)
    assert reading.trouble == ANOTHER and reading.seen == ()


@pytest.mark.parametrize("taught", [(), ("red",)])
def test_a_board_whose_pieces_were_not_all_shown_is_no_other(
    calibrated: Calibrated, world: World, taught: tuple[str, ...]
) -> None:
    colours = {one: calibrated.calibration.colours[one] for one in taught}
    calibration = msgspec.structs.replace(calibrated.calibration, colours=colours)
    reader = Reader("trial", PLAN, msgspec.structs.replace(calibrated, calibration=calibration))
    assert reader.read(render(world, {}, TUNING[8], ()).picture).trouble is None


def test_few_bare_places_tell_nothing_of_the_board() -> None:
    def places(bare: int, doubtful: int, red: int = 30) -> list[Seen]:
        labels = [(EMPTY, True)] * bare + [(EMPTY, False)] * doubtful + [("red", True)] * red
        return [Seen(f"space:{n}", label, 0.9, sure) for n, (label, sure) in enumerate(labels)]

    assert is_another(places(2, 18)) and not is_another(places(3, 17))
    assert is_another(places(0, 20)) and not is_another(places(0, 19))
    assert not is_another(places(0, 0, 60))


def test_a_board_under_a_cloth_is_not_empty(reader: Reader, shot: Shot) -> None:
    covered = shot.picture.copy()
    area = np.round(shot.to_px([(0, 0), (520, 0), (520, 380), (0, 380)])).astype(np.int32)
    cv2.fillPoly(covered, [area], (70, 90, 60))
    reading = reader.read(covered)
    assert reading.trouble is not None or not any(one.sure for one in reading.seen)


def test_a_place_out_of_the_picture_is_unsure(reader: Reader, shot: Shot) -> None:
    located = locate(shot.picture, reader.mat)
    assert located.pose is not None
    left = round(float(shot.to_px([(60.0, 190.0)])[0][0]))
    middle = shot.picture[:, max(0, left) :] if left > 0 else shot.picture
    reading = reader.read(np.ascontiguousarray(middle))
    assert all(not one.sure for one in reading.seen if one.spot.startswith("cartouche:red"))


def test_by_hand_set_corners_do_without_the_mat(calibrated: Calibrated, shot: Shot) -> None:
    around = [(0.0, 0.0), (520.0, 0.0), (520.0, 380.0), (0.0, 380.0)]
    corners = tuple((float(x), float(y)) for x, y in shot.to_px(around))
    by_hand = msgspec.structs.replace(
        calibrated, calibration=msgspec.structs.replace(calibrated.calibration, corners=corners)
    )
    bare = shot.picture.copy()
    for marker in Reader("trial", PLAN, calibrated).mat.markers:
        x, y = np.round(shot.to_px([(marker.x, marker.y)])[0]).astype(int)
        cv2.circle(bare, (int(x), int(y)), 30, (90, 90, 90), -1)
    reading = Reader("trial", PLAN, by_hand).read(bare)
    assert reading.trouble is None and reading.markers == ()
    assert len(_wrong(reading, shot)) <= 1


@pytest.mark.parametrize(
    "picture",
    [None, "x", np.zeros((1, 1, 3), np.uint8), np.zeros((720, 1280), np.uint8), np.zeros((720, 1280, 3), np.float64),
     np.zeros((720, 1280, 3), np.uint8), np.full((720, 1280, 3), 255, np.uint8), np.zeros((64, 9000, 3), np.uint8)],
    ids=["none", "text", "dot", "grey", "floats", "black", "white", "strip"],
)  # fmt: skip
def test_whatever_it_is_given_it_answers_with_a_sentence(reader: Reader, picture: Any) -> None:
    reading = reader.read(picture)
    assert reading.trouble is not None and reading.seen == ()


def test_a_huge_picture_is_read_like_its_smaller_self(reader: Reader, shot: Shot) -> None:
    huge = cv2.resize(shot.picture, None, fx=4.0, fy=4.0, interpolation=cv2.INTER_LINEAR)
    assert _wrong(reader.read(huge), shot) == []


def test_backs_and_empty_card_places_are_told_apart(reader: Reader, world: World) -> None:
    laid = {spot.id: BACK for spot in CARDS[::2]}
    shot = render(world, laid, TUNING[21], ())
    seen = {one.spot: one for one in reader.read(shot.picture).seen}
    for n, spot in enumerate(CARDS):
        one = seen[spot.id]
        if n % 2:
            assert one.label == EMPTY or not one.sure
        else:
            # Where no back was shown it is like nothing known, but never empty.
            assert one.label != EMPTY
