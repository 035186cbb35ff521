"""The kernel's description of the pins, with the answers of a Raspberry Pi handed in as the kernel lays them out."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from hardware import gpio_chip


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two chips: the board's own, and the header's with line 18 held by "spi0 CS0"."""
    labels = {"gpiochip10": b"raspberrypi-exp-gpio", "gpiochip4": b"pinctrl-rp1"}
    asked: dict[int, Path] = {}

    def opened(path: Path, _: int) -> int:
        asked[7] = path
        return 7

    def answer(handle: int, request: int, question: bytes) -> bytes:
        name = asked[handle].name
        if request == gpio_chip.CHIP_INFO:
            assert len(question) == 68
            return struct.pack("=32s32sI", name.encode(), labels[name], 54)
        assert (request, len(question)) == (gpio_chip.LINE_INFO, 256)
        (line,) = struct.unpack_from("=I", question, 64)
        busy = line == 18
        return struct.pack("=32s32sIIQ176x", b"GPIO", b"spi0 CS0" if busy else b"", line, 0, 0b101 if busy else 0b100)

    for name in labels:
        (tmp_path / name).touch()
    monkeypatch.setattr(gpio_chip.os, "open", opened)
    monkeypatch.setattr(gpio_chip.os, "close", lambda _: None)
    monkeypatch.setattr(gpio_chip, "ioctl", answer)
    return tmp_path


def test_the_chip_of_the_header_is_told_from_the_board_s_own(kernel: Path) -> None:
    found = gpio_chip.chips(kernel)
    assert [chip.name for chip in found] == ["gpiochip10", "gpiochip4"]
    assert gpio_chip.label(found[0]) == "raspberrypi-exp-gpio"
    assert gpio_chip.header_chip(found) == kernel / "gpiochip4"
    assert gpio_chip.header_chip(found[:1]) is None


def test_a_held_line_tells_its_holder_and_a_free_one_none(kernel: Path) -> None:
    assert gpio_chip.holder(kernel / "gpiochip4", 18) == "spi0 CS0"
    assert gpio_chip.holder(kernel / "gpiochip4", 17) is None


def test_the_requests_are_the_numbers_of_the_kernel_s_header() -> None:
    def number(way: int, kind: int, which: int, size: int) -> int:
        return way << 30 | size << 16 | kind << 8 | which

    assert number(2, 0xB4, 1, 68) == gpio_chip.CHIP_INFO
    assert number(3, 0xB4, 5, 256) == gpio_chip.LINE_INFO


def test_what_is_no_chip_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").write_text("no chip", "utf-8")
    with pytest.raises(OSError, match="Inappropriate"):
        gpio_chip.label(tmp_path / "gpiochip0")
