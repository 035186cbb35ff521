"""Settings, boxes and the app itself: what is stored, what turns, what dims, what is said when something fails."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion import config
from companion.engine.text import T
from companion.games import find_game
from companion.table.journal import Journal
from companion.table.session import Session
from companion.ui import layout, theme
from companion.ui.root import SWALLOWED
from companion.ui.screens.trouble import split
from tests.kit import inspect
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.ui import UI


def choose(app: Desk, field: str, index: int) -> None:
    if app.screen.name != "settings":
        app.context.go("settings")
        app.ui.frames(3)
    app.touch(app.screen.choices[field].option(index))


def test_a_choice_is_stored_at_once(app: Desk) -> None:
    choose(app, "dim_after", 0)
    assert app.context.settings.dim_after == 60
    assert config.load(app.app.data).settings.dim_after == 60


def test_the_language_changes_at_once(app: Desk) -> None:
    choose(app, "language", 1)
    assert app.context.language.code == "hu"
    assert app.screen.choices["language"].chosen == 1


def test_large_text_is_larger_and_can_be_taken_back(app: Desk) -> None:
    choose(app, "text_size", 1)
    assert theme.style("small").size == 18
    choose(app, "text_size", 0)
    assert theme.style("small").size == 16


def test_settings_that_can_not_be_stored_say_so_and_stay(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(config, "write_safely", full)
    choose(app, "dim_after", 0)
    assert app.screen.name == "trouble"
    assert app.shows("the disk is full")
    assert app.context.settings.dim_after == 120
    app.touch(app.screen.button)
    assert app.screen.name == "settings"


def type_number(app: Desk, key: str, number: int) -> None:
    """Type a fact of the box on the screen of the box."""
    app.screen.list.reveal(app.screen.rows[key])
    app.ui.frames(2)
    app.touch(app.screen.rows[key])
    for digit in str(number):
        app.touch(app.screen.keypad.key(digit))
    app.touch(app.screen.keypad.key("ok"))
    app.ui.wait(0.3)


def test_a_number_nobody_knows_is_typed_too(app: Desk) -> None:
    game = find_game("tutankhamen")
    app.context.go("box", game=game)
    app.ui.frames(3)
    type_number(app, "start.AMIGO_1993.6", 14)
    assert app.context.settings.boxes[game.id] == {"start.AMIGO_1993.6": 14}
    assert app.screen.rows["start.AMIGO_1993.6"].note == "yours"


def test_tiles_lost_from_a_kind_with_another_number_stay_lost(app: Desk) -> None:
    game = find_game("tutankhamen")
    app.context.go("box", game=game)
    app.ui.frames(3)
    type_number(app, "kind.S6A.value", 8)
    type_number(app, "kind.S6A.present", 6)
    kinds = game.check_box(app.context.box(game))
    assert any("6" in app.context.say(fault.text) and "8" in app.context.say(fault.text) for fault in kinds)
    assert app.context.box(game).value("kind.S6A.present") == 6
    assert app.context.settings.boxes[game.id] == {"kind.S6A.value": 8, "kind.S6A.present": 6}


def test_a_box_that_cannot_be_is_refused_and_nothing_is_stored(app: Desk) -> None:
    game = find_game("tutankhamen")
    app.context.go("box", game=game)
    app.ui.frames(3)
    type_number(app, "kind.S4A.present", 9)
    assert app.screen.name == "trouble"
    assert app.shows("at most 4 tiles")
    assert app.context.settings.boxes == {}


def test_a_number_of_the_box_is_typed_and_stored_also_as_printed(app: Desk) -> None:
    game = find_game("aton")
    key = next(k for k, fact in game.box.facts.items() if type(fact.value) is int)
    printed = game.box.value(key)
    app.context.go("box", game=game)
    app.ui.frames(3)
    for number in (printed + 1, printed):
        app.screen.list.reveal(app.screen.rows[key])
        app.touch(app.screen.rows[key])
        for digit in str(number):
            app.touch(app.screen.keypad.key(digit))
        app.touch(app.screen.keypad.key("ok"))
        assert app.context.box(game).value(key) == number
        app.ui.wait(0.3)
    assert app.context.settings.boxes[game.id] == {key: printed}, "what the owner has seen is certain"


def test_unknown_values_come_first_and_are_named(app: Desk) -> None:
    game = find_game("tutankhamen")
    app.context.go("box", game=game)
    app.ui.frames(3)
    first = next(iter(app.screen.rows.values()))
    assert "unknown" in first.title
    assert first.note == "unknown"


# the picture turns


def seated(app: Desk, facing: str) -> None:
    session = play(app.context.journal, find_game("aton"), ["red", "blue"], most=1)
    app.context.session = session
    app.context.change(facing=facing)
    app.ui.frames(3)


def test_a_quarter_turn_lays_the_picture_upright_and_touches_follow(app: Desk) -> None:
    seated(app, "quarter")
    assert not layout.current().portrait
    app.context.face("red")
    app.ui.frames(3)
    assert app.context.root.turn == 90
    assert layout.current().portrait
    tile = inspect.find(None, "Aton")
    x, y = tile.to_window(*tile.center)
    assert (round(x), round(y)) == (round(tile.center_y), round(480 - tile.center_x))
    app.ui.wait(0.35)
    app.touch(tile)
    assert app.screen.name == "new_game"


def test_other_screens_than_the_table_lie_as_the_panel_does(app: Desk) -> None:
    seated(app, "quarter")
    app.context.face("red")
    app.ui.wait(0.35)
    app.context.go("settings")
    assert app.context.root.turn == 0
    assert not layout.current().portrait


def test_touches_right_after_a_turn_are_ignored(app: Desk) -> None:
    seated(app, "quarter")
    app.context.face("red")
    app.ui.frames(2)
    app.touch(inspect.find(None, "Aton"))
    assert app.screen.name == "home"


def test_the_picture_does_not_turn_under_a_finger(app: Desk) -> None:
    seated(app, "quarter")
    finger = app.ui.down((10, 400))
    app.context.face("red")
    assert app.context.root.turn == 0
    app.ui.up(finger)
    app.ui.frames(2)
    assert app.context.root.turn == 90


def test_the_turned_picture_is_drawn_where_it_is_touched(app: Desk) -> None:
    seated(app, "quarter")
    app.context.face("red")
    app.ui.frames(4)
    bar = theme.colour("surface")
    # The top bar of the turned picture lies along the right edge of the panel.
    assert app.ui.pixel(790, 10) == tuple(round(c * 255) for c in bar[:3])
    assert app.ui.pixel(400, 475) != app.ui.pixel(790, 10)


def test_one_finger_that_two_drivers_report_counts_once(app: Desk) -> None:
    history = inspect.find(None, "History")
    first, second = app.ui.down(history), app.ui.down(history)
    assert [SWALLOWED in finger.ud for finger in (first, second)] == [False, True]
    other = app.ui.down(inspect.find(None, "Devices"))
    assert SWALLOWED not in other.ud
    for finger in (first, second, other):
        app.ui.up(finger)


# nobody there


def test_the_touch_that_wakes_the_screen_does_nothing_else(app: Desk) -> None:
    app.context.root.dim()
    app.ui.frames(3)
    assert app.ui.pixel(400, 240)[0] < 12
    settings = inspect.find(None, "Settings")
    app.touch(settings)
    assert not app.context.root.dimmed
    assert app.screen.name == "home"
    app.touch(settings)
    assert app.screen.name == "home"
    app.ui.wait(0.55)
    app.touch(settings)
    assert app.screen.name == "settings"


def test_the_screen_dims_after_the_time_that_was_set(app: Desk) -> None:
    app.context.root.wait_for_idle(0.1)
    assert not app.context.root.dimmed
    app.ui.until(lambda: app.context.root.dimmed)
    app.context.root.wait_for_idle(0)


def test_never_means_never(app: Desk) -> None:
    app.context.change(dim_after=0, blank_after=0)
    assert not app.context.root._timer.is_triggered


# something fails


def test_the_first_sentence_is_the_headline() -> None:
    assert split("The disk is full. Make room.") == ("The disk is full.", "Make room.")
    assert split("The disk is full") == ("The disk is full", "")


def test_a_failure_is_said_kept_and_leads_home(app: Desk) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("boom")

    inspect.find(None, "History").bind(on_press=fail)
    from kivy.base import ExceptionManager

    try:
        app.ui.down(inspect.find(None, "History"))
    except ZeroDivisionError as error:
        # The loop of the test window hands failures out; the app's own loop asks the manager, as here.
        assert ExceptionManager.handle_exception(error) == ExceptionManager.PASS
    app.ui.frames(3)
    assert app.screen.name == "trouble"
    assert "boom" in (app.app.data / "crash.txt").read_text("utf-8")
    app.context.root._fingers.clear()
    app.touch(app.screen.button)
    assert app.screen.name == "home"


def test_a_stop_from_the_terminal_is_no_failure(app: Desk) -> None:
    from kivy.base import ExceptionManager

    assert ExceptionManager.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
    assert app.screen.name == "home" and not (app.app.data / "crash.txt").exists()


def test_a_journal_in_use_is_said_and_can_be_tried_again(ui: UI, tmp_path: Path) -> None:
    other = Journal.open(tmp_path / "journal.db")
    with desk(ui, tmp_path) as opened:
        assert opened.screen.name == "trouble"
        opened.touch(opened.screen.button)
        assert opened.screen.name == "trouble"
        other.close()
        opened.ui.wait(0.3)
        opened.touch(opened.screen.button)
        assert opened.screen.name == "home"


def test_what_was_mended_at_the_start_is_told(ui: UI, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{", "utf-8")
    with desk(ui, tmp_path) as opened:
        assert opened.screen.name == "trouble"
        assert opened.shows("settings.json")
        opened.touch(opened.screen.button)
        assert opened.screen.name == "home"


def test_trouble_fits_every_size(app: Desk) -> None:
    long = " ".join(["The journal can't be read on this disk, so nothing was changed."] * 4)
    app.context.trouble(T("{long}", long=long))
    for size in ((800, 480), (720, 1280), (480, 800)):
        app.resize(*size)
        assert inspect.problems() == []


@pytest.mark.parametrize("name", ["settings", "players", "boxes", "devices"])
def test_the_small_screens_fit_every_size(app: Desk, name: str) -> None:
    play(app.context.journal, find_game("aton"), ["red", "blue"], most=1)
    app.context.go(name)
    for size in ((800, 480), (1280, 720), (720, 1280), (480, 800)):
        app.resize(*size)
        assert inspect.problems() == []


def test_two_of_one_name_in_a_game_have_played_one_game(app: Desk) -> None:
    from tests.kit.sitting import NAMES, header_of

    game = find_game("tutankhamen")
    header = header_of(game, ("red", "blue", "green"))
    seats = tuple(msgspec.structs.replace(seat, name="Anna" if seat.seat != "green" else NAMES["green"])
                  for seat in header.seats)  # fmt: skip
    Session.start(app.context.journal, game, msgspec.structs.replace(header, seats=seats))
    app.context.go("players")
    app.ui.frames(3)
    assert sum(text.startswith("1 game, last on") for text in app.texts()) == 2
    assert not app.shows("2 games")
