"""What a button box tells Cartouche: the words of a line read into what they mean (docs/button-box.md)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from hardware.device import KEYS, LAMPS
from hardware.firmware.tags import is_tag
from hardware.firmware.wire import VERSION

MOST_NUMBER = 2**31
MOST_STEPS = 1000


class NotUnderstood(Exception):
    """A line with a good checksum that says nothing we know. Its message is for the log."""


class Hello(msgspec.Struct, frozen=True):
    """Who the box is. `boot` is another after every start of the box; `next`: its lowest number not acknowledged.

    `keys`: of hardware.device.KEYS, and "turn" and "tags". What is named beyond what we know is left out.
    """

    version: int
    box: str = ""
    boot: str = ""
    next: int = 1
    keys: tuple[str, ...] = ()
    lamps: tuple[str, ...] = ()
    sounds: bool = False


class Key(msgspec.Struct, frozen=True):
    """A button went down or came up, `age` milliseconds before the line was sent."""

    number: int
    key: str
    down: bool
    age: int


class Turn(msgspec.Struct, frozen=True):
    """The knob was turned by `steps` detents, clockwise above 0."""

    number: int
    steps: int
    age: int


class Tag(msgspec.Struct, frozen=True):
    """A tag was read: 1 to 64 printable ASCII characters."""

    number: int
    tag: str
    age: int


class Odd(msgspec.Struct, frozen=True):
    """An event with a number, of which nothing else can be used. It is acknowledged, or the box would never go on."""

    number: int
    why: str


class Done(msgspec.Struct, frozen=True):
    """The command of this number was carried out."""

    number: int


class No(msgspec.Struct, frozen=True):
    """A command was not understood."""

    number: int
    why: str


class Beat(msgspec.Struct, frozen=True):
    """Still here. `held`: the keys that are down; `lost`: events that found no room in the box so far."""

    held: tuple[str, ...]
    lost: int


Event = Key | Turn | Tag | Odd
Told = Hello | Event | Done | No | Beat


def read(body: str) -> Told:
    """What the body of a line says. Raises NotUnderstood."""
    words = body.split(" ")
    verb = words[0]
    if verb in _EVENTS:
        return _event(verb, words)
    if verb == "hello":
        return _hello(words)
    if verb == "done" and len(words) == 2:
        return Done(_number(words[1]))
    if verb == "no" and len(words) >= 2:
        return No(_number(words[1]), " ".join(words[2:]))
    if verb == "beat" and len(words) == 4:
        return Beat(_names(words[2], KEYS), _number(words[3]))
    raise NotUnderstood(f"“{body}” is no line of a box")


def _hello(words: list[str]) -> Hello:
    if len(words) < 3:
        raise NotUnderstood("a hello without a version")
    version = _number(words[2])
    if version > VERSION:
        # What a later version says beyond its number is not ours to read.
        return Hello(version)
    if version != VERSION or len(words) != 9:
        raise NotUnderstood("a hello of another form")
    _, _, _, box, boot, following, keys, lamps, sounds = words
    if sounds not in ("0", "1") or not 1 <= len(box) <= 40 or not 1 <= len(boot) <= 40:
        raise NotUnderstood("a hello of another form")
    return Hello(
        version,
        box,
        boot,
        max(1, _number(following)),
        _names(keys, (*KEYS, "turn", "tags")),
        _names(lamps, LAMPS),
        sounds == "1",
    )


def _event(verb: str, words: list[str]) -> Event:
    if len(words) < 2 or (number := _number(words[1])) < 1:
        raise NotUnderstood(f"a {verb} without a number")
    try:
        if len(words) != 4:
            raise NotUnderstood(f"a {verb} of {len(words)} words")
        return _EVENTS[verb](verb, number, words[2], _number(words[3]))
    except NotUnderstood as error:
        return Odd(number, str(error))


def _key(verb: str, number: int, word: str, age: int) -> Event:
    if word not in KEYS:
        raise NotUnderstood(f"there is no key “{word}”")
    return Key(number, word, verb == "down", age)


def _turn(verb: str, number: int, word: str, age: int) -> Event:
    steps = _number(word.removeprefix("-").removeprefix("+"))
    if not 1 <= steps <= MOST_STEPS:
        raise NotUnderstood(f"a turn by “{word}”")
    return Turn(number, -steps if word.startswith("-") else steps, age)


def _tag(verb: str, number: int, word: str, age: int) -> Event:
    try:
        tag = bytes.fromhex(word).decode("ascii")
    except ValueError as error:
        raise NotUnderstood(f"a tag “{word}”") from error
    if not is_tag(tag):
        raise NotUnderstood(f"a tag “{word}”")
    return Tag(number, tag, age)


_EVENTS: dict[str, Callable[[str, int, str, int], Event]] = {"down": _key, "up": _key, "turn": _turn, "tag": _tag}


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 10) or int(word) >= MOST_NUMBER:
        raise NotUnderstood(f"“{word}” is no number")
    return int(word)


def _names(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    named = word.split(",")
    return tuple(name for name in known if name in named)
