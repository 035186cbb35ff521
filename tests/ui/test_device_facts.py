"""What is said of devices in rows and signs."""

from __future__ import annotations

import pytest

from companion.engine.text import T
from companion.ui.device_facts import holds, line_of, since, worst
from hardware.device import Read
from tests.kit.fake_camera import Plug, grey
from tests.kit.pty_line import until
from tests.kit.spare_device import SpareDevice


@pytest.mark.parametrize(
    ("seconds", "message", "n"),
    [
        (-2.0, "{n} s ago", 0),
        (59.9, "{n} s ago", 59),
        (60.0, "{n} min ago", 1),
        (3599.0, "{n} min ago", 59),
        (3600.0, "{n} h ago", 1),
    ],
)
def test_how_long_ago_turns_at_whole_minutes_and_hours(seconds: float, message: str, n: int) -> None:
    told = since(seconds)
    assert (told.message, told.params) == (message, {"n": n})


def test_a_device_that_is_away_says_the_fault_before_what_it_waits_for() -> None:
    device = SpareDevice()
    device.stands, device.wrong, device.waits = "lost", T("The cable is loose."), T("looked for again in 4 s")
    assert line_of(device, None, 0.0) == device.wrong
    seen = line_of(device, None, 0.0, "20:14")
    assert seen.message == "{was}; {wait}"
    device.waits = None
    assert line_of(device, None, 0.0, "20:14").params == {"time": "20:14"}


def test_the_push_of_a_knob_is_no_button_of_its_own() -> None:
    assert holds(SpareDevice(keys=("push", "turn"))).message == "a knob"
    assert holds(SpareDevice(keys=("seat1", "push"))).params == {"n": 1}
    assert holds(SpareDevice("serial:r", "reader", keys=())).message == "reads tags"


def test_a_tag_is_told_as_a_tag() -> None:
    line = line_of(SpareDevice(), Read("panel", "04A1", 5.0), 15.0)
    assert line.params["last"].message == "last tag {ago}"  # type: ignore[union-attr]


def test_the_state_that_needs_to_be_seen_first_is_the_lost_one() -> None:
    assert worst(("ready", "absent", "lost", "starting")) == "lost"
    assert worst(("ready", "starting")) == "starting"


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ((1280, 720), "pictures of {width} × {height}"),
        ((1920, 1080), "pictures of {width} × {height}"),
        ((640, 480), "{width} × {height}, smaller than asked for"),
    ],
)
def test_a_camera_says_what_pictures_it_gives_and_whether_they_are_smaller_than_asked(
    size: tuple[int, int], message: str
) -> None:
    plug = Plug()
    plug.picture = grey(128, size)
    camera = plug.camera()
    camera.start(lambda _: None)
    try:
        until(lambda: camera.state == "ready")
        line = line_of(camera, None, 0.0)
        assert (line.message, line.params) == (message, {"width": size[0], "height": size[1]})
    finally:
        camera.close()
    assert line_of(camera, None, 0.0, "20:14").message == "was there at {time}"
