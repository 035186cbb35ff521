"""How cameras are named in the settings, which of them there are, and what is loaded for which."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.devices import decoded
from companion.engine.errors import InputError
from hardware import cameras
from hardware.camera_source import no_opencv
from hardware.cameras import MOST_PATH, Listed, camera, listed, source_of
from tests.kit.pty_line import until

ENTRY = "usb-Acme_Eye_7-video-index0"


@pytest.mark.parametrize(
    ("spec", "name", "path", "simulated"),
    [
        (f"v4l2:{ENTRY}", "Acme Eye 7", f"/dev/v4l/by-id/{ENTRY}", False),
        ("picamera2:1", "picamera2 1", "", False),
        ("folder:/srv/pictures", "pictures", "/srv/pictures", True),
        ("folder-loop:pictures", "pictures", "pictures", True),
        ("video:/srv/a:b.mp4", "a:b.mp4", "/srv/a:b.mp4", True),
        ("video-loop:~/a.mp4", "a.mp4", str(Path.home() / "a.mp4"), True),
    ],
)
def test_a_camera_is_named_by_its_way_and_its_place(spec: str, name: str, path: str, simulated: bool) -> None:
    one = listed(spec)
    assert (one.spec, one.name, one.path, one.simulated) == (spec, name, path, simulated)
    assert ("Simulated" in one.title.message) is simulated


@pytest.mark.parametrize(
    "spec",
    [
        "", "v4l2", "v4l2:", "v4l2:../../etc/passwd", "v4l2:..", "v4l2:/dev/video0", "picamera2:x", "picamera2:01",
        "picamera2:10", "webcam:0", "folder:", "folder:a\nb", "Folder:/srv", "folder:" + "a" * (MOST_PATH + 1),
    ],
)  # fmt: skip
def test_what_can_be_no_camera_says_how_one_is_written(spec: str) -> None:
    with pytest.raises(InputError) as told:
        listed(spec)
    assert "names no camera" in told.value.text.message
    assert len(str(told.value.text.params["spec"])) <= 60


def test_a_camera_that_can_be_none_is_lost_and_says_so() -> None:
    device = camera("webcam:0", decoded)
    device.start(lambda _: None)
    try:
        until(lambda: device.state == "lost")
        assert device.fault is not None and "names no camera" in device.fault.message
    finally:
        device.close()


def test_what_is_plugged_in_can_be_chosen_and_the_ribbon_only_where_its_package_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    (tmp_path / ENTRY).symlink_to("/dev/null")
    usb = Listed(f"v4l2:{ENTRY}", "v4l2", "Acme Eye 7", str(tmp_path / ENTRY))
    monkeypatch.setattr(cameras.importlib.util, "find_spec", lambda _: None)
    assert cameras.cameras(tmp_path) == (usb,)
    monkeypatch.setattr(cameras.importlib.util, "find_spec", lambda _: object())
    assert cameras.cameras(tmp_path) == (usb, listed("picamera2:0"))


def test_each_way_has_its_source(tmp_path: Path) -> None:
    made = [
        type(source_of(listed(spec), decoded)).__name__
        for spec in (f"v4l2:{ENTRY}", "picamera2:0", "folder:a", "folder-loop:a", "video:a", "video-loop:a")
    ]
    assert made == ["V4l2Source", "PicameraSource", "FolderSource", "FolderSource", "VideoSource", "VideoSource"]


def test_a_folder_of_pictures_is_a_simulated_camera_from_end_to_end(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((90, 160, 3), 77, np.uint8))
    device = camera(f"folder:{tmp_path}", decoded)
    assert (device.simulated, device.id, device.kind) == (True, "camera", "camera")
    device.start(lambda _: None)
    try:
        until(lambda: device.state == "ready")
        frame = device.newer(0, 5)
        assert frame is not None and frame.picture.shape == (90, 160, 3)
        assert int(frame.picture[5, 5, 0]) == 77
        (tmp_path / "a.png").unlink()
        until(lambda: device.state == "lost")
    finally:
        device.close()


def test_an_opencv_that_can_not_be_loaded_is_a_fault_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str, *rest: Any, **more: Any) -> Any:
        if name == "hardware.camera_files":
            raise ImportError("libGL.so.1: cannot open shared object file")
        return real(name, *rest, **more)

    real = __import__
    monkeypatch.setattr("builtins.__import__", broken)
    device = camera("folder:/srv", decoded)
    device.start(lambda _: None)
    try:
        until(lambda: device.state == "lost")
        assert device.fault == no_opencv("libGL.so.1: cannot open shared object file")
    finally:
        device.close()


def test_naming_listing_and_making_cameras_loads_no_package_of_pictures() -> None:
    code = f"""
import sys
from companion.devices import WantedCamera, make
from hardware import cameras
cameras.cameras()
cameras.listed("v4l2:{ENTRY}")
made = make(WantedCamera("folder:/srv"))
assert (made.spec, made.state) == ("folder:/srv", "starting")
print(sorted({{"cv2", "numpy", "picamera2", "companion.vision"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
