"""The framing of the serial line: nothing broken ever passes for a line, and nothing sound is lost."""

from __future__ import annotations

from binascii import crc_hqx

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware.wire import Lines, body_of, crc16, fits, frame

BODIES = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="*"), min_size=1, max_size=200)


def test_the_checksum_is_the_published_one() -> None:
    assert crc16(b"123456789") == 0x29B1
    assert crc16(b"") == 0xFFFF


@given(st.binary(max_size=200))
def test_the_checksum_agrees_with_the_standard_library(data: bytes) -> None:
    assert crc16(data) == crc_hqx(data, 0xFFFF)


def test_a_line_is_body_star_four_digits_line_feed() -> None:
    assert frame("123456789") == b"123456789*29B1\n"
    assert body_of(b"123456789*29B1") == "123456789"


def test_the_checksum_keeps_its_leading_noughts() -> None:
    body = next(f"ack {number}" for number in range(1000) if crc16(f"ack {number}".encode()) < 0x1000)
    assert frame(body)[-6:-4] == b"*0"
    assert Lines().feed(frame(body)) == [body]


@pytest.mark.parametrize("body", ["", "a" * 201, "a*b", "a\nb", "tab\there", "naïve", "\x7f"])
def test_a_body_that_no_line_can_carry_is_refused(body: str) -> None:
    assert not fits(body)
    with pytest.raises(ValueError, match="1 to 200 printable"):
        frame(body)


@given(st.lists(BODIES, max_size=6), st.integers(1, 7))
def test_bodies_come_out_as_they_went_in_however_the_bytes_arrive(bodies: list[str], size: int) -> None:
    data = b"".join(map(frame, bodies))
    lines = Lines()
    got = [body for start in range(0, len(data), size) for body in lines.feed(data[start : start + size])]
    assert got == bodies
    assert lines.broken == 0


def test_every_change_of_one_byte_is_found() -> None:
    whole = frame("down 17 seat3 4")
    for place in range(len(whole)):
        for byte in range(256):
            if byte == whole[place]:
                continue
            lines = Lines()
            changed = whole[:place] + bytes([byte]) + whole[place + 1 :]
            assert lines.feed(changed) == [], (place, byte)
            # the next line but one always comes through: a lost line feed costs one line more, never two
            assert lines.feed(frame("beat 0") + frame("ack 17"))[-1:] == ["ack 17"]
            assert lines.broken >= 1


def test_every_cut_of_a_line_is_found() -> None:
    whole = frame("turn 18 -2 0")
    for start in range(len(whole)):
        for end in range(start + 1, len(whole)):
            lines = Lines()
            assert lines.feed(whole[:start] + whole[end:]) == [] or (start, end) == (0, len(whole))


def test_lower_case_digits_are_not_a_checksum() -> None:
    assert frame("hello 0 1").isascii()
    assert body_of(b"123456789*29b1") == ""


def test_carriage_returns_and_empty_lines_are_put_up_with() -> None:
    lines = Lines()
    assert lines.feed(b"\n\r\n" + frame("beat 0")[:-1] + b"\r\n\n") == ["beat 0"]
    assert lines.broken == 0


def test_the_longest_line_passes_and_one_letter_more_does_not() -> None:
    lines = Lines()
    longest = "a" * 200
    data = longest.encode() + b"a"
    assert lines.feed(frame(longest)[:-1] + b"\r\n") == [longest]
    assert lines.feed(data + b"*%04X\n" % crc16(data)) == []
    assert lines.broken == 1


@pytest.mark.parametrize("more", [b"A", b"AB", b"\rA", b"\r\r", b"\r\r\r"])
def test_a_sound_line_of_full_length_with_more_behind_it_is_not_taken(more: bytes) -> None:
    assert Lines().feed(frame("a" * 200)[:-1] + more + b"\n") == []


def test_a_star_in_a_body_is_not_taken_even_with_its_checksum() -> None:
    assert body_of(b"a*b*%04X" % crc16(b"a*b")) == ""


def test_an_endless_line_is_skipped_up_to_its_line_feed_and_not_kept() -> None:
    lines = Lines()
    for _ in range(100):
        assert lines.feed(b"x" * 1000) == []
    assert len(lines._line) < 210
    assert lines.feed(frame("beat 0")) == []
    assert lines.broken == 1
    assert lines.feed(frame("ack 3")) == ["ack 3"]


def test_a_sound_line_inside_an_overlong_one_is_not_taken() -> None:
    lines = Lines()
    assert lines.feed(b"x" * 207 + frame("beat 0")) == []
    assert lines.feed(frame("beat 0")) == ["beat 0"]


@given(st.binary(max_size=400))
def test_no_bytes_whatever_raise(data: bytes) -> None:
    lines = Lines()
    for body in lines.feed(data):
        assert fits(body)
