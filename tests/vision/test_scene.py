"""The renderer: a picture and its truth belong together, and the tiers are what they say."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.games import all_games
from companion.vision.mat import mat_of
from tests.kit.scene import FROZEN, TIERS, TUNING, World, render, trial_plan, world_of
from tests.kit.scene.art import card_art
from tests.kit.scene.foreign import Thing
from tests.kit.scene.games import game_of
from tests.kit.scene.lessons import at_rest, start_laid
from tests.kit.scene.measure import truth_of
from tests.kit.scene.negatives import negative
from tests.kit.scene.positions import chance_laid, record_beside
from tests.kit.scene.render import lays_of, setting_of, shoot
from tests.kit.scene.sequence import sequence

SEED = TUNING[0]
PLAN = trial_plan()
LAID = {"space:1.01": "red", "space:1.02": "blue", "space:4.06": "red", "cartouche:red:1": "card:red:3"}


@lru_cache(maxsize=8)
def table(tier: str, number: int = 100) -> World:
    return world_of(PLAN, TIERS[tier], number)


def found_markers(picture: Any) -> dict[int, Any]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    if hasattr(cv2.aruco, "ArucoDetector"):
        corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    else:
        corners, ids, _ = cv2.aruco.detectMarkers(picture, dictionary)
    return {} if ids is None else {int(one): four[0] for one, four in zip(ids.ravel(), corners, strict=True)}


@pytest.mark.parametrize("tier", ["clean", "normal"])
def test_markers_lie_where_the_truth_says(tier: str) -> None:
    for seed in range(SEED, SEED + 3):
        shot = render(table(tier), {}, seed, ())
        found = found_markers(shot.picture)
        assert len(found) >= 5
        for one, corners in found.items():
            marker = table(tier).mat.marker(one)
            assert marker is not None
            assert np.abs(shot.to_px(marker.corners()) - corners).max() < 3.0


@pytest.mark.parametrize("tier", list(TIERS))
def test_the_camera_takes_its_lens_back(tier: str) -> None:
    view = render(table(tier), {}, SEED, ()).setting.view
    points = np.array([(0.0, 0.0), (520.0, 0.0), (260.0, 190.0), (10.0, 370.0)])
    assert np.allclose(view.to_mm(view.to_px(points)), points, atol=0.01)


def test_a_piece_shows_its_colour_where_its_top_is() -> None:
    calm = at_rest(table("clean"))
    shot = render(calm, LAID, SEED, ())
    for lay in shot.lays:
        if lay.kind != "piece":
            continue
        x, y = shot.setting.view.to_px([lay.at[:2]], lay.height)[0]
        window = shot.picture[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3]
        blue, _, red = (float(v) for v in window.mean((0, 1)))
        assert (red > blue + 40) == (lay.label == "red")


def test_a_piece_is_displaced_by_its_height() -> None:
    view = render(table("hard"), {}, SEED, ()).setting.view
    low, high = view.to_px([(100.0, 100.0)], 0.0)[0], view.to_px([(100.0, 100.0)], 10.0)[0]
    away = view.to_px([np.array([100.0, 100.0]) + view.towards((100.0, 100.0)) * 0.1])[0] - low
    assert np.dot(high - low, away) > 0


def test_the_same_seed_takes_the_same_picture() -> None:
    again = world_of(PLAN, TIERS["normal"], 100)
    one, two = render(table("normal"), LAID, SEED), render(again, LAID, SEED)
    assert np.array_equal(one.picture, two.picture)
    assert one.visible == two.visible
    assert not np.array_equal(one.picture, render(table("normal"), LAID, SEED + 1).picture)


def test_tables_differ_in_camera_and_print_run() -> None:
    one, two = table("normal", 100), table("normal", 101)
    assert one.optics != two.optics
    assert one.woods["red"] != two.woods["red"]
    assert not np.array_equal(one.print, two.print)


def test_no_seed_is_measured_with_that_may_be_tuned_on() -> None:
    ranges = [*FROZEN.values(), TUNING]
    for one in ranges:
        for other in ranges:
            assert one is other or one.stop <= other.start or other.stop <= one.start
    assert all(len(one) >= 1500 for one in FROZEN.values())


def test_harder_tiers_reach_further_in_everything() -> None:
    clean, normal, hard = (TIERS[name] for name in ("clean", "normal", "hard"))
    for name in ("tilt", "defocus", "motion", "noise", "shadow_depth", "gloss_strength", "piece_height"):
        assert getattr(clean, name)[1] <= getattr(normal, name)[1] <= getattr(hard, name)[1], name
    for name in ("k1", "off_centre", "leaning", "card_turn", "card_shift", "card_slide", "gradient", "balance_error"):
        assert getattr(clean, name) <= getattr(normal, name) < getattr(hard, name), name
    assert hard.exposure[0] < normal.exposure[0] < clean.exposure[0]
    assert (hard.tilt[1], hard.off_centre, hard.card_turn, hard.card_shift, hard.k1) == (45, 0.35, 8, 10, 0.15)


def test_what_a_hand_hides_is_told() -> None:
    spot = PLAN.spot("space:1.02")
    assert spot is not None
    arm = Thing("hand", (spot.at[0] - 40, spot.at[1]), 0.0, (208, 158, 124), (40, 46, 66))
    bare, hidden = render(table("normal"), LAID, SEED, ()), render(table("normal"), LAID, SEED, (arm,))
    assert bare.visible["space:1.02"] > 0.9
    assert hidden.visible["space:1.02"] < 0.2
    assert hidden.labels == bare.labels


def test_a_slip_on_a_marker_takes_it_from_the_truth() -> None:
    marker = table("normal").mat.markers[4]
    slip = Thing("slip", (marker.x, marker.y), 20.0, (240, 240, 240), size=30.0)
    assert marker.id in render(table("normal"), {}, SEED, ()).markers
    assert marker.id not in render(table("normal"), {}, SEED, (slip,)).markers


def test_pieces_touch_but_never_stand_in_each_other() -> None:
    laid = {spot.id: "red" for spot in PLAN.spots if spot.kind == "piece"}
    gaps = []
    for number in range(4):
        lays = lays_of(table("hard", 100 + number), laid, np.random.default_rng(number))
        places = np.array([lay.at for lay in lays])
        between = np.hypot(*(places[:, None, :2] - places[None, :, :2]).transpose(2, 0, 1)) + 1e3 * np.eye(len(places))
        gaps.append(float((between - (places[:, None, 2] + places[None, :, 2]) / 2).min()))
    assert min(gaps) > -1.5
    assert sum(gap < 0.2 for gap in gaps) >= 1


def test_siblings_differ_in_two_corners_alone() -> None:
    three, four = PLAN.look("card:red:3"), PLAN.look("card:red:4")
    assert three is not None and four is not None
    one, two = card_art(three, (44.0, 67.0), 3), card_art(four, (44.0, 67.0), 3)
    differ = np.abs(one.astype(int) - two).max(axis=2) > 20
    height, width = differ.shape
    assert differ.any()
    assert not differ[height // 3 : height * 2 // 3].any()
    assert not differ[: height // 3, width // 2 :].any()
    assert differ.mean() < 0.05


def test_no_mat_lies_in_the_pictures_without_one() -> None:
    for seed in range(30):
        assert not found_markers(negative(seed))


def test_what_is_laid_keeps_to_plan_and_counts() -> None:
    counts = {("spaces", "red"): 5, ("spaces", "blue"): 2}
    for seed in range(20):
        laid = chance_laid(PLAN, counts, np.random.default_rng(seed))
        spots = {spot.id: spot for spot in PLAN.spots}
        assert all(label in spots[name].labels for name, label in laid.items())
        labels = [label for name, label in laid.items() if spots[name].group == "spaces"]
        assert labels.count("red") <= 5
        assert labels.count("blue") <= 2


def test_a_foreign_record_differs_somewhere() -> None:
    for seed in range(20):
        wrong = record_beside(PLAN, LAID, np.random.default_rng(seed))
        assert 1 <= len(wrong) <= 3
        assert all(label != LAID.get(spot, "") for spot, label in wrong.items())


def test_the_start_picture_has_each_colour_several_times() -> None:
    laid = start_laid(PLAN)
    assert list(laid.values()).count("red") == list(laid.values()).count("blue") == 4


def test_a_hand_moves_a_piece() -> None:
    after = {**LAID, "space:2.05": "blue"}
    frames = list(sequence(table("normal"), LAID, after, SEED, "move"))
    assert [frame.moving for frame in frames].count(True) == 16
    assert frames[0].shot.labels["space:2.05"] == ""
    assert frames[-1].shot.labels["space:2.05"] == "blue"
    assert not frames[-1].moving
    assert min(frame.shot.visible["space:2.05"] for frame in frames) < 0.5
    where = {lay.spot: lay.at for lay in frames[0].shot.lays}
    assert {lay.spot: lay.at for lay in frames[-1].shot.lays if lay.spot in where} == where


@pytest.mark.parametrize("script", ["camera bump", "lamp", "still"])
def test_other_scripts_move_no_piece(script: Any) -> None:
    frames = list(sequence(table("normal"), LAID, {}, SEED, script))
    first, last = frames[0].shot, frames[-1].shot
    assert first.labels == last.labels
    moved = np.abs(first.to_px([(100.0, 100.0)]) - last.to_px([(100.0, 100.0)])).max()
    assert (moved > 3) == (script == "camera bump")
    brighter = float(last.picture.mean() - first.picture.mean())
    assert (brighter > 8) == (script == "lamp")


def test_every_marker_of_the_mat_is_printed() -> None:
    assert set(found_markers(table("clean").print)) == {marker.id for marker in mat_of(PLAN).markers}


def test_a_card_that_lies_over_another_hides_it() -> None:
    calm = replace(TIERS["hard"], card_shift=0.0, card_turn=0.0, stacked=0.0, card_slide=0.0)
    world = replace(table("hard"), tier=calm)
    laid = {"cartouche:red:1": "card:red:3", "cartouche:red:2": "card:red:4"}
    setting = setting_of(world, laid, SEED, ())
    moved = tuple(
        replace(lay, at=(lay.at[0], lay.at[1] - 60.0, *lay.at[2:])) if lay.spot == "cartouche:red:2" else lay
        for lay in setting.lays
    )
    apart, over = shoot(world, laid, setting), shoot(world, laid, replace(setting, lays=moved))
    assert apart.visible["cartouche:red:1"] > 0.9
    assert 0.3 < over.visible["cartouche:red:1"] < 0.7
    assert over.visible["cartouche:red:2"] > 0.9


@pytest.mark.parametrize("game_id", [one.id for one in all_games() if one.sight is not None])
def test_the_truth_of_a_drawn_table_can_be_kept(game_id: str) -> None:
    game = game_of(game_id)
    laid = chance_laid(game.plan, game.counts, np.random.default_rng(3))
    truth = truth_of(render(world_of(game.plan, TIERS["hard"], 100), laid, SEED), game)
    assert msgspec.json.decode(msgspec.json.encode(truth), type=type(truth)) == truth
