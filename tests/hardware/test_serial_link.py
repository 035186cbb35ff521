"""Serial ports in earnest: pseudo terminals on the other end, threads, vanishing ports. Nothing here measures time."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from threading import Event

import pytest
import serial

from hardware.device import Changed, Pressed, Read, Released, Signal, Turned
from hardware.hub import MOST_WAITING, Hub
from hardware.simulated import SimulatedBox
from tests.kit.box_line import hello, said
from tests.kit.pty_line import PtyLine, until
from tests.kit.serial_table import Table, fault, meet, ready


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
