"""The simulated button box: the firmware itself behind a pseudo terminal, worked by calls and by scripts."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as threads

import pytest

from companion.engine.errors import InputError
from hardware import serial_ports
from hardware.box_script import SHORT, Step, parse_line, parse_script, play
from hardware.device import KEYS, Changed, Pressed, Read, Released, Signal, Turned
from hardware.serial_link import SerialLink
from hardware.serial_ports import ports
from hardware.simulated import MOST_WAITING, SimulatedBox
from tests.kit.pty_line import until


@pytest.fixture
def box(tmp_path: Path) -> Iterator[SimulatedBox]:
    with SimulatedBox(folder=tmp_path) as box:
        yield box


@pytest.fixture
def told(box: SimulatedBox) -> Iterator[list[Signal]]:
    """What people caused, as a link delivers it."""
    signals: list[Signal] = []

    def deliver(signal: Signal) -> None:
        if not isinstance(signal, Changed):
            signals.append(signal)

    link = SerialLink(box.device, str(box.path), "box", simulated=True)
    link.start(deliver)
    until(lambda: box.connected)
    yield signals
    link.close()


# finding it


def test_cartouche_finds_it_where_it_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(serial_ports, "BY_ID", tmp_path / "by-id")
    monkeypatch.delenv("CARTOUCHE_SERIAL", raising=False)
    with SimulatedBox() as box:
        (port,) = ports()
        assert (port.id, port.guess, port.simulated) == ("serial:simulated-box", "box", True)
        assert port.id == box.device
        assert port.path == str(box.path)
        assert stat.S_IMODE(box.path.parent.stat().st_mode) == 0o700
    assert ports() == ()


def test_it_is_named_simulated(box: SimulatedBox) -> None:
    assert "Simulated" in box.title.message
    assert "simulated" in box.device


def test_one_name_is_one_box(tmp_path: Path, box: SimulatedBox) -> None:
    with pytest.raises(InputError, match="running already"):
        SimulatedBox(folder=tmp_path).start()
    assert box.path.is_char_device()
    with SimulatedBox("simulated-box-2", tmp_path) as second:
        assert [port.id for port in ports([tmp_path])] == [box.device, second.device]


def test_what_a_box_that_died_left_behind_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "simulated-box").symlink_to("/dev/pts/99999")
    (tmp_path / ".simulated-box.new").symlink_to("/dev/pts/99999")
    (tmp_path / "simulated-box.lock").write_text("")
    with SimulatedBox(folder=tmp_path) as box:
        assert box.path.is_char_device()
    assert not box.path.is_symlink()


def test_a_folder_that_can_not_be_used_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError) as caught:
        SimulatedBox(folder=tmp_path / "file").start()
    assert caught.value.text.params["folder"] == str(tmp_path / "file")
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(InputError, match="can't be put into"):
        SimulatedBox(folder=tmp_path).start()


def test_it_ends_with_its_thread_and_its_entry(tmp_path: Path) -> None:
    with SimulatedBox("simulated-box-9", tmp_path):
        assert any(thread.name == "simulated-box-9" for thread in threads())
    assert not any(thread.name == "simulated-box-9" for thread in threads())
    assert ports([tmp_path]) == ()


# working it


def test_every_button_can_be_pressed_and_let_go(box: SimulatedBox, told: list[Signal]) -> None:
    for key in KEYS:
        box.press(key)
    until(lambda: box.held == KEYS)
    for key in KEYS:
        box.release(key)
    until(lambda: len(told) == 2 * len(KEYS))
    assert [signal.key for signal in told if isinstance(signal, Pressed)] == list(KEYS)
    assert [signal.key for signal in told if isinstance(signal, Released)] == list(KEYS)
    assert box.held == ()


def test_presses_as_fast_as_they_are_called_all_count(box: SimulatedBox, told: list[Signal]) -> None:
    for _ in range(8):
        box.press("seat1")
        box.release("seat1")
    until(lambda: len(told) == 16)
    assert [type(signal) for signal in told] == [Pressed, Released] * 8


def test_what_is_done_is_told_in_its_order(box: SimulatedBox, told: list[Signal]) -> None:
    box.press("confirm")
    box.turn(2)
    box.release("confirm")
    box.tag("A")
    box.turn(-1)
    until(lambda: len(told) == 5)
    assert [type(signal) for signal in told] == [Pressed, Turned, Released, Read, Turned]


@pytest.mark.parametrize("steps", [1, -1, 3, -7, 1000])
def test_the_knob_turns_as_far_as_it_is_turned(box: SimulatedBox, told: list[Signal], steps: int) -> None:
    box.turn(steps)
    until(lambda: sum(signal.steps for signal in told if isinstance(signal, Turned)) == steps)


def test_turning_back_leads_back(box: SimulatedBox, told: list[Signal]) -> None:
    for steps in (1, -1, 2, -2, -1, 1):
        before = len(told)
        box.turn(steps)
        until(lambda before=before: len(told) > before)
    assert [signal.steps for signal in told if isinstance(signal, Turned)] == [1, -1, 2, -2, -1, 1]


def test_what_does_not_exist_is_refused(box: SimulatedBox) -> None:
    for key in ("seat7", "turn", ""):
        with pytest.raises(InputError):
            box.press(key)
        with pytest.raises(InputError):
            box.release(key)
    for steps in (0, 1001, -1001):
        with pytest.raises(InputError):
            box.turn(steps)
    for tag in ("", "x" * 65, "á", "a\n"):
        with pytest.raises(InputError):
            box.tag(tag)
    assert box.idle


def test_the_longest_tag_is_read_whole(box: SimulatedBox, told: list[Signal]) -> None:
    box.tag("x" * 64)
    until(lambda: len(told) == 1)
    assert isinstance(told[0], Read)
    assert told[0].tag == "x" * 64


def test_too_much_at_once_is_refused(tmp_path: Path) -> None:
    box = SimulatedBox(folder=tmp_path)  # nobody works its pins
    for _ in range(MOST_WAITING):
        box.press("seat1")
    with pytest.raises(InputError, match="Too much at once"):
        box.press("seat1")


def test_it_keeps_what_happens_while_nobody_listens_and_tells_how_much(box: SimulatedBox) -> None:
    assert not box.connected
    for n in range(40):
        box.tag(f"T{n}")
    until(lambda: box.idle)
    assert box.kept == 32
    signals: list[Signal] = []
    link = SerialLink(box.device, str(box.path), "box")
    link.start(signals.append)
    until(lambda: box.kept == 0)
    until(lambda: len([signal for signal in signals if isinstance(signal, Read)]) == 32)
    link.close()


def test_lamps_that_are_on_shine_and_the_others_do_not(box: SimulatedBox) -> None:
    link = SerialLink(box.device, str(box.path), "box")
    link.light({"seat1": "on", "seat2": "blink"})
    link.start(lambda _: None)
    until(lambda: box.lamps["seat1"] == "on")
    assert box.lamps == {
        "seat1": "on",
        "seat2": "blink",
        "seat3": "off",
        "seat4": "off",
        "seat5": "off",
        "seat6": "off",
    }
    assert box.lit("seat1")
    assert not box.lit("seat3")
    until(lambda: not box.lit("seat2"))
    until(lambda: box.lit("seat2"))
    for sound in ("good", "good", "ask"):
        link.sound(sound)  # type: ignore[arg-type]
    until(lambda: box.heard == 3)
    assert box.sounds == ("good", "good", "ask")
    link.close()


# scripts


def test_a_script_says_what_happens_line_by_line() -> None:
    script = """
    # two players
    wait 0.5
    press seat1      # a short one
    hold confirm 0.8
    turn -2
    turn +3
    turn −1
    tag 04 A1 B2
    tag A#1          # a sign of the tag, and a remark
    """
    assert parse_script(script) == (
        Step("wait", seconds=0.5),
        Step("press", "seat1", SHORT),
        Step("press", "confirm", 0.8),
        Step("turn", steps=-2),
        Step("turn", steps=3),
        Step("turn", steps=-1),
        Step("tag", "04 A1 B2"),
        Step("tag", "A#1"),
    )
    assert parse_line("  # nothing") is None


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("jump", "Write “wait SECONDS”"),
        ("press", "Write “wait SECONDS”"),
        ("press seat1 seat2", "Write “wait SECONDS”"),
        ("tag", "Write “wait SECONDS”"),
        ("press seat7", "Write one of these buttons"),
        ("hold push", "Write “wait SECONDS”"),
        ("hold push long", "Write seconds"),
        ("wait -1", "Write seconds"),
        ("wait nan", "Write seconds"),
        ("wait 3601", "Write seconds"),
        ("turn", "Write “wait SECONDS”"),
        ("turn 0", "Write how many steps"),
        ("turn left", "Write how many steps"),
        ("turn 1001", "Write how many steps"),
        ("turn ²", "Write how many steps"),
        ("tag é", "Write a tag"),
        ("tag " + "x" * 65, "Write a tag"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number_and_what_to_write(line: str, remedy: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_script(f"wait 1\n\n{line}\npress seat1")
    params = caught.value.text.params
    assert params["n"] == 3
    assert params["line"] == line[:60]
    assert params["remedy"].message.startswith(remedy)  # type: ignore[union-attr]


def test_a_script_of_endless_lines_is_refused() -> None:
    with pytest.raises(InputError, match="at most"):
        parse_script("wait 0\n" * 10_001)


def test_a_script_is_played_in_its_order(box: SimulatedBox, told: list[Signal]) -> None:
    assert play(parse_script("press seat1\nturn 2\nhold undo 0.05\nwait 0.01\ntag T7"), box)
    until(lambda: len(told) == 6)
    assert [type(signal) for signal in told] == [Pressed, Released, Turned, Pressed, Released, Read]


def test_a_script_that_is_stopped_lets_go_of_its_button(box: SimulatedBox, told: list[Signal]) -> None:
    stop = Event()
    done: list[bool] = []
    script = parse_script("hold seat1 3600\npress seat2")
    player = Thread(target=lambda: done.append(play(script, box, stop)))
    player.start()
    until(lambda: len(told) == 1)
    stop.set()
    player.join()
    assert done == [False]
    until(lambda: len(told) == 2)
    assert isinstance(told[1], Released)
    assert box.held == ()
