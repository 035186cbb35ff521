"""A camera on USB through OpenCV, with a driver that is only numbers: sizes, stills, light, and how it is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware import camera_v4l2
from hardware.camera_source import CameraFault, busy, keeps_nothing, silent, unplugged
from hardware.camera_v4l2 import V4l2Source

ENTRY = "usb-Acme_Eye_7-video-index0"


class Driver:
    """A camera as OpenCV shows it: sizes it has, light it follows. `level`: how bright its pictures are."""

    def __init__(self) -> None:
        self.opens = True
        self.sizes = [(640, 480), (1280, 720), (2592, 1944)]
        self.size = (640, 480)
        self.wish = [0, 0]
        self.has = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_EXPOSURE: 250.0, cv2.CAP_PROP_GAIN: 32.0, cv2.CAP_PROP_WB_TEMPERATURE: 4000.0,
        }  # fmt: skip
        self.fixed: set[int] = set()
        """What it does not let anybody set."""
        self.level = 100
        self.level_by_hand = 100
        self.fails_at: tuple[int, int] | None = None
        self.silent = False
        self.cut = 0
        """So many pictures that come arrive cut."""
        self.made: list[tuple[str, int]] = []
        self.set_to: dict[int, float] = {}
        self.released = 0

    def __call__(self, path: str, kind: int) -> Driver:
        self.made.append((path, kind))
        self.size = (640, 480)
        return self

    def isOpened(self) -> bool:
        return self.opens

    def set(self, number: int, value: float) -> bool:
        self.set_to[number] = value
        if number in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            self.wish[number == cv2.CAP_PROP_FRAME_HEIGHT] = int(value)
            self.size = min(self.sizes, key=lambda one: abs(one[0] * one[1] - self.wish[0] * self.wish[1]))
        elif number in self.has:
            if number in self.fixed:
                return False
            self.has[number] = value
        return True

    def get(self, number: int) -> float:
        return self.has.get(number, 0.0)

    def read(self) -> tuple[bool, Any]:
        self.cut -= 1
        if self.silent or self.size == self.fails_at or self.cut >= 0:
            return False, None
        level = self.level if self.has[cv2.CAP_PROP_AUTO_EXPOSURE] == 3 else self.level_by_hand
        return True, np.full((self.size[1], self.size[0], 3), level, np.uint8)

    def release(self) -> None:
        self.released += 1


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    driver = Driver()
    monkeypatch.setattr(cv2, "VideoCapture", driver)
    monkeypatch.setattr(camera_v4l2.nodes, "check", lambda _: None)
    monkeypatch.setattr(camera_v4l2.nodes, "user_of", lambda _: "")
    return driver


@pytest.fixture
def source(driver: Driver, tmp_path: Path) -> V4l2Source:
    (tmp_path / ENTRY).symlink_to("/dev/null")
    source = V4l2Source(f"v4l2:{ENTRY}", ENTRY, tmp_path)
    source.open()
    return source


def test_it_is_asked_for_packed_pictures_of_720_lines_where_its_entry_leads(
    driver: Driver, source: V4l2Source
) -> None:  # fmt: skip
    assert driver.made == [("/dev/null", cv2.CAP_V4L2)]
    assert driver.set_to[cv2.CAP_PROP_FOURCC] == sum(ord(c) << 8 * n for n, c in enumerate("MJPG"))
    assert driver.set_to[cv2.CAP_PROP_BUFFERSIZE] == 2
    assert source.read().shape == (720, 1280, 3)


def test_a_camera_without_that_size_gives_what_it_has(driver: Driver, source: V4l2Source) -> None:
    driver.sizes = [(640, 480)]
    source.close()
    source.open()
    assert source.read().shape == (480, 640, 3)


def test_a_picture_that_arrives_cut_is_passed_over_and_many_in_a_row_are_a_fault(
    driver: Driver, source: V4l2Source
) -> None:  # fmt: skip
    driver.cut = 3
    assert source.read() is not None
    driver.cut = 4
    with pytest.raises(CameraFault):
        source.read()


def test_one_that_is_slow_to_give_nothing_is_not_asked_again_and_again(
    driver: Driver, source: V4l2Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = iter(range(0, 360_000, 3600))
    monkeypatch.setattr(camera_v4l2, "monotonic", lambda: float(next(hours)))
    driver.cut = 1000
    with pytest.raises(CameraFault):
        source.read()
    assert driver.cut == 999


def test_a_camera_that_does_not_go_back_to_its_usual_size_is_opened_anew_and_its_still_kept(
    driver: Driver, source: V4l2Source
) -> None:  # fmt: skip
    driver.fails_at = (1280, 720)
    assert source.still().shape == (1944, 2592, 3)
    assert len(driver.made) == 2 and driver.released == 1


def test_a_still_is_of_the_largest_size_and_the_next_picture_of_the_usual_one(source: V4l2Source) -> None:
    assert source.still().shape == (1944, 2592, 3)
    assert source.read().shape == (720, 1280, 3)


def test_where_the_largest_size_fails_a_still_is_a_usual_picture(driver: Driver, source: V4l2Source) -> None:
    driver.fails_at = (2592, 1944)
    assert source.still().shape == (720, 1280, 3)
    assert len(driver.made) == 2
    assert source.read().shape == (720, 1280, 3)


def test_light_is_locked_at_the_numbers_it_has(driver: Driver, source: V4l2Source) -> None:
    locked = source.lock_light(None)
    assert locked.values == {"exposure": 250.0, "gain": 32.0, "white": 4000.0}
    assert locked.cannot is None
    assert (driver.has[cv2.CAP_PROP_AUTO_EXPOSURE], driver.has[cv2.CAP_PROP_AUTO_WB]) == (1.0, 0.0)
    assert driver.has[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    source.free_light()
    assert (driver.has[cv2.CAP_PROP_AUTO_EXPOSURE], driver.has[cv2.CAP_PROP_AUTO_WB]) == (3.0, 1.0)


def test_light_is_locked_again_as_it_was(driver: Driver, source: V4l2Source) -> None:
    driver.level_by_hand = 30
    locked = source.lock_light({"exposure": 90.0, "gain": 5.0, "white": 3200.0})
    assert driver.has[cv2.CAP_PROP_EXPOSURE] == 90.0
    assert driver.has[cv2.CAP_PROP_WB_TEMPERATURE] == 3200.0
    assert locked.values["gain"] == 5.0


@pytest.mark.parametrize(
    ("fixed", "words"),
    [
        ({cv2.CAP_PROP_AUTO_EXPOSURE}, ["exposure"]),
        ({cv2.CAP_PROP_AUTO_WB}, ["white balance"]),
        ({cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB}, ["exposure", "white balance"]),
        ({cv2.CAP_PROP_AUTOFOCUS}, []),
    ],
)
def test_what_the_camera_goes_on_changing_is_said(
    driver: Driver, source: V4l2Source, fixed: set[int], words: list[str]
) -> None:
    driver.fixed = fixed
    cannot = source.lock_light(None).cannot
    told = () if cannot is None else cannot.params["what"]
    assert [word.message for word in told] == words  # type: ignore[union-attr]


@pytest.mark.parametrize("level", [60, 150])
def test_light_that_jumps_when_it_is_locked_is_let_go(driver: Driver, source: V4l2Source, level: int) -> None:
    driver.level_by_hand = level
    locked = source.lock_light(None)
    assert (locked.values, locked.cannot) == ({}, keeps_nothing())
    assert driver.has[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0


def test_light_is_judged_once_the_camera_has_settled(
    driver: Driver, source: V4l2Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand = iter([100, 100, 30])
    monkeypatch.setattr(Driver, "level_by_hand", property(lambda _: next(by_hand, 30), lambda *_: None), raising=False)
    assert source.lock_light(None).cannot == keeps_nothing()


def test_one_that_does_not_open_or_gives_nothing_is_told_with_what_may_hold_it(
    driver: Driver, source: V4l2Source, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    driver.silent = True
    with pytest.raises(CameraFault) as told:
        source.read()
    assert (told.value.text, told.value.absent) == (silent("Acme Eye 7"), False)
    (tmp_path / ENTRY).unlink()
    with pytest.raises(CameraFault) as told:
        source.read()
    assert (told.value.text, told.value.absent) == (unplugged("Acme Eye 7"), True)
    (tmp_path / ENTRY).symlink_to("/dev/null")
    monkeypatch.setattr(camera_v4l2.nodes, "user_of", lambda _: "cheese")
    driver.opens = False
    with pytest.raises(CameraFault) as told:
        source.open()
    assert told.value.text == busy("cheese")


def test_it_is_let_go_of_once(driver: Driver, source: V4l2Source) -> None:
    source.close()
    source.close()
    assert driver.released == 1


def test_a_node_that_is_not_there_is_never_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    driver = Driver()
    monkeypatch.setattr(cv2, "VideoCapture", driver)
    with pytest.raises(CameraFault) as told:
        V4l2Source("v4l2:x", ENTRY, tmp_path).open()
    assert told.value.absent
    assert driver.made == []
