"""`cartouche panel`: trying out, watching, drawing and imitating buttons, without any."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.commands import panel, panel_trial, watching
from companion.commands.panel_trial import Trial
from companion.commands.watching import Watch
from companion.config import Settings
from companion.engine.text import T, Text
from hardware.box_script import parse_script, play
from hardware.device import LAMPS, Changed, Pressed, Read, Released, Turned
from hardware.hub import Hub
from hardware.simulated import SimulatedBox
from tests.kit.commands import fault, run
from tests.kit.fake_device import FakeBox

ALL = """
press seat1
press seat2
press seat3
press seat4
press seat5
press seat6
press confirm
press undo
press next
press push
turn 2
tag 04A1B2
"""


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and simulated boxes of this test alone, on a machine without pins of its own."""
    monkeypatch.setenv("CARTOUCHE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CARTOUCHE_SERIAL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")


@pytest.fixture
def box() -> Iterator[SimulatedBox]:
    with SimulatedBox() as made:
        yield made


def worked(box: SimulatedBox, script: str) -> Thread:
    """Somebody who works the box as soon as it is listened to."""

    def work() -> None:
        while not box.connected:
            time.sleep(0.01)
        play(parse_script(script), box)

    hand = Thread(target=work, daemon=True)
    hand.start()
    return hand


# test


def test_a_box_is_good_when_each_of_its_buttons_was_pressed_once(box: SimulatedBox) -> None:
    hand = worked(box, ALL)
    ran = run("panel", "test", "--seconds", "60", "--json")
    hand.join()
    assert ran.code == 0
    (found,) = ran.value["devices"]
    assert (ran.value["good"], found["good"], found["missing"], found["simulated"]) == (True, True, [], True)
    assert {"seat6", "push", "turn"} <= set(found["used"])
    assert box.heard >= 1, "its sounds run meanwhile"


def test_what_was_not_pressed_is_named_and_the_exit_code_is_1() -> None:
    ran = run("panel", "test", "--profile", "small", "--seconds", "0.3")
    assert ran.code == 1
    missing = "seat 1, seat 2, confirm, undo, knob pressed, knob turned"
    assert ran.out.splitlines()[-1] == f"Simulated button panel: ready, but nothing was heard of: {missing}"


def test_with_nothing_to_try_it_says_what_to_do() -> None:
    assert fault("panel", "test").startswith("No device is set up and none is plugged in.")


def test_a_panel_that_is_not_there_is_a_fault_of_the_input() -> None:
    assert "There is no panel “mine”." in fault("panel", "test", "--profile", "mine")
    assert "There is no panel “mine”." in fault("panel", "monitor", "--profile", "mine")


def test_on_a_machine_without_pins_the_panel_says_so_and_the_trial_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY")
    monkeypatch.setattr("hardware.gpio_chip.chips", lambda *_: [])
    monkeypatch.setattr(panel_trial, "PATIENCE_S", 0.0)
    ran = run("panel", "test", "--profile", "small")
    assert ran.code == 1
    assert "Button panel: absent. This machine has no pins." in ran.out


def test_lamps_run_one_after_another_and_a_held_button_lights_its_own() -> None:
    hub, device = Hub(lambda: None), FakeBox()
    hub.add(device)
    trial = Trial(hub)
    seen = []
    for half_seconds in range(len(LAMPS)):
        trial.run(half_seconds * panel_trial.LAMP_S)
        seen.append(device.lit)
    assert seen == [{lamp: "blink"} for lamp in LAMPS]
    trial.take(Pressed(device.id, "seat3", 0.0))
    trial.run(0.0)
    assert device.lit == {"seat1": "blink", "seat3": "on"}
    trial.take(Released(device.id, "seat3", 0.0))
    trial.run(0.0)
    assert device.lit == {"seat1": "blink"}


def test_every_sound_is_heard_in_turn() -> None:
    hub, device = Hub(lambda: None), FakeBox()
    hub.add(device)
    trial = Trial(hub)
    for quarter in range(16):
        trial.run(quarter * panel_trial.SOUND_S / 4)
    assert device.heard == ["good", "refused", "ask", "turn"]


def test_the_trial_waits_for_what_has_not_answered_yet_but_not_for_ever() -> None:
    hub, device = Hub(lambda: None), FakeBox()
    device.stands = "starting"
    hub.add(device)
    trial = Trial(hub)
    trial.run(100.0)
    assert not trial.ended(100.0 + panel_trial.PATIENCE_S / 2)
    assert trial.ended(100.0 + panel_trial.PATIENCE_S)
    device.stands = "ready"
    assert not trial.ended(1000.0)
    for key in device.keys:
        trial.take(Turned(device.id, 1, 0.0) if key == "turn" else Pressed(device.id, key, 0.0))
    assert trial.ended(1000.0)


# monitor


def test_the_monitor_tells_every_signal_as_a_line_of_json(box: SimulatedBox) -> None:
    hand = worked(box, "press seat2\nturn -2\ntag 04A1B2\n")
    ran = run("panel", "monitor", "--seconds", "2.5", "--json")
    hand.join()
    assert (ran.code, ran.err) == (0, "")
    told = [json.loads(line) for line in ran.out.splitlines()]
    happened = [{key: value for key, value in one.items() if key not in ("at", "device")} for one in told]
    assert happened[-4:] == [
        {"signal": "pressed", "key": "seat2"},
        {"signal": "released", "key": "seat2"},
        {"signal": "turned", "steps": -2},
        {"signal": "read", "tag": "04A1B2"},
    ]
    assert {"signal": "state", "state": "ready", "fault": None, "simulated": True} in happened
    assert {one["device"] for one in told} == {box.device}
    assert [one["at"] for one in told] == sorted(one["at"] for one in told)


class Faulty(FakeBox):
    """A box that goes on although something went wrong."""

    fault: Text | None = None


def test_what_goes_wrong_with_a_device_that_is_ready_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    device = Faulty("serial:box")
    watch = Watch(Settings(), Path("/nowhere"))
    watch.hub.add(device)
    faults: dict[str, Text | None] = {}
    for wrong in (None, T("It is odd."), T("It is odd.")):
        device.fault = wrong
        panel._tell(watch, Changed(device.id, 1.0), False, faults)
    watch.close()
    assert capsys.readouterr().out.count("It is odd.") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_the_monitor_cleanly(tmp_path: Path, number: int) -> None:
    watched = start("panel", "monitor", "--profile", "small")
    assert watched.stdout is not None
    assert "ready" in watched.stdout.readline()
    watched.send_signal(number)
    _, err = watched.communicate(timeout=20)
    assert (watched.returncode, err) == (0, "")


def test_ctrl_c_ends_the_trial_with_what_was_found_till_then() -> None:
    tried = start("panel", "test", "--profile", "small")
    assert tried.stdout is not None
    assert "ready" in tried.stdout.readline()
    tried.send_signal(signal.SIGINT)
    out, err = tried.communicate(timeout=20)
    assert (tried.returncode, err) == (1, "")
    assert "nothing was heard of: seat 1" in out


def start(*arguments: str) -> subprocess.Popen[str]:
    """`cartouche` in a process of its own, whose lines are read as they come.

    It can be interrupted, even where the tests themselves run in the background, which can't.
    """
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    heeds = "import signal, runpy; signal.signal(signal.SIGINT, signal.default_int_handler); "
    command = [sys.executable, "-c", heeds + "runpy.run_module('companion', run_name='__main__')", *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_signals_are_told_in_words() -> None:
    from companion.commands.panel import as_data, in_words
    from companion.language import Language

    device, say = FakeBox(), Language("en").say
    told = {
        Pressed(device.id, "seat1", 1.0): "Simulated button box: seat 1, down",
        Released(device.id, "push", 1.0): "Simulated button box: knob pressed, up",
        Turned(device.id, -3, 1.0): "Simulated button box: turned by −3",
        Read(device.id, "04A1", 1.0): "Simulated button box: the tag 04A1",
        Changed(device.id, 1.0): "Simulated button box: ready",
    }
    assert {signal: say(in_words(signal, device)) for signal in told} == told
    assert as_data(Changed(device.id, 1.0), device)["state"] == "ready"


def test_what_is_plugged_in_meanwhile_is_taken_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(watching, "LOOK_S", 0.0)
    from companion.config import Settings

    with watching.watching(Settings(), tmp_path) as watch:
        assert watch.hub.devices == ()
        with SimulatedBox() as box:
            watch.signals(time.monotonic())
            assert [device.id for device in watch.hub.devices] == [box.device]


# wiring and profiles


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_the_wires_are_drawn_into_a_file_and_told_with_the_parts(tmp_path: Path, language: str) -> None:
    file = tmp_path / "wires.svg"
    ran = run("panel", "wiring", "small", "-o", str(file), "--json", "--lang", language)
    assert ran.code == 0
    assert ElementTree.fromstring(file.read_bytes()).tag.endswith("svg")
    assert [(wire["gpio"], wire["pin"]) for wire in ran.value["wires"]][:2] == [(17, 11), (27, 13)]
    assert ran.value["drawing"] == str(file)
    assert len(ran.value["parts"]) >= 3


def test_the_panel_that_is_set_is_drawn_where_none_is_named(tmp_path: Path) -> None:
    assert run("panel", "wiring", "--json").value["profile"] == "standard"
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.json").write_text('{"panel": "small"}', "utf-8")
    assert run("panel", "wiring", "--json").value["profile"] == "small"


def test_a_drawing_that_can_t_be_written_is_a_fault(tmp_path: Path) -> None:
    said = fault("panel", "wiring", "-o", str(tmp_path / "no" / "such" / "folder.svg"))
    assert "The drawing can't be written" in said


def test_a_drawing_replaces_a_drawing_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "panel.svg"
    for name in ("small", "standard"):
        assert run("panel", "wiring", name, "-o", str(path)).code == 0
    assert "Wiring: Standard panel" in path.read_text("utf-8")
    path.write_text("My letters")
    assert "another file of this name" in fault("panel", "wiring", "-o", str(path))
    assert path.read_text() == "My letters"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "can't be written (no ordinary file)" in fault("panel", "wiring", "-o", str(pipe))
    assert pipe.is_fifo()
    assert "can't be written (Is a directory)" in fault("panel", "wiring", "-o", "")


def test_a_drawing_can_go_to_standard_output() -> None:
    ran = run("panel", "wiring", "-o", "-")
    assert ElementTree.fromstring(ran.out).tag.endswith("svg")


def test_asked_for_data_the_drawing_comes_inside_them() -> None:
    drawing = json.loads(run("panel", "wiring", "small", "-o", "-", "--json").out)["drawing"]
    assert ElementTree.fromstring(drawing).tag.endswith("svg")


@pytest.mark.parametrize("command", ["monitor", "test", "simulate"])
@pytest.mark.parametrize("word", ["nan", "-nan", "inf", "-1", "1e99", "x", ""])
def test_seconds_that_would_never_end_are_wrong_usage(command: str, word: str) -> None:
    ran = run("panel", command, "--seconds", word)
    assert (ran.code, ran.out) == (2, "")
    assert "give seconds from 0 to 86400" in ran.err


def test_settings_that_can_t_be_used_are_told_where_devices_are_looked_for(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.json").write_text('{"panel": 5}')
    for command in (("monitor", "--seconds", "0"), ("wiring",)):
        ran = run("panel", *command)
        assert ran.code == 0
        assert ran.err.startswith("The settings can't be used, so nothing that was set up counts here. ")
        assert "“panel” must be a text" in ran.err


def test_a_broken_panel_of_one_s_own_is_named_with_its_fault(tmp_path: Path) -> None:
    assert [row["id"] for row in run("panel", "profiles", "--json").value["profiles"]] == ["standard", "small"]
    folder = tmp_path / "data" / "profiles"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text("[buttons]\nconfirm = 24\nundo = 24\n", "utf-8")
    ran = run("panel", "profiles")
    assert ran.code == 1
    assert "GPIO 24 is used more than once" in " ".join(ran.out.split())
    assert "GPIO 24 is used more than once" in fault("panel", "wiring", "mine")


# simulate


def test_a_script_works_the_simulated_box_and_its_end_unplugs_it(tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_text("press seat1\nturn 1\n", "utf-8")
    ran = run("panel", "simulate", "--script", str(tmp_path / "script.txt"), "--json")
    assert ran.code == 0
    assert Path(ran.value["path"]).name == "simulated-box"
    assert not Path(ran.value["path"]).is_symlink()


def test_lines_of_standard_input_work_it_as_they_come_and_a_wrong_one_is_told() -> None:
    ran = run("panel", "simulate", given="press seat1\npush harder\nturn 1\n")
    assert ran.code == 1
    assert "Line 2: “push harder” is no step." in ran.err


def test_a_wrong_line_of_a_script_is_refused_with_its_number(tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_text("press seat1\npress nose\n", "utf-8")
    assert "Line 2: “press nose” is no step." in fault("panel", "simulate", "--script", str(tmp_path / "script.txt"))


def test_a_script_from_another_system_is_read_like_one_of_ours(tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_bytes(b"\xef\xbb\xbfpress seat1\r\n")
    assert run("panel", "simulate", "--script", str(tmp_path / "script.txt")).code == 0


def test_a_second_box_of_the_same_name_is_refused(box: SimulatedBox) -> None:
    assert "running already" in fault("panel", "simulate", "--seconds", "0")


def test_a_window_needs_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.ui.boot.has_display", lambda: False)
    assert "There is no display for the window." in fault("panel", "simulate", "--window")


def test_what_the_box_is_told_is_said(box: SimulatedBox, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.commands.panel_simulate import Told
    from companion.language import Language

    told = Told(box)
    say = Language("en").say
    assert told.look() == []
    state: dict[str, Any] = {
        "connected": True,
        "lamps": {"seat1": "blink"},
        "heard": 2,
        "sounds": ("ask", "good", "turn"),
    }
    for name, value in state.items():
        monkeypatch.setattr(SimulatedBox, name, value, raising=False)
    box.__dict__.pop("heard")
    assert [say(text) for text in told.look()] == [
        "Cartouche is connected.", "Lamp of seat 1: blinking", "Sound: accepted", "Sound: another's turn",
    ]  # fmt: skip
    assert told.look() == []


def test_ended_by_the_program_that_began_it_the_box_is_unplugged(tmp_path: Path) -> None:
    simulated = start("panel", "simulate", "--seconds", "60")
    assert simulated.stdout is not None
    path = Path(simulated.stdout.readline().partition(": ")[2].strip())
    assert path.is_symlink()
    simulated.send_signal(signal.SIGTERM)
    _, err = simulated.communicate(timeout=20)
    assert (simulated.returncode, err) == (0, "")
    assert not path.is_symlink()


def test_a_trial_of_buttons_leaves_the_camera_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion import config

    monkeypatch.setenv(config.DATA_VARIABLE, str(tmp_path))
    config.save(config.Settings(camera="folder:/srv", panel="small"), tmp_path)
    assert (panel.wanted_settings(None).camera, panel.wanted_settings(None).panel) == ("", "small")
    assert panel.wanted_settings("standard").camera == ""
