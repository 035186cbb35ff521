"""Tiles along a winding path: which kinds in which order, and which of them are gone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.engine.sight import EMPTY, At, Look, Plan, Spot
from companion.engine.text import T
from companion.vision.book import Book
from companion.vision.chain import chained
from companion.vision.tiles import find_tiles, read_tiles, turned_round
from tests.kit.card_art import CLEAN, NORMAL, Laid, board, laid_out, photographed, snake, taught, tile_art

FIELD = (420.0, 230.0)
KINDS = tuple(f"tile:{k}" for k in range(9))
ART = {kind: tile_art(k, "12468"[k % 5]) for k, kind in enumerate(KINDS)}
COUNT = 28
SPOTS = tuple(
    Spot(f"slot:{n + 1}", T("Slot"), "tile", KINDS, (28.0 if n == 0 else 300.0, 28.0, 30.0, 30.0), "path")
    for n in range(COUNT)
)
LOOKS = tuple(Look(kind, T("Tile"), "tile") for kind in KINDS)
MIDDLE = (FIELD[0] / 2, FIELD[1] / 2, *FIELD)
PLAN = Plan(mat=5, field=FIELD, board=MIDDLE, known=False, spots=SPOTS, looks=LOOKS, path=MIDDLE)
PRINT = board(FIELD)
BARE = photographed(PRINT, CLEAN, 3)


@pytest.fixture(scope="module")
def book() -> Book:
    return Book(PLAN, {kind: (taught(art),) for kind, art in ART.items()})


def row(seed: int, count: int = COUNT) -> tuple[list[str], list[Laid]]:
    """Kinds by chance, and the tiles laid in a snake, each a little off and askew."""
    rng = np.random.default_rng(seed)
    kinds = [KINDS[int(rng.integers(len(KINDS)))] for _ in range(count)]
    places = snake(count, FIELD)
    laid = [
        Laid(ART[kind], x + rng.uniform(-0.5, 0.5), y + rng.uniform(-0.5, 0.5), turn + rng.uniform(-3, 3))
        for kind, (x, y, turn) in zip(kinds, places, strict=True)
    ]
    return kinds, laid


@pytest.fixture(scope="module")
def whole(book: Book) -> tuple[list[str], list[Laid], dict[str, At]]:
    """A snake that was read whole: its kinds, its tiles, where they lie."""
    kinds, laid = row(1)
    seen = find_tiles(photographed(laid_out(PRINT, laid), CLEAN, 4), BARE, book, PLAN)
    assert [(one.spot, one.label, one.sure) for one in seen] == [
        (f"slot:{n + 1}", kind, True) for n, kind in enumerate(kinds)
    ]
    return kinds, laid, {one.spot: one.at for one in seen if one.at is not None}


def test_a_snake_of_touching_tiles_is_read_in_its_order(whole: tuple[list[str], list[Laid], dict[str, At]]) -> None:
    _, laid, places = whole
    assert len(places) == COUNT
    for one, at in zip(laid, places.values(), strict=True):
        assert at[:2] == pytest.approx((one.x, one.y), abs=1.5)


def test_in_worse_light_the_order_stays_and_nothing_is_surely_wrong(book: Book) -> None:
    kinds, laid = row(2)
    seen = find_tiles(photographed(laid_out(PRINT, laid), NORMAL, 8), BARE, book, PLAN, px_per_mm=1.9)
    assert [one.label for one in seen[:22]] == kinds[:22]
    assert all(not one.sure or one.label == kind for one, kind in zip(seen, kinds, strict=False))


def test_a_gleam_beside_the_path_is_no_tile(book: Book) -> None:
    kinds, laid = row(1)
    picture = photographed(laid_out(PRINT, laid), CLEAN, 4)
    cv2.circle(picture, (400, 330), 30, (255, 255, 255), -1)
    seen = find_tiles(picture, BARE, book, PLAN)
    assert [(one.label, one.sure) for one in seen] == [(kind, True) for kind in kinds]


def test_a_missing_tile_makes_all_of_them_unsure(book: Book) -> None:
    """What was overlooked, or never laid, would shift every number behind it."""
    _, laid = row(1)
    seen = find_tiles(photographed(laid_out(PRINT, laid[1:]), CLEAN, 4), BARE, book, PLAN)
    assert len(seen) == COUNT - 1
    assert not any(one.sure for one in seen)


def test_a_tile_that_was_never_shown_is_not_surely_another(book: Book) -> None:
    kinds, laid = row(1)
    laid[9] = Laid(tile_art(31, "3"), laid[9].x, laid[9].y, laid[9].angle)
    seen = find_tiles(photographed(laid_out(PRINT, laid), CLEAN, 4), BARE, book, PLAN)
    assert not seen[9].sure
    assert [one.label for n, one in enumerate(seen) if n != 9] == kinds[:9] + kinds[10:]


def test_something_that_is_no_tile_ends_what_is_sure(book: Book) -> None:
    kinds, laid = row(1)
    table = laid_out(PRINT, [one for n, one in enumerate(laid) if n != 9])
    corners = np.array([(laid[9].x - 12, 16), (laid[9].x + 12, 16), (laid[9].x + 12, 40), (laid[9].x - 12, 40)]) * 2
    cv2.fillPoly(table, [corners.round().astype(np.int32)], (40, 35, 30))
    seen = find_tiles(photographed(table, CLEAN, 4), BARE, book, PLAN)
    assert [one.label for one in seen[:9]] == kinds[:9]
    assert all(one.sure for one in seen[:8])
    assert seen[9].label is None
    assert not any(one.sure for one in seen[9:])


def test_a_part_of_the_path_goes_on_where_the_last_one_ended(book: Book) -> None:
    kinds, laid = row(1)
    part = [Laid(one.drawing, one.x, one.y, one.angle) for one in laid[:9]]
    seen = find_tiles(photographed(laid_out(PRINT, part), CLEAN, 4), BARE, book, PLAN, first=11, count=9)
    assert [(one.spot, one.label, one.sure) for one in seen] == [
        (f"slot:{11 + n}", kind, True) for n, kind in enumerate(kinds[:9])
    ]
    back = turned_round(seen)
    assert [one.spot for one in back] == [one.spot for one in seen]
    assert [one.label for one in back] == kinds[:9][::-1]


def test_what_vanished_is_told_tile_by_tile(book: Book, whole: tuple[list[str], list[Laid], dict[str, At]]) -> None:
    kinds, laid, places = whole
    gone = {3, 11, 12, 27}
    left = [one for n, one in enumerate(laid) if n not in gone]
    seen = find_tiles(photographed(laid_out(PRINT, left), CLEAN, 9), BARE, book, PLAN, places)
    told = [EMPTY if n in gone else kind for n, kind in enumerate(kinds)]
    assert all(one.label == label or not one.sure for one, label in zip(seen, told, strict=True))
    assert sum(one.label == label for one, label in zip(seen, told, strict=True)) >= COUNT - 1
    assert [one.label for n, one in enumerate(seen) if n in gone] == [EMPTY] * 4


def test_a_pawn_or_a_hand_on_a_tile_is_asked_about(
    book: Book, whole: tuple[list[str], list[Laid], dict[str, At]]
) -> None:
    _, laid, places = whole
    table = laid_out(PRINT, laid)
    x, y = round(2 * laid[5].x), round(2 * laid[5].y)
    cv2.circle(table, (x, y), 17, (40, 40, 190), -1)
    cv2.rectangle(table, (round(2 * laid[8].x) - 40, 0), (round(2 * laid[8].x) + 40, 140), (120, 150, 205), -1)
    seen = find_tiles(photographed(table, CLEAN, 9), BARE, book, PLAN, places)
    assert not seen[5].sure
    assert not seen[8].sure
    assert seen[8].label != EMPTY


def test_tiles_on_the_places_of_the_stand_in_are_read_one_by_one(book: Book) -> None:
    spots = tuple(
        Spot(f"slot:{n + 1}", T("Slot"), "tile", KINDS, (40.0 + 60.0 * n, 60.0, 34.0, 34.0), "path", 2 * (n % 2))
        for n in range(6)
    )
    truth = ["tile:0", "tile:4", EMPTY, "tile:7", "tile:2", EMPTY]
    laid = [
        Laid(ART[kind], spot.at[0] + 3, spot.at[1] - 2, 90.0 * spot.turned + 6)
        for spot, kind in zip(spots, truth, strict=True)
        if kind
    ]
    seen = read_tiles(photographed(laid_out(PRINT, laid), CLEAN, 2), BARE, spots, book)
    assert [(one.label, one.sure) for one in seen] == [(label, True) for label in truth]


def test_an_empty_table_and_an_untaught_book_show_no_tiles(book: Book) -> None:
    assert find_tiles(photographed(PRINT, NORMAL, 2), BARE, book, PLAN) == ()
    _, laid = row(1, 3)
    picture = photographed(laid_out(PRINT, laid), CLEAN, 2)
    assert find_tiles(picture, BARE, Book(PLAN, {}), PLAN) == ()


def test_a_line_is_followed_from_the_end_that_is_nearer_to_the_start() -> None:
    places = [(x, 10.0) for x in (70.0, 10.0, 40.0, 100.0)]
    assert chained(places, 30.0, (0.0, 0.0)) == ((1, 2, 0, 3), 4)
    assert chained(places, 30.0, (120.0, 0.0)) == ((3, 0, 2, 1), 4)


def test_a_line_winds_back_beside_itself() -> None:
    there = [(30.0 * n, 0.0) for n in range(6)]
    back = [(30.0 * n, 45.0) for n in reversed(range(6))]
    places = [*there, (172.0, 22.0), *back]
    order, sound = chained(places, 30.0, (0.0, 0.0))
    # The bend is as near to both rows as its neighbours are to each other: up to there the order is sound.
    assert order == tuple(range(13))
    assert sound >= 6


def test_a_gap_a_ring_and_a_crossing_end_what_is_sound() -> None:
    apart = [(0.0, 0.0), (30.0, 0.0), (120.0, 0.0), (150.0, 0.0)]
    assert chained(apart, 30.0, (0.0, 0.0)) == ((0, 1, 2, 3), 2)
    ring = [(0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0)]
    assert chained(ring, 30.0, (15.0, 15.0)).sound == 0
    assert chained([], 30.0, (0.0, 0.0)) == ((), 0)
    assert chained([(5.0, 5.0)], 30.0, (0.0, 0.0)) == ((0,), 1)
