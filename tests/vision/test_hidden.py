"""What may not be seen: two tables that differ in nothing else are one to the reader, by any lens and view."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.language import Language
from companion.vision.calibration import Calibrated
from companion.vision.light import field_picture
from companion.vision.live import shown
from companion.vision.locate import locate
from companion.vision.reader import HIDE, Reader
from tests.kit.scene import TIERS, TUNING, Shot, World, render, trial_plan, world_of
from tests.kit.scene.session import calibrate

PLAN = trial_plan()
CARDS = tuple(spot for spot in PLAN.spots if spot.kind == "card")
HIDDEN = frozenset(spot.id for spot in CARDS)
LAID = {spot.id: ("red", "blue")[n % 2] for n, spot in enumerate(PLAN.spots) if spot.kind == "piece" and n % 3}
ASKEW = 6.0
"""Millimetres that a card lies off its place."""


@cache
def table(tier: str) -> tuple[World, Calibrated]:
    world = world_of(PLAN, TIERS[tier], 104)
    return world, calibrate(world)


@cache
def seen(tier: str, seed: int = TUNING[11], laid: bool = True) -> Shot:
    """A picture of the table of a tier, with what is laid on it or bare."""
    return render(table(tier)[0], LAID if laid else {}, seed, ())


@cache
def without_mat() -> Calibrated:
    """The table of the clean tier, its corners set by hand."""
    return by_hand(table("clean")[1], seen("clean", laid=False))


def twins(shot: Shot) -> tuple[Any, Any]:
    """The picture with one thing and with another one in every hidden place, somewhat askew."""
    pictures = []
    for seed in (1, 2):
        rng = np.random.default_rng(seed)
        picture = shot.picture.copy()
        for spot in CARDS:
            x, y, width, height = spot.at
            corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
            corners = corners + np.array((x, y)) + rng.uniform(-ASKEW, ASKEW, (4, 2))
            area = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillPoly(area, [np.round(shot.to_px(corners)).astype(np.int32)], 255)
            picture[area > 0] = rng.integers(0, 256, (int((area > 0).sum()), 3))
        pictures.append(picture)
    assert not np.array_equal(*pictures)
    return pictures[0], pictures[1]


def by_hand(calibrated: Calibrated, shot: Shot, size: Any = None) -> Calibrated:
    """The same board without its mat: the field's corners are set in this picture, which shows the empty board too."""
    wide, high = calibrated.calibration.field
    corners = shot.to_px([(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)])
    height, width = shot.picture.shape[:2]
    calibration = msgspec.structs.replace(
        calibrated.calibration, corners=tuple((float(x), float(y)) for x, y in corners), size=(width, height), lens=None
    )
    mat = Reader("trial", PLAN, calibrated).mat
    pose = locate(shot.picture, mat, calibration).pose
    assert pose is not None
    empty = field_picture(shot.picture, pose, mat, False)
    return msgspec.structs.replace(calibrated, calibration=calibration, empty=empty)


def pushed(picture: Any, x: float, y: float) -> Any:
    """The same table, the camera pushed by so many px."""
    size = (picture.shape[1], picture.shape[0])
    return cv2.warpAffine(picture, np.array([[1.0, 0, x], [0, 1.0, y]]), size, borderMode=cv2.BORDER_REFLECT)


@pytest.mark.parametrize("seed", [TUNING[11], TUNING[12]])
@pytest.mark.parametrize("tier", ["normal", "hard"])
def test_what_lies_in_a_hidden_place_changes_nothing(tier: str, seed: int) -> None:
    _, calibrated = table(tier)
    one, other = twins(seen(tier, seed))
    reader = Reader("trial", PLAN, calibrated)
    looks = [reader.look(picture, HIDDEN) for picture in (one, other)]
    assert looks[0].reading.trouble is None and not HIDDEN & {one.spot for one in looks[0].reading.seen}
    assert looks[0].reading == looks[1].reading
    assert np.array_equal(looks[0].field, looks[1].field)
    kept = [reader.mask(picture, HIDDEN) for picture in (one, other)]
    assert np.array_equal(*kept) and kept[0].any()
    places = tuple(spot.at for spot in CARDS)
    live = [shown(picture, reader.mat, calibrated.calibration, hidden=places) for picture in (one, other)]
    assert np.array_equal(live[0].picture, live[1].picture) and live[0].picture.any()
    assert live[0]._replace(picture=None) == live[1]._replace(picture=None), "how light it is, and what is wrong"


def test_seen_by_whoever_may_see_them_they_are_not_the_same() -> None:
    """The same comparison fails where nothing is hidden."""
    _, calibrated = table("normal")
    one, other = twins(seen("normal"))
    reader = Reader("trial", PLAN, calibrated)
    assert not np.array_equal(reader.look(one).field, reader.look(other).field)
    assert not np.array_equal(reader.mask(one), reader.mask(other))


def test_corners_that_were_set_by_hand_hide_as_well_and_show_nothing_live() -> None:
    calibrated = without_mat()
    one, other = twins(seen("clean"))
    reader = Reader("trial", PLAN, calibrated)
    looks = [reader.look(picture, HIDDEN) for picture in (one, other)]
    assert looks[0].reading.trouble is None and looks[0].reading == looks[1].reading
    assert np.array_equal(looks[0].field, looks[1].field)
    assert np.array_equal(reader.mask(one, HIDDEN), reader.mask(other, HIDDEN))
    live = shown(one, reader.mat, calibrated.calibration, hidden=(CARDS[0].at,))
    assert not live.picture.any(), "a board without a mat may have been pushed meanwhile"


def test_a_board_without_a_mat_is_read_where_it_lay() -> None:
    reader, shot = Reader("trial", PLAN, without_mat()), seen("clean")
    for picture in (shot.picture, pushed(shot.picture, 1.0, -1.0)):
        assert reader.read(picture).trouble is None


@pytest.mark.parametrize("push", [(12.0, 0.0), (0.0, -25.0), (60.0, 35.0)])
def test_a_pushed_board_without_a_mat_is_not_read_not_shown_and_not_kept(push: tuple[float, float]) -> None:
    reader = Reader("trial", PLAN, without_mat())
    away = pushed(seen("clean").picture, *push)
    looked = reader.look(away, HIDDEN)
    assert looked.reading.trouble is not None and looked.reading.seen == () and looked.field is None
    assert "set the corners again" in Language("en").say(looked.reading.trouble)
    assert not reader.mask(away, HIDDEN).any() and not reader.mask(away).any()


def test_where_it_can_not_be_told_whether_the_board_was_pushed_nothing_hidden_is_risked() -> None:
    reader = Reader("trial", PLAN, without_mat())
    noise = np.random.default_rng(3).integers(0, 256, seen("clean").picture.shape).astype(np.uint8)
    looked = reader.look(noise, HIDDEN)
    assert looked.field is None and looked.reading.trouble is not None
    assert "lies hidden" in Language("en").say(looked.reading.trouble)
    assert not reader.mask(noise, HIDDEN).any()


def test_a_hidden_place_of_which_nobody_told_where_it_lies_keeps_the_camera_away() -> None:
    """On a board whose places are tapped in, the plan does not know where they are."""
    _, calibrated = table("clean")
    shot = seen("clean")
    plan = msgspec.structs.replace(PLAN, known=False)
    tapped = {spot.id: spot.at for spot in PLAN.spots if spot.kind == "piece"}
    calibration = msgspec.structs.replace(calibrated.calibration, stand_in=False, spots=tapped)
    reader = Reader("trial", plan, msgspec.structs.replace(calibrated, calibration=calibration))
    assert reader.read(shot.picture).trouble is None
    looked = reader.look(shot.picture, HIDDEN)
    assert looked.field is None and looked.reading.trouble is not None
    assert "not known yet where its places are" in Language("en").say(looked.reading.trouble)
    assert not reader.mask(shot.picture, HIDDEN).any()


def test_a_card_may_lie_askew_by_what_is_hidden_around_its_place() -> None:
    assert HIDE > ASKEW * 2
