"""The pages of the camera: how it stands, which one it is, what it has learned, and how that is forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.devices import Fleet
from companion.ui.screens import cameras as choosing
from companion.vision.pictures import encode
from hardware.cameras import listed
from tests.kit import inspect
from tests.kit.camera_shots import calibrated, camera_shots, plugged, seen, settle
from tests.kit.desk import Desk, desk
from tests.kit.table_camera import SEED, SPEC, TablePlug, picture_of
from tests.kit.ui import UI
from tests.ui.test_every_screen_by_knob import check

KNOB = (
    "camera-page", "camera-game", "camera-which-board", "camera-test", "camera-aim", "camera-lens",
    "camera-empty-taken", "camera-corners", "camera-places-tapped", "camera-start", "camera-looks", "camera-look",
    "camera-try",
)  # fmt: skip


def page(app: Desk, name: str, **more: Any) -> None:
    app.context.go(name, **more)
    app.ui.frames(3)


def test_without_a_camera_devices_lead_to_the_choice_of_one(app: Desk) -> None:
    page(app, "devices")
    row = app.screen.rows["camera"]
    app.touch(row.button)
    assert app.screen.name == "cameras"


def test_a_camera_that_is_chosen_runs_at_once_and_its_page_opens(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "cameras", lambda: (listed("v4l2:usb-Some_Camera-video-index0"),))
    page(app, "cameras")
    app.touch(app.screen.rows["v4l2:usb-Some_Camera-video-index0"])
    assert app.context.settings.camera == "v4l2:usb-Some_Camera-video-index0"
    assert app.screen.name == "camera"
    app.context.back()
    page(app, "cameras")
    assert app.screen.rows["v4l2:usb-Some_Camera-video-index0"].note == "in use"


def test_a_folder_of_pictures_is_named_simulated(app: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(choosing, "cameras", lambda: ())
    app.context.keep(camera=f"folder:{tmp_path}")
    page(app, "cameras")
    (row,) = app.screen.rows.values()
    assert row.detail == "Simulated camera (picture folder)" and row.note == "in use"
    page(app, "camera")
    assert app.screen.rows["state"].detail.startswith("Simulated camera (picture folder):")


def test_a_folder_of_pictures_runs_as_soon_as_it_stands_in_the_settings(app: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "1.png").write_bytes(encode(picture_of("aton", False, (), SEED)))
    app.context.upkeep.begin(Fleet(app.context.devices.hub, app.context.stage.data, ports=lambda: ()))
    app.context.change(camera=f"folder-loop:{folder}")
    settle(app, lambda: app.context.eye.away() is None)
    page(app, "camera")
    assert app.screen.rows["state"].title == "pictures of 1280 × 720"
    app.context.change(camera="")
    assert app.context.eye.device is None


def test_what_stands_in_the_settings_by_mistake_is_shown_as_it_is(app: Desk) -> None:
    app.context.keep(camera="nonsense")
    page(app, "cameras")
    page(app, "camera")
    assert app.screen.rows["state"].detail == "nonsense"


def test_a_camera_that_is_lost_says_why_and_is_tried_again(app: Desk) -> None:
    plug = plugged(app)
    page(app, "camera")
    assert app.screen.rows["state"].title == "pictures of 1280 × 720" and app.screen.button.text == "Test"
    plug.there = False
    settle(app, lambda: app.context.eye.away() is not None)
    assert app.screen.rows["fault"].detail in ("It was pulled out.", "It is not there.")
    assert app.screen.button.text == "Try now"
    plug.there = True
    app.touch(app.screen.button)
    settle(app, lambda: app.context.eye.away() is None)
    assert app.screen.button.text == "Test"


def test_forgetting_the_camera_keeps_what_it_learned(app: Desk) -> None:
    plug = calibrated(app)
    folder = app.context.eye.folder(plug.game, True)
    page(app, "camera")
    assert app.screen.rows["aton"].note == "calibrated" and app.screen.rows["egizia"].note == "not calibrated"
    app.screen.list.offset = app.screen.list.reach
    app.ui.frames(2)
    app.touch(app.screen.rows["forget"])
    assert app.context.settings.camera == "" and folder.is_dir()


def test_the_test_names_the_mat_that_lies_there(app: Desk) -> None:
    plugged(app, "egizia")
    page(app, "camera_test")
    settle(app, lambda: app.screen.last is not None and app.screen.last.rate > 0)
    told = [app.screen.say(text) for text, _, _ in app.screen.told]
    assert told[0] == "The mat of Egizia" and "Size: 1280 × 720" in told and "8 of 8 markers are found." in told


def test_a_picture_without_any_mat_says_so(app: Desk) -> None:
    plug = TablePlug()
    plug.picture = plug.picture * 0 + 120
    app.context.keep(camera=SPEC)
    app.context.devices.hub.add(plug.camera())
    settle(app, lambda: app.context.eye.away() is None)
    page(app, "camera_test")
    settle(app, lambda: app.screen.last is not None)
    assert app.screen.mat == -1 and any(colour == "warn" for _, _, colour in app.screen.told)


def test_the_light_is_held_and_let_go(app: Desk) -> None:
    plug = plugged(app)
    page(app, "camera_test")
    app.touch(app.screen.lock)
    settle(app, lambda: plug.locks)
    assert app.screen.lock.text == "Let the light go"
    app.touch(app.screen.lock)
    settle(app, lambda: plug.locks[-1] == "free")


def test_what_was_learned_is_deleted_by_a_hold_only(app: Desk) -> None:
    plug = calibrated(app)
    page(app, "camera_game", game=plug.game)
    assert app.screen.rows["start"].note == "to do"
    app.screen.list.offset = app.screen.list.reach
    app.ui.frames(2)
    app.touch(app.screen.rows["delete"])
    app.touch(app.screen.dialog.action_button)
    assert app.context.eye.known(plug.game) != ()
    finger = app.ui.down(app.screen.dialog.action_button)
    app.ui.wait(0.8)
    app.ui.up(finger)
    assert app.context.eye.known(plug.game) == () and "calibrate" in app.screen.rows


def test_no_live_picture_is_looked_at_once_its_screen_is_gone(app: Desk) -> None:
    plugged(app)
    page(app, "camera_test")
    seen(app)
    live = app.context.eye._live
    app.context.back()
    assert live._ends.is_set()


def test_every_key_can_be_reached_by_the_knob(ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = dict(camera_shots())
    with desk(ui, tmp_path) as table:
        for name in KNOB:
            table.context.home()
            pictures[name](table)
            ui.frames(3)
            try:
                assert check(ui, table, monkeypatch) > 0
            except AssertionError as error:
                raise AssertionError(f"{name}: {error}") from error


def test_words_are_whole_and_keys_large_enough_in_the_longest_language(ui: UI, tmp_path: Path) -> None:
    wrong = []
    with desk(ui, tmp_path) as table:
        table.context.change(language="ru")
        for name, show in camera_shots():
            table.context.home()
            show(table)
            ui.frames(3)
            ui.draw()
            wrong += [f"{name}: {problem}" for problem in inspect.problems()]
    assert wrong == []
