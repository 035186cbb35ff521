"""OpenCV as cameras and videos are read with it: told to keep its own words to itself, and not to wait for ever."""

from __future__ import annotations

import os
from typing import Any

# Read once, when the first camera is opened: one that gives nothing is noticed before the watch gives it up.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")

import cv2


def capture(path: str, kind: int = cv2.CAP_ANY) -> Any:
    """What reads the pictures at `path` through one of OpenCV's ways (CAP_…), opened or not."""
    if hasattr(cv2, "setLogLevel"):
        # What is wrong is said in a sentence of ours.
        cv2.setLogLevel(0)
    return cv2.VideoCapture(path, kind)
