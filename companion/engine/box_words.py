"""A printed fact as people read it: how sure it is, and its value in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.engine.box import Fact
from companion.engine.text import T, Text, Value

CONFIDENCE: dict[str, Text] = {
    "certain": T("certain"),
    "high": T("very likely"),
    "low": T("doubtful"),
    "unknown": T("unknown"),
    "owner": T("yours"),
}


def sure(fact: Fact) -> Text:
    """How sure the value is; unknown while there is none."""
    return CONFIDENCE["unknown" if fact.value is None else fact.confidence]


def value_lines(fact: Fact) -> tuple[Text, ...]:
    """The value in words: one line, or one for each entry of a table. The owner's own words stay as typed."""
    if isinstance(fact.value, dict) and fact.value:
        return tuple(
            T(
                "{fact}: {value}",
                fact=Text(fact.part, {"n": str(key)}) if fact.part else _named(fact, str(key)),
                value=_one(fact, part),
            )
            for key, part in fact.value.items()
        )
    return (T("{value}", value=_one(fact, fact.value)),)


def _named(fact: Fact, name: str) -> Value:
    """An id in words: whole, or part by part ("field:brown:7", "pair:c1+c2"); as it is where nothing of it is known."""
    if name in fact.words:
        return Text(fact.words[name])
    said: Value = ""
    for part in name.split(":"):
        words = tuple(Text(fact.words[one]) if one in fact.words else one for one in part.split("+"))
        word: Value = words if len(words) > 1 else words[0]
        said = T("{what} {detail}", what=said, detail=word) if said else word
    return said if any(one in fact.words for one in name.replace("+", ":").split(":")) else name


def _one(fact: Fact, value: Any) -> Value:
    if value is None:
        return T("unknown")
    if isinstance(value, bool):
        return T("yes") if value else T("no")
    if isinstance(value, int):
        return value
    if isinstance(value, list | tuple):
        return _several(fact, value) if value else T("none")
    if isinstance(value, Mapping):
        return _entry(fact, value) if value else T("none")
    words = str(value)
    if words in fact.words:
        return Text(fact.words[words])
    return words if fact.confidence == "owner" else Text(words)


def _period(values: Sequence[Any]) -> int:
    """Length of the row that `values` repeat at least three times; all of them where there is none."""
    if values.count(values[0]) == len(values):
        return len(values)
    for n in range(2, len(values) // 3 + 1):
        if len(values) % n == 0 and values[n:] == values[:-n]:
            return n
    return len(values)


def _entry(fact: Fact, value: Mapping[str, Any]) -> Value:
    """A thing with several properties: its numbers, and those of its marks that the fact has words for.

    Where it has no number of its own, those in its lists.
    """
    lists = [part for part in value.values() if isinstance(part, list | tuple)]
    numbers: tuple[Value, ...] = tuple(part for part in value.values() if type(part) is int)
    numbers = numbers or tuple(n for part in lists for n in part if type(n) is int)
    marks: tuple[Value, ...] = tuple(Text(fact.words[m]) for part in lists for m in part if m in fact.words)
    return T("{entry} ({marks})", entry=numbers, marks=marks) if marks else numbers


def _several(fact: Fact, values: Sequence[Any]) -> Value:
    """Things in a row; equal words side by side are counted, and so is a row that repeats."""
    if values and (n := _period(values)) < len(values):
        return T("{n} × ({what})", n=len(values) // n, what=_several(fact, values[:n]))
    parts: list[Value] = []
    for value, run in groupby(values):
        n = len(list(run))
        word = _one(fact, value)
        several = isinstance(value, Mapping) and isinstance(word, tuple) and len(word) > 1
        if several or isinstance(value, list | tuple):
            word = T("({what})", what=word)
        counted = n > 1 and isinstance(value, str)
        parts += [T("{n} × {what}", n=n, what=word)] if counted else [word] * n
    return tuple(parts)
