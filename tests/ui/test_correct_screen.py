"""Correcting a position: places by taps, numbers by steps, faults at once, and nothing without everybody."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.aton import GAME
from tests.kit import inspect
from tests.kit.aton_games import SEATS, laid, row
from tests.kit.panel import Buttons
from tests.kit.sitting import Sitting
from tests.kit.ui import UI


def correcting(table: Sitting, moves: list[Any] | None = None) -> Any:
    screen = table.start(GAME, SEATS, moves or [laid({"1.01": "blue"})])
    table.ui.tap(screen.headline.menu_corner)
    table.tap_text("Correct the position")
    assert table.screen.name == "correct"
    return table.screen


def tap(table: Sitting, target: str) -> None:
    table.ui.tap(table.screen.board.rect_of(target))
    table.ui.frames(2)


def test_a_tap_goes_through_what_may_lie_there(table: Sitting) -> None:
    screen = correcting(table)
    seen = []
    for _ in range(3):
        tap(table, "space:2.02")
        seen.append(screen.value("space:2.02"))
    assert sorted(seen) == ["blue", "empty", "red"]
    assert screen.changes == {}


def test_all_seats_agree_before_it_is_stored(table: Sitting) -> None:
    screen = correcting(table)
    tap(table, "space:2.02")
    wanted = screen.value("space:2.02")
    table.tap_text("All agree")
    table.tap_text("Anna")
    assert table.session.n == 1
    table.tap_text("Bence")
    assert table.session.n == 2
    assert table.session.state.owner("2.02") == wanted
    assert table.screen.name == "table"


def test_cancel_changes_nothing(table: Sitting) -> None:
    correcting(table)
    tap(table, "space:2.02")
    table.tap_text("Cancel")
    assert table.session.n == 1
    assert table.screen.name == "table"


def test_a_position_that_cannot_be_is_named_and_cannot_be_agreed_to(table: Sitting) -> None:
    full = {f"{t}.{s:02}": "red" for t in (1, 2) for s in range(1, 13)} | {f"3.{s:02}": "red" for s in range(1, 6)}
    screen = correcting(table, [laid(full)])
    assert len(full) == 29
    screen.change("space:4.01", "red")
    table.ui.frames(2)
    assert screen.refusal() is not None
    assert screen.board.reading.board.get("4.01") is None
    button = inspect.find(None, "All agree")
    assert button.kind == "off"


def test_points_are_typed(table: Sitting) -> None:
    screen = correcting(table)
    screen._type("score:red")
    table.ui.frames(2)
    keypad = screen._parts[-1]
    for key in ("1", "2", "ok"):
        table.ui.tap(keypad.key(key))
    assert screen.value("score:red") == 12


def test_the_table_says_otherwise_leads_here(table: Sitting) -> None:
    table.start(GAME, SEATS, row((1, 1, 1, 3), (1, 2, 2, 2)))
    table.tap_target("space:4.01")
    table.tap_text("The table says otherwise")
    assert table.screen.name == "correct"


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)], ids=str)
def test_it_fits_every_size(ui: UI, table: Sitting, size: tuple[int, int]) -> None:
    ui.resize(*size)
    screen = correcting(table)
    assert [str(problem) for problem in inspect.problems()] == []
    screen.change("space:2.02", "red")
    ui.frames(2)
    assert [str(problem) for problem in inspect.problems()] == []


def test_many_changes_are_counted_and_the_last_ones_named(table: Sitting) -> None:
    table.start(GAME, SEATS)
    table.screen.open_correct()
    for i in range(1, 9):
        table.tap_target(f"space:2.{i:02}")
    table.ui.frames(2)
    assert table.shows("Space 2.08: Anna and 5 more.")
    assert len(table.screen.board.signs.selected) == 8
    assert inspect.problems() == []
    for seat in SEATS:
        table.screen.change(f"token:{seat}", "used")
    table.ui.frames(2)
    assert table.shows("8 more") or table.shows("9 more")
    assert inspect.problems() == []
    table.screen.ask()
    table.ui.frames(2)
    assert inspect.problems() == []


def test_the_undo_button_takes_change_after_change_back_and_then_leaves(table: Sitting) -> None:
    screen = correcting(table)
    hand = Buttons(table)
    tap(table, "space:2.02")
    tap(table, "space:2.03")
    first, second = screen.changes
    hand.press("undo")
    assert list(screen.changes) == [first] and second == "space:2.03"
    hand.press("undo")
    assert screen.changes == {} and table.screen is screen
    hand.press("undo")
    assert table.screen.name == "table" and table.session.n == 1


def test_the_undo_button_closes_a_list_of_contents_first(table: Sitting) -> None:
    screen = correcting(table)
    hand = Buttons(table)
    tap(table, "space:2.02")
    screen.picked = next(iter(screen.edits))
    screen.refresh()
    hand.press("undo")
    assert screen.picked == "" and len(screen.changes) == 1
