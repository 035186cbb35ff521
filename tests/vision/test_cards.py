"""Cards and covers in known places: which one lies there, and when it is better to ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
import pytest

from companion.engine.sight import BACK, EMPTY, Look, Plan, Seen, Spot
from companion.engine.text import T
from companion.vision.book import Book
from companion.vision.cards import plain, read_cards, window_of
from companion.vision.lying import Bare
from companion.vision.shading import shading_of
from tests.kit.card_art import (
    CARD,
    CLEAN,
    HARD,
    NORMAL,
    Laid,
    Weather,
    board,
    card_art,
    card_back,
    laid_out,
    photographed,
    taught,
)

FIELD = (300.0, 200.0)
ARTS = 8
IDS = tuple(f"c{art}.{sign}" for art in range(ARTS) for sign in "123")
LOOKS = (
    *(Look(one, T("A card"), "card", one.split(".")[0]) for one in IDS),
    Look(BACK, T("Face down"), "card"),
    Look("plate", T("Plate"), "cover"),
)
LABELS = (*IDS, BACK)
SPOTS = (
    *(Spot(f"upright:{n}", T("Place"), "card", LABELS, (42.0 + 72.0 * n, 52.0, 48.0, 71.0)) for n in range(4)),
    Spot("left", T("Place"), "card", LABELS, (60.0, 145.0, 71.0, 48.0), turned=1),
    Spot("right", T("Place"), "card", LABELS, (160.0, 145.0, 71.0, 48.0), turned=3),
)
HALF = Spot("half", T("Half"), "cover", ("plate",), (250.0, 145.0, 70.0, 80.0))
PLAN = Plan(mat=5, field=FIELD, board=(150.0, 100.0, *FIELD), known=True, spots=(*SPOTS, HALF), looks=LOOKS)


def drawing(look: str) -> Any:
    if look == BACK:
        return card_back()
    if look == "plate":
        return card_art(77, size=(70.0, 80.0))
    art, sign = look[1:].split(".")
    return card_art(int(art), sign)


@pytest.fixture(scope="module")
def pictures() -> dict[str, tuple[Any, ...]]:
    return {look.id: (taught(drawing(look.id)),) for look in LOOKS}


@pytest.fixture(scope="module")
def book(pictures: Mapping[str, tuple[Any, ...]]) -> Book:
    return Book(PLAN, pictures)


PRINT = board(FIELD)
BARE = photographed(PRINT, CLEAN, 77)


def lay(spot: Spot, look: str, dx: float = 0.0, dy: float = 0.0, turn: float = 0.0) -> Laid:
    return Laid(drawing(look), spot.at[0] + dx, spot.at[1] + dy, 90.0 * spot.turned + turn)


def read(
    book: Book,
    laid: list[Laid],
    weather: Weather = CLEAN,
    seed: int = 1,
    spots: tuple[Spot, ...] = SPOTS,
    over: Any = None,
) -> dict[str, Seen]:
    table = laid_out(PRINT, laid)
    if over is not None:
        over(table)
    picture = photographed(table, weather, seed)
    return {one.spot: one for one in read_cards(picture, BARE, spots, book, px_per_mm=weather.px_per_mm)}


def test_each_card_is_told_with_its_sign_and_surely(book: Book) -> None:
    looks = ("c0.1", "c0.2", "c5.3", "c7.1", "c3.2", "c3.3")
    seen = read(book, [lay(spot, look) for spot, look in zip(SPOTS, looks, strict=True)])
    assert [(one.label, one.sure) for one in seen.values()] == [(look, True) for look in looks]


@pytest.mark.parametrize(("dx", "dy", "turn"), [(10, 0, 8), (-10, 6, -8), (0, -10, 5)])
def test_a_card_that_lies_shifted_and_askew_is_told(book: Book, dx: float, dy: float, turn: float) -> None:
    one = read(book, [lay(SPOTS[1], "c4.2", dx, dy, turn)], NORMAL)["upright:1"]
    assert (one.label, one.sure) == ("c4.2", True)
    assert one.at is not None
    assert one.at[:2] == pytest.approx((SPOTS[1].at[0] + dx, SPOTS[1].at[1] + dy), abs=1.0)


def test_a_card_laid_upside_down_is_told_all_the_same(book: Book) -> None:
    one = read(book, [lay(SPOTS[4], "c2.2", turn=180.0)])["left"]
    assert one.label == "c2.2"
    assert one.angle % 360 == pytest.approx(270.0, abs=1.5)


def test_a_card_laid_sideways_is_told_all_the_same(book: Book) -> None:
    wide = Spot("wide", T("Place"), "card", LABELS, (150.0, 100.0, 72.0, 72.0))
    one = read(book, [lay(wide, "c6.1", turn=90.0)], spots=(wide,))["wide"]
    assert (one.label, one.sure) == ("c6.1", True)


def test_a_back_is_a_back_and_tells_nothing_else(book: Book) -> None:
    one = read(book, [lay(SPOTS[5], BACK)], NORMAL)["right"]
    assert (one.label, one.sure, one.others) == (BACK, True, ())


@pytest.mark.parametrize("weather", [CLEAN, NORMAL])
def test_bare_places_are_empty_in_any_light(book: Book, weather: Weather) -> None:
    calm = Weather(**{**vars(weather), "gloss": 0})
    for seed in range(4):
        seen = read(book, [], calm, seed)
        assert {(one.label, one.sure) for one in seen.values()} == {(EMPTY, True)}


def test_a_card_that_was_never_shown_is_nobodys(book: Book) -> None:
    stranger = Laid(card_art(55, "1"), SPOTS[0].at[0], SPOTS[0].at[1])
    one = read(book, [stranger])["upright:0"]
    assert one.label is None
    assert not one.sure


def test_a_card_under_a_hand_is_never_empty_nor_sure(book: Book) -> None:
    x, y = (round(2 * side) for side in SPOTS[2].at[:2])
    for part in (-30, 0, 20):
        hide = lambda table, part=part: cv2.rectangle(table, (x - 60, y + part), (x + 60, y + 90), (120, 150, 205), -1)  # noqa: E731
        one = read(book, [lay(SPOTS[2], "c1.1")], over=hide)["upright:2"]
        assert one.label != EMPTY
        assert not one.sure


def test_a_bare_place_under_a_hand_is_never_surely_empty(book: Book) -> None:
    x, y = (round(2 * side) for side in SPOTS[2].at[:2])
    hide = lambda table: cv2.circle(table, (x, y), 30, (120, 150, 205), -1)  # noqa: E731
    one = read(book, [], over=hide)["upright:2"]
    assert (one.label, one.sure) == (None, False)


def test_two_cards_on_one_place_are_asked_about(book: Book) -> None:
    spot = SPOTS[1]
    one = read(book, [lay(spot, "c1.1", -8.0, -8.0), lay(spot, "c6.2", 8.0, 8.0)])["upright:1"]
    assert one.label != EMPTY
    assert not one.sure


def test_a_gleam_over_both_signs_is_asked_about(book: Book) -> None:
    spot = SPOTS[1]
    x, y = spot.at[0] * 2, spot.at[1] * 2

    def gleam(table: Any) -> None:
        for dx, dy in ((-30, -54), (30, 54)):
            cv2.circle(table, (round(x + dx), round(y + dy)), 17, (255, 255, 255), -1)

    one = read(book, [lay(spot, "c4.1")], over=gleam)["upright:1"]
    assert not one.sure
    assert one.label is not None
    assert one.label.startswith("c4.")
    assert {look for look, _ in one.others} >= {"c4.1", "c4.2", "c4.3"} - {one.label}


def test_a_sign_that_is_covered_once_is_read_where_it_is_printed_again(book: Book) -> None:
    spot = SPOTS[1]
    corner = (round(spot.at[0] * 2 - 30), round(spot.at[1] * 2 - 54))
    dab = lambda table: cv2.circle(table, corner, 12, (90, 90, 220), -1)  # noqa: E731
    one = read(book, [lay(spot, "c4.1")], over=dab)["upright:1"]
    assert one.label == "c4.1"


def test_a_sibling_that_was_not_shown_yet_is_asked_about(pictures: Mapping[str, tuple[Any, ...]]) -> None:
    book = Book(PLAN, {look: shown for look, shown in pictures.items() if look != "c4.3"})
    one = read(book, [lay(SPOTS[0], "c4.1")])["upright:0"]
    assert (one.label, one.sure) == ("c4.1", False)
    assert "c4.3" in dict(one.others)
    assert read(book, [lay(SPOTS[0], "c5.1")])["upright:0"].sure


def test_a_sibling_that_was_cut_out_in_another_size_is_asked_about(pictures: Mapping[str, tuple[Any, ...]]) -> None:
    larger = cv2.resize(pictures["c4.3"][0], None, fx=1.3, fy=1.3)
    one = read(Book(PLAN, {**pictures, "c4.3": (larger,)}), [lay(SPOTS[0], "c4.1")])["upright:0"]
    assert (one.label, one.sure) == ("c4.1", False)
    assert "c4.3" in dict(one.others)


def test_a_sign_too_blurred_to_be_read_leaves_both_possible(book: Book) -> None:
    blurred = Weather(px_per_mm=1.3, blur=2.2, noise=4.0, shadows=0)
    one = read(book, [lay(SPOTS[0], "c4.1")], blurred)["upright:0"]
    assert not one.sure
    assert one.label is not None
    assert one.label.startswith("c4.")


def test_a_place_where_the_print_is_missing_is_not_surely_empty(book: Book) -> None:
    """Something in the colour of the board hides what is printed there."""
    spot = Spot("printed", T("Place"), "card", LABELS, (150.0, 100.0, 48.0, 71.0))
    printed = PRINT.copy()
    cv2.putText(printed, "7", (280, 225), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (70, 95, 115), 3)
    bare = photographed(printed, CLEAN, 5)
    shown = read_cards(photographed(printed, NORMAL, 6), bare, (spot,), book)[0]
    assert (shown.label, shown.sure) == (EMPTY, True)
    assert not read_cards(photographed(PRINT, CLEAN, 6), bare, (spot,), book)[0].sure


def test_a_place_outside_of_the_field_is_unknown(book: Book) -> None:
    away = Spot("away", T("Place"), "card", LABELS, (900.0, 900.0, *CARD))
    assert read(book, [], spots=(away,))["away"] == Seen("away", None, 0.0, False)


def test_nothing_taught_leaves_every_card_unknown() -> None:
    one = read(Book(PLAN, {}), [lay(SPOTS[0], "c4.1")])["upright:0"]
    assert (one.label, one.sure) == (None, False)


@pytest.mark.parametrize(("weather", "least", "surely"), [(CLEAN, 36, 30), (NORMAL, 35, 26), (HARD, 33, 0)])
def test_many_tables(book: Book, weather: Weather, least: int, surely: int) -> None:
    """36 reads: the art told at least so often, so many surely, and never surely wrong."""
    rng = np.random.default_rng(11)
    arts = sure = 0
    for seed in range(6):
        truth = {spot.id: LABELS[int(rng.integers(len(LABELS)))] for spot in SPOTS}
        laid = [lay(spot, truth[spot.id], *rng.uniform(-5, 5, 2), rng.uniform(-8, 8)) for spot in SPOTS]
        for one in read(book, laid, weather, 500 + seed).values():
            arts += one.label is not None and one.label.split(".")[0] == truth[one.spot].split(".")[0]
            sure += one.sure
            assert not one.sure or one.label == truth[one.spot]
    assert arts >= least
    assert sure >= surely


def test_a_plate_hides_a_half_and_pieces_on_the_print_do_not(book: Book) -> None:
    plate = Laid(drawing("plate"), *HALF.at[:2])
    assert [(one.label, one.sure) for one in read(book, [plate], spots=(HALF,)).values()] == [("plate", True)]
    x, y = (round(2 * side) for side in HALF.at[:2])

    def pieces(table: Any) -> None:
        for k in range(8):
            cv2.circle(table, (x - 45 + 30 * (k % 4), y - 30 + 50 * (k // 4)), 10, (30, 30, 200), -1)

    one = read(book, [], spots=(HALF,), over=pieces)["half"]
    assert one.label == EMPTY
    assert read(book, [], spots=(HALF,))["half"].sure


def test_a_plate_that_was_never_shown_is_asked_about(pictures: Mapping[str, tuple[Any, ...]]) -> None:
    book = Book(PLAN, {look: shown for look, shown in pictures.items() if look != "plate"})
    one = read(book, [Laid(drawing("plate"), *HALF.at[:2])], spots=(HALF,))["half"]
    assert (one.label, one.sure) == (None, False)


def test_a_card_whose_sign_is_too_small_still_tells_its_art(book: Book) -> None:
    """From far away only the picture can be told: which art it is is sure, which of its siblings is not."""
    far = Weather(**{**vars(CLEAN), "px_per_mm": 0.7})
    one = read(book, [lay(SPOTS[1], "c4.2")], far)["upright:1"]
    assert (one.sure, one.art) == (False, "c4")
    assert read(book, [lay(SPOTS[1], "c4.2")])["upright:1"].art == "c4"
    assert read(book, [])["upright:1"].art == ""


def test_a_sibling_that_was_taught_lying_otherwise_is_never_told_for_sure(
    pictures: Mapping[str, tuple[Any, ...]],
) -> None:
    turned = Book(PLAN, {**pictures, "c4.3": (np.ascontiguousarray(pictures["c4.3"][0][::-1, ::-1]),)})
    for look in ("c4.1", "c4.2"):
        for turn in (0.0, 180.0):
            assert not read(turned, [lay(SPOTS[1], look, turn=turn)])["upright:1"].sure


PLAIN = Spot("plain", T("Place"), "card", LABELS, (268.0, 168.0, 48.0, 60.0))


FELT = (slice(256, 400), slice(456, 600))
"""Rows and columns of the field with nothing printed, dark as felt, in the corner of that place."""


@pytest.mark.parametrize(("felt", "whole", "sure"), [(1.0, 1.0, True), (1.0, 1.4, True), (1.75, 1.0, False)])
def test_a_plain_cloth_on_a_plain_field_is_no_other_light(book: Book, felt: float, whole: float, sure: bool) -> None:
    bare = BARE.copy()
    bare[FELT] = np.random.default_rng(1).normal(60, 1.5, bare[FELT].shape)
    lit = bare.astype(np.float32) * whole
    lit[FELT] *= felt
    (one,) = read_cards(np.clip(lit, 0, 255).astype(np.uint8), bare, (PLAIN,), book)
    assert (one.label == EMPTY and one.sure) == sure


def test_a_plain_place_round_which_hardly_any_board_shows_may_hide_something() -> None:
    bare = BARE.copy()
    bare[FELT] = 60
    window = window_of(bare, Bare(bare), shading_of(bare, bare, 2.0), PLAIN.at)
    assert window is not None
    assert [plain(window, (0.0, board)) for board in (0.3, 0.2)] == [True, False]
