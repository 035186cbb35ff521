"""Picture files that a decoder would read all the same: what it makes up must never be taken for the table."""

from __future__ import annotations

import os
import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.engine.errors import InputError
from companion.vision.overheard import overheard, tells_of_damage
from companion.vision.pictures import decode, size_of


def picture() -> np.ndarray:
    """Blurred patches of every colour, 320 × 240."""
    small = np.random.default_rng(5).integers(0, 256, (24, 32, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(small, (320, 240), interpolation=cv2.INTER_CUBIC), np.uint8)


def jpeg() -> bytes:
    done, data = cv2.imencode(".jpg", picture(), [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return data.tobytes()


def png(*, depth: int = 8, colours: int = 2, width: int = 80, height: int = 80, wrong_sum: bool = False) -> bytes:
    """A PNG file that is whole by its parts, of black pixels."""

    def part(kind: bytes, data: bytes) -> bytes:
        total = zlib.crc32(kind + data) ^ (wrong_sum and kind == b"IDAT")
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", total)

    head = struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, 0)
    rows = zlib.compress(bytes((1 + 3 * 80) * 80))
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


def said(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        decode(data)
    return caught.value.text.message


def test_a_jpeg_whose_middle_was_lost_is_not_filled_with_grey(capfd: pytest.CaptureFixture[str]) -> None:
    whole = jpeg()
    assert decode(whole).shape == (240, 320, 3)
    # An end that was put on again: what is missing before it decodes to grey, and only the error stream would tell.
    assert (
        said(whole[: len(whole) // 2] + b"\xff\xd9")
        == "The picture is damaged and can't be read. Copy it again, or take another one."
    )
    assert capfd.readouterr().err == ""


def test_a_jpeg_with_a_hole_in_it_is_damaged() -> None:
    whole = jpeg()
    middle = len(whole) // 2
    assert said(whole[:middle] + whole[middle + 300 :]).startswith("The picture is damaged")


def test_a_few_bytes_too_many_as_some_cameras_write_them_are_no_damage() -> None:
    whole = jpeg()
    assert decode(whole[:-2] + b"\x00\x00" + whole[-2:]).shape == (240, 320, 3)
    assert tells_of_damage([b"Corrupt JPEG data: 2 extraneous bytes before marker 0xd9\n"]) is False
    assert tells_of_damage([b"Corrupt JPEG data: 900 extraneous bytes before marker 0xd9\n"]) is True


def test_what_a_decoder_says_is_held_back_and_what_others_say_is_passed_on(capfd: pytest.CaptureFixture[str]) -> None:
    with overheard() as heard:
        os.write(2, b"libpng error: Not enough image data\nThe camera is back.\nPremature end of JPEG file\n")
    assert heard == [b"libpng error: Not enough image data\n", b"Premature end of JPEG file\n"]
    assert tells_of_damage(heard)
    assert capfd.readouterr().err == "The camera is back.\n"
    os.write(2, b"after\n")
    assert capfd.readouterr().err == "after\n"


def test_an_error_is_passed_on_and_the_stream_is_as_before(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="inside"), overheard():
        raise ValueError("inside")
    os.write(2, b"after\n")
    assert capfd.readouterr().err == "after\n"


@pytest.mark.parametrize(
    "data", [png(depth=3), png(colours=5), png(width=0), png(height=0), png(wrong_sum=True), png(width=7000)]
)
def test_a_png_that_contradicts_itself_is_damaged_and_nothing_else_is_said(
    data: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    assert decode(png()).shape == (80, 80, 3)
    assert said(data) == "The picture is damaged and can't be read. Copy it again, or take another one."
    assert capfd.readouterr().err == ""


def test_a_bmp_cut_off_inside_says_nothing_of_its_own(capfd: pytest.CaptureFixture[str]) -> None:
    head = struct.pack("<IiiHHIIiiII", 40, 800, 600, 1, 24, 0, 0, 0, 0, 0, 0)
    assert said(b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + head).startswith("The picture is damaged")
    assert capfd.readouterr().err == ""


def test_the_size_of_the_oldest_kind_of_bmp_is_told() -> None:
    rows = bytes(3 * 80 * 70)
    head = struct.pack("<IHHHH", 12, 80, 70, 1, 24)
    data = b"BM" + struct.pack("<IHHI", 26 + len(rows), 0, 0, 26) + head + rows
    assert size_of(data) == (80, 70)
    assert decode(data).shape == (70, 80, 3)
