"""Picture files: what is read, and what is refused before it is decoded."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.engine.errors import InputError
from companion.vision.pictures import decode, encode, no_picture, size_of


def picture(width: int = 160, height: int = 120) -> np.ndarray:
    """Stripes of every colour."""
    rng = np.random.default_rng(7)
    small = rng.integers(0, 256, (height // 8, width // 8, 3), dtype=np.uint8)
    return np.ascontiguousarray(small.repeat(8, 0).repeat(8, 1))


def file(ending: str, **size: int) -> bytes:
    done, data = cv2.imencode(ending, picture(**size))
    assert done
    return data.tobytes()


def said(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        decode(data)
    return caught.value.text.message


def png_head(width: int, height: int) -> bytes:
    """A PNG file, whole by its chunks, that says it is of any size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp"])
def test_every_kind_of_file_is_read_with_its_size(ending: str) -> None:
    data = file(ending)
    assert size_of(data) == (160, 120)
    assert decode(data).shape == (120, 160, 3)


def test_a_picture_is_the_same_after_it_was_written_and_read() -> None:
    assert np.array_equal(decode(encode(picture())), picture())


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.98])
def test_a_file_that_was_cut_off_is_refused_and_says_so(ending: str, share: float) -> None:
    data = file(ending)
    words = said(data[: int(len(data) * share)])
    assert words.startswith(("The picture ends before its end", "This is not a picture"))


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp"])
def test_a_damaged_file_is_refused_or_read_but_never_crashes(ending: str, capfd: pytest.CaptureFixture[str]) -> None:
    data = file(ending)
    rng = np.random.default_rng(1)
    for _ in range(60):
        broken = bytearray(data)
        for at in rng.integers(0, len(data), 8):
            broken[at] = int(rng.integers(0, 256))
        try:
            decode(bytes(broken))
        except InputError as error:
            assert error.text.message.endswith(".")


def test_a_jpeg_with_something_behind_its_end_is_read() -> None:
    assert decode(file(".jpg") + b"and what a phone adds").shape == (120, 160, 3)


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp"])
def test_a_file_that_lacks_its_last_two_bytes_is_cut_off_too(ending: str) -> None:
    assert said(file(ending)[:-2]).startswith("The picture ends before its end")


def test_a_picture_too_large_to_hold_is_refused_by_its_head() -> None:
    assert "at most {most} million" in said(png_head(10_000, 6_000))
    assert size_of(png_head(20_000, 20_000)) == (20_000, 20_000)
    assert "at most {most} million" in said(png_head(20_000, 20_000))


def test_a_picture_too_long_to_be_turned_straight_is_refused_by_its_head() -> None:
    assert "{side} on a side" in said(png_head(40_000, 100))


def test_a_picture_far_too_small_says_what_size_is_wanted() -> None:
    assert "1280 × 720" in said(file(".png", width=24, height=16))


@pytest.mark.parametrize(
    "data", [b"", b"Hello, this is a text.", b"\x00" * 400, b"%PDF-1.7 ...", b"GIF89a" + b"\0" * 60]
)
def test_what_is_no_picture_says_what_to_choose(data: bytes) -> None:
    assert said(data).startswith(("This is not a picture", "The file is empty"))


@pytest.mark.parametrize(
    "thing",
    [
        None, "picture", 7, np.zeros((90, 90), np.uint8), np.zeros((90, 90, 4), np.uint8),
        np.zeros((90, 90, 3), np.float32), np.zeros((1, 1, 3), np.uint8), np.zeros((0, 90, 3), np.uint8),
    ],
)  # fmt: skip
def test_what_is_no_picture_in_memory_is_told(thing: object) -> None:
    why = no_picture(thing)
    assert why is not None and why.message.endswith(".")
    assert no_picture(picture()) is None
