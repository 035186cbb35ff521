"""The camera as a device: the latest picture, how it stands, and never a wait for whoever asks.

Two threads: one calls the source and may hang in it; the other watches that pictures come, gives a hung one up and
tries again. Only the latest picture is held.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from threading import Condition, Event, RLock, Thread
from time import monotonic
from typing import Any

import msgspec

from companion.engine.text import T, Text
from hardware import camera_source as say
from hardware.camera_source import ASKED, CameraFault, Frame, Locked, Source, is_black, size_of, usable
from hardware.device import Changed, Deliver, Device, DeviceState

__all__ = ["ASKED", "CAMERA", "Camera", "CameraFault", "Frame", "Limits", "Source"]

log = logging.getLogger(__name__)

CAMERA = "camera"
"""The id of the one camera there can be; which one it is, its `spec` says."""
MOST_STILLS = 4
SETTLE = 20
"""Pictures after which a camera that was just opened has found its exposure."""
CLOSE_WITHIN = 0.8


class Limits(msgspec.Struct, frozen=True):
    """How long is waited for what, in seconds. `waits`: between tries, the last again and again.

    `abandoned`: so many hung threads may be left behind before it is tried no more.
    """

    open: float = 10.0
    silent: float = 3.0
    still: float = 12.0
    dark: float = 2.0
    waits: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0)
    abandoned: int = 3


Answer = Callable[[Frame | None, Text | None], None]
"""Takes a still, or why there is none."""


class Camera(Device):
    """One camera. `make` gives its source anew for every try, and is called by a thread of the camera's.

    Absent as long as there is nothing to open; lost also where it gives nothing but black.
    """

    kind = "camera"

    def __init__(
        self,
        spec: str,
        make: Callable[[], Source],
        *,
        name: str = "",
        title: Text | None = None,
        simulated: bool = False,
        limits: Limits | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(CAMERA)
        self.spec = spec
        self.name = name or spec
        self.simulated = simulated
        self.limits = limits or Limits()
        self.clock = clock
        self.make = make
        self._title = title or (T("Simulated camera") if simulated else T("Camera"))
        self._deliver: Deliver | None = None
        self._lock = Condition(RLock())
        self._watch: Thread | None = None
        self._closing = Event()
        self._again = False
        self._run_now: _Run | None = None
        self._left: list[_Run] = []
        self._seen = False
        self._frame: Frame | None = None
        self._number = 0
        self._dark_since: float | None = None
        self._wait: Text | None = None
        self._stills: deque[Answer] = deque()
        self._hold = False
        self._wish = 0
        self._locked: Locked | None = None
        self._told: tuple[object, ...] = ()

    # how it stands

    @property
    def title(self) -> Text:
        """Its name for people."""
        return self._title

    @property
    def wait(self) -> Text | None:
        """What it waits for while starting or lost."""
        return self._wait

    @property
    def asked(self) -> tuple[int, int]:
        """Width and height of the pictures it was asked for."""
        return ASKED

    @property
    def frame(self) -> Frame | None:
        """The latest picture; None where none has come since it was last opened, or it is lost."""
        return self._frame

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of its pictures as they come."""
        frame = self._frame
        return None if frame is None else size_of(frame.picture)

    @property
    def light_locked(self) -> bool:
        """Whether it was told to keep exposure and white balance, and has tried to."""
        return self._locked is not None

    @property
    def unlockable(self) -> Text | None:
        """What of the light it goes on changing although it was told to keep it; None: nothing, or not told yet."""
        return None if self._locked is None else self._locked.cannot

    def newer(self, number: int, within: float) -> Frame | None:
        """The latest picture once it is newer than this number; waits so many seconds at most, then None.

        For a thread that has nothing else to do.
        """
        with self._lock:
            self._lock.wait_for(lambda: self._closing.is_set() or self._is_newer(number), within)
            return self._frame if self._is_newer(number) else None

    # what it is told

    def start(self, deliver: Deliver) -> None:
        """Begin; a camera that was closed is not begun again."""
        with self._lock:
            if self._watch is not None or self._closing.is_set():
                return
            self._deliver = deliver
            self._stand("starting", None, T("waiting for its first picture"))
            self._watch = Thread(target=self._run, name=CAMERA, daemon=True)
            self._watch.start()

    def ask_still(self, answer: Answer) -> None:
        """Have one picture taken as large as the camera can.

        It is answered exactly once: by a thread of the camera's, or at once where the camera is lost.
        """
        with self._lock:
            if self._watch is not None and not self._closing.is_set() and self._stands in ("starting", "ready"):
                if len(self._stills) < MOST_STILLS:
                    self._stills.append(answer)
                    return
                why = T("The camera is still taking the pictures before. Wait a little.")
            else:
                why = self._fault or T("The camera is not there.")
        answer(None, why)

    def lock_light(self, locked: bool) -> None:
        """Keep exposure and white balance as they are from now on, after every reconnect too; or let them go."""
        with self._lock:
            self._hold, self._wish, self._locked = locked, self._wish + 1, None
            self._tell()

    def try_again(self) -> None:
        """Cut the wait for the next try."""
        with self._lock:
            self._again = True
            self._lock.notify_all()

    def close(self) -> None:
        """Let go of the camera; one that hangs is left behind."""
        with self._lock:
            self._closing.set()
            self._lock.notify_all()
        if self._watch is not None:
            self._watch.join(CLOSE_WITHIN)
        with self._lock:
            self._deliver = None
            self._frame, self._wait, self._stands = None, None, "absent"
        self._refuse_stills(T("The camera was switched off."))

    # the thread that watches

    def _run(self) -> None:
        tries = 0
        while not self._closing.is_set():
            state, fault, came = self._try()
            if self._closing.is_set():
                break
            tries = 0 if came else tries
            seconds = self.limits.waits[min(tries, len(self.limits.waits) - 1)]
            with self._lock:
                self._frame = None
                self._dark_since = None
                self._stand(state, fault, T("trying every {n} s", n=max(1, round(seconds))))
            self._refuse_stills(fault)
            tries = 0 if self._pause(seconds) else tries + 1

    def _try(self) -> tuple[DeviceState, Text, bool]:
        """Run the source from opening to its end: how the camera stands then, why, and whether any picture came."""
        self._left = [run for run in self._left if run.thread.is_alive()]
        if len(self._left) >= self.limits.abandoned:
            return "lost", say.hangs_again(len(self._left)), False
        run = _Run(self)
        with self._lock:
            self._run_now = run
            run.thread.start()
            while not run.over and not self._closing.is_set():
                left = run.deadline - self.clock()
                if left <= 0:
                    break
                self._lock.wait(left)
            run.ends = True
            self._run_now = None
        if self._closing.is_set():
            run.thread.join(CLOSE_WITHIN * 0.8)
            return "absent", say.hangs(), run.came
        if not run.over:
            log.warning("%s does not answer; its thread is left behind", self.spec)
            self._left.append(run)
            return "lost", say.hangs(), run.came
        fault = run.fault or CameraFault(say.silent(self.name))
        return ("absent" if fault.absent and not self._seen else "lost"), fault.text, run.came

    def _pause(self, seconds: float) -> bool:
        """Wait for the next try; whether somebody wants it now."""
        with self._lock:
            self._lock.wait_for(lambda: self._closing.is_set() or self._again, seconds)
            wanted, self._again = self._again, False
            return wanted

    # from the thread that calls the source

    def took(self, run: _Run, picture: Any) -> None:
        """A picture came. Raises CameraFault where it is none."""
        frame = Frame(self._number + 1, self.clock(), usable(picture))
        with self._lock:
            if run.ends:
                return
            self._number, self._seen, self._frame = frame.number, True, frame
            self._lock.notify_all()
            black = is_black(picture)
            if not black:
                self._dark_since = None
            elif self._dark_since is None:
                self._dark_since = frame.at
            if self._dark_since is not None and frame.at - self._dark_since >= self.limits.dark:
                self._stand("lost", say.dark(), T("waiting for light"))
            elif self._dark_since is None or self._stands != "lost":
                self._stand("ready", None)

    def stills_asked(self) -> int:
        """How many stills are waited for."""
        return len(self._stills)

    def took_still(self, run: _Run, picture: Any, asked: int) -> None:
        """A still came; the first so many who asked get it."""
        still = usable(picture)
        with self._lock:
            if run.ends:
                return
            self._number += 1
            frame = Frame(self._number, self.clock(), still)
            answers = [self._stills.popleft() for _ in range(min(asked, len(self._stills)))]
        for answer in answers:
            _answer(answer, frame, None)

    def light_wanted(self) -> tuple[int, bool, Mapping[str, float] | None]:
        """The number of the last wish, whether the light is to be kept, and with which numbers it was kept before."""
        with self._lock:
            return self._wish, self._hold, None if self._locked is None else self._locked.values

    def light_kept(self, run: _Run, wish: int, locked: Locked) -> None:
        """The source has done what it can."""
        with self._lock:
            if wish == self._wish and not run.ends:
                self._locked = locked
                self._tell()

    def over(self, run: _Run) -> None:
        """The thread of a run has ended."""
        with self._lock:
            run.over = True
            self._lock.notify_all()

    # telling

    def _is_newer(self, number: int) -> bool:
        return self._frame is not None and self._frame.number > number

    def _refuse_stills(self, why: Text) -> None:
        with self._lock:
            answers = tuple(self._stills)
            self._stills.clear()
        for answer in answers:
            _answer(answer, None, why)

    def _stand(self, state: DeviceState, fault: Text | None, wait: Text | None = None) -> None:
        """How it stands now; the last fault is kept."""
        self._stands, self._wait = state, wait
        self._fault = fault or self._fault
        self._tell()

    def _tell(self) -> None:
        """Say so, where anything of it is another now."""
        told = (self._stands, self._fault, self._wait, self.size, self._locked)
        if told != self._told and self._deliver is not None:
            self._told = told
            self._deliver(Changed(self.id, self.clock()))


class _Run:
    """One source from opening to its end, in a thread of its own. `ends`: nobody listens to it any more.

    `deadline`: when it is given up unless it moves on.
    """

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.thread = Thread(target=self._run, name=f"{CAMERA}-source", daemon=True)
        self.deadline = camera.clock() + camera.limits.open
        self.ends = self.over = self.came = False
        self.fault: CameraFault | None = None
        self._pictures = 0
        self._kept = False
        self._done = 0

    def _run(self) -> None:
        source: Source | None = None
        try:
            source = self.camera.make()
            source.open()
            while not self.ends:
                self._obey(source)
                self._within(self.camera.limits.silent)
                self.camera.took(self, source.read())
                self.came = True
                self._pictures += 1
        except CameraFault as fault:
            self.fault = fault
        except Exception as error:
            # A driver may raise anything; the device never does.
            log.exception("the source %s failed", self.camera.spec)
            self.fault = CameraFault(say.failed(type(error).__name__))
        finally:
            if source is not None:
                self._close(source)
            self.camera.over(self)

    def _obey(self, source: Source) -> None:
        """Do what was asked for between two pictures."""
        asked = self.camera.stills_asked()
        if asked and self._pictures:
            self._within(self.camera.limits.still)
            self.camera.took_still(self, source.still(), asked)
        wish, keep, like = self.camera.light_wanted()
        if wish == self._done or (keep and not like and self._pictures < SETTLE):
            return
        self._within(self.camera.limits.still)
        if keep:
            self.camera.light_kept(self, wish, source.lock_light(like))
        elif self._kept:
            source.free_light()
        self._done, self._kept = wish, keep

    def _within(self, seconds: float) -> None:
        self.deadline = self.camera.clock() + seconds

    def _close(self, source: Source) -> None:
        try:
            source.close()
        except Exception:
            # As above; it is on its way out and there is nobody to tell.
            log.exception("the source %s could not be closed", self.camera.spec)


def _answer(answer: Answer, frame: Frame | None, why: Text | None) -> None:
    try:
        answer(frame, why)
    except Exception:
        # Whoever asked failed; the camera goes on for everybody else.
        log.exception("a still was not taken")
