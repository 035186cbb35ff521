"""Who has which seat button: each presses their own in turn, or its number is tapped."""

from __future__ import annotations

import pytest

from companion import config
from companion.games import find_game
from tests.kit.desk import Desk
from tests.kit.evening import play
from tests.kit.spare_device import SpareDevice


@pytest.fixture
def panel(app: Desk) -> SpareDevice:
    device = SpareDevice()
    app.context.devices.hub.add(device)
    app.context.go("seat_buttons")
    app.ui.frames(3)
    return device


def press(app: Desk, panel: SpareDevice, key: str) -> None:
    panel.press(key)
    app.ui.frames(2)
    panel.release(key)
    app.ui.wait(0.3)


def test_each_presses_their_own_in_turn(app: Desk, panel: SpareDevice) -> None:
    assert app.shows("Red: press your button, or tap its number.")
    press(app, panel, "seat3")
    assert app.shows("Blue: press your button, or tap its number.")
    press(app, panel, "seat1")
    assert config.load(app.app.data).settings.buttons == {"seat3": "red", "seat1": "blue"}
    assert app.screen.rows["red"].button == "button 3"


def test_a_button_belongs_to_one_colour_and_a_colour_has_one_button(app: Desk, panel: SpareDevice) -> None:
    press(app, panel, "seat3")
    press(app, panel, "seat3")
    assert app.context.settings.buttons == {"seat3": "blue"}
    app.touch(app.screen.rows["blue"])
    press(app, panel, "seat5")
    assert app.context.settings.buttons == {"seat5": "blue"}


def test_numbers_are_tapped_where_there_is_no_device(app: Desk) -> None:
    app.context.go("seat_buttons")
    app.ui.frames(3)
    app.touch(app.screen.rows["violet"])
    app.touch(app.screen.keys["seat2"])
    assert app.context.settings.buttons == {"seat2": "violet"}
    assert app.screen.chosen == "red"


def test_in_order_forgets_all_of_it(app: Desk, panel: SpareDevice) -> None:
    press(app, panel, "seat3")
    app.touch(app.screen.clear)
    assert app.context.settings.buttons == {}
    assert app.screen.rows["red"].button == ""


def test_the_colours_of_the_game_come_first(app: Desk) -> None:
    app.context.session = play(app.context.journal, find_game("tutankhamen"), ["violet", "green", "black"], most=1)
    app.context.go("seat_buttons")
    assert app.screen.order == ("violet", "green", "black", "red", "blue", "yellow")
    assert app.screen.chosen == "violet"


def test_what_was_said_decides_whose_button_it_is_at_the_table(app: Desk, panel: SpareDevice) -> None:
    press(app, panel, "seat2")
    app.context.session = play(app.context.journal, find_game("aton"), ["red", "blue"], most=1)
    assert app.context.devices.seat_of("seat2") == "red"
    assert app.context.devices.seat_of("seat1") == "blue"


def test_the_row_of_the_page_says_how_many_were_given(app: Desk, panel: SpareDevice) -> None:
    press(app, panel, "seat2")
    app.context.keep(panel="standard")
    app.context.go("device", device="panel")
    app.ui.frames(3)
    assert app.screen.rows["buttons"].detail == "1 button has its colour"


def test_the_first_colour_without_a_button_is_asked_first_and_in_order_all_are_asked_again(app: Desk) -> None:
    app.context.keep(buttons={"seat2": "red"})
    app.context.go("seat_buttons")
    app.ui.frames(3)
    order = app.screen.order
    assert order[0] == "red" and app.screen.chosen == order[1]
    app.touch(app.screen.clear)
    assert (app.context.settings.buttons, app.screen.chosen) == ({}, "red")


def test_the_other_buttons_go_on_working_the_screen(app: Desk, panel: SpareDevice) -> None:
    app.ui.wait(0.5)
    press(app, panel, "undo")
    assert app.screen.name != "seat_buttons"
    assert app.context.settings.buttons == {}
