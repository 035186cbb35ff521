"""The dark screen: when it comes, what wakes it, what that swallows, and what keeps it awake."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.text import T
from companion.games import find_game
from companion.ui.errand import Errand
from companion.ui.widgets.toast import Toast
from hardware.backlight import Backlight
from hardware.device import Pressed, Read, Released, Turned
from tests.kit import inspect
from tests.kit.desk import Desk
from tests.kit.evening import play
from tests.kit.spare_device import SpareDevice


@pytest.fixture
def light(app: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A panel whose light can be set and switched, at 200 of 255."""
    folder = tmp_path / "light" / "10-0045"
    folder.mkdir(parents=True)
    for name, value in (("max_brightness", 255), ("brightness", 200), ("bl_power", 0)):
        (folder / name).write_text(f"{value}\n")
    app.app.backlight = panel = Backlight.find(folder.parent)
    root = app.context.root
    monkeypatch.setattr(root, "_dim", panel.dim)
    monkeypatch.setattr(root, "_darken", panel.dark)
    yield folder
    root.wait_for_idle(0, 0)


def told(folder: Path) -> tuple[int, int]:
    """Brightness and power of the panel."""
    return int((folder / "brightness").read_text()), int((folder / "bl_power").read_text())


def test_it_dims_first_and_goes_dark_later(app: Desk, light: Path) -> None:
    root = app.context.root
    root.wait_for_idle(2, 5)
    app.ui.until(lambda: root.dimmed)
    assert (root.dark, told(light)) == (False, (26, 0))
    app.ui.wait(2)
    assert not root.dark
    app.ui.until(lambda: root.dark, 2)
    assert told(light)[1] == 4
    assert app.ui.pixel(400, 240) == (0, 0, 0)


def test_dark_before_dim_is_dark_at_once_and_never_is_never(app: Desk, light: Path) -> None:
    root = app.context.root
    root.wait_for_idle(9, 1)
    app.ui.until(lambda: root.dark, 2)
    root.wake()
    root.wait_for_idle(1, 0)
    app.ui.wait(4)
    assert (root.dimmed, root.dark) == (True, False)


def test_the_touch_that_wakes_and_half_a_second_do_nothing_else(app: Desk, light: Path) -> None:
    app.context.root.blank()
    settings = inspect.find(None, "Settings")
    app.touch(settings)
    assert told(light) == (200, 0)
    assert not app.context.root.dark and app.screen.name == "home"
    app.touch(settings)
    assert app.screen.name == "home"
    app.ui.wait(0.55)
    app.touch(settings)
    assert app.screen.name == "settings"


@pytest.mark.parametrize("kind", ["button", "tag", "knob"])
def test_buttons_tags_and_the_knob_wake_it_and_do_nothing_else(app: Desk, light: Path, kind: str) -> None:
    context, ui = app.context, app.ui
    context.devices.hub.add(SpareDevice())
    context.root.blank()
    ui.frames(3)

    def signal() -> None:
        at = context.devices.now()
        made = {
            "button": Pressed("spare", "next", at),
            "tag": Read("spare", "04A1", at),
            "knob": Turned("spare", 1, at),
        }
        context.devices._bring(made[kind])
        if kind == "button":
            context.devices._bring(Released("spare", "next", at))
        ui.frames(3)

    for _ in range(2):
        signal()
        assert not context.root.dark
        assert context.root.focus.spot is None and app.screen.name == "home"
    if kind == "knob":
        ui.wait(0.55)
        signal()
        assert context.root.focus.spot is not None


def test_somebody_who_must_act_within_a_time_keeps_it_lit(app: Desk) -> None:
    root, ui = app.context.root, app.ui
    root.wait_for_idle(1, 2)
    toast = app.screen.put(Toast(text="Played", can_undo=True, seconds=4), 10, 10, 248, 64)
    ui.wait(3.5)
    assert not root.dimmed
    ui.until(lambda: toast.parent is None)
    ui.until(lambda: root.dark, 3)
    root.wake()
    root.add_widget(Toast(text="Only told", seconds=30))
    ui.until(lambda: root.dark, 3)


def test_a_look_of_the_camera_and_a_game_that_plays_keep_it_lit(app: Desk) -> None:
    context = app.context
    assert not context.root.needed()
    context.eye._busy = True
    assert context.root.needed()
    context.eye._busy = False
    record = play(context.journal, find_game("aton"), ["red", "blue"], most=4).header.id
    context.go("replay", record=record)
    app.ui.frames(2)
    assert not context.root.needed()
    app.screen.show(0)
    app.screen.play_or_stop()
    assert context.root.needed()
    app.screen.stop()
    context.go("seat_buttons")
    assert context.root.needed()


def test_an_errand_is_seen_to_its_end_and_the_lock_waits_for_it(app: Desk) -> None:
    app.context.lock.seal("2580")
    app.context.go("copies")
    root, screen, go_on = app.context.root, app.screen, threading.Event()
    screen.start(T("One moment …"), Errand(lambda _: go_on.wait(30), lambda _: None, lambda _: None))
    root.wait_for_idle(1, 2)
    app.ui.wait(5)
    assert (root.dimmed, app.screen) == (False, screen)
    go_on.set()
    app.ui.until(lambda: not screen.errand.running, 600)
    app.ui.until(lambda: root.dark, 4)
    assert app.screen.name == "home"


def test_dark_without_a_backlight_is_a_black_picture(app: Desk) -> None:
    app.context.root.blank()
    app.ui.frames(2)
    assert app.ui.pixel(400, 240) == (0, 0, 0)
    app.context.root.wake()
    app.ui.frames(2)
    assert app.ui.pixel(400, 478) != (0, 0, 0)
