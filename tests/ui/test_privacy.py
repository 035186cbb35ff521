"""What one seat chooses or sees alone: covered for everybody else, shown only while a thumb rests on the circle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit import inspect
from tests.kit.in_secret import secret_shown, shaft_at_table
from tests.kit.sitting import Sitting
from tests.kit.ui import UI


@pytest.fixture
def table(ui: UI, tmp_path: Path) -> Iterator[Sitting]:
    with shaft_at_table(ui, tmp_path) as sitting:
        yield sitting


def looking(table: Sitting) -> Any:
    """Open the covered screen from the Table."""
    table.tap_text("Anna: look and choose")
    turned(table)
    assert table.screen.name == "privacy"
    return table.screen


def turned(table: Sitting) -> None:
    """Let the picture turn to the seat, and the time pass in which it takes no touches."""
    table.ui.frames(3)
    table.ui.wait(0.32)


def choose(table: Sitting, row: int) -> None:
    """Hold with one finger, tap with another, let go."""
    screen = table.screen
    thumb = table.ui.down(screen.circle)
    table.ui.frames(2)
    table.ui.tap(screen.rows[row])
    table.ui.up(thumb)
    turned(table)


def test_the_table_lists_and_lights_nothing_of_a_private_choice(table: Sitting) -> None:
    assert not secret_shown()
    assert table.screen.decision.choices == ()
    assert table.headline() == "Anna, choose unseen."


def test_the_choices_are_seen_only_while_the_circle_is_held(table: Sitting) -> None:
    screen = looking(table)
    assert not secret_shown()
    thumb = table.ui.down(screen.circle)
    table.ui.frames(2)
    assert secret_shown()
    table.ui.up(thumb)
    assert not secret_shown()


def test_letting_go_covers_within_one_frame(table: Sitting) -> None:
    from kivy.base import EventLoop

    screen = looking(table)
    thumb = table.ui.down(screen.circle)
    table.ui.frames(2)
    assert screen.rows
    EventLoop.post_dispatch_input("end", thumb)
    assert screen.rows == []
    table.ui.frames(1)
    assert not secret_shown()


def test_what_the_second_hand_taps_is_played_at_once_and_covered(table: Sitting) -> None:
    screen = looking(table)
    thumb = table.ui.down(screen.circle)
    table.ui.frames(2)
    table.ui.tap(screen.rows[1])
    table.ui.frames(3)
    assert table.screen.who == "blue"
    assert not secret_shown(), "the thumb still lies there, and it is not the thumb of the next seat"
    table.ui.up(thumb)
    table.ui.frames(3)
    assert table.session.state.digs == {"red": 2}
    assert table.session.view.digs == {"red": 0}


def test_a_second_finger_that_slides_away_chooses_nothing(table: Sitting) -> None:
    screen = looking(table)
    thumb = table.ui.down(screen.circle)
    table.ui.frames(2)
    finger = table.ui.down(screen.rows[0])
    table.ui.move(finger, screen.rows[2])
    table.ui.up(finger)
    assert secret_shown()
    assert table.session.n == 0
    table.ui.up(thumb)


def test_another_finger_may_take_over_and_the_last_to_lift_covers(table: Sitting) -> None:
    screen = looking(table)
    first = table.ui.down(screen.circle)
    table.ui.frames(2)
    second = table.ui.down(screen.circle)
    table.ui.up(first)
    assert secret_shown()
    table.ui.up(second)
    assert not secret_shown()


def test_a_finger_that_slides_off_the_circle_covers(table: Sitting) -> None:
    screen = looking(table)
    finger = table.ui.down(screen.circle)
    table.ui.frames(2)
    table.ui.move(finger, screen.circle)
    assert secret_shown()
    table.ui.move(finger, screen.leave_button)
    table.ui.frames(1)
    assert not secret_shown()
    table.ui.up(finger)


def test_a_finger_beside_the_circle_shows_nothing(table: Sitting) -> None:
    screen = looking(table)
    x, y, w, h = screen.circle.x, screen.circle.y, screen.circle.width, screen.circle.height
    finger = table.ui.down((x + w * 0.05, y + h * 0.05))
    table.ui.frames(2)
    assert not secret_shown()
    table.ui.up(finger)


def test_the_next_seat_is_asked_at_once_and_what_the_first_chose_is_nowhere(table: Sitting) -> None:
    looking(table)
    choose(table, 2)
    assert table.screen.name == "privacy"
    assert table.screen.who == "blue"
    assert table.shows("Bence, only for you")
    log = [table.screen.say(entry.text) for entry in table.session.log()]
    assert log == ["Anna chooses unseen.", "Anna has chosen."]


def test_not_now_leads_back_to_the_table_and_undo_is_at_hand(table: Sitting) -> None:
    looking(table)
    choose(table, 0)
    table.ui.tap(table.screen.leave_button)
    turned(table)
    assert table.screen.name == "table"
    assert table.shows("Bence: look and choose")
    table.tap_tool("undo")
    assert table.session.n == 0


def test_own_things_are_looked_at_from_the_sheet_of_the_seats(table: Sitting) -> None:
    looking(table)
    choose(table, 2)
    table.ui.tap(table.screen.leave_button)
    turned(table)
    table.ui.tap(table.screen.headline.seat_square)
    table.ui.frames(3)
    assert list(table.screen.panel.own) == ["red"]
    assert not table.shows("You have dug 3 deep.")
    table.ui.tap(table.screen.panel.own["red"])
    turned(table)
    assert not table.shows("You have dug 3 deep.")
    thumb = table.ui.down(table.screen.circle)
    table.ui.frames(2)
    assert table.shows("You have dug 3 deep.")
    table.ui.up(thumb)
    assert not table.shows("You have dug 3 deep.")
    table.ui.tap(table.screen.finish)
    table.ui.frames(3)
    assert table.screen.name == "table"


def test_it_faces_its_seat_whatever_the_settings_say(ui: UI, table: Sitting) -> None:
    looking(table)
    assert table.context.root.turn == 90
    choose(table, 0)
    assert table.screen.who == "blue"
    assert table.context.root.turn == 270
    table.ui.wait(0.35)
    table.ui.tap(table.screen.leave_button)
    ui.frames(3)
    assert table.context.root.turn == 0


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280), (480, 800)], ids=str)
def test_both_sides_of_it_fit_every_size(ui: UI, table: Sitting, size: tuple[int, int]) -> None:
    ui.resize(*size)
    ui.frames(3)
    assert inspect.problems() == []
    screen = looking(table)
    assert inspect.problems() == []
    thumb = ui.down(screen.circle)
    ui.frames(2)
    assert screen.rows
    assert inspect.problems() == []
    ui.up(thumb)
