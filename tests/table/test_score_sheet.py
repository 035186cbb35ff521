"""The score sheet on paper: one page, all of it readable, whatever the game."""

from __future__ import annotations

import numpy as np
import pytest

from companion.language import LANGUAGES, Language
from companion.table.bg_stats import link
from companion.table.score_sheet import score_sheet
from companion.vision.typeface import roboto
from tests.kit.handed import LONG, code_in, handed
from tests.kit.printed import pictures, words

SAY = Language().say


def page(pdf: bytes) -> str:
    """The words of the only page."""
    (text,) = words(pdf)
    return text


def test_a_sheet_tells_who_won_when_and_by_what() -> None:
    play = handed(times={"red": 303, "blue": 3903}, points=[[3, 20, 5], [-2, 21, 0]], played_s=4349)
    text = page(score_sheet(play, SAY, roboto()))
    assert "Quarry" in text and "1 h 12 min" in text and "Anna wins" in text
    assert "2026-03-09" in text and "2026-03-10" not in text
    assert "1 Anna Red 28 5:03" in text and "2 Bence Blue 19 1:05:03" in text
    assert "Category 0 3 −2" in text and "Category 1 20 21" in text and "Category 2 5 0" in text
    assert "Sum 28 19" in text
    assert play.record in text


def test_no_times_are_printed_where_no_clock_ran() -> None:
    text = page(score_sheet(handed(), SAY, roboto()))
    assert "Time" not in text and "0:00" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_long_names_and_forty_categories_stay_on_one_page(language: str) -> None:
    points = [[(i * 7 + k * 3) % 19 for k in range(40)] for i in range(6)]
    play = handed(LONG, points, times={"red": 303})
    pdf = score_sheet(play, Language(language).say, roboto())
    text = page(pdf)
    for name in LONG:
        assert name in text
    assert all(f"Category {k} " in text for k in range(40))
    assert " ".join(str(sum(row)) for row in points) in text


def test_the_code_on_paper_is_read_from_its_picture() -> None:
    play = handed(LONG)
    (picture,) = pictures(score_sheet(play, SAY, roboto()), px=14.0)
    height, width = picture.shape[:2]
    assert code_in(np.ascontiguousarray(picture[int(height * 0.74) :, : width // 2])) == link(play)


def test_letters_that_are_not_printed_leave_the_rest_of_a_name() -> None:
    text = page(score_sheet(handed(("Béla 👩‍👩‍👧", "健二", "Ő<&%>\"'")), SAY, roboto()))
    assert "Béla Red" in text
    assert "Blue Blue" in text
    assert "Ő<&%>\"' Green" in text


def test_an_open_score_is_a_question_mark_and_no_table_is_made_up() -> None:
    text = page(score_sheet(handed(scores={"blue": 29}), SAY, roboto()))
    assert "Anna Red ?" in text
    assert "Points by category" not in text


def test_a_practice_game_says_so_on_paper() -> None:
    assert "Practice board" in page(score_sheet(handed(practice=True), SAY, roboto()))
    assert "Practice" not in page(score_sheet(handed(), SAY, roboto()))
    assert "points kept by the table" in page(score_sheet(handed(mode="scorekeeper"), SAY, roboto()))


def test_nobody_wins_leaves_the_places_empty() -> None:
    text = page(score_sheet(handed(winners=(), ranking=(("red", "blue"),)), SAY, roboto()))
    assert "Points Anna Red 28 Bence Blue 29" in text


def test_the_same_game_is_printed_to_the_same_bytes() -> None:
    assert score_sheet(handed(), SAY, roboto()) == score_sheet(handed(), SAY, roboto())
