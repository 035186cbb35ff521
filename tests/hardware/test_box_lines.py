"""What a button box tells, read from the words of its lines; what it is told, as bytes."""

from __future__ import annotations

import pytest

from hardware import box_commands as command
from hardware.box_lines import Beat, Done, Hello, Key, No, NotUnderstood, Odd, Tag, Turn, read
from hardware.firmware.wire import body_of


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("down 1 seat1 0", Key(1, "seat1", True, 0)),
        ("up 2 confirm 340", Key(2, "confirm", False, 340)),
        ("turn 3 -2 15", Turn(3, -2, 15)),
        ("turn 4 3 0", Turn(4, 3, 0)),
        ("tag 5 303441 7", Tag(5, "04A", 7)),
        ("done 9", Done(9)),
        ("no 4 unknown-lamp", No(4, "unknown-lamp")),
        ("beat 0 - 0", Beat((), 0)),
        ("beat 0 undo,seat2 3", Beat(("seat2", "undo"), 3)),
        ("hello 0 1 e6 1f 7 seat1,turn seat1 1", Hello(1, "e6", "1f", 7, ("seat1", "turn"), ("seat1",), True)),
        ("hello 0 1 e66 1f 1 seat1,lever,tags - 0", Hello(1, "e66", "1f", 1, ("seat1", "tags"), (), False)),
        ("hello 0 2 of another form", Hello(2)),
    ],
)  # fmt: skip
def test_the_words_of_a_line_say_what_happened(body: str, said: object) -> None:
    assert read(body) == said


@pytest.mark.parametrize(
    "body",
    ["down 3 lever 0", "turn 3 0 0", "turn 3 fast 0", "turn 3 5000 0", "tag 3 0G 0", "tag 3 07 0", "down 3 seat1"],
)
def test_an_event_that_says_nothing_usable_still_has_its_number(body: str) -> None:
    found = read(body)
    assert isinstance(found, Odd)
    assert found.number == 3
    assert found.why


@pytest.mark.parametrize(
    "body",
    [
        "down",
        "down x seat1 0",
        "down 0 seat1 0",
        "down -1 seat1 0",
        "down 99999999999 seat1 0",
        "hello 0",
        "hello 0 1",
        "hello 0 one",
        "hello 0 0 a b 1 - - 0",
        "hello 0 1 a b 1 - - yes",
        "beat 0",
        "done",
        "dance 1",
        " ",
    ],
)
def test_other_lines_are_not_understood(body: str) -> None:
    with pytest.raises(NotUnderstood):
        read(body)


@pytest.mark.parametrize(
    ("told", "body"),
    [
        (command.Hello(), "hello 0 1"),
        (command.Ack(12), "ack 12"),
        (command.Lamps(3, {"seat2": "blink", "seat1": "on", "seat3": "off"}), "lamps 3 seat1=on,seat2=blink"),
        (command.Lamps(4, {}), "lamps 4 -"),
        (command.Sounded(5, "refused"), "sound 5 refused"),
        (command.Beat(), "beat 0"),
    ],
)
def test_a_command_is_one_line_with_its_checksum(told: command.Command, body: str) -> None:
    line = command.line(told)
    assert line.endswith(b"\n")
    assert body_of(line[:-1]) == body == command.body(told)


def test_all_lamps_blinking_fit_into_one_line() -> None:
    lamps = {f"seat{n}": "blink" for n in range(1, 7)}
    assert len(command.body(command.Lamps(2**31, lamps))) <= 120
