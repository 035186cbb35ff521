"""The devices while the app runs: what is plugged in is found and used, with the logic of a real box."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.table.journal import Journal
from hardware.simulated import SimulatedBox
from tests.kit.desk import Desk, desk
from tests.kit.ui import UI

GENEROUS_S = 20


@pytest.fixture
def app(ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """The app as it runs, with nothing plugged in but what a test does."""
    run = tmp_path / "run"
    run.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(run))
    monkeypatch.delenv("CARTOUCHE_SERIAL", raising=False)
    with desk(ui, tmp_path) as opened:
        opened.context.change(dim_after=0)
        opened.app.on_start()
        yield opened


def until(app: Desk, so: Callable[[], bool]) -> None:
    """Let frames pass, and time for the threads of devices, until it is so."""
    deadline = monotonic() + GENEROUS_S
    while not so():
        assert monotonic() < deadline, "it never came to that"
        app.ui.frames(2)
        sleep(0.005)


def test_a_simulated_box_is_found_named_so_tested_and_gone_again(app: Desk) -> None:
    app.context.go("devices")
    app.ui.frames(3)
    before = set(app.screen.rows)
    with SimulatedBox() as box:
        until(app, lambda: any(row.sign.state == "ready" for key, row in app.screen.rows.items() if key not in before))
        key = next(key for key in app.screen.rows if key not in before)
        row = app.screen.rows[key]
        assert "imulated" in row.name
        app.touch(row.button)
        assert app.screen.name == "device_test"
        box.press("seat1")
        until(app, lambda: app.screen.drawn["seat1"].down and box.lamps.get("seat1") == "on")
        box.release("seat1")
        until(app, lambda: not app.screen.drawn["seat1"].down and box.lamps.get("seat1", "off") == "off")
        app.touch(app.screen.sounds["refused"])
        until(app, lambda: "refused" in box.sounds)
        app.touch(app.screen.done)
        assert app.screen.name == "devices"
    until(app, lambda: set(app.screen.rows) == before)


def test_pretend_opens_a_box_that_is_found_and_stop_ends_it(app: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    # Its window opens on the offscreen driver, as the app's own does here.
    monkeypatch.setenv("DISPLAY", ":0")
    app.context.go("devices")
    app.ui.frames(3)
    before = set(app.screen.rows)
    app.touch(app.screen.pretend)
    until(app, lambda: any(row.sign.state == "ready" for key, row in app.screen.rows.items() if key not in before))
    app.touch(app.screen.pretend)
    assert not app.context.upkeep.pretend.runs
    until(app, lambda: set(app.screen.rows) == before)


def test_home_shows_the_box_while_it_is_there(app: Desk) -> None:
    assert list(app.screen.device_keys) == ["light"]
    with SimulatedBox():
        until(app, lambda: app.screen.device_keys.get("button") is not None
              and app.screen.device_keys["button"].sign.state == "ready")  # fmt: skip
    until(app, lambda: list(app.screen.device_keys) == ["light"])


def test_the_app_that_ends_lets_go_of_every_device(ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with desk(ui, tmp_path) as opened, SimulatedBox() as box:
        opened.app.on_start()
        until(opened, lambda: box.connected)
        hub = opened.context.devices.hub
        opened.app.on_stop()
        assert hub.devices == ()


def test_a_second_app_leaves_the_devices_to_the_one_that_has_the_table(
    ui: UI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    first = Journal.open(tmp_path / "journal.db")
    with desk(ui, tmp_path) as second, SimulatedBox() as box:
        second.app.on_start()
        second.ui.wait(4.0)
        assert second.screen.name == "trouble"
        assert second.context.devices.hub.devices == ()
        first.close()
        second.tap("Try again")
        until(second, lambda: box.connected)
        assert second.screen.name == "home"
