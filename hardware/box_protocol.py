"""Cartouche's side of the conversation with a button box (docs/button-box.md). Pure: line and clock are passed in.

Every event of the box is handed on exactly once and in order, across cut lines, wrong checksums and reconnects: it is
numbered, the box repeats it until it is acknowledged, and numbers that were had already are dropped.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Mapping

from companion.engine.text import TN, T
from hardware import box_commands as command
from hardware import box_lines as told
from hardware.device import Lamp, Pressed, Released, Signal, Sound, Turned
from hardware.firmware.outbox import ROOM
from hardware.firmware.wire import VERSION, Lines
from hardware.out_of_step import OutOfStep
from hardware.talk import Talk

log = logging.getLogger(__name__)

HELLO_EVERY = 1.0
HELLO_WITHIN = 3.0
"""Seconds after which what does not say hello is no button box."""
BEAT_EVERY = 1.0
SILENT_AFTER = 3.5
"""Seconds without a line that was understood, after which the box is gone."""
OLD = 5000
"""Milliseconds after which nobody means an event any more."""
MOST_SOUNDS = 4
"""Sounds that may wait to be sent; the oldest gives way."""


class BoxTalk(Talk):
    """Hello, numbers, acknowledgements, beats, lamps and sounds; see `Talk` for how it is driven."""

    def __init__(self, device: str) -> None:
        super().__init__(device)
        self._lines = Lines()
        self._began = 0.0
        self._met = False
        self._hello_sent: float | None = None
        self._start: tuple[str, str] | None = None
        self._next = 1
        self._gap_since: float | None = None
        self._out_of_step = OutOfStep()
        self._ack = False
        self._heard = 0.0
        self._beat_sent = 0.0
        self._lost: int | None = None
        self._down: set[str] = set()
        self._at = 0.0
        self._lit: dict[str, Lamp] = {}
        self._number = 0
        self._lamps_sent: float | None = None
        self._lamps_number = 0
        self._lamps_done = True
        self._waiting: deque[Sound] = deque(maxlen=MOST_SOUNDS)

    # the connection

    def begin(self, now: float) -> None:
        """A connection was made: say hello, and listen to nothing before the box has answered."""
        self._lines = Lines()
        self._began = self._heard = now
        self._met = self.ready = self.ended = self._ack = False
        self._hello_sent = self._gap_since = self._lost = self.fault = None
        self._flood.forget()
        self._out_of_step.in_step()
        self._waiting.clear()
        self._lamps_done = True

    def feed(self, data: bytes, now: float) -> list[Signal]:
        """What these bytes tell."""
        signals: list[Signal] = []
        for body in self._lines.feed(data):
            if self.ended:
                break
            try:
                line = told.read(body)
            except told.NotUnderstood as error:
                log.info("%s: %s", self.device, error)
                continue
            signals += self._hear(line, now)
        self.broken = self._lines.broken
        return signals

    def due(self, now: float) -> list[Signal]:
        """What the time alone tells: no answer, silence, the end of a flood."""
        if self.ended:
            return []
        if not self._met:
            if now - self._began >= HELLO_WITHIN:
                self.fault = T(
                    "What is plugged in there does not answer like a button box. "
                    "Put the program of the box on it once more, or say that it is something else."
                )
                self.ended = True
            return []
        if now - self._heard >= SILENT_AFTER:
            self.fault = T("The button box has fallen silent. Pull its plug and put it in again.")
            self.ended = True
            return []
        if self._flood.over(now):
            self.ready = True
        return []

    def end(self, now: float) -> list[Signal]:
        """The connection is gone: nobody holds a button any more."""
        self._met = self.ready = False
        return self._let_go(now)

    # what is sent

    def take(self, now: float) -> bytes:
        """What is to be sent now; one acknowledgement speaks for all events before it."""
        if self.ended:
            return b""
        sent: list[command.Command] = []
        if self._hello_due(now):
            self._hello_sent = now
            sent.append(command.Hello())
        if self._met:
            if self._ack and self._next > 1:
                sent.append(command.Ack(self._next - 1))
            if self.lamps and (self._lamps_sent is None or (not self._lamps_done and now - self._lamps_sent >= 1.0)):
                sent.append(self._lamps(now))
            while self._waiting:
                self._number += 1
                sent.append(command.Sounded(self._number, self._waiting.popleft()))
            if now - self._beat_sent >= BEAT_EVERY:
                self._beat_sent = now
                sent.append(command.Beat())
        self._ack = False
        return b"".join(map(command.line, sent))

    def light(self, lamps: Mapping[str, Lamp]) -> None:
        """Show exactly these lamps, of those the box has; sent anew until the box says that it is done."""
        self._lit = dict(lamps)
        self._lamps_sent = None

    def sound(self, sound: Sound) -> None:
        """Sound once; a sound that can't be heard now is never heard."""
        if self._met and self.sounds:
            self._waiting.append(sound)

    def farewell(self) -> bytes:
        """All lamps off, where the box listens."""
        if not self._met or not self.lamps:
            return b""
        self._number += 1
        return command.line(command.Lamps(self._number, {}))

    def _hello_due(self, now: float) -> bool:
        if self._hello_sent is None:
            return True
        # Where the next number does not come although others do, the box no longer has it: its hello says what it has.
        waits = not self._met or (self._gap_since is not None and now - self._gap_since >= HELLO_EVERY)
        return waits and now - self._hello_sent >= HELLO_EVERY

    def _lamps(self, now: float) -> command.Lamps:
        self._number += 1
        self._lamps_sent, self._lamps_number, self._lamps_done = now, self._number, False
        return command.Lamps(self._number, {name: lamp for name, lamp in self._lit.items() if name in self.lamps})

    # what is heard

    def _hear(self, line: told.Told, now: float) -> list[Signal]:
        if isinstance(line, told.Hello):
            return self._meet(line, now)
        if not self._met:
            # Whose numbers these are is not known before the hello; the box repeats them.
            return []
        self._heard = now
        match line:
            case told.Done(number=number):
                self._lamps_done = self._lamps_done or number == self._lamps_number
            case told.No(number=number, why=why):
                log.warning("%s did not understand command %s: %s", self.device, number, why)
                self._lamps_done = self._lamps_done or number == self._lamps_number
            case told.Beat():
                return self._beat(line, now)
            case _:
                return self._event(line, now)
        return []

    def _meet(self, hello: told.Hello, now: float) -> list[Signal]:
        if hello.version > VERSION:
            self.ready = False
            self.ended = True
            self.fault = T(
                "The button box speaks a newer protocol (version {n}). Update Cartouche, "
                "or put the program that comes with this Cartouche on the box.",
                n=hello.version,
            )
            return []
        start = (hello.box, hello.boot)
        if self._start == start and self._next - hello.next <= ROOM:
            # What the box no longer has was acknowledged to somebody else meanwhile.
            self._next = max(self._next, hello.next)
            signals: list[Signal] = []
        else:
            # A box keeps no more than 32 events: where it has more to say than that, it was started anew.
            self._start, self._next = start, hello.next
            signals = self._let_go(now)
        if not self._met:
            self._beat_sent = now - BEAT_EVERY
        self._met, self._heard = True, now
        self.ready = not self._flood.on
        self.keys, self.lamps, self.sounds = hello.keys, hello.lamps, hello.sounds
        self._gap_since = self._lost = self._lamps_sent = None
        # The box may have missed what was acknowledged last.
        self._ack = self._next > hello.next
        return signals

    def _beat(self, beat: told.Beat, now: float) -> list[Signal]:
        if self._lost is not None and beat.lost > self._lost:
            self.fault = TN(
                "{n} press or turn found no room in the button box and is lost. Do it again.",
                "{n} presses and turns found no room in the button box and are lost. Do them again.",
                beat.lost - self._lost,
            )
        self._lost = beat.lost
        # A key is up whose coming up was lost; were it only late, it will find the key up already.
        return self._let_go(now, self._down - set(beat.held))

    def _event(self, event: told.Event, now: float) -> list[Signal]:
        if event.number != self._next:
            if event.number > self._next:
                self._gap_since = now if self._gap_since is None else self._gap_since
            else:
                self._ack = True
            self._go_on_from(self._out_of_step.came(event.number, self._next, now))
            return []
        self._out_of_step.in_step()
        self._next += 1
        self._ack = True
        self._gap_since = None
        if self._flooded(now):
            return self._let_go(now)
        match event:
            case told.Odd(why=why):
                log.warning("%s told what can't be used: %s", self.device, why)
                self.fault = T(
                    "The button box told what Cartouche does not understand ({detail}), and it was left out. "
                    "Put the program of the box on it once more.",
                    detail=why[:60],
                )
                return []
            case told.Key(key=key, down=False, age=age) if key in self._down:
                # However late: a button never stays down.
                self._down.discard(key)
                return [Released(self.device, key, self._happened(now, min(age, OLD)))]
        if event.age > OLD:
            return []
        at = self._happened(now, event.age)
        match event:
            case told.Key(key=key, down=True):
                before = self._let_go(at, {key})
                self._down.add(key)
                return [*before, Pressed(self.device, key, at)]
            case told.Turn(steps=steps):
                return [Turned(self.device, steps, at)]
            case told.Tag(tag=tag):
                return self._read(tag, at)
        return []

    def _go_on_from(self, number: int) -> None:
        if number == self._next:
            return
        log.warning("%s: counting goes on from %s, not from %s", self.device, number, self._next)
        self._next, self._ack, self._gap_since = number, True, None
        self.fault = T(
            "The button box counts its presses wrongly, so some are lost. Do them again; "
            "if it happens often, put the program of the box on it once more."
        )

    def _flooded(self, now: float) -> bool:
        if not self._flood.another(now):
            return False
        self.ready = False
        self.fault = T(
            "The button box tells of more presses than people can make, so Cartouche does not listen until "
            "it has been quiet for a second. Look for a stuck button or a loose wire."
        )
        return True

    def _happened(self, now: float, age: int) -> float:
        """When an event happened: its own age back, but never before the event before it, whose line was held up."""
        self._at = max(self._at, now - age / 1000)
        return self._at

    def _let_go(self, at: float, keys: set[str] | None = None) -> list[Signal]:
        gone = self._down & (self._down if keys is None else keys)
        self._down -= gone
        return [Released(self.device, key, at, cut=True) for key in sorted(gone)]
