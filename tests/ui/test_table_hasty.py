"""The Table screen under hasty, trembling and crossing fingers: nothing is done that nobody meant."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.aton import GAME
from companion.games.aton.moves import Exchange, Ready, Reveal
from companion.ui import theme
from companion.ui.table.decide import DecidePanel
from companion.ui.table.drawers import LogDrawer
from companion.ui.table.panel import NoUndoPanel, PutBackPanel, RefusalPanel, ToldPanel
from tests.kit import inspect
from tests.kit.aton_games import SEATS, laid, row
from tests.kit.sitting import Sitting

PLACING = row((1, 1, 2, 3), (1, 2, 2, 2))


def placing(table: Sitting, **more: Any) -> Any:
    return table.start(GAME, SEATS, PLACING, **more)


# the second half of a double tap


def test_a_double_tap_on_ready_does_not_take_the_row_back(table: Sitting) -> None:
    screen = table.start(GAME, SEATS)
    table.ui.double_tap(screen.panel.seat_buttons[Ready("red")])
    assert [line.move for line in table.session.lines] == [Ready("red")]


def test_two_players_ready_at_the_same_time_both_count(table: Sitting) -> None:
    screen = table.start(GAME, SEATS)
    spots = [table.ui.point(screen.panel.seat_buttons[Ready(seat)]) for seat in SEATS]
    fingers = [table.ui.down(spot) for spot in spots]
    for finger in fingers:
        table.ui.up(finger)
    assert table.session.decision.id == "reveal"


def test_a_double_tap_on_next_skips_nothing_that_is_told(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, [laid({}, scores={"red": 38}), *row((4, 2, 1, 1), (1, 2, 1, 1))[:3]])
    for value in (1, 2, 1, 1):
        table.ui.tap(screen.panel.keys.keys[value])
    assert [event.kind for event in screen.told] == ["points", "end"]
    table.ui.double_tap(table.ui.point(screen._parts[1]))
    assert isinstance(screen.panel, ToldPanel) and screen.panel.event.kind == "end"
    assert table.screen is screen


def test_the_same_value_twice_at_once_fills_two_slots(table: Sitting) -> None:
    table.start(GAME, SEATS, PLACING[:2])
    for _ in range(4):
        table.ui.double_tap(table.screen.panel.keys.keys[3])
    assert [line.move.cards for line in table.session.lines[2:]] == [(3, 3, 3, 3), (3, 3, 3, 3)]


def test_no_key_moves_between_the_two_rows(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACING[:2])
    before = {value: tuple(key.center) for value, key in screen.panel.keys.keys.items()}
    for value in (1, 1, 2, 3):
        table.ui.tap(screen.panel.keys.keys[value])
    assert table.session.n == 3
    assert {value: tuple(key.center) for value, key in screen.panel.keys.keys.items()} == before
    assert [list(slots.values) for slots in screen.panel.keys.rows] == [[1, 1, 2, 3], []]


def test_the_key_back_opens_the_row_before_with_all_but_its_last_card(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACING[:2])
    for value in (1, 1, 2, 3):
        table.ui.tap(screen.panel.keys.keys[value])
    table.ui.tap(screen.panel.keys.back)
    assert table.session.n == 2
    assert [list(slots.values) for slots in screen.panel.keys.rows] == [[1, 1, 2], []]
    table.ui.tap(screen.panel.keys.keys[4])
    assert table.session.lines[-1].move == Reveal("red", cards=(1, 1, 2, 4))


def test_an_undo_that_is_refused_leaves_what_was_typed(table: Sitting) -> None:
    screen = table.start(GAME, SEATS, PLACING[:2])
    for value in (1, 2):
        table.ui.tap(screen.panel.keys.keys[value])
    table.tap_tool("undo")
    assert isinstance(screen.panel, NoUndoPanel)
    table.tap_text("Go on")
    assert list(screen.panel.keys.rows[0].values) == [1, 2]


# two fingers


def test_a_finger_on_the_board_plays_nothing_under_a_dialog(table: Sitting) -> None:
    screen = placing(table)
    table.tap_target("space:1.01")
    finger = table.ui.down(screen.board.rect_of("space:1.02"))
    table.ui.hold(screen.tools.button("undo"))
    table.ui.up(finger)
    assert table.session.n == len(PLACING) + 1
    for name in ("Anna", "Bence"):
        table.tap_text(name)
    assert table.session.n == len(PLACING)


def test_a_finger_on_the_board_plays_nothing_under_another_screen(table: Sitting) -> None:
    screen = placing(table)
    finger = table.ui.down(screen.board.rect_of("space:1.02"))
    table.ui.tap(screen.headline.menu_corner)
    table.tap_text("Settings")
    table.ui.up(finger)
    assert table.session.n == len(PLACING)
    assert table.screen.name == "settings"


def test_a_second_finger_on_the_board_waits_for_the_first(table: Sitting) -> None:
    screen = placing(table)
    first = table.ui.down(screen.board.rect_of("space:1.01"))
    table.ui.tap(screen.board.rect_of("space:1.04"))
    assert table.session.n == len(PLACING)
    table.ui.up(first)
    assert [line.move.space for line in table.session.lines[4:]] == ["1.01"]


def test_a_finger_that_slides_off_plays_nothing(table: Sitting) -> None:
    screen = placing(table)
    table.ui.drag(screen.board.rect_of("space:1.01"), screen.board.rect_of("space:1.03"))
    assert table.session.n == len(PLACING)
    assert isinstance(screen.panel, DecidePanel)


# what must not get lost


def test_the_put_back_list_stays_until_done_even_through_the_menu(table: Sitting) -> None:
    screen = placing(table)
    table.tap_target("space:1.06")
    table.tap_tool("undo")
    assert screen.board.signs.fresh == {"space:1.06"}
    table.ui.tap(screen.headline.menu_corner)
    table.tap_text("Back to the game")
    assert isinstance(screen.panel, PutBackPanel)
    table.ui.tap(screen.headline.menu_corner)
    table.tap_text("Settings")
    table.context.back()
    table.ui.frames(3)
    assert table.shows("1.06")
    table.tap_text("Done")
    assert isinstance(screen.panel, DecidePanel)


def test_the_unlit_board_behind_the_log_only_closes_it(table: Sitting) -> None:
    screen = placing(table)
    table.ui.tap(screen.tools.button("log"))
    assert isinstance(screen.panel, LogDrawer)
    assert not screen.board.signs.lit
    table.tap_target("space:1.01")
    assert isinstance(screen.panel, DecidePanel)
    assert table.session.n == len(PLACING)


def test_a_refused_space_blinks_once_and_stays_marked(table: Sitting) -> None:
    screen = placing(table)
    fills = []
    draw, board = screen.board._draw, screen.board
    board._draw = lambda: (fills.append(bool(board.signs.refused)), draw())
    table.tap_target("space:4.05")
    table.ui.wait(theme.MOTION["refuse_s"] + 0.1)
    assert isinstance(screen.panel, RefusalPanel)
    steps = [shown for shown, before in zip(fills, [None, *fills], strict=False) if shown is not before]
    assert steps[-3:] == [True, False, True]
    assert board.signs.refused == {"space:4.05"}
    count = len(fills)
    table.ui.wait(0.3)
    assert len(fills) == count


def test_a_card_entered_wrongly_is_put_right_from_the_log_by_all(table: Sitting) -> None:
    screen = placing(table)
    for space in ("1.01", "1.02"):
        table.tap_target(f"space:{space}")
    table.ui.tap(screen.tools.button("log"))
    log = screen.panel
    assert log.back.kind == "off"
    reveal = next(line for line in log.log.rows if line.words == "Anna reveals 1, 1, 2, 3")
    log.log.list.reveal(reveal)
    table.ui.frames(2)
    table.ui.tap(reveal)
    table.ui.tap(log.back)
    assert table.shows("4 moves are taken back")
    table.tap_text("Anna")
    assert table.session.n == 6
    table.tap_text("Bence")
    assert table.session.n == 2
    assert screen.board.signs.fresh >= {"space:1.01", "space:1.02"}
    table.tap_text("Done")
    assert table.session.decision.id == "reveal"


def test_what_a_correction_causes_is_told(table: Sitting) -> None:
    """The stock runs out by it, so the round ends, eight lie in the Dead, and the scoring is walked through."""
    from tests.ui.test_aton_whole_game import round_one

    board = {f"{t}.{s:02}": "blue" for t in (2, 3) for s in range(1, 11)}
    red = {f"1.{s:02}": "red" for s in range(1, 9)}
    moves = [*round_one(), laid({**board, **red}, dead={"red": 5, "blue": 2}), *row((1, 2, 1, 1), (2, 2, 2, 4))]
    screen = table.start(GAME, SEATS, moves)
    assert (table.session.decision.id, table.session.decision.seats) == ("place", ("red",))
    table.make(table.session.decision.choices[0].move)
    table.settle()
    assert table.session.decision.seats == ("blue",)
    screen.open_correct()
    used = sum(1 for owner in table.session.state.counters.values() if owner == "blue")
    table.screen.change("dead:blue", 29 - used)
    table.screen.ask()
    table.ui.frames(2)
    for name in ("Anna", "Bence"):
        table.tap_text(name)
    table.ui.until(lambda: table.screen.name == "scoring")
    table.settle()
    assert table.session.decision.id == "thin"


def test_where_mistakes_are_played_again_the_way_there_is_named(table: Sitting) -> None:
    screen = placing(table, options={"late_error": "rewind"})
    table.tap_target("space:4.05")
    assert not table.shows("The table says otherwise")
    screen.open_correct()
    assert isinstance(screen.panel, RefusalPanel) and screen.panel.refusal.code == "E_REWIND"


@pytest.mark.parametrize("language", ["hu", "ru"])
def test_what_an_exchange_costs_fits_its_button(table: Sitting, language: str) -> None:
    table.context.change(language=language)
    screen = table.start(GAME, SEATS)
    table.ui.tap(screen.panel.seat_buttons[Exchange("red")])
    assert inspect.problems() == []
    table.ui.tap(screen.panel.seat_buttons[Ready("blue")])
    table.ui.frames(2)
    assert inspect.problems() == []


def test_an_exchange_says_what_it_costs_before_it_is_done(table: Sitting) -> None:
    screen = table.start(GAME, SEATS)
    table.ui.double_tap(screen.panel.seat_buttons[Exchange("red")])
    assert table.session.n == 0
    assert table.shows("Token gone")
    assert screen.panel.seat_buttons[Exchange("red")].kind == "primary"
    assert inspect.problems() == []
    table.ui.tap(screen.panel.seat_buttons[Ready("blue")])
    assert [line.move for line in table.session.lines] == [Ready("blue")]
    table.make(Exchange("red"))
    assert not table.session.state.sides[0].token


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
def test_no_line_of_the_menu_is_cut(table: Sitting, size: tuple[int, int], language: str) -> None:
    table.ui.resize(*size)
    table.context.change(language=language)
    screen = table.start(GAME, SEATS, [Ready("red")])
    screen.open_menu()
    rows = screen._parts[-1]
    while True:
        table.ui.frames(2)
        assert inspect.problems() == []
        if rows.offset >= rows.reach:
            break
        rows.offset = min(rows.offset + 60, rows.reach)
