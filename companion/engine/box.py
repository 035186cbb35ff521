"""The printed facts of one physical copy of a game, each with its provenance, and the owner's own values over them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from companion.engine.text import N_

Words = Annotated[str, msgspec.Meta(pattern=r"\S")]
"""A message that is not empty."""
Confidence = Literal["certain", "high", "low", "unknown", "owner"]
THE_TABLE = N_("said at the table")
UNKNOWN = N_("unknown")
"""What stands in a row of values for one that is not known."""
PRACTICE = N_("Practice board (not the printed one)")
"""What a practice box is called wherever it is shown, recorded or scored."""


def has_gap(value: Any) -> bool:
    """Whether a value is missing, or an entry of a row of values ("unknown" in a file that can't say null)."""
    if isinstance(value, list | tuple):
        return any(entry is None or entry == UNKNOWN for entry in value)
    return value is None


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One printed value. `value` is None while unknown; never invented.

    `label`, `source`, `note`, `part` and `words` are messages. `part` stands before each entry of a value that is a
    table ("Temple {n}"), `words` say what the letters in a value mean. `least` and `most` bound a whole number; a fact
    with `most` is one, known or not. `costs` says what falls back to asking while the value is unknown; `idle`: no
    check or score of a running game waits for it. `only`: the fact matters while one of these facts has one of the
    values listed for it (none listed: while it is known).
    """

    label: Words
    source: Words
    confidence: Confidence
    value: Any = None
    note: str = ""
    part: str = ""
    words: Mapping[str, Words] = {}
    least: int = 0
    most: int = 0
    costs: str = ""
    idle: bool = False
    only: Mapping[str, tuple[Any, ...]] = {}

    def messages(self) -> tuple[str, ...]:
        """What translators are handed: every text of the fact, and a value that is one word or name."""
        named = (self.value,) if isinstance(self.value, str) else ()
        texts = (self.label, self.source, self.note, self.part, self.costs, *self.words.values(), *named)
        return tuple(text for text in texts if text)


class Box(msgspec.Struct, frozen=True):
    """All facts of a box by key. `edition` names it; `overrides` are the owner's values (the survey).

    A `practice` box holds invented values for what is unknown, so that anybody can try the game.
    """

    game: str
    edition: str
    facts: Mapping[str, Fact]
    overrides: Mapping[str, Any] = {}
    practice: bool = False

    def value(self, key: str) -> Any:
        """The owner's value if there is one, else the shipped one; None while unknown.

        Raises KeyError where the box has no such fact.
        """
        fact = self.facts[key]
        return self.overrides.get(key, fact.value)

    def fact(self, key: str) -> Fact:
        """The value in force with its provenance (the owner's values have confidence `owner`)."""
        fact = self.facts[key]
        if key in self.overrides and self.practice:
            return msgspec.structs.replace(fact, source=PRACTICE, confidence="unknown", value=self.overrides[key])
        if key in self.overrides:
            return msgspec.structs.replace(fact, source=THE_TABLE, confidence="owner", value=self.overrides[key])
        return fact

    def with_overrides(self, overrides: Mapping[str, Any]) -> Box:
        """The same box with the owner's values. Raises KeyError for a fact the box does not have."""
        for key in overrides:
            if key not in self.facts:
                raise KeyError(key)
        return msgspec.structs.replace(self, overrides={**self.overrides, **overrides})

    def messages(self) -> tuple[str, ...]:
        """Every message of the box once, for the translators."""
        return tuple(dict.fromkeys(text for fact in self.facts.values() for text in fact.messages()))

    def matters(self, key: str) -> bool:
        """Whether the fact is needed, as the facts that it depends on stand (`Fact.only`)."""
        only = self.facts[key].only
        return not only or any(
            value is not None and (not wanted or value in wanted)
            for value, wanted in ((self.value(other), wanted) for other, wanted in only.items())
        )

    @property
    def unknown(self) -> tuple[str, ...]:
        """Keys of the facts that matter and whose value nobody has given yet, or only a part of it."""
        return tuple(key for key in self.facts if has_gap(self.value(key)) and self.matters(key))

    @property
    def missed(self) -> tuple[str, ...]:
        """Those of the `unknown` facts whose lack costs a check or a score of a running game."""
        return tuple(key for key in self.unknown if self.facts[key].costs and not self.facts[key].idle)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    edition: str
    fact: dict[str, Fact]


def parse_box(text: str) -> Box:
    """Read a box file: `game`, `edition`, and a table `[fact.KEY]` each. Raises TOMLDecodeError, ValidationError."""
    file = msgspec.convert(tomllib.loads(text), _File)
    return Box(file.game, file.edition, file.fact)


class _Practice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    practice: dict[str, Any]


def parse_practice(text: str, box: Box) -> Box:
    """The practice box of a file: `game`, and a table `[practice]` with an invented value by fact key.

    Raises TOMLDecodeError, ValidationError, KeyError for a fact the box does not have.
    """
    file = msgspec.convert(tomllib.loads(text), _Practice)
    return msgspec.structs.replace(box.with_overrides(file.practice), practice=True)


C = TypeVar("C")
REMEMBERED = 64


def read_once(read: Callable[[Box], C]) -> Callable[[Box], C]:
    """`read`, remembered for the same values of a box: the typed facts of a game, which are asked for at every turn."""
    known: dict[bytes, C] = {}

    def reading(box: Box) -> C:
        key = msgspec.json.encode((box.edition, box.practice, box.overrides), order="deterministic")
        found = known.get(key)
        if found is None:
            found = read(box)
            if len(known) >= REMEMBERED:
                known.clear()
            known[key] = found
        return found

    return reading
