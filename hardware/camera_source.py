"""Where pictures come from: one protocol for every camera, and what is wrong with one, in a sentence with the remedy.

A source may block and may fail: only a thread of the camera's (`hardware.camera`) calls it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.text import T, Text

ASKED = (1280, 720)
"""Width and height of the pictures every camera is asked for; what it gives may differ."""
DARKEST = 12
"""No sample of a black picture is brighter, of 255; a dark room with its noise is."""
SAMPLE = 16
"""Every so many pixels are looked at to tell a black picture."""
JOIN_VIDEO = "sudo usermod -aG video $USER"
"""What gives a user the right to cameras on Debian and Raspberry Pi OS."""


class Frame(msgspec.Struct, frozen=True):
    """A picture, BGR uint8 (height, width, 3), that nobody may write into. `number` counts on through every reconnect.

    `at`: when it came, in seconds of the machine's monotonic clock.
    """

    number: int
    at: float
    picture: Any


class CameraFault(Exception):
    """A camera that can't be used now. `absent`: there is nothing there; it may come."""

    def __init__(self, text: Text, *, absent: bool = False) -> None:
        super().__init__(text.message)
        self.text = text
        self.absent = absent


class Locked(msgspec.Struct, frozen=True):
    """The light a camera was told to keep to. `cannot`: what it goes on changing by itself, for people; None: nothing.

    `values` are the camera's own numbers by their names; they set another run of the same camera to the same light.
    """

    values: Mapping[str, float] = {}
    cannot: Text | None = None


class Source(ABC):
    """A camera as its driver offers it. Pictures are BGR uint8 arrays (height, width, 3).

    `spec` is how the settings name it. Everything may block; everything but `close` may raise CameraFault.
    """

    spec: str

    @abstractmethod
    def open(self) -> None:
        """Get ready to give pictures."""

    @abstractmethod
    def read(self) -> Any:
        """The next picture; waits for it."""

    def still(self) -> Any:
        """One picture as large as this camera can; the size of `read` is as before afterwards."""
        return self.read()

    def lock_light(self, like: Mapping[str, float] | None) -> Locked:
        """Keep exposure and white balance as they are now, or as `like` says."""
        return Locked(cannot=keeps_nothing())

    def free_light(self) -> None:
        """Let the camera follow the light again."""
        return

    @abstractmethod
    def close(self) -> None:
        """Let go of it; never raises, and may be called twice."""


# pictures; nothing here needs the package they come from


def size_of(picture: Any) -> tuple[int, int]:
    """Width and height."""
    return int(picture.shape[1]), int(picture.shape[0])


def is_black(picture: Any) -> bool:
    """Whether nothing can be made out in it."""
    return bool(picture[::SAMPLE, ::SAMPLE].max() <= DARKEST)


def usable(picture: Any) -> Any:
    """The picture, closed to writing. Raises CameraFault for anything but BGR uint8."""
    shape: tuple[int, ...] = getattr(picture, "shape", ())
    if len(shape) != 3 or shape[2] != 3 or 0 in shape or str(getattr(picture, "dtype", "")) != "uint8":
        raise CameraFault(colourless())
    picture.flags.writeable = False
    return picture


# what can be wrong


def unplugged(name: str) -> Text:
    """It is not there, or not any more."""
    return T("The camera “{name}” is not plugged in. Check the plug and the cable.", name=name)


def forbidden(path: str) -> Text:
    """This user may not use it."""
    return T(
        "Cartouche may not use the camera {path}. Join the group video with “{command}”, then start the machine again.",
        path=path,
        command=JOIN_VIDEO,
    )


def busy(by: str = "") -> Text:
    """Another program has it."""
    if by:
        return T("The program “{program}” is using the camera. Close it there.", program=by)
    return T("Another program is using the camera. Close it there.")


def silent(name: str) -> Text:
    """It is there and gives nothing."""
    return T("The camera “{name}” gives no picture. Pull its plug and put it in again.", name=name)


def hangs() -> Text:
    """It stopped in the middle."""
    return T("The camera does not answer any more. Pull its plug and put it in again.")


def hangs_again(times: int) -> Text:
    """It stopped so often that it is tried no more until it lets go."""
    return T(
        "The camera stopped answering {n} times. Pull its plug and put it in again; else start the machine again.",
        n=times,
    )


def dark() -> Text:
    """Every picture is black."""
    return T("The camera sees only black. Take off its cap, or switch on a lamp.")


def colourless() -> Text:
    """What it gives is no picture Cartouche can use."""
    return T("The camera gives no colour pictures. Choose another one.")


def failed(detail: str) -> Text:
    """Its driver failed in a way nobody foresaw."""
    return T("The camera failed ({detail}). Pull its plug and put it in again.", detail=detail)


def no_opencv(detail: str) -> Text:
    """The package that reads cameras and pictures can't be loaded."""
    return T("OpenCV can't be loaded ({detail}). “cartouche doctor” says how to get it.", detail=detail)


def keeps_nothing() -> Text:
    """It can't be told to leave its light alone."""
    return T("This camera can't keep its exposure. Leave the lamps as they are while you play.")
