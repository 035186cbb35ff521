"""The page for people who build boxes: what it shows is what happens, and its numbers are the code's."""

from __future__ import annotations

import re

import pytest

from hardware import box_lines, box_protocol, talk
from hardware.device import KEYS, LAMPS
from hardware.firmware import debounce, logic, outbox, tags, wire
from hardware.firmware.logic import Box
from tests.kit.tree import ROOT

PAGE = (ROOT / "docs" / "button-box.md").read_text("utf-8")
EXAMPLE = [line.split(maxsplit=2) for line in PAGE.split("```")[1].strip().splitlines()]
ROWS = [(int(now), who, what) for now, who, what in EXAMPLE]
BUTTONS = ("seat1", "seat2", "confirm")


def test_every_line_of_the_page_bears_its_true_checksum() -> None:
    lines = [what for _, who, what in ROWS if who != "hand"] + re.findall(r"down 7 [^⏎]*", PAGE)
    assert len(lines) == 25
    for line in lines:
        body = wire.body_of(line.encode())
        assert wire.frame(body).decode() == line + "\n"
    assert f"Of `123456789` it is `{wire.crc16(b'123456789'):04X}`" in PAGE


def test_the_example_is_what_a_box_does() -> None:
    box = Box("e6605838833a9f2c", "5b1f09d4", BUTTONS, ("seat1", "seat2"), True, True, True)
    held: set[str] = set()
    rows = []
    for now in range(ROWS[-1][0] + 1):
        for at, who, what in ROWS:
            if at != now or who == "box":
                continue
            rows.append((at, who, what))
            if who == "host":
                box.feed(what.encode() + b"\n", now)
                rows += said(box, now)
                continue
            act, argument = what.split()
            if act == "press":
                held.add(argument)
            elif act == "release":
                held.remove(argument)
            elif act == "turn":
                box.turn(int(argument), now)
            elif act == "tag":
                box.tag(argument, now)
        for key in BUTTONS:
            box.key(key, key in held, now)
        box.run(now)
        rows += said(box, now)
    assert rows == ROWS


def said(box: Box, now: int) -> list[tuple[int, str, str]]:
    """What the box says now, as rows of the example."""
    rows = []
    while line := box.line(now):
        rows.append((now, "box", line.decode().strip()))
    return rows


def test_events_of_the_example_are_counted_from_1_without_a_gap_and_acknowledged_after_they_were_told() -> None:
    told = acknowledged = 0
    for _, who, what in ROWS:
        words = wire.body_of(what.encode()).split(" ") if who != "hand" else [""]
        if words[0] in ("down", "up", "turn", "tag"):
            assert int(words[1]) in (acknowledged + 1, told + 1)
            told = max(told, int(words[1]))
        elif words[0] == "ack":
            assert acknowledged < int(words[1]) <= told
            acknowledged = int(words[1])
    assert acknowledged == told == 5


@pytest.mark.parametrize("line", [what for _, who, what in ROWS if who == "box"])
def test_cartouche_understands_every_line_of_the_boxs_side(line: str) -> None:
    assert box_lines.read(wire.body_of(line.encode())) is not None


def test_the_numbers_of_the_page_are_those_of_the_code() -> None:
    for text in (
        f"1 to {wire.MOST_BODY} printable ASCII",
        f"It is version **{wire.VERSION}**",
        f"up to **{outbox.ROOM}** events",
        f"**{outbox.AGAIN_MS} ms** without",
        f"0 to {outbox.OLDEST_MS:,}",
        f"No line for {logic.SILENT_MS // 1000} s | the box",
        f"No line for {box_protocol.SILENT_AFTER} s | the host",
        f"to `hello` for {box_protocol.HELLO_WITHIN:.0f} s",
        f"An event older than {box_protocol.OLD // 1000} s",
        f"More than {talk.MOST_A_SECOND} events in a second",
        f"within {logic.TURN_MS} ms together",
        f"away for {logic.SAME_TAG_MS // 1000} s",
        f"none for {debounce.WINDOW_MS} ms",
        f"each of its 1 to {tags.MOST_TAG} characters",
    ):
        assert text in PAGE
    for name in {*KEYS, *LAMPS} - {f"seat{number}" for number in range(2, 6)}:
        assert f"`{name}`" in PAGE
