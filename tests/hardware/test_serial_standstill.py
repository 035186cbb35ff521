"""A program that was stopped for a while: what piled up meanwhile is not taken for something that happens now."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event

from hardware import serial_link
from hardware.device import Pressed, Read, Released, Signal, Turned
from hardware.serial_link import SerialLink
from tests.kit.box_line import hello
from tests.kit.pty_line import PtyLine, until


class Stopped:
    """Where signals go. `stop`: the next press or tag holds up the thread that tells it, until `go_on`."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.forward = 0.0
        self._gate = Event()
        self.held = Event()

    def now(self) -> float:
        return serial_link.monotonic() + self.forward

    def take(self, signal: Signal) -> None:
        self.signals.append(signal)
        if isinstance(signal, (Pressed, Read)) and not self.held.is_set():
            self.held.set()
            self._gate.wait(20)

    def go_on(self, after: float) -> None:
        self.forward += after
        self._gate.set()


def test_presses_that_piled_up_while_the_program_stood_still_are_asked_for_again_with_their_age(tmp_path: Path) -> None:
    line, stopped = PtyLine(tmp_path / "usb-box"), Stopped()
    link = SerialLink("serial:usb-box", str(line.entry), "box", clock=stopped.now)
    link.start(stopped.take)
    try:
        line.hear("hello")
        line.say(hello(), "down 1 seat1 0")
        assert stopped.held.wait(20)
        line.say("up 2 seat1 3", "turn 3 1 3")
        stopped.go_on(after=10.0)
        line.hear("hello")
        assert not any(isinstance(signal, Turned) for signal in stopped.signals)
        line.say(hello(following=2), "up 2 seat1 9999", "turn 3 1 9999", "turn 4 -1 0")
        line.hear("ack 4")
        until(lambda: any(isinstance(signal, Turned) for signal in stopped.signals))
        assert [signal.steps for signal in stopped.signals if isinstance(signal, Turned)] == [-1]
        assert [signal.key for signal in stopped.signals if isinstance(signal, Released)] == ["seat1"]
        assert link.state == "ready"
    finally:
        link.close()
        line.unplug()


def test_a_tag_read_while_the_program_stood_still_is_not_played_afterwards(tmp_path: Path) -> None:
    line, stopped = PtyLine(tmp_path / "usb-reader"), Stopped()
    link = SerialLink("serial:usb-reader", str(line.entry), "reader", clock=stopped.now)
    link.start(stopped.take)
    try:
        until(lambda: link.state == "ready")
        line.write(b"first\r\n")
        assert stopped.held.wait(20)
        line.write(b"piled up\r\n")
        stopped.go_on(after=10.0)
        while "later" not in [signal.tag for signal in stopped.signals if isinstance(signal, Read)]:
            # Slowly: more than anybody can read would be a flood.
            line.write(b"later\r\n")
            time.sleep(0.1)
        assert [signal.tag for signal in stopped.signals if isinstance(signal, Read)] == ["first", "later"]
    finally:
        link.close()
        line.unplug()
