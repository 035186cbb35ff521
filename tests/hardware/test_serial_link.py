"""Serial ports in earnest: pseudo terminals on the other end, threads, vanishing ports. Nothing here measures time."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from threading import enumerate as threads
from typing import Any, Literal

import pytest
import serial

from hardware import serial_link
from hardware.device import Changed, Pressed, Read, Released, Signal, Turned
from hardware.hub import MOST_WAITING, Hub
from hardware.serial_link import SerialLink
from hardware.simulated import SimulatedBox
from tests.kit.box_line import hello, said
from tests.kit.pty_line import PtyLine, until


class Table:
    """What the links of a test deliver, and an own clock for them that a test may put forward."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.links: list[SerialLink] = []
        self.forward = 0.0

    def now(self) -> float:
        """Seconds of the links' clock."""
        return serial_link.monotonic() + self.forward

    def link(self, path: Path, kind: Literal["box", "reader"] = "box", begin: bool = True) -> SerialLink:
        """A link to an entry, begun."""
        link = SerialLink(f"serial:{path.name}", str(path), kind, clock=self.now)
        self.links.append(link)
        if begin:
            link.start(self.signals.append)
        return link

    def caused(self, device: str = "") -> list[Signal]:
        """What people caused, on one device or all."""
        return [s for s in self.signals if not isinstance(s, Changed) and (not device or s.device == device)]

    def steps(self) -> list[int]:
        """The turns, in order."""
        return [signal.steps for signal in self.signals if isinstance(signal, Turned)]


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    for link in table.links:
        link.close()
    assert not [thread for thread in threads() if thread.name in {link.id for link in table.links}]


@pytest.fixture
def line(tmp_path: Path) -> Iterator[PtyLine]:
    line = PtyLine(tmp_path / "usb-box")
    yield line
    line.unplug()


def ready(link: SerialLink) -> None:
    until(lambda: link.state == "ready", f"{link.id} ready, not {link.state}: {link.fault}")


def meet(line: PtyLine, link: SerialLink, **of: Any) -> None:
    """Answer the hello of the link."""
    line.hear("hello")
    line.say(hello(**of))
    ready(link)


def fault(link: SerialLink, words: str) -> bool:
    return link.fault is not None and words in link.fault.message


# conversations


def test_a_whole_conversation_with_a_simulated_box(tmp_path: Path, table: Table) -> None:
    with SimulatedBox(folder=tmp_path) as box:
        link = table.link(box.path, begin=False)
        assert (link.state, link.wait) == ("starting", None)
        link.light({"seat1": "blink", "seat2": "on"})
        link.start(table.signals.append)
        ready(link)
        assert link.keys == ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "confirm", "undo", "next", "push",
                             "turn", "tags")  # fmt: skip
        assert link.lamps == ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6")
        assert link.sounds
        until(lambda: box.lamps["seat1"] == "blink" and box.lamps["seat2"] == "on")
        box.press("seat1")
        box.release("seat1")
        box.turn(-2)
        box.tag("04A1B2")
        until(lambda: len(table.caused()) == 4)
        kinds = [type(signal) for signal in table.caused()]
        assert kinds == [Pressed, Released, Turned, Read]
        assert [signal.at for signal in table.caused()] == sorted(signal.at for signal in table.caused())
        link.sound("refused")
        until(lambda: box.sounds == ("refused",))
        until(lambda: box.kept == 0)
        link.close()
        until(lambda: set(box.lamps.values()) == {"off"})
        assert link.state == "absent"


def test_a_box_is_ready_before_it_tells_what_it_kept(table: Table, line: PtyLine) -> None:
    link = table.link(line.entry, begin=False)
    stood: list[tuple[type[Signal], str]] = []
    link.start(lambda signal: stood.append((type(signal), link.state)))
    line.hear("hello")
    line.say(hello(), "down 1 seat1 0")
    until(lambda: stood and stood[-1][0] is Pressed)
    assert stood[-2:] == [(Changed, "ready"), (Pressed, "ready")]


def test_a_line_cut_in_the_middle_is_said_again(table: Table, line: PtyLine) -> None:
    link = table.link(line.entry)
    meet(line, link)
    line.write(b"down 1 se")
    line.unplug()
    until(lambda: link.state == "lost")
    assert fault(link, "unplugged")
    line.plug()
    link.try_again()
    meet(line, link)
    line.say("down 1 seat1 400", "up 2 seat1 300")
    assert line.hear("ack") == "ack 2"
    assert [type(signal) for signal in table.caused()] == [Pressed, Released]


def test_garbage_and_wrong_checksums_between_the_lines_do_no_harm(table: Table, line: PtyLine) -> None:
    link = table.link(line.entry)
    line.hear("hello")
    line.write(bytes(range(256)) * 20 + b"\n")
    line.say(hello())
    ready(link)
    line.write(b"\x00\xff\n" + b"down 1 seat1 0*0000\n" + b"#" * 3000 + b"\n")
    line.say("turn 1 5 0")
    line.write(os.urandom(2000).replace(b"\n", b"") + b"\n")
    line.say("turn 2 6 0")
    until(lambda: len(table.caused()) == 2)
    assert table.steps() == [5, 6]
    assert link.state == "ready"
    assert link.broken >= 4


def test_a_flood_loses_and_doubles_nothing_of_before_and_leaves_no_queue(table: Table, line: PtyLine) -> None:
    woken = Event()
    hub = Hub(woken.set)
    link = table.link(line.entry, begin=False)
    hub.add(link)
    meet(line, link)
    line.say("turn 1 7 0", "turn 2 8 0")
    assert line.hear("ack 2")
    for n in range(3, 4000, 100):
        line.say(*(f"turn {k} 1 0" for k in range(n, n + 100)))
    until(lambda: link.state == "lost")
    assert fault(link, "more presses than people can make")
    assert link.wait is not None
    assert line.hear("ack 4002")  # all of it is acknowledged
    taken = hub.take(MOST_WAITING + 100)
    assert len(taken) < 100
    assert hub.dropped == 0
    steps = [signal.steps for signal in taken if isinstance(signal, Turned)]
    assert steps[:2] == [7, 8]
    assert steps.count(7) == steps.count(8) == 1
    assert len(steps) <= 51
    table.forward += 1.5  # a quiet second
    ready(link)
    line.say("turn 4003 9 0")
    until(lambda: any(isinstance(signal, Turned) and signal.steps == 9 for signal in hub.take()))
    hub.close()


def test_two_boxes_at_once_are_told_apart(tmp_path: Path, table: Table) -> None:
    with SimulatedBox("simulated-box-a", tmp_path) as a, SimulatedBox("simulated-box-b", tmp_path) as b:
        links = [table.link(a.path), table.link(b.path)]
        for link in links:
            ready(link)
        links[0].light({"seat1": "on"})
        links[1].light({"seat2": "on"})
        for n in range(1, 21):
            a.turn(n)
            b.turn(-n)
            until(lambda: a.idle and b.idle)
        until(lambda: a.lamps["seat1"] == "on" and b.lamps["seat2"] == "on")
        assert a.lamps["seat2"] == b.lamps["seat1"] == "off"

        def turned(device: str) -> int:
            return sum(signal.steps for signal in table.caused(device) if isinstance(signal, Turned))

        # Turns that follow fast are told together; none is lost and none has gone astray.
        until(lambda: turned(a.device) >= 210 and turned(b.device) <= -210)
        until(lambda: a.kept == b.kept == 0)
        assert (turned(a.device), turned(b.device)) == (210, -210)


def test_unplugged_and_plugged_in_a_hundred_times_every_event_arrives_once(tmp_path: Path, table: Table) -> None:
    with SimulatedBox(folder=tmp_path) as box:
        link = table.link(box.path)
        ready(link)
        for n in range(100):
            if n % 2:
                box.tag(f"T{n}")  # the line is cut before, while or after it is told and acknowledged
            if n % 3:
                until(lambda: box.idle)
            box.unplug()
            until(lambda: link.state == "lost")
            if n % 2 == 0:
                box.tag(f"T{n}")
            box.plug()
            link.try_again()
            ready(link)
        until(lambda: box.idle and box.kept == 0)
        assert [signal.tag for signal in table.caused() if isinstance(signal, Read)] == [f"T{n}" for n in range(100)]
        assert len(table.caused()) == 100
        # Each turn of the plug is told, and told as it stands.
        assert len([signal for signal in table.signals if isinstance(signal, Changed)]) >= 200
        assert not fault(link, "no room")


def test_a_button_held_while_the_plug_is_pulled_comes_up(tmp_path: Path, table: Table) -> None:
    with SimulatedBox(folder=tmp_path) as box:
        link = table.link(box.path)
        ready(link)
        box.press("seat2")
        until(lambda: len(table.caused()) == 1)
        box.unplug()
        until(lambda: len(table.caused()) == 2)
        assert [type(signal) for signal in table.caused()] == [Pressed, Released]
        box.release("seat2")
        box.plug()
        link.try_again()
        until(lambda: link.state == "ready" and box.idle and box.kept == 0)
        assert len(table.caused()) == 2


def test_lamps_set_while_it_was_away_are_lit_when_it_is_back_and_sounds_are_not_made_up_for(
    tmp_path: Path, table: Table
) -> None:
    with SimulatedBox(folder=tmp_path) as box:
        link = table.link(box.path)
        ready(link)
        box.unplug()
        until(lambda: link.state == "lost")
        link.light({"seat1": "on"})
        link.light({"seat6": "blink"})
        link.sound("good")
        box.plug()
        link.try_again()
        until(lambda: box.lamps["seat6"] == "blink")
        assert box.lamps["seat1"] == "off"
        assert box.heard == 0


def test_a_box_that_is_switched_off_and_on_counts_anew(tmp_path: Path, table: Table) -> None:
    with SimulatedBox(folder=tmp_path) as box:
        link = table.link(box.path)
        link.light({"seat3": "on"})
        ready(link)
        box.turn(1)
        until(lambda: table.steps() == [1])
        box.restart()
        until(lambda: box.lamps["seat3"] == "on")
        box.turn(2)
        until(lambda: table.steps() == [1, 2])
        until(lambda: box.kept == 0)


def test_a_cartouche_that_is_started_again_takes_what_is_left_and_nothing_twice(tmp_path: Path, table: Table) -> None:
    with SimulatedBox(folder=tmp_path) as box:
        first = table.link(box.path)
        ready(first)
        box.turn(1)
        until(lambda: table.steps() == [1] and box.kept == 0)
        first.close()
        box.turn(2)
        until(lambda: box.idle)
        second = table.link(box.path)
        ready(second)
        box.tag("X")
        until(lambda: box.kept == 0 and len(table.caused()) == 3)
        assert table.steps() == [1, 2]


def test_late_events_carry_the_time_they_happened(table: Table, line: PtyLine) -> None:
    link = table.link(line.entry)
    meet(line, link)
    before = table.now()
    line.say("turn 1 1 2000", "turn 2 2 5001", "turn 3 3 0")
    until(lambda: len(table.caused()) == 2)
    late, fresh = table.caused()
    assert table.steps() == [1, 3]
    assert before - 2.0 <= late.at <= table.now() - 2.0
    assert fresh.at - late.at == pytest.approx(2.0, abs=0.5)


def test_tags_of_a_plain_reader_are_read_once(tmp_path: Path, table: Table) -> None:
    line = PtyLine(tmp_path / "usb-reader")
    link = table.link(line.entry, "reader")
    ready(link)
    assert link.keys == ("tags",)
    line.write(b"\x0204A1B2\r\n\x0304A1B2\r\n0000\r\n")
    until(lambda: len(table.caused()) == 2)
    line.unplug()
    until(lambda: link.state == "lost")
    assert fault(link, "tag reader was unplugged")
    line.plug()
    link.try_again()
    ready(link)
    line.write(b"04A1B2\rnext one\r")
    until(lambda: len(table.caused()) == 3)
    assert [signal.tag for signal in table.caused() if isinstance(signal, Read)] == ["04A1B2", "0000", "next one"]
    line.unplug()


# what is wrong


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


@pytest.mark.skipif(shutil.which("socat") is None, reason="socat is not installed")
def test_through_socat_the_port_may_vanish_and_come_back_under_its_name(tmp_path: Path, table: Table) -> None:
    host, box = tmp_path / "usb-box", tmp_path / "other"

    def connect() -> subprocess.Popen[bytes]:
        ends = [f"pty,raw,echo=0,link={path}" for path in (host, box)]
        running = subprocess.Popen(["socat", *ends])
        until(lambda: host.exists() and box.exists())
        return running

    link = table.link(host)
    for n, boot in enumerate(("b1", "b2"), start=1):
        running = connect()
        link.try_again()
        with serial.Serial(str(box), timeout=0.1) as end:
            heard = b""
            while b"hello 0 1*" not in heard:
                heard += end.read(1)
            end.write(said(hello(boot=boot), f"turn 1 {n} 0"))
            ready(link)
            until(lambda n=n: n in table.steps())
        running.terminate()
        running.wait()
        until(lambda: link.state == "lost")
    assert table.steps() == [1, 2]
