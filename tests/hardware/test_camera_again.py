"""The camera over several tries: how long it waits, what a thread that was left behind brings, what it is told late."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from threading import Event
from typing import Any

import msgspec
import pytest

from companion.engine.text import T, Text
from hardware.camera import SETTLE, Camera, Frame, Limits
from hardware.camera_source import CameraFault, Locked, dark
from tests.kit.fake_camera import QUICK, FakeSource, Plug, grey
from tests.kit.pty_line import until


class Slow(FakeSource):
    """A source that waits for its test over a still and over its light. `level`: how bright its stills are."""

    def __init__(self, plug: Plug, level: int = 200) -> None:
        super().__init__(plug)
        self.level = level
        self.pictures = 0
        self.asked_still, self.gives_still = Event(), Event()
        self.asked_light, self.gives_light = Event(), Event()
        self.locks: list[tuple[bool, int]] = []

    def read(self) -> Any:
        picture = super().read()
        self.pictures += 1
        return picture

    def still(self) -> Any:
        self.asked_still.set()
        self.gives_still.wait(20)
        return grey(self.level, (256, 144))

    def lock_light(self, like: Mapping[str, float] | None) -> Locked:
        self.locks.append((like is not None, self.pictures))
        self.asked_light.set()
        self.gives_light.wait(20)
        return super().lock_light(like)


class Stand:
    """A camera whose clock only the test moves; each try has a source of its own."""

    def __init__(self) -> None:
        self.plug = Plug()
        self.now = 0.0
        self.sources: list[Slow] = []
        self.refused = 0
        self.waits: list[Text | None] = []
        self.stills: list[tuple[Frame | None, Any]] = []
        self.camera = self.made(QUICK)

    def made(self, limits: Limits) -> Camera:
        return Camera("fake:camera", self.make, name="Fake", limits=limits, clock=lambda: self.now)

    def make(self) -> Slow:
        if self.refused:
            self.refused -= 1
            raise CameraFault(T("Not yet."))
        self.sources.append(Slow(self.plug, 50 * (len(self.sources) + 1)))
        return self.sources[-1]

    def begin(self, **limits: Any) -> Camera:
        self.camera = self.made(msgspec.structs.replace(QUICK, **limits))
        self.camera.start(lambda _: self.waits.append(self.camera.wait))
        return self.camera

    def ready(self, **limits: Any) -> Camera:
        camera = self.begin(**limits)
        until(lambda: camera.state == "ready", "ready")
        return camera

    def ask(self) -> None:
        self.camera.ask_still(lambda frame, why: self.stills.append((frame, why)))

    def later(self, seconds: float) -> None:
        """Let so much time pass, and whoever waits for it look at the clock."""
        self.now += seconds
        self.camera.try_again()


@pytest.fixture
def stand() -> Iterator[Stand]:
    stand = Stand()
    yield stand
    for source in stand.sources:
        source.gives_still.set()
        source.gives_light.set()
    stand.camera.close()
    until(lambda: not [one for one in threading.enumerate() if one.name.startswith("camera")], "all threads end")


def every(seconds: int) -> Text:
    return T("trying every {n} s", n=seconds)


def seen(stand: Stand, more: int) -> Callable[[], bool]:
    """So many more pictures of the latest source."""
    source = stand.sources[-1]
    wanted = source.pictures + more
    return lambda: source.pictures >= wanted


def test_one_that_was_closed_before_it_began_never_begins(stand: Stand) -> None:
    stand.camera.close()
    stand.camera.start(lambda _: None)
    assert stand.camera.newer(0, 0.03) is None
    assert (stand.sources, stand.camera.state) == ([], "absent")


def test_each_try_waits_longer_and_pictures_begin_the_waits_anew(stand: Stand) -> None:
    stand.refused = 1
    camera = stand.ready(waits=(0.01, 60.0))
    stand.plug.there = False
    until(lambda: camera.wait == every(60))
    assert stand.waits == [T("waiting for its first picture"), every(1), None, every(1), every(60)]


def test_a_try_that_somebody_asked_for_begins_the_waits_anew(stand: Stand) -> None:
    stand.refused = 3
    camera = stand.begin(waits=(0.01, 60.0))
    until(lambda: camera.wait == every(60))
    camera.try_again()
    until(lambda: camera.state == "ready")
    assert stand.waits == [T("waiting for its first picture"), every(1), every(60), every(1), None]


def test_somebody_who_asks_for_a_try_gets_one(stand: Stand) -> None:
    stand.refused = 5
    camera = stand.begin(waits=(60.0,))
    until(lambda: camera.state == "lost")
    camera.try_again()
    until(lambda: stand.refused == 3)
    assert camera.newer(0, 0.03) is None
    assert stand.refused == 3


def test_pictures_alone_are_nothing_to_tell(stand: Stand) -> None:
    stand.ready()
    until(seen(stand, 5))
    assert stand.waits == [T("waiting for its first picture"), None]


def test_how_long_it_was_dark_is_counted_anew_after_a_reconnect(stand: Stand) -> None:
    stand.plug.picture = grey(5)
    # The clock leaps here: what gives up a silent source must not see that as its silence.
    camera = stand.ready(dark=5.0, waits=(60.0,), open=100.0, silent=100.0)
    stand.plug.there = False
    until(lambda: camera.state == "lost")
    fault = camera.fault
    stand.plug.there = True
    stand.later(10.0)
    until(lambda: len(stand.sources) == 2)
    until(seen(stand, 3))
    # Nothing can be made out yet: it is not ready, and not known to be dark.
    assert (camera.state, camera.fault) == ("lost", fault)
    stand.now += 6.0
    until(lambda: camera.fault == dark())


def test_a_still_of_a_thread_that_was_left_behind_is_given_to_nobody(stand: Stand) -> None:
    camera = stand.ready(waits=(60.0,))
    stand.ask()
    stand.sources[0].asked_still.wait(20)
    stand.later(100.0)
    until(lambda: len(stand.sources) == 2 and camera.state == "ready")
    stand.ask()
    stand.sources[1].asked_still.wait(20)
    stand.sources[0].gives_still.set()
    until(lambda: stand.sources[0].closed == 1)
    assert [frame for frame, _ in stand.stills] == [None]
    stand.sources[1].gives_still.set()
    until(lambda: len(stand.stills) == 2)
    frame = stand.stills[1][0]
    assert frame is not None and frame.picture.max() == 100


def test_who_asks_while_a_still_is_taken_gets_the_next_one(stand: Stand) -> None:
    stand.ready()
    stand.ask()
    stand.sources[0].asked_still.wait(20)
    stand.ask()
    stand.sources[0].gives_still.set()
    until(lambda: len(stand.stills) == 2)
    first, second = (frame.number for frame, _ in stand.stills if frame is not None)
    assert first < second


def test_a_still_may_take_longer_than_a_picture(stand: Stand) -> None:
    camera = stand.ready(silent=3.0, still=12.0)
    stand.ask()
    stand.sources[0].asked_still.wait(20)
    stand.later(5.0)
    assert camera.newer(10**9, 0.03) is None
    assert (camera.state, stand.stills) == ("ready", [])
    stand.sources[0].gives_still.set()
    until(lambda: stand.stills)
    assert stand.stills[0][0] is not None and len(stand.sources) == 1


def test_a_still_comes_after_the_first_picture(stand: Stand) -> None:
    stand.begin()
    stand.ask()
    until(lambda: stand.sources)
    stand.sources[0].gives_still.set()
    until(lambda: stand.stills)
    frame = stand.stills[0][0]
    assert frame is not None and frame.number > 1


def test_a_lock_that_was_taken_back_meanwhile_does_not_count(stand: Stand) -> None:
    camera = stand.ready()
    camera.lock_light(True)
    stand.sources[0].asked_light.wait(20)
    camera.lock_light(False)
    stand.sources[0].gives_light.set()
    until(lambda: stand.plug.locks == [None, "free"])
    assert not camera.light_locked


def test_a_lock_of_a_thread_that_was_left_behind_does_not_count(stand: Stand) -> None:
    camera = stand.ready(waits=(60.0,))
    camera.lock_light(True)
    stand.sources[0].asked_light.wait(20)
    stand.later(100.0)
    until(lambda: len(stand.sources) == 2 and stand.sources[1].asked_light.is_set())
    stand.sources[0].gives_light.set()
    until(lambda: stand.sources[0].closed == 1)
    assert not camera.light_locked
    stand.sources[1].gives_light.set()
    until(lambda: camera.light_locked)


def test_what_was_never_locked_is_not_let_go(stand: Stand) -> None:
    camera = stand.begin()
    camera.lock_light(True)
    camera.lock_light(False)
    until(lambda: stand.sources and stand.sources[0].pictures > SETTLE + 2)
    assert stand.plug.locks == []


def test_the_light_of_before_is_set_at_once_after_a_reconnect(stand: Stand) -> None:
    camera = stand.ready()
    stand.sources[0].gives_light.set()
    camera.lock_light(True)
    until(lambda: camera.light_locked)
    assert stand.sources[0].locks[0][1] >= SETTLE
    stand.plug.there = False
    until(lambda: camera.state == "lost")
    stand.plug.there = True
    until(lambda: stand.sources[-1].locks and len(stand.sources) > 1)
    assert stand.sources[-1].locks == [(True, 0)]
