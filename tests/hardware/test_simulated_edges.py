"""The simulated box at its edges: plugged in twice, without room for its entry, stopped in its last step."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Timer

import pytest

from companion.engine.errors import InputError
from hardware.box_script import Step, parse_line, play
from hardware.serial_link import SerialLink
from hardware.simulated import SimulatedBox
from tests.kit.pty_line import until


@pytest.fixture
def box(tmp_path: Path) -> Iterator[SimulatedBox]:
    with SimulatedBox(folder=tmp_path) as box:
        yield box


def test_whoever_is_unplugged_is_not_connected_any_more(box: SimulatedBox) -> None:
    link = SerialLink(box.device, str(box.path), "box", simulated=True)
    link.start(lambda _: None)
    until(lambda: box.connected)
    box.unplug()
    assert not box.connected
    link.close()


def test_plugged_in_twice_it_keeps_its_line(box: SimulatedBox) -> None:
    line = os.readlink(box.path)
    box.plug()
    assert os.readlink(box.path) == line


def test_a_box_that_finds_no_room_for_its_entry_leaves_the_name_to_others(tmp_path: Path) -> None:
    (tmp_path / "simulated-box").mkdir()
    with pytest.raises(InputError, match="can't be put into"):
        SimulatedBox(folder=tmp_path).start()
    (tmp_path / "simulated-box").rmdir()
    with SimulatedBox(folder=tmp_path) as box:
        assert box.path.is_char_device()


def test_a_wait_of_nothing_is_a_step_and_a_number_without_end_is_none() -> None:
    assert parse_line("wait 0") == Step("wait", seconds=0.0)
    for wrong in ("wait nan", "wait inf", "wait 3600.5", "turn " + "9" * 5000):
        with pytest.raises(InputError):
            parse_line(wrong)


def test_a_script_is_done_when_all_of_it_has_reached_the_box(box: SimulatedBox) -> None:
    for _ in range(20):
        assert play((Step("tag", "04A1"), Step("turn", steps=2)), box)
        assert box.idle


def test_a_script_that_is_stopped_in_its_last_step_was_not_played_to_its_end(box: SimulatedBox) -> None:
    stop = Event()
    timer = Timer(0.05, stop.set)
    timer.start()
    assert not play((Step("wait", seconds=60),), box, stop)
    timer.join()
