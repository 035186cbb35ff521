"""Looking at the table with the camera: what each answer says, what is played, and what is never looked at."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.sight import EMPTY, Reading, Seen
from companion.engine.text import T
from companion.games.aton import GAME
from companion.games.aton.moves import Place, Ready, Reveal
from companion.ui.table.decide import DecidePanel
from companion.ui.table.menu import MenuPanel
from companion.ui.table.seen import corrections, play_all
from companion.ui.table.seen_asking import QuestionPanel
from companion.ui.table.seen_panels import (
    ForeignPanel,
    LookingPanel,
    ManyPanel,
    NotSeenPanel,
    SamePanel,
    SeveralPanel,
    WayPanel,
)
from tests.kit.aton_games import SEATS
from tests.kit.fake_eye import FakeEye
from tests.kit.readings import changed, doubted, reading_of
from tests.kit.sitting import Sitting

SEED = "B-2"
OPEN = (Ready("blue"), Ready("red"))
SHOWN = (*OPEN, Reveal("blue", (2, 3, 3, 2)), Reveal("red", (4, 1, 4, 1)))
"""After these red places one disc, then blue two (the first round of the seed's dealer)."""


def opened(table: Sitting, moves: tuple[Any, ...] = SHOWN) -> FakeEye:
    """A game at this point, and an eye that sees what the test says."""
    table.start(GAME, SEATS, moves, seed=SEED)
    table.settle()
    return FakeEye(table.context)


def look(table: Sitting, eye: FakeEye, reading: Reading) -> Any:
    """Look by the menu, see this, and return the panel."""
    ask(table)
    eye.sees(reading)
    table.ui.frames(2)
    return table.screen.panel


def ask(table: Sitting) -> None:
    table.screen.open_menu()
    table.ui.frames(2)
    table.tap_text("Look at the table")
    table.ui.frames(2)


def after(table: Sitting, *moves: Any) -> Any:
    """The state after these moves, which are not played at the table."""
    state = table.session.state
    for move in moves:
        state = GAME.play(state, move).state
    return state


def press(table: Sitting, words: str) -> None:
    table.tap_text(words)
    table.ui.frames(2)


def test_the_menu_offers_it_only_with_a_camera(table: Sitting) -> None:
    table.start(GAME, SEATS, SHOWN, seed=SEED)
    table.settle()
    table.screen.open_menu()
    assert isinstance(table.screen.panel, MenuPanel) and "look" not in table.screen.panel.buttons
    eye = FakeEye(table.context)
    table.screen.refresh()
    assert "look" in table.screen.panel.buttons and eye.asked == []


def test_while_the_picture_is_read_the_game_goes_on_and_it_can_be_stopped(table: Sitting) -> None:
    eye = opened(table)
    ask(table)
    assert isinstance(table.screen.panel, LookingPanel)
    assert eye.asked[0].game == "aton" and "cartouche:red:1" not in eye.asked[0].unseen
    press(table, "Stop")
    assert isinstance(table.screen.panel, DecidePanel) and eye.dropped == 1
    assert not eye.busy


def test_a_table_that_agrees_is_told_with_how_much_was_looked_at(table: Sitting) -> None:
    eye = opened(table)
    reading = reading_of(GAME, table.session.state)
    panel = look(table, eye, reading)
    assert isinstance(panel, SamePanel)
    assert table.headline() == "The table shows what the record says."
    assert table.shows(f"{len(reading.seen)} places looked at.")
    press(table, "Go on")
    assert isinstance(table.screen.panel, DecidePanel) and table.session.n == len(SHOWN)


def test_a_picture_of_which_no_place_was_read_asks_for_a_better_one_and_about_no_place(table: Sitting) -> None:
    eye = opened(table)
    panel = look(table, eye, Reading(game="aton"))
    assert isinstance(panel, NotSeenPanel)
    assert table.shows("No place of the table was read. Hold the camera so that it sees the whole mat.")


def test_a_move_that_was_made_is_said_lit_and_played_at_a_tap(table: Sitting) -> None:
    eye = opened(table)
    panel = look(table, eye, reading_of(GAME, after(table, Place("red", "2.06"))))
    assert isinstance(panel, WayPanel)
    assert table.shows("Anna places a counter on 2.06")
    assert table.screen.board.signs.fresh == {"space:2.06"}
    assert table.session.n == len(SHOWN), "a picture only proposes"
    press(table, "Play it")
    assert table.session.n == len(SHOWN) + 1 and table.session.lines[-1].move == Place("red", "2.06")
    assert table.session.undo_refused() is None


def test_what_is_left_is_not_played(table: Sitting) -> None:
    eye = opened(table)
    look(table, eye, reading_of(GAME, after(table, Place("red", "2.06"))))
    press(table, "Leave it")
    assert table.session.n == len(SHOWN) and isinstance(table.screen.panel, DecidePanel)


def test_several_moves_are_played_in_order(table: Sitting) -> None:
    eye = opened(table)
    moves = (Place("red", "2.06"), Place("blue", "3.03"), Place("blue", "3.02"))
    n = table.session.n
    panel = look(table, eye, reading_of(GAME, after(table, *moves)))
    # Blue's two discs may have come in either order; both lead to the same table, so people are asked.
    assert isinstance(panel, SeveralPanel | WayPanel)
    if isinstance(panel, SeveralPanel):
        assert panel.buttons["Play what I chose"].kind == "off"
        table.ui.tap(panel.rows[0])
        table.ui.frames(2)
        press(table, "Play what I chose")
    else:
        press(table, "Play these")
    assert table.session.n == n + 3
    assert {move.space for move in (line.move for line in table.session.lines[n:])} == {"2.06", "3.03", "3.02"}


def test_the_first_refusal_stops_what_is_played_and_says_why(table: Sitting) -> None:
    opened(table)
    n = table.session.n
    assert play_all(table.screen, (Place("red", "2.06"), Place("blue", "2.06")), n)
    table.ui.frames(2)
    assert table.session.n == n + 1
    assert table.shows("Not everything was played.")
    press(table, "Next")
    assert not play_all(table.screen, (Place("blue", "3.03"),), n), "a way for an earlier position is late"
    assert table.session.n == n + 1


def test_a_way_is_not_played_once_the_game_has_gone_on(table: Sitting) -> None:
    eye = opened(table)
    panel = look(table, eye, reading_of(GAME, after(table, Place("red", "2.06"))))
    table.session.play(Place("red", "2.07"))
    panel.look.play(panel.way)
    assert table.session.n == len(SHOWN) + 1 and table.session.lines[-1].move == Place("red", "2.07")


def test_what_no_move_explains_is_told_place_by_place_and_can_be_corrected(table: Sitting) -> None:
    eye = opened(table)
    reading = changed(reading_of(GAME, table.session.state), Seen("space:1.05", "blue", 0.999, True),
                      Seen("space:1.06", "blue", 0.999, True), Seen("dead:1", "blue", 0.999, True))  # fmt: skip
    panel = look(table, eye, reading)
    assert isinstance(panel, ForeignPanel)
    assert table.headline() == "The table and the record differ. Nothing has changed."
    assert table.shows("The table shows: Blue disc. The rules expect: nothing.")
    assert {"space:1.05", "space:1.06"} <= table.screen.board.signs.reasons
    press(table, "Correct the position")
    assert table.screen.name == "correct"
    assert table.screen.changes == {"space:1.05": "blue", "space:1.06": "blue", "dead:blue": 1}
    assert table.session.n == len(SHOWN)


def test_an_unsure_place_is_never_filled_into_a_correction(table: Sitting) -> None:
    opened(table)
    from companion.table.seen import Difference

    plan = GAME.sight.plan(GAME.box)  # type: ignore[union-attr]
    found = (Difference("space:1.05", "blue", (EMPTY,), False), Difference("cartouche:red:1", "back", (), True))
    assert corrections(GAME, table.session.view, plan, found) == {}


def test_a_row_of_a_difference_marks_its_place_alone(table: Sitting) -> None:
    eye = opened(table)
    reading = changed(reading_of(GAME, table.session.state), Seen("space:1.05", "blue", 0.999, True),
                      Seen("space:1.06", "blue", 0.999, True))  # fmt: skip
    panel = look(table, eye, reading)
    table.ui.tap(panel.rows[0])
    table.ui.frames(2)
    assert table.screen.board.signs.reasons == {"space:1.05"}


def test_a_doubtful_place_is_asked_about_and_the_answer_counts(table: Sitting) -> None:
    eye = opened(table)
    reading = doubted(reading_of(GAME, table.session.state), ("space:2.06",))
    panel = look(table, eye, reading)
    assert isinstance(panel, QuestionPanel)
    assert table.headline() == "Space 2.06: what lies there?"
    assert table.screen.board.signs.selected == {"space:2.06"}
    assert panel.labels[:2] == (EMPTY, "red")
    press(table, "Red disc")
    assert isinstance(table.screen.panel, WayPanel) and table.shows("Anna places a counter on 2.06")
    assert table.session.n == len(SHOWN)


def test_what_nobody_can_tell_is_named_as_not_checked(table: Sitting) -> None:
    eye = opened(table)
    look(table, eye, doubted(reading_of(GAME, table.session.state), ("space:2.06",)))
    press(table, "Something else, or covered")
    assert table.shows("Blue disc") and table.shows("Red disc")
    press(table, "It can't be seen")
    assert isinstance(table.screen.panel, SamePanel)
    assert table.headline() == "What could be seen is as the record says."
    assert table.shows("1 place could not be checked: Space 2.06.")


def test_many_doubtful_places_ask_for_a_clear_view_first(table: Sitting) -> None:
    eye = opened(table)
    spots = [f"space:1.{n:02}" for n in range(1, 10)]
    panel = look(table, eye, doubted(reading_of(GAME, table.session.state), spots))
    assert isinstance(panel, ManyPanel) and panel.buttons["Look again"].kind == "primary"
    press(table, "Look again")
    assert len(eye.asked) == 2


def test_after_two_corrections_of_one_place_calibrating_is_advised(table: Sitting) -> None:
    eye = opened(table)
    reading = doubted(reading_of(GAME, table.session.state), ("space:2.06",), "blue")
    for _ in range(2):
        panel = look(table, eye, reading)
        assert isinstance(panel, QuestionPanel) or table.shows("It looks like this")
        if not isinstance(panel, QuestionPanel):
            panel = QuestionPanel(panel.look, ("space:2.06",))
            table.screen.open(panel)
            table.ui.frames(2)
        panel.say_it(EMPTY)
        table.ui.frames(2)
    assert table.shows("Space 2.06 was misread more than once. Calibrating again would help.")


def test_trouble_is_said_and_nothing_has_changed(table: Sitting) -> None:
    eye = opened(table)
    panel = look(table, eye, Reading(game="aton", trouble=T("Only {n} markers were found.", n=3)))
    assert isinstance(panel, NotSeenPanel)
    assert table.shows("Only 3 markers were found.") and table.session.n == len(SHOWN)
    eye.why = T("It was pulled out.")
    press(table, "Look again")
    assert table.shows("It was pulled out.") and len(eye.asked) == 1


def test_while_something_is_chosen_unseen_nothing_is_looked_at(table: Sitting) -> None:
    eye = opened(table, ())
    assert table.session.decision.secret
    ask(table)
    assert eye.asked == [] and isinstance(table.screen.panel, NotSeenPanel)
    assert table.shows("This is chosen unseen")


@pytest.mark.parametrize("trouble", [None, T("It was pulled out.")])
def test_a_picture_that_comes_after_the_panel_was_left_changes_nothing(table: Sitting, trouble: Any) -> None:
    eye = opened(table)
    ask(table)
    then = eye.then
    table.screen.play(Place("red", "2.07"))
    assert then is not None
    eye.then = then
    reading = reading_of(GAME, table.session.state)
    eye.sees(reading if trouble is None else Reading(game="aton", trouble=trouble))
    table.ui.frames(2)
    assert isinstance(table.screen.panel, DecidePanel) and table.session.n == len(SHOWN) + 1


def test_score_markers_that_are_behind_are_told_and_change_nothing(table: Sitting) -> None:
    eye = opened(table)
    reading = reading_of(GAME, table.session.state)
    track = {spot: "red" if spot == "track:30" else EMPTY for spot in GAME.sight.checks(table.session.state)}  # type: ignore[union-attr]
    panel = look(table, eye, changed(reading, *(Seen(spot, label, 0.999, True) for spot, label in track.items())))
    assert isinstance(panel, SamePanel)
    assert table.headline() == "The pieces lie as the record says, but see this."
    assert table.shows("30 on the score track")


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)])
def test_every_panel_fits_its_room(table: Sitting, size: tuple[int, int]) -> None:
    from tests.kit import inspect

    eye = opened(table)
    state = table.session.state
    same = reading_of(GAME, state)
    foreign = changed(same, Seen("space:1.05", "blue", 0.999, True), Seen("space:1.06", "blue", 0.999, True))
    table.ui.resize(*size)
    ask(table)
    assert inspect.problems() == []
    eye.sees(same)
    unsure, many = doubted(same, ("space:2.06",)), doubted(same, [f"space:1.{n:02}" for n in range(1, 10)])
    for reading in (same, reading_of(GAME, after(table, Place("red", "2.06"))), foreign, unsure, many):
        table.screen.dismiss()
        panel = look(table, eye, reading)
        assert inspect.problems() == [], type(panel).__name__
