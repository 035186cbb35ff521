"""JSON from outside, read strictly: no field twice, no NaN, no numbers or nesting that nothing here could mean."""

from __future__ import annotations

import json
import re
from typing import Any

from companion.engine.errors import InputError
from companion.engine.text import TN, T, Text, Value

DEEPEST = 40
MOST_DIGITS = 15
# A text that never ends is one token as well: looked for again at each of its marks, it would take hours.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_HALF_LETTER = re.compile(r"[\ud800-\udfff]")
MOST_DETAIL = 160
"""Letters of a reader's own words; they may repeat what was read."""


_FAULTS = (
    ("Expecting value", T("a value is missing")),
    ("Expecting property name", T("a name in double quotes is missing")),
    ("Expecting ':'", T("a colon is missing")),
    ("Expecting ','", T("a comma or the closing bracket is missing")),
    ("Illegal trailing comma", T("a comma stands before the closing bracket")),
    ("Unterminated string", T("a text has no closing quote")),
    ("Invalid control character", T("a text holds a line break or another control character")),
    ("Invalid \\", T("a backslash stands before a wrong letter")),
    ("Extra data", T("something follows after the end")),
)
"""What Python's reader says, by its beginning, in our words: they can be translated."""

_FIELD = re.compile(r"Object (contains unknown|missing required) field `(.*?)`(?: - at .*)?", re.DOTALL)
_VALUE = re.compile(r"Invalid (?:enum )?value (.*) - at `\$\.?(.+)`", re.DOTALL)
_TYPE = re.compile(r"Expected (.*), got (.*) - at `\$\.?(.+)`", re.DOTALL)
_BOUND = re.compile(r"Expected (.*) - at `\$\.?(.+)`", re.DOTALL)
_LIMIT = re.compile(r"((?:int|float|str of length|array of length|object of length) [<>]=) (-?\d+)")

_KINDS: dict[str, Text] = {
    "int": T("a whole number"),
    "float": T("a number"),
    "str": T("a text"),
    "bool": T("true or false"),
    "array": T("a list"),
    "object": T("an object"),
}


def detail_of(error: Exception) -> Text:
    """What a reader says of a value that does not fit, in our words, short, with what to do."""
    said = str(error)
    if found := _FIELD.fullmatch(said):
        field = _short(found[2])
        if found[1].startswith("missing"):
            return T("the field “{field}” is missing; add it", field=field)
        return T("there is no field “{field}” here; remove it", field=field)
    if found := _VALUE.fullmatch(said):
        value = _short(found[1].strip("'"))
        return T("“{field}” can't be “{value}”; choose another value", field=_short(found[2]), value=value)
    if found := _TYPE.fullmatch(said):
        wanted, given = _kinds(found[1]), _kinds(found[2])
        return T("“{field}” must be {wanted}, not {given}", field=_short(found[3]), wanted=wanted, given=given)
    if found := _BOUND.fullmatch(said):
        return _bound(found[1].replace("`", ""), _short(found[2]))
    return T("{detail}", detail=_short(said))


def _bound(wanted: str, field: str) -> Text:
    """What a reader says of a value of the right kind that is too small, too large, too long or too short."""
    if found := _LIMIT.fullmatch(wanted):
        limit = int(found[2])
        match found[1]:
            case "int >=" | "float >=":
                return T("“{field}” must be at least {limit}", field=field, limit=limit)
            case "int <=" | "float <=":
                return T("“{field}” may be at most {limit}", field=field, limit=limit)
            case "str of length <=":
                return TN(
                    "“{field}” may have at most {n} letter",
                    "“{field}” may have at most {n} letters",
                    limit,
                    field=field,
                )
            case "array of length <=" | "object of length <=":
                return TN(
                    "“{field}” may hold at most {n} entry",
                    "“{field}” may hold at most {n} entries",
                    limit,
                    field=field,
                )
    return T("“{field}” does not have the form it needs; compare it with what stood there before", field=field)


def _kinds(said: str) -> Value:
    """The kinds of value that a reader names ("`int | null`"), in our words."""
    names = said.replace("`", "").split(" | ")
    return tuple(_KINDS.get(name, name) for name in names)


def _short(said: str) -> str:
    """Its beginning and its end, where it is long."""
    return said if len(said) <= MOST_DETAIL else f"{said[: MOST_DETAIL // 2]}…{said[-MOST_DETAIL // 2 :]}"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise InputError(T("The field “{field}” stands twice. Keep one of them.", field=name[:40]))
        fields[name] = value
    return fields


def _number(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise InputError(T("The number {number}… is far too large. Put it right.", number=digits[:12]))
    return int(digits)


def _fraction(digits: str) -> float:
    value = float(digits)
    if abs(value) >= 10**MOST_DIGITS:
        raise InputError(T("The number {number}… is far too large. Put it right.", number=digits[:12]))
    return value


def _no_constant(word: str) -> Any:
    raise InputError(T("{word} is not a number in JSON. Give a number.", word=word))


def _check_depth(text: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        mark = token.group()[0]
        if mark in "[{":
            depth += 1
            if depth > DEEPEST:
                raise InputError(T("The brackets are nested deeper than {most} levels. Flatten it.", most=DEEPEST))
        elif mark in "]}":
            depth -= 1


def load(text: str) -> Any:
    """The value of a JSON text. Raises `InputError` for what is no JSON, or JSON that nothing here could mean."""
    _check_depth(text)
    try:
        value = json.loads(
            text, object_pairs_hook=_once, parse_int=_number, parse_float=_fraction, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        what = next((ours for said, ours in _FAULTS if error.msg.startswith(said)), T("it can't be read"))
        place = T("{what} at letter {letter}", what=what, letter=error.colno)
        if "\n" in text.strip():
            place = T("{what} at line {line}, letter {letter}", what=what, line=error.lineno, letter=error.colno)
        raise InputError(T("This is not JSON: {detail}.", detail=place)) from error
    if "\\u" in text and _HALF_LETTER.search(json.dumps(value, ensure_ascii=False)):
        raise InputError(T("A text holds half a letter (\\ud800 to \\udfff). Write the whole letter."))
    return value
