"""Cameras that are none: a folder of pictures and a video file, for trying out. They are named simulated everywhere."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import cv2

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from hardware.camera_capture import capture
from hardware.camera_source import CameraFault, Source

log = logging.getLogger(__name__)

PICTURES = (".jpeg", ".jpg", ".png", ".webp")
VIDEOS = (".avi", ".mkv", ".mov", ".mp4", ".webm")
EVERY = 0.1
"""Seconds between two pictures; a folder shows the same one again and again, as a camera over a still table does."""
SHOWN = 3.0
"""Seconds each picture of a folder is shown."""
MOST_BYTES = 100_000_000
MOST_FILES = 10_000
MOST_PIXELS = 50_000_000
RATES = (1.0, 60.0)
"""Pictures a second that are believed of a video."""
USUAL_RATE = 25.0

Decode = Callable[[bytes], Any]
"""Bytes of a file to a picture; raises InputError with the remedy."""


class FolderSource(Source):
    """The pictures of a folder in the order of their names; `loop`: from the first one again, else the last one stays.

    New pictures, and pictures that are replaced, are seen; what is no picture is passed over.
    """

    def __init__(
        self, spec: str, folder: Path, decode: Decode, *, loop: bool, every: float = EVERY, shown: float = SHOWN
    ) -> None:
        self.spec = spec
        self.folder = folder
        self.loop = loop
        self._decode = decode
        self._every, self._shown = every, shown
        self._at = ""
        self._mark: tuple[int, int] = (0, 0)
        self._picture: Any = None
        self._until = 0.0

    def open(self) -> None:
        """Look whether there is any picture. Raises CameraFault."""
        self._names()
        self._at, self._picture, self._until = "", None, 0.0

    def read(self) -> Any:
        """The picture of this moment."""
        sleep(self._every)
        if monotonic() >= self._until or self._replaced():
            self._turn()
        return self._picture

    def close(self) -> None:
        """Let go of the picture."""
        self._picture = None

    def _names(self) -> list[str]:
        try:
            names = sorted(name for name in os.listdir(self.folder) if name.lower().endswith(PICTURES))[:MOST_FILES]
        except OSError as error:
            raise CameraFault(_no_folder(self.folder, error), absent=True) from error
        if not names:
            text = T("There is no picture in {folder}. Put PNG or JPEG files there.", folder=str(self.folder))
            raise CameraFault(text, absent=True)
        return names

    def _turn(self) -> None:
        """On to the next picture that can be read."""
        names = self._names()
        later, shown = ([name for name in names if (name > self._at) is after] for after in (True, False))
        order = [*later, *(shown if self.loop else reversed(shown))]
        if self._at in names and self._replaced():
            order.insert(0, self._at)
        why = None
        for name in order:
            try:
                data, mark = _bytes(self.folder / name)
                if (name, mark) != (self._at, self._mark):
                    self._picture = self._decode(data)
            except InputError as error:
                log.info("%s is passed over: %s", name, error)
                why = why or error.text
                continue
            self._at, self._mark, self._until = name, mark, monotonic() + self._shown
            return
        text = T("No picture in {folder} can be read. {why}", folder=str(self.folder), why=why or T("Choose another."))
        raise CameraFault(text)

    def _replaced(self) -> bool:
        try:
            about = os.stat(self.folder / self._at)
        except OSError:
            return True
        return (about.st_mtime_ns, about.st_size) != self._mark


class VideoSource(Source):
    """A video file at its own speed; `loop`: from its beginning again, else its last picture stays."""

    def __init__(self, spec: str, path: Path, *, loop: bool) -> None:
        self.spec = spec
        self.path = path
        self.loop = loop
        self._capture: Any = None
        self._last: Any = None
        self._ended = False
        self._pause = 1 / USUAL_RATE
        self._due = 0.0

    def open(self) -> None:
        """Open the file. Raises CameraFault."""
        try:
            ordinary = stat.S_ISREG(os.stat(self.path).st_mode)
        except OSError as error:
            detail = error.strerror or "?"
            text = T("There is no video {file} ({detail}). Choose another one.", file=str(self.path), detail=detail)
            raise CameraFault(text, absent=True) from error
        if not ordinary or not self.path.name.lower().endswith(VIDEOS):
            raise CameraFault(_no_video(self.path))
        self._begin()
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._pause = 1 / (rate if RATES[0] <= rate <= RATES[1] else USUAL_RATE)
        self._due = monotonic()

    def read(self) -> Any:
        """The picture of this moment."""
        self._due = max(self._due + self._pause, monotonic() - self._pause)
        sleep(max(0.0, self._due - monotonic()))
        if not self._ended:
            came, picture = self._capture.read()
            if not came and self.loop:
                # Not all formats can be wound back.
                self._begin()
                came, picture = self._capture.read()
            if came:
                self._last = picture
            else:
                self._ended = True
        if self._last is None:
            raise CameraFault(_no_video(self.path))
        return self._last

    def close(self) -> None:
        """Let go of the file."""
        video, self._capture = self._capture, None
        self._last = None
        if video is not None:
            video.release()

    def _begin(self) -> None:
        if self._capture is not None:
            self._capture.release()
        self._ended = False
        self._capture = capture(str(self.path))
        size = self._capture.get(cv2.CAP_PROP_FRAME_WIDTH) * self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if not self._capture.isOpened() or not 0 < size <= MOST_PIXELS:
            raise CameraFault(_no_video(self.path))


def _bytes(path: Path) -> tuple[bytes, tuple[int, int]]:
    """The bytes of a file, and what tells one state of it from the next. Raises InputError."""
    try:
        about = os.stat(path)
        # A pipe nobody writes into would keep us waiting for ever.
        if not stat.S_ISREG(about.st_mode) or about.st_size > MOST_BYTES:
            raise InputError(T("{file} is no picture file.", file=path.name))
        return path.read_bytes(), (about.st_mtime_ns, about.st_size)
    except OSError as error:
        detail = error.strerror or type(error).__name__
        raise InputError(T("{file} can't be read ({detail}).", file=path.name, detail=detail)) from error


def _no_folder(folder: Path, error: OSError) -> Text:
    detail = error.strerror or type(error).__name__
    return T("The folder {folder} can't be read ({detail}). Choose another one.", folder=str(folder), detail=detail)


def _no_video(path: Path) -> Text:
    return T("{file} is no video that can be read. Choose an MP4, MKV, MOV, WebM or AVI file.", file=str(path))
