"""The transport: one serial port, its own thread, opened and opened again. What is said is the talk's business."""

from __future__ import annotations

import logging
import os
import termios
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Literal

import serial

from companion.engine.text import T, Text
from hardware.box_protocol import MOST_SOUNDS, BoxTalk
from hardware.device import Changed, Deliver, Device, DeviceState, Kind, Lamp, Signal, Sound
from hardware.firmware.wire import BAUD
from hardware.port_faults import missing, taken_away, takes_nothing, why_not_opened
from hardware.reader_protocol import ReaderTalk
from hardware.talk import Talk

log = logging.getLogger(__name__)

WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between tries; the last again and again."""
READER_BAUD = 9600
"""What readers behind a real UART speak; over USB it does not matter."""
MOST_BYTES = 1024
"""Read at once; more than that, and the others of this machine get their turn first."""
BREATH = 0.01
TICK = 0.25
LOOK_EVERY = 0.5
"""Seconds between looks for a port that is not there."""
STOOD_STILL = 3.0
"""Seconds after which nobody knows any more how old it is what lies in the buffer."""
WRITE_WITHIN = 0.2
CLOSE_WITHIN = 0.9

GONE = (OSError, termios.error, TypeError)
"""What pyserial raises once a port has vanished: not all of it is its own exception."""


class Gone(Exception):
    """The connection has ended by itself, with its fault."""

    def __init__(self, fault: Text) -> None:
        super().__init__(fault.message)
        self.fault = fault


class SerialLink(Device):
    """A button box ("box") or a tag reader ("reader") on one port. `clock`: seconds, as `time.monotonic`.

    It is absent as long as the port was never there.
    """

    def __init__(
        self,
        port_id: str,
        path: str,
        kind: Literal["box", "reader"],
        *,
        simulated: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(port_id)
        self.kind: Kind = kind
        self.path = path
        self.simulated = simulated
        self._clock = clock
        self._talk: Talk = BoxTalk(port_id) if kind == "box" else ReaderTalk(port_id)
        self._deliver: Deliver | None = None
        self._thread: Thread | None = None
        self._stopping = Event()
        self._again = Event()
        self._lock = Lock()
        self._port: serial.Serial | None = None
        self._lamps: Mapping[str, Lamp] | None = None
        self._waiting: deque[Sound] = deque(maxlen=MOST_SOUNDS)
        self._seen = False
        self._answered = False
        self._wait: Text | None = None
        self._told: tuple[object, ...] = ()

    # how it stands

    @property
    def title(self) -> Text:
        """Its name for people."""
        match self.kind, self.simulated:
            case "box", True:
                return T("Simulated button box")
            case "box", False:
                return T("Button box")
            case _, True:
                return T("Simulated tag reader")
        return T("Tag reader")

    @property
    def wait(self) -> Text | None:
        """What it waits for while starting or lost."""
        return self._wait

    @property
    def keys(self) -> tuple[str, ...]:
        """As its hello said; kept while it is lost."""
        return self._talk.keys

    @property
    def lamps(self) -> tuple[str, ...]:
        """As its hello said; kept while it is lost."""
        return self._talk.lamps

    @property
    def sounds(self) -> bool:
        """As its hello said."""
        return self._talk.sounds

    @property
    def broken(self) -> int:
        """Lines of this connection that arrived cut or garbled."""
        return self._talk.broken

    # what it is told

    def start(self, deliver: Deliver) -> None:
        """Begin; a link that was closed is not begun again."""
        if self._thread is not None or self._stopping.is_set():
            return
        self._deliver = deliver
        self._stand("starting", None, T("waiting for its answer"))
        self._thread = Thread(target=self._run, name=self.id, daemon=True)
        self._thread.start()

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        """Show exactly these lamps; the latest win."""
        with self._lock:
            self._lamps = dict(lamps)
            self._nudge()

    def sound(self, sound: Sound) -> None:
        """Let it be heard once; not later, where it is not there now."""
        with self._lock:
            self._waiting.append(sound)
            self._nudge()

    def try_again(self) -> None:
        """Cut the wait for the next try."""
        self._again.set()

    def close(self) -> None:
        """Put the lamps out and let go of the port."""
        self._stopping.set()
        self._again.set()
        with self._lock:
            self._nudge()
        if self._thread is not None:
            self._thread.join(CLOSE_WITHIN)
        self._stands, self._wait = "absent", None

    def _nudge(self) -> None:
        if self._port is not None:
            # The port may just have vanished under our hands; its own thread finds out.
            with suppress(*GONE):
                self._port.cancel_read()

    # the thread of the port

    def _run(self) -> None:
        tries = 0
        while not self._stopping.is_set():
            state, fault = self._connection()
            if self._stopping.is_set():
                break
            if self._answered:
                tries = 0
            seconds = WAITS[min(tries, len(WAITS) - 1)]
            self._stand(state, fault, T("trying every {n} s", n=max(1, round(seconds))))
            tries = 0 if self._pause(seconds) else tries + 1

    def _connection(self) -> tuple[DeviceState, Text | None]:
        """One connection from opening to its end: how the device stands then, and why."""
        self._answered = False
        if not os.path.exists(self.path):
            return "lost" if self._seen else "absent", missing(self.path)
        try:
            port = serial.Serial(
                self.path,
                BAUD if self.kind == "box" else READER_BAUD,
                timeout=TICK,
                write_timeout=WRITE_WITHIN,
                exclusive=True,
            )
        except (OSError, termios.error, ValueError) as error:
            log.info("%s: %s", self.id, error)
            return "lost", why_not_opened(self.path, error)
        self._seen = True
        if self._stands == "absent":
            self._stand("starting", None, T("waiting for its answer"))
        with self._lock:
            self._port = port
            # A sound is for now or never; the lamps are shown again.
            self._waiting.clear()
        try:
            self._converse(port)
            return "lost", self._talk.fault
        except Gone as gone:
            return "lost", gone.fault
        finally:
            with self._lock:
                self._port = None
            self._hang_up(port)
            self._hand_on(self._talk.end(self._clock()))

    def _converse(self, port: serial.Serial) -> None:
        before = self._clock()
        self._talk.begin(before)
        while not self._stopping.is_set() and not self._talk.ended:
            self._take_orders()
            found = self._exchange(port, self._talk.take(self._clock()))
            now = self._clock()
            if now - before >= STOOD_STILL:
                # The machine was stopped or far too busy. A box says it all again, with its age.
                log.info("%s: nothing was done for %.1f s", self.id, now - before)
                found = b""
                self._start_over(port, now)
            before = now
            signals = [*self._talk.feed(found, now), *self._talk.due(now)]
            if self._talk.ready:
                # Before what it kept until now: whoever is told of a press finds a device that is there.
                self._answered = True
                self._stand("ready", self._talk.fault)
            self._hand_on(signals)
            if not self._talk.ready and self._answered and not self._talk.ended:
                self._stand("lost", self._talk.fault, T("waiting until it is quiet"))
            if len(found) >= MOST_BYTES:
                self._stopping.wait(BREATH)

    def _start_over(self, port: serial.Serial, now: float) -> None:
        """Forget what lies in the buffer and greet anew, without a word to anybody. Raises Gone."""
        try:
            port.reset_input_buffer()
        except GONE as error:
            raise Gone(taken_away(self.kind)) from error
        self._hand_on(self._talk.end(now))
        self._talk.begin(now)
        self._answered = False

    def _exchange(self, port: serial.Serial, sending: bytes) -> bytes:
        """Send, and read what is there within a tick. Raises Gone."""
        try:
            if sending:
                port.write(sending)
            found = bytes(port.read(1))
            return found + bytes(port.read(min(port.in_waiting, MOST_BYTES - 1))) if found else b""
        except serial.SerialTimeoutException as error:
            raise Gone(takes_nothing()) from error
        except GONE as error:
            log.info("%s: %s", self.id, error)
            raise Gone(taken_away(self.kind)) from error

    def _take_orders(self) -> None:
        with self._lock:
            lamps, self._lamps = self._lamps, None
            sounds = tuple(self._waiting)
            self._waiting.clear()
        if lamps is not None:
            self._talk.light(lamps)
        for sound in sounds:
            self._talk.sound(sound)

    def _hang_up(self, port: serial.Serial) -> None:
        with suppress(*GONE):
            if self._stopping.is_set():
                port.write(self._talk.farewell())
                for _ in range(10):
                    if not port.out_waiting:
                        break
                    sleep(0.01)
            if port.out_waiting:
                # What nobody takes would hold up the closing for many seconds.
                port.reset_output_buffer()
        with suppress(*GONE):
            port.close()

    def _pause(self, seconds: float) -> bool:
        """Wait for the next try; whether something has changed: somebody asked for it, or the port has come."""
        was_there = os.path.exists(self.path)
        left = seconds
        while left > 0:
            step = min(left, LOOK_EVERY)
            if self._again.wait(step):
                self._again.clear()
                return True
            if not was_there and os.path.exists(self.path):
                return True
            left -= step
        return False

    def _hand_on(self, signals: list[Signal]) -> None:
        assert self._deliver is not None
        for signal in signals:
            self._deliver(signal)

    def _stand(self, state: DeviceState, fault: Text | None, wait: Text | None = None) -> None:
        """Tell how it stands, where that is another now; the last fault is kept."""
        self._stands, self._wait = state, wait
        self._fault = fault or self._fault
        told = (self._stands, self._fault, self._wait, self.keys, self.lamps, self.sounds)
        if told != self._told and self._deliver is not None:
            self._told = told
            self._deliver(Changed(self.id, self._clock()))
