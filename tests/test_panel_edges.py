"""`cartouche panel` at its edges: when the imitated box ends, where it is drawn, and what is good."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.commands import panel, panel_simulate
from companion.commands.panel_simulate import Told, _by_lines, _by_steps
from companion.commands.watching import Watch
from companion.config import Settings
from companion.engine.text import T
from hardware.box_script import parse_script
from hardware.device import Changed
from hardware.simulated import SimulatedBox
from tests.kit.commands import run
from tests.kit.fake_device import FakeBox


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and simulated boxes of this test alone, on a machine without a desktop."""
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CARTOUCHE_SERIAL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")


@pytest.mark.parametrize("driven", ["by steps", "by lines"])
@pytest.mark.parametrize("keep", [False, True])
def test_the_box_stays_after_its_last_step_only_as_long_as_was_asked(
    monkeypatch: pytest.MonkeyPatch, keep: bool, driven: str
) -> None:
    """The clock goes on by one each time it is looked at, or, for lines, with every look at the box."""
    looks = count()
    monkeypatch.setattr(panel_simulate, "LOOK_S", 0.001)
    monkeypatch.setattr(panel_simulate, "Thread", AtOnce)
    monkeypatch.setattr(panel_simulate, "_say", lambda *_: next(looks))
    monkeypatch.setattr(panel_simulate, "_read_lines", lambda put: put(None))
    with SimulatedBox() as box:
        if driven == "by lines":
            monkeypatch.setattr(panel_simulate, "_ringing", lambda _, stop: Ringing(stop))
            assert _by_lines(box, Told(box), 60.0, keep=keep, quiet=True)
        else:
            ticks = count()
            monkeypatch.setattr(panel_simulate, "monotonic", lambda: float(next(ticks)))
            _by_steps(box, parse_script("turn 1"), Told(box), 60.0, keep=keep, quiet=True)
    assert (next(looks) >= 20) is keep


class AtOnce:
    """Does its work when it is started, in place of a thread."""

    def __init__(self, target: Callable[..., Any], args: tuple[Any, ...], **_: Any) -> None:
        self.start = lambda: target(*args)
        self.is_alive = lambda: False
        self.join = lambda _: None


class Ringing:
    """Rings when it was asked the twentieth time, in place of a clock."""

    def __init__(self, stop: Any) -> None:
        self.left, self.stop = 20, stop
        self.set = stop.is_set

    def __enter__(self) -> None:
        self.stop.is_set = self.asked

    def asked(self) -> bool:
        self.left -= 1
        return self.left < 0 or self.set()

    def __exit__(self, *_: object) -> None:
        del self.stop.is_set


@pytest.mark.parametrize(
    ("arguments", "drawn"), [((), True), (("--script",), False), (("--script", "--window"), True)], ids=str
)
def test_on_a_desktop_it_is_drawn_unless_a_script_drives_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], drawn: bool
) -> None:
    windows: list[SimulatedBox] = []
    monkeypatch.setattr(panel_simulate.boot, "has_desktop", lambda: True)
    monkeypatch.setattr(panel_simulate, "_prepare_window", lambda: None)
    monkeypatch.setattr(panel_simulate, "_in_window", lambda box, _: windows.append(box))
    script = tmp_path / "script.txt"
    script.write_text("turn 1\n", "utf-8")
    words = [part for word in arguments for part in ((word, str(script)) if word == "--script" else (word,))]
    assert run("panel", "simulate", "--json", *words).code == 0
    assert bool(windows) is drawn


def test_a_drawing_may_take_the_place_of_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "panel.svg"
    path.touch()
    assert run("panel", "wiring", "-o", str(path)).code == 0
    assert path.read_text("utf-8").startswith("<svg")


def test_a_trial_in_which_every_device_went_away_is_not_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel.Trial, "found", lambda _: [])
    with SimulatedBox():
        ran = run("panel", "test", "--seconds", "0", "--json")
    assert ran.code == 1 and ran.value == {"good": False, "devices": []}


def test_the_wires_are_told_in_the_order_of_the_header() -> None:
    rows = [line.split()[:2] for line in run("panel", "wiring", "standard").out.splitlines()]
    pins = [int(row[0]) for row in rows if len(row) == 2 and row[0].isdigit() and row[1].isdigit()]
    assert pins == sorted(pins) and len(pins) > 10


def test_the_fault_of_a_lost_device_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    device = FakeBox()
    watch = Watch(Settings(), Path("/nowhere"))
    watch.hub.add(device)
    device.stands, device.wrong = "lost", T("It is odd.")
    panel._tell(watch, Changed(device.id, 1.0), False, {})
    watch.close()
    assert capsys.readouterr().out.count("It is odd.") == 1


def test_asked_for_data_the_monitor_says_nothing_else_where_there_is_no_device() -> None:
    assert run("panel", "monitor", "--seconds", "0", "--json").out == ""
    assert "There is no device yet." in run("panel", "monitor", "--seconds", "0").out


def test_what_happened_before_the_watch_began_is_told_as_at_its_beginning(capsys: pytest.CaptureFixture[str]) -> None:
    device = FakeBox()
    watch = Watch(Settings(), Path("/nowhere"))
    watch.hub.add(device)
    panel._tell(watch, Changed(device.id, watch.begun - 1.5), True, {})
    watch.close()
    assert json.loads(capsys.readouterr().out)["at"] == 0.0
