"""A mat printed, cut and glued: everything lies where the plan says, whole, in its colour and in true size."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from companion.engine.errors import InputError
from companion.engine.sight import Plan
from companion.games import find_game
from companion.language import Language
from companion.vision.markers import bits_of, find_markers
from companion.vision.mat import CELLS, MARKER, mat_of
from companion.vision.mat_guide import steps
from companion.vision.mat_print import as_data, print_mat
from companion.vision.paper import MARGIN, MOST_PAGES, OVERLAP, layout_of, paper_of, size_of
from tests.kit.printed import PX, Desk, desk, words

GAMES = ("aton", "egizia", "nefertiti", "sobek", "tutankhamen")
OFF = 0.3
"""Mm by which a printed thing may lie beside its place."""


def plan_of(game_id: str) -> Plan:
    game: Any = find_game(game_id)
    plan: Plan = game.sight.plan(game.practice or game.box)
    return plan


@cache
def on_desk(game_id: str, paper: str = "A4", stand_in: bool = False) -> Desk:
    return desk(plan_of(game_id), paper, stand_in)


def found_on(printed: Desk) -> dict[int, Any]:
    """Corners of every marker found on the glued mat, in mm of the field."""
    grey = cv2.cvtColor(printed.glued(), cv2.COLOR_RGB2GRAY)
    grey = cv2.copyMakeBorder(grey, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    left, top, _, _ = printed.what.mat.outer
    return {one.id: (one.corners + 0.5 - 40) / PX + (left, top) for one in find_markers(grey, careful=True)}


@pytest.mark.parametrize(
    ("game_id", "paper", "stand_in"),
    [("aton", "A4", False), ("aton", "A3", True), ("egizia", "Letter", True), ("nefertiti", "A4", True),
     ("sobek", "A5", False), ("tutankhamen", "A4", False), ("aton", "700x500mm", False)],
)  # fmt: skip
def test_all_eight_markers_lie_where_the_mat_says(game_id: str, paper: str, stand_in: bool) -> None:
    printed = on_desk(game_id, paper, stand_in)
    found = found_on(printed)
    assert set(found) == {marker.id for marker in printed.what.mat.markers} and len(found) == 8
    for marker in printed.what.mat.markers:
        off = np.abs(found[marker.id] - np.array(marker.corners())).max()
        assert off <= OFF, f"marker {marker.id} lies {off:.2f} mm off"


def test_every_patch_has_its_colour_in_its_place() -> None:
    printed = on_desk("aton")
    whole, (left, top, _, _) = printed.glued(), printed.what.mat.outer
    assert len(printed.what.mat.patches) == 24
    for patch in printed.what.mat.patches:
        x, y, wide, high = patch.at
        for dx, dy in ((0, 0), (-0.46, -0.46), (0.46, 0.46), (0.46, -0.46)):
            px, py = round((x + dx * wide - left) * PX), round((y + dy * high - top) * PX)
            assert np.abs(whole[py, px].astype(int) - patch.rgb).max() <= 2, patch
        outside = whole[round((y - top) * PX), round((x + 0.5 * wide + 0.6 - left) * PX)]
        assert outside.min() >= 250, patch


@pytest.mark.parametrize("paper", ["A4", "A3", "A5", "Letter", "100x140"])
def test_nothing_reaches_into_the_margin_that_printers_leave(paper: str) -> None:
    printed = on_desk("sobek", paper, True)
    for picture in printed.pages:
        ink = np.argwhere(picture.min(axis=2) < 245)
        assert ink.size
        edge = (MARGIN - 0.3) * PX
        height, width = picture.shape[:2]
        assert ink.min() >= edge
        assert (np.array([height, width]) - 1 - ink.max(axis=0)).min() >= edge


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("paper", ["A4", "A5", "Letter", "A3"])
@pytest.mark.parametrize("stand_in", [False, True])
def test_no_cut_goes_through_a_marker_or_a_patch_and_pages_overlap(game_id: str, paper: str, stand_in: bool) -> None:
    plan = plan_of(game_id)
    mat = mat_of(plan)
    layout = layout_of(mat, paper_of(paper), stand_in, plan)
    quiet = MARKER / 2 + 2 * MARKER / CELLS
    for page in layout.pages:
        left, top, right, bottom = page.area
        assert right - left <= layout.paper.room[0] + 1e-9 and bottom - top <= layout.paper.room[1] + 1e-9
        for marker in mat.markers:
            assert not (page.right and abs(marker.x - right) < quiet - 1e-9)
            assert not (page.below and abs(marker.y - bottom) < quiet - 1e-9)
        for patch in mat.patches:
            assert not (page.right and abs(patch.at[0] - right) < patch.at[2] / 2)
    areas = {page.name: page.area for page in layout.pages}
    for page in layout.pages:
        if page.right:
            beside = areas[f"{page.name[0]}{int(page.name[1:]) + 1}"]
            assert page.area[2] - beside[0] == pytest.approx(OVERLAP)
    assert {corner for page in layout.pages for corner in (page.area[0], page.area[2])} >= {mat.outer[0], mat.outer[2]}


def test_the_line_at_the_foot_measures_what_it_says() -> None:
    for paper, length in (("A4", 100), ("100x140", 50)):
        printed = on_desk("sobek", paper, True)
        assert printed.what.ruler == length
        picture = printed.page(0)
        row = round((printed.what.layout.paper.height - MARGIN - 0.5) * PX)
        dark = np.flatnonzero(picture[row - 1 : row + 2].min(axis=(0, 2)) < 100)
        assert (dark.max() - dark.min()) / PX == pytest.approx(length, abs=0.5)


def test_every_page_tells_its_name_and_the_first_what_to_do() -> None:
    printed = on_desk("aton")
    told = words(printed.printed.pdf)
    assert told[0].startswith("Mat for Aton 1. Print all pages at their true size: 100 %")
    assert "534 × 366 mm" in told[0] and "small marks" in told[0]
    names = [page.name for page in printed.what.layout.pages]
    pages = told[printed.printed.first - 1 :]
    assert len(pages) == len(names)
    assert all(f"{name} · Aton · this line" in page for name, page in zip(names, pages, strict=True))
    assert all("this line must measure 100 mm" in page for page in told[1:])


@pytest.mark.parametrize("lang", ["hu", "ru"])
def test_it_is_told_in_the_language_of_the_table_with_every_letter(lang: str) -> None:
    printed = desk(plan_of("sobek"), "A3", lang=lang)
    what = printed.what
    told = " ".join(words(printed.printed.pdf))
    for step in steps(what.plan, what.mat, what.layout, False, what.ruler):
        said = Language(lang).say(step)
        assert said != Language("en").say(step)
        assert said in told
    assert b"/FontFile2" in printed.printed.pdf


def test_the_bits_of_a_marker_are_those_of_the_dictionary() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    for marker_id in range(50):
        picture = cv2.aruco.generateImageMarker(dictionary, marker_id, CELLS)
        assert np.array_equal(picture[1:-1, 1:-1] > 127, bits_of(marker_id))


def test_the_same_mat_gives_the_same_bytes() -> None:
    printed = on_desk("sobek", "A4", True)
    assert desk(plan_of("sobek"), "A4", True).printed.pdf == printed.printed.pdf
    assert print_mat(printed.what, str).first == printed.printed.first


def test_the_data_tell_where_everything_lies() -> None:
    printed = on_desk("aton")
    data: Any = as_data(printed.what, printed.printed.first)
    assert data["markers"][0] == {"id": 0, "x": -20.0, "y": -20.0, "side": 25.0}
    assert data["field"] == [534.0, 366.0] and data["outer"] == [-40.0, -40.0, 574.0, 406.0]
    assert len(data["patches"]) == 24 and len(data["places"]) == len(printed.what.plan.spots)
    assert [page["page"] for page in data["pages"]] == list(range(2, 2 + len(printed.what.layout.pages)))
    first = data["pages"][0]
    assert first["area"][:2] == [-40.0, -40.0] and first["at"] == [9.0, 9.0]


def test_an_opening_of_the_owners_own_size_is_framed() -> None:
    printed = desk(plan_of("aton"), "A3", field=(400.0, 250.0))
    found = found_on(printed)
    assert found[7].mean(axis=0) == pytest.approx((420.0, 270.0), abs=OFF)
    assert "400 × 250 mm" in words(printed.printed.pdf)[0] and "small marks" not in words(printed.printed.pdf)[0]


def test_pages_that_would_be_empty_are_left_out() -> None:
    frame = on_desk("egizia", "A4", False).what.layout
    assert "B2" not in [page.name for page in frame.pages]
    middle = [page for page in frame.pages if page.name == "A2"]
    assert middle and not middle[0].below


@pytest.mark.parametrize(
    ("paper", "why"),
    [("A9", "There is no paper"), ("90x300", "too small"), ("100x120mm", "too small"), ("2100x400", "too large"),
     ("", "There is no paper"), ("-3x9", "There is no paper"), ("nanxnan", "There is no paper")],
)  # fmt: skip
def test_paper_that_can_not_be_is_refused_in_a_sentence(paper: str, why: str) -> None:
    with pytest.raises(InputError) as refused:
        paper_of(paper)
    assert why in refused.value.text.message


def test_paper_that_would_take_too_many_pages_is_refused() -> None:
    plan = plan_of("egizia")
    small = paper_of("100x140")
    assert len(layout_of(mat_of(plan), small, True, plan).pages) <= MOST_PAGES
    with pytest.raises(InputError) as refused:
        layout_of(mat_of(plan, (1500.0, 1500.0)), small, True, plan)
    assert refused.value.text.message.startswith("This paper is too small for the mat")


def test_sizes_are_read_with_a_cross_or_an_x() -> None:
    assert size_of("534x366") == size_of("534 × 366 mm") == size_of("534X366mm") == (534.0, 366.0)
    with pytest.raises(InputError):
        size_of("534")
