"""What is wrong with a port or with what hangs on it: how the device stands, what it says, and how long it waits."""

from __future__ import annotations

import errno
from pathlib import Path
from threading import Event
from threading import enumerate as threads
from typing import Any, Literal

import pytest
import serial

from hardware import serial_link
from hardware.device import Changed, Pressed, Released
from hardware.serial_link import SerialLink
from tests.kit.pty_line import PtyLine, until
from tests.kit.serial_table import Table, fault, meet


def test_a_port_is_absent_until_it_was_there_and_lost_after(
    tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_link, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(serial_link, "WAITS", (3600.0,))
    link = table.link(tmp_path / "usb-box")
    until(lambda: link.state == "absent")
    assert fault(link, "Nothing is plugged in")
    line = PtyLine(tmp_path / "usb-box")
    meet(line, link)  # found by itself
    line.unplug()
    until(lambda: link.state == "lost" and fault(link, "unplugged"))
    link.try_again()
    until(lambda: link.state == "lost" and fault(link, "Nothing is plugged in"))


def test_a_port_that_may_not_be_used_names_the_group_and_the_command(
    table: Table, line: PtyLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port")

    monkeypatch.setattr(serial, "Serial", forbidden)
    link = table.link(line.entry)
    until(lambda: link.state == "lost")
    assert fault(link, "Join the group dialout")
    assert link.fault is not None
    assert link.fault.params["command"] == "sudo usermod -aG dialout $USER"


def test_a_port_somebody_else_has_open_is_busy_and_taken_once_it_is_free(table: Table, line: PtyLine) -> None:
    other = serial.Serial(str(line.entry), exclusive=True)
    link = table.link(line.entry)
    until(lambda: link.state == "lost")
    assert fault(link, "Another program is using")
    other.close()
    link.try_again()
    meet(line, link)


def test_what_is_no_serial_port_is_said_to_be_none(tmp_path: Path, table: Table) -> None:
    (tmp_path / "usb-box").write_text("")
    link = table.link(tmp_path / "usb-box")
    until(lambda: fault(link, "is no serial port"))
    assert link.state == "lost"


def test_another_fault_of_the_system_is_named(table: Table, line: PtyLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise serial.SerialException(errno.EIO, "could not open port")

    monkeypatch.setattr(serial, "Serial", broken)
    link = table.link(line.entry)
    until(lambda: fault(link, "can't be opened"))
    assert link.fault is not None
    assert link.fault.params["detail"] == "EIO"


def test_what_does_not_answer_is_no_button_box(table: Table, line: PtyLine) -> None:
    link = table.link(line.entry)
    line.hear("hello")
    line.write(b"login: ")
    table.forward += 1.5
    line.hear("hello")
    table.forward += 1.5
    until(lambda: link.state == "lost")
    assert fault(link, "does not answer like a button box")
    assert link.wait is not None


def test_a_newer_box_is_named_and_not_listened_to(table: Table, line: PtyLine) -> None:
    link = table.link(line.entry)
    line.hear("hello")
    line.say("hello 0 2 box b1 1 seat1 - 0 more", "down 1 seat1 0")
    until(lambda: link.state == "lost")
    assert fault(link, "speaks a newer protocol")
    assert table.caused() == []


def test_a_box_whose_program_has_died_is_lost_and_comes_back(table: Table, line: PtyLine) -> None:
    link = table.link(line.entry)
    meet(line, link)
    line.say("down 1 seat1 0")
    until(lambda: len(table.caused()) == 1)
    for _ in range(2):  # the port is there, nobody says anything
        table.forward += 1.2
        line.hear("beat")
    table.forward += 1.2
    until(lambda: link.state == "lost")
    assert fault(link, "fallen silent")
    assert [type(signal) for signal in table.caused()] == [Pressed, Released]
    link.try_again()
    meet(line, link, following=2)
    line.say("up 2 seat1 0", "turn 3 1 0")
    until(lambda: table.steps() == [1])
    assert len(table.caused()) == 3


def test_a_box_that_takes_nothing_is_lost_and_can_be_closed(tmp_path: Path, table: Table) -> None:
    line = PtyLine(tmp_path / "usb-box")
    link = table.link(line.entry)
    meet(line, link)
    sent = 0

    def stuck() -> bool:
        nonlocal sent
        sent += 1
        # Different lamps each time, so that each is sent; nobody reads them at the other end.
        link.light({"seat1": "on" if sent % 2 else "blink", "seat2": "on"})
        return fault(link, "takes nothing it is told")

    until(stuck)
    link.close()
    assert link.state == "absent"
    line.unplug()


def test_lost_events_are_told_and_the_box_stays_ready(table: Table, line: PtyLine) -> None:
    link = table.link(line.entry)
    meet(line, link)
    line.say("beat 0 - 0", "beat 0 - 2")
    until(lambda: fault(link, "found no room"))
    assert link.state == "ready"


# waiting


class Impatient(Event):
    """An event nobody sets, whose waits are written down and cut short."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout or 0.0)
        return super().wait(0.001)


def test_between_two_tries_it_waits_longer_each_time_up_to_eight_seconds(
    table: Table, line: PtyLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_link, "LOOK_EVERY", 100.0)
    other = serial.Serial(str(line.entry), exclusive=True)
    link = table.link(line.entry, begin=False)
    waits = link._again = Impatient()
    link.start(table.signals.append)
    until(lambda: len(waits.waits) > 7)
    assert waits.waits[:7] == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
    assert link.wait is not None
    assert link.wait.params == {"n": 8}
    # What stays as it is is not told again and again.
    assert len([signal for signal in table.signals if isinstance(signal, Changed)]) <= 6
    other.close()


def test_somebody_who_wants_it_now_cuts_the_wait(table: Table, line: PtyLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_link, "WAITS", (3600.0,))
    other = serial.Serial(str(line.entry), exclusive=True)
    link = table.link(line.entry)
    until(lambda: link.wait is not None and link.wait.params == {"n": 3600})
    other.close()
    link.try_again()
    meet(line, link)
    assert link.wait is None


def test_closing_while_it_waits_ends_its_thread(table: Table, tmp_path: Path) -> None:
    link = table.link(tmp_path / "usb-none")
    until(lambda: link.state == "absent")
    link.close()
    link.close()
    link.start(table.signals.append)  # closed for good
    assert not [thread for thread in threads() if thread.name == link.id]


def test_a_link_that_was_never_begun_can_be_told_anything(table: Table, tmp_path: Path) -> None:
    link = table.link(tmp_path / "usb-none", begin=False)
    link.light({"seat1": "on"})
    link.sound("good")
    link.try_again()
    link.close()
    assert link.state == "absent" and table.signals == []
    link.start(table.signals.append)
    assert not [thread for thread in threads() if thread.name == link.id], "what is closed is not begun again"


@pytest.mark.parametrize(
    ("kind", "simulated", "title"),
    [
        ("box", False, "Button box"),
        ("box", True, "Simulated button box"),
        ("reader", False, "Tag reader"),
        ("reader", True, "Simulated tag reader"),
    ],
)
def test_what_is_simulated_is_named_so(kind: Literal["box", "reader"], simulated: bool, title: str) -> None:
    link = SerialLink("serial:x", "/x", kind, simulated=simulated)
    assert link.title.message == title
    assert link.kind == kind
