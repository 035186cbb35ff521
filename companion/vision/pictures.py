"""Pictures from outside: files that are checked before they are decoded, and arrays that may be anything.

A picture is a BGR uint8 array (height, width, 3). Files of PNG, JPEG, WebP and BMP are read.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

import cv2
import numpy as np

from companion.engine.errors import InputError
from companion.engine.text import T, Text
from companion.vision.overheard import overheard, tells_of_damage

MOST_PIXELS = 50_000_000
"""Three bytes each: what a machine of one gigabyte can still hold beside everything else."""
MOST_SIDE = 16_384
LEAST_SIDE = 64
"""Pixels; nothing on a table could be read in less."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""JPEG's markers that say how large the picture is."""
_ALONE = {0x01, *range(0xD0, 0xD8)}
"""JPEG's markers without a length."""
_SCAN, _END = 0xDA, b"\xff\xd9"
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""PNG's depths in bits by its kind of colour."""
_OLD_HEAD = 12
"""Bytes of the short head of a BMP file."""
BROKEN_OFF = T("The picture ends before its end: it was not copied whole. Copy it again, or take another one.")
DAMAGED = T("The picture is damaged and can't be read. Copy it again, or take another one.")
NO_PICTURE = T("This is not a picture that can be read. Choose a PNG, JPEG, WebP or BMP file.")


def decode(data: bytes, least: int = LEAST_SIDE) -> Any:
    """The picture in the bytes of a file, turned as its camera was held. Raises InputError with the remedy.

    `least`: pixels its shorter side must have. How large it is is looked up before it is decoded: a small file can hold
    a picture that fills the memory.
    """
    width, height = size_of(data)
    if width * height > MOST_PIXELS or max(width, height) > MOST_SIDE:
        raise InputError(
            T(
                "The picture has {width} × {height} pixels; at most {most} million, {side} on a side, are read. "
                "Make it smaller.",
                width=width,
                height=height,
                most=MOST_PIXELS // 1_000_000,
                side=MOST_SIDE,
            )
        )
    _quiet()
    try:
        with overheard() as heard:
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError) as error:
        raise InputError(NO_PICTURE) from error
    if picture is None or tells_of_damage(heard):
        raise InputError(DAMAGED)
    if (why := no_picture(picture, least)) is not None:
        raise InputError(why)
    return picture


def encode(picture: Any) -> bytes:
    """A picture as a PNG file. Raises InputError for what is no picture."""
    if (why := no_picture(picture, least=1)) is not None:
        raise InputError(why)
    # Little packing: a Raspberry Pi would need seconds for the rest.
    done, data = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 3])
    if not done:
        raise InputError(NO_PICTURE)
    return bytes(data.tobytes())


def no_picture(picture: object, least: int = LEAST_SIDE) -> Text | None:
    """Why something is no picture, with the remedy; None: it is one, `least` pixels or more on each side."""
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
        return T("There is no picture in colour here. Take a picture with a camera in colour.")
    height, width = picture.shape[:2]
    if min(height, width) < least:
        return T(
            "The picture has only {width} × {height} pixels. Take one of at least 1280 × 720.",
            width=width,
            height=height,
        )
    return None


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height in pixels, from the head of a file; the file's end is looked for as well. Raises InputError."""
    try:
        if data.startswith(_PNG):
            return _png(data)
        if data.startswith(_JPEG):
            return _jpeg(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith(b"BM"):
            return _bmp(data)
    except (struct.error, IndexError) as error:
        raise InputError(BROKEN_OFF) from error
    if not data:
        raise InputError(T("The file is empty. Choose a picture."))
    raise InputError(NO_PICTURE)


def _png(data: bytes) -> tuple[int, int]:
    width, height, depth, colours = struct.unpack_from(">IIBB", data, 16)
    at = len(_PNG)
    if not width or not height or depth not in _DEPTHS.get(colours, ()):
        raise InputError(DAMAGED)
    while True:
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + length + 12
        if end > len(data):
            raise InputError(BROKEN_OFF)
        # The sum at a part's end; libpng would go on all the same with some of them, and tells the error stream.
        if zlib.crc32(memoryview(data)[at + 4 : end - 4]) != int.from_bytes(data[end - 4 : end], "big"):
            raise InputError(DAMAGED)
        if kind == b"IEND":
            return width, height
        at = end


def _jpeg(data: bytes) -> tuple[int, int]:
    at, size = 2, (0, 0)
    while True:
        if data[at] != 0xFF:
            raise InputError(NO_PICTURE)
        kind = data[at + 1]
        if kind == 0xFF:
            # Filling between two markers.
            at += 1
            continue
        if kind in _ALONE:
            at += 2
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        if kind in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = (width, height)
        if kind == _SCAN:
            # In what follows these two bytes stand at the end alone; a preview in the head is passed by now.
            if _END not in data[at + 2 + length :]:
                raise InputError(BROKEN_OFF)
            return size
        at += 2 + length


def _webp(data: bytes) -> tuple[int, int]:
    (length,) = struct.unpack_from("<I", data, 4)
    if length + 8 > len(data):
        raise InputError(BROKEN_OFF)
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    raise InputError(NO_PICTURE)


def _bmp(data: bytes) -> tuple[int, int]:
    (length,) = struct.unpack_from("<I", data, 2)
    (head,) = struct.unpack_from("<I", data, 14)
    # The oldest kind has a short head with short numbers.
    width, height = struct.unpack_from("<HH" if head == _OLD_HEAD else "<ii", data, 18)
    if length > len(data):
        raise InputError(BROKEN_OFF)
    return abs(width), abs(height)


def _quiet() -> None:
    """Let the decoder keep its own words to itself: what is wrong is said in a sentence of ours."""
    logging = getattr(getattr(cv2, "utils", None), "logging", None)
    if logging is not None:
        logging.setLogLevel(logging.LOG_LEVEL_SILENT)
