"""What is wrong with a serial port, in one sentence with the remedy."""

from __future__ import annotations

import errno

from companion.engine.text import T, Text

_MISSING = {errno.ENOENT, errno.ENODEV, errno.ENXIO}
_FORBIDDEN = {errno.EACCES, errno.EPERM}
_BUSY = {errno.EAGAIN, errno.EBUSY, errno.EWOULDBLOCK}
JOIN_GROUP = "sudo usermod -aG dialout $USER"
"""What gives a user the right to serial ports on Debian and Raspberry Pi OS."""


def missing(path: str) -> Text:
    """Nothing is plugged in there."""
    return T("Nothing is plugged in at {path}. Check the plug and the cable.", path=path)


def taken_away(kind: str) -> Text:
    """It was there, and vanished."""
    if kind == "box":
        return T("The button box was unplugged, or its cable is loose. Plug it in again.")
    return T("The tag reader was unplugged, or its cable is loose. Plug it in again.")


def takes_nothing() -> Text:
    """It is there, and does not take what it is sent; only boxes are sent anything."""
    return T("The button box takes nothing it is told. Pull its plug and put it in again.")


def why_not_opened(path: str, error: BaseException) -> Text:
    """Why a port that is there could not be opened."""
    number = getattr(error, "errno", None)
    if number in _MISSING:
        return missing(path)
    if number in _FORBIDDEN:
        return T(
            "Cartouche may not use {path}. Join the group dialout with “{command}”, then start the machine again.",
            path=path,
            command=JOIN_GROUP,
        )
    if number in _BUSY:
        return T("Another program is using {path}. Close it there.", path=path)
    if number is None:
        return T("What is plugged in at {path} is no serial port. Choose another one.", path=path)
    return T("{path} can't be opened ({detail}). Pull the plug and put it in again.", path=path, detail=_detail(error))


def _detail(error: BaseException) -> str:
    number = getattr(error, "errno", None)
    return errno.errorcode.get(number, str(number)) if isinstance(number, int) else type(error).__name__
