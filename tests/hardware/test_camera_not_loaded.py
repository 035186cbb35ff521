"""What reads pictures is loaded where a camera is set up, and nowhere else: it takes memory and time at the start."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import config
from tests.test_architecture import ROOT, imports, module_name, modules

PICTURES = {"cv2", "numpy", "picamera2", "libcamera"}
HOME = """
import sys
from pathlib import Path
from companion.ui import boot
boot.prepare(headless=True)
from kivy.clock import Clock
from companion.table.storage import folder_warning
from companion.ui.stage import CartoucheApp
from hardware import serial_ports

# What disk the folder lies on is not asked here: a warning would stand before Home.
folder_warning.__defaults__ = (Path(sys.argv[1]) / "no table of mounts",)
serial_ports.BY_ID = Path(sys.argv[1]) / "no-such-folder"
app = CartoucheApp(Path(sys.argv[1]))

def look(_):
    eye = app.devices.hub.device("camera")
    if app.context.screen.name != "home" or (eye is not None and eye.state == "starting"):
        return True
    loaded = sorted({"cv2", "numpy", "companion.vision.pictures"} & set(sys.modules))
    print("camera:", None if eye is None else (eye.state, eye.size), loaded)
    app.stop()
    return False

Clock.schedule_interval(look, 0.05)
app.run()
"""


def at_home(folder: Path) -> str:
    """What a fresh Cartouche on this data folder says once it shows Home."""
    known = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "SDL", "DISPLAY", "WAYLAND"))}
    known |= {"KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1"}
    command = [sys.executable, "-c", HOME, str(folder)]
    done = subprocess.run(command, env=known, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("camera:")]
    return line


def test_home_without_a_camera_has_loaded_nothing_that_reads_pictures(tmp_path: Path) -> None:
    assert at_home(tmp_path) == "camera: None []"


def test_home_with_a_camera_shows_it_ready(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    assert cv2.imwrite(str(pictures / "a.png"), np.full((90, 160, 3), 77, np.uint8))
    config.save(config.Settings(camera=f"folder:{pictures}"), tmp_path)
    assert at_home(tmp_path) == "camera: ('ready', (160, 90)) ['companion.vision.pictures', 'cv2', 'numpy']"


def may_read_pictures(path: Path) -> bool:
    name = module_name(path)
    return name.startswith(("companion.vision.", "hardware.camera_"))


@pytest.mark.parametrize("whole", [True, False])
def test_packages_of_pictures_are_named_only_by_vision_and_by_the_sources_of_cameras(whole: bool) -> None:
    """Late imports count too; `whole` tells that the scan sees those that are there."""
    found = {
        module_name(path)
        for path in modules()
        if may_read_pictures(path) is whole
        for _, name in imports(path, ast.parse(path.read_text("utf-8")))
        if name.split(".")[0] in PICTURES
    }
    assert ("hardware.camera_v4l2" in found) if whole else (found == set())
