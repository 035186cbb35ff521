"""A lamp mirrored in the board: told from light and from print, and taken off before pieces are read."""

from __future__ import annotations

from typing import Any

import numpy as np

from companion.engine.sight import EMPTY
from companion.vision.board import board_of, grain
from companion.vision.gloss import gloss_of
from companion.vision.light import linear, screen
from companion.vision.pieces import read_pieces
from tests.vision.test_pieces import ABOVE, COLOURS, LAID, SPOTS, _empty, _laid, _read

LAMP = (55.0, 60.0)


def _lit(picture: Any, part: float, over: float, wide: float = 22.0, colour: Any = (1.0, 1.0, 1.0)) -> Any:
    """`picture` (2 px a mm) in a part of the light, a lamp of `over` linear light mirrored round `LAMP` (mm)."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]] / 2.0
    blob = over * np.exp(-0.5 * ((x - LAMP[0]) ** 2 + (y - LAMP[1]) ** 2) / wide**2)
    light = part * linear(picture) + blob[..., None] * np.array(colour)
    return np.clip(np.round(screen(np.clip(light, 0, 1))), 0, 255).astype(np.uint8)


def test_a_mirrored_lamp_is_found_where_it_is_and_as_strong_as_it_is() -> None:
    gloss = gloss_of(_lit(_empty(), 0.5, 0.2), _empty(), 2.0)
    assert gloss is not None
    rows, columns = gloss.part.shape
    found = gloss.light.mean(axis=2)
    row, column = np.unravel_index(found.argmax(), found.shape)
    assert abs(column / columns * 200 - LAMP[0]) < 8 and abs(row / rows * 150 - LAMP[1]) < 8
    assert abs(found.max() - 0.2) < 0.03
    assert found[-5:, -5:].max() < 0.01


def test_what_is_taken_off_leaves_the_print_as_it_was_lit() -> None:
    seen = _lit(_empty(), 0.5, 0.2)
    gloss = gloss_of(seen, _empty(), 2.0)
    assert gloss is not None
    before, after = seen.astype(int), gloss.taken_off(seen, seen).astype(int)
    lit = _lit(_empty(), 0.5, 0.0).astype(int)
    near = np.s_[60:180, 50:170]
    assert np.abs(before - lit)[near].mean() > 30
    assert np.abs(after - lit)[near].mean() < 10


def test_shadows_slopes_and_coloured_lamps_are_no_gloss() -> None:
    slope = np.linspace(0.3, 1.0, 400)[None, :, None] * np.array([0.6, 0.9, 1.0])
    assert gloss_of(_empty(), _empty(), 2.0) is None
    assert gloss_of((_empty() * slope).astype(np.uint8), _empty(), 2.0) is None
    shade = np.ones((300, 400, 1))
    shade[:, :150] = 0.5
    assert gloss_of((_empty() * shade).astype(np.uint8), _empty(), 2.0) is None


def test_pieces_are_no_gloss() -> None:
    assert gloss_of(_laid(LAID), _empty(), 2.0) is None


def test_pieces_and_empty_places_under_a_mirrored_lamp_are_read() -> None:
    seen = _read(_lit(_laid(LAID), 0.5, 0.15))
    assert [spot.id for n, spot in enumerate(SPOTS) if seen[spot.id].label != LAID.get(n, EMPTY)] == []
    assert sum(one.sure for one in seen.values()) >= 20


def test_a_noisy_picture_is_made_softer_and_read() -> None:
    noise = np.random.default_rng(5).normal(0, 14, (300, 400, 3))
    noisy = np.clip(_laid(LAID) + noise, 0, 255).astype(np.uint8)
    assert grain(noisy) > 2.5 * grain(_laid(LAID)) + 5
    board = board_of(noisy, _empty())
    seen = {one.spot: one for one in read_pieces(board, SPOTS, COLOURS, ABOVE)}
    wrong = [spot.id for n, spot in enumerate(SPOTS) if seen[spot.id].label != LAID.get(n, EMPTY)]
    assert wrong == []
