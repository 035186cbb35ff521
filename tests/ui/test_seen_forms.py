"""Declaring from a picture: slots are filled in, unsure ones stay empty and marked, nothing is declared by itself."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.sight import Reading, Seen
from companion.games.aton import GAME
from companion.games.aton.moves import Ready, Reveal
from companion.ui.table.decide import DecidePanel
from companion.ui.table.seen_forms import fillable, slots_read
from companion.ui.table.seen_panels import NotSeenPanel
from tests.kit import inspect
from tests.kit.aton_games import SEATS
from tests.kit.fake_eye import FakeEye
from tests.kit.readings import changed, doubted, of_labels
from tests.kit.sitting import Sitting

OPEN = (Ready("blue"), Ready("red"))
RED, BLUE = (4, 1, 4, 1), (2, 3, 3, 2)


def cards(**rows: tuple[int, ...]) -> Reading:
    """A reading of rows of cards."""
    laid = {f"cartouche:{who}:{n}": f"card:{who}:{card}" for who, row in rows.items() for n, card in enumerate(row, 1)}
    return of_labels("aton", laid)


def opened(table: Sitting) -> FakeEye:
    table.start(GAME, SEATS, OPEN, seed="B-2")
    table.settle()
    eye = FakeEye(table.context)
    table.screen.refresh()
    table.ui.frames(2)
    return eye


def pictured(table: Sitting, eye: FakeEye, reading: Reading) -> Any:
    """Take the form from a picture, and return the keys."""
    table.ui.tap(table.screen.panel.keys.camera)
    table.ui.frames(2)
    eye.sees(reading)
    table.ui.frames(2)
    return table.screen.panel.keys


def test_both_rows_are_filled_in_and_gold_declares_them(table: Sitting) -> None:
    keys = pictured(table, opened(table), cards(red=RED, blue=BLUE))
    assert [row.values for row in keys.rows] == [list(RED), list(BLUE)]
    assert table.session.n == 2 and keys.keys == {}, "nothing is declared by itself"
    table.ui.tap(keys.right)
    table.ui.frames(3)
    assert {line.move for line in table.session.lines[2:]} == {Reveal("red", RED), Reveal("blue", BLUE)}


def test_an_unsure_card_stays_empty_and_marked_and_is_typed_by_people(table: Sitting) -> None:
    eye = opened(table)
    keys = pictured(table, eye, doubted(cards(red=RED, blue=BLUE), ("cartouche:blue:2",), "card:blue:3"))
    blue = keys.rows[1]
    assert blue.values == [2] and blue.ahead == [None, 3, 2] and blue.current
    assert table.shows("?")
    table.ui.tap(keys.keys[3])
    table.ui.frames(2)
    assert table.session.n == 2, "people look it over first"
    keys = table.screen.panel.keys
    assert keys.rows[1].values == list(BLUE)
    table.ui.tap(keys.right)
    table.ui.frames(3)
    assert {line.move for line in table.session.lines[2:]} == {Reveal("red", RED), Reveal("blue", BLUE)}


def test_a_row_that_the_picture_has_not_is_left_alone(table: Sitting) -> None:
    keys = pictured(table, opened(table), cards(red=RED))
    assert keys.rows[0].values == list(RED) and keys.rows[1].values == []
    for card in BLUE:
        table.ui.tap(table.screen.panel.keys.keys[card])
        table.ui.frames(2)
    assert [line.move for line in table.session.lines[2:]] == [Reveal("blue", BLUE)], "what was typed counts at once"
    table.ui.tap(table.screen.panel.keys.right)
    table.ui.frames(3)
    assert table.session.lines[3].move == Reveal("red", RED)


def test_taking_back_gives_the_keys_again_and_forgets_the_picture(table: Sitting) -> None:
    keys = pictured(table, opened(table), cards(red=RED))
    table.ui.tap(keys.rows[0])
    table.ui.frames(2)
    keys = table.screen.panel.keys
    assert keys.right is not None
    table.ui.tap(keys.back)
    table.ui.frames(2)
    keys = table.screen.panel.keys
    assert keys.rows[0].values == [4, 1, 4] and keys.rows[0].ahead == [] and keys.right is None
    table.ui.tap(keys.keys[2])
    table.ui.frames(3)
    assert table.session.lines[2].move == Reveal("red", (4, 1, 4, 2))


def test_a_picture_without_the_cards_says_so(table: Sitting) -> None:
    eye = opened(table)
    table.ui.tap(table.screen.panel.keys.camera)
    table.ui.frames(2)
    eye.sees(changed(cards(), Seen("space:1.01", "red", 0.999, True)))
    table.ui.frames(2)
    assert isinstance(table.screen.panel, NotSeenPanel) and table.shows("does not show what is asked for")
    table.tap_text("Leave it")
    table.ui.frames(2)
    assert isinstance(table.screen.panel, DecidePanel) and table.session.n == 2


def test_without_a_camera_the_form_is_as_ever(table: Sitting) -> None:
    table.start(GAME, SEATS, OPEN, seed="B-2")
    table.settle()
    assert table.screen.panel.keys.camera is None and not fillable(table.screen)


def test_two_unsure_cards_leave_two_slots_open() -> None:
    from companion.engine.draw import Draw

    options = GAME.resolve({})
    state = GAME.new(SEATS, options, GAME.draw_setup(SEATS, options, Draw("B-2"), GAME.box), GAME.box)
    for move in OPEN:
        state = GAME.play(state, move).state
    plan = GAME.sight.plan(GAME.box)  # type: ignore[union-attr]
    reading = doubted(cards(red=RED), ("cartouche:red:1", "cartouche:red:3"))
    assert slots_read(GAME, state, plan, reading, GAME.decision(state).forms) == {("red", "reveal"): (None, 1, None, 1)}


@pytest.mark.parametrize(("size", "code"), [((800, 480), "en"), ((480, 800), "en"), ((1280, 720), "hu"),
                                            ((720, 1280), "ru"), ((800, 480), "hu"), ((800, 480), "ru")])  # fmt: skip
def test_the_key_and_what_it_fills_in_fit(table: Sitting, size: tuple[int, int], code: str) -> None:
    table.ui.resize(*size)
    eye = opened(table)
    table.context.change(language=code)
    table.ui.frames(2)
    assert inspect.problems() == []
    pictured(table, eye, doubted(cards(red=RED, blue=BLUE), ("cartouche:blue:2",)))
    assert inspect.problems() == []
    table.ui.tap(table.screen.panel.keys.keys[3])
    table.ui.frames(2)
    assert inspect.problems() == []


def test_gold_declares_only_what_stands_on_the_screen(table: Sitting) -> None:
    table.ui.resize(480, 800)
    eye = opened(table)
    keys = pictured(table, eye, doubted(cards(red=RED, blue=BLUE), ("cartouche:blue:2",)))
    table.ui.tap(keys.keys[3])
    table.ui.frames(2)
    keys = table.screen.panel.keys
    assert [row.values for row in keys.rows] == [list(RED), list(BLUE)], "both are looked over"
    keys.looked_over = keys.looked_over[:1]
    table.ui.tap(keys.right)
    table.ui.frames(3)
    assert [line.move for line in table.session.lines[2:]] == [Reveal("red", RED)]


def test_a_tag_begins_the_slots_anew_where_a_picture_filled_them(table: Sitting) -> None:
    keys = pictured(table, opened(table), cards(red=RED))
    form = next(form for form in table.session.decision.forms if form.by == "red")
    from companion.table.proposals import Fill

    table.screen.proposals._fill(Fill(form, 2, 3), "card:red:2")
    table.ui.frames(2)
    assert table.screen.typed[("red", "reveal")] == [2] and ("red", "reveal") not in table.screen.pictured
    assert keys is not table.screen.panel.keys and table.session.n == 2
