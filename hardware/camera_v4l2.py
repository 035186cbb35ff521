"""A camera on USB, read through OpenCV and the kernel's video interface."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any

import cv2

from companion.engine.text import T, Text
from hardware import camera_nodes as nodes
from hardware.camera_capture import capture
from hardware.camera_source import ASKED, CameraFault, Locked, Source, busy, keeps_nothing, silent, unplugged

PACKED = int.from_bytes(b"MJPG", "little")
"""The format asked for: unpacked pictures of this size come five times a second over USB 2."""
LARGEST = 10_000
"""Pixels a side that no camera has; the driver answers with the nearest it has."""
BUFFERS = 2
CUT, CUT_S = 4, 1.0
"""So many pictures in a row, within so many seconds, may arrive cut; a plug in a bad port loses one now and then."""
UNTIL_STEADY = 6
"""Pictures after a change of size or light until one is as it will be."""
BY_HAND, BY_ITSELF = 1.0, 3.0
"""How the kernel numbers fixed exposure, and exposure by the camera's own choice."""
JUMP = 1.35
"""By how much brighter or darker a picture may become when the light is locked."""
VALUES = {"exposure": cv2.CAP_PROP_EXPOSURE, "gain": cv2.CAP_PROP_GAIN, "white": cv2.CAP_PROP_WB_TEMPERATURE}


class V4l2Source(Source):
    """The camera of one entry in `folder`."""

    def __init__(self, spec: str, entry: str, folder: Path = nodes.BY_ID) -> None:
        self.spec = spec
        self.path = str(folder / entry)
        self.name = nodes.name_of(entry)
        self._capture: Any = None

    def open(self) -> None:
        """Open it at the size asked for. Raises CameraFault: not there, not allowed, held by another program."""
        nodes.check(self.path)
        self._begin()

    def read(self) -> Any:
        """The next picture that is whole."""
        until = monotonic() + CUT_S
        for _ in range(CUT):
            picture = self._next()
            if picture is not None:
                return picture
            if monotonic() > until:
                break
        raise self._fault()

    def still(self) -> Any:
        """One picture of the largest size; where that fails, one of the usual size."""
        self._resize(LARGEST, LARGEST)
        picture = self._steady()
        if self._resize(*ASKED) and picture is not None and self._next() is not None:
            return picture
        self.close()
        self._begin()
        return self.read() if picture is None else picture

    def lock_light(self, like: Mapping[str, float] | None) -> Locked:
        """Exposure, gain and white balance by hand, at the numbers they have or had; the focus stays where it is."""
        camera, before = self._capture, _brightness(self._next())
        values = dict(like or {name: float(camera.get(number)) for name, number in VALUES.items()})
        camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND)
        camera.set(cv2.CAP_PROP_AUTO_WB, 0)
        camera.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        for name, number in VALUES.items():
            camera.set(number, values.get(name, 0.0))
        after = _brightness(self._steady())
        if not like and not before / JUMP <= after <= before * JUMP:
            # Some cameras do not tell what they chose themselves; what they tell instead spoils the picture.
            self.free_light()
            return Locked(cannot=keeps_nothing())
        # As they are after a moment, not as they were asked to be.
        moving = []
        if camera.get(cv2.CAP_PROP_AUTO_EXPOSURE) != BY_HAND:
            moving.append(T("exposure"))
        if camera.get(cv2.CAP_PROP_AUTO_WB) != 0:
            moving.append(T("white balance"))
        return Locked(values, _moving(moving))

    def free_light(self) -> None:
        """Exposure and white balance by the camera's own choice again."""
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_ITSELF)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)

    def close(self) -> None:
        """Let go of it."""
        camera, self._capture = self._capture, None
        if camera is not None:
            camera.release()

    def _begin(self) -> None:
        # By its number of this moment: the entry leads there, and is looked up anew at every opening.
        self._capture = capture(os.path.realpath(self.path), cv2.CAP_V4L2)
        if not self._capture.isOpened():
            self.close()
            raise self._fault()
        self._capture.set(cv2.CAP_PROP_FOURCC, PACKED)
        self._resize(*ASKED)
        # While one is read the next one comes; more would only be older.
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, BUFFERS)

    def _resize(self, width: int, height: int) -> bool:
        done = self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        return bool(self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height) and done)

    def _next(self) -> Any:
        """The next picture; None where none comes."""
        came, picture = self._capture.read()
        return picture if came else None

    def _steady(self) -> Any:
        """A picture some pictures from now; None where none comes."""
        picture = None
        for _ in range(UNTIL_STEADY):
            picture = self._next()
            if picture is None:
                return None
        return picture

    def _fault(self) -> CameraFault:
        """Why there is no picture."""
        if not os.path.exists(self.path):
            return CameraFault(unplugged(self.name), absent=True)
        other = nodes.user_of(self.path)
        return CameraFault(busy(other) if other else silent(self.name))


def _brightness(picture: Any) -> float:
    return 0.0 if picture is None else float(picture[::8, ::8].mean())


def _moving(words: list[Text]) -> Text | None:
    if not words:
        return None
    return T("This camera can't keep its {what}. Leave the lamps as they are while you play.", what=tuple(words))
