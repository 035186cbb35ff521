"""Teaching: what is shown is cut out, kept apart from what looks the same, and refused with the remedy."""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.engine.errors import InputError
from companion.engine.sight import BACK, Plan, Spot
from companion.vision.another import ANOTHER
from companion.vision.book import Book
from companion.vision.calibrating import begin
from companion.vision.calibration import Calibrated
from companion.vision.cards import read_cards
from companion.vision.light import field_picture
from companion.vision.locate import locate
from companion.vision.mat import mat_of
from companion.vision.shown import cut_out
from companion.vision.teach import Alike, forget_look, teach_look, teach_pieces
from tests.kit.card_art import CARD, CLEAN, NORMAL, TILE, Laid, board, card_art, laid_out, photographed, tile_art
from tests.kit.other_board import other_board
from tests.kit.scene import TIERS, TUNING, render, world_of
from tests.kit.scene.games import game_of
from tests.kit.scene.lessons import at_rest

FIELD = (200.0, 160.0)
PRINT = board(FIELD)
BARE = photographed(PRINT, CLEAN, 77)
AT = (100.0, 80.0, 50.0, 72.0)


def shown(*laid: Laid) -> Any:
    return photographed(laid_out(PRINT, laid), CLEAN, 5)


@pytest.mark.parametrize("turn", [-6.0, 0.0, 4.0])
def test_a_card_is_cut_out_along_its_rim_and_upright(turn: float) -> None:
    cut = cut_out(shown(Laid(card_art(3), 97.0, 82.0, turn)), BARE, "card", AT)
    assert cut.at[:2] == pytest.approx((97.0, 82.0), abs=0.6)
    assert cut.at[2:] == pytest.approx(CARD, abs=1.6)
    assert cut.picture.shape == (round(cut.at[3] * 2), round(cut.at[2] * 2), 3)


def test_a_card_that_lies_sideways_in_its_place_is_turned_upright() -> None:
    cut = cut_out(shown(Laid(card_art(3), 100.0, 80.0, 270.0)), BARE, "card", (100.0, 80.0, 72.0, 50.0), 3)
    upright = cut_out(shown(Laid(card_art(3), 100.0, 80.0)), BARE, "card", AT)
    small = cv2.resize(cut.picture, upright.picture.shape[1::-1])
    assert np.abs(small.astype(int) - upright.picture).mean() < 12


def test_a_thing_about_as_large_as_the_others_gets_their_size() -> None:
    cut = cut_out(shown(Laid(card_art(3), 97.0, 82.0)), BARE, "card", None, 0, ((90.0, 137.0),))
    assert cut.picture.shape == (137, 90, 3)


def test_a_tile_keeps_its_outline_and_the_rest_is_black() -> None:
    cut = cut_out(shown(Laid(tile_art(4, "8"), 100.0, 80.0, 30.0)), BARE, "tile")
    assert sorted(cut.at[2:]) == pytest.approx(sorted(TILE), abs=2.0)
    outside = (cut.picture == 0).all(axis=2)
    # A trapezoid: 13 % of its width are missing at both upper corners, so 13 % of its area.
    assert 0.06 < outside.mean() < 0.22
    assert not outside[outside.shape[0] // 2, outside.shape[1] // 2]


@pytest.mark.parametrize(
    ("laid", "at", "words"),
    [
        ([], None, "Nothing new lies on the board. Lay one thing on it, and take the picture again."),
        ([], AT, "Nothing lies in that place. Lay it there, and take the picture again."),
        (
            [Laid(card_art(3), 50.0, 80.0), Laid(card_art(4), 150.0, 80.0)],
            None,
            "More than one thing lies there. Leave only the one that is to be shown.",
        ),
        (
            [Laid(card_art(3), 10.0, 80.0)],
            None,
            "Something reaches over the edge of the board. Take your hand away, and lay the thing well inside.",
        ),
        (
            [Laid(card_art(3), 90.0, 80.0), Laid(card_art(3), 112.0, 92.0, 40.0)],
            None,
            "What lies there is no rectangle. Lay it flat on the board, all of it in sight, and take your hand away.",
        ),
        (
            [Laid(card_art(3, size=(9.0, 20.0)), 90.0, 80.0)],
            None,
            "What lies there is too small to be told by its picture. Lay it flat, or move the camera.",
        ),
    ],
)
def test_what_can_not_be_cut_out_is_refused_with_the_remedy(laid: list[Laid], at: Any, words: str) -> None:
    with pytest.raises(InputError) as refused:
        cut_out(shown(*laid), BARE, "card", at)
    assert refused.value.text.message == words


GAME = game_of("sobek")
PLAN: Plan = GAME.plan
WORLD = at_rest(world_of(PLAN, TIERS["clean"], 120))
FIRST = "quay:5"


def scene(look: str | None, seed: int, spot: str = FIRST) -> Any:
    return render(WORLD, {} if look is None else {spot: look}, TUNING[seed], ()).picture


@pytest.fixture(scope="module")
def started() -> Calibrated:
    lens = WORLD.lens if WORLD.lens_known else None
    made = "2026-01-01T00:00:00Z"
    begun = begin(scene(None, 700), PLAN, game="sobek", camera="scene", made=made, stand_in=not PLAN.known, lens=lens)
    return begun.calibrated


def names(count: int) -> list[str]:
    """Looks of different arts."""
    found: dict[str, str] = {}
    for look in PLAN.looks:
        found.setdefault(look.art, look.id)
    return list(found.values())[:count]


def test_a_card_shown_once_is_read_afterwards(started: Calibrated) -> None:
    one, other = names(2)
    taught = teach_look(started, PLAN, one, scene(one, 501), FIRST)
    taught = teach_look(taught, PLAN, other, scene(other, 502), FIRST)
    assert set(taught.looks) == {one, other}
    assert started.looks == {}
    shot = scene(other, 510, "quay:2")
    spots = tuple(spot for spot in PLAN.spots if spot.id in ("quay:2", "quay:3"))

    mat = mat_of(PLAN, taught.calibration.field)
    located = locate(shot, mat, taught.calibration)
    assert located.pose is not None
    field = field_picture(shot, located.pose, mat)
    seen = read_cards(field, taught.empty, spots, Book(PLAN, taught.looks), px_per_mm=located.pose.px_per_mm)
    assert [one.label for one in seen] == [other, ""]


@pytest.mark.parametrize(("lies", "spot"), [(False, FIRST), (True, FIRST), (True, None)])
def test_on_another_board_no_look_is_taught_least_of_all_a_bare_place(
    started: Calibrated, lies: bool, spot: str | None
) -> None:
    other, look = at_rest(world_of(other_board(PLAN, 3), TIERS["clean"], 120)), names(1)[0]
    picture = render(other, {FIRST: look} if lies else {}, TUNING[710], ()).picture
    with pytest.raises(InputError) as refused:
        teach_look(started, PLAN, look, picture, spot)
    assert refused.value.text == ANOTHER


def test_the_same_card_shown_under_another_name_is_named(started: Calibrated) -> None:
    one, other = names(2)
    taught = teach_look(started, PLAN, one, scene(one, 501), FIRST)
    with pytest.raises(Alike) as refused:
        teach_look(taught, PLAN, other, scene(one, 503), FIRST)
    titles = {look.id: look.title for look in PLAN.looks}
    assert refused.value.text.message.startswith("This looks the same as {other}")
    assert dict(refused.value.text.params) == {"other": titles[one], "look": titles[other]}
    assert set(teach_look(taught, PLAN, other, scene(one, 503), FIRST, anyway=True).looks) == {one, other}


def test_more_pictures_of_a_look_are_kept_and_the_oldest_go(started: Calibrated) -> None:
    (one,) = names(1)
    taught = started
    for seed in range(504, 510):
        taught = teach_look(taught, PLAN, one, scene(one, seed), FIRST)
    assert len(taught.looks[one]) == 4
    assert forget_look(taught, one).looks == {}


def test_a_wrong_picture_of_a_look_is_replaced_by_the_next_one(started: Calibrated) -> None:
    one, other = names(2)
    wrong = teach_look(started, PLAN, one, scene(other, 501), FIRST)
    right = teach_look(wrong, PLAN, one, scene(one, 502), FIRST)
    assert len(right.looks[one]) == 1


def test_what_is_asked_for_must_exist(started: Calibrated) -> None:
    picture = scene(None, 511)
    (one,) = names(1)
    for look, spot in (("card:NONE", FIRST), (one, "quay:99")):
        with pytest.raises(InputError):
            teach_look(started, PLAN, look, picture, spot)
    with pytest.raises(InputError) as refused:
        teach_look(started, PLAN, one, picture, FIRST)
    assert refused.value.text.message.startswith("Nothing lies in that place.")
    for bad in (None, np.zeros((4, 4), np.uint8), np.zeros((720, 1280, 3), np.uint8)):
        with pytest.raises(InputError):
            teach_look(started, PLAN, one, bad, FIRST)


def test_a_place_that_was_not_tapped_in_is_told(started: Calibrated) -> None:
    real = msgspec.structs.replace(started, calibration=msgspec.structs.replace(started.calibration, stand_in=False))
    (one,) = names(1)
    with pytest.raises(InputError) as refused:
        teach_look(real, PLAN, one, scene(one, 501), FIRST)
    assert refused.value.text.message.startswith("It is not known yet where {place} lies on this board.")


ATON = game_of("aton").plan
TABLE = at_rest(world_of(ATON, TIERS["clean"], 121))
LAID = {"space:1.01": "red", "space:1.06": "blue", "space:3.02": "red", "space:4.05": "blue"}


@pytest.fixture(scope="module")
def board_started() -> Calibrated:
    lens = TABLE.lens if TABLE.lens_known else None
    picture = render(TABLE, {}, TUNING[600], ()).picture
    made = "2026-01-01T00:00:00Z"
    return begin(picture, ATON, game="aton", camera="scene", made=made, lens=lens).calibrated


def test_pieces_that_are_laid_out_teach_their_colours(board_started: Calibrated) -> None:
    picture = render(TABLE, LAID, TUNING[601], ()).picture
    colours = teach_pieces(board_started, ATON, picture, LAID).calibration.colours
    assert set(colours) == {"red", "blue"}
    # Blue against green, red against green: the second and the third axis.
    assert colours["blue"][1] > 0.2 > colours["blue"][2]
    assert colours["red"][2] > 0.2 > colours["red"][1]


def test_a_piece_that_is_not_there_or_another_colour_is_named(board_started: Calibrated) -> None:
    picture = render(TABLE, LAID, TUNING[601], ()).picture
    spots: dict[str, Spot] = {spot.id: spot for spot in ATON.spots}
    with pytest.raises(InputError) as empty:
        teach_pieces(board_started, ATON, picture, {**LAID, "space:2.04": "red"})
    assert empty.value.text.message.startswith("{place} looks empty.")
    assert empty.value.text.params["place"] == spots["space:2.04"].title
    mixed = {**LAID, "space:1.06": "red"}
    with pytest.raises(InputError) as wrong:
        teach_pieces(board_started, ATON, picture, mixed)
    assert wrong.value.text.message.startswith("What lies on {place} is not like the other pieces of {look}.")
    assert wrong.value.text.params["place"] == spots["space:1.06"].title


def test_on_another_board_no_piece_is_taught(board_started: Calibrated) -> None:
    other = at_rest(world_of(other_board(ATON, 3), TIERS["clean"], 121))
    with pytest.raises(InputError) as refused:
        teach_pieces(board_started, ATON, render(other, LAID, TUNING[601], ()).picture, LAID)
    assert refused.value.text == ANOTHER


def test_one_colour_under_two_names_is_told(board_started: Calibrated) -> None:
    laid = {"space:1.01": "red", "space:3.02": "red"}
    picture = render(TABLE, laid, TUNING[602], ()).picture
    with pytest.raises(InputError) as alike:
        teach_pieces(board_started, ATON, picture, {"space:1.01": "red", "space:3.02": "blue"})
    assert alike.value.text.message.startswith("{one} and {other} look the same here")


def test_pieces_need_names_places_and_looks_that_are_pieces(board_started: Calibrated) -> None:
    for laid in ({}, {"space:9.99": "red"}, {"space:1.01": "purple"}, {"space:1.01": BACK}):
        with pytest.raises(InputError):
            teach_pieces(board_started, ATON, None, laid)


def test_worse_light_is_no_matter_for_what_was_cut_out() -> None:
    dim = cut_out(photographed(laid_out(PRINT, [Laid(card_art(3), 97.0, 82.0)]), NORMAL, 3), BARE, "card", AT)
    clear = cut_out(shown(Laid(card_art(3), 97.0, 82.0)), BARE, "card", AT)
    small = cv2.resize(dim.picture, clear.picture.shape[1::-1])
    assert np.abs(small.astype(int) - clear.picture).mean() < 16


def test_siblings_are_cut_out_as_their_art_lies(started: Calibrated) -> None:
    """A rim in the colour of the board makes none of them smaller: laid over each other they differ by their sign."""
    art = next(look.art for look in PLAN.looks if look.art and sum(one.art == look.art for one in PLAN.looks) > 1)
    one, other = [look.id for look in PLAN.looks if look.art == art][:2]
    taught = teach_look(started, PLAN, one, scene(one, 510), FIRST)
    shot, bare = render(WORLD, {FIRST: other}, TUNING[511], ()), scene(None, 511)
    x, y, width, height = next(spot.at for spot in PLAN.spots if spot.id == FIRST)
    left, right, top = x - width, x + width, y - height / 2 + 12.0
    strip = np.array([(left, top - 40.0), (right, top - 40.0), (right, top), (left, top)])
    hidden = np.zeros(bare.shape[:2], np.uint8)
    cv2.fillPoly(hidden, [np.round(shot.to_px(strip)).astype(np.int32)], 255)
    picture = np.where(hidden[..., None] > 0, bare, shot.picture).astype(np.uint8)
    taught = teach_look(taught, PLAN, other, picture, FIRST, anyway=True)
    first, second = (taught.looks[look][0].astype(int) for look in (one, other))
    assert first.shape == second.shape
    assert np.median(np.abs(first - second).max(axis=2)[40:]) < 12


def test_an_almost_square_card_is_not_turned_to_the_size_of_others() -> None:
    """Its sides do not tell which way up it lies: what was measured a little wider before does not turn it."""
    small = card_art(3, size=(27.0, 26.0))
    cut = cut_out(shown(Laid(small, 100.0, 80.0)), BARE, "card", (100.0, 80.0, 30.0, 30.0), 0, ((48.0, 54.0),))
    upright = cut_out(shown(Laid(small, 100.0, 80.0)), BARE, "card", (100.0, 80.0, 30.0, 30.0))
    seen = cv2.resize(cut.picture, upright.picture.shape[1::-1]).astype(int)
    turned = cv2.resize(np.rot90(upright.picture), upright.picture.shape[1::-1])
    assert np.abs(seen - upright.picture).mean() < 0.5 * np.abs(seen - turned).mean()
