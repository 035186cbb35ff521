"""The owner's lock on the screen: what asks for the PIN, what wrong ones cost, and when it is asked for again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.games import find_game
from companion.ui.kiosk_lock import KEPT
from companion.ui.screens import SCREENS
from tests.kit.commands import run
from tests.kit.desk import Desk, desk
from tests.kit.evening import play
from tests.kit.machine_shots import PIN, type_pin
from tests.kit.ui import UI

PLAYING = (
    "home", "new_game", "seat", "name_entry", "number", "options", "option", "setup", "setup_entry", "from_picture",
    "resume", "table", "page", "privacy", "scoring", "sheet", "correct", "clock", "result", "score_card", "hand_off",
    "history", "replay", "players",
    "history_search", "history_filter", "history_when", "note_entry",
    "player", "seat_group",
)  # fmt: skip
LEARNED_WHILE_PLAYING = ("which_box", "unknown", "learned")
"""What a game needs to know of the box is asked at the table."""
STATISTICS = ("stats", "game_stats", "player_stats", "head_to_head")
"""Looking harms nobody."""
BELOW = (
    "leaving", "copy_files", "copy_preview", "calibrate_aim", "calibrate_corners", "calibrate_lens", "calibrate_empty",
    "calibrate_places", "calibrate_start", "teach_look",
)  # fmt: skip
"""Opened from a screen that it keeps, and from no other."""


@pytest.fixture
def locked(app: Desk) -> Desk:
    """The app at Home with a PIN set."""
    app.context.lock.seal(PIN)
    app.context.home()
    app.ui.frames(3)
    return app


def test_the_pin_is_chosen_twice_and_never_shown(app: Desk) -> None:
    app.context.go("machine")
    app.context.go("new_pin")
    app.ui.frames(3)
    for pin in (PIN, "1111", PIN, PIN):
        type_pin(app, pin)
        app.ui.wait(0.3)
        if pin == "1111":
            assert app.shows("another PIN") and not app.context.lock.set
    assert app.screen.name == "machine"
    assert app.shows("Locked with a PIN")
    assert PIN not in (app.app.data / "settings.json").read_text("utf-8")


def test_what_changes_the_machine_asks_for_the_pin_and_play_does_not(locked: Desk) -> None:
    for words in ("Settings", "Devices", "Boxes"):
        locked.tap(words)
        assert locked.screen.name == "pin"
        locked.touch(locked.screen.bar.back_corner)
        assert locked.screen.name == "home"
    locked.tap("History")
    assert locked.screen.name == "history"
    locked.context.home()
    locked.ui.frames(3)
    locked.tap("Aton")
    assert locked.screen.name == "new_game"


def test_of_every_screen_it_is_decided_whether_the_lock_keeps_it() -> None:
    free = {*PLAYING, *LEARNED_WHILE_PLAYING, *STATISTICS, *BELOW, "pin", "trouble"}
    assert free | KEPT == set(SCREENS) and not free & KEPT


@pytest.mark.parametrize("name", ["nefertiti", "tutankhamen"])
def test_what_a_box_holds_asks_for_it_also_on_the_way_to_a_game(locked: Desk, name: str) -> None:
    game = find_game(name)
    locked.context.go("new_game", game=game)
    locked.ui.frames(3)
    locked.context.go("which_box", draft=locked.screen.draft)
    locked.ui.frames(3)
    locked.touch(locked.screen.survey)
    assert locked.screen.name == "pin"
    locked.touch(locked.screen.bar.back_corner)
    assert locked.screen.name == "which_box"
    locked.touch(locked.screen.survey)
    type_pin(locked, PIN)
    assert locked.screen.name in KEPT
    locked.context.back()
    locked.touch(locked.screen.survey)
    assert locked.screen.name == "pin", "asked for again"


def test_a_box_that_is_entered_on_the_board_asks_for_it_before_the_setup(locked: Desk) -> None:
    locked.context.go("box_entry", title=find_game("tutankhamen").title, form=None)
    assert locked.screen.name == "pin"


def test_the_right_pin_opens_until_one_leaves(locked: Desk) -> None:
    locked.tap("Settings")
    type_pin(locked, PIN)
    assert locked.screen.name == "settings"
    locked.context.go("machine")
    assert locked.screen.name == "machine"
    locked.context.back()
    locked.context.back()
    locked.context.go("settings")
    assert locked.screen.name == "pin"


def test_it_is_asked_for_again_once_the_screen_was_dark(locked: Desk) -> None:
    session = play(locked.context.journal, find_game("aton"), ["red", "blue"], most=1)
    locked.context.play(session)
    locked.context.go("settings")
    locked.ui.frames(3)
    type_pin(locked, PIN)
    locked.context.go("machine")
    locked.context.root.blank()
    assert locked.screen.name == "table"
    assert locked.context.session is session
    locked.context.go("settings")
    assert locked.screen.name == "pin"


def wrong(desk: Desk, times: int) -> None:
    for _ in range(times):
        type_pin(desk, "1111")


def test_three_wrong_ones_are_a_wait_and_each_further_one_a_longer(locked: Desk) -> None:
    locked.tap("Settings")
    wrong(locked, 2)
    assert locked.shows("That is not the PIN. Nothing has changed.")
    assert not locked.screen.pad.shut
    wrong(locked, 1)
    assert locked.shows("again in 30 seconds.")
    locked.ui.wait(9.5)
    assert locked.shows("again in 21 seconds.") and not locked.shows("30")
    type_pin(locked, PIN)
    assert locked.screen.name == "pin"
    assert not locked.context.lock.tried(PIN), "the right one is not looked at meanwhile"
    locked.ui.wait(22)
    assert not locked.screen.pad.shut and not locked.shows("again in")
    wrong(locked, 1)
    assert 59 < locked.context.lock.wait_s <= 60
    locked.ui.wait(61)
    type_pin(locked, PIN)
    assert locked.screen.name == "settings"
    assert locked.context.settings.wrong_pins == 0


def test_a_restart_wins_nobody_a_try(ui: UI, tmp_path: Path) -> None:
    with desk(ui, tmp_path) as app:
        app.context.lock.seal(PIN)
        app.context.home()
        app.context.go("settings")
        app.ui.frames(3)
        wrong(app, 3)
    with desk(ui, tmp_path) as app:
        app.context.go("settings")
        assert app.screen.name == "pin"
        assert app.screen.pad.shut and 29 < app.context.lock.wait_s <= 30


def test_wrong_ones_count_also_where_the_disk_takes_nothing(locked: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(config, "write_safely", full)
    locked.tap("Settings")
    wrong(locked, 3)
    assert locked.screen.pad.shut


def test_the_owner_with_a_shell_opens_a_running_one(locked: Desk) -> None:
    locked.tap("Settings")
    assert run("lock", "--clear", CARTOUCHE_DATA=str(locked.app.data)).code == 0
    type_pin(locked, "1111")
    assert locked.screen.name == "settings"
    locked.context.keep(dim_after=60)
    assert config.load(locked.app.data).settings.lock == "", "what was taken away does not come back"


def test_once_it_was_taken_away_from_a_shell_nothing_is_asked(locked: Desk) -> None:
    assert run("lock", "--clear", CARTOUCHE_DATA=str(locked.app.data)).code == 0
    locked.tap("Settings")
    assert locked.screen.name == "settings"
