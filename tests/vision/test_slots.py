"""Tiles in known places, compared all at once."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.engine.sight import EMPTY, Look, Plan, Spot
from companion.engine.text import T
from companion.vision.batch import compared, settled_all, stack_of, taken
from companion.vision.book import Book, Lie, features, straightened
from companion.vision.slots import read_tiles
from tests.kit.card_art import CLEAN, NORMAL, Laid, board, laid_out, photographed, taught, tile_art

FIELD = (300.0, 120.0)
KINDS = tuple(f"tile:{k}" for k in range(8))
ART = {kind: tile_art(k, "12468"[k % 5]) for k, kind in enumerate(KINDS)}
PLAN = Plan(
    mat=5,
    field=FIELD,
    board=(FIELD[0] / 2, FIELD[1] / 2, *FIELD),
    known=True,
    spots=(),
    looks=tuple(Look(kind, T("Tile"), "tile") for kind in KINDS),
)
PRINT = board(FIELD)
BARE = photographed(PRINT, CLEAN, 3)


def spot(number: int, x: float, y: float = 60.0) -> Spot:
    return Spot(f"slot:{number}", T("Slot"), "tile", KINDS, (x, y, 34.0, 34.0), "path")


ROW = tuple(spot(n + 1, 30.0 + 48.0 * n) for n in range(6))


@pytest.fixture(scope="module")
def pictures() -> dict[str, tuple[Any, ...]]:
    return {kind: (taught(art),) for kind, art in ART.items()}


@pytest.fixture(scope="module")
def book(pictures: dict[str, tuple[Any, ...]]) -> Book:
    return Book(PLAN, pictures)


def test_a_stack_compares_what_the_book_compares(book: Book) -> None:
    size = book.sizes[0]
    stack = stack_of(size, 1)
    assert np.abs(stack.goals - size.features).max() < 1e-5
    lies = [(size.width / 2 + 3.0, size.height / 2 - 2.0, 7.0, 1.02), (size.width / 2, size.height / 2, 180.0, 1.0)]
    fine = size.references[2].fine
    together = compared(taken(fine, lies, size, stack), stack)
    for lie, vector in zip(lies, together, strict=True):
        alone = features(straightened(fine, Lie(*lie), size), size.shared)
        # Where a picture ends the two ways of taking it round differently.
        assert float(vector @ alone.ravel()) == pytest.approx(float(alone.ravel() @ alone.ravel()), abs=0.01)


def test_tiles_are_settled_onto_what_they_show(book: Book) -> None:
    size = book.sizes[0]
    half = stack_of(size, 2)
    fine = cv2.copyMakeBorder(size.references[4].fine, 20, 20, 20, 20, cv2.BORDER_REPLICATE)
    middle = ((size.width - 1) / 2 + 20, (size.height - 1) / 2 + 20)
    lies, fits = settled_all(
        fine, [(middle[0] + 3.0, middle[1] - 2.5, 4.0, 1.0)], size, half, np.ones((1, len(KINDS)), bool)
    )
    assert int(fits[0].argmax()) == 4
    assert lies[0][:2] == pytest.approx(middle, abs=0.4)
    assert lies[0][2] == pytest.approx(0.0, abs=1.5)


@pytest.mark.parametrize("weather", [CLEAN, NORMAL])
def test_each_place_is_told_surely(book: Book, weather: Any) -> None:
    truth = (KINDS[0], EMPTY, KINDS[3], KINDS[7], KINDS[5], EMPTY)
    laid = [
        Laid(ART[kind], one.at[0] + 3, one.at[1] - 2, 8.0 * n)
        for n, (one, kind) in enumerate(zip(ROW, truth, strict=True))
        if kind
    ]
    seen = read_tiles(photographed(laid_out(PRINT, laid), weather, 4), BARE, ROW, book, px_per_mm=weather.px_per_mm)
    assert [one.label for one in seen] == list(truth)
    assert all(one.sure for one in seen if one.label)


def test_board_that_was_cut_out_with_a_tile_does_not_matter(pictures: dict[str, tuple[Any, ...]]) -> None:
    """Shadow on one side of one picture, a rim of the board round another: no question follows from it."""
    shown = dict(pictures)
    shade = (70, 80, 95)
    shown[KINDS[1]] = (cv2.copyMakeBorder(pictures[KINDS[1]][0], 0, 0, 6, 0, cv2.BORDER_CONSTANT, value=shade),)
    shown[KINDS[2]] = (cv2.copyMakeBorder(pictures[KINDS[2]][0], 3, 3, 3, 3, cv2.BORDER_CONSTANT, value=shade),)
    book = Book(PLAN, shown)
    assert len(book.sizes) == 1
    laid = [Laid(ART[KINDS[n]], one.at[0], one.at[1], 3.0) for n, one in enumerate(ROW)]
    seen = read_tiles(photographed(laid_out(PRINT, laid), CLEAN, 4), BARE, ROW, book)
    assert [(one.label, one.sure) for one in seen] == [(KINDS[n], True) for n in range(6)]


def test_a_tile_between_two_places_lies_in_neither_for_sure(book: Book) -> None:
    places = (spot(1, 90.0), spot(2, 114.0), spot(3, 200.0))
    laid = [Laid(ART[KINDS[3]], 102.0, 60.0), Laid(ART[KINDS[4]], 200.0, 60.0)]
    seen = read_tiles(photographed(laid_out(PRINT, laid), CLEAN, 4), BARE, places, book)
    assert [one.sure for one in seen] == [False, False, True]


def test_a_tile_half_under_a_hand_is_asked_about(book: Book) -> None:
    for part in (0.35, 0.5, 0.65):
        table = laid_out(PRINT, [Laid(ART[KINDS[n]], one.at[0], one.at[1], 2.0) for n, one in enumerate(ROW)])
        y = round(2 * (60.0 - 17.0 + 34.0 * part))
        cv2.rectangle(table, (0, y), (table.shape[1], table.shape[0]), (120, 150, 205), -1)
        seen = read_tiles(photographed(table, CLEAN, 4), BARE, ROW, book)
        assert not any(one.sure for one in seen)


def test_a_place_outside_of_the_field_is_unknown_and_none_is_nothing(book: Book) -> None:
    picture = photographed(PRINT, CLEAN, 4)
    seen = read_tiles(picture, BARE, (spot(9, 900.0), ROW[0]), book)
    assert [(one.label, one.sure) for one in seen] == [(None, False), (EMPTY, True)]
    assert read_tiles(picture, BARE, (), book) == ()
