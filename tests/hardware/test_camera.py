"""The camera as a device: its latest picture, how it stands, and what happens when it hangs or sees black."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from companion.engine.text import T
from hardware.camera import MOST_STILLS, SETTLE, Camera, Frame
from hardware.camera_source import CameraFault, dark, failed, hangs, hangs_again
from hardware.device import Changed, Signal
from tests.kit.fake_camera import QUICK, FakeSource, Plug, grey
from tests.kit.pty_line import until


class Stand:
    """A camera on a plug, and all it has told."""

    def __init__(self) -> None:
        self.plug = Plug()
        self.told: list[Signal] = []
        self.stills: list[tuple[Frame | None, Any]] = []
        self.camera = self.plug.camera()

    def begin(self, **limits: Any) -> Camera:
        if limits:
            self.camera = self.plug.camera(msgspec.structs.replace(QUICK, **limits))
        self.camera.start(self.told.append)
        return self.camera

    def ready(self, **limits: Any) -> Camera:
        camera = self.begin(**limits)
        until(lambda: camera.state == "ready", "ready")
        return camera

    def ask(self) -> None:
        self.camera.ask_still(lambda frame, why: self.stills.append((frame, why)))


@pytest.fixture
def stand() -> Iterator[Stand]:
    stand = Stand()
    yield stand
    stand.plug.freed.set()
    stand.camera.close()
    until(lambda: not [one for one in threading.enumerate() if one.name.startswith("camera")], "all threads end")


def becomes(camera: Camera, state: str) -> Callable[[], bool]:
    return lambda: camera.state == state


def test_it_is_starting_until_its_first_picture_and_tells_when_it_is_ready(stand: Stand) -> None:
    assert (stand.camera.state, stand.camera.frame, stand.camera.size) == ("starting", None, None)
    camera = stand.ready()
    assert camera.size == (64, 36)
    assert camera.fault is None
    assert [type(one) for one in stand.told] == [Changed, Changed]
    assert {one.device for one in stand.told} == {"camera"}


def test_only_the_latest_picture_is_held_and_nobody_can_write_into_it(stand: Stand) -> None:
    camera = stand.ready()
    first = camera.frame
    assert first is not None
    later = camera.newer(first.number + 3, 5)
    assert later is not None and later.number > first.number + 3 and later.at > first.at
    with pytest.raises(ValueError):
        later.picture[0, 0] = 0


def test_waiting_for_a_newer_picture_ends_when_none_comes(stand: Stand) -> None:
    camera = stand.ready()
    assert camera.newer(10**9, 0.02) is None


def test_a_camera_that_is_not_there_is_absent_and_comes_when_it_is_plugged_in(stand: Stand) -> None:
    stand.plug.there = False
    camera = stand.begin()
    until(becomes(camera, "absent"))
    assert camera.fault == T("It is not there.")
    assert camera.wait == T("trying every {n} s", n=1)
    stand.plug.there = True
    until(becomes(camera, "ready"))


def test_one_that_is_pulled_out_is_lost_shows_nothing_old_and_comes_back(stand: Stand) -> None:
    camera = stand.ready()
    before = camera.frame
    assert before is not None
    stand.plug.there = False
    until(becomes(camera, "lost"))
    assert camera.frame is None
    assert camera.size is None
    assert camera.fault is not None
    stand.plug.there = True
    until(becomes(camera, "ready"))
    assert camera.frame is not None and camera.frame.number > before.number
    assert stand.plug.closed == stand.plug.opened - 1


def test_a_refusal_is_told_in_its_own_words_and_tried_again_on_request(stand: Stand) -> None:
    stand.plug.refuses = CameraFault(T("Another program has it."))
    camera = stand.begin(waits=(60.0,))
    until(becomes(camera, "lost"))
    assert camera.fault == T("Another program has it.")
    assert stand.plug.opened == 1
    stand.plug.refuses = None
    camera.try_again()
    until(becomes(camera, "ready"))
    assert stand.plug.opened == 2


def test_one_that_hangs_is_left_behind_and_a_new_thread_tries_again(stand: Stand) -> None:
    camera = stand.ready(silent=0.1)
    stand.plug.hangs = True
    until(lambda: camera.fault == hangs(), "it is found hanging")
    stand.plug.hangs = False
    until(becomes(camera, "ready"))
    assert stand.plug.opened >= 2
    assert stand.plug.hanging == 1
    assert camera.fault == hangs()


def test_what_a_thread_that_was_left_behind_still_brings_is_not_shown(stand: Stand) -> None:
    camera = stand.ready(silent=0.1, waits=(60.0,))
    stand.plug.hangs = True
    until(becomes(camera, "lost"))
    stand.plug.hangs = False
    stand.plug.freed.set()
    until(lambda: stand.plug.closed == 1, "the hung one lets go by itself")
    assert (camera.state, camera.frame) == ("lost", None)


def test_no_more_than_so_many_hung_threads_are_ever_left_behind(stand: Stand) -> None:
    stand.plug.hangs = True
    camera = stand.begin(open=0.1, silent=0.1)
    until(lambda: camera.fault == hangs_again(QUICK.abandoned), "it is given up")
    assert stand.plug.opened == stand.plug.hanging == QUICK.abandoned
    for _ in range(5):
        camera.try_again()
        assert not camera.newer(0, 0.02)
    assert stand.plug.opened == QUICK.abandoned
    stand.plug.hangs = False
    stand.plug.freed.set()
    until(becomes(camera, "ready"))


def test_closing_does_not_wait_for_one_that_hangs(stand: Stand) -> None:
    camera = stand.ready(silent=30.0)
    stand.plug.hangs = True
    until(lambda: stand.plug.hanging == 1)
    camera.close()
    assert stand.plug.hanging == 1
    assert (camera.state, camera.frame) == ("absent", None)


def test_nobody_who_asks_waits_for_one_that_hangs(stand: Stand) -> None:
    camera = stand.ready(silent=30.0)
    stand.plug.hangs = True
    until(lambda: stand.plug.hanging == 1)
    camera.light({"seat1": "on"})
    camera.sound("good")
    camera.lock_light(True)
    camera.try_again()
    stand.ask()
    assert (camera.state, camera.size, camera.light_locked, camera.wait) == ("ready", (64, 36), False, None)
    assert stand.plug.hanging == 1


def test_nothing_but_black_is_told_and_light_makes_it_ready_again(stand: Stand) -> None:
    stand.plug.picture = grey(5)
    camera = stand.begin()
    until(lambda: camera.fault == dark())
    assert camera.state == "lost"
    assert camera.frame is not None
    stand.plug.picture = grey(40)
    until(becomes(camera, "ready"))
    stand.plug.picture = grey(5)
    until(becomes(camera, "lost"))


def test_one_bright_spot_in_the_dark_is_a_picture(stand: Stand) -> None:
    picture = grey(0)
    picture[16:32, 16:32] = 90
    stand.plug.picture = picture
    camera = stand.ready()
    assert camera.newer(30, 5) is not None
    assert camera.state == "ready"


def test_pictures_of_another_size_are_told_and_used(stand: Stand) -> None:
    camera = stand.ready()
    told = len(stand.told)
    stand.plug.picture = grey(128, (32, 24))
    until(lambda: camera.size == (32, 24))
    until(lambda: len(stand.told) > told)
    assert camera.state == "ready"


@pytest.mark.parametrize(
    "thing",
    [None, 7, *(np.zeros(shape, np.uint8) for shape in ((36, 64), (36, 64, 4), (0, 9, 3))), np.zeros((36, 64, 3))],
)  # fmt: skip
def test_what_is_no_colour_picture_is_told_and_never_shown(stand: Stand, thing: object) -> None:
    stand.plug.coming.append(thing)
    camera = stand.begin(waits=(60.0,))
    until(becomes(camera, "lost"))
    assert camera.frame is None
    assert camera.fault is not None and "colour" in camera.fault.message


def test_a_driver_that_raises_anything_at_all_is_a_fault_with_a_remedy(stand: Stand) -> None:
    camera = stand.ready(waits=(60.0,))
    stand.plug.breaks = ZeroDivisionError()
    until(becomes(camera, "lost"))
    assert camera.fault == failed("ZeroDivisionError")
    assert stand.plug.closed == 1


def test_a_source_that_can_not_even_be_made_is_a_fault() -> None:
    plug = Plug()

    def no_source() -> FakeSource:
        raise CameraFault(T("There is no such camera."))

    camera = plug.camera(make=no_source)
    camera.start(lambda _: None)
    until(becomes(camera, "lost"))
    assert camera.fault == T("There is no such camera.")
    camera.close()


def test_a_still_is_as_large_as_the_camera_can_and_answered_once(stand: Stand) -> None:
    camera = stand.ready()
    stand.ask()
    until(lambda: stand.stills)
    ((frame, why),) = stand.stills
    assert frame is not None and frame.picture.shape == (144, 256, 3)
    assert why is None
    number = frame.number
    assert camera.newer(number + 2, 5) is not None
    assert camera.size == (64, 36)
    assert len(stand.stills) == 1


def test_a_still_asked_while_it_starts_is_taken_after_the_first_picture(stand: Stand) -> None:
    stand.begin()
    stand.ask()
    until(lambda: stand.stills)
    assert stand.stills[0][0] is not None


def test_a_still_of_a_lost_camera_is_answered_at_once_with_the_reason(stand: Stand) -> None:
    stand.plug.there = False
    camera = stand.begin(waits=(60.0,))
    stand.ask()
    until(lambda: stand.stills)
    assert stand.stills == [(None, T("It is not there."))]
    stand.ask()
    assert stand.stills[1] == (None, camera.fault)


def test_a_camera_that_hangs_over_a_still_answers_all_the_same(stand: Stand) -> None:
    stand.ready(still=0.2)
    stand.plug.hangs_in_still = True
    stand.ask()
    until(lambda: stand.stills)
    assert stand.stills == [(None, hangs())]
    stand.plug.freed.set()


def test_more_stills_than_it_can_keep_in_mind_are_refused(stand: Stand) -> None:
    stand.ready(still=30.0)
    stand.plug.hangs_in_still = True
    for _ in range(MOST_STILLS + 1):
        stand.ask()
    assert [frame for frame, _ in stand.stills] == [None]
    stand.plug.freed.set()
    until(lambda: len(stand.stills) == MOST_STILLS + 1)
    assert all(frame is not None for frame, _ in stand.stills[1:])


def test_closing_answers_who_still_waits(stand: Stand) -> None:
    camera = stand.ready(still=30.0)
    stand.plug.hangs_in_still = True
    stand.ask()
    camera.close()
    assert [frame for frame, _ in stand.stills] == [None]
    stand.ask()
    assert len(stand.stills) == 2


def test_one_who_fails_over_his_still_does_not_take_the_camera_along(stand: Stand) -> None:
    camera = stand.ready()
    camera.ask_still(lambda frame, why: 1 // 0)  # type: ignore[arg-type, return-value]
    stand.ask()
    until(lambda: stand.stills)
    assert stand.stills[0][0] is not None
    assert stand.plug.opened == 1


def test_light_is_locked_once_it_has_settled_and_as_before_after_a_reconnect(stand: Stand) -> None:
    camera = stand.begin()
    camera.lock_light(True)
    assert not camera.light_locked
    until(lambda: camera.light_locked)
    assert camera.frame is not None and camera.frame.number >= SETTLE
    assert (stand.plug.locks, camera.unlockable) == ([None], None)
    stand.plug.there = False
    until(becomes(camera, "lost"))
    stand.plug.there = True
    until(lambda: len(stand.plug.locks) == 2)
    assert stand.plug.locks[1] == {"exposure": 7.0}
    camera.lock_light(False)
    until(lambda: len(stand.plug.locks) == 3)
    assert stand.plug.locks[2] == "free"
    assert not camera.light_locked


def test_what_a_camera_can_not_lock_is_said(stand: Stand) -> None:
    stand.plug.lockable = False
    camera = stand.ready()
    camera.lock_light(True)
    until(lambda: camera.light_locked)
    assert camera.unlockable is not None and "exposure" in camera.unlockable.message


def test_a_camera_that_was_closed_is_not_begun_again(stand: Stand) -> None:
    camera = stand.ready()
    camera.close()
    opened = stand.plug.opened
    camera.start(stand.told.append)
    assert camera.newer(0, 0.03) is None
    assert (stand.plug.opened, stand.plug.closed, camera.state) == (opened, opened, "absent")
