"""What makes a place doubtful (hemmed in, an unknown plate, one too many), and how colours follow the light."""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.engine.sight import EMPTY, Plan, Seen, Spot
from companion.engine.text import Text
from companion.vision.axes import axes
from companion.vision.board import FAR, Printed, board_of
from companion.vision.counting import counted
from companion.vision.gloss import CELL, Gloss, gloss_of
from companion.vision.pieces import Fits, read_pieces, toned, under_covers
from tests.vision.test_gloss import _lit
from tests.vision.test_pieces import ABOVE, INK, LAID, SPOTS, _empty, _laid, _read

MIDDLE = SPOTS[8]


def _ringed(colour: tuple[int, int, int]) -> Any:
    """The empty board, all of it but one place in `colour`."""
    field, hidden = _empty(), np.full((300, 400, 3), colour, np.uint8)
    x, y = (round(2 * one) for one in MIDDLE.at[:2])
    hidden[y - 28 : y + 28, x - 28 : x + 28] = field[y - 28 : y + 28, x - 28 : x + 28]
    far = np.hypot(*(np.mgrid[:300, :400] - np.array((y, x))[:, None, None]))
    return np.where((far < 110)[..., None], hidden, field)


def test_a_bare_place_with_a_sleeve_all_round_it_is_not_surely_empty() -> None:
    one = _read(_ringed((200, 60, 40)))[MIDDLE.id]
    assert not one.sure


def test_a_bare_place_amid_blackened_ones_is_surely_empty() -> None:
    """What must not be seen is blackened before anything is read; that is no cover."""
    one = _read(_ringed((0, 0, 0)))[MIDDLE.id]
    assert (one.label, one.sure) == (EMPTY, True)


def test_under_a_plate_of_which_nobody_knows_what_it_is_nothing_is_known() -> None:
    plate = Spot("plate", Text("p"), "cover", ("closed",), (40.0, 25.0, 60.0, 30.0), "g")
    found = {SPOTS[0].id: Seen(SPOTS[0].id, "red", 0.99, True), "plate": Seen("plate", None, 0.0, False)}
    assert under_covers(found, (*SPOTS, plate))[SPOTS[0].id] == Seen(SPOTS[0].id, None, 0.0, False)


def test_only_sure_places_of_the_group_are_counted_and_their_art_is_doubted_too() -> None:
    other = Spot("other", Text("o"), "piece", ("red",), (1.0, 1.0, 2.0, 2.0), "another")
    plan = Plan(mat=0, field=(1, 1), board=(0, 0, 1, 1), known=True, spots=(*SPOTS, other), looks=())
    sure = [Seen(spot.id, "red", 0.98, True, art="a") for spot in SPOTS[:2]]
    seen = [*sure, Seen(SPOTS[2].id, "red", 0.5, False), Seen("other", "red", 0.99, True)]
    assert counted(seen, plan, {("g", "red"): 2}) == tuple(seen)
    over = counted(seen, plan, {("g", "red"): 1})
    assert [(one.sure, one.art) for one in over[:2]] == [(False, "")] * 2
    assert over[2:] == tuple(seen[2:])


def _measured(fits: Any, tone: Any) -> Fits:
    """What `toned` asks of n places and k colours, everything else left out."""
    named = dict.fromkeys(Fits.__struct_fields__)
    whole = np.ones_like(np.asarray(fits, float))
    given = {"fits": np.asarray(fits, float), "solid": whole, "rim": whole, "tone": np.asarray(tone, float)}
    return Fits(**{**named, **given})


def test_a_colour_follows_the_light_of_the_picture_by_the_places_where_it_is_clear() -> None:
    colours = [[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]
    tone = [[[1.1, 0.05, 0.0], [9.0, 9.0, 9.0]]] * 3
    fits = [[20.0, -5.0]] * 3
    anywhere = np.ones((3, 2), bool)
    new = toned(_measured(fits, tone), colours, anywhere)
    # Three places count for three parts in four and a half.
    assert new[0] == pytest.approx([1.0 + 0.1 * 3 / 4.5, 0.05 * 3 / 4.5, 0.0], abs=1e-6)
    assert list(new[1]) == colours[1]


def test_a_colour_never_follows_far_and_not_by_places_where_it_can_not_lie() -> None:
    colours = [[1.0, 0.0, 0.0]]
    tone, fits = [[[9.0, -9.0, 0.1]]] * 9, [[20.0]] * 9
    new = toned(_measured(fits, tone), colours, np.ones((9, 1), bool))
    assert new[0] == pytest.approx([1.25, -0.25, 0.1 * 9 / 10.5], abs=1e-6)
    assert toned(_measured(fits, tone), colours, np.zeros((9, 1), bool)).tolist() == colours
    unclear = [[9.0]] * 9
    assert toned(_measured(unclear, tone), colours, np.ones((9, 1), bool)).tolist() == colours


def test_pieces_that_all_look_another_tone_than_they_were_taught_are_read_for_certain() -> None:
    other = np.array((0.0, 0.16, -0.1))
    taught = {name: tuple(float(v) for v in axes(np.array(bgr, np.float32)) + other) for name, bgr in INK.items()}
    board = board_of(_laid(LAID), _empty())
    seen = {one.spot: one for one in read_pieces(board, SPOTS, taught, ABOVE)}
    assert [spot.id for n, spot in enumerate(SPOTS) if seen[spot.id].label != LAID.get(n, EMPTY)] == []


def test_a_board_a_millimetre_off_its_map_still_looks_bare() -> None:
    shifted = cv2.warpAffine(
        _empty(), np.array([[1.0, 0, 2], [0, 1.0, 1]]), (400, 300), borderMode=cv2.BORDER_REPLICATE
    )
    off = board_of(shifted, _empty()).off
    assert (off < FAR).mean() > 0.98


def test_a_board_under_a_lamp_mirrored_in_it_is_as_it_was_printed_once_that_is_taken_off() -> None:
    board = board_of(_lit(_empty(), 0.5, 0.2), _empty())
    near = np.s_[30:90, 25:85]
    assert board.gloss is not None
    assert np.abs((board.like - board.print)[near][..., 0]).mean() < 0.12


def test_a_pale_board_is_hazy_and_a_clear_one_is_not() -> None:
    pale = np.round(0.45 * _empty() + 0.55 * np.array((160, 200, 215))).astype(np.uint8)
    assert board_of(_empty(), _empty()).haze.max() < 0.1
    assert np.median(board_of(pale, _empty()).haze) > 0.3


def test_the_empty_picture_is_softened_as_much_as_is_asked_for() -> None:
    printed = Printed(_empty())
    sharp, soft, again = (printed.softened(width)[0] for width in (0.8, 2.0, 0.8))
    assert np.ptp(np.gradient(soft[..., 0])[0]) < 0.8 * np.ptp(np.gradient(sharp[..., 0])[0])
    assert np.array_equal(sharp, again)


def test_where_a_lamp_leaves_little_else_the_softer_picture_is_taken() -> None:
    fine, softer = _empty(), np.full((300, 400, 3), 90, np.uint8)
    for part, picture in ((0.0, fine), (1.0, softer)):
        none = Gloss(np.zeros((50, 67, 3), np.float32), np.full((50, 67), part, np.float32))
        assert np.abs(none.taken_off(fine, softer).astype(int) - picture).max() <= 1


def test_a_board_of_one_colour_has_no_say_in_what_is_mirrored() -> None:
    plain = np.full((300, 400, 3), (90, 120, 150), np.uint8)
    assert gloss_of(_lit(plain, 0.5, 0.0), plain, 2.0) is None


def test_what_is_mirrored_has_the_colour_of_the_lamp_over_pieces_as_well() -> None:
    gloss = gloss_of(_lit(_laid(LAID), 0.5, 0.2), _empty(), 2.0)
    assert gloss is not None and CELL == 3.0
    light = gloss.light[gloss.light.mean(axis=2) > 0.08]
    assert len(light) > 50
    share = light / light.mean(axis=1, keepdims=True)
    assert np.abs(share - 1.0).max() < 0.25
    assert msgspec.structs.asdict(gloss)["part"].max() <= 1.0
