"""Which cameras there are, and what the settings name: "v4l2:ENTRY", "picamera2:NUMBER", "folder:PATH", "video:PATH".

"folder-loop" and "video-loop" begin again at their end. Nothing is opened, and no package of pictures loaded, for any
of this; a source loads what it needs when a thread of the camera's makes it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from hardware import camera_nodes
from hardware.camera import Camera, Limits
from hardware.camera_source import CameraFault, Source, no_opencv

Scheme = Literal["v4l2", "picamera2", "folder", "folder-loop", "video", "video-loop"]
SCHEMES: tuple[Scheme, ...] = ("v4l2", "picamera2", "folder", "folder-loop", "video", "video-loop")
NUMBERS = tuple("0123456789")
MOST_PATH = 1000
Decode = Callable[[bytes], Any]
"""Bytes of a picture file to a picture, BGR uint8; raises InputError with the remedy."""


class Listed(msgspec.Struct, frozen=True):
    """A camera by what the settings call it (`spec`) and what people do (`name`).

    `path`: of its node, folder or file; empty for one on the ribbon cable.
    """

    spec: str
    scheme: Scheme
    name: str
    path: str = ""

    @property
    def simulated(self) -> bool:
        """Whether it is a folder or a file."""
        return self.scheme not in ("v4l2", "picamera2")

    @property
    def title(self) -> Text:
        """What kind of camera it is, for people."""
        match self.scheme:
            case "v4l2":
                return T("Camera")
            case "picamera2":
                return T("Camera on the ribbon cable")
            case "folder" | "folder-loop":
                return T("Simulated camera (picture folder)")
        return T("Simulated camera (video file)")


def cameras(folder: Path = camera_nodes.BY_ID) -> tuple[Listed, ...]:
    """What can be chosen: cameras plugged into USB, and the ribbon cable's where picamera2 is installed.

    Whether one hangs on the ribbon cable only opening it tells.
    """
    found = [Listed(f"v4l2:{node.entry}", "v4l2", node.name, node.path) for node in camera_nodes.nodes(folder)]
    if importlib.util.find_spec("picamera2") is not None:
        found.append(listed("picamera2:0"))
    return tuple(found)


def listed(spec: str, folder: Path = camera_nodes.BY_ID) -> Listed:
    """The camera that the settings name so, whether it is there or not. Raises InputError for what can be none."""
    word, _, rest = spec.partition(":")
    scheme = next((one for one in SCHEMES if one == word), None)
    if scheme is None or not rest or len(rest) > MOST_PATH or not rest.isprintable():
        raise InputError(_no_camera(spec))
    if scheme == "v4l2":
        if "/" in rest or rest in (".", ".."):
            raise InputError(_no_camera(spec))
        return Listed(spec, scheme, camera_nodes.name_of(rest), str(folder / rest))
    if scheme == "picamera2":
        if rest not in NUMBERS:
            raise InputError(_no_camera(spec))
        return Listed(spec, scheme, f"picamera2 {rest}")
    path = Path(rest)
    return Listed(spec, scheme, path.name or rest, str(path.expanduser() if rest.startswith("~/") else path))


def source_of(one: Listed, decode: Decode) -> Source:
    """Its source, not opened yet; loads what it is read with. Raises CameraFault where that can't be loaded."""
    loop = one.scheme.endswith("-loop")
    try:
        match one.scheme:
            case "picamera2":
                from hardware.camera_picamera import PicameraSource

                return PicameraSource(one.spec, int(one.spec[-1]))
            case "v4l2":
                from hardware.camera_v4l2 import V4l2Source

                return V4l2Source(one.spec, Path(one.path).name, Path(one.path).parent)
            case "folder" | "folder-loop":
                from hardware.camera_files import FolderSource

                return FolderSource(one.spec, Path(one.path), decode, loop=loop)
            case "video" | "video-loop":
                from hardware.camera_files import VideoSource

                return VideoSource(one.spec, Path(one.path), loop=loop)
    except (ImportError, AttributeError, ValueError) as error:
        # Compiled for another numpy than the one it finds, OpenCV says so in several ways.
        raise CameraFault(no_opencv(str(error)[:80])) from error


def camera(spec: str, decode: Decode, limits: Limits | None = None) -> Camera:
    """The device, not started yet. What can be no camera is one that is lost, and says so."""
    try:
        one = listed(spec)
    except InputError as error:
        return Camera(spec, partial(_refuse, error.text), limits=limits)
    return Camera(
        spec,
        partial(source_of, one, decode),
        name=one.name,
        title=one.title,
        simulated=one.simulated,
        limits=limits,
    )


def _refuse(why: Text) -> Source:
    raise CameraFault(why)


def _no_camera(spec: str) -> Text:
    return T(
        "“{spec}” names no camera. Choose one under Devices, or write {ways}.",
        spec=spec[:60],
        ways=("v4l2:NAME", "picamera2:0", "folder:PATH", "video:PATH"),
    )
