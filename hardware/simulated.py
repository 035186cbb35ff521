"""A button box without a box: the firmware's own logic with pins that are only numbers, behind a pseudo terminal.

Cartouche finds it like a real one, under the entry "simulated-box"; it is named simulated wherever it is named.
"""

from __future__ import annotations

import fcntl
import os
import select
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Literal

import msgspec

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from hardware.box_lines import MOST_STEPS
from hardware.device import KEYS, LAMPS, Lamp
from hardware.firmware.buzzer import Buzzer
from hardware.firmware.knob import Knob
from hardware.firmware.logic import Box
from hardware.firmware.tags import MOST_TAG, is_tag
from hardware.serial_ports import SIMULATED, port_of, simulated_folder

ENTRY = f"{SIMULATED}box"
TICK = 0.01
"""Seconds between two looks at the pins; the firmware wants one at least every 20 ms."""
REST = 40
"""Milliseconds a simulated button stays as it is, at least: longer than the firmware takes for bouncing."""
MOST_WAITING = 1024
MOST_SOUNDS = 32
_ROUND = ((0, 1), (0, 0), (1, 0), (1, 1))
"""Levels of the knob's contacts A and B through one detent clockwise."""


class Act(msgspec.Struct, frozen=True):
    """What somebody does to the box."""

    kind: Literal["press", "release", "turn", "tag"]
    what: str = ""
    steps: int = 0


class _Noted(Buzzer):
    """A buzzer that tells what it plays."""

    def __init__(self, told: Callable[[str], None]) -> None:
        super().__init__()
        self._told = told

    def play(self, sound: str, now: int) -> None:
        """Play, and tell."""
        super().play(sound, now)
        self._told(sound)


class SimulatedBox:
    """One simulated box with all keys, lamps, a knob, a tag reader and a buzzer. Any thread may call it.

    `name`: of its entry, "simulated-box" and what tells several apart. `folder`: where the entry lies; None: where
    Cartouche looks for it. Use it with `with`, or `start` and `close`.
    """

    title: Text = T("Simulated button box")

    def __init__(self, name: str = ENTRY, folder: Path | None = None) -> None:
        self.name = name
        self.path = (simulated_folder() if folder is None else folder) / name
        self.device = port_of(self.path).id
        """The id Cartouche knows it by."""
        self.heard = 0
        """Sounds so far."""
        self._sounds: deque[str] = deque(maxlen=MOST_SOUNDS)
        self._acts: deque[Act] = deque()
        self._lock = Lock()
        self._closing = Event()
        self._thread: Thread | None = None
        self._latch: int | None = None
        self._ends: tuple[int, int] | None = None
        self._unsent = b""
        self._closed: set[str] = set()
        self._moved: dict[str, int] = {}
        self._knob = Knob()
        self._box = self._switched_on()

    def __enter__(self) -> SimulatedBox:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # running

    def start(self) -> None:
        """Plug it in. Raises InputError where another box has this name already, or the folder can't be used."""
        self._latch = _latched(self.path)
        try:
            self.plug()
        except InputError:
            self._unlatch()
            raise
        self._thread = Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Pull its plug and let go of its name."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()
        self.unplug()
        self._unlatch()

    def plug(self) -> None:
        """Connect the line (again). Raises InputError where the entry can't be made."""
        with self._lock:
            if self._ends is not None:
                return
            master, slave = os.openpty()
            tty.setraw(slave)
            os.set_blocking(master, False)
            self._unsent = b""
            try:
                _point(self.path, os.ttyname(slave))
            except OSError as error:
                os.close(master)
                os.close(slave)
                raise _unusable(self.path, error) from error
            self._ends = master, slave

    def unplug(self) -> None:
        """Cut the line; the box runs on and keeps what happens."""
        with self._lock:
            ends, self._ends = self._ends, None
            if ends is None:
                return
            # Away already where somebody cleared the folder.
            with suppress(OSError):
                os.unlink(self.path)
            for end in ends:
                os.close(end)

    def restart(self) -> None:
        """Switch it off and on again: what it had to say is gone, and it counts from 1."""
        with self._lock:
            self._box = self._switched_on()
            self._unsent = b""

    # what people do

    def press(self, key: str) -> None:
        """Push a button down (one of hardware.device.KEYS). Raises InputError."""
        self._do(Act("press", _known(key)))

    def release(self, key: str) -> None:
        """Let a button come up. Raises InputError."""
        self._do(Act("release", _known(key)))

    def turn(self, steps: int) -> None:
        """Turn the knob by so many detents, clockwise above 0. Raises InputError."""
        if not 1 <= abs(steps) <= MOST_STEPS:
            raise InputError(T("The knob turns by 1 to {most} steps, either way.", most=MOST_STEPS))
        self._do(Act("turn", steps=steps))

    def tag(self, tag: str) -> None:
        """Lay a tag on the reader. Raises InputError."""
        if not is_tag(tag):
            raise InputError(T("A tag has 1 to {most} letters, digits and common signs.", most=MOST_TAG))
        self._do(Act("tag", tag))

    def _do(self, act: Act) -> None:
        with self._lock:
            if len(self._acts) >= MOST_WAITING:
                raise InputError(T("Too much at once for the simulated button box. Wait a little."))
            self._acts.append(act)

    # what can be seen and heard

    @property
    def idle(self) -> bool:
        """Whether all that was done to it has reached its pins."""
        with self._lock:
            return not self._acts

    @property
    def connected(self) -> bool:
        """Whether Cartouche listens: heard within the last five seconds."""
        with self._lock:
            return self._ends is not None and self._box.host

    @property
    def lamps(self) -> dict[str, Lamp]:
        """What each lamp was told."""
        with self._lock:
            told = dict(self._box.lamps)
        states: dict[str, Lamp] = {"on": "on", "blink": "blink"}
        return {lamp: states.get(told.get(lamp, ""), "off") for lamp in LAMPS}

    def lit(self, lamp: str) -> bool:
        """Whether a lamp shines at this moment."""
        with self._lock:
            return self._box.lit(lamp)

    @property
    def held(self) -> tuple[str, ...]:
        """The buttons that are down."""
        with self._lock:
            return tuple(self._box.held)

    @property
    def sounds(self) -> tuple[str, ...]:
        """The last sounds, oldest first; at most 32."""
        with self._lock:
            return tuple(self._sounds)

    @property
    def kept(self) -> int:
        """Events that Cartouche has not acknowledged yet."""
        with self._lock:
            return len(self._box.outbox)

    # the thread of the box

    def _switched_on(self) -> Box:
        box = Box(self.name[:40], os.urandom(4).hex(), KEYS, LAMPS, True, True, True, _now())
        box.buzzer = _Noted(self._note)
        return box

    def _note(self, sound: str) -> None:
        self.heard += 1
        self._sounds.append(sound)

    def _run(self) -> None:
        while not self._closing.is_set():
            with self._lock:
                self._step()
                master = self._ends[0] if self._ends else None
            # Who unplugs it closes the line meanwhile.
            with suppress(OSError, ValueError):
                select.select([master] if master is not None else [], [], [], TICK)

    def _step(self) -> None:
        """One round of the firmware's loop."""
        now = _now()
        while self._acts and self._ready_for(self._acts[0], now):
            self._act(self._acts.popleft(), now)
        for key in KEYS:
            self._box.key(key, key in self._closed, now)
        if self._ends is not None:
            with suppress(BlockingIOError):
                self._box.feed(os.read(self._ends[0], 1024), now)
        self._box.run(now)
        if self._ends is not None:
            self._send(self._ends[0])

    def _ready_for(self, act: Act, now: int) -> bool:
        return now - self._moved.get(act.what, -REST) >= REST

    def _act(self, act: Act, now: int) -> None:
        match act.kind:
            case "press" | "release":
                self._moved[act.what] = now
                if act.kind == "press":
                    self._closed.add(act.what)
                else:
                    self._closed.discard(act.what)
                # At once, so that what is done after it is told after it.
                self._box.key(act.what, act.kind == "press", now)
            case "turn":
                way = _ROUND if act.steps > 0 else (*reversed(_ROUND[:-1]), _ROUND[-1])
                self._box.turn(sum(self._knob.update(a, b) for _ in range(abs(act.steps)) for a, b in way), now)
            case "tag":
                self._box.tag(act.what, now)

    def _send(self, master: int) -> None:
        # A host that does not read leaves no room; like the real box, wait for it.
        with suppress(BlockingIOError):
            while self._unsent or (line := self._box.line(_now())):
                self._unsent = self._unsent or line
                self._unsent = self._unsent[os.write(master, self._unsent) :]

    def _unlatch(self) -> None:
        if self._latch is not None:
            os.close(self._latch)
            self._latch = None


def _now() -> int:
    return int(monotonic() * 1000)


def _known(key: str) -> str:
    if key not in KEYS:
        raise InputError(T("There is no button “{key}”. There are: {keys}.", key=key[:40], keys=KEYS))
    return key


def _latched(path: Path) -> int:
    """Take the name of an entry for this process."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.parent.stat().st_uid != os.getuid():
            raise PermissionError
        latch = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _unusable(path, error) from error
    try:
        fcntl.flock(latch, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(latch)
        raise InputError(T("A simulated button box is running already. End that one first.")) from error
    return latch


def _point(path: Path, target: str) -> None:
    """Let the entry point to a terminal, in one step."""
    coming = path.with_name(f".{path.name}.new")
    with suppress(FileNotFoundError):
        os.unlink(coming)
    os.symlink(target, coming)
    os.replace(coming, path)


def _unusable(path: Path, error: OSError) -> InputError:
    return InputError(
        T(
            "The simulated button box can't be put into {folder} ({detail}). Clear that folder, or see who owns it.",
            folder=str(path.parent),
            detail=error.strerror or type(error).__name__,
        )
    )
