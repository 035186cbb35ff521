"""A button box on paper: what it says, framed; and what was said to it, unframed."""

from __future__ import annotations

from hardware.box_protocol import BoxTalk
from hardware.firmware.wire import Lines, frame

KEYS = "seat1,seat2,confirm,undo,turn,tags"


def said(*bodies: str) -> bytes:
    """The bytes of these lines."""
    return b"".join(map(frame, bodies))


def hello(boot: str = "b1", following: int = 1, keys: str = KEYS, lamps: str = "seat1,seat2", sounds: int = 1) -> str:
    """The hello of a box."""
    return f"hello 0 1 box7 {boot} {following} {keys} {lamps} {sounds}"


def heard(data: bytes) -> list[str]:
    """The bodies of the lines in these bytes, every one of them sound."""
    lines = Lines()
    bodies = lines.feed(data)
    assert lines.broken == 0
    return bodies


def met(now: float = 0.0, **of: str | int) -> BoxTalk:
    """A talk in which both have said hello, and all that was due is sent."""
    talk = BoxTalk("serial:box")
    talk.begin(now)
    assert heard(talk.take(now)) == ["hello 0 1"]
    assert talk.feed(said(hello(**of)), now) == []  # type: ignore[arg-type]
    talk.take(now)
    return talk
