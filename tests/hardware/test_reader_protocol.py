"""Plain readers of tags and bar codes: bytes go in, reads come out."""

from __future__ import annotations

import pytest

from hardware.device import Read
from hardware.reader_protocol import ReaderTalk
from hardware.talk import SAME_READ


def opened() -> ReaderTalk:
    talk = ReaderTalk("serial:reader")
    talk.begin(0.0)
    return talk


def tags(talk: ReaderTalk, data: bytes, now: float = 1.0) -> list[str]:
    found = talk.feed(data, now)
    assert all(isinstance(signal, Read) and signal.at == now for signal in found)
    return [signal.tag for signal in found if isinstance(signal, Read)]


def test_a_reader_is_ready_at_once_and_never_talked_to() -> None:
    talk = opened()
    assert talk.ready
    assert talk.keys == ("tags",)
    assert talk.take(1.0) == b""
    assert talk.due(100.0) == []
    assert not talk.ended


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"04A1B2\r\n", ["04A1B2"]),
        (b"04A1B2\n", ["04A1B2"]),
        (b"04A1B2\r", ["04A1B2"]),
        (b"\x0204A1B2\r\n\x03", ["04A1B2"]),
        (b"\n\r\n one \n two words\r", ["one", "two words"]),
        (b"x" * 64 + b"\n", ["x" * 64]),
    ],
)
def test_every_line_is_a_tag(data: bytes, found: list[str]) -> None:
    assert tags(opened(), data) == found


@pytest.mark.parametrize("line", [b"x" * 65, b"x" * 5000, b"04\x07A1", b"\xc3\xa1", b"   "])
def test_a_line_that_is_too_long_or_no_text_is_dropped_whole(line: bytes) -> None:
    talk = opened()
    assert tags(talk, line + b"\n04A1B2\n") == ["04A1B2"]
    assert talk.broken == 1


def test_a_line_may_come_in_pieces_and_is_kept_short() -> None:
    talk = opened()
    assert tags(talk, b"04A") == []
    assert tags(talk, b"1B2\r") == ["04A1B2"]
    tags(talk, b"y" * 100_000)
    assert len(talk._line) == 65


def test_the_same_tag_within_two_seconds_is_one_read_and_another_is_not() -> None:
    talk = opened()
    assert tags(talk, b"A\nA\nB\nA\n", 1.0) == ["A", "B"]
    assert tags(talk, b"A\n", 3.0) == []
    assert tags(talk, b"A\n", 5.5) == ["A"]


def test_a_tag_that_is_told_all_the_time_it_lies_there_is_one_read_however_long() -> None:
    talk = opened()
    assert [tag for second in range(10) for tag in tags(talk, b"A\n", float(second))] == ["A"]
    assert tags(talk, b"A\n", 9.0 + SAME_READ) == []
    assert tags(talk, b"A\n", 14.0) == ["A"]


def test_a_tag_lying_there_through_a_reconnect_is_one_read_and_half_a_line_is_forgotten() -> None:
    talk = opened()
    assert tags(talk, b"A\nhal", 1.0) == ["A"]
    talk.end(1.5)
    talk.begin(2.0)
    assert tags(talk, b"A\nB\n", 2.5) == ["B"]


def test_more_tags_than_people_can_lay_on_it_are_a_flood_until_it_is_quiet() -> None:
    talk = opened()
    found = [tag for n in range(5000) for tag in tags(talk, f"T{n}\n".encode(), n / 1000)]
    assert found == [f"T{n}" for n in range(50)]
    assert not talk.ready
    assert talk.fault is not None
    assert "more tags than people can lay on it" in talk.fault.message
    assert len(talk._reads) == 32
    talk.due(5.9)
    assert not talk.ready
    talk.due(6.0)
    assert talk.ready
    assert tags(talk, b"T1\n", 6.1) == ["T1"]
