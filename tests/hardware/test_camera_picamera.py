"""The ribbon cable's camera, with a picamera2 that is only numbers: what is asked of it, and what it may fail with."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hardware.camera_picamera import PicameraSource
from hardware.camera_source import CameraFault, busy, keeps_nothing

LIGHT = {"ExposureTime": 9987, "AnalogueGain": 2.5, "ColourGains": (1.75, 1.5)}


class Picamera2:
    """As the package shows a camera, by its documented calls."""

    there = 1
    refuses: Exception | None = None
    breaks: Exception | None = None
    metadata: dict[str, Any] = LIGHT
    made: list[Picamera2] = []
    sensor_resolution = (4608, 2592)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [{"Model": "imx708", "Num": n} for n in range(cls.there)]

    def __init__(self, number: int) -> None:
        if self.refuses is not None:
            raise self.refuses
        self.number = number
        self.done: list[str] = []
        self.told: dict[str, Any] = {}
        self.main: dict[str, Any] = {}
        self.made.append(self)

    def create_video_configuration(self, main: dict[str, Any], buffer_count: int) -> dict[str, Any]:
        return {"main": main, "buffers": buffer_count}

    create_still_configuration = create_video_configuration

    def configure(self, how: dict[str, Any]) -> None:
        self.main = how["main"]

    def start(self) -> None:
        self.done.append("start")

    def capture_array(self, name: str) -> Any:
        if self.breaks is not None:
            raise self.breaks
        assert name == "main"
        width, height = self.main["size"]
        return np.zeros((height, width, 3), np.uint8)

    def switch_mode_and_capture_array(self, how: dict[str, Any], name: str) -> Any:
        width, height = how["main"]["size"]
        assert how["main"]["format"] == "RGB888"
        return np.zeros((height, width, 3), np.uint8)

    def capture_metadata(self) -> dict[str, Any]:
        return self.metadata

    def set_controls(self, told: dict[str, Any]) -> None:
        self.told.update(told)

    def close(self) -> None:
        self.done.append("close")


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    fake = type("Fake", (Picamera2,), {"made": []})
    module = ModuleType("picamera2")
    module.Picamera2 = fake  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return fake


@pytest.fixture
def source(package: type[Picamera2]) -> PicameraSource:
    source = PicameraSource("picamera2:0", 0)
    source.open()
    return source


def test_it_is_asked_for_pictures_in_the_order_of_all_others(package: type[Picamera2], source: PicameraSource) -> None:
    (camera,) = package.made
    assert (camera.number, camera.main) == (0, {"size": (1280, 720), "format": "RGB888"})
    assert camera.done == ["start"]
    assert source.read().shape == (720, 1280, 3)


@pytest.mark.parametrize(
    "changed", [{"ColourGains": None}, {"ColourGains": (1.0,)}, {"AnalogueGain": "auto"}, {"ExposureTime": None}]
)
def test_light_that_is_told_in_no_numbers_is_not_locked(
    package: type[Picamera2], source: PicameraSource, changed: dict[str, Any]
) -> None:
    package.metadata = {**LIGHT, **changed}
    assert source.lock_light(None).cannot == keeps_nothing()
    assert package.made[0].told == {}


def test_one_that_can_not_begin_is_let_go_of(package: type[Picamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object) -> None:
        raise RuntimeError("Failed to start camera")

    monkeypatch.setattr(package, "start", refused, raising=False)
    with pytest.raises(CameraFault):
        PicameraSource("picamera2:0", 0).open()
    assert [camera.done for camera in package.made] == [["close"]]


def test_a_still_has_all_pixels_of_the_sensor(source: PicameraSource) -> None:
    assert source.still().shape == (2592, 4608, 3)
    assert source.read().shape == (720, 1280, 3)


def test_light_is_locked_as_it_is_and_again_as_it_was(package: type[Picamera2], source: PicameraSource) -> None:
    values = {"exposure": 9987.0, "gain": 2.5, "red": 1.75, "blue": 1.5}
    assert (source.lock_light(None).values, source.lock_light(None).cannot) == (values, None)
    told = {"AeEnable": False, "AwbEnable": False, **LIGHT}
    assert package.made[0].told == told
    source.free_light()
    assert package.made[0].told == {**told, "AeEnable": True, "AwbEnable": True}
    package.metadata = {}
    assert source.lock_light(values).values == values
    assert package.made[0].told == told


def test_a_camera_that_does_not_tell_its_light_can_not_lock_it(
    package: type[Picamera2], source: PicameraSource
) -> None:  # fmt: skip
    package.metadata = {"ExposureTime": 9987}
    assert source.lock_light(None).cannot == keeps_nothing()
    assert package.made[0].told == {}


def test_a_number_that_is_not_there_is_absent(package: type[Picamera2]) -> None:
    with pytest.raises(CameraFault) as told:
        PicameraSource("picamera2:1", 1).open()
    assert told.value.absent
    assert told.value.text.params == {"number": 1}
    assert package.made == []


def test_one_that_another_program_has_is_busy(package: type[Picamera2]) -> None:
    package.refuses = RuntimeError("Failed to acquire camera: Device or resource busy")
    with pytest.raises(CameraFault) as told:
        PicameraSource("picamera2:0", 0).open()
    assert told.value.text == busy()


def test_one_that_fails_while_it_is_read_is_a_fault_and_can_be_closed(
    package: type[Picamera2], source: PicameraSource
) -> None:  # fmt: skip
    package.breaks = RuntimeError("Camera frontend has timed out!")
    with pytest.raises(CameraFault) as told:
        source.read()
    assert told.value.text.params == {"detail": "Camera frontend has timed out!"}
    source.close()
    source.close()
    assert package.made[0].done == ["start", "close"]


def test_without_the_package_it_says_how_to_get_it() -> None:
    with pytest.raises(CameraFault) as told:
        PicameraSource("picamera2:0", 0).open()
    assert told.value.absent
    assert told.value.text.params["command"] == "sudo apt install python3-picamera2"


@pytest.mark.parametrize(
    "error",
    [
        ValueError("numpy.dtype size changed, may indicate binary incompatibility"),
        ModuleNotFoundError("No module named 'libcamera'", name="libcamera"),
        AttributeError("_ARRAY_API not found"),
    ],
)
def test_a_package_that_does_not_fit_this_python_sends_to_the_doctor(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(_: str) -> ModuleType:
        raise error

    monkeypatch.setattr("hardware.camera_picamera.importlib.import_module", fails)
    with pytest.raises(CameraFault) as told:
        PicameraSource("picamera2:0", 0).open()
    assert not told.value.absent
    assert "cartouche doctor" in told.value.text.message
