"""Scorekeeper mode of Tutankhamen by touch: a set counted from the Table screen, through the real app."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.tutankhamen import GAME
from companion.ui.draft import Draft
from tests.kit import inspect
from tests.kit.sitting import Sitting


def begin(table: Sitting, players: int, ruleset: str = "SEED") -> None:
    """From New game to the Table screen by touch, with only the scores watched."""
    draft = Draft.fresh(GAME, players)
    assert draft.ruleset is not None
    draft.choose(draft.ruleset, ruleset)
    table.context.go("new_game", draft=draft)
    table.ui.frames(3)
    table.tap_text("Only the scores")
    table.ui.frames(3)
    table.ui.tap(table.screen.start)
    table.ui.frames(3)
    table.ui.tap(table.screen.play)
    table.ui.frames(3)
    assert table.screen.name == "table"


def open_set(table: Sitting) -> Any:
    table.tap_target("sheet:tutankhamen")
    table.ui.frames(3)
    return table.screen.form


def count(table: Sitting, form: Any, tiles: dict[str, int]) -> None:
    for who, n in tiles.items():
        for _ in range(n):
            table.ui.tap(form.tiles[who].plus_key)


def test_a_set_is_counted_added_and_taken_back(table: Sitting) -> None:
    begin(table, 3)
    form = open_set(table)
    count(table, form, {"red": 5, "blue": 2, "green": 1})
    table.ui.tap(form.add)
    table.ui.frames(3)
    table.settle()
    assert table.session.state.points == {"red": 8, "blue": 4, "green": 0}
    assert open_set(table).data()["holdings"] == {"red": 0, "blue": 0, "green": 0}, "the next set begins empty"
    table.context.back()
    table.ui.frames(3)
    table.tap_tool("undo")
    assert table.session.state.points == {"red": 0, "blue": 0, "green": 0}


def test_the_set_lies_on_top_however_many_play(table: Sitting) -> None:
    begin(table, 6)
    rect = table.screen.board.rect_of("sheet:tutankhamen")
    assert rect is not None
    assert rect.y >= 0
    assert rect.top <= table.context.frame.height - table.context.frame.px(94)


def test_the_rules_chosen_in_new_game_count_the_set(table: Sitting) -> None:
    begin(table, 3, "AMIGO_1993")
    assert table.session.header.options["ruleset"] == "AMIGO_1993"
    form = open_set(table)
    count(table, form, {"red": 1, "blue": 1, "green": 1})
    assert form.scores.totals == {"red": 0, "blue": 0, "green": 0}, "three tied: nobody scores"
    table.ui.tap(form.tie_key)
    assert form.scores.totals == {"red": 4, "blue": 4, "green": 4}


def test_what_was_counted_outlives_another_language_and_another_size(table: Sitting) -> None:
    begin(table, 2)
    form = open_set(table)
    count(table, form, {"red": 3})
    table.ui.tap(form.value_keys[6])
    table.ui.tap(form.masks["blue"])
    before = form.data()
    table.context.change(language="ru")
    table.ui.frames(3)
    assert table.screen.form is not form
    assert table.screen.form.data() == before
    table.ui.resize(480, 800)
    table.app.picture.lay_out()
    table.ui.frames(3)
    assert table.screen.form.data() == before


def test_more_tiles_than_the_set_has_are_told_in_plain_words(table: Sitting) -> None:
    begin(table, 2)
    form = open_set(table)
    count(table, form, {"red": 4, "blue": 1})
    table.ui.tap(form.value_keys[1])
    assert table.shows("A set of 1 has 1 tile, but 5 are counted.")
    assert form.add.kind == "off"
    table.ui.tap(form.value_keys[8])
    assert form.scores.totals == {"red": 8, "blue": 4}, "nothing that was tapped in is lost"


def test_an_empty_set_is_not_added(table: Sitting) -> None:
    begin(table, 2)
    form = open_set(table)
    table.ui.tap(form.add)
    assert table.session.n == 0
    assert form.add.kind == "off"


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
def test_six_players_with_a_sentence_below_fit(table: Sitting, language: str, size: tuple[int, int]) -> None:
    begin(table, 6)
    table.context.change(language=language)
    table.ui.resize(*size)
    table.app.picture.lay_out()
    table.ui.frames(3)
    form = open_set(table)
    count(table, form, {"red": 2, "blue": 2, "violet": 1})
    assert [str(problem) for problem in inspect.problems()] == []
