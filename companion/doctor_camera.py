"""What the doctor says of cameras: what they are read with, which there are, who has them, what the chosen one gives.

None is opened but the chosen one, and that only where it is asked for and nobody else has it.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic, sleep

from companion.config import Settings
from companion.devices import decoded
from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.signs import Sign
from hardware import camera_nodes
from hardware.camera import ASKED, Camera, Limits
from hardware.cameras import Listed, camera, cameras, listed

OPENCV = ("opencv-python-headless", "opencv-python", "opencv-contrib-python-headless", "opencv-contrib-python")
"""Packages that bring the same module; the last one installed wins, and the others are broken by it."""
SYSTEM = Path("/usr/lib/python3/dist-packages")
"""Where the distribution installs its own packages for Python."""
TRIED = Limits(open=6.0, silent=3.0, dark=1.0)
TRIED_S = 8.0
"""Seconds the chosen camera has to give a picture."""
LOOKED_S = 1.5
"""Seconds it is looked at: long enough to tell black pictures from the dark ones at the start."""
Join = Callable[[Path], Text]
"""How to get the right to use a node."""


def opencv(settings: Settings) -> Iterator[Sign]:
    """Whether pictures can be read at all; only a camera and the pictures of one need that."""
    found = [(name, number) for name in OPENCV if (number := _version(name))]
    needed = settings.camera != ""
    if importlib.util.find_spec("cv2") is None or importlib.util.find_spec("numpy") is None:
        text = T("OpenCV is not installed; only a camera needs it.")
        yield Sign("opencv", "fault" if needed else "attention", text, T("Install Cartouche again."))
    elif len(found) > 1:
        names = tuple(name for name, _ in found)
        text = T("Several packages bring OpenCV, and each breaks the one before: {names}.", names=names)
        away = T(
            "Run “{python} -m pip uninstall {names}”, then install {keep} again.",
            python=sys.executable,
            names=" ".join(names),
            keep=OPENCV[0],
        )
        yield Sign("opencv", "fault" if needed else "attention", text, away)
    elif found:
        yield Sign("opencv", "ok", T("{package} {version}", package=found[0][0], version=found[0][1]))
    else:
        yield Sign("opencv", "ok", T("The system's OpenCV reads pictures."))


def ribbon(settings: Settings) -> Iterator[Sign]:
    """What reads a camera on the ribbon cable, and whether its parts fit each other."""
    needed = settings.camera.startswith("picamera2:")
    spec = importlib.util.find_spec("picamera2")
    if spec is None:
        text = T("picamera2 is not installed; only a camera on the ribbon cable needs it.")
        remedy = T("Run “sudo apt install python3-picamera2” and make the environment with --system-site-packages.")
        yield Sign("picamera2", "attention" if needed else "ok", text, remedy if needed else None)
        return
    if SYSTEM not in Path(spec.origin or "").parents:
        text = T("picamera2 did not come with the system, and stops working when the system's camera parts move on.")
        remedy = T("Run “{python} -m pip uninstall picamera2”, then use the system's.", python=sys.executable)
        yield Sign("picamera2", "attention", text, remedy)
    elif importlib.util.find_spec("libcamera") is None:
        text = T("picamera2 is here, but libcamera is not.")
        yield Sign("picamera2", "attention", text, T("Make the environment with --system-site-packages."))
    else:
        yield Sign("picamera2", "ok", T("The system's picamera2 reads a camera on the ribbon cable."))
    system, used = _system_numpy(), _version("numpy")
    if system and used and system.partition(".")[0] != used.partition(".")[0]:
        text = T("The system's camera parts are made for numpy {system}, but numpy {used} is found first.",
                 system=system, used=used)  # fmt: skip
        remedy = T(
            "Run “{python} -m pip uninstall numpy {opencv}” and “sudo apt install python3-opencv”.",
            python=sys.executable,
            opencv=OPENCV[0],
        )
        yield Sign("numpy", "fault" if needed else "attention", text, remedy)


def plugged(join: Join) -> Iterator[Sign]:
    """The cameras on USB, whether they may be used, and which program has them."""
    found = [one for one in cameras() if one.scheme == "v4l2"]
    for one in found:
        if not os.access(one.path, os.R_OK | os.W_OK):
            text = T("Camera: {name}, which you may not use.", name=one.name)
            yield Sign("camera", "attention", text, join(Path(one.path)))
            continue
        yield Sign("camera", "ok", T("Camera: {name}", name=one.name))
        for pid, program in camera_nodes.users(one.path):
            if pid == os.getpid():
                continue
            text = T("The program “{program}” has the camera {name} open.", program=program, name=one.name)
            yield Sign("camera-user", "attention", text, T("Well if that is Cartouche; else close it there."))
    if not found:
        yield Sign("camera-none", "ok", T("No camera is plugged into USB."))


def chosen(settings: Settings, try_it: bool) -> Iterator[Sign]:
    """The camera that is set up: whether it is there and, where it is tried, what pictures it gives."""
    if not settings.camera:
        yield Sign("eye", "ok", T("No camera is set up. Everything works without one."))
        return
    try:
        one = listed(settings.camera)
    except InputError as error:
        yield Sign("eye", "attention", T("The camera that is set up can't be used. {why}", why=error.text))
        return
    yield Sign("eye", "ok", T("Set up: {name} ({kind})", name=one.name, kind=one.title))
    if one.path and not os.path.exists(one.path):
        text = T("{name} is set up but not there.", name=one.name)
        yield Sign("eye-away", "attention", text, T("Plug it in, or choose another under Devices."))
    elif one.scheme == "v4l2" and list(camera_nodes.users(one.path)):
        yield Sign("eye-used", "ok", T("A program has it open, so it was not tried."))
    elif try_it:
        yield tried(one, camera(settings.camera, decoded, TRIED))


def tried(one: Listed, device: Camera) -> Sign:
    """Open a camera, look at its first pictures and let it go again."""
    device.start(lambda _: None)
    try:
        until = monotonic() + TRIED_S
        while device.state == "starting" and monotonic() < until:
            sleep(0.02)
        frame = device.frame
        if device.state == "ready" and frame is not None:
            until = frame.at + LOOKED_S
            while device.state == "ready" and monotonic() < until:
                sleep(0.02)
        state, size, fault = device.state, device.size, device.fault
    finally:
        device.close()
    if state != "ready" or size is None:
        why = fault or T("It gives no picture.")
        return Sign("eye-picture", "attention", T("{name} was tried. {why}", name=one.name, why=why))
    width, height = size
    text = T("It gives pictures of {width} × {height}.", width=width, height=height)
    if one.simulated or (width >= ASKED[0] and height >= ASKED[1]):
        return Sign("eye-picture", "ok", text)
    remedy = T("{width} × {height} are asked for. Small signs can't be told apart.", width=ASKED[0], height=ASKED[1])
    return Sign("eye-picture", "attention", text, remedy)


def looks(settings: Settings, join: Join, try_it: bool) -> tuple[Callable[[], Iterator[Sign]], ...]:
    """Everything there is to look at of cameras."""
    return (
        partial(opencv, settings),
        partial(ribbon, settings),
        partial(plugged, join),
        partial(chosen, settings, try_it),
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _system_numpy() -> str:
    """The version of the distribution's own numpy; empty where there is none."""
    try:
        text = (SYSTEM / "numpy" / "version.py").read_text("utf-8", "replace")
    except OSError:
        return ""
    for line in text.splitlines():
        name, _, value = line.partition("=")
        if name.split(":")[0].strip() in ("version", "full_version", "short_version"):
            return value.strip().strip("\"'")
    return ""
